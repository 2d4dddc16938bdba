// What the other scripts share: the data, the theme, copying, printing, the contents.

const root = document.documentElement;
root.classList.add("script");

const data = JSON.parse(find("#data").textContent);

function readLines(id) {
  const element = document.getElementById(id);
  if (!element) return { columns: [], rows: [] };
  const [head, ...rest] = element.textContent.split("\n");
  return { columns: head.split("\t"), rows: rest.map((line) => line.split("\t")) };
}

const searches = readLines("search-lines");
const problems = new Map(readLines("problem-lines").rows.map((row) => [Number(row[0]), row]));
const column = Object.fromEntries(searches.columns.map((name, place) => [name, place]));
const searchAt = new Map();
searches.rows.forEach((row, place) => {
  searchAt.set(`${row[column.problem]}\t${row[column.algorithm]}\t${row[column.condition]}`, place);
});

/** The place of a search among all, or undefined. */
function searchOf(problem, algorithm, condition) {
  return searchAt.get(`${problem}\t${algorithm}\t${condition}`);
}

const asNumber = (text) => (text === "" ? null : Number(text));

// Theme: as the system has it, light, dark.
const themes = ["automatic", "light", "dark"];
find("#theme").addEventListener("click", (event) => {
  const next = themes[(themes.indexOf(root.dataset.theme || "automatic") + 1) % themes.length];
  if (next === "automatic") delete root.dataset.theme;
  else root.dataset.theme = next;
  event.currentTarget.textContent = `Theme: ${next}`;
});

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make("textarea", { "aria-label": "text to copy" });
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    if (!copied) throw new Error("the browser does not let the page copy");
  }
}

/** Copy and say on the button whether that worked. */
async function copyWith(button, text) {
  const words = button.dataset.words || button.textContent;
  button.dataset.words = words;
  try {
    await copyText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not copied";
  }
  setTimeout(() => { button.textContent = words; }, 1600);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button.copy");
  if (!button || button.dataset.own) return;
  const rows = findAll("tr", find("table", button.parentElement));
  const lines = rows.map((row) => [...row.cells].map((cell) => cell.textContent).join("\t"));
  copyWith(button, lines.join("\n"));
});

// The contents show where one is.
const links = new Map(findAll("nav a").map((link) => [link.hash.slice(1), link]));
const inView = new IntersectionObserver((entries) => {
  for (const entry of entries) entry.target.dataset.seen = entry.isIntersecting ? "yes" : "";
  const first = findAll("main > section").find((section) => section.dataset.seen);
  for (const [id, link] of links) {
    if (first && id === first.id) {
      link.setAttribute("aria-current", "true");
      link.closest("nav").scrollTo({ left: link.offsetLeft - 40 });
    } else link.removeAttribute("aria-current");
  }
}, { rootMargin: "-80px 0px -60% 0px" });
findAll("main > section").forEach((section) => inView.observe(section));

// Printing opens what is to be read on paper, and puts it back afterwards; single searches, methods and proofs stay on the screen.
let opened = [];
addEventListener("beforeprint", () => {
  opened = findAll('figure[data-name="bars"] details:not([open]), .file:not([open]), .card.printed:not([open]), .card.printed details:last-of-type:not([open])');
  for (const element of opened) element.open = true;
});
addEventListener("afterprint", () => {
  for (const element of opened) element.open = false;
});
