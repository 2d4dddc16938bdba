"""Boxes on a page in a browser: tables wider than the page, and labels of drawings over other labels, over lines or outside."""

from __future__ import annotations

from typing import Any

SCRIPT = """() => {
  const found = [];
  for (const one of document.querySelectorAll("details")) one.open = true;
  for (const table of document.querySelectorAll("table")) {
    const box = table.getBoundingClientRect();
    const whole = table.closest(".pairs, .all"); // every problem or search: on a wide page it scrolls in its frame
    if (box.width && box.right > innerWidth + 1 && !(whole && innerWidth > 600)) found.push(`table beyond the page: ${table.caption?.textContent}, ${box.width} wide`);
  }
  const over = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const within = (box, by) => ({ left: box.left + by, right: box.right - by, top: box.top + box.height / 4, bottom: box.bottom - box.height / 4 });
  for (const drawing of document.querySelectorAll("svg.drawing")) {
    const place = drawing.getBoundingClientRect();
    if (!place.width) continue;
    const boxes = (selector) => [...drawing.querySelectorAll(selector)].map((one) => [one, one.getBoundingClientRect()]);
    const texts = boxes("text").filter(([text, box]) => text.textContent.trim() && box.width && getComputedStyle(text).visibility === "visible");
    const grounds = boxes(".ground").map(([, box]) => box);
    const straight = boxes("line").filter(([line]) => line.getAttribute("x1") === line.getAttribute("x2") || line.getAttribute("y1") === line.getAttribute("y2"));
    const name = drawing.getAttribute("aria-label")?.slice(0, 60);
    texts.forEach(([text, box], place_) => {
      for (const [other, there] of texts.slice(0, place_)) {
        if (over(within(box, 1), within(there, 1))) found.push(`label over label: ${text.textContent} and ${other.textContent} in ${name}`);
      }
      const clear = grounds.some((ground) => ground.left <= box.left + 2 && ground.right >= box.right - 2);
      if (!clear && straight.some(([, line]) => over(within(box, 1), line))) found.push(`label over a line: ${text.textContent} in ${name}`);
      if (box.right > place.right + 1 || box.left < place.left - 1) found.push(`label outside: ${text.textContent} in ${name}`);
    });
  }
  return found;
}"""


def misplaced(page: Any) -> list[str]:
    """Tables that are wider than the page, and labels of its drawings that stand over something, with all folded parts open."""
    found: list[str] = page.evaluate(SCRIPT)
    return found
