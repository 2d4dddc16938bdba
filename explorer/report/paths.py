"""Thousands of solutions in little space: moves as numbers of a table, their numbers as letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...rules.term import State
from ...rules.theory import Theory
from ..runs import Run
from .unroll import Unrolled, unroll

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

MOST_MOVES = 1_500_000
"""Moves of all solutions together that a page holds; the shortest solutions come first."""

MOST_CELLS = 60_000_000
"""Cells that are looked at to unroll macros, which takes a minute or so."""


class MoveTable:
    """The different moves of a run: a name, and what becomes of which cells."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._names: dict[str, int] = {}

    def number(self, name: str, before: State, after: State) -> int:
        """The number of the move from one state to the next.

        A move that only carries symbols to other cells is the same wherever it does so; one that makes new symbols is
        known by what it writes.
        """
        cells = [
            cell for cell, (old, new) in enumerate(zip(before, after, strict=True)) if old != new
        ]
        where = {before[cell]: cell for cell in cells}
        carried = len(where) == len(cells) and set(where) == {after[cell] for cell in cells}
        symbols = [where[after[cell]] if carried else str(after[cell]) for cell in cells]
        key = (self.name(name), carried, tuple(cells), tuple(symbols))
        return self._numbers.setdefault(key, len(self._numbers))

    def name(self, name: str) -> int:
        """The number of a name."""
        return self._names.setdefault(name, len(self._names))

    def data(self) -> dict[str, Any]:
        """The table: for each move its name's number, its cells, and where their symbols come from or what they are."""
        moves = [
            [name, list(cells), list(symbols)] if symbols else [name, []]
            for name, _, cells, symbols in self._numbers
        ]
        return {"names": list(self._names), "moves": moves}

    def __len__(self) -> int:
        return len(self._numbers)


@dataclass(frozen=True)
class Paths:
    """The solutions of a run, as the page holds them.

    Parameters
    ----------
    data
        ``names`` and ``moves``, the tables; ``width``, how many letters a move takes; ``paths``, for each search its
        moves, or 0 without one; ``macros``, for each search begin, length and name of its macros, or 0; ``whole``, the
        places of searches whose macros are not unrolled.
    left_out
        How many solutions are too long to be in the page.
    """

    data: dict[str, Any]
    left_out: int


def gather(run: Run, theory: Theory | None) -> Paths:
    """The solutions of all searches, the shortest first while there is room."""
    table = MoveTable()
    numbers: list[list[int] | None] = [None] * len(run.searches)
    macros: list[list[int] | int] = [0] * len(run.searches)
    folded: list[int] = []
    room, cells, left_out = MOST_MOVES, MOST_CELLS, 0
    solved = [place for place, row in enumerate(run.searches) if row.solved]
    solved.sort(key=lambda place: len(run.searches[place].primitive_moves))
    for place in solved:
        row = run.searches[place]
        length = len(row.primitive_moves)
        if length > room or not row.path:
            left_out += 1
            continue
        room -= length
        work = length * len(row.path[0])
        path = unroll(row, theory if work <= cells else None)
        if row.steps != row.moves:
            cells -= work
        if not path.whole:
            folded.append(place)
        numbers[place] = _moves(table, path)
        if path.macros:
            macros[place] = [
                number
                for begin, count, name in path.macros
                for number in (begin, count, table.name(name))
            ]
    width = 1
    while len(LETTERS) ** width < len(table):
        width += 1
    data = {
        **table.data(),
        "width": width,
        "paths": [0 if moves is None else _letters(moves, width) for moves in numbers],
        "macros": macros,
        "whole": sorted(folded),
    }
    return Paths(data, left_out)


def _moves(table: MoveTable, path: Unrolled) -> list[int]:
    steps = zip(path.moves, path.states, path.states[1:], strict=False)
    return [table.number(*step) for step in steps]


def _letters(numbers: Sequence[int], width: int) -> str:
    base = len(LETTERS)
    digits = [base**place for place in reversed(range(width))]
    return "".join(LETTERS[number // digit % base] for number in numbers for digit in digits)
