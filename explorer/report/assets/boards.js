// Drawings of states: their shapes come from the page's data, and the same thing has the same colour everywhere.

const rank = new Map(data.symbols.map((label, place) => [label, place]));

const GAP = 3;
const STANDING = -1;

/** Pixels that one of two boards beside each other may take on paper. */
const PAPER = 300;

/** How a label is coloured: solved boards run through the colours in order. */
function hueOf(label) {
  const place = rank.get(label);
  return place === undefined ? null : Math.round((360 * place) / Math.max(1, data.symbols.length));
}

/** The pixels of a column and of a row, and what is left free between shapes. */
function unitOf({ kind, columns, rows, longest }, room, small) {
  if (kind === "cells") {
    const most = columns <= 4 ? 48 : columns <= 6 ? 40 : columns <= 10 ? 30 : 24;
    const size = small ? Math.min(most, 30) : most;
    if (longest <= 6) return { across: size + GAP, down: size + GAP, gap: GAP };
    return { across: Math.max(size, Math.min(columns === 1 ? 320 : 120, longest * 7.5 + 14)) + GAP, down: 26 + GAP, gap: GAP };
  }
  const fitting = (least, most) => Math.max(least, Math.min(most, Math.floor((room || 320) / columns)));
  if (kind === "bars") return { across: fitting(5, small ? 8 : 13), down: rows > 12 || small ? 19 : 27, gap: 2 };
  const size = fitting(11, small ? 20 : 28);
  return { across: size, down: size, gap: 2 };
}

/** The album that holds the states of a problem. */
function albumOf(problem) {
  const album = data.albums[data.album_of[problem] ?? 0];
  album.longest ??= album.looks.reduce((most, [label]) => Math.max(most, label.length), 0);
  return album;
}

/** The shapes of a state: what stands first, then what each cell shows. */
function shapesOf(album, symbols) {
  const own = album.own[symbols.join(" ")] ?? {};
  const shapes = [];
  const add = (cell, part) => {
    for (let at = 0; at < part.length; at += 2) {
      const [x, y, width] = album.places[part[at]];
      const [label, tint, isCell, sign = ""] = album.looks[part[at + 1]];
      shapes.push({ cell, x, y, width, label, tint, isCell, sign });
    }
  };
  add(STANDING, own[STANDING] ?? album.standing);
  const usual = (cell, symbol) => {
    if (album.usual) return album.usual[cell]?.[symbol] ?? [];
    return symbol in album.symbols ? [album.cells[cell], album.symbols[symbol]] : []; // no state of the run has others
  };
  symbols.forEach((symbol, cell) => add(cell, own[cell] ?? usual(cell, symbol)));
  return shapes;
}

/** A drawing in words, row by row. */
function wordsOf(shapes) {
  const rows = new Map();
  for (const shape of [...shapes].sort((one, other) => one.y - other.y || one.x - other.x)) {
    if (/^[|~]$/.test(shape.label) || (shape.tint && !shape.label)) continue;
    if (!rows.has(shape.y)) rows.set(shape.y, []);
    rows.get(shape.y).push(`${shape.sign ?? ""}${shape.label || "blank"}${shape.sign ?? ""}`);
  }
  return [...rows.values()].map((row) => row.join(" ")).join("; ");
}

/** Give an element the look of a shape. */
function paint(element, { label, tint, isCell, sign, any, width }, unit) {
  const wide = width * unit.across - unit.gap;
  const high = unit.down - unit.gap;
  element.style.width = `${wide}px`;
  element.style.height = `${high}px`;
  element.className = sign ? "tile signed" : "tile";
  if (!isCell) {
    element.classList.add({ "|": "post", "#": "wall", "~": "water" }[label] ?? "words");
  } else if (tint) {
    element.classList.add("tinted");
    element.style.setProperty("--tint", data.tints[tint]);
  } else {
    const hue = any ? null : hueOf(label);
    if (label === "") element.classList.add("blank");
    else if (hue === null) element.classList.add(any ? "any" : "plain");
    else element.style.setProperty("--hue", hue);
  }
  element.textContent = tint || ["post", "wall", "water"].some((name) => element.classList.contains(name)) ? "" : label;
  const size = Math.min(unit.across === unit.down ? high * 0.44 : 13, (wide * 0.95) / (Math.max(2, label.length) * 0.62));
  element.style.fontSize = `${Math.max(8, size)}px`;
}

/** A place for shapes, which glide from one drawing to the next. */
class Board {
  constructor(moving) {
    this.element = make("div", { class: `tiles${moving ? " moving" : ""}`, role: "img" });
    this.tiles = new Map();
  }

  /** layout: its columns, rows, kind. tokens: which thing each cell holds. changed: the cells that the last step touched. */
  show(layout, shapes, unit, tokens = null, changed = new Set()) {
    const width = layout.columns * unit.across + 10 - unit.gap;
    for (const [name, value] of [["--fit", Math.min(1, PAPER / width)], ["--across", `${unit.across}px`], ["--down", `${unit.down}px`]]) {
      this.element.style.setProperty(name, value);
    }
    Object.assign(this.element.style, { width: `${width}px`, height: `${layout.rows * unit.down + 10 - unit.gap}px` });
    const seen = new Map();
    const shown = new Set();
    for (const shape of shapes) {
      const what = `${tokens && shape.cell !== STANDING ? tokens[shape.cell] : shape.cell}/${shape.label}/${shape.tint}/${shape.sign}/${shape.width}`;
      const count = seen.get(what) ?? 0;
      seen.set(what, count + 1);
      const key = `${what}/${count}`;
      shown.add(key);
      let tile = this.tiles.get(key);
      if (!tile) {
        tile = make("span", { "aria-hidden": "true" });
        paint(tile, shape, unit);
        this.tiles.set(key, tile);
      }
      if (!tile.isConnected) this.element.append(tile);
      tile.classList.toggle("moved", changed.has(shape.cell) && shape.label !== "");
      tile.style.setProperty("--x", shape.x);
      tile.style.setProperty("--y", shape.y);
    }
    for (const [key, tile] of this.tiles) if (!shown.has(key)) tile.remove();
    this.element.setAttribute("aria-label", wordsOf(shapes));
  }

  /** Glide from now on, or jump. */
  glide(yes) {
    this.element.classList.toggle("gliding", yes);
  }
}

/** The board on which a solution of a problem is played. */
class MovingBoard extends Board {
  constructor(problem, room) {
    super(true);
    this.album = albumOf(problem);
    this.unit = unitOf(this.album, room, false);
  }

  /** Go to a state. */
  go(symbols, tokens, changed) {
    this.show(this.album, shapesOf(this.album, symbols), this.unit, tokens, changed);
  }
}

/** A drawing that stands still. */
function stillBoard(layout, shapes, room = 0) {
  const board = new Board(false);
  board.show(layout, shapes, unitOf(layout, room, true));
  return board.element;
}

/** A state of a problem, standing still. */
function stillState(problem, symbols) {
  const album = albumOf(problem);
  return stillBoard(album, shapesOf(album, symbols));
}

/** Turn a drawing that is written as text into shapes: a row for each line, a cell for each word. */
function drawText(pre) {
  const shapes = [];
  let [x, y] = [0, 0];
  const add = (label, any) => {
    shapes.push({ cell: shapes.length, x, y, width: 1, label: label === "_" && data.blank !== null ? "" : label, tint: "", isCell: 1, any });
    x += 1;
  };
  for (const node of pre.childNodes) {
    if (node.nodeName === "VAR") add(node.textContent, true);
    else {
      for (const [part] of node.textContent.matchAll(/\n|[^ \n]+/g)) {
        if (part === "\n") [x, y] = [0, y + 1];
        else add(part, false);
      }
    }
  }
  const most = (measure) => shapes.reduce((best, shape) => Math.max(best, measure(shape)), 0);
  const layout = { kind: "cells", columns: most((shape) => shape.x + 1), rows: y + 1, longest: most((shape) => shape.label.length) };
  pre.replaceWith(stillBoard(layout, shapes));
}

function drawTextBoards(within) {
  for (const pre of findAll("pre.board", within)) {
    const holder = pre.parentElement.closest("details");
    if (!holder || holder.open) drawText(pre);
  }
}

for (const details of findAll("details.card, details.card details, details.file")) {
  details.addEventListener("toggle", () => { if (details.open) drawTextBoards(details); });
}
drawTextBoards(document);
