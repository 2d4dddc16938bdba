// Points that can be chosen with the pointer or the arrow keys: problems of a scatter, states of a graph.

const NEAR = 14;
const ZOOM = 1.5;
const MOST_ZOOM = ZOOM ** 4;

/**
 * Choosing among points.
 * spots(): the points, each with x and y in the drawing's units. choose(spot): show it. open(spot): what Enter and a click do.
 */
function pickable(frame, drawing, spots, choose, open) {
  let chosen = null;

  function pick(spot) {
    chosen = spot;
    choose(spot);
  }

  function nearest(event) {
    const box = drawing.getBoundingClientRect();
    const unit = drawing.viewBox.baseVal.width / box.width;
    const x = (event.clientX - box.left) * unit;
    const y = (event.clientY - box.top) * unit;
    let best = null;
    let distance = NEAR * Math.max(1, unit);
    for (const spot of spots()) {
      const far = Math.hypot(spot.x - x, spot.y - y);
      if (far < distance) [best, distance] = [spot, far];
    }
    return best;
  }

  drawing.addEventListener("pointermove", (event) => {
    const spot = nearest(event);
    if (spot) pick(spot);
  });
  drawing.addEventListener("click", (event) => {
    const spot = nearest(event);
    if (!spot) return;
    pick(spot);
    if (open) open(spot);
  });
  frame.addEventListener("focus", () => { if (!chosen && spots().length) pick(spots()[0]); });
  frame.addEventListener("keydown", (event) => {
    const all = spots();
    if (!all.length || event.ctrlKey || event.metaKey || event.altKey) return;
    const aims = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in aims) pick(chosen ? beyond(all, chosen, aims[event.key]) : all[0]);
    else if (event.key === "Home") pick(all[0]);
    else if (event.key === "End") pick(all[all.length - 1]);
    else if (open && chosen && (event.key === "Enter" || event.key === " ")) open(chosen);
    else return;
    event.preventDefault();
  });
  return pick;
}

/** The next point in a direction: all points are reached in the order of that axis. */
function beyond(all, from, [right, down]) {
  const key = (spot) => (right ? [spot.x * right, spot.y] : [spot.y * down, spot.x]);
  const after = (a, b) => a[0] - b[0] || a[1] - b[1] || 0;
  const here = key(from);
  let best = null;
  let found = null;
  for (const spot of all) {
    if (spot === from) continue;
    const there = key(spot);
    const order = after(there, here) || (spot.order - from.order) * (right + down);
    if (order <= 0) continue;
    if (best === null || (after(there, best) || (spot.order - found.order) * (right + down)) < 0) [best, found] = [there, spot];
  }
  return found || from;
}

function readDots(drawing, points) {
  const found = [];
  for (const path of findAll(".dots", drawing)) {
    const ids = points[path.dataset.kind];
    let place = 0;
    for (const [, x, y] of path.getAttribute("d").matchAll(/M(\S+) (\S+?)h0/g)) {
      found.push({ x: Number(x), y: Number(y), problem: ids[place] });
      place += 1;
    }
  }
  found.sort((one, other) => one.x - other.x || one.y - other.y);
  found.forEach((spot, order) => { spot.order = order; });
  return found;
}

const NAMES = { operator_applications: "operator applications", expanded: "expanded", moves: "moves", elapsed: "time (µs)" };

findAll(".comparison .points").forEach((frame) => {
  const comparison = data.comparisons[frame.closest(".comparison").dataset.comparison];
  const figure = frame.closest("figure");
  const drawing = find("svg", frame);
  const ring = find(".chosen", drawing);
  const words = find(".chosen-text", figure);
  const measure = NAMES[figure.dataset.name];
  let spots = null;
  const value = (problem, condition) => {
    const row = searches.rows[searchOf(problem, comparison.algorithm, condition)];
    return row[column.status] === "solved" ? grouped(asNumber(row[column[measure]])) : row[column.status];
  };
  pickable(
    frame, drawing,
    () => (spots ??= readDots(drawing, comparison.points)),
    (spot) => {
      ring.setAttribute("visibility", "visible");
      ring.setAttribute("cx", spot.x);
      ring.setAttribute("cy", spot.y);
      words.textContent = `Problem ${spot.problem}: ${measure} before ${value(spot.problem, "before")}, after ${value(spot.problem, "after")}. Enter or a click opens it.`;
    },
    (spot) => openProblem(spot.problem, comparison.algorithm),
  );
});

findAll(".points.graph").forEach((frame) => {
  const figure = frame.closest("figure");
  const drawing = find("svg", frame);
  const states = data.graphs[frame.dataset.graph];
  const [width, height] = frame.dataset.size.split(" ");
  drawing.style.aspectRatio = `${width} / ${height}`;
  const circles = findAll("circle.state", drawing);
  const spots = circles.map((circle, order) => ({ x: Number(circle.getAttribute("cx")), y: Number(circle.getAttribute("cy")), n: Number(circle.dataset.n), order, circle }));
  const rows = findAll("tbody tr", figure);
  let zoom = 1;
  let shown = null;
  /** Bring a state to the middle, where the picture is larger than its place. */
  const show = (spot) => {
    frame.scrollLeft = (spot.x * drawing.clientWidth) / width - frame.clientWidth / 2;
    frame.scrollTop = (spot.y * drawing.clientHeight) / height - frame.clientHeight / 2;
  };
  const resize = (to) => {
    zoom = Math.min(MOST_ZOOM, Math.max(1, to));
    drawing.style.width = `calc(${zoom} * min(${width}px, max(100%, ${0.72 * width}px)))`;
    frame.classList.toggle("zoomed", zoom > 1);
    [smaller.disabled, larger.disabled] = [zoom === 1, zoom === MOST_ZOOM];
    if (shown) show(shown);
  };
  const button = (words, label, by) => make("button", { type: "button", "aria-label": label, title: label, onclick: () => resize(zoom * by) }, words);
  const [smaller, larger] = [button("\u2212", "Smaller picture", 1 / ZOOM), button("+", "Larger picture", ZOOM)];
  frame.before(make("div", { class: "zoom" }, smaller, larger));
  frame.addEventListener("keydown", ({ key }) => { if (key === "+" || key === "-") resize(key === "+" ? zoom * ZOOM : zoom / ZOOM); });
  resize(1);
  const choose = pickable(frame, drawing, () => spots, (spot) => {
    shown = spot;
    for (const circle of circles) circle.classList.toggle("picked", circle === spot.circle);
    const symbols = states[spot.n].split(" ");
    find(".chosen-board", figure).replaceChildren(stillState(frame.dataset.problem, symbols));
    const cells = [...rows[spot.n].cells].map((cell) => cell.textContent);
    const visits = [["before", cells[2]], ["after", cells[3]]].filter(([, text]) => text !== "-");
    const said = visits.map(([condition, text]) => `${condition} learning: ${text} moves`).join("; ") || "on neither solution";
    find(".chosen-text", figure).textContent = `State ${spot.n + 1}, ${said}. Moves: ${cells[4]}.`;
    if (document.activeElement === frame) show(spot);
  }, null);
  const first = spots.find((spot) => spot.circle.classList.contains("end")) ?? spots[0];
  if (first) {
    choose(first);
    show(first);
  }
});
