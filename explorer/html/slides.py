"""Slides for a lecture: what commands show, as one drawing each, white as a projector wants it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from ...rules.text.plain import part_text
from ...rules.view import Boards, Part
from .boards import state_drawing
from .markup import Attribute, Markup, el, middle_text, sized_svg

WIDTH, EDGE = 960, 40
"""Width of a slide, and of the space around what it shows, in pixels."""

LINE = 20
"""Height of a line of what a command prints, in pixels."""

BAR, BAR_LEFT, BAR_RIGHT = 30, 330, 800
"""Height of a bar with the space below it, and where bars begin and the longest one ends, in pixels."""

LETTERS = 104
"""Letters of a line."""

MONO = "ui-monospace, Menlo, Consolas, monospace"

Drawn = tuple[Markup, int]
"""Markup that begins at height 0, and its height."""


def slide_svg(title: str, says: str, drawn: Iterable[Drawn]) -> Markup:
    """A slide: a title, a sentence, and drawings below each other.

    Parameters
    ----------
    title, says
        Its heading, and the sentence below it.
    drawn
        The drawings, each with its height.
    """
    parts = [_text(EDGE, 52, title, font_size=28, font_weight="600")]
    top = 84
    for line in wrap(says, 100):
        parts.append(_text(EDGE, top, line, font_size=17))
        top += 24
    top += 8
    for markup, height in drawn:
        parts.append(el("g", markup, transform=f"translate({EDGE},{top})"))
        top += height + 12
    ground = el("rect", x=0, y=0, width=WIDTH, height=top + EDGE, fill="#fff")
    body = el("g", parts, color="#111", fill="#111")
    return sized_svg(WIDTH, top + EDGE, f"{title}. {says}", ground, body)


def command_drawing(command: str) -> Drawn:
    """The command that makes what stands below it."""
    lines = wrap(f"$ {command}", LETTERS, subsequent_indent="    ", break_on_hyphens=False)
    texts = [
        _text(0, LINE * n + 14, line, font_family=MONO, font_size=14, fill="#06c")
        for n, line in enumerate(lines)
    ]
    return Markup("".join(texts)), LINE * len(lines)


def parts_drawings(parts: Iterable[Part], most: int) -> Iterator[Drawn]:
    """Boards as pictures, everything else as the lines that a terminal shows, up to a greatest number."""
    left = most
    for part in parts:
        if left <= 0:
            return
        if isinstance(part, Boards):
            yield _boards(part)
            left -= 4
            continue
        lines = [
            line
            for whole in part_text(part, LETTERS).split("\n")
            for line in wrap(whole, LETTERS, subsequent_indent="      ") or [""]
        ]
        shown = lines[:left] if len(lines) <= left else [*lines[: left - 1], "..."]
        left -= len(shown)
        yield _lines(shown)


def _lines(lines: Sequence[str]) -> Drawn:
    texts = [
        _text(0, LINE * n + 14, line.replace(" ", "\u00a0"), font_family=MONO, font_size=14)
        for n, line in enumerate(lines)
        if line.strip()
    ]
    return Markup("".join(texts)), LINE * len(lines)


def _boards(boards: Boards) -> Drawn:
    """Boards beside each other, in as many rows as are needed; both sides of a rule with an arrow between them."""
    left = top = height = 0
    parts: list[Markup] = []
    for number, state in enumerate(boards.states):
        drawn = state_drawing(boards.theory, state)
        wide, high = drawn.across, drawn.down
        if not boards.names and number:
            parts.append(middle_text("\u2192", left + 15, top + high / 2 + 5))
            left += 30
        if left and left + wide > WIDTH - 2 * EDGE:
            left, top, height = 0, top + height + 8, 0
        parts.append(el("g", drawn.markup, transform=f"translate({left},{top})"))
        if boards.names:
            parts.append(middle_text(boards.names[number], left + wide / 2, top + high + 18))
        left, height = left + wide + 16, max(height, high + (24 if boards.names else 0))
    return Markup("".join(parts)), top + height


def picture_drawing(picture: str) -> Drawn:
    """A picture in SVG, as wide as a slide."""
    found = re.search(r'viewBox="0 0 (\d+) (\d+)"', picture)
    assert found is not None
    wide, high = map(int, found.groups())
    tall = round(high * (WIDTH - 2 * EDGE) / wide)
    place: dict[str, Attribute] = {"width": WIDTH - 2 * EDGE, "height": tall}
    return el("svg", Markup(picture), **place, viewbox=f"0 0 {wide} {high}"), tall


def bars_drawing(values: Sequence[tuple[str, float]], unit: str) -> Drawn:
    """A bar for each value, with its name before it and the number behind it."""
    most = max((value for _, value in values), default=0) or 1
    parts: list[Markup] = []
    for number, (name, value) in enumerate(values):
        top, width = number * BAR, value / most * (BAR_RIGHT - BAR_LEFT)
        parts.append(_text(0, top + 16, name, font_size=15))
        parts.append(el("rect", x=BAR_LEFT, y=top, width=max(1.0, width), height=22, fill="#06c"))
        parts.append(_text(BAR_LEFT + width + 8, top + 16, f"{value:,} {unit}", font_size=15))
    return Markup("".join(parts)), BAR * len(values)


def columns_drawing(values: Sequence[int], below: str) -> Drawn:
    """A column for each value from 0 on, with the numbers below them and what they count."""
    most, high = max(values, default=0) or 1, 220
    step = (WIDTH - 2 * EDGE) / max(1, len(values))
    parts: list[Markup] = []
    for number, value in enumerate(values):
        tall = value / most * high
        parts.append(
            el(
                "rect",
                x=number * step,
                y=20 + high - tall,
                width=step * 0.8,
                height=tall,
                fill="#06c",
            )
        )
        middle = number * step + step * 0.4
        parts.append(middle_text(str(value), middle, 14 + high - tall))
        parts.append(middle_text(str(number), middle, high + 38))
    parts.append(_text(0, high + 62, below, font_size=15))
    return Markup("".join(parts)), high + 66


def _text(x: float, y: float, words: str, **style: str | float) -> Markup:
    return el("text", words, x=x, y=y, **style)
