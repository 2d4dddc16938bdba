// Which answers are for the question as it stands, which are out of date, and those asked anew at once.

const SEARCH = ["domain", "arcs", "algorithm", "heuristic", "nodes", "seconds"]; // what every answer depends on
const PARTS = {
  learn: ["training_start", "training_goal", "number"],
  solve: ["start", "goal", "shelf", "off"],
  step: ["start", "goal", "shelf", "off"],
  compare: ["goal", "shelf", "off", "problems", "seed", "in_order"],
};
const CALLED = {
  arcs: "program", training_start: "training problem", training_goal: "training problem", start: "test problem", goal: "test problem", shelf: "shelf", off: "shelf",
  number: "any number of repetitions", problems: "random problems", seed: "random problems", in_order: "book order", ...Object.fromEntries(SEARCH.slice(2).map((one) => [one, "search"])),
};

let answers = new Map(); // the last answer to each action, with what it depends on as it was then; another map for each question

/** What the answer to an action depends on, as it stands. */
function basis(action) {
  const parts = [...SEARCH, ...PARTS[action]].filter((one) => !(one === "goal" && action === "compare" && isProgram()));
  return Object.fromEntries(parts.map((one) => [one, asked[one]]));
}

/** Take down an answer to the question as it stands; shelf: of learning, what was on the shelf before. */
function hold(action, answer, shelf) {
  answers = new Map(answers).set(action, { answer, shelf, left: asked.shelf, basis: basis(action) });
}

/** What has changed since an action was answered, in words; nothing where it was not asked. */
function changedSince(action) {
  if (!answers.has(action)) return [];
  const was = answers.get(action).basis;
  return [...new Set(Object.entries(basis(action)).filter(([part, text]) => text !== was[part]).map(([part]) => CALLED[part]))];
}

/** Whether the answer to an action is there, and for the question as it stands. */
const isCurrent = (action) => answers.has(action) && !changedSince(action).length;

/** The actions whose answers one looks at, and that are out of date. */
const outOfDate = () => [...new Set(["learn", last])].filter((action) => answers.has(action) && !isCurrent(action));

/** Mark the button whose answer is shown, and all whose answers are out of date. */
function mark() {
  for (const button of findAll("[data-do]")) {
    const action = button.dataset.do;
    const words = changedSince(action).join(", ");
    button.setAttribute("aria-pressed", action === last);
    button.classList.toggle("old", Boolean(words));
    button.title = words && `out of date: another ${words}`;
  }
  const words = [...new Set(outOfDate().flatMap(changedSince))].join(", ");
  field("old").hidden = !words;
  field("old-words").textContent = words && `Out of date: ${words} changed.`;
}

/** Ask anew what is out of date. Learning puts what it learned in the place of what it had learned. */
function renew() {
  for (const action of outOfDate()) ask(action, true);
}

/** The shelf to learn with: anew, without what was learned then, if nothing else has come since. */
function shelfFor(action, anew) {
  const then = answers.get(action);
  return anew && action === "learn" && then.left === asked.shelf ? then.shelf : asked.shelf;
}
