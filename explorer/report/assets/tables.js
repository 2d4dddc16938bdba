// Long tables: a page of rows at a time, sorted by any column, copied whole.

const PAGE = 25;
const PRINTED = 500;

/**
 * A table that is only as long on the page as one can read.
 * columns: headings. rows: arrays of texts, numbers and null. links: for each row a function that its first cell calls.
 */
function pagedTable(caption, columns, rows, links = null) {
  let order = rows.map((_, place) => place);
  let sortedBy = -1;
  let down = false;
  let page = 0;
  let size = printing ? PRINTED : PAGE;
  const numeric = columns.map((_, n) => rows.some((row) => typeof row[n] === "number"));
  const head = make("tr");
  const body = make("tbody");
  const where = make("span", { role: "status" });
  const turn = (step) => () => { page += step; draw(); };
  const back = make("button", { type: "button", onclick: turn(-1) }, "Previous");
  const on = make("button", { type: "button", onclick: turn(1) }, "Next");
  const pager = make("div", { class: "pager" }, back, on, where);
  const copy = make("button", { type: "button", class: "copy", "data-own": "yes" }, "Copy all rows");
  copy.addEventListener("click", () => {
    const lines = [columns, ...order.map((place) => rows[place].map((cell) => cell ?? ""))];
    copyWith(copy, lines.map((line) => line.join("\t")).join("\n"));
  });

  columns.forEach((name, n) => {
    const button = make("button", { type: "button", class: "sort", title: `Sort by ${name}` }, name);
    button.addEventListener("click", () => {
      down = sortedBy === n ? !down : false;
      sortedBy = n;
      page = 0;
      sort();
      draw();
    });
    head.append(make("th", { scope: "col", class: numeric[n] ? "n" : null }, button));
  });

  function sort() {
    const sign = down ? -1 : 1;
    order.sort((one, other) => {
      const a = rows[one][sortedBy];
      const b = rows[other][sortedBy];
      if (a === b) return one - other;
      if (a === null || a === "") return 1;
      if (b === null || b === "") return -1;
      return sign * (a < b ? -1 : 1);
    });
  }

  function cellOf(row, place, n) {
    const value = row[n];
    const text = typeof value === "number" ? grouped(value) : value ?? "-";
    if (n > 0) return make("td", { class: numeric[n] ? "n" : null }, text);
    const link = links && find("#viewer") && links[place];
    const inner = link ? make("button", { type: "button", class: "open", onclick: link }, text) : text;
    return make("th", { scope: "row", class: numeric[n] ? "n" : null }, inner);
  }

  function draw() {
    const last = Math.max(0, Math.ceil(rows.length / size) - 1);
    page = Math.min(Math.max(page, 0), last);
    const shown = order.slice(page * size, (page + 1) * size);
    body.replaceChildren(...shown.map((place) => make("tr", {}, ...columns.map((_, n) => cellOf(rows[place], place, n)))));
    [...head.cells].forEach((cell, n) => {
      cell.setAttribute("aria-sort", n === sortedBy ? (down ? "descending" : "ascending") : "none");
    });
    const from = rows.length ? page * size + 1 : 0;
    pager.classList.toggle("part", size === PRINTED && rows.length > PRINTED);
    where.textContent = `Rows ${grouped(from)} to ${grouped(from + shown.length - (rows.length ? 1 : 0))} of ${grouped(rows.length)}`;
    back.disabled = page === 0;
    on.disabled = page === last;
  }

  addEventListener("page-prints", () => { size = PRINTED; page = 0; draw(); });
  addEventListener("page-printed", () => { size = PAGE; draw(); });
  draw();
  const table = make("table", {}, make("caption", {}, caption), make("thead", {}, head), body);
  return make(
    "div", { class: "table" }, copy,
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption }, table),
    pager,
  );
}

/** A part that is filled when it is opened, or printed, for the first time. */
function lazily(words, fill) {
  const details = make("details", { class: "numbers" }, make("summary", {}, words));
  let filled = false;
  const once = () => {
    if (filled) return;
    filled = true;
    details.append(...[fill()].flat());
  };
  details.addEventListener("toggle", () => { if (details.open) once(); });
  addEventListener("page-prints", once);
  return details;
}

const COMPARED = ["expanded", "operator applications", "moves", "time (µs)"];

/** Every problem of one algorithm, before and after. */
function pairsTable(comparison) {
  const columns = ["problem", "before", "after", "macros in the solution"];
  for (const measure of COMPARED) columns.push(`${measure} before`, `${measure} after`);
  const rows = [];
  const openers = [];
  for (const problem of comparison.problems) {
    const places = ["before", "after"].map((condition) => searchOf(problem, comparison.algorithm, condition));
    const found = places.map((place) => searches.rows[place]);
    const macros = data.solutions.macros[places[1]];
    const row = [problem, ...found.map((one) => one[column.status]), macros ? macros.length / 3 : 0];
    for (const measure of COMPARED) row.push(...found.map((one) => asNumber(one[column[measure]])));
    rows.push(row);
    openers.push(() => openProblem(problem, comparison.algorithm));
  }
  return pagedTable(`${comparison.name}: every problem before and after`, columns, rows, openers);
}

findAll(".comparison").forEach((article) => {
  const comparison = data.comparisons[article.dataset.comparison];
  find(".pairs", article).append(lazily(`Every problem as a table (${grouped(comparison.problems.length)})`, () => pairsTable(comparison)));
  const choice = find(".measure", article);
  choice.addEventListener("change", () => {
    for (const figure of findAll(".scatters figure", article)) figure.hidden = figure.dataset.name !== choice.value;
  });
});

for (const place of findAll(".all")) {
  const words = new Set(["problem", "algorithm", "condition", "status", "stopped by", "optimal", "engine", "heuristic", "note"]);
  place.append(lazily("All searches as a table", () => {
    const rows = searches.rows.map((row) => row.map((cell, n) => {
      const name = searches.columns[n];
      return name === "problem" || !words.has(name) ? asNumber(cell) : cell;
    }));
    const openers = rows.map((row) => () => openProblem(row[column.problem], row[column.algorithm], row[column.condition]));
    return pagedTable("All searches", searches.columns, rows, openers);
  }));
}
