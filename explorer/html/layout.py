"""Where the pieces of a drawing are put in a picture, for the SVG of notebooks and for the report's page alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ...rules.text.drawing import Drawing, Piece

PLAIN = "="
"""What most bars are drawn with."""

Kind = Literal["cells", "signs", "bars"]


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece of a drawing in its place.

    Parameters
    ----------
    x, y
        The column and the row that it begins in, from the upper left corner.
    width
        The columns that it takes.
    label
        What is written there: its text without spaces, of bars without what they are drawn with.
    piece
        The piece.
    """

    x: int
    y: int
    width: int
    label: str
    piece: Piece

    @property
    def is_signed(self) -> bool:
        """Whether a piece is a bar drawn with a sign of its own, as a pancake with the burnt side up."""
        return self.piece.sign not in ("", PLAIN) and self.piece.tint is None

    @property
    def is_said(self) -> bool:
        """Whether its label is written: a colour says what it is, but not which number."""
        return bool(self.label) and (not self.piece.tint or any(map(str.isdigit, self.label)))


@dataclass(frozen=True, slots=True)
class Layout:
    """A drawing as a picture.

    Parameters
    ----------
    kind
        What a column and a row are: of ``cells``, the pieces themselves; of ``signs`` the characters, each a square;
        of ``bars`` the characters too, which are narrow.
    columns, rows
        How many there are.
    spots
        The pieces that say something or are a cell, row by row.
    """

    kind: Kind
    columns: int
    rows: int
    spots: tuple[Spot, ...]


def laid_out(drawing: Drawing) -> Layout:
    """The pieces of a drawing in their places.

    Pieces of one width with a space between each two are put into columns; all others stand where their text does.
    """
    columns, rows = drawing.size
    grid = drawing.grid
    if grid is not None:
        widest = max(map(len, grid), default=0)
        lines = [[(place, 1, piece) for place, piece in enumerate(row)] for row in grid]
        return Layout("cells", widest, rows, tuple(_spots(lines, bars=False)))
    pieces = [piece for row in drawing.rows for piece in row if piece.cell is not None]
    kind: Kind = "bars" if any(piece.sign for piece in pieces) else "signs"
    lines = [list(_where(row)) for row in drawing.rows]
    return Layout(kind, columns, rows, tuple(_spots(lines, bars=kind == "bars")))


def _where(row: tuple[Piece, ...]) -> Iterator[tuple[int, int, Piece]]:
    begin = 0
    for piece in row:
        text = piece.text
        if piece.cell is None:  # a peg is where its sign is
            yield begin + len(text) - len(text.lstrip()), len(text.strip()), piece
        else:
            yield begin, len(text), piece
        begin += len(piece.text)


def _spots(lines: list[list[tuple[int, int, Piece]]], *, bars: bool) -> Iterator[Spot]:
    for y, line in enumerate(lines):
        for x, width, piece in line:
            text = piece.text.strip()
            if piece.cell is not None or text:
                yield Spot(
                    x, y, width, text.strip(piece.sign) if bars and piece.sign else text, piece
                )
