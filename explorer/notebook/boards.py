"""Boards as pictures: inline SVG for notebooks and pages, in the colours of the text around it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from ...rules.term import Pattern, Symbol, Var
from ...rules.text.drawing import BRIGHT, SHADES
from ...rules.text.state_text import draw_state
from ...rules.theory import Theory
from ..html.layout import Spot, laid_out
from ..text.untrusted import in_html

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
    rows, columns = shape
    longest = max((len(str(term)) for term in pattern), default=1)
    width = max(CELL, LETTER * longest + 10)
    parts = []
    for cell, term in enumerate(pattern):
        left, top = cell % columns * width + 1, cell // columns * CELL + 1
        empty = term == blank
        parts.append(
            f'<rect x="{left}" y="{top}" width="{width}" height="{CELL}" fill="currentColor" '
            f'fill-opacity="{0 if empty else 0.07}" stroke="currentColor" stroke-opacity="0.6"/>'
        )
        if not empty:
            style = ' font-style="italic"' if isinstance(term, Var) else ' font-weight="600"'
            parts.append(
                f'<text x="{left + width / 2:g}" y="{top + CELL / 2 + 5:g}" fill="currentColor" '
                f'text-anchor="middle"{style}>{in_html(str(term))}</text>'
            )
    across, down = columns * width + 2, rows * CELL + 2
    words = in_html(draw_state(pattern, shape, blank).replace("\n", " / "), quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{words}" '
        f'width="{across}" height="{down}" viewBox="0 0 {across} {down}" '
        f'font-family="sans-serif" font-size="14">{"".join(parts)}</svg>'
    )


def state_svg(theory: Theory | None, state: Pattern) -> str:
    """A state as its domain draws it where the drawing says what is where; else, and for patterns, as a board."""
    if theory is None:
        return board_svg(state, (1, len(state)))
    drawing = theory.drawing(state)
    if drawing.is_board or not drawing.shows_cells:
        return board_svg(state, theory.shape, theory.blank)
    layout = laid_out(drawing)
    sign, line = (CELL, CELL) if layout.kind == "cells" else (SIGN, LINE)
    parts = [part for spot in layout.spots for part in _spot_svg(spot, sign, line)]
    across, down = layout.columns * sign + 2, layout.rows * line + 2
    words = in_html(drawing.text.replace("\n", " / "), quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{words}" '
        f'width="{across}" height="{down}" viewBox="0 0 {across} {down}" '
        f'font-family="sans-serif" font-size="13">{"".join(parts)}</svg>'
    )


def _spot_svg(spot: Spot, sign: int, line: int) -> Iterator[str]:
    left, top, width = spot.x * sign + 1, spot.y * line + 1, spot.width * sign
    tint = spot.piece.tint
    if spot.piece.cell is not None:
        shade = SHADES[tint] if tint else "currentColor"
        opacity = "" if tint else ' fill-opacity="0.12"'
        dashes = ' stroke-dasharray="4 2"' if spot.is_signed else ""
        yield (
            f'<rect x="{left}" y="{top}" width="{width}" height="{line}" rx="2" fill="{shade}"'
            f'{opacity} stroke="currentColor" stroke-opacity="0.6"{dashes}/>'
        )
    if spot.is_said:
        style = ' font-style="italic"' if spot.piece.is_open else ""
        ink = "currentColor" if not tint else "#000" if tint in BRIGHT else "#fff"
        yield (
            f'<text x="{left + width / 2:g}" y="{top + line / 2 + 5:g}" fill="{ink}" '
            f'text-anchor="middle"{style}>{in_html(spot.label)}</text>'
        )


def rule_html(
    before: Pattern, after: Pattern, shape: tuple[int, int], blank: Symbol | None = None
) -> str:
    """A rule as two boards with an arrow between them."""
    return beside_html([board_svg(before, shape, blank), "&rarr;", board_svg(after, shape, blank)])


def drawn_rule_html(theory: Theory, before: Pattern, after: Pattern) -> str:
    """A rule as the theory's domain draws its two sides."""
    return beside_html([state_svg(theory, before), "&rarr;", state_svg(theory, after)])


def captioned_html(picture: str, caption: str) -> str:
    """A picture with words under it."""
    return (
        '<figure style="display:inline-block;margin:4px;text-align:center">'
        f"{picture}<figcaption>{in_html(caption)}</figcaption></figure>"
    )


def beside_html(pictures: Iterable[str]) -> str:
    """Pictures next to each other, going on in the next line where a line is full."""
    return (
        '<div style="display:flex;flex-wrap:wrap;align-items:center;gap:10px">'
        f"{''.join(pictures)}</div>"
    )


def table_html(
    heading: Sequence[str],
    rows: Iterable[Iterable[str]],
    caption: str = "",
    left: Collection[int] = (0,),
) -> str:
    """A table of plain texts; the columns of these numbers are aligned left and the others right."""

    def line(cells: Iterable[str], tag: str) -> str:
        return "".join(
            f'<{tag} style="text-align:{"left" if number in left else "right"}">'
            f"{in_html(cell).replace(chr(10), '<br>')}</{tag}>"
            for number, cell in enumerate(cells)
        )

    body = "".join(f"<tr>{line(row, 'td')}</tr>" for row in rows)
    title = f"<caption>{in_html(caption)}</caption>" if caption else ""
    return (
        f"<table>{title}<thead><tr>{line(heading, 'th')}</tr></thead><tbody>{body}</tbody></table>"
    )
