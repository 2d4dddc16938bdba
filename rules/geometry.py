"""How a small window lies on a larger board: where it fits, and which of the board's cells it covers.

A place is the board's cell, from 0, that the window's first cell covers. A geometry has symmetries; whether moves have them
too is for the moves to say (`BoardMoves.image`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeAlias, TypeVar, runtime_checkable

from .record import record

Shape: TypeAlias = tuple[int, int]
"""Rows and columns."""

Content = TypeVar("Content")


@record
class Symmetry:
    """A way of laying a grid upon itself; a cell's row and column are reversed first and then exchanged.

    Parameters
    ----------
    name
        In words that follow "m1".
    rows, columns
        Whether rows are counted from the bottom, columns from the right.
    exchanged
        Whether rows become columns.
    """

    name: str
    rows: bool = False
    columns: bool = False
    exchanged: bool = False

    def shape(self, shape: Shape) -> Shape:
        """Shape of the image of a window."""
        return (shape[1], shape[0]) if self.exchanged else shape

    def cell(self, cell: int, shape: Shape) -> int:
        """Place of a window's cell after the symmetry."""
        rows, columns = shape
        row, column = divmod(cell, columns)
        row = rows - 1 - row if self.rows else row
        column = columns - 1 - column if self.columns else column
        return column * rows + row if self.exchanged else row * columns + column

    def moved(self, content: Sequence[Content], shape: Shape) -> tuple[Content, ...]:
        """Content of a window's cells after the symmetry."""
        goes = {self.cell(cell, shape): one for cell, one in enumerate(content)}
        return tuple(goes[cell] for cell in range(len(goes)))


REFLECTIONS = (
    Symmetry("mirrored left to right", columns=True),
    Symmetry("mirrored top to bottom", rows=True),
    Symmetry("turned by 180 degrees", rows=True, columns=True),
)
"""Symmetries of every grid, besides leaving it as it is."""

EXCHANGES = (
    Symmetry("mirrored at the main diagonal", exchanged=True),
    Symmetry("turned by 90 degrees clockwise", rows=True, exchanged=True),
    Symmetry("turned by 90 degrees counter-clockwise", columns=True, exchanged=True),
    Symmetry("mirrored at the other diagonal", rows=True, columns=True, exchanged=True),
)
"""Symmetries by which rows become columns."""


@runtime_checkable
class Geometry(Protocol):
    """A way of placing windows."""

    @property
    def name(self) -> str:
        """Name in files."""

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The ways of laying windows upon themselves, but for leaving them as they are."""

    def cells(self, window: Shape, place: int, shape: Shape) -> tuple[int, ...] | None:
        """The board's cells that a placed window covers, in the window's order; None where it does not fit."""

    def places(self, window: Shape, shape: Shape) -> Iterable[int]:
        """Every place at which a window fits."""

    def inside(self, window: Shape, shape: Shape) -> Geometry:
        """How smaller windows lie in a window on a board."""

    def place_with(self, window: Shape, inner: int, cell: int, shape: Shape) -> int | None:
        """Place at which the window's cell ``inner`` lies on a cell of the board; None if it does not fit."""

    def window(self, cells: Iterable[int], shape: Shape) -> tuple[Shape, int]:
        """The smallest window that covers some cells, and its place."""


class Grid:
    """Windows of rows and columns, anywhere on the board; a line is a grid of one row."""

    name = "grid"
    symmetries = (*REFLECTIONS, *EXCHANGES)

    def cells(self, window: Shape, place: int, shape: Shape) -> tuple[int, ...] | None:
        """The cells below and right of the place."""
        height, width = window
        rows, columns = shape
        row, column = divmod(place, columns)
        if place < 0 or row + height > rows or column + width > columns:
            return None
        return tuple(
            first + right
            for first in range(place, place + height * columns, columns)
            for right in range(width)
        )

    def places(self, window: Shape, shape: Shape) -> Iterable[int]:
        """Places of a window, row by row."""
        height, width = window
        rows, columns = shape
        return (
            row * columns + column
            for row in range(rows - height + 1)
            for column in range(columns - width + 1)
        )

    def inside(self, window: Shape, shape: Shape) -> Geometry:
        """Geometry inside a window: that of the board."""
        return self

    def place_with(self, window: Shape, inner: int, cell: int, shape: Shape) -> int | None:
        """Place of the window that puts its given cell on a cell of the board."""
        down, right = divmod(inner, window[1])
        row, column = divmod(cell, shape[1])
        row, column = row - down, column - right
        fits = 0 <= row <= shape[0] - window[0] and 0 <= column <= shape[1] - window[1]
        return row * shape[1] + column if fits else None

    def window(self, cells: Iterable[int], shape: Shape) -> tuple[Shape, int]:
        """The bounding box."""
        columns = shape[1]
        covered = [divmod(cell, columns) for cell in cells]
        top, left = min(row for row, _ in covered), min(column for _, column in covered)
        bottom, right = max(row for row, _ in covered), max(column for _, column in covered)
        return (bottom - top + 1, right - left + 1), top * columns + left


class Ring:
    """Windows of one row on a ring: the first cell follows the last."""

    name = "ring"
    symmetries = REFLECTIONS[:1]

    def cells(self, window: Shape, place: int, shape: Shape) -> tuple[int, ...] | None:
        """The cells from the place on, around the ring."""
        size = shape[1]
        if window[0] != 1 or shape[0] != 1 or window[1] > size or not 0 <= place < size:
            return None
        return tuple((place + step) % size for step in range(window[1]))

    def places(self, window: Shape, shape: Shape) -> Iterable[int]:
        """Every cell of the ring."""
        return range(shape[1]) if window[0] == shape[0] == 1 and window[1] <= shape[1] else ()

    def inside(self, window: Shape, shape: Shape) -> Geometry:
        """Geometry of the cells of a window: the ring itself, or a line."""
        return self if window == shape else GRID

    def place_with(self, window: Shape, inner: int, cell: int, shape: Shape) -> int | None:
        """Place of the window that puts its given cell on a cell of the board."""
        place = (cell - inner) % shape[1]
        return None if self.cells(window, place, shape) is None else place

    def window(self, cells: Iterable[int], shape: Shape) -> tuple[Shape, int]:
        """The ring without its longest stretch of other cells."""
        size = shape[1]
        covered = sorted(set(cells))
        following = [*covered[1:], covered[0] + size]
        gaps = [after - cell for cell, after in zip(covered, following, strict=True)]
        widest = max(range(len(gaps)), key=lambda gap: (gaps[gap], gap))
        place = following[widest] % size
        return (1, size - gaps[widest] + 1), place


class Prefix:
    """Windows of one row that begin at the first cell."""

    name = "prefix"
    symmetries: tuple[Symmetry, ...] = ()

    def cells(self, window: Shape, place: int, shape: Shape) -> tuple[int, ...] | None:
        """The first cells."""
        if window[0] != 1 or shape[0] != 1 or window[1] > shape[1] or place != 0:
            return None
        return tuple(range(window[1]))

    def places(self, window: Shape, shape: Shape) -> Iterable[int]:
        """The first cell."""
        return () if self.cells(window, 0, shape) is None else (0,)

    def inside(self, window: Shape, shape: Shape) -> Geometry:
        """Geometry inside a window: that of the board."""
        return self

    def place_with(self, window: Shape, inner: int, cell: int, shape: Shape) -> int | None:
        """The first cell, if the two are the same."""
        return 0 if inner == cell and self.cells(window, 0, shape) is not None else None

    def window(self, cells: Iterable[int], shape: Shape) -> tuple[Shape, int]:
        """Window from the first cell to the last of ``cells``."""
        return (1, max(cells) + 1), 0


class Whole(Prefix):
    """No geometry: the only window is the board, and a schema is simply an arc."""

    name = "whole"

    def cells(self, window: Shape, place: int, shape: Shape) -> tuple[int, ...] | None:
        """All cells."""
        return tuple(range(shape[0] * shape[1])) if window == shape and place == 0 else None

    def window(self, cells: Iterable[int], shape: Shape) -> tuple[Shape, int]:
        """The board."""
        return shape, 0


def peeled(shape: Shape, last: int) -> list[int]:
    """All cells of a grid, line by line, those farthest from the cell ``last`` first."""
    (rows, columns), order = shape, []
    last_row, last_column = divmod(last, columns)
    top, bottom, left, right = 0, rows - 1, 0, columns - 1
    while top <= bottom and left <= right:
        upper, lower = last_row - top, bottom - last_row
        westward, eastward = last_column - left, right - last_column
        if bottom - top >= right - left:
            row = top if upper >= lower else bottom
            line = [row * columns + column for column in range(left, right + 1)]
            if westward < eastward:
                line.reverse()
            top, bottom = (top + 1, bottom) if row == top else (top, bottom - 1)
        else:
            column = left if westward >= eastward else right
            line = [row * columns + column for row in range(top, bottom + 1)]
            if upper < lower:
                line.reverse()
            left, right = (left + 1, right) if column == left else (left, right - 1)
        order += line
    return order


GRID = Grid()
RING = Ring()
PREFIX = Prefix()
WHOLE = Whole()
