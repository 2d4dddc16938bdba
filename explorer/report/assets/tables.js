// Tables: sorted by any column; long ones a page of rows at a time, filtered, copied whole.

const PAGE = 25;
const FILTER = /^(.+?)(<=|>=|<|>|=)(.*)$/;

/** What two cells are in order: numbers by size, texts by letters, nothing last. */
function compareCells(a, b, sign) {
  if (a === b) return 0;
  if (a === null || a === "") return 1;
  if (b === null || b === "") return -1;
  return sign * (a < b ? -1 : 1);
}

/**
 * Whether a row has all that a filter says: words that stand in a cell, or column>number, column=word and the like;
 * of a column's name the first letters are enough, with - for blanks.
 */
function filterOf(text, columns) {
  const named = (word) => {
    const wanted = word.replaceAll("-", " ").toLowerCase();
    const exact = columns.findIndex((name) => name.toLowerCase() === wanted);
    return exact >= 0 ? exact : columns.findIndex((name) => name.toLowerCase().startsWith(wanted));
  };
  const wanted = text.trim().toLowerCase().split(/\s+/).filter(Boolean).map((word) => {
    const found = word.match(FILTER);
    const n = found ? named(found[1]) : -1;
    if (n < 0) return (row) => row.some((cell) => String(cell ?? "").toLowerCase().includes(word));
    const [, , sign, value] = found;
    if (sign === "=") return (row) => String(row[n] ?? "").toLowerCase() === value;
    const limit = Number(value);
    const holds = { "<": (x) => x < limit, ">": (x) => x > limit, "<=": (x) => x <= limit, ">=": (x) => x >= limit }[sign];
    return (row) => typeof row[n] === "number" && holds(row[n]);
  });
  return (row) => wanted.every((one) => one(row));
}

/**
 * A table that is only as long on the page as one can read.
 * columns: headings. rows: arrays of texts, numbers and null. links: for each row a function that its first cell calls.
 */
function pagedTable(caption, columns, rows, links = null) {
  let order = rows.map((_, place) => place);
  let kept = order;
  let sortedBy = -1;
  let down = false;
  let page = 0;
  const numeric = columns.map((_, n) => rows.some((row) => typeof row[n] === "number"));
  const head = make("tr");
  const body = make("tbody");
  const where = make("span", { role: "status" });
  const turn = (step) => () => { page += step; draw(); };
  const back = make("button", { type: "button", onclick: turn(-1) }, "Previous");
  const on = make("button", { type: "button", onclick: turn(1) }, "Next");
  const pager = make("div", { class: "pager" }, back, on, where);
  const copy = make("button", { type: "button", class: "copy", "data-own": "yes" }, "Copy rows");
  const filter = make("input", {
    type: "search", class: "filter", "aria-label": `Filter: ${caption}`, placeholder: "Filter: solved, expanded>100",
    oninput: () => { page = 0; keep(); draw(); },
  });
  copy.addEventListener("click", () => {
    const lines = [columns, ...kept.map((place) => rows[place].map((cell) => cell ?? ""))];
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
    order.sort((one, other) => compareCells(rows[one][sortedBy], rows[other][sortedBy], down ? -1 : 1) || one - other);
    keep();
  }

  function keep() {
    const wanted = filterOf(filter.value, columns);
    kept = order.filter((place) => wanted(rows[place]));
  }

  function cellOf(row, place, n) {
    const value = row[n];
    const text = typeof value === "number" ? grouped(value) : value ?? "-";
    if (n > 0) return make("td", { class: numeric[n] ? "n" : null, "data-of": columns[n] }, text);
    const link = links && find("#viewer") && links[place];
    const inner = link ? make("button", { type: "button", class: "open", onclick: link }, text) : text;
    return make("th", { scope: "row", class: numeric[n] ? "n" : null }, inner);
  }

  function draw() {
    const last = Math.max(0, Math.ceil(kept.length / PAGE) - 1);
    page = Math.min(Math.max(page, 0), last);
    const shown = kept.slice(page * PAGE, (page + 1) * PAGE);
    body.replaceChildren(...shown.map((place) => make("tr", {}, ...columns.map((_, n) => cellOf(rows[place], place, n)))));
    [...head.cells].forEach((cell, n) => {
      cell.setAttribute("aria-sort", n === sortedBy ? (down ? "descending" : "ascending") : "none");
    });
    const from = kept.length ? page * PAGE + 1 : 0;
    const all = kept.length < rows.length ? ` that fit, of ${grouped(rows.length)}` : "";
    where.textContent = `Rows ${grouped(from)} to ${grouped(from + shown.length - (kept.length ? 1 : 0))} of ${grouped(kept.length)}${all}`;
    back.disabled = page === 0;
    on.disabled = page === last;
  }

  draw();
  const table = make("table", {}, make("caption", {}, caption), make("thead", {}, head), body);
  return make(
    "div", { class: "table" }, make("div", { class: "tools" }, filter, copy),
    make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": caption }, table),
    pager,
  );
}

/** A part that is filled when it is opened for the first time. */
function lazily(words, fill) {
  const details = make("details", { class: "numbers" }, make("summary", {}, words));
  let filled = false;
  const once = () => {
    if (filled) return;
    filled = true;
    details.append(...[fill()].flat());
  };
  details.addEventListener("toggle", () => { if (details.open) once(); });
  return details;
}

const COMPARED = ["expanded", "operator applications", "moves", "time (µs)"];

/** Every problem of one algorithm, before and after: headings, rows, and what opens each. */
function pairsOf(comparison) {
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
  return { columns, rows, openers };
}

function pairsTable(comparison) {
  const { columns, rows, openers } = pairsOf(comparison);
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

/** The number that a cell shows first, or its text. */
function cellValue(text) {
  const number = text.match(/^-?[\d,]*\.?\d+/);
  return number ? Number(number[0].replaceAll(",", "")) : text === "-" ? null : text;
}

// The tables that the page came with are sorted too, where they have rows to sort.
for (const table of findAll(".table > .scroll > table")) {
  const body = find("tbody", table);
  const first = [...body.rows];
  if (first.length < 3 || table.closest("#again")) continue;
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, n) => {
    const button = make("button", { type: "button", class: "sort", title: head.title || `Sort by ${head.textContent}` });
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const one of heads) one.setAttribute("aria-sort", one === head ? (down ? "descending" : "ascending") : "none");
      const value = new Map(first.map((row) => [row, cellValue(row.cells[n]?.textContent ?? "")]));
      const sorted = [...first].sort((one, other) => compareCells(value.get(one), value.get(other), down ? -1 : 1));
      body.replaceChildren(...sorted);
    });
  });
}
