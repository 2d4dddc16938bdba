// Python in a worker: loaded once, then it answers one question after the other.

const tell = (words) => postMessage({ progress: words });
let python = null;

/** Tell how much of the files has come: all that is fetched is counted, whoever asks for it. */
function counting(whole) {
  const plain = globalThis.fetch;
  let come = 0;
  let told = -1;
  globalThis.fetch = async (...words) => {
    const answer = await plain(...words);
    const reader = answer.clone().body?.getReader();
    const count = async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        come += part.value.length;
        const share = Math.min(1, come / whole);
        if (Math.floor(share * 50) === told) continue;
        told = Math.floor(share * 50);
        postMessage({ progress: `Loading Python: ${(share * whole / 1e6).toFixed(1)} of ${(whole / 1e6).toFixed(1)} MB`, share });
      }
    };
    if (reader) count().catch(() => {}); // who fetched it hears of the failure
    return answer;
  };
}

async function load({ place, wheels, bytes }) {
  tell("Loading Python ...");
  if (bytes) counting(bytes);
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
