"""A state on the screen: as its domain draws it where the drawing says what is where, else as a board of cells."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from rich.text import Text

from ....rules.term import Pattern, State, Var
from ....rules.text.drawing import BRIGHT, SHADES, Drawing, Piece
from ....rules.theory import Theory
from .board_boxes import Box, best_box, draw_board

CHANGED, WRONG = "bold", "bold white on red"
"""How marked cells look besides their marks."""

AT_GOAL, ELSEWHERE = "black on green", "black on cyan"
"""How cells look whose symbol is the goal's, and how others do."""

STICKERS = {
    tint: f"{'#000000' if tint in BRIGHT else '#ffffff'} on {shade}"
    for tint, shade in SHADES.items()
}
"""How pieces look that have a colour of their own."""

SCALES = ((8, 3), (6, 3), (4, 1), (3, 1), (2, 1), (1, 1))
"""How many columns and lines a character of a drawing may take, the largest first."""

MARKED_WIDTH = 3
"""Columns of a piece that has room for marks beside what it says."""


@dataclass(frozen=True)
class Marks:
    """Marks on cells, besides their symbols.

    Parameters
    ----------
    changed, wrong
        Cells that change, and cells that are not as they must be.
    styles
        How cells look by themselves.
    """

    changed: Collection[int] = ()
    wrong: Collection[int] = ()
    styles: Mapping[int, str] = field(default_factory=dict)

    def of(self, cell: int) -> tuple[str, str, str]:
        """The signs on both sides of a cell, or nothing, and its style."""
        own = self.styles.get(cell, "")
        if cell in self.wrong:
            return "!", "!", WRONG
        return ("[", "]", f"{own} {CHANGED}") if cell in self.changed else ("", "", own)


def goal_styles(theory: Theory, state: State, goal: Pattern) -> dict[int, str]:
    """How cells look: at their goal, or elsewhere. The blank, and cells that the goal leaves open, look like nothing."""
    return {
        cell: AT_GOAL if symbol == wanted else ELSEWHERE
        for cell, (symbol, wanted) in enumerate(zip(state, goal, strict=True))
        if symbol != theory.blank and not isinstance(wanted, Var)
    }


class Canvas(Protocol):
    """A way to draw a state in some space."""

    @property
    def extent(self) -> tuple[int, int]:
        """Columns and lines that it takes."""

    def text(self, marks: Marks) -> Text:
        """The drawing."""

    def cell_at(self, column: int, line: int) -> int | None:
        """The cell that is drawn there."""


@dataclass(frozen=True)
class BoardCanvas:
    """The cells row by row."""

    theory: Theory
    state: State
    box: Box

    @property
    def extent(self) -> tuple[int, int]:
        """Columns and lines that it takes."""
        return self.box.extent(self.theory.shape)

    def text(self, marks: Marks) -> Text:
        """The board."""
        return draw_board(self.theory, self.state, self.box, marks.of)

    def cell_at(self, column: int, line: int) -> int | None:
        """The cell in whose box that is; a line between two boxes belongs to the first."""
        rows, columns = self.theory.shape
        border = self.box.border
        across = max(0, column - border) // (self.box.width + border)
        down = max(0, line - border) // (self.box.height + border)
        return down * columns + across if across < columns and down < rows else None


@dataclass(frozen=True)
class PictureCanvas:
    """The domain's own drawing, each of its characters as large as a scale says."""

    drawing: Drawing
    scale: tuple[int, int]

    @property
    def extent(self) -> tuple[int, int]:
        """Columns and lines that it takes."""
        width, height = self.drawing.size
        return width * self.scale[0], height * self.scale[1]

    def text(self, marks: Marks) -> Text:
        """The drawing, larger."""
        down = self.scale[1]
        text = Text(no_wrap=True)
        for number, row in enumerate(self.drawing.rows):
            for line in range(down):
                text.append("\n" if number or line else "")
                for piece in row:
                    self._add(text, piece, marks, line == down // 2, down > 1 and line == down - 1)
        return text

    def _add(self, text: Text, piece: Piece, marks: Marks, in_middle: bool, last: bool) -> None:
        width = self.scale[0] * len(piece.text)
        if piece.cell is None:
            alone = len(piece.text) == 1  # a piece of a wall; else a word or a peg
            text.append(piece.text * width if alone else piece.text.strip().center(width))
            return
        left, right, style = marks.of(piece.cell)
        if piece.tint:
            style = f"{STICKERS[piece.tint]} {CHANGED if left else ''}"
        elif last:
            style = f"{style} underline"  # where it stands on another
        inside = piece.text.strip() if in_middle else ""
        drawn = inside.center(width, piece.sign or " ")
        if left and in_middle and width >= MARKED_WIDTH:
            drawn = f"{left}{drawn[1:-1]}{right}"
        elif left and inside and width > len(inside):
            drawn = f"{left}{inside}".ljust(width)
        elif left:
            style = f"{style} reverse" if in_middle else style
        text.append(drawn, style)

    def cell_at(self, column: int, line: int) -> int | None:
        """The cell that the piece there shows."""
        across, down = self.scale
        if not 0 <= line // down < len(self.drawing.rows) or column < 0:
            return None
        end = 0
        for piece in self.drawing.rows[line // down]:
            end += across * len(piece.text)
            if column < end:
                return piece.cell
        return None


def best_canvas(theory: Theory, state: State, space: tuple[int, int]) -> Canvas:
    """The domain's own drawing, as large as fits into columns and lines; otherwise the cells."""
    drawing = theory.drawing(state)
    if drawing.shows_cells and not drawing.is_board:
        for form in (drawing, drawing.trimmed):
            for scale in SCALES:
                canvas = PictureCanvas(form, scale)
                if fits(canvas, space):
                    return canvas
    return BoardCanvas(theory, state, best_box(theory, state, space))


def fits(canvas: Canvas, space: tuple[int, int]) -> bool:
    """Whether the drawing fits into columns and lines."""
    width, height = canvas.extent
    return width <= space[0] and height <= space[1]
