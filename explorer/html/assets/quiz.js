// Questions with choices, for buttons and the keys 1 to 9; what is right is explained.

/** Choices that one looks at: a number in front of each, and what is right said in words when it is answered. */
function question({ asks, choices, right, several = false, across = 0, explain, after }) {
  const chosen = new Set();
  const says = make("div", { role: "status", class: "says" });
  const buttons = choices.map((parts, place) => make("button", { type: "button", "data-key": place < 9 ? place + 1 : null, "aria-pressed": "false", onclick: () => choose(place) },
    make("b", { class: "key" }, String(place + 1)), ...parts));
  const check = several && make("button", { type: "button", class: "check", onclick: () => answer() }, "Check");
  const row = make("div", { class: across ? "choices grid" : "choices" }, ...buttons);
  row.style.setProperty("--across", across);
  const element = make("section", { class: "quiz", "aria-label": "Quiz" }, make("h2", {}, asks), row, check || null, says);

  function choose(place) {
    if (says.hasChildNodes()) return;
    if (chosen.has(place)) chosen.delete(place);
    else chosen.add(place);
    buttons[place].setAttribute("aria-pressed", chosen.has(place));
    if (!several) answer();
  }

  function answer() {
    buttons.forEach((button, place) => {
      const is = right.has(place);
      button.setAttribute("aria-disabled", "true");
      button.classList.add(is ? "right" : "wrong");
      if (is || chosen.has(place)) button.append(make("span", { class: "mark" }, !is ? "✗ wrong" : chosen.has(place) ? "✓ right" : several ? "✗ missed" : "✓ this one"));
    });
    if (check) check.hidden = true;
    const good = right.size === chosen.size && [...right].every((place) => chosen.has(place));
    says.append(make("p", {}, make("b", {}, good ? "Right. " : "Not quite. ")), ...explain(chosen));
    const next = after(good);
    if (next) {
      says.append(next);
      next.focus({ preventScroll: true });
    }
  }
  return element;
}

/** Which cells of a training board stay variables in a macro, with the reason for each. */
function cellQuestion(album, { name, cells, reasons }, after) {
  const symbols = cells.split(" ");
  const right = new Set([...reasons.keys()].filter((cell) => reasons[cell][0]));
  return question({
    asks: `Macro ${name} fits this board. Which cells are variables in it?`,
    choices: symbols.map((symbol) => [make("span", {}, symbol)]),
    right,
    several: true,
    across: album?.kind === "cells" && album.columns * album.rows === symbols.length ? album.columns : 0,
    explain: () => [make("ul", {}, ...reasons.map(([open, why], cell) => make("li", {}, `cell ${cell + 1}, ${symbols[cell]}: ${open ? "a variable" : "a constant"} - ${why}`)))],
    after,
  });
}

document.addEventListener("keydown", (event) => {
  if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input:not([type=range]), textarea, select")) return;
  const button = findAll(`.quiz [data-key="${event.key}"]`).find((one) => one.checkVisibility());
  if (!button) return;
  event.preventDefault();
  button.click();
});
