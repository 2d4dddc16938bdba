// Boards as tiles: the same symbol has the same colour everywhere, and solved boards run through the colours in order.

const rank = new Map(data.symbols.map((symbol, place) => [symbol, place]));

function hueOf(symbol) {
  const place = rank.get(symbol);
  if (place === undefined) return null;
  return Math.round((360 * place) / Math.max(1, data.symbols.length));
}

function tileSize(columns, small) {
  const size = columns <= 4 ? 48 : columns <= 6 ? 40 : columns <= 10 ? 30 : 24;
  return small ? Math.min(size, 30) : size;
}

/** The width and height of cells: square where symbols are short. */
function tileBox(texts, columns, small) {
  const size = tileSize(columns, small);
  const longest = texts.reduce((most, text) => Math.max(most, String(text).length), 0);
  if (longest <= 6) return { width: size, height: size };
  return { width: Math.max(size, Math.min(columns === 1 ? 320 : 120, longest * 7.5 + 14)), height: 26 };
}

/** What stands in a cell in words, where a problem says what its symbols mean. */
function labelOf(problem, cell, symbol) {
  return data.labels[problem]?.[cell]?.[symbol] ?? symbol;
}

/** Draw one cell into an element. */
function paintTile(tile, symbol, box, any = false, text = symbol) {
  const blank = !any && symbol === data.blank;
  tile.className = `tile${blank ? " blank" : ""}${any ? " any" : ""}`;
  tile.textContent = blank ? "" : text;
  const letters = Math.max(2, String(text).length);
  tile.style.fontSize = `${Math.max(8, Math.min(box.width === box.height ? box.height * 0.42 : 12, (box.width * 0.95) / (letters * 0.62)))}px`;
  const hue = any ? null : hueOf(symbol);
  if (hue === null) tile.classList.add("any");
  else tile.style.setProperty("--hue", hue);
}

/** A board in words, row by row. */
function boardWords(symbols, columns) {
  const rows = [];
  for (let start = 0; start < symbols.length; start += columns) {
    rows.push(symbols.slice(start, start + columns).map((symbol) => (symbol === data.blank ? "blank" : symbol)).join(" "));
  }
  return rows.join("; ");
}

/** A board that stands still. any: the cells that hold variables. texts: what is written into the cells. */
function stillBoard(symbols, columns, any = new Set(), texts = symbols) {
  const box = tileBox(texts, columns, true);
  const grid = make("div", { class: "tiles", role: "img", "aria-label": boardWords(texts, columns) });
  grid.style.gridTemplateColumns = `repeat(${columns}, ${box.width}px)`;
  grid.style.gridAutoRows = `${box.height}px`;
  symbols.forEach((symbol, cell) => {
    const tile = make("span", { "aria-hidden": "true" });
    paintTile(tile, symbol, box, any.has(cell), texts[cell]);
    grid.append(tile);
  });
  return grid;
}

/** Turn a board that is written as text into tiles. */
function tileText(pre) {
  const symbols = [];
  const any = new Set();
  for (const node of pre.childNodes) {
    if (node.nodeName === "VAR") {
      any.add(symbols.length);
      symbols.push(node.textContent);
    } else {
      for (const word of node.textContent.split(/[ \n]+/)) {
        if (word) symbols.push(word === "_" && data.blank !== null ? data.blank : word);
      }
    }
  }
  pre.replaceWith(stillBoard(symbols, Number(pre.dataset.columns), any));
}

function drawTextBoards(within) {
  for (const pre of findAll("pre.board", within)) {
    const holder = pre.parentElement.closest("details");
    if (!holder || holder.open) tileText(pre);
  }
}

for (const details of findAll("details.card, details.card details, details.file")) {
  details.addEventListener("toggle", () => { if (details.open) drawTextBoards(details); });
}
drawTextBoards(document);

/** A board whose tiles glide. */
class MovingBoard {
  constructor(columns, problem) {
    this.columns = columns;
    this.problem = problem;
    this.element = make("div", { class: "tiles moving", role: "img" });
    this.tiles = [];
  }

  /** symbols: for each cell. tokens: which tile lies in each cell. changed: the cells that the last step touched. */
  show(symbols, tokens, changed) {
    const texts = symbols.map((symbol, cell) => labelOf(this.problem, cell, symbol));
    if (this.tiles.length !== symbols.length) {
      this.box = tileBox(texts, this.columns, false);
      this.tiles = symbols.map(() => make("span", { "aria-hidden": "true" }));
      this.element.replaceChildren(...this.tiles);
      const rows = Math.ceil(symbols.length / this.columns);
      this.element.style.width = `${this.columns * (this.box.width + 3) + 7}px`;
      this.element.style.height = `${rows * (this.box.height + 3) + 7}px`;
      for (const tile of this.tiles) {
        Object.assign(tile.style, { position: "absolute", left: "4px", top: "4px", width: `${this.box.width}px`, height: `${this.box.height}px` });
      }
    }
    symbols.forEach((symbol, cell) => {
      const tile = this.tiles[tokens[cell]];
      if (tile.dataset.symbol !== symbol || tile.dataset.text !== texts[cell]) {
        Object.assign(tile.dataset, { symbol, text: texts[cell] });
        paintTile(tile, symbol, this.box, false, texts[cell]);
      }
      tile.classList.toggle("moved", changed.has(cell) && symbol !== data.blank);
      tile.style.transform = `translate(${(cell % this.columns) * (this.box.width + 3)}px, ${Math.floor(cell / this.columns) * (this.box.height + 3)}px)`;
    });
    this.element.setAttribute("aria-label", boardWords(texts, this.columns));
  }

  /** Glide from now on, or jump. */
  glide(yes) {
    this.element.classList.toggle("gliding", yes);
  }
}
