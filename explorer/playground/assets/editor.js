// Prolog in colours: a coloured copy of the text lies under the field in which it is written.

const TOKENS = /(%[^\n]*|\/\*[^]*?(?:\*\/|$))|(0'(?:\\.|[^\n])|\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)|("(?:\\[^]|""|[^"\\\n])*"?|'(?:\\[^]|''|[^'\\\n])*'?)|(\b[A-Z_]\w*)|(:-|-->|\?-)/g;
const KINDS = ["comment", "number", "quoted", "variable", "neck"];
const MOST_COLOURED = 60_000; // characters; longer texts are of one colour

/** The text in pieces, those that mean something in an element of their class. */
function coloured(text) {
  const parts = [];
  let end = 0;
  for (const found of text.length > MOST_COLOURED ? [] : text.matchAll(TOKENS)) {
    const kind = KINDS.find((_, number) => found[number + 1] !== undefined);
    parts.push(text.slice(end, found.index), make("span", { class: kind }, found[0]));
    end = found.index + found[0].length;
  }
  return [...parts, text.slice(end), "\n"];
}

/** Colour the fields anew that say something else than before. */
function colour() {
  for (const place of findAll(".editor")) {
    const [copy, text] = [find("pre", place), find("textarea", place)];
    if (copy.textContent !== `${text.value}\n`) copy.replaceChildren(...coloured(text.value));
    copy.style.width = `${text.clientWidth}px`; // without the bar beside the text
    copy.style.height = `${text.clientHeight}px`;
    copy.scrollTop = text.scrollTop;
  }
}

for (const text of findAll(".editor textarea")) {
  text.addEventListener("input", colour);
  text.addEventListener("scroll", colour);
  new ResizeObserver(colour).observe(text);
}
