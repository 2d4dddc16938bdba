"""Sums of fractions free of rounding errors: in whole numbers of one over their common denominator."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import isfinite, lcm

from ..rules.theory import Theory

MOST_DENOMINATOR = 360
"""The largest denominator that is looked for in values of heuristics, and in searches in batches."""

MOST_DENOMINATOR_OF_COSTS = 1_000_000
"""The same for costs."""

ROUNDING = 2**-20
"""How far a number may be from the fraction that it stands for; rates of heuristics are rounded down to such parts."""


def common_denominator(
    values: Iterable[float], *, most: int = MOST_DENOMINATOR, rounding: float = ROUNDING
) -> int:
    """The least number, up to ``most``, that makes whole numbers of all values; 0 where there is none.

    A value counts as the fraction that it is a rounding error away from: 0.1 as a tenth.
    """
    denominator = 1
    for value in values:
        if not isfinite(value):
            return 0
        fraction = Fraction(value).limit_denominator(most)
        denominator = lcm(denominator, fraction.denominator)
        if denominator > most or abs(fraction - Fraction(value)) > rounding:
            return 0
    return denominator


@lru_cache(maxsize=64)
def denominator_of_costs(theory: Theory) -> int:
    """Common denominator of the arcs' costs; 0 if there is none.

    Both engines round every g to a multiple of one over it, so that two paths of one cost have one g, in whatever order
    their costs were added up.
    """
    return _denominator_of(frozenset(arc.cost for arc in theory.arcs))


@lru_cache(maxsize=64)
def _denominator_of(costs: frozenset[float]) -> int:
    exact = max(costs, default=1) * 2**-50
    return common_denominator(costs, most=MOST_DENOMINATOR_OF_COSTS, rounding=exact)


def total_cost(costs: Sequence[float]) -> float:
    """The sum of the costs of a path, the same in whatever order they stand."""
    total = sum(costs)
    if isinstance(total, int):
        return total
    denominator = _denominator_of(frozenset(costs))
    return round(total * denominator) / denominator if denominator > 1 else total
