// A solution out of the page's data, and the boards along it.

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const value = Object.fromEntries([...LETTERS].map((letter, place) => [letter, place]));

/** A solution with its moves and macros, or null where the page holds none. */
function solutionOf(place) {
  const { paths, macros, whole, moves, names, width } = data.solutions;
  if (place === undefined || paths[place] === 0) return null;
  const row = searches.rows[place];
  const text = paths[place];
  const steps = [];
  for (let at = 0; at < text.length; at += width) {
    let number = 0;
    for (let digit = 0; digit < width; digit += 1) number = number * LETTERS.length + value[text[at + digit]];
    steps.push(moves[number]);
  }
  const found = [];
  const flat = macros[place] || [];
  for (let at = 0; at < flat.length; at += 3) found.push({ begin: flat[at], length: flat[at + 1], name: names[flat[at + 2]] });
  const ends = [];
  const macroAt = new Map(found.map((macro) => [macro.begin, macro]));
  for (let at = 0; at < steps.length;) {
    at += macroAt.has(at) ? macroAt.get(at).length : 1;
    ends.push(at);
  }
  const start = problems.get(Number(row[column.problem]))[1].split(" ");
  return { start, moves: steps, macros: found, macroAt, ends, folded: whole.includes(place), name: (move) => names[move[0]] };
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
    return new Set(this.symbols.keys().filter((cell) => this.symbols[cell] !== before[cell]));
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
