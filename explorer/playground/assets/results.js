// What arcwise answers, drawn: the shelf, both solutions of a problem, proofs, steps, a verdict, a refusal.

const html = (text, attributes = {}) => {
  const element = make("div", attributes);
  element.innerHTML = text; // made by arcwise, which writes names as text
  return element;
};

/** A state or a pattern in little space. */
function picture(albums, { cells, album }, changed) {
  return stillBoard(albums[album], cells.split(" "), changed);
}

/** The cells that two sides of a rule differ in. */
function differing(before, after) {
  const [one, other] = [before, after].map(({ cells }) => cells.split(" "));
  return new Set([...one.keys()].filter((cell) => one[cell] !== other[cell]));
}

/** Draw the shelf. explain: shows a macro; flip: switches one on or off. */
function drawShelf(place, { macros, albums }, fresh, explain, flip) {
  const cards = macros.map((macro) => {
    const check = make("input", { type: "checkbox", checked: macro.on, "aria-label": `Use ${macro.name}`, onchange: () => flip(macro.name, check.checked) });
    const shown = macro.before
      ? [picture(albums, macro.before), make("span", { class: "arrow", "aria-label": "becomes" }), picture(albums, macro.after, differing(macro.before, macro.after))]
      : [make("code", {}, macro.text)];
    const open = make("button", { type: "button", title: macro.text, onclick: () => explain(macro) }, ...shown);
    return make("div", { class: fresh.includes(macro.name) ? "macro fresh" : "macro" }, make("label", {}, check, macro.name), open);
  });
  place.replaceChildren(...(cards.length ? cards : [make("p", { class: "remark" }, "The shelf is empty: learn from the training problem.")]));
}

/** The proofs of a goal, and a button that shows the next one: as ; does in Prolog. */
function oneByOne(place) {
  const ends = findAll(":scope > .proofs", place);
  if (ends.length < 2) return [place];
  let shown = 0;
  const next = make("button", { type: "button", class: "next", onclick: () => {
    show(shown + 1);
    if (next.hidden) place.focus({ preventScroll: true });
  } });
  const show = (many) => {
    shown = many;
    let number = 0; // of the answer that a part belongs to: its proof is the last of its parts
    for (const part of place.children) {
      part.hidden = number >= shown && number < ends.length;
      if (part.matches(".proofs")) number += 1;
    }
    next.textContent = `Next answer (${shown} of ${ends.length})`;
    next.hidden = shown === ends.length;
  };
  show(1);
  return [next, place];
}

/** Two searches of a problem beside each other; the players of their solutions are returned. */
function drawSides(place, { sides, albums }) {
  const players = [];
  const drawn = sides.map((side, number) => {
    const head = make("h2", {}, side.name);
    const facts = make("p", { class: "facts" }, side.solution ? `${grouped(side.moves)} moves; ${grouped(side.expanded)} expanded, ${grouped(side.generated)} generated` : side.words);
    const figure = side.solution
      ? make("p", { class: "figure" }, make("b", {}, grouped(side.states)), side.states === 1 ? " state" : " states")
      : side.inferences !== undefined && make("p", { class: "figure" }, make("b", {}, grouped(side.inferences)), side.inferences === 1 ? " inference" : " inferences");
    const parts = [head, figure || null, facts];
    if (side.solution) {
      const player = new Player();
      players.push([player, side]);
      parts.push(player.body);
    }
    if (side.html) parts.push(...oneByOne(html(side.html, { class: "scroll", tabindex: "0", role: "group", "aria-label": `Proof ${side.name}` })));
    return make("section", { class: `side ${["before", "after"][number]}`, "aria-label": side.name }, ...parts);
  });
  place.replaceChildren(make("div", { class: "sides" }, ...drawn));
  if (players.length > 1) {
    const both = make("button", { type: "button", onclick: () => players.forEach(([player]) => player.toggle()) }, "Play both");
    place.prepend(make("p", { class: "both" }, both));
  }
  for (const [player, side] of players) player.open(playable(side.solution), albums[0], side.name);
  return players.map(([player]) => player);
}

/** The page on which a search is stepped through, in the page's theme. */
function drawSteps(place, page) {
  const frame = make("iframe", { title: "The search, step by step", sandbox: "allow-scripts" });
  const put = () => {
    const theme = document.documentElement.dataset.theme;
    frame.srcdoc = page.replace("<html", theme ? `<html data-framed data-scheme="${theme}"` : "<html data-framed");
  };
  put();
  place.replaceChildren(frame);
  return put;
}

/** What is wrong, where, and what would do. */
function drawRefusal(place, error) {
  const details = make("dl");
  for (const [name, label] of [["place", "where"], ["expected", "expected"], ["found", "found"], ["remedy", "try"]]) {
    if (error[name]) details.append(make("dt", {}, label), make("dd", {}, error[name]));
  }
  place.replaceChildren(make("div", { class: "refusal" }, make("p", {}, error.problem), details));
}

/** Why a macro is what it is: the path that it was learned from is played, beside the reasons. */
function drawReasons(place, macro, { albums, file }) {
  const player = macro.solution && new Player();
  const parts = [player?.body, html(macro.html)].filter(Boolean);
  const files = file ? [make("details", {}, make("summary", {}, "The file"), html(`<pre tabindex="0">${file}</pre>`))] : [];
  const why = make("div", { class: player ? "why" : null }, ...parts);
  const quiz = macro.quiz && make("button", { type: "button", onclick: () => {
    quiz.hidden = why.hidden = true;
    const asked = cellQuestion(albums[0], macro.quiz, () => { why.hidden = quiz.hidden = false; asked.after(quiz); return null; });
    find(".quiz", place)?.remove();
    quiz.after(asked);
    find("button", asked).focus();
  } }, "Quiz: which cells are variables?");
  place.replaceChildren(make("h2", {}, `Why ${macro.name} is what it is`), ...(quiz ? [quiz] : []), why, ...files);
  player?.open(playable(macro.solution), albums[0], `of ${macro.name}`);
}

/** What random problems say of the shelf, below the verdict's sentence: its work on a scale of ratios, bars before and after; the reasons on demand. */
function drawWorth(place, { verdict, reasons, advice, work, picture: bars, html: table }) {
  if (!verdict) {
    place.replaceChildren(html(table)); // of a logic program: the sentence stands above
    return;
  }
  const why = make("details", {}, make("summary", {}, "Why"), make("ul", {}, ...reasons.map((one) => make("li", {}, one))));
  const says = make("div", {}, html(work), advice && make("p", {}, advice), why);
  const numbers = make("details", {}, make("summary", {}, "Numbers"), html(table));
  place.replaceChildren(make("div", { class: "worth" }, says, html(bars)), numbers);
}
