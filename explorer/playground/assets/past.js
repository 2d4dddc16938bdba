// Questions as they stood, the present one last: for Undo, for a size that is typed back, and kept in the browser.

const KEY = "arcwise-playground";
const MOST_KEPT = 60; // questions; the last one of each domain is kept beyond that
const ofDomain = ["arcs", "start", "goal", "training_start", "training_goal", "shelf", "off", "in_order", "number"];
let past = []; // each with the pair on the board, and here also its answers, the last one's action, and its board
let fresh = false; // whether a person changed the question, not an answer that fills it in

/** Take down the question as it stands: a new one if a person changed it, else in place of the last one. */
function record() {
  const now = { asked: { ...asked }, pair, last, answers, board };
  if (!fresh || same(now, past.at(-1))) past.pop();
  past.push(now);
  fresh = false;
  if (past.length > MOST_KEPT) {
    const old = past.findIndex((one, place) => past.findLastIndex((other) => other.asked.domain === one.asked.domain) > place);
    if (old >= 0) past.splice(old, 1);
  }
  field("undo").disabled = past.length < 2;
  keep();
}

const same = (one, other) => JSON.stringify(one.asked) === JSON.stringify(other?.asked);

/** Keep the questions in the browser, or as many of the last ones as it takes. */
function keep() {
  if (embedded !== null) return; // a lecture's page begins as it is linked
  const kept = past.map((one) => ({ asked: one.asked, pair: one.pair }));
  for (let many = kept.length; many; many >>= 1) {
    try {
      localStorage.setItem(KEY, JSON.stringify(kept.slice(-many)));
      return;
    } catch {} // full, or switched off
  }
}

/** Read the questions that the browser has kept. */
function recall() {
  try {
    const kept = JSON.parse((embedded === null && localStorage.getItem(KEY)) || "[]");
    past = kept.map((one) => ({ pair: one.pair, asked: { ...data.usual, ...one.asked }, answers: new Map() }));
    for (const one of past) for (const name of numbers) one.asked[name] ??= data.usual[name]; // a field that was empty
  } catch {} // switched off, or of another version of the page
}

/** Go on with the last question that the browser has kept; whether it has one. */
function goOn() {
  const now = past.at(-1);
  if (!now) return false;
  try {
    choose(now.pair);
    enter(now.asked.domain, now.asked, drawnFor(now.asked));
    return true;
  } catch { // of another version of the page
    past = [];
    return false;
  }
}

/** Undo the last change of the question; its answer is shown again. */
function undo() {
  if (past.length < 2) return;
  const undone = past.pop();
  const was = past.pop();
  choose(undone.pair);
  const changed = Object.keys(was.asked).filter((one) => was.asked[one] !== undone.asked[one]);
  if (["domain", "arcs", "shelf", "off", "number"].some((one) => changed.includes(one))) enter(was.asked.domain, was.asked, was.board ?? drawnFor(was.asked));
  else {
    Object.assign(asked, was.asked);
    stale();
    fill();
    if (!showBoards()) askBoard();
  }
  tell(`Undone: ${changed.includes("domain") ? "domain" : changed.map((one) => one.replaceAll("_", " ")).join(", ")}.`);
  answers = new Map([...answers, ...was.answers]);
  if (was.answers.get(was.last)?.answer) ask(was.last);
}

/** Another domain or size: as it was left, or as it is at first. */
function visit(domain, question = {}, drawn = null) {
  const was = past.findLast((one) => one.asked.domain === domain);
  if (!was) return enter(domain, question, drawn);
  const left = Object.fromEntries(ofDomain.map((one) => [one, was.asked[one]]));
  return enter(domain, left, was.board ?? drawnFor(was.asked));
}

/** A board for a question that stands on the page already, or null. */
function drawnFor({ domain, arcs }) {
  const lesson = data.lessons.find(({ question }) => question.domain === domain && (question.arcs ?? "") === arcs);
  return lesson?.board ?? data.boards[domain] ?? null;
}
