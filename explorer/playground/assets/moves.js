// Arcs as arcwise has them, applied to states: a name, and what the cells hold before and after. "?A" is a variable.

/** The values of an arc's variables in a state, or null where the arc does not apply. */
function matched(before, symbols) {
  const values = new Map();
  const holds = before.every((term, cell) => {
    if (!term.startsWith("?")) return term === symbols[cell];
    if (values.has(term)) return values.get(term) === symbols[cell];
    values.set(term, symbols[cell]);
    return true;
  });
  return holds ? values : null;
}

/** The moves from a state: the arc's name, the symbols after it, and the cells that it changes. */
function movesFrom(arcs, symbols) {
  const found = new Map();
  for (const [name, before, after] of arcs) {
    const values = matched(before, symbols);
    if (!values) continue;
    const next = after.map((term) => values.get(term) ?? term);
    const changed = [...next.keys()].filter((cell) => next[cell] !== symbols[cell]);
    if (changed.length) found.set(next.join(" "), { name, symbols: next, changed });
  }
  return [...found.values()];
}

/** Which thing each cell holds after a move: symbols that only change places take their things with them. */
function carried(tokens, before, { symbols, changed }) {
  const next = [...tokens];
  const from = new Map(changed.map((cell) => [before[cell], cell]));
  if (from.size !== changed.length || !changed.every((cell) => from.has(symbols[cell]))) return next;
  for (const cell of changed) next[cell] = tokens[from.get(symbols[cell])];
  return next;
}
