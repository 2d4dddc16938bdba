"""How well text can be told from its ground on a page in a browser (WCAG 2.2, success criterion 1.4.3)."""

from __future__ import annotations

from typing import Any

SCRIPT = r"""
() => {
  const parse = (text) => {
    const numbers = text.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
    const parts = text.startsWith("color(") ? numbers.map((part, n) => (n < 3 ? 255 * part : part)) : numbers;
    return parts.length > 3 ? parts : [...parts, 1];
  };
  const over = (top, under) => [0,1,2].map((i) => top[i]*top[3] + under[i]*(1-top[3])).concat(1);
  const part = (c) => { c /= 255; return c <= 0.04045 ? c/12.92 : ((c+0.055)/1.055)**2.4; };
  const light = ([r,g,b]) => 0.2126*part(r)+0.7152*part(g)+0.0722*part(b);
  const remembered = (find, outermost) => {
    const known = new Map([[null, outermost]]);
    const of = (element) => {
      if (!known.has(element)) known.set(element, find(getComputedStyle(element), () => of(element.parentElement)));
      return known.get(element);
    };
    return of;
  };
  const ground = remembered((style, under) => {
    if (style.backgroundImage !== "none") return null;
    const own = parse(style.backgroundColor);
    return own[3] === 1 ? own : under() && over(own, under());
  }, [255,255,255,1]);
  const opacity = remembered((style, around) => Number(style.opacity) * around(), 1);
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const element = walker.currentNode.parentElement;
    if (!text || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || element.closest("svg, script, style, noscript, [disabled], [aria-hidden=true]")) continue;
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const style = getComputedStyle(element), under = ground(element);
    if (!under) continue;
    const colour = parse(style.color);
    const front = over([...colour.slice(0,3), colour[3]*opacity(element)], under);
    const [a,b] = [light(front), light(under)].sort((x,y) => y-x);
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = (a+0.05)/(b+0.05);
    if (ratio < (large ? 3 : 4.5) - 0.005) found.push(`${text.slice(0,40)}: ${ratio.toFixed(2)} (${element.tagName}.${element.className})`);
  }
  return [...new Set(found)];
}
"""


def too_faint(page: Any) -> list[str]:
    """The texts on a page, as it is shown now, whose contrast falls short of AA: 4.5, or 3 for large ones.

    Text in drawings and on pictures is left out, and what cannot be seen or used.
    """
    found: list[str] = page.evaluate(SCRIPT)
    return found
