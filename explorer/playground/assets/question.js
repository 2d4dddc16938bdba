// The question as it stands: both problems on their boards, the shelf, and how to search.

const data = JSON.parse(find("#data").textContent);
data.symbols = [];

const field = (name) => document.getElementById(name);
const numbers = Object.keys(data.numbers);
const texts = ["domain", "arcs", "start", "goal", "training_start", "training_goal", "shelf", "off", "in_order", "number", "algorithm", "heuristic"];
const embedded = new URLSearchParams(location.search).get("embed"); // in another page: the example to begin with, or ""; else null
const asked = { ...data.first }; // the question as it stands: what the fields show is written here at once
let board = null; // how states look, and the arcs between them
let pair = "training";
let version = 0; // of the question; counted up where it changes
let macros = { macros: [], albums: [] };

/** Have the training or the test problem on the board. */
function choose(which) {
  pair = which;
  find(`[name="pair"][value="${which}"]`).checked = true;
}

const isProgram = () => asked.domain === data.program;
const ofPair = (end) => (pair === "test" ? end : `training_${end}`);
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
    const text = asked[ofPair(end)];
    const symbols = symbolsOf(text);
    const place = { start: 0, goal: 1 }[end] + (pair === "test" ? 0 : 2);
    if (drawable(symbols)) boards[end].show(board.albums[0], symbols, board.arcs);
    else if (board.texts[ofPair(end)] === text || !text.trim()) {
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
  asked[ofPair(end)] = field(end).value = symbols.join(" ").replaceAll("\u00a0", " ");
  stale();
  showMoves();
  if (!drawable(symbols)) askBoard();
  const same = boards.start.symbols.join(" ") === boards.goal.symbols.join(" ");
  tell(`${move}: ${find("[role=img]", field(`${end}-board`)).getAttribute("aria-label")}${same ? ". Start and goal are the same." : ""}`);
}

/** A board that arcwise drew, with what is looked up in it. */
function withArcs(drawn) {
  const arcs = drawn.arcs.map(([arc, before, after]) => [arc, before.split(" "), after.split(" ")]);
  return Object.assign(drawn, { arcs, knows: new Set(drawn.known ?? []) });
}
[...Object.values(data.boards), ...data.lessons.map((lesson) => lesson.board)].filter(Boolean).forEach(withArcs);

/** Take a board, and its problems where none are asked; whether it can show those that are asked. */
function takeBoard(drawn) {
  board = drawn;
  for (const [part, text] of Object.entries(drawn.texts)) asked[part] ||= text;
  fill();
  return showBoards();
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
  const put = (place, value) => {
    if (document.activeElement !== field(place)) field(place).value = value; // what is being written stays
  };
  const names = isProgram() ? data.proving : Object.keys(data.algorithms);
  if (field("algorithm").options.length !== names.length) options("algorithm", names.map((one) => [one, `${one}: ${data.algorithms[one]}`]));
  put("size", size.join(":"));
  for (const one of ["algorithm", "heuristic", "arcs", ...numbers]) put(one, asked[one]);
  if (!names.includes(asked.algorithm)) field("algorithm").value = names[0];
  field("heuristic").disabled = isProgram() || data.blind.includes(asked.algorithm); // it would have no effect
  field("heuristic").options[0].text = field("heuristic").disabled ? `none: ${field("algorithm").value} looks at none` : "the algorithm's own";
  if (field("heuristic").disabled) field("heuristic").value = "";
  put("program", asked.arcs);
  for (const end of ["start", "goal"]) put(end, asked[ofPair(end)]);
  put("training-goal", asked.training_goal);
  put("test-goal", asked.goal);
  put("in-order", asked.in_order);
  field("number").checked = Boolean(asked.number);
  colour();
  for (const part of findAll("[data-for]")) {
    const kinds = { states: !isProgram(), own: asked.domain === data.arcs, program: isProgram() };
    part.hidden = !kinds[part.dataset.for];
  }
  field("size").closest("label").hidden = isProgram() || asked.domain === data.arcs;
  for (const button of findAll("[data-do]")) button.hidden = isProgram() && !data.program_actions.includes(button.dataset.do);
  find('[data-do="compare"]').textContent = isProgram() ? (asked.in_order ? "3 In book order" : "3 All problems") : "4 Random problems";
}

/** The question has changed: answers that depend on what changed are out of date. */
function stale() {
  version += 1;
  fresh = true;
  queueMicrotask(() => { // when all that one action changes has changed
    record();
    mark();
    if (field("at-once").checked) renew();
  });
}

/** What there is to do, where nothing is done yet. */
function introduce(says) {
  const steps = isProgram()
    ? ["Learn: the training goals are proved; each proof is generalized to a rule, which goes to the shelf.", "Solve: the test goal is proved without the rules and with them.", asked.in_order ? "In book order: the problems are proved one after the other; what was proved may be used." : "All problems: the program's problems show what the rules are worth."]
    : ["Learn: the training problem is solved; its path becomes a macro-operator, which goes to the shelf.", "Solve: the test problem is searched without the macros and with them.", "Steps: both searches step by step, as trees, with their open lists.", "Random problems: what the shelf is worth."];
  field("answer").replaceChildren(make("div", { class: "intro" }, says && make("p", { class: "verdict" }, says), make("ol", {}, ...steps.map((one) => make("li", {}, one)))));
}

function emptyShelf() {
  Object.assign(asked, { shelf: "", off: "" });
  clearShelf();
}

/** Show an empty shelf, until arcwise has drawn what is on it. */
function clearShelf() {
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
  tell(`${which} is ${on ? "on" : "off"}.`);
}

/** Another domain: its board as it stands on the page, or as arcwise draws it. */
function enter(domain, question = {}, drawn = null) {
  waiting = [];
  if (busy) unwanted = 1;
  Object.assign(asked, { start: "", goal: "", training_start: "", training_goal: "", arcs: "", in_order: "", number: "", shelf: "", off: "" }, question, { domain });
  clearShelf();
  answers = new Map();
  stale();
  tell("");
  board = null;
  last = null;
  fill();
  mark();
  introduce(data.lessons.find((lesson) => lesson.board === drawn && lesson.question.arcs === asked.arcs)?.says);
  if (!(drawn && takeBoard(drawn)) && !isProgram()) askBoard();
  if (asked.shelf) ask("shelf");
}
