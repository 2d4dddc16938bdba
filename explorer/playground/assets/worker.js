// Python in a worker: loaded once, then it answers one question after the other.

const tell = (words) => postMessage({ progress: words });
let python = null;

async function load({ place, wheels }) {
  tell("Loading Python (about 14 MB the first time) ...");
  const { loadPyodide } = await import(new URL("pyodide.mjs", place).href);
  const pyodide = await loadPyodide({ indexURL: place });
  tell("Loading arcwise ...");
  for (const name of wheels) {
    const answer = await fetch(new URL(name, place));
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
    pyodide.unpackArchive(await answer.arrayBuffer(), "wheel");
  }
  return pyodide.pyimport("arcwise.explorer.playground");
}

/** How Python broke down; where the browser's stack or memory ended, its words mean nothing to a reader. */
function broken(error) {
  const words = String(error.message ?? error).trim().split("\n").pop();
  if (error instanceof RangeError) return { problem: "this nests deeper than a browser lets Python go", remedy: "a smaller problem, or arcwise itself" };
  if (/memory|allocat/i.test(words)) return { problem: "this needs more memory than a browser lets Python have", remedy: "a smaller problem, fewer expansions, or arcwise itself" };
  return { problem: `the playground failed: ${words}` };
}

addEventListener("message", async ({ data }) => {
  try {
    python ??= load(data);
    const { answer } = await python;
    if (!data.request) {
      postMessage({ ready: true });
      return;
    }
    tell("Working ...");
    let last = 0;
    const report = (words) => {
      if (performance.now() - last < 100) return;
      last = performance.now();
      tell(words);
    };
    postMessage({ answer: JSON.parse(answer(data.request, report)) });
  } catch (error) {
    postMessage({ failure: broken(error) });
  }
});
