"""Boards drawn as large as the screen allows, with marks on cells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rich.text import Text

from ....rules.geometry import Shape
from ....rules.term import State
from ....rules.text.state_text import cell_texts
from ....rules.theory import Theory

SPARE = ((14, 7), (10, 5), (6, 3), (2, 1))
"""Columns beside the longest symbol, and lines, of boxes with lines between them, the largest first."""

Mark = Callable[[int], tuple[str, str, str]]
"""Of a cell the signs on both sides of it, or nothing, and its style."""


@dataclass(frozen=True, slots=True)
class Box:
    """How one cell is drawn.

    Parameters
    ----------
    width, height
        Of what is inside, in characters.
    border
        1 where lines are drawn between cells, 0 where not.
    """

    width: int
    height: int
    border: int

    def extent(self, shape: Shape) -> tuple[int, int]:
        """The width and height of a board."""
        rows, columns = shape
        line = self.border
        return columns * (self.width + line) + line, rows * (self.height + line) + line

    def fits(self, shape: Shape, space: tuple[int, int]) -> bool:
        """Whether a board fits into columns and lines."""
        width, height = self.extent(shape)
        return width <= space[0] and height <= space[1]

    def region(self, cell: int, shape: Shape) -> tuple[int, int, int, int]:
        """Left, top, width and height of a cell in the drawing, with its lines."""
        row, column = divmod(cell, shape[1])
        line = self.border
        return (
            column * (self.width + line),
            row * (self.height + line),
            self.width + 2 * line,
            self.height + 2 * line,
        )


def best_box(theory: Theory, state: State, space: tuple[int, int]) -> Box:
    """Largest way of drawing cells that fits into columns and lines; otherwise the smallest."""
    widest = _widest(theory, state)
    for box in (Box(widest + spare, lines, 1) for spare, lines in SPARE):
        if box.fits(theory.shape, space):
            return box
    return smallest_box(theory, state)


def smallest_box(theory: Theory, state: State) -> Box:
    """The way of drawing cells that takes least space."""
    return Box(_widest(theory, state) + 2, 1, 0)


def _widest(theory: Theory, state: State) -> int:
    return max(map(len, cell_texts(state, theory.blank)), default=1)


def draw_board(theory: Theory, state: State, box: Box, mark: Mark) -> Text:
    """A board of cells, each with its marks."""
    rows, columns = theory.shape
    cells = cell_texts(state, theory.blank)
    widest = max(map(len, cells), default=1)
    marks = [mark(cell) for cell in range(len(cells))]
    text = Text(no_wrap=True)

    def rule(left: str, middle: str, right: str) -> None:
        if box.border:
            text.append(left + middle.join(["─" * box.width] * columns) + right + "\n")

    rule("┌", "┬", "┐")
    for row in range(rows):
        for line in range(box.height):
            for column in range(columns):
                text.append("│" if box.border else "")
                cell = row * columns + column
                left, right, style = marks[cell]
                inside = ""
                if line == box.height // 2:
                    inside = f"{left or ' '}{cells[cell].rjust(widest)}{right or ' '}"
                text.append(inside.center(box.width), style)
            text.append("│\n" if box.border else "\n")
        if row < rows - 1:
            rule("├", "┼", "┤")
    rule("└", "┴", "┘")
    text.right_crop(1)  # the last line's end
    return text
