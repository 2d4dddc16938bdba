// One solution as a moving board with its scrubber, its buttons and its steps.

const PACE = 480;
const CHIPS = 60;
const MOST_ROWS = 20000;

const th = (n) => `${n}${["th", "st", "nd", "rd"][n % 100 > 10 && n % 100 < 14 ? 0 : n % 10] || "th"}`;

class Side {
  constructor(viewer, condition, number) {
    this.viewer = viewer;
    this.condition = condition;
    this.timer = null;
    this.facts = make("p", { class: "facts" });
    this.stage = make("div", { class: "stage", tabindex: "0", role: "group" });
    this.now = make("p", { class: "now", role: "status" });
    this.brackets = make("div", { class: "brackets", "aria-hidden": "true" });
    this.range = make("input", { type: "range", min: "0", step: "1", value: "0", oninput: () => this.move(Number(this.range.value)) });
    const button = (words, label, act) => make("button", { type: "button", "aria-label": label, title: label, onclick: act }, words);
    this.player = button("Play", "Play", () => this.toggle());
    this.buttons = make(
      "div", { class: "buttons" },
      button("|◂", "To the start", () => this.move(0)), button("◂", "One step back", () => this.move(this.at - 1)), this.player,
      button("▸", "One step on", () => this.move(this.at + 1)), button("▸|", "To the end", () => this.move(Infinity)),
    );
    this.chips = make("div", { class: "chips", role: "group" });
    this.body = make("div", {}, this.stage, this.now, make("div", { class: "track" }, this.brackets, this.range), this.buttons, this.chips);
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
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  get length() {
    if (!this.solution) return 0;
    return this.viewer.unrolled ? this.solution.moves.length : this.solution.ends.length;
  }

  /** How many moves are over at a position. */
  moves(at) {
    return this.viewer.unrolled || at === 0 ? at : this.solution.ends[at - 1];
  }

  /** The last position at which at most so many moves are over. */
  position(moves) {
    if (this.viewer.unrolled) return Math.min(moves, this.length);
    let at = 0;
    while (at < this.length && this.solution.ends[at] <= moves) at += 1;
    return at;
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
    this.walk = new Walk(this.solution);
    this.board = new MovingBoard(problem, this.stage.clientWidth - 12);
    this.stage.replaceChildren(this.board.element);
    this.stage.setAttribute("aria-label", `Board ${this.condition}; arrow keys move, space plays`);
    this.range.setAttribute("aria-label", `Position in the solution ${this.condition}`);
    this.chips.setAttribute("aria-label", `Steps of the solution ${this.condition}`);
    this.text.append(lazily("These moves as a table", () => this.table()));
    this.layout(0);
    this.board.element.getBoundingClientRect();
    this.board.glide(true);
  }

  /** After a change between steps and moves: same place in the solution, new scale. */
  layout(moves) {
    this.range.max = this.length;
    this.range.disabled = this.length === 0;
    const count = Math.max(1, this.length);
    const { ends, macros, macroAt } = this.solution;
    const spans = this.viewer.unrolled
      ? macros.map((macro) => [macro.begin, macro.length, macro.name])
      : ends.flatMap((end, n) => {
        const macro = macroAt.get(n ? ends[n - 1] : 0);
        return macro ? [[n, 1, macro.name]] : [];
      });
    const wide = this.brackets.clientWidth;
    let free = -12;
    this.brackets.replaceChildren(...spans.slice(0, 400).map(([begin, length, name]) => {
      const bracket = make("div", { class: "bracket" });
      bracket.style.left = `${(100 * begin) / count}%`;
      bracket.style.width = `${(100 * length) / count}%`;
      const middle = (wide * (begin + length / 2)) / count;
      const half = name.length * 4.6 + 2;
      if (middle - half >= free) {
        free = middle + half;
        bracket.append(make("span", {}, name));
      }
      return bracket;
    }));
    this.at = -1;
    this.move(this.position(moves));
  }

  move(at) {
    const target = Math.min(Math.max(at, 0), this.length);
    if (!this.solution || target === this.at) return;
    this.at = target;
    const moves = this.moves(target);
    const since = target === 0 ? 0 : this.moves(target - 1);
    const changed = this.walk.go(moves, since);
    this.board.go(this.walk.symbols, this.walk.tokens, changed);
    this.range.value = target;
    const words = this.words(target, moves, since);
    this.range.setAttribute("aria-valuetext", words);
    this.now.textContent = words;
    this.drawChips();
    if (target === this.length) this.stop();
  }

  words(at, moves, since) {
    const { solution, viewer } = this;
    if (!this.length) return "Start and goal are the same";
    if (at === 0) return `Start, ${grouped(solution.moves.length)} moves to go`;
    const done = at === this.length ? ", the goal" : "";
    const unit = viewer.unrolled ? "Move" : "Step";
    const head = `${unit} ${grouped(at)} of ${grouped(this.length)}: `;
    const macro = viewer.unrolled
      ? solution.macros.find((one) => one.begin < moves && moves <= one.begin + one.length) : solution.macroAt.get(since);
    if (!macro) return head + solution.name(solution.moves[moves - 1]) + done;
    if (!viewer.unrolled) {
      const many = solution.folded ? "" : ` (${macro.length} moves)`;
      return `${head}macro ${macro.name}${many}${done}`;
    }
    return `${head}${solution.name(solution.moves[moves - 1])}, ${th(moves - macro.begin)} of ${macro.length} of macro ${macro.name}${done}`;
  }

  drawChips() {
    const { solution, viewer } = this;
    const first = Math.max(0, Math.min(this.at - CHIPS / 2, this.length - CHIPS));
    const last = Math.min(this.length, first + CHIPS);
    const chip = (n, words, kind) => make("button", {
      type: "button", class: kind, tabindex: "-1", "aria-current": n + 1 === this.at ? "step" : null, onclick: () => this.move(n + 1),
    }, words);
    const parts = first > 0 ? [make("span", {}, `… ${grouped(first)} before`)] : [];
    let group = null;
    for (let n = first; n < last; n += 1) {
      const since = this.moves(n);
      const macro = solution.macroAt.get(since);
      if (!viewer.unrolled) {
        parts.push(chip(n, macro ? macro.name : solution.name(solution.moves[since]), macro ? "macro" : null));
        continue;
      }
      if (macro) {
        group = { left: macro.length, box: make("span", { class: "group" }, make("b", {}, macro.name)) };
        parts.push(group.box);
      }
      const button = chip(n, solution.name(solution.moves[n]), null);
      if (group && group.left > 0) {
        group.box.append(button);
        group.left -= 1;
      } else parts.push(button);
    }
    if (last < this.length) parts.push(make("span", {}, `${grouped(this.length - last)} more …`));
    this.chips.replaceChildren(...parts);
    const current = find("[aria-current]", this.chips);
    if (current) this.chips.scrollTop = current.offsetTop - this.chips.clientHeight / 2;
    else this.chips.scrollTop = 0;
  }

  toggle() {
    if (this.timer) {
      this.stop();
      return;
    }
    if (this.at === this.length) this.move(0);
    this.player.textContent = "Pause";
    this.player.setAttribute("aria-label", "Pause");
    this.now.setAttribute("role", "presentation");
    this.timer = setInterval(() => this.move(this.at + 1), PACE);
  }

  stop() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
    this.player.textContent = "Play";
    this.player.setAttribute("aria-label", "Play");
    this.now.setAttribute("role", "status");
  }

  key(event) {
    if (!this.solution || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, summary")) return;
    const range = event.target === this.range;
    const acts = { ArrowLeft: () => this.move(this.at - 1), ArrowRight: () => this.move(this.at + 1), Home: () => this.move(0), End: () => this.move(Infinity) };
    if (event.key === " " && (range || event.target === this.stage)) this.toggle();
    else if (event.key in acts && !range && !event.target.closest(".scroll")) acts[event.key]();
    else return;
    event.preventDefault();
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
