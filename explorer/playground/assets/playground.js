// The page: both problems, the questions that are asked of arcwise, what it answers, examples, and the link.

const data = JSON.parse(find("#data").textContent);
data.symbols = [];

const field = (name) => document.getElementById(name);
const numbers = Object.keys(data.numbers);
const texts = ["domain", "arcs", "start", "goal", "training_start", "training_goal", "shelf", "off", "algorithm", "heuristic"];
const asked = { ...data.first }; // the question as it stands: what the fields show is written here at once
const answers = new Map(); // the last answer to each action, shown again until the question changes
let board = null; // how states look, and the arcs between them
let pair = "training";
let last = null;
let busy = false;
let waiting = []; // actions to come
let worker = null;
let macros = { macros: [], albums: [] };
let repaint = null;
const unusable = Boolean(data.missing) || location.protocol === "file:";

const isProgram = () => asked.domain === data.program;
const name = (end) => (pair === "test" ? end : `training_${end}`);
const symbolsOf = (text) => text.trim().split(/[\s,;()[\]]+/).filter(Boolean);

// Boards.

const boards = {
  start: new TouchBoard(field("start-board"), "Start", 190, (symbols, move) => moved("start", symbols, move)),
  goal: new TouchBoard(field("goal-board"), "Goal", 130, (symbols, move) => moved("goal", symbols, move)),
};

/** Whether the page can draw a state: all its cells are known, and of drawings the state itself where it has to be. */
function drawable(symbols) {
  const album = board?.albums[0];
  if (!album || symbols.length !== board.shown[0].cells.split(" ").length) return false;
  if (board.known && !board.knows.has(symbols.join(" "))) return false;
  return symbols.every((symbol, cell) => (album.usual ? symbol in album.usual[cell] : symbol in album.symbols));
}

function showBoards() {
  if (isProgram() || !board) return true;
  data.symbols = board.symbols;
  let all = true;
  for (const end of ["start", "goal"]) {
    const text = asked[name(end)];
    const symbols = symbolsOf(text);
    const place = { start: 0, goal: 1 }[end] + (pair === "test" ? 0 : 2);
    if (drawable(symbols)) boards[end].show(board.albums[0], symbols, board.arcs);
    else if (board.texts[name(end)] === text || !text.trim()) {
      const { cells, album } = board.shown[place];
      boards[end].show(board.albums[album], cells.split(" "), album ? [] : board.arcs);
    } else all = false;
  }
  showMoves();
  return all;
}

function showMoves() {
  const moves = boards.start.symbols ? boards.start.moves : [];
  const again = new Set(moves.map((move) => move.name)).size < moves.length;
  const buttons = moves.slice(0, 12).map((move) => {
    const words = again ? `${move.name} ${boards.start.touched(move)}` : move.name;
    return make("button", { type: "button", onclick: () => {
      boards.start.make(move);
      (findAll(".moves button").find((one) => one.textContent === words) ?? find(".moves button"))?.focus();
    } }, words);
  });
  find(".moves").replaceChildren(...buttons);
}

function moved(end, symbols, move) {
  asked[name(end)] = field(end).value = symbols.join(" ").replaceAll("\u00a0", " ");
  stale();
  showMoves();
  if (!drawable(symbols)) askBoard();
  const same = boards.start.symbols.join(" ") === boards.goal.symbols.join(" ");
  say(`${move}: ${find("[role=img]", field(`${end}-board`)).getAttribute("aria-label")}${same ? ". Start and goal are the same." : ""}`);
}

/** Take a board that arcwise drew, and the problems as it read them. */
function takeBoard(drawn) {
  const arcs = drawn.arcs.map(([arc, before, after]) => [arc, before.split(" "), after.split(" ")]);
  board = { ...drawn, arcs, knows: new Set(drawn.known ?? []) };
  Object.assign(asked, drawn.texts);
  fill();
  showBoards();
}

const askBoard = () => ask("board");

// The fields and the question.

function options(place, pairs) {
  field(place).replaceChildren(...pairs.map(([value, words]) => make("option", { value }, words)));
}

function fill() {
  const [domain, ...size] = asked.domain.split(":");
  field("domain").value = domain;
  if (field("domain").value !== domain) throw new Error(`There is no domain ${domain} here.`);
  field("size").value = size.join(":");
  for (const one of ["algorithm", "heuristic", "arcs", ...numbers]) field(one).value = asked[one];
  field("program").value = asked.arcs;
  for (const end of ["start", "goal"]) field(end).value = asked[name(end)];
  field("training-goal").value = asked.training_goal;
  field("test-goal").value = asked.goal;
  for (const part of findAll("[data-for]")) {
    const kinds = { states: !isProgram(), own: asked.domain === data.arcs, program: isProgram() };
    part.hidden = !kinds[part.dataset.for];
  }
  field("size").closest("label").hidden = isProgram() || asked.domain === data.arcs;
  for (const button of findAll("[data-do]")) button.hidden = isProgram() && !data.program_actions.includes(button.dataset.do);
  find('[data-do="compare"]').textContent = isProgram() ? "3 All problems" : "4 Random problems";
}

/** The question has changed: no answer is for it any more. */
function stale() {
  answers.clear();
}

/** What there is to do, where nothing is done yet. */
function introduce(says) {
  const steps = isProgram()
    ? ["Learn: the training goals are proved; each proof is generalized to a rule, which goes to the shelf.", "Solve: the test goal is proved without the rules and with them.", "All problems: the program's problems show what the rules are worth."]
    : ["Learn: the training problem is solved; its path becomes a macro-operator, which goes to the shelf.", "Solve: the test problem is searched without the macros and with them.", "Steps: both searches step by step, as trees, with their open lists.", "Random problems: what the shelf is worth."];
  field("answer").replaceChildren(make("div", { class: "intro" }, says && make("p", { class: "verdict" }, says), make("ol", {}, ...steps.map((one) => make("li", {}, one)))));
}

function emptyShelf() {
  Object.assign(asked, { shelf: "", off: "" });
  macros = { macros: [], albums: [] };
  showShelf();
}

function showShelf(fresh = []) {
  data.symbols = macros.symbols ?? data.symbols;
  drawShelf(field("shelf"), macros, fresh, explain, flip);
}

function explain(macro) {
  data.symbols = macros.symbols ?? data.symbols;
  drawReasons(field("answer"), macro, macros);
  field("answer").focus({ preventScroll: true });
}

function flip(which, on) {
  const off = new Set(asked.off.split(" ").filter(Boolean));
  if (on) off.delete(which);
  else off.add(which);
  asked.off = [...off].join(" ");
  macros.macros.find((one) => one.name === which).on = on;
  stale();
  say(`${which} is ${on ? "on" : "off"}.`);
}

/** Another domain: its board as it stands on the page, or as arcwise draws it. */
function enter(domain, question = {}, drawn = null) {
  waiting = [];
  if (busy) stop("");
  Object.assign(asked, { start: "", goal: "", training_start: "", training_goal: "", arcs: "" }, question, { domain });
  emptyShelf();
  stale();
  say("");
  board = null;
  last = null;
  fill();
  mark();
  introduce(data.lessons.find((lesson) => lesson.board === drawn && lesson.question.arcs === asked.arcs)?.says);
  if (drawn) takeBoard(drawn);
  else if (!isProgram()) askBoard();
}

// Asking.

function say(words, working = false) {
  busy = working;
  find("output").textContent = words;
  if (!busy && document.activeElement === field("cancel")) find('[data-do="learn"]').focus();
  find("progress").hidden = field("cancel").hidden = !busy;
  for (const button of findAll("[data-do], #random")) {
    button.disabled = unusable;
    button.setAttribute("aria-disabled", busy); // it keeps the focus, and waits
  }
  field("work").setAttribute("aria-busy", busy);
}

function start() {
  const made = new Worker("worker.js", { type: "module" });
  made.addEventListener("message", ({ data: told }) => {
    if (told.ready) keepOffline();
    else if (told.progress) { if (busy) say(told.progress, true); }
    else if (told.failure) refuse({ problem: `The playground failed: ${told.failure}` });
    else if (told.answer.error) refuse(told.answer.error);
    else show(told.answer);
  });
  made.addEventListener("error", (event) => refuse({ problem: `The playground failed: ${event.message ?? "its worker did not start"}` }));
  made.postMessage(runtime);
  return made;
}

const runtime = { place: new URL("python/", location.href).href, wheels: data.wheels };

function ask(action) {
  if (unusable) return;
  const wrong = numbers.find((one) => !field(one).checkValidity() || field(one).value === "");
  if (wrong) {
    field("settings").open = true;
    field(wrong).reportValidity();
    return;
  }
  if (busy) {
    waiting.push(action);
    return;
  }
  if (answers.has(action)) {
    last = action;
    show(answers.get(action));
    return;
  }
  last = action;
  worker ??= start();
  say("Working ...", true);
  const question = Object.fromEntries([...texts, ...numbers].map((one) => [one, asked[one]]));
  worker.postMessage({ ...runtime, request: JSON.stringify({ action, question }) });
}

function stop(words) {
  worker?.terminate();
  worker = null;
  waiting = [];
  say(words);
}

/** Show an answer, and ask what waits. */
function show(answer) {
  const place = field("answer");
  const read = Object.fromEntries(["start", "goal", "training_start", "training_goal"].filter((one) => one in answer).map((one) => [one, answer[one]]));
  say(answer.rows ? answer.words.split("; ")[0] : answer.words); // of a verdict the first part, all of it stands below
  if (answer.board) takeBoard({ ...answer.board, texts: read });
  else Object.assign(asked, read);
  fill();
  if (answer.macros) {
    macros = answer;
    if (answer.shelf !== asked.shelf) stale();
    asked.shelf = answer.shelf;
    showShelf(answer.new);
    const fresh = answer.macros.find((one) => answer.new?.includes(one.name));
    if (fresh) explain(fresh);
    else if (answer.html) place.replaceChildren(html(answer.html));
  }
  if (answer.sides) {
    answers.set("solve", answer);
    data.symbols = answer.symbols ?? data.symbols;
    drawSides(place, answer);
  } else if (answer.page) {
    answers.set("step", answer);
    repaint = drawSteps(place, answer.page);
  } else if (!answer.macros && answer.html) {
    answers.set("compare", answer);
    drawWorth(place, answer);
  }
  for (const one of findAll(".scroll", place)) one.scrollLeft = (one.scrollWidth - one.clientWidth) / 2; // a tree's root
  mark();
  if (waiting.length) ask(waiting.shift());
}

/** Mark the button whose answer is shown. */
function mark() {
  for (const button of findAll("[data-do]")) button.setAttribute("aria-pressed", button.dataset.do === last);
}

function refuse(error) {
  waiting = [];
  say("This could not be done.");
  drawRefusal(field("answer"), error);
}

// Without a network.

async function keepOffline() {
  const kept = await navigator.serviceWorker?.ready;
  kept?.active.postMessage("keep");
}

// The link: what differs from the usual, behind the # of the address.

function link() {
  const words = new URLSearchParams();
  for (const one of [...texts, ...numbers]) {
    if (one === "domain" || String(asked[one]) !== String(data.usual[one])) words.set(one, asked[one]);
  }
  if (["solve", "step", "compare"].includes(last)) words.set("do", last);
  return `#${words}`;
}

/** Whether the address brings a question; it is asked. */
function follow() {
  const words = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  if (!words.domain) return false;
  const { do: action, domain, ...values } = { ...data.usual, ...words };
  for (const one of numbers) values[one] = Number(values[one]);
  const known = [...texts, ...numbers];
  const question = Object.fromEntries(Object.entries(values).filter(([one]) => known.includes(one)));
  try {
    enter(domain, question);
  } catch (error) {
    refuse({ problem: error.message });
    return true;
  }
  asked.shelf = question.shelf;
  asked.off = question.off;
  if (asked.shelf) ask("shelf");
  if (data.actions.includes(action)) ask(action);
  return true;
}

// What people do.

for (const one of ["start", "goal"]) {
  field(one).addEventListener("change", () => {
    asked[name(one)] = field(one).value;
    stale();
    if (!showBoards()) askBoard();
  });
}
for (const [place, part] of [["arcs", "arcs"], ["program", "arcs"], ["training-goal", "training_goal"], ["test-goal", "goal"]]) {
  field(place).addEventListener("change", () => {
    asked[part] = field(place).value;
    stale();
    if (part === "arcs") emptyShelf();
    if (place === "arcs") askBoard();
  });
}
for (const one of ["algorithm", "heuristic", ...numbers]) {
  field(one).addEventListener("change", () => {
    asked[one] = numbers.includes(one) ? field(one).valueAsNumber : field(one).value;
    stale();
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
  if (own && [data.arcs, data.program].includes(chosen)) return enter(chosen, own.question, own.board);
  const domain = `${chosen}:${data.domains.find((one) => one.name === chosen).size}`;
  return enter(domain, {}, data.boards[domain]);
});
field("size").addEventListener("change", () => {
  const domain = `${field("domain").value}:${field("size").value.trim()}`;
  enter(domain, {}, data.boards[domain]);
});
field("random").addEventListener("click", () => {
  if (busy) return;
  asked.seed = 1 + Math.floor(Math.random() * data.numbers.seed.most);
  asked[name("start")] = "";
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
field("share").addEventListener("click", async () => {
  history.replaceState(null, "", link());
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied, and in the address bar.");
  } catch {
    say("The link is in the address bar.");
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
  field("theme").textContent = `Theme: ${next}`;
  if (find("iframe")) repaint?.();
});
document.addEventListener("click", (event) => {
  if (!event.target.closest("#settings")) field("settings").open = false;
});
addEventListener("hashchange", follow);
addEventListener("resize", () => { if (boards.start.symbols) Object.values(boards).forEach((one) => one.draw()); });

function begin() {
  const domains = data.domains.map((one) => [one.name, `${one.name}: ${one.summary}`]);
  options("domain", [...domains, [data.arcs, "arcs of your own"], [data.program, "a logic program of your own"]]);
  options("algorithm", Object.entries(data.algorithms).map(([one, summary]) => [one, `${one}: ${summary}`]));
  options("heuristic", [["", "the algorithm's own"], ...data.heuristics.map((one) => [one, one])]);
  for (const one of numbers) field(one).max = data.numbers[one].most;
  find(".lessons").append(...data.lessons.map((lesson) => make("button", { type: "button", title: lesson.says, onclick: () => {
    enter(lesson.question.domain, { ...data.usual, ...lesson.question }, lesson.board);
    for (const action of lesson.do) ask(action);
  } }, lesson.name)));
  if (location.protocol === "file:") {
    field("missing").textContent = "Browsers do not run this from a file. In the folder of the site say: python3 -m http.server --bind 127.0.0.1";
  }
  showShelf();
  say("");
  if (!follow()) enter(data.first.domain, data.first, data.lessons[0].board);
  if (unusable) return;
  navigator.serviceWorker?.register("offline.js");
  if (!navigator.connection?.saveData) worker ??= start(); // Python comes while the board is looked at
}

begin();
