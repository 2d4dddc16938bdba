// Two solutions of a problem side by side, and one scrubber that moves both.

class Viewer {
  constructor(place) {
    this.place = place;
    this.unrolled = false;
    this.numbers = [...problems.keys()];
    this.problem = this.numbers[0];
    this.algorithm = data.algorithms[0];
    this.input = make("input", { type: "number", min: String(Math.min(...this.numbers)), max: String(Math.max(...this.numbers)), "aria-label": "Number of the problem" });
    this.input.addEventListener("change", () => this.show(Number(this.input.value), this.algorithm));
    const step = (by) => () => this.show(this.numbers[this.numbers.indexOf(this.problem) + by] ?? this.problem, this.algorithm);
    this.choice = make("select", { "aria-label": "Algorithm" }, ...data.algorithms.map((name) => make("option", { value: name }, data.names[name])));
    this.choice.addEventListener("change", () => this.show(this.problem, this.choice.value));
    this.check = make("input", { type: "checkbox", onchange: () => this.unroll(this.check.checked) });
    this.where = make("span", { class: "coverage" });
    this.goal = make("div", { class: "goal" });
    const top = make(
      "div", { class: "top" }, make("label", {}, "Problem ", this.input),
      make("button", { type: "button", onclick: step(-1) }, "Previous problem"), make("button", { type: "button", onclick: step(1) }, "Next problem"),
      make("label", {}, "Algorithm ", this.choice), make("label", {}, this.check, "Unroll macros"), this.where, this.goal,
    );
    const compared = ["before", "after"].every((condition) => data.conditions.includes(condition)) ? ["before", "after"] : [data.conditions[0], data.conditions[data.conditions.length - 1]];
    const conditions = data.conditions.length > 2 ? compared : data.conditions;
    this.sides = conditions.map((condition, number) => new Side(this, condition, number));
    this.range = make("input", { type: "range", min: "0", step: "1", value: "0", "aria-label": "Moves made on both boards", oninput: () => this.both(Number(this.range.value)) });
    this.status = make("span", { role: "status" });
    this.player = make("button", { type: "button", onclick: () => this.sides.forEach((side) => { if (side.solution) side.toggle(); }) }, "Play or pause both");
    this.shared = make("div", { class: "shared" }, make("label", {}, "Both boards: ", this.status), this.range, make("div", { class: "buttons" }, this.player));
    this.range.addEventListener("keydown", (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      this.player.click();
    });
    place.append(top, make("div", { class: "sides" }, ...this.sides.map((side) => side.element)), this.shared);
  }

  show(number, algorithm, condition = null) {
    const nearest = this.numbers.reduce((best, one) => (Math.abs(one - number) < Math.abs(best - number) ? one : best), this.numbers[0]);
    this.problem = nearest;
    this.algorithm = algorithm;
    this.input.value = nearest;
    this.choice.value = algorithm;
    if (condition && data.conditions.length > 2 && !this.sides.some((side) => side.condition === condition)) this.sides[this.sides.length - 1].condition = condition;
    const [, , goal, place] = problems.get(nearest);
    const facts = data.labels[nearest];
    const named = facts ? goal.split(" ").flatMap((symbol, cell) => facts[cell]?.[symbol] ?? []).join(", ") : goal.replace(/\?[0-9]+(?= |$)/g, "?");
    this.where.textContent = `${place ? `${place}; ` : ""}goal ${named.length > 60 ? `${named.slice(0, 60)}…` : named}`;
    this.goal.replaceChildren(...[stillGoal(nearest, goal.split(" "))].filter(Boolean));
    this.sides.forEach((side) => side.load());
    this.ready();
    if (this.shownOnce) this.address();
    this.shownOnce = true;
  }

  /** What is shown is in the page's address, so that a link or a bookmark leads back to it. */
  address() {
    try {
      history.replaceState(null, "", `#problem-${this.problem}-${encodeURIComponent(this.algorithm)}`);
    } catch { /* some browsers forbid it for files */ }
  }

  ready() {
    const able = this.sides.filter((side) => side.solution);
    this.shared.hidden = able.length < 2;
    this.range.max = Math.max(0, ...able.map((side) => side.solution.moves.length));
    this.range.value = 0;
    this.status.textContent = "move 0";
    this.check.disabled = !able.some((side) => side.solution.macros.length && !side.solution.folded);
  }

  both(moves) {
    this.status.textContent = `move ${grouped(moves)}`;
    for (const side of this.sides) {
      if (!side.solution) continue;
      side.stop();
      side.move(side.position(moves));
    }
  }

  unroll(yes) {
    const places = this.sides.map((side) => (side.solution ? side.moves(side.at) : 0));
    this.unrolled = yes;
    this.sides.forEach((side, n) => {
      side.stop();
      if (side.solution) side.layout(places[n]);
    });
  }
}

const holder = find("#viewer");
const viewer = holder ? new Viewer(holder) : null;

/** Show a problem's solutions, and go there. */
function openProblem(problem, algorithm, condition = null) {
  if (!viewer) return;
  viewer.show(problem, algorithm, condition);
  viewer.address();
  document.getElementById("solutions").scrollIntoView();
  viewer.input.focus({ preventScroll: true });
}

/** Open the problem that the address names; whether it names one. */
function openNamed() {
  const named = location.hash.match(/^#problem-(\d+)-(.+)$/);
  if (!named || !data.algorithms.includes(decodeURIComponent(named[2]))) return false;
  openProblem(Number(named[1]), decodeURIComponent(named[2]));
  return true;
}

/** The problem that the address names, or the first one with a macro in its solution. */
function openFirst() {
  if (!viewer || openNamed()) return;
  let place = data.solutions.macros.findIndex((macros) => macros !== 0);
  if (place < 0) place = data.solutions.paths.findIndex((path) => path !== 0 && path !== "");
  const row = searches.rows[Math.max(0, place)];
  viewer.show(Number(row[column.problem]), row[column.algorithm], row[column.condition]);
}
openFirst();
addEventListener("hashchange", () => { if (viewer) openNamed(); });
