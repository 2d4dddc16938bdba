"""Thousands of solutions in little space: moves as numbers of a table, their numbers as letters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ....experiments.store import Run
from ....rules.term import State
from ....rules.theory import Theory
from .unroll import SolutionMoves, solution_moves

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

MOST_LETTERS = 2_000_000
"""Letters of all solutions together that a page holds; the shortest solutions come first."""

MOST_CELLS = 30_000_000
"""Cells that are looked at to unroll macros, which takes half a minute or so."""


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


def gather(
    run: Run,
    theories: Mapping[int, Theory],
    draw: Callable[[int, Sequence[State]], bool] = lambda problem, states: True,
) -> Paths:
    """The solutions of all searches, the shortest first as far as the page takes them.

    Parameters
    ----------
    run
        Its searches are gathered.
    theories
        By the number of a problem, its theory.
    draw
        Is given the states of a problem, and says whether the page has room for their drawings.
    """
    table = MoveTable()
    numbers: dict[int, list[int]] = {}
    macros: dict[int, list[int]] = {}
    folded: set[int] = set()
    moves, cells, left_out = 0, MOST_CELLS, 0
    kept = [place for place, row in enumerate(run.searches) if row.solved and row.path]
    kept.sort(key=lambda place: len(run.searches[place].primitive_moves))
    for place in kept:  # a learner's searches keep no path
        row = run.searches[place]
        moves += len(row.primitive_moves)
        if moves > MOST_LETTERS:
            left_out += 1
            continue
        work = len(row.primitive_moves) * len(row.path[0])
        theory = theories.get(row.problem)
        fits = theory is not None and theory.size == len(row.path[0]) and work <= cells
        path = solution_moves(row, theory if fits else None)
        if row.steps != row.moves:
            cells -= work
        if not draw(row.problem, path.states):
            left_out += 1
            continue
        if not path.whole:
            folded.add(place)
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
    left = MOST_LETTERS
    letters: list[str | int] = [0] * len(run.searches)
    for place, path_moves in numbers.items():
        left -= len(path_moves) * width
        if left < 0:
            left_out += 1
            folded.discard(place)
            macros.pop(place, None)
            continue
        letters[place] = _letters(path_moves, width)
    data = {
        **table.data(),
        "width": width,
        "paths": letters,
        "macros": [macros.get(place, 0) for place in range(len(run.searches))],
        "whole": sorted(folded),
    }
    return Paths(data, left_out)


def _moves(table: MoveTable, path: SolutionMoves) -> list[int]:
    steps = zip(path.moves, path.states, path.states[1:], strict=False)
    return [table.number(*step) for step in steps]


def _letters(numbers: Sequence[int], width: int) -> str:
    base = len(LETTERS)
    digits = [base**place for place in reversed(range(width))]
    return "".join(LETTERS[number // digit % base] for number in numbers for digit in digits)
