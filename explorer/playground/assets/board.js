// A board to move on: tiles are clicked, dragged, or moved with the arrow keys.

const NEAR_ENOUGH = 0.35; // of a column: a press that goes no further is a click

class TouchBoard {
  /** place: where it is drawn. name: what it shows. most: its height in pixels. moved: is called with the symbols after a move. */
  constructor(place, name, most, moved) {
    this.place = place;
    this.name = name;
    this.most = most;
    this.moved = moved;
    this.board = new Board(true);
    this.place.append(this.board.element);
    this.place.tabIndex = 0;
    this.place.setAttribute("role", "group");
    place.addEventListener("pointerdown", (event) => this.press(event));
    place.addEventListener("keydown", (event) => this.key(event));
    this.arcs = [];
  }

  /** Show a state, or a pattern, of an album; arcs: the moves that may be made on it. */
  show(album, symbols, arcs) {
    if (this.album !== album) {
      this.board.element.remove();
      this.board = new Board(true);
      this.place.append(this.board.element);
      this.album = album;
    }
    this.symbols = symbols;
    this.tokens = symbols.map((_, cell) => cell);
    this.arcs = arcs;
    this.draw();
    requestAnimationFrame(() => this.board.glide(true));
  }

  get moves() {
    return movesFrom(this.arcs, this.symbols);
  }

  draw(changed = new Set()) {
    this.unit = unitOf(this.album, 320, false);
    this.board.show(this.album, shapesOf(this.album, this.symbols), this.unit, this.tokens, changed);
    const { offsetWidth, offsetHeight } = this.board.element;
    const high = this.most * (matchMedia("(max-width: 52rem)").matches ? 0.6 : 1);
    this.board.element.style.zoom = Math.min(2.2, (this.place.clientWidth || 200) / offsetWidth, high / offsetHeight);
    const can = this.arcs.length ? "; click or drag a piece, or use the arrow keys" : "";
    this.place.setAttribute("aria-label", `${this.name}${can}`);
  }

  /** The things that a move changes, in words. */
  touched(move) {
    const cells = new Set(move.changed);
    const labels = shapesOf(this.album, this.symbols).filter((one) => cells.has(one.cell)).map((one) => one.label);
    return labels.filter(Boolean).join(" ");
  }

  make(move) {
    this.tokens = carried(this.tokens, this.symbols, move);
    this.symbols = move.symbols;
    this.draw(new Set(move.changed));
    this.moved(this.symbols, move.name);
  }

  /** Where the pointer is, in columns and rows. */
  at({ clientX, clientY }) {
    const box = this.board.element.getBoundingClientRect();
    const { columns, rows } = this.album;
    return [((clientX - box.left) * columns) / box.width, ((clientY - box.top) * rows) / box.height];
  }

  press(event) {
    const tile = [...this.board.tiles.values()].find(({ element }) => element === event.target.closest(".tile"));
    if (!tile || tile.shape.cell === STANDING || event.button !== 0) return;
    event.preventDefault();
    this.place.focus({ preventScroll: true });
    const from = this.at(event);
    const scale = this.board.element.getBoundingClientRect().width / this.board.element.offsetWidth || 1;
    const zoom = Number(this.board.element.style.zoom) || 1;
    const drag = ({ clientX, clientY }) => {
      const by = Math.max(scale, zoom);
      tile.element.style.translate = `${(clientX - event.clientX) / by}px ${(clientY - event.clientY) / by}px`;
      tile.element.style.zIndex = 2;
    };
    const drop = (last) => {
      removeEventListener("pointermove", drag);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      tile.element.style.translate = tile.element.style.zIndex = "";
      if (last.type === "pointercancel") return;
      const to = this.at(last);
      const far = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const move = far < NEAR_ENOUGH ? this.clicked(tile.shape) : this.dropped(tile.shape, to[0] - from[0], to[1] - from[1]);
      if (move) this.make(move);
    };
    addEventListener("pointermove", drag);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  /** The smallest move that touches what is clicked. */
  clicked({ cell }) {
    const found = this.moves.filter(({ changed }) => changed.includes(cell));
    return found.sort((one, other) => one.changed.length - other.changed.length)[0];
  }

  /** The move that brings a thing nearest to where it is dropped, if it is nearer there than where it was. */
  dropped(shape, across, down) {
    const alike = (one) => one.label === shape.label && one.tint === shape.tint && one.holds === shape.holds;
    let best = null, least = Math.hypot(across, down);
    for (const move of this.moves) {
      for (const one of shapesOf(this.album, move.symbols).filter(alike)) {
        const away = Math.hypot(shape.x + across - one.x, shape.y + down - one.y);
        if ((one.x !== shape.x || one.y !== shape.y) && away < least) [best, least] = [move, away];
      }
    }
    return best;
  }

  key(event) {
    const name = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" }[event.key];
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    const move = this.moves.find((one) => one.name === name);
    if (!move) return;
    event.preventDefault();
    this.make(move);
  }
}
