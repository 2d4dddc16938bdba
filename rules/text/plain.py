"""Parts of a view as plain text, for screens and for `str`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import log2
from textwrap import fill

from ..view import (
    Badges,
    Beside,
    Between,
    Boards,
    Dots,
    Fold,
    Heading,
    Items,
    Lines,
    PageOnly,
    Part,
    Picture,
    Sentence,
    Shades,
    Table,
    Tree,
    Whisker,
)
from .boards import beside, in_rows
from .state_text import format_state

WIDEST = 80
"""Characters of a line between two parts."""

LONGEST_BESIDE = 44
"""Characters of a label that stands in a column of several; a longer one has a line of its own."""

LONGEST_ALONE = 40
"""Characters of the column of a tree alone; the note of a longer label stands behind it."""

DEEPEST_INDENTED = 50
"""Depth of a node that is indented; of a deeper one the depth is told."""


def text_of(parts: Iterable[Part], width: int = 80) -> str:
    """Parts one below the other; sentences are broken at ``width`` characters."""
    return "\n".join(part_text(part, width) for part in parts)


def part_text(part: Part, width: int = 80) -> str:
    """A part as plain text."""
    match part:
        case Heading() | Lines():
            return part.text
        case Sentence():
            return fill(part.text, width, break_long_words=False, break_on_hyphens=False)
        case Items():
            return "\n".join(f"  {one}" for one in part.items)
        case Between():
            return f"\n{'-' * min(width, WIDEST)}\n"
        case Tree():
            return "\n".join(tree_lines(part))
        case Badges():
            return "\n".join(f"{one.word}: {one.what}: {one.evidence}" for one in part.items)
        case Fold():
            return f"{part.title}:\n{text_of(part.parts, width)}"
        case Beside():
            return text_of(part.parts, width)
        case PageOnly():
            return ""
        case Boards():
            return _boards_text(part, width)
        case Picture():
            drawn = ratio_lines(part, width) if part.across.unit == "x" else _picture_lines(part)
            return "\n".join(drawn)
        case Table():
            title = [part.title] if part.title else []
            return "\n".join([*title, *table_lines(part)])


def _boards_text(boards: Boards, width: int) -> str:
    """Boards beside each other, as many in a row as fit."""
    draw = boards.theory.draw if boards.theory is not None else format_state
    drawn = [draw(state) for state in boards.states]
    if not boards.names:
        return beside(drawn, "  ->  ")
    named = zip(boards.names, drawn, strict=False)
    return in_rows([f"{name}\n{board}" for name, board in named], width)


def table_lines(table: Table) -> list[str]:
    """A table with two blanks between its columns, its headings above them."""
    rows = [list(map(str, row)) for row in (table.columns, *table.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    last = len(widths) - 1
    left = [at < table.left or (table.words and at == last) for at in range(len(widths))]
    return [
        "  ".join(
            cell.ljust(width) if first else cell.rjust(width)
            for cell, width, first in zip(row, widths, left, strict=True)
        ).rstrip()
        for row in rows
    ]


def tree_lines(tree: Tree) -> Iterator[str]:
    """A tree, a node a line with its note behind it; columns stand beside each other below their headings.

    Of a tree alone a node is made when its line is, as a proof may have a hundred megabytes of text.
    """
    margin = " " * tree.indent
    rows = (
        [*(indent(depth) + label for label in node.labels), node.note]
        for depth, node in zip(tree.depths, tree.nodes, strict=True)
    )
    if len(tree.columns) == 1:
        width, first = 0, []
        for row in rows:
            first.append(row)
            width = max(width, min(LONGEST_ALONE, len(row[0])))
            if width == LONGEST_ALONE:
                break
        for label, note in chain(first, rows):
            yield f"{margin}{label:<{width}}  {note}".rstrip()
        return
    several = [[*tree.columns, ""], *rows]
    widths = [
        max(len(row[at]) for row in several if len(row[at]) <= LONGEST_BESIDE)
        for at in range(len(tree.columns))
    ]
    for row in several:
        for line in _beside(row, widths):
            yield margin + line


def _beside(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """The labels of a node in their columns, and its note; a label wider than its column ends a line."""
    *labels, note = row
    line = ""
    for label, width in zip(labels, widths, strict=True):
        line += label if len(label) > width else f"{label:<{width}}  "
        if len(label) > width:
            yield line
            line = " " * (len(line) - len(label) + width + 2)
    if line.strip() or note:
        yield f"{line}{note}".rstrip()


def indent(depth: int) -> str:
    """Indentation of a node at a depth."""
    return "  " * depth if depth <= DEEPEST_INDENTED else "  " * DEEPEST_INDENTED + f"({depth}) "


def _picture_lines(picture: Picture) -> Iterator[str]:
    """A picture: its grids as shades, what it says, and its numbers."""
    yield f"{picture.title}:"
    for mark in picture.marks:
        if isinstance(mark, Shades):
            yield shaded(mark, picture.across.title, picture.upward.title)
    if picture.says:
        yield picture.says
    if picture.table is not None:
        yield from table_lines(picture.table)


WIDEST_SCALE, NARROWEST_SCALE = 41, 15
"""Characters of a scale of ratios."""

LONGEST_TITLE = 30
"""Characters of a row's title that stands in front of its scale; a longer one has a line of its own."""


def ratio_lines(picture: Picture, width: int = WIDEST) -> Iterator[str]:
    """Ratios in rows: each an ``o`` in its interval ``[---]``, on a logarithmic scale with 1 in the middle."""
    titles = max((len(one) for one in picture.rows if len(one) <= LONGEST_TITLE), default=0)
    texts = max(map(len, picture.texts), default=0)
    half = (max(NARROWEST_SCALE, min(WIDEST_SCALE, width - titles - texts - 4)) - 1) // 2
    dots = {
        place: value
        for mark in picture.marks
        if isinstance(mark, Dots)
        for place, value in mark.spots
    }
    ends = {
        mark.place: (mark.low, mark.high) for mark in picture.marks if isinstance(mark, Whisker)
    }
    known = [*picture.across.ends, *(one for pair in ends.values() for one in pair), *dots.values()]
    most = max(abs(log2(one)) for one in known if one)

    def at(value: float) -> int:
        return half + round(half * max(-1.0, min(1.0, log2(value) / most if value else -1.0)))

    yield f"{picture.title}: less is left of the line, more right of it"
    for row, (title, text) in enumerate(zip(picture.rows, picture.texts, strict=True)):
        scale = ["."] * (2 * half + 1)
        if row in ends:
            low, high = map(at, ends[row])
            scale[low : high + 1] = ["-"] * (high + 1 - low)
            scale[low], scale[high] = "[", "]"
        scale[half] = "+" if scale[half] == "-" else "|"
        if (value := dots.get(row)) is not None:
            scale[at(value)] = "o"
        if len(title) > titles:
            yield title
            title = ""
        yield f"{title:<{titles}}  {''.join(scale)}  {text}".rstrip()
    least, greatest = f"{2**most:.3g} times less", f"{2**most:.3g} times more"
    yield f"{'':{titles}}  {least:<{half}}1{greatest:>{half}}"


HEAT = " .:-=+*#%@"
"""Shades of a heat map, from no expansion to the most."""

MOST_COLUMNS, MOST_ROWS = 60, 24
"""Size of a heat map; larger ones put several values into one."""


def shaded(grid: Shades, across: str, upward: str) -> str:
    """Counts as shades; ``across`` and ``upward`` name the two values. Infinite values are left out."""
    finite = {at: count for at, count in grid.counts.items() if max(at) < float("inf")}
    if not finite:
        return ""
    gs, hs = (sorted({at[axis] for at in finite}) for axis in (0, 1))
    by_g, by_h = -(-len(gs) // MOST_COLUMNS), -(-len(hs) // MOST_ROWS)
    columns = {g: place // by_g for place, g in enumerate(gs)}
    rows = {h: place // by_h for place, h in enumerate(hs)}
    cells: dict[tuple[int, int], int] = {}
    for (g, h), count in finite.items():
        at = columns[g], rows[h]
        cells[at] = cells.get(at, 0) + count
    most = max(cells.values())
    label = max(len(_rounded(h)) for h in hs)
    lines = []
    for row in range(rows[hs[-1]], -1, -1):
        lowest = hs[row * by_h]
        shades = (
            _shade(cells.get((column, row), 0), most) for column in range(columns[gs[-1]] + 1)
        )
        lines.append(f"{upward} {_rounded(lowest):>{label}} |{''.join(shades).rstrip()}")
    width = columns[gs[-1]] + 1
    left = label + len(upward) + 1
    lines.append(f"{'':{left}} +{'-' * width}")
    lines.append(
        f"{'':{left + 1}}{across} {_rounded(gs[0])} to {_rounded(gs[-1])}; {HEAT[-1]} is {most:,}"
    )
    return "\n".join(lines)


def _shade(count: int, most: int) -> str:
    if not count:
        return HEAT[0]
    steps = len(HEAT) - 2
    return HEAT[1 + round(steps * _log(count) / _log(most))] if most > 1 else HEAT[-1]


def _log(count: int) -> float:
    return log2(count + 1) - 1


def _rounded(value: float) -> str:
    return f"{round(value, 3):g}"
