// Questions to arcwise, one after the other, and its answers.

let last = null;
let busy = false;
let waiting = []; // actions to come, each once, and whether anew
let asking = null; // what is being done: the action, the shelf it is done with, and whether anew
let unwanted = 0; // answers to come that are of another domain's question
let askedVersion = 0;
let worker = null;
let repaint = null;
const PATIENCE = 30; // seconds without a word of Python beyond those that a search may take
let watch = null;
let loaded = false; // whether Python has come: that takes as long as the network does
const unusable = Boolean(data.missing) || location.protocol === "file:";

function say(words, working = false) {
  busy = working;
  if (busy) field("loading").textContent = "";
  find("output").textContent = words;
  if (!busy && document.activeElement === field("cancel")) find('[data-do="learn"]').focus();
  find("progress").hidden = field("cancel").hidden = !busy;
  for (const button of findAll("[data-do], #random")) {
    button.disabled = unusable;
    button.setAttribute("aria-disabled", busy); // it keeps the focus, and waits
  }
  field("work").setAttribute("aria-busy", busy);
}

/** Words that do not matter while something is being done. */
function tell(words) {
  if (!busy) say(words);
}

function start() {
  const made = new Worker("worker.js", { type: "module" });
  made.addEventListener("message", ({ data: told }) => {
    loaded ||= Boolean(told.ready);
    if (told.ready || told.answer || told.failure) field("loading").textContent = "";
    if (told.ready) keepOffline();
    else if (told.progress) hear(told);
    else if (told.failure) breakDown(told.failure);
    else if (unwanted) passOver();
    else if (told.answer.error) refuse(told.answer.error);
    else show(told.answer, asking);
    watchOver();
  });
  made.addEventListener("error", (event) => breakDown({ problem: `the playground failed: ${event.message ?? "its worker did not start"}` }));
  made.postMessage(runtime);
  return made;
}

/** How far Python is: in its own place where nothing waits for it. */
function hear({ progress, share }) {
  if (busy) say(progress, true);
  else field("loading").textContent = share < 1 ? progress : "";
  if (share === undefined) find("progress").removeAttribute("value");
  else find("progress").value = share;
}

/** End Python, which is of no use any more, and say why; the next question starts it again. */
function breakDown(error) {
  stop("");
  refuse({ ...error, remedy: error.remedy ?? "the next question starts Python again" });
}

/** Be sure that Python is heard of again: its own limits end searches alone. */
function watchOver() {
  clearTimeout(watch);
  const most = (asked.seconds || 0) + PATIENCE; // the field may be empty for a moment
  const late = () => breakDown({ problem: `nothing was heard of Python for ${most} seconds, so it was ended`, remedy: "a smaller problem, or more Seconds at most under Search" });
  if (busy && loaded) watch = setTimeout(late, most * 1000);
}

/** An answer to what is asked no more. */
function passOver() {
  unwanted = 0;
  say("");
  askNext();
}

function askNext() {
  if (waiting.length) ask(...waiting.shift());
}

const runtime = { place: new URL("python/", location.href).href, wheels: data.wheels, bytes: data.bytes };

/** Ask for an answer; anew: one that is out of date, whether or not it is looked at. */
function ask(action, anew = false) {
  if (unusable) return;
  const wrong = numbers.find((one) => !field(one).checkValidity() || field(one).value === "");
  if (wrong) {
    field("settings").open = true;
    field(wrong).reportValidity();
    return;
  }
  if (busy) {
    if (!waiting.some(([one]) => one === action)) waiting.push([action, anew]);
    return;
  }
  askedVersion = version;
  if (isCurrent(action) && answers.get(action).answer) {
    last = action;
    show(answers.get(action).answer, { action });
    return;
  }
  if (anew && isCurrent(action)) return askNext();
  if (!anew && !["board", "shelf"].includes(action)) last = action;
  worker ??= start();
  say("Working ...", true);
  const shelf = shelfFor(action, anew);
  asking = { action, shelf, anew };
  const question = { ...Object.fromEntries([...texts, ...numbers].map((one) => [one, asked[one]])), shelf };
  worker.postMessage({ ...runtime, request: JSON.stringify({ action, question }) });
  watchOver();
}

function stop(words) {
  worker?.terminate();
  worker = null;
  loaded = false;
  waiting = [];
  unwanted = 0;
  say(words);
  watchOver();
}

/** Show an answer, and ask what waits. */
function show(answer, { action, shelf, anew }) {
  const place = field("answer");
  const read = Object.fromEntries(["start", "goal", "training_start", "training_goal"].filter((one) => one in answer).map((one) => [one, answer[one]]));
  say([answer.words, ...(answer.warnings ?? []).map((one) => `warning: ${one}`)].join(" · "));
  const current = askedVersion === version; // else the question changed meanwhile, and keeps what it says
  if (current) Object.assign(asked, read);
  if (answer.board) takeBoard(withArcs({ ...answer.board, texts: current ? read : {} }));
  fill();
  if (answer.board && !current && !showBoards()) waiting.push(["board", false]);
  if (answer.macros) {
    macros = answer;
    if (answer.shelf !== asked.shelf) stale();
    asked.shelf = answer.shelf;
    showShelf(answer.new);
    if (action === "learn" && current) hold(action, null, shelf);
    const fresh = answer.macros.find((one) => answer.new?.includes(one.name));
    const looked = action !== "learn" || action === last; // else one looks at what depends on the shelf
    if (looked && fresh) explain(fresh);
    else if (looked && answer.html) place.replaceChildren(html(answer.html));
  } else if (current && action in PARTS) hold(action, answer);
  if (answer.sides) {
    data.symbols = answer.symbols ?? data.symbols;
    drawSides(place, answer);
  } else if (answer.page) {
    repaint = drawSteps(place, answer.page);
  } else if (!answer.macros && answer.html) {
    drawWorth(place, answer);
  }
  for (const one of findAll(".scroll:has(svg)", place)) one.scrollLeft = (one.scrollWidth - one.clientWidth) / 2; // a tree's root
  mark();
  record();
  if (anew) renew(); // what depends on it
  askNext();
}

function refuse(error) {
  waiting = [];
  unwanted = 0;
  say("This could not be done.");
  drawRefusal(field("answer"), error);
  mark();
}

/** Have the service worker keep all files, so that the page works without a network. */
async function keepOffline() {
  const kept = await navigator.serviceWorker?.ready;
  kept?.active.postMessage("keep");
}
