const data = JSON.parse(document.getElementById("data").textContent);
const SVG = "http://www.w3.org/2000/svg";

function draw(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

const number = (value) => (value === null ? "∞" : Number(value.toPrecision(6)).toLocaleString("en"));
const values = ([, , g, h, f]) => `g ${number(g)}, h ${number(h)}, f ${number(f)}`;

/** The tree, a level a row; what is not made yet is hidden. */
function drawTree(search) {
  const levels = [], depth = [];
  search.tree.forEach(([parent], place) => {
    depth[place] = parent < 0 ? 0 : depth[parent] + 1;
    (levels[depth[place]] ??= []).push(place);
  });
  const width = 420, gap = Math.max(9, Math.min(26, 320 / Math.max(1, levels.length)));
  const radius = Math.max(1.6, Math.min(4.5, 160 / Math.max(1, ...levels.map((level) => level.length))));
  const at = [];
  levels.forEach((level, row) => {
    level.sort((one, other) => (row && at[search.tree[one][0]][0] - at[search.tree[other][0]][0]) || one - other);
    level.forEach((place, column) => {
      at[place] = [12 + ((column + 0.5) * (width - 24)) / level.length, 12 + row * gap];
    });
  });
  const svg = draw("svg", { viewBox: `0 0 ${width} ${24 + gap * Math.max(0, levels.length - 1)}`, role: "img", preserveAspectRatio: "xMidYMin" });
  const links = [], dots = [];
  search.tree.forEach(([parent, macro], place) => {
    if (parent >= 0) {
      links[place] = draw("line", { x1: at[parent][0], y1: at[parent][1], x2: at[place][0], y2: at[place][1], class: macro ? "link macro" : "link" });
      svg.append(links[place]);
    }
  });
  search.tree.forEach((_, place) => {
    dots[place] = draw("circle", { cx: at[place][0], cy: at[place][1], r: radius, class: "node" });
    svg.append(dots[place]);
  });
  return { svg, links, dots };
}

function heatMap(heat) {
  const finite = heat.filter(([, h]) => h !== null);
  const gs = [...new Set(finite.map(([g]) => g))].sort((a, b) => a - b);
  const hs = [...new Set(finite.map(([, h]) => h))].sort((a, b) => b - a);
  const counts = new Map(finite.map(([g, h, count]) => [`${g} ${h}`, count]));
  const most = Math.max(1, ...counts.values());
  const shade = (count) => (count ? 1 + Math.round((4 * Math.log2(count)) / Math.max(1, Math.log2(most))) : 0);
  const rows = hs.map((h) => make("tr", {}, make("th", { scope: "row" }, `h ${number(h)}`), ...gs.map((g) => {
    const count = counts.get(`${g} ${h}`) ?? 0;
    return make("td", { class: `c${Math.min(5, shade(count))}`, title: `g ${number(g)}, h ${number(h)}: ${number(count)}` }, count && count < 1000 ? String(count) : "");
  })));
  const foot = make("tr", {}, make("th", {}, "g"), ...gs.map((g) => make("th", { scope: "col" }, number(g))));
  return make("table", { class: "heat" }, make("tbody", {}, ...rows, foot));
}

function show(search) {
  const album = data.albums[search.album];
  const drawn = album && new Board(true);
  const board = drawn?.element ?? make("pre", {}), facts = make("p", {}), made = make("ul", {}), waits = make("div", { class: "open scroll" });
  const tree = drawTree(search);
  tree.svg.setAttribute("aria-label", `The search tree of ${search.title}: ${search.tree.length} nodes by depth`);
  const article = make("article", {},
    make("h2", {}, search.title), make("p", { class: "remark" }, search.outcome),
    make("div", { class: "now" }, make("div", { class: "scroll" }, board), facts),
    make("div", { class: "both" },
      make("div", {}, make("h3", {}, "Search tree"), tree.svg),
      make("div", {}, make("h3", {}, "Open list, in order"), waits)),
    make("p", { class: "remark" }, "Red: taken up now. Filled: expanded. Hollow: waiting or dropped. Green: the solution." + (search.tree.some(([, macro]) => macro) ? " Purple: by a macro." : "")),
    make("h3", {}, "Makes and drops"), made,
    make("h3", {}, "Expansions by g and h"), make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Expansions by g and h" }, heatMap(search.heat)),
    ...search.heuristic.map((said) => make("p", { class: "remark" }, `${said[0].toUpperCase()}${said.slice(1)}.`)));
  const state = (place) => search.states[place];
  const path = new Set(search.path);
  return {
    article,
    go(place) {
      const at = search.steps[Math.min(place, search.steps.length - 1)];
      if (!at) { facts.textContent = "Nothing was searched."; return; }
      if (drawn) {
        const symbols = search.cells[at.state].split(" ");
        drawn.show(album, shapesOf(album, symbols), unitOf(album, 340, true));
        requestAnimationFrame(() => drawn.glide(true));
      } else board.textContent = state(at.state);
      const bound = at.bound === null ? "" : ` Iteration ${at.iteration}, bound ${number(at.bound)}.`;
      facts.textContent = `Step ${number(at.step)} of ${number(search.all_steps)}: ${at.kept ? "taken up" : "was expanded already"}, ${values(at.node)}, depth ${at.depth}, made by ${at.node[1]}.${bound}`;
      made.replaceChildren(
        ...at.made.map((one) => make("li", { title: state(one[5]) }, `${one[1]}: ${values(one)}`)),
        ...at.dropped.map(([name, where, why]) => make("li", { class: "remark", title: state(where) }, `${name} dropped: ${why}`)));
      if (!made.children.length) made.append(make("li", { class: "remark" }, "nothing"));
      const rows = at.open.map((one) => make("tr", { title: state(one[5]) }, make("td", {}, `${one[1]} #${one[0]}`), ...[one[4], one[2], one[3]].map((value) => make("td", {}, number(value)))));
      const head = make("tr", {}, ...["made by", "f", "g", "h"].map((name) => make("th", { scope: "col" }, name)));
      const rest = at.waiting - at.open.length;
      waits.replaceChildren(make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)), make("p", { class: "remark" }, rest > 0 ? `and ${number(rest)} more` : ""));
      const done = new Set(search.taken.slice(0, at.step - 1));
      const known = Math.max(at.node[0], ...at.open.map((one) => one[0]), ...at.made.map((one) => one[0]), ...done);
      const ended = place >= search.steps.length - 1;
      tree.dots.forEach((dot, node) => {
        const there = node <= known;
        dot.style.display = there ? "" : "none";
        if (tree.links[node]) tree.links[node].style.display = there ? "" : "none";
        tree.links[node]?.classList.toggle("path", ended && path.has(node));
        dot.setAttribute("class", node === at.node[0] && !(ended && path.size) ? "node now" : ended && path.has(node) ? "node path" : done.has(node) ? "node done" : "node");
      });
    },
  };
}

const panels = data.searches.map(show);
document.getElementById("searches").append(...panels.map((panel) => panel.article));
const slider = document.getElementById("step"), label = document.getElementById("at");
const last = Math.max(0, ...data.searches.map((search) => search.steps.length - 1));
slider.max = last;
let timer = 0;
const play = document.querySelector('[data-go="play"]');

function go(place) {
  const at = Math.max(0, Math.min(last, place));
  slider.value = at;
  label.textContent = `${at + 1} of ${last + 1}`;
  panels.forEach((panel) => panel.go(at));
  if (at === last) stop();
}

function stop() {
  clearInterval(timer);
  timer = 0;
  play.textContent = "Play";
  play.setAttribute("aria-pressed", "false");
}

function toggle() {
  if (timer) { stop(); return; }
  if (Number(slider.value) === last) go(0);
  timer = setInterval(() => go(Number(slider.value) + 1), Math.max(60, 700 - 2 * last));
  play.textContent = "Pause";
  play.setAttribute("aria-pressed", "true");
}

const moves = { first: () => go(0), back: () => go(Number(slider.value) - 1), next: () => go(Number(slider.value) + 1), last: () => go(last), play: toggle };
document.querySelectorAll("[data-go]").forEach((button) => button.addEventListener("click", () => moves[button.dataset.go]()));
slider.addEventListener("input", () => go(Number(slider.value)));
document.addEventListener("keydown", (event) => {
  if (event.target === slider && event.key !== " ") return;
  const move = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" }[event.key];
  if (!move || (event.key === " " && event.target.tagName === "BUTTON") || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  moves[move]();
});
go(0);
