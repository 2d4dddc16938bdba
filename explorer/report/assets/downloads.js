// Every picture as SVG, and its numbers as CSV.

const STYLED = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linejoin", "stroke-linecap",
  "paint-order", "font-family", "font-size", "font-weight", "font-style", "text-anchor", "visibility",
];

/** A drawing as a file of its own: what the page's style says stands in its elements. */
function drawingText(drawing) {
  const copy = drawing.cloneNode(true);
  const copies = [copy, ...findAll("*", copy)];
  [drawing, ...findAll("*", drawing)].forEach((element, place) => {
    const style = getComputedStyle(element);
    for (const name of STYLED) copies[place].setAttribute(name, style.getPropertyValue(name));
    copies[place].removeAttribute("class");
    copies[place].removeAttribute("style");
  });
  const { width, height } = drawing.viewBox.baseVal;
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  return new XMLSerializer().serializeToString(copy);
}

/** Rows of cells as CSV (RFC 4180). */
function csvText(rows) {
  const quoted = (cell) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = make("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** A name for a file of what a figure is called, and where it stands. */
function fileName(figure) {
  const within = find("h3", figure.closest(".comparison, section") ?? figure);
  const words = [within?.textContent ?? "", find("figcaption strong", figure)?.textContent ?? "picture"].join(" ");
  return words.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 80);
}

/** The numbers behind a figure: its own table, or that of every problem for points. */
function numbersOf(figure) {
  const table = find("table", figure);
  if (table) return findAll("tr", table).map((row) => [...row.cells].map((cell) => cell.textContent));
  const article = figure.closest(".comparison");
  if (!article) return null;
  const { columns, rows } = pairsOf(data.comparisons[article.dataset.comparison]);
  return [columns, ...rows].map((row) => row.map((cell) => String(cell ?? "")));
}

for (const figure of findAll("figure")) {
  const drawing = find("svg.drawing", figure);
  if (!drawing) continue;
  const tools = make("div", { class: "downloads" });
  tools.append(make("button", { type: "button", onclick: () => download(`${fileName(figure)}.svg`, drawingText(drawing), "image/svg+xml") }, "SVG"));
  if (numbersOf(figure)) {
    tools.append(make("button", { type: "button", onclick: () => download(`${fileName(figure)}.csv`, csvText(numbersOf(figure)), "text/csv") }, "CSV"));
  }
  figure.append(tools);
}
