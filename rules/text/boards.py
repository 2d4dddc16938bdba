"""Boards side by side, as people draw them.

Also here: cells as people name them, by numbers from 1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby

from ..arc import Arc
from ..sparse_arc import SparseArc
from ..term import Pattern
from ..theory import Theory


def beside(blocks: Sequence[str], between: str = "   ") -> str:
    """Blocks of lines next to each other, top lines aligned.

    Parameters
    ----------
    blocks
        Texts of several lines each.
    between
        Text between two blocks on their first line; the other lines have spaces.
    """
    rows = [block.splitlines() for block in blocks]
    height = max(map(len, rows), default=0)
    widths = [max(map(len, lines), default=0) for lines in rows]
    joined = []
    for number in range(height):
        cells = [
            (lines[number] if number < len(lines) else "").ljust(width)
            for lines, width in zip(rows, widths, strict=True)
        ]
        gap = between if number == 0 else " " * len(between)
        joined.append(gap.join(cells).rstrip())
    return "\n".join(joined)


def fits(text: str, width: int) -> bool:
    """Whether no line of a text is longer than ``width``."""
    return all(len(line) <= width for line in text.splitlines())


def in_rows(blocks: Sequence[str], width: int, between: str = "   ") -> str:
    """Blocks in columns of one width, as many next to each other as fit in ``width``."""
    widest = max((len(line) for block in blocks for line in block.splitlines()), default=0)
    padded = ["\n".join(line.ljust(widest) for line in block.splitlines()) for block in blocks]
    per_row = max(1, (width + len(between)) // (widest + len(between)))
    rows = [padded[start : start + per_row] for start in range(0, len(padded), per_row)]
    return "\n\n".join(beside(row, between) for row in rows)


def rule_boards(theory: Theory, before: Pattern, after: Pattern) -> str:
    """A rule as two boards with an arrow."""
    return beside([theory.draw(before), theory.draw(after)], "  ->  ")


def effects_text(arc: Arc) -> list[str]:
    """Conditional effects of an arc, a line each, and that others follow for derived cells; none for most arcs."""
    if not isinstance(arc, SparseArc):
        return []
    lines = []
    for one in arc.conditional:
        asked = " and ".join(f"cell {cell + 1} is {symbol}" for cell, symbol in one.asked)
        made = ", ".join(f"cell {cell + 1} becomes {symbol}" for cell, symbol in one.made)
        lines.append(f"if {asked}: {made}" if asked else made)
    if arc.axioms is not None:
        derived = cells_listed(cell for cell, _ in arc.axioms.cells)
        lines.append(f"cells that are derived from the others afterwards: {derived}")
    return lines


def cells_listed(cells: Iterable[int]) -> str:
    """Numbers of cells, from 1, as ranges: ``1-4, 7``; a hyphen for no cells."""
    found = []
    for _, run in groupby(enumerate(sorted(cells)), key=lambda pair: pair[1] - pair[0]):
        numbers = [cell + 1 for _, cell in run]
        ends = f"{numbers[0]}-{numbers[-1]}" if len(numbers) > 2 else ", ".join(map(str, numbers))
        found.append(ends)
    return ", ".join(found) or "-"


def cells_named(cells: Collection[int]) -> str:
    """Cells in a sentence: ``cell 7``, ``cells 1-4, 7``."""
    return f"cell{'s' if len(cells) > 1 else ''} {cells_listed(cells)}"
