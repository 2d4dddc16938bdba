// What people do with the page, and how it begins.

for (const one of ["start", "goal"]) {
  field(one).addEventListener("change", () => {
    const symbols = symbolsOf(field(one).value);
    if (drawable(symbols)) field(one).value = symbols.join(" "); // (4 5 3 0 1 2) is read here too
    asked[ofPair(one)] = field(one).value;
    stale();
    tell("");
    if (!showBoards()) askBoard();
  });
}
for (const [place, part] of [["arcs", "arcs"], ["program", "arcs"], ["training-goal", "training_goal"], ["test-goal", "goal"], ["in-order", "in_order"]]) {
  field(place).addEventListener("change", () => {
    asked[part] = field(place).value;
    stale();
    if (part === "arcs") emptyShelf();
    if (place === "arcs") askBoard();
    if (place === "in-order") fill();
  });
}
field("number").addEventListener("change", () => {
  asked.number = field("number").checked ? "yes" : "";
  stale();
  if (asked.shelf) ask("shelf"); // the same goals teach other rules
});
for (const one of ["algorithm", "heuristic", ...numbers]) {
  field(one).addEventListener("change", () => {
    asked[one] = numbers.includes(one) ? field(one).valueAsNumber : field(one).value;
    stale();
    if (one === "algorithm") fill();
  });
}
for (const radio of findAll('[name="pair"]')) {
  radio.addEventListener("change", () => {
    pair = radio.value;
    fill();
    if (!showBoards()) askBoard();
  });
}
field("domain").addEventListener("change", () => {
  const chosen = field("domain").value;
  const own = data.lessons.find(({ question }) => question.domain === chosen);
  if (own && [data.arcs, data.program].includes(chosen)) return visit(chosen, own.question, own.board);
  const domain = `${chosen}:${data.domains.find((one) => one.name === chosen).size}`;
  return visit(domain, {}, data.boards[domain]);
});
field("size").addEventListener("change", () => {
  const domain = `${field("domain").value}:${field("size").value.trim()}`;
  visit(domain, {}, data.boards[domain]);
});
field("random").addEventListener("click", () => {
  if (busy) return;
  asked.seed = 1 + Math.floor(Math.random() * data.numbers.seed.most);
  asked[ofPair("start")] = "";
  if (pair === "training") asked.training_goal = "";
  stale();
  askBoard();
});
for (const button of findAll("[data-do]")) {
  button.addEventListener("click", () => {
    if (busy) return;
    const wanted = button.dataset.do === "learn" ? "training" : "test";
    if (pair !== wanted && !isProgram()) find(`[name="pair"][value="${wanted}"]`).click();
    ask(button.dataset.do);
  });
}
field("cancel").addEventListener("click", () => stop("Cancelled. The next question starts Python again."));
field("renew").addEventListener("click", renew);
field("at-once").addEventListener("change", () => { if (field("at-once").checked) renew(); });
field("undo").addEventListener("click", undo);
addEventListener("keydown", (event) => {
  if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.target.matches("input, textarea")) return;
  event.preventDefault();
  undo();
});
addEventListener("pagehide", () => document.activeElement?.blur()); // what is being written counts
field("share").addEventListener("click", async () => {
  history.replaceState(null, "", link());
  try {
    await navigator.clipboard.writeText(location.href);
    tell("The link is copied, and in the address bar.");
  } catch {
    tell("The link is in the address bar.");
  }
});
field("write").addEventListener("click", () => {
  field("write").setAttribute("aria-expanded", field("texts").classList.toggle("open"));
});
field("wide").addEventListener("click", () => {
  const wide = find("main").classList.toggle("wide");
  field("wide").setAttribute("aria-pressed", wide);
});
const themes = ["automatic", "light", "dark"];
field("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const next = themes[(themes.indexOf(root.dataset.theme ?? "automatic") + 1) % themes.length];
  if (next === "automatic") delete root.dataset.theme;
  else root.dataset.theme = next;
  find("#theme b").textContent = next;
  if (find("iframe")) repaint?.();
});
document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("#settings")) field("settings").open = false;
});
addEventListener("hashchange", follow);
addEventListener("resize", () => { if (boards.start.symbols) Object.values(boards).forEach((one) => one.draw()); });

field("whole").addEventListener("click", () => { field("whole").href = `${location.pathname}${link()}`; });

/** Have an example on the boards. */
function bring(lesson) {
  choose(lesson.do.includes("learn") && lesson.do.length === 1 ? "training" : "test");
  enter(lesson.question.domain, { ...data.usual, ...lesson.question }, lesson.board);
}

/** Begin with the example that a page embeds: "why-not" is Why not? */
function bringNamed(name) {
  const short = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const lesson = data.lessons.find((one) => short(one.name) === short(name));
  if (lesson) bring(lesson);
  else refuse({ problem: "no example has this name", expected: data.lessons.map((one) => short(one.name)).join(", "), found: name });
}

function begin() {
  const domains = data.domains.map((one) => [one.name, `${one.name}: ${one.summary}`]);
  options("domain", [...domains, [data.arcs, "arcs of your own"], [data.program, "a logic program of your own"]]);
  options("heuristic", [["", "the algorithm's own"], ...data.heuristics.map((one) => [one, one])]);
  for (const one of numbers) field(one).max = data.numbers[one].most;
  find(".lessons").append(...data.lessons.map((lesson) => make("button", { type: "button", title: lesson.says, onclick: () => {
    bring(lesson);
    for (const action of lesson.do) ask(action);
  } }, lesson.name)));
  if (location.protocol === "file:") {
    field("missing").textContent = "Browsers do not run this from a file. In the folder of the site run: python3 -m http.server --bind 127.0.0.1";
  }
  showShelf();
  say("");
  document.documentElement.classList.toggle("embedded", embedded !== null);
  recall();
  const again = performance.getEntriesByType("navigation")[0]?.type === "reload"; // then the link is what one began with
  if (!(again && goOn()) && !follow() && !goOn()) enter(data.first.domain, data.first, data.lessons[0].board);
  if (embedded && !location.hash) bringNamed(embedded);
  if (unusable) return;
  navigator.serviceWorker?.register("offline.js");
  if (navigator.connection?.saveData || embedded !== null) return;
  (window.requestIdleCallback ?? setTimeout)(() => { worker ??= start(); }); // Python comes while the board is looked at
}

begin();
