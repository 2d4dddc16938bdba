"""Operators of a search: arcs, macro-operators, and the plain moves of problems without arcs; sums of their costs.

Costs that are fractions are added up without rounding errors: in whole numbers of one over their common denominator.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite, lcm
from typing import ClassVar, Protocol

from ..rules.arc import check_cost
from ..rules.errors import InputError
from ..rules.theory import Theory


class Operator(Protocol):
    """An operator from a state to a successor: an `Arc`, a macro-operator or a plain `Move`."""

    @property
    def name(self) -> str:
        """Name for people."""

    @property
    def cost(self) -> float:
        """Cost of one use in the search."""

    @property
    def length(self) -> int:
        """How many primitive moves it makes."""

    @property
    def primitives(self) -> tuple[Operator, ...]:
        """The primitive moves it makes, in order."""


@dataclass(unsafe_hash=True, slots=True)  # frozen ones take three times as long to make
class Move:
    """An operator of a problem that has no arcs: a name and a cost, 0 or more.

    Raises
    ------
    InputError
        A cost that is none, a name that is no string.
    """

    name: str
    cost: float = 1

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise InputError("bad name of a move", expected="a string", found=f"{self.name!r:.80}")
        check_cost(f"move {self.name}", self.cost)

    length: ClassVar[int] = 1

    @property
    def primitives(self) -> tuple[Operator, ...]:
        """The move itself."""
        return (self,)


MOST_DENOMINATOR = 360
"""The largest denominator that is looked for in values of heuristics, and in searches in batches."""

MOST_DENOMINATOR_OF_COSTS = 1_000_000
"""The largest denominator that is looked for in a cost."""

MOST_UNITS = 2**33
"""The largest common denominator of costs: sums of a million costs of up to 1 are exact in it."""

ROUNDING = 2**-20
"""How far a number may be from the fraction that it stands for; rates of heuristics are rounded down to such parts."""


def common_denominator(
    values: Iterable[float],
    *,
    most: int = MOST_DENOMINATOR,
    most_together: int | None = None,
    rounding: float = ROUNDING,
) -> int:
    """The least number, up to ``most_together``, that makes whole numbers of all values; 0 where there is none.

    A value counts as the fraction over ``most`` or less that it is a rounding error away from: 0.1 as a tenth.
    ``most_together`` is ``most`` if not given.
    """
    values = tuple(values)
    if all(isinstance(value, int) for value in values):
        return 1
    from fractions import Fraction

    denominator = 1
    for value in values:
        if not isfinite(value):
            return 0
        fraction = Fraction(value).limit_denominator(most)
        denominator = lcm(denominator, fraction.denominator)
        if denominator > (most_together or most) or abs(fraction - Fraction(value)) > rounding:
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
    return common_denominator(
        costs, most=MOST_DENOMINATOR_OF_COSTS, most_together=MOST_UNITS, rounding=exact
    )


def total_cost(costs: Sequence[float]) -> float:
    """The sum of the costs of a path, the same in whatever order they stand."""
    total = sum(costs)
    if isinstance(total, int):
        return total
    denominator = _denominator_of(frozenset(costs))
    return round(total * denominator) / denominator if denominator > 1 else total
