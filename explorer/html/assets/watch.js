const data = JSON.parse(document.getElementById("data").textContent);
const number = (value) => (value === null ? "∞" : Number(value.toPrecision(6)).toLocaleString("en"));
const values = ([, , g, h, f]) => `g ${number(g)}, h ${number(h)}, f ${number(f)}`;

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
  const table = make("table", { class: "heat" }, make("tbody", {}, ...rows, foot));
  table.style.setProperty("--columns", gs.length);
  return table;
}

/** Take the animations of a tree that grows by itself; the function shows it after a step. */
function stopped(tree) {
  const pace = Number(tree.dataset.pace);
  const seconds = (one, name) => Number.parseFloat(one.getAttribute(name) ?? "0");
  const moving = new Map(); // of each element its attributes: what they are at rest, and what from when to when
  for (const one of findAll("set", tree)) {
    const element = one.parentNode, name = one.getAttribute("attributeName");
    const known = moving.get(element) ?? moving.set(element, {}).get(element);
    known[name] ??= { rest: element.getAttribute(name) ?? "visible", times: [] };
    known[name].times.push([seconds(one, "begin"), seconds(one, "end"), one.getAttribute("to")]);
    one.remove();
  }
  const bar = find(".steps", tree), grows = find("animate", bar);
  const [wide, whole] = [Number(grows.getAttribute("to")), seconds(grows, "dur")];
  grows.remove();
  return (place) => {
    const now = (place + 0.5) * pace;
    bar.setAttribute("width", whole ? Math.min(wide, (wide * (place + 1) * pace) / whole) : 0);
    for (const [element, names] of moving) {
      for (const [name, { rest, times }] of Object.entries(names)) {
        const value = times.find(([begin, end]) => begin <= now && now < end)?.[2] ?? rest;
        if (element.getAttribute(name) !== value) element.setAttribute(name, value);
      }
    }
  };
}

function show(search, tree) {
  const album = data.albums[search.album];
  const drawn = album && new Board(true);
  const board = drawn?.element ?? make("pre", {}), facts = make("p", {}), made = make("ul", {}), waits = make("div", { class: "open scroll" });
  const growTo = stopped(tree);
  const article = make("article", {},
    make("h2", {}, search.title), make("p", { class: "remark" }, search.outcome),
    make("div", { class: "now" }, make("div", { class: "scroll" }, board), facts),
    make("h3", {}, "Search tree, a row for each move"), tree,
    make("p", { class: "remark" }, `Thick red: taken up now. Whole: expanded. Dashed: waiting or dropped. Thick green: the solution.${find(".macro", tree) ? " A purple jump over rows: a macro, one step." : ""}`),
    make("div", { class: "both" },
      make("div", {}, make("h3", {}, "Open list, in order"), waits),
      make("div", {}, make("h3", {}, "Makes and drops"), made)),
    make("h3", {}, "Expansions by g and h"), make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Expansions by g and h" }, heatMap(search.heat)),
    ...search.heuristic.map((said) => make("p", { class: "remark" }, `${said[0].toUpperCase()}${said.slice(1)}.`)));
  const state = (place) => search.states[place];
  const facsimile = (one) => (drawn ? stillBoard(album, search.cells[one[5]].split(" ")) : make("code", {}, state(one[5])));
  return {
    article,
    /** Hide the order of open while it is asked for, and mark the nodes that are asked. */
    hide(asked) {
      find(".both", article).hidden = asked.length > 0;
      findAll("[data-asked]", tree).forEach((one) => one.removeAttribute("data-asked"));
      for (const one of asked) find(`[data-node="${one[0]}"]`, tree)?.setAttribute("data-asked", "");
    },
    /** Which of some nodes that wait is taken up after a step; null where there is nothing to choose. */
    nextNode(place, after) {
      const [at, then] = search.steps.slice(place, place + 2);
      if (!then || then.step !== at.step + 1 || at.open.length < 2) return null;
      const right = at.open.find((one) => one[0] === then.node[0]);
      const others = at.open.filter((one) => one !== right && !(search.chance && one[4] === right?.[4]));
      if (!right || !others.length) return null;
      const ends = new Set([others.at(-1), others[Math.floor(others.length / 2)], others[0]]);
      const asked = [right, ...ends].sort((one, other) => one[0] - other[0]);
      this.hide(asked);
      return question({
        asks: `${search.title}, after step ${number(at.step)}: which node is expanded next?`,
        choices: asked.map((one) => [facsimile(one), make("span", {}, `${one[1]} #${one[0]}`), make("span", {}, `g ${number(one[2])}, h ${number(one[3])}`)]),
        right: new Set([asked.indexOf(right)]),
        explain: (chosen) => {
          const told = (place, whose) => `${whose} #${asked[place][0]}: ${values(asked[place])}.`;
          const yours = [...chosen].filter((place) => asked[place] !== right).map((place) => told(place, "Yours is"));
          return [make("p", {}, [told(asked.indexOf(right), "It is"), ...yours, search.order].join(" "))];
        },
        after: (good) => {
          this.hide([]);
          return after(good);
        },
      });
    },
  
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
      growTo(Math.min(place, search.steps.length - 1));
    },
  };
}

const trees = findAll("#searches > svg");
const panels = data.searches.map((search, place) => show(search, trees[place]));
find("#searches").replaceChildren(...panels.map((panel) => panel.article));
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
  if (score) quizMode();
  if (timer) { stop(); return; }
  if (Number(slider.value) === last) go(0);
  timer = setInterval(() => go(Number(slider.value) + 1), Math.max(60, 700 - 2 * last));
  play.textContent = "Pause";
  play.setAttribute("aria-pressed", "true");
}

// The quiz: a question on the cells of each macro, and on the node that is taken up next, of each search in turn.

const quiz = find("#quiz"), quizzes = find('[data-go="quiz"]');
const onCells = data.searches.flatMap((search) => (search.macros ?? []).map((macro) => [data.albums[search.album], macro]));
let score = null;

function ask() {
  const place = Number(slider.value), turn = score.asked;
  const after = (good) => {
    score.asked += 1;
    score.right += good;
    const more = make("button", { type: "button", class: "next", onclick: () => {
      if (!cell) go(Number(slider.value) + 1);
      ask();
    } }, `Next question (${score.right} of ${score.asked} right)`);
    return more;
  };
  const cell = turn % 3 === 2 ? onCells[score.cells++] : null;
  let asked = cell ? cellQuestion(...cell, after) : null;
  for (let at = place; !asked && at < last; at += 1) {
    if (at !== Number(slider.value)) go(at);
    for (const n of panels.keys()) asked ??= panels[(n + turn) % panels.length].nextNode(at, after);
  }
  quiz.replaceChildren(asked ?? make("p", { class: "quiz", role: "status" }, `The search has ended: ${score.right} of ${score.asked} right.`));
  find("button", quiz)?.focus({ preventScroll: true });
}

function quizMode() {
  score = score ? null : { asked: 0, right: 0, cells: 0 };
  quizzes.setAttribute("aria-pressed", score !== null);
  panels.forEach((panel) => panel.hide([]));
  quiz.replaceChildren();
  stop();
  if (score) ask();
}

for (const tree of trees) {
  tree.addEventListener("click", (event) => {
    const asked = findAll("[data-asked]", tree).indexOf(event.target.closest("[data-asked]"));
    if (asked >= 0) find(`.quiz [data-key="${asked + 1}"]`)?.click();
  });
}

/** Go to a step as a person asks for it; a quiz goes on there. */
function visit(place) {
  go(place);
  if (score) ask();
}

const moves = { quiz: quizMode, first: () => visit(0), back: () => visit(Number(slider.value) - 1), next: () => visit(Number(slider.value) + 1), last: () => visit(last), play: toggle };
document.querySelectorAll("[data-go]").forEach((button) => button.addEventListener("click", () => moves[button.dataset.go]()));
slider.addEventListener("input", () => visit(Number(slider.value)));
document.addEventListener("keydown", (event) => {
  if (event.target === slider && event.key !== " ") return;
  const move = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play", q: "quiz" }[event.key];
  if (!move || (event.key === " " && event.target.tagName === "BUTTON") || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  moves[move]();
});
go(0);
