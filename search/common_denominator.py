"""Whole numbers from fractions: f is a multiple of one small unit where all that it is made of are."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import isfinite, lcm

from .algorithms import Weights
from .heuristic import Heuristic
from .problem import Problem, SearchProblem

MOST = 1000
"""The largest denominator that is looked for."""

ROUNDING = 1e-12
"""How far a float may be from the fraction that it stands for."""


def common_denominator(values: Iterable[float]) -> int:
    """The least number, up to `MOST`, that makes whole numbers of all values; 0 where there is none.

    A value counts as the fraction that it is a rounding error away from: 0.1 as a tenth.
    """
    denominator = 1
    for value in values:
        if not isfinite(value):
            return 0
        fraction = Fraction(value).limit_denominator(MOST)
        denominator = lcm(denominator, fraction.denominator)
        if denominator > MOST or abs(fraction - Fraction(value)) > ROUNDING:
            return 0
    return denominator


def denominator_of_f(f: Weights | str, problem: SearchProblem, heuristic: Heuristic) -> int:
    """What f is rounded to a multiple of one over, so that it is exact however its parts are added up; 1 to leave it.

    Only fractions in h are scaled: the costs have to be whole numbers, as sums of them are compared as well.
    """
    of_h: int = getattr(heuristic, "denominator", 0)
    if of_h <= 1 or not isinstance(f, Weights) or not f.h or not isinstance(problem, Problem):
        return 1
    if f.g and not all(arc.cost == int(arc.cost) for arc in problem.theory.arcs):
        return 1
    weights = common_denominator([f.g, f.h, f.depth])
    return max(of_h * weights, 1)
