// Drawings of states and patterns, for every page that has an album of them in its data (explorer/html/layout.py).
// The same thing has the same colour everywhere; `data` is the page's.

const GAP = 3;
const STANDING = -1;

/** Pixels that one of two boards beside each other may take on paper. */
const PAPER = 300;

const NO_CELL = 0;
const OPEN = 2;

let rank = null;
let ranked = null;

/** How a label is coloured: solved boards run through the colours in order. */
function hueOf(label) {
  if (ranked !== data.symbols) rank = new Map(data.symbols.map((one, place) => [one, place]));
  ranked = data.symbols;
  const place = rank.get(label);
  return place === undefined ? null : Math.round((360 * place) / Math.max(1, data.symbols.length));
}

/** The pixels of a column and of a row, and what is left free between shapes. */
function unitOf(album, room, small) {
  const { kind, columns, rows } = album;
  const longest = album.longest ??= album.looks.reduce((most, [label]) => Math.max(most, label.length), 0);
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

/** The shapes of a state: what stands first, then what each cell shows. */
function shapesOf(album, symbols) {
  const own = album.own[symbols.join(" ")] ?? {};
  const shapes = [];
  const add = (cell, part) => {
    for (let at = 0; at < part.length; at += 2) {
      const [x, y, width] = album.places[part[at]];
      const [label, tint, holds, sign = ""] = album.looks[part[at + 1]];
      shapes.push({ cell, x, y, width, label, tint, holds, sign });
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
function paint(element, { label, tint, holds, sign, width }, unit) {
  const wide = width * unit.across - unit.gap;
  const high = unit.down - unit.gap;
  element.style.width = `${wide}px`;
  element.style.height = `${high}px`;
  element.className = sign ? "tile signed" : "tile";
  if (holds === NO_CELL) {
    element.classList.add({ "|": "post", "#": "wall", "~": "water" }[label] ?? "words");
  } else if (tint) {
    element.classList.add("tinted", ...(data.bright.includes(tint) ? ["bright"] : []));
    element.style.setProperty("--tint", data.tints[tint]);
  } else if (holds === OPEN) {
    element.classList.add("any");
  } else {
    const hue = hueOf(label);
    if (label === "") element.classList.add("blank");
    else if (hue === null) element.classList.add("plain");
    else element.style.setProperty("--hue", hue);
  }
  const isSaid = !tint || /[0-9]/.test(label); // a colour says what it is
  element.textContent = isSaid && !["post", "wall", "water"].some((name) => element.classList.contains(name)) ? label : "";
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
    const before = this.tiles;
    const seen = new Map();
    const keyed = shapes.map((shape) => {
      const what = `${tokens && shape.cell !== STANDING ? tokens[shape.cell] : shape.cell}/${shape.label}/${shape.tint}/${shape.sign}/${shape.width}`;
      const count = seen.get(what) ?? 0;
      seen.set(what, count + 1);
      return [`${what}/${count}`, shape];
    });
    this.tiles = new Map(keyed.filter(([key]) => before.has(key)).map(([key]) => [key, before.get(key)]));
    const left = [...before].filter(([key]) => !this.tiles.has(key)).map(([, tile]) => tile);
    for (const [key, shape] of keyed) {
      let tile = this.tiles.get(key);
      if (!tile) {
        tile = this.turned(left, shape) ?? { element: make("span", { "aria-hidden": "true" }) };
        paint(tile.element, shape, unit);
        this.tiles.set(key, tile);
      }
      tile.shape = shape;
      if (!tile.element.isConnected) this.element.append(tile.element);
      tile.element.classList.toggle("moved", changed.has(shape.cell) && shape.label !== "");
      tile.element.style.setProperty("--x", shape.x);
      tile.element.style.setProperty("--y", shape.y);
    }
    for (const tile of left) tile.element.remove();
    this.element.setAttribute("aria-label", wordsOf(shapes));
  }

  /** What is no longer shown, and becomes a new shape: the same thing with another side up, or what was in its place. */
  turned(left, shape) {
    const alike = (tile) => tile.shape.holds === shape.holds && tile.shape.width === shape.width;
    const same = (tile) => alike(tile) && tile.shape.label === shape.label && tile.shape.tint === shape.tint;
    const there = (tile) => alike(tile) && tile.shape.x === shape.x && tile.shape.y === shape.y;
    const found = shape.holds === NO_CELL ? -1 : Math.max(left.findIndex(same), left.findIndex((tile) => !left.some(same) && there(tile)));
    if (found < 0) return null;
    const [tile] = left.splice(found, 1);
    const turns = ["label", "tint", "sign"].some((what) => tile.shape[what] !== shape[what]);
    if (turns && this.element.classList.contains("gliding") && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      tile.element.animate({ scale: ["1 -1", "1 1"] }, 160);
    }
    return tile;
  }

  /** Glide from now on, or jump. */
  glide(yes) {
    this.element.classList.toggle("gliding", yes);
  }
}

/** A state or pattern that stands still. */
function stillBoard(album, symbols, changed = new Set(), room = 0) {
  const board = new Board(false);
  board.show(album, shapesOf(album, symbols), unitOf(album, room, true), null, changed);
  return board.element;
}
