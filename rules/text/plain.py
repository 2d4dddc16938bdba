"""Parts of a view as plain text, for screens and for `str`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import fill

from ..view import Between, Heading, Items, Lines, Part, Sentence, Table, Tree

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
            return "\n".join(" " * part.indent + line for line in tree_lines(part))
        case Table():
            title = [part.title] if part.title else []
            return "\n".join([*title, *table_lines(part)])


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


def tree_lines(tree: Tree) -> list[str]:
    """A tree, a node a line with its note behind it; columns stand beside each other below their headings."""
    rows = [
        [*(indent(depth) + label for label in node.labels), node.note]
        for depth, node in zip(tree.depths, tree.nodes, strict=True)
    ]
    if len(tree.columns) == 1:
        width = min(LONGEST_ALONE, max((len(row[0]) for row in rows), default=0))
        return [f"{label:<{width}}  {note}".rstrip() for label, note in rows]
    rows.insert(0, [*tree.columns, ""])
    widths = [
        max(len(row[at]) for row in rows if len(row[at]) <= LONGEST_BESIDE)
        for at in range(len(tree.columns))
    ]
    return [line for row in rows for line in _beside(row, widths)]


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
