// A solution out of the page's data.

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
