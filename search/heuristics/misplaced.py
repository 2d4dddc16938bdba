"""Cells that hold a wrong symbol (Hamming distance)."""

from __future__ import annotations

from collections.abc import Mapping

from ...rules.arc import Arc
from ...rules.term import Pattern, State, Symbol, Var
from ...rules.theory import Theory
from ..denominators import common_denominator
from .cell_sum import CellSum, least_rate, symbols_of


def misplaced(
    theory: Theory, goal: Pattern, start: State = (), against: str | None = None
) -> CellSum:
    """The number of cells that hold a wrong symbol, the blank aside (Hamming distance).

    A cell that the goal leaves open is never wrong. Counted ``against`` another state, as in ``misplaced:1 2 3 0``, it
    ignores the goal and is not admissible.

    Raises
    ------
    InputError
        No state of the theory to count against.
    """
    if against is not None:
        counted = misplaced(theory, theory.parse(against))
        return CellSum(
            f"misplaced:{against}", counted.table, admissible=False, denominator=counted.denominator
        )
    scale = least_rate(theory, lambda arc: _cells_mended(arc, theory.blank))
    table = _table(theory, goal, start, scale)
    return CellSum("misplaced", table, denominator=common_denominator([scale]))


def misplaced_of_board(board: Theory, goal: Pattern, start: State) -> CellSum:
    """Count the wrong cells of a board whose moves are not known, which gives no lower bound."""
    return CellSum("misplaced", _table(board, goal, start, 1), admissible=False, denominator=1)


def _table(
    theory: Theory, goal: Pattern, start: State, scale: float
) -> list[Mapping[Symbol, float]]:
    symbols = symbols_of(theory, goal, start)
    return [
        {} if isinstance(term, Var) else {s: scale for s in symbols if s != term} for term in goal
    ]


def _cells_mended(arc: Arc, blank: Symbol | None) -> int:
    return sum(1 for cell in arc.changed if arc.before[cell] != blank)
