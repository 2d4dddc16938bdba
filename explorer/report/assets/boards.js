// The states of the run's problems, and the windows of its macros, as drawing.js draws them.

/** The album that holds the states of a problem. */
function albumOf(problem) {
  return data.albums[data.album_of[problem] ?? 0];
}

/** A state of a problem, standing still. */
function stillState(problem, symbols) {
  return stillBoard(albumOf(problem), symbols);
}

/** The goal of a problem, standing still; nothing where the page has no drawing of it. */
function stillGoal(problem, symbols) {
  const album = data.albums[data.goal_album_of[problem]] ?? albumOf(problem);
  return !album || data.labels[problem] ? null : stillBoard(album, symbols);
}

/** Two windows of a rule, or a single one, that are written as text, and what differs between them. */
function drawWindows(holder) {
  const texts = findAll("pre.board", holder);
  const windows = texts.map((text) => text.dataset.cells.split(" "));
  const changed = new Set([...windows[0].keys()].filter((cell) => windows.some((one) => one[cell] !== windows[0][cell])));
  texts.forEach((text, n) => text.replaceWith(stillBoard(data.albums[text.dataset.album], windows[n], changed)));
}

function drawAllWindows(within) {
  for (const windows of findAll(".windows", within)) {
    const holder = windows.parentElement.closest("details");
    if (find("pre.board", windows) && (!holder || holder.open)) drawWindows(windows);
  }
}

/** Plays the training example of a macro once it comes near the window: many players made at once lay the page out anew for each. */
const near = new IntersectionObserver((entries) => {
  for (const { target } of entries.filter((one) => one.isIntersecting)) {
    near.unobserve(target);
    const player = new Player();
    target.append(player.body);
    player.open(playable(JSON.parse(target.dataset.path)), data.albums[target.dataset.album], "of the training example");
  }
}, { rootMargin: "300px" });
for (const place of findAll(".played")) near.observe(place);

for (const details of findAll("details.card, details.card details, details.file")) {
  details.addEventListener("toggle", () => { if (details.open) drawAllWindows(details); });
}
drawAllWindows(document);
