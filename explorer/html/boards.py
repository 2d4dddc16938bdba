"""Boards as pictures: inline SVG for notebooks and pages, in the colours of the text around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...rules.term import Pattern, Symbol, Var
from ...rules.text.drawing import BRIGHT, SHADES
from ...rules.text.state_text import draw_state
from ...rules.theory import Theory
from ...rules.view import Boards
from .layout import Spot, laid_out
from .markup import Attribute, Markup, el, middle_text, sized_svg

MOST_STATES = 60
"""States of a path that are drawn."""


def boards_markup(boards: Boards) -> Markup:
    """Boards next to each other, each above its name; both sides of a rule with an arrow between them."""
    shown = boards.states[:MOST_STATES]
    drawn = [state_svg(boards.theory, state) for state in shown]
    if not boards.names:
        return beside_html([drawn[0], "\u2192", *drawn[1:]])
    beside = beside_html(map(captioned_html, drawn, boards.names))
    more = len(boards.states) - len(shown)
    return Markup(beside + (el("p", f"and {more:,} more states") if more else ""))


CELL = 30
"""The height of a cell in pixels; it is as wide, or wider where symbols are long."""

SIGN, LINE = 16, 20
"""The width and height of a character of a domain's own drawing."""

LETTER = 8
"""The width of a letter in pixels."""


def board_svg(pattern: Pattern, shape: tuple[int, int], blank: Symbol | None = None) -> str:
    """A state or pattern as a board: symbols upright, variables slanted, the blank empty.

    Parameters
    ----------
    pattern
        One term a cell, row by row.
    shape
        Rows and columns.
    blank
        The symbol that is left out.
    """
    return _board_drawing(pattern, shape, blank).markup


@dataclass(frozen=True)
class DrawnState:
    """A state that is drawn.

    Parameters
    ----------
    across, down
        Its size in pixels.
    words
        The state for those who do not see it.
    parts
        Its elements.
    size, large
        Size of its letters, and where it is drawn small.
    """

    across: int
    down: int
    words: str
    parts: Sequence[Markup]
    size: float = 14
    large: float = 14

    @property
    def markup(self) -> Markup:
        """The drawing by itself."""
        return sized_svg(self.across, self.down, self.words, self.parts, size=self.size)

    def scaled(
        self, left: float, top: float, width: float, height: float, parts: Iterable[Markup]
    ) -> Markup:
        """The drawing in a place of another one, as large as fits, of parts that stand for its own."""
        return el(
            "svg",
            parts,
            x=left,
            y=top,
            width=width,
            height=height,
            viewbox=f"0 0 {self.across} {self.down}",
            font_size=self.large,
        )


def _board_drawing(
    pattern: Pattern, shape: tuple[int, int], blank: Symbol | None = None
) -> DrawnState:
    rows, columns = shape
    longest = max((len(str(term)) for term in pattern), default=1)
    width = max(CELL, LETTER * longest + 10)
    parts = []
    for cell, term in enumerate(pattern):
        left, top = cell % columns * width + 1, cell // columns * CELL + 1
        empty = term == blank
        parts.append(_box(left, top, width, CELL, fill_opacity=0 if empty else 0.07))
        if not empty:
            slanted = isinstance(term, Var)
            style = {"font_style": "italic"} if slanted else {"font_weight": "600"}
            parts.append(middle_text(str(term), left + width / 2, top + CELL / 2 + 5, **style))
    words = draw_state(pattern, shape, blank).replace("\n", " / ")
    large = 20 if longest <= 2 else 14
    return DrawnState(columns * width + 2, rows * CELL + 2, words, parts, large=large)


def _box(left: float, top: float, width: float, height: float, **style: Attribute) -> Markup:
    """A frame in the colour of the text around the drawing, filled with it by default."""
    look = {"fill": "currentColor", **style}
    return el(
        "rect",
        x=left,
        y=top,
        width=width,
        height=height,
        stroke="currentColor",
        stroke_opacity=0.6,
        **look,
    )


def state_svg(theory: Theory | None, state: Pattern) -> str:
    """A state as its domain draws it if the drawing names cells; else, and for patterns, a board."""
    return state_drawing(theory, state).markup


def state_drawing(theory: Theory | None, state: Pattern) -> DrawnState:
    """A state as `state_svg` draws it, with its size."""
    if theory is None:
        return _board_drawing(state, (1, len(state)))
    drawing = theory.drawing(state)
    if drawing.is_board or not drawing.shows_cells:
        return _board_drawing(state, theory.shape, theory.blank)
    layout = laid_out(drawing)
    sign, line = (CELL, CELL) if layout.kind == "cells" else (SIGN, LINE)
    parts = [part for spot in layout.spots for part in _spot_svg(spot, sign, line)]
    across, down = layout.columns * sign + 2, layout.rows * line + 2
    return DrawnState(across, down, drawing.text.replace("\n", " / "), parts, 13)


def _spot_svg(spot: Spot, sign: int, line: int) -> Iterator[Markup]:
    left, top, width = spot.x * sign + 1, spot.y * line + 1, spot.width * sign
    tint = spot.piece.tint
    if spot.piece.cell is not None:
        shade: dict[str, Attribute] = {"fill": SHADES[tint]} if tint else {"fill_opacity": 0.12}
        dashes = "4 2" if spot.is_signed else None
        yield _box(left, top, width, line, rx=2, **shade, stroke_dasharray=dashes)
    if spot.is_said:
        style = "italic" if spot.piece.is_open else None
        ink = "currentColor" if not tint else "#000" if tint in BRIGHT else "#fff"
        x, y = left + width / 2, top + line / 2 + 5
        yield middle_text(spot.label, x, y, ink=ink, font_style=style)


def rule_html(before: Pattern, after: Pattern, shape: tuple[int, int]) -> str:
    """A rule as two boards with an arrow between them."""
    return beside_html([board_svg(before, shape), "\u2192", board_svg(after, shape)])


def captioned_html(picture: str, caption: str) -> Markup:
    """A picture, which is markup, with words under it."""
    style = "display:inline-block;margin:4px;text-align:center"
    return el("figure", Markup(picture), el("figcaption", caption), class_="captioned", style=style)


def beside_html(pictures: Iterable[str]) -> Markup:
    """Pictures, which are markup, next to each other, going on in the next line where a line is full."""
    style = "display:flex;flex-wrap:wrap;align-items:center;gap:10px"
    return el("div", map(Markup, pictures), class_="beside", style=style)
