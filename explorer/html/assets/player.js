// A solution played on a board: its scrubber under the arcs of the macros, its buttons and its steps.

const PACE = 480;
const CHIPS = 60;
const DOTS = 120;

const th = (n) => `${n}${["th", "st", "nd", "rd"][n % 100 > 10 && n % 100 < 14 ? 0 : n % 10] || "th"}`;

/** A solution as Python gives it, for a player. */
function playable({ start, moves, macros, whole }) {
  const found = macros.map(([begin, length, name]) => ({ begin, length, name }));
  const macroAt = new Map(found.map((macro) => [macro.begin, macro]));
  const ends = [];
  for (let at = 0; at < moves.length;) {
    at += macroAt.get(at)?.length ?? 1;
    ends.push(at);
  }
  return { start: start.split(" "), moves, macros: found, macroAt, ends, folded: !whole, name: (move) => move[0] };
}

/** Walks along a solution and knows the board at every move. */
class Walk {
  constructor(solution) {
    this.solution = solution;
    this.reset();
  }

  reset() {
    this.at = 0;
    this.symbols = [...this.solution.start];
    this.tokens = this.symbols.map((_, cell) => cell);
  }

  /** Go to a move; the cells that changed between `since` and it. */
  go(at, since) {
    if (at < this.at || since < this.at) this.reset();
    while (this.at < since) this.step();
    const before = [...this.symbols];
    while (this.at < at) this.step();
    return new Set([...this.symbols.keys()].filter((cell) => this.symbols[cell] !== before[cell]));
  }

  step() {
    const [, cells, sources] = this.solution.moves[this.at];
    this.at += 1;
    if (!sources) return;
    const moved = sources.map((source, n) => (typeof source === "number"
      ? [this.symbols[source], this.tokens[source]] : [source, this.tokens[cells[n]]]));
    moved.forEach(([symbol, token], n) => {
      this.symbols[cells[n]] = symbol;
      this.tokens[cells[n]] = token;
    });
  }
}

/** The board on which a solution is played. */
class MovingBoard extends Board {
  constructor(album, room) {
    super(true);
    this.album = album;
    this.unit = unitOf(album, room, false);
  }

  /** Go to a state. */
  go(symbols, tokens, changed) {
    this.show(this.album, shapesOf(this.album, symbols), this.unit, tokens, changed);
  }
}

class Player {
  constructor() {
    this.timer = null;
    this.solution = null;
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
    this.body = make("div", { onkeydown: (event) => this.key(event) }, this.stage, this.now, make("div", { class: "track" }, this.brackets, this.range), this.buttons, this.chips);
  }

  /** Whether a position is a move, not a step of the solution. */
  get unrolled() {
    return true;
  }

  get length() {
    if (!this.solution) return 0;
    return this.unrolled ? this.solution.moves.length : this.solution.ends.length;
  }

  /** Show a solution from its start on the boards of an album. */
  open(solution, album, name) {
    this.stop();
    this.solution = solution;
    this.walk = new Walk(solution);
    this.board = new MovingBoard(album, this.stage.clientWidth - 12);
    this.stage.replaceChildren(this.board.element);
    this.stage.setAttribute("aria-label", `Board ${name}; arrow keys move, space plays`);
    this.range.setAttribute("aria-label", `Position in the solution ${name}`);
    this.chips.setAttribute("aria-label", `Steps of the solution ${name}`);
    this.layout(0);
    this.board.element.getBoundingClientRect();
    this.board.glide(true);
  }

  /** How many moves are over at a position. */
  moves(at) {
    return this.unrolled || at === 0 ? at : this.solution.ends[at - 1];
  }

  /** The last position at which at most so many moves are over. */
  position(moves) {
    if (this.unrolled) return Math.min(moves, this.length);
    let at = 0;
    while (at < this.length && this.solution.ends[at] <= moves) at += 1;
    return at;
  }

  /** After a change between steps and moves: same place in the solution, new scale. */
  layout(moves) {
    this.range.max = this.length;
    this.range.disabled = this.length === 0;
    const count = Math.max(1, this.length);
    const { ends, macros, macroAt } = this.solution;
    const spans = this.unrolled
      ? macros.map((macro) => [macro.begin, macro.length, macro.name])
      : ends.flatMap((end, n) => {
        const macro = macroAt.get(n ? ends[n - 1] : 0);
        return macro ? [[n, 1, macro.name]] : [];
      });
    const wide = this.brackets.clientWidth;
    let free = -12;
    const inside = new Set(spans.flatMap(([begin, length]) => Array.from({ length: length - 1 }, (_, n) => begin + n + 1)));
    const dots = this.length > DOTS ? [] : Array.from({ length: this.length + 1 }, (_, n) => {
      const dot = make("i", { class: inside.has(n) ? "dot inside" : "dot" });
      dot.style.left = `${(100 * n) / count}%`;
      return dot;
    });
    this.brackets.replaceChildren(...dots, ...spans.slice(0, 400).map(([begin, length, name]) => {
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
    const { solution } = this;
    if (!this.length) return "Start and goal are the same";
    if (at === 0) return `Start, ${grouped(solution.moves.length)} moves to go`;
    const done = at === this.length ? ", the goal" : "";
    const unit = this.unrolled ? "Move" : "Step";
    const head = `${unit} ${grouped(at)} of ${grouped(this.length)}: `;
    const macro = this.unrolled
      ? solution.macros.find((one) => one.begin < moves && moves <= one.begin + one.length) : solution.macroAt.get(since);
    if (!macro) return head + solution.name(solution.moves[moves - 1]) + done;
    if (!this.unrolled) {
      const many = solution.folded ? "" : ` (${macro.length} moves)`;
      return `${head}macro ${macro.name}${many}${done}`;
    }
    return `${head}${solution.name(solution.moves[moves - 1])}, ${th(moves - macro.begin)} of ${macro.length} of macro ${macro.name}${done}`;
  }

  drawChips() {
    const { solution } = this;
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
      if (!this.unrolled) {
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
}
