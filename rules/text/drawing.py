"""How a domain draws a state or a pattern: rows of pieces, which terminal, notebook, report and plain text show alike."""

from __future__ import annotations

from collections.abc import Iterable

from ..record import record

SHADES = {
    "white": "#ffffff",
    "yellow": "#ffd500",
    "green": "#008542",
    "blue": "#0046ad",
    "orange": "#ff7a1a",
    "red": "#b71234",
}
"""The colours that a piece may have of its own."""

BRIGHT = frozenset({"white", "yellow", "orange"})
"""Tints on which letters are black; on the others they are white."""

OPEN_SIGN = "-"
"""Sign of a bar whose size a pattern leaves open."""


@record
class Piece:
    """Some characters of a row.

    Parameters
    ----------
    text
        The characters.
    cell
        The cell of the state that it shows; None for what is always there.
    tint
        One of `SHADES`, where the colour says what it is.
    is_open
        Whether a pattern leaves open what is in its cell: the text is the name of a variable, or ``?``.
    """

    text: str
    cell: int | None = None
    tint: str | None = None
    is_open: bool = False

    @property
    def sign(self) -> str:
        """Character that a bar is drawn with; empty for a piece that is no bar."""
        first = self.text[:1]
        is_bar = len(self.text) > 1 and first == self.text[-1] and not first.isalnum()
        return first.strip() if is_bar else ""


@record
class Drawing:
    """Rows of pieces, from the top.

    Parameters
    ----------
    rows
        The pieces of each row.
    is_board
        Whether these are just the cells, row by row, so that lines may be drawn between them.
    """

    rows: tuple[tuple[Piece, ...], ...]
    is_board: bool = False

    @property
    def text(self) -> str:
        """The drawing as plain text, without the empty rows at the top."""
        rows = ("".join(piece.text for piece in row).rstrip() for row in self.trimmed.rows)
        return "\n".join(rows)

    @property
    def trimmed(self) -> Drawing:
        """Copy of the drawing without the empty rows at the top."""
        first = 0
        while first < len(self.rows) and not any(piece.text.strip() for piece in self.rows[first]):
            first += 1
        return Drawing(self.rows[first:], self.is_board)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the drawing in characters."""
        widths = (sum(len(piece.text) for piece in row) for row in self.rows)
        return max(widths, default=0), len(self.rows)

    @property
    def grid(self) -> tuple[tuple[Piece, ...], ...] | None:
        """Pieces in rows and columns, if all are equally wide with a space between each two; else None."""
        if any(gap != Piece(" ") for row in self.rows for gap in row[1::2]):
            return None
        rows = tuple(row[::2] for row in self.rows)
        widths = {len(piece.text) for row in rows for piece in row}
        one_each = all(len(row) == 1 for row in rows)
        return rows if self.is_board or (len(widths) == 1 and not one_each) else None

    @property
    def shows_cells(self) -> bool:
        """Whether its pieces name their cells."""
        return any(piece.cell is not None for row in self.rows for piece in row)


def spaced(rows: Iterable[Iterable[Piece]], *, is_board: bool = False) -> Drawing:
    """A drawing of pieces with a space between each two of a row."""
    gap = Piece(" ")
    return Drawing(
        tuple(
            tuple(part for piece in row for part in (gap, piece))[1:] for row in map(tuple, rows)
        ),
        is_board,
    )


def bar(size: int, most: int, sign: str, cell: int) -> tuple[Piece, ...]:
    """A bar with its size in the middle, among bars of up to so large a size."""
    return _among(most, Piece(_bar_text(size, str(size), most, sign), cell))


def open_bar(size: int, most: int, name: str, cell: int) -> tuple[Piece, ...]:
    """A bar of which a pattern says only its name, drawn with another sign than bars are."""
    text = _bar_text(min(size, most - len(name) // 2), name, most, OPEN_SIGN)
    return _among(most, Piece(text, cell, is_open=True))


def _bar_text(size: int, name: str, most: int, sign: str) -> str:
    return sign * size + name.rjust(len(str(most)), sign) + sign * size


def _among(most: int, piece: Piece) -> tuple[Piece, ...]:
    room = 2 * most + len(str(most)) - len(piece.text)
    left = max(0, room // 2)
    return Piece(" " * left), piece, Piece(" " * max(0, room - left))
