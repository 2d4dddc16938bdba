"""Manhattan distance: rows and columns between every tile and its place."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TypeAlias

from ...rules.arc import Arc
from ...rules.errors import InputError
from ...rules.geometry import Shape
from ...rules.term import Pattern, State, Symbol, Var
from ...rules.theory import Theory
from ..denominators import common_denominator
from .cell_sum import CellSum, least_rate

Homes: TypeAlias = tuple[tuple[Symbol, tuple[int, ...]], ...]
"""Symbols, each with the cells in which it may end."""


def manhattan(theory: Theory, goal: Pattern, start: State = ()) -> CellSum:
    """The sum of each tile's row and column distance to its nearest goal cell, the blank aside.

    Raises
    ------
    InputError
        A theory whose arcs make or destroy symbols, where distance has no meaning.
    """
    return _of_board(theory.shape, homes_of(theory, goal, start), move_rate(theory))


def manhattan_of_board(board: Theory, goal: Pattern, start: State) -> CellSum:
    """Make the distances of a board whose moves are not known: each step counts 1, so that the sum is no lower bound."""
    table = _of_board(board.shape, homes_of(board, goal, start), 1).table
    return CellSum("manhattan", table, admissible=False, denominator=1)


def homes_of(theory: Theory, goal: Pattern, start: State) -> Homes:
    """Every symbol that must end in a goal cell, with these cells, the blank aside."""
    homes = _named_in(goal, theory.blank)
    if theory.symbols is None and any(isinstance(term, Var) for term in goal):
        # Where a symbol stands more often than the goal names it, the others may end in any open cell.
        return tuple((s, cells) for s, cells in homes if start.count(s) == len(cells))
    return homes


@lru_cache(maxsize=16)
def _named_in(goal: Pattern, blank: Symbol | None) -> Homes:
    homes: dict[Symbol, list[int]] = {}
    for cell, term in enumerate(goal):
        if not isinstance(term, Var) and term != blank:
            homes.setdefault(term, []).append(cell)
    return tuple((symbol, tuple(cells)) for symbol, cells in homes.items())


@lru_cache(maxsize=16)
def _of_board(shape: Shape, homes: Homes, rate: float) -> CellSum:
    """The sum for a goal; most searches have the goal of the one before."""
    rows, columns = shape
    table = tuple(
        {
            symbol: rate * min(_distance(cell, home, columns) for home in cells)
            for symbol, cells in homes
        }
        for cell in range(rows * columns)
    )
    return CellSum("manhattan", table, denominator=common_denominator([rate]))


def _distance(one: int, other: int, columns: int) -> int:
    rows = abs(one // columns - other // columns)
    return rows + abs(one % columns - other % columns)


@lru_cache(maxsize=64)
def move_rate(theory: Theory) -> float:
    """The least cost of moving a tile by one row or column."""
    columns = theory.shape[1]

    def travelled(arc: Arc) -> int:
        total = 0
        keeps_symbols = Counter(arc.before) == Counter(arc.after)
        for cell in arc.changed:
            term = arc.before[cell]
            places = [place for place, other in enumerate(arc.after) if other == term]
            if not keeps_symbols or (term != theory.blank and len(places) != 1):
                raise InputError(
                    f"manhattan has no meaning here: arc {arc.name} makes or destroys symbols",
                    found=str(arc),
                    remedy="misplaced or zero",
                )
            if term != theory.blank:
                total += _distance(cell, places[0], columns)
        return total

    return least_rate(theory, travelled)
