// One solution of a run as a moving board, and what its search took.

const MOST_ROWS = 20000;

class Side extends Player {
  constructor(viewer, condition, number) {
    super();
    this.viewer = viewer;
    this.condition = condition;
    this.facts = make("p", { class: "facts" });
    this.head = make("h3", {}, condition);
    if (data.conditions.length > 2) {
      const choice = make("select", { "aria-label": `Condition of board ${number + 1}` }, ...data.conditions.map((name) => make("option", { selected: name === condition }, name)));
      choice.addEventListener("change", () => { this.condition = choice.value; this.load(); viewer.ready(); });
      this.choice = choice;
      this.head.replaceChildren(choice);
    }
    const kind = ["before", "after"].includes(condition) ? condition : ["before", "after"][number];
    this.text = make("div");
    this.element = make("section", { class: `side ${kind}`, "aria-label": `Solution ${condition}` }, this.head, this.facts, this.body, this.text);
  }

  get unrolled() {
    return this.viewer.unrolled;
  }

  load() {
    this.stop();
    const { problem, algorithm } = this.viewer;
    if (this.choice) this.choice.value = this.condition;
    this.element.setAttribute("aria-label", `Solution ${this.condition}`);
    const place = searchOf(problem, algorithm, this.condition);
    const row = place === undefined ? null : searches.rows[place];
    this.solution = solutionOf(place);
    this.body.hidden = !this.solution;
    this.text.replaceChildren();
    if (!row) {
      this.facts.textContent = "This search was not made, or is not finished.";
      return;
    }
    const cell = (name) => row[column[name]];
    const work = `${grouped(asNumber(cell("expanded")))} expanded, ${grouped(asNumber(cell("operator applications")))} operator applications`;
    if (cell("status") !== "solved") {
      const by = cell("stopped by") ? ` by ${cell("stopped by")}` : "";
      this.facts.textContent = `Not solved: ${cell("status")}${by}${cell("note") ? ` (${cell("note")})` : ""}. ${work}.`;
      return;
    }
    const steps = cell("steps") === cell("moves") ? "" : ` in ${cell("steps")} steps`;
    this.facts.textContent = `${grouped(asNumber(cell("moves")))} moves${steps}, cost ${cell("cost")}; ${work}.`;
    if (!this.solution) {
      this.facts.textContent += " The page does not hold this solution.";
      return;
    }
    this.open(this.solution, albumOf(problem), this.condition);
    this.text.append(lazily("These moves as a table", () => this.table()));
  }

  table() {
    const { solution } = this;
    const walk = new Walk(solution);
    const rows = [[0, "start", "", walk.symbols.join(" ")]];
    let macro = null;
    for (const move of solution.moves.slice(0, MOST_ROWS)) {
      macro = solution.macroAt.get(walk.at) || (macro && walk.at < macro.begin + macro.length ? macro : null);
      walk.step();
      rows.push([walk.at, solution.name(move), macro ? macro.name : "", walk.symbols.join(" ")]);
    }
    const cut = solution.moves.length > MOST_ROWS ? `, the first ${grouped(MOST_ROWS)}` : "";
    return pagedTable(`Problem ${this.viewer.problem}, ${data.names[this.viewer.algorithm]}, ${this.condition}: moves${cut}`, ["after move", "name", "macro", "cells"], rows);
  }
}
