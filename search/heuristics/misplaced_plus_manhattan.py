"""Misplaced tiles plus Manhattan distance, which may overestimate."""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm

from ...rules.term import Pattern, State, Symbol
from ...rules.theory import Theory
from .cell_sum import CellSum
from .manhattan import manhattan
from .misplaced import misplaced


def misplaced_plus_manhattan(theory: Theory, goal: Pattern, start: State = ()) -> CellSum:
    """Misplaced tiles plus Manhattan distance: inadmissible, so solutions may be suboptimal."""
    parts = misplaced(theory, goal, start), manhattan(theory, goal, start)
    table: list[Mapping[Symbol, float]] = [
        {symbol: one.get(symbol, 0) + other.get(symbol, 0) for symbol in {**one, **other}}
        for one, other in zip(*(part.table for part in parts), strict=True)
    ]
    denominator = lcm(*(part.denominator for part in parts))
    return CellSum("misplaced+manhattan", table, admissible=False, denominator=denominator)
