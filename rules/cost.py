"""Costs: which numbers may be one, which number each stands for exactly, and their sums.

A cost is the number that is written: 0.1 is a tenth, though a number of 64 bits is only near it. A float stands for the
shortest decimal that reads back as it; or, so that ``1 / 3`` is a third, for a fraction that rounds to it and is much
simpler: `SIMPLER` times the product of its parts is at most the decimal's digits read as a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import gcd, lcm
from numbers import Integral, Rational
from typing import TYPE_CHECKING, Any, TypeAlias

from .errors import InputError

if TYPE_CHECKING:
    from fractions import Fraction

Exact: TypeAlias = "int | Fraction"
"""A cost, or a sum of costs, without rounding."""

MOST_COST = 1e100
"""Greatest cost of an arc; sums and products of such costs stay finite."""

MOST_DENOMINATOR = 1_000_000
"""The largest denominator that is looked for in a cost which is a float."""

SIMPLER = 1000
"""Factor by which a fraction is simpler than a decimal that it is taken for: coincidences are rare."""

LARGE = 2.0**53
"""A float from which on not every whole number is one."""


def check_cost(what: str, cost: float) -> None:
    """Raise InputError for a cost that is not a number from 0 to `MOST_COST`."""
    try:
        if 0 <= cost <= MOST_COST:
            return
    except (ArithmeticError, TypeError, ValueError):
        pass
    too_long = isinstance(cost, int) and abs(cost) > MOST_COST  # to be written by Python
    raise InputError(
        f"{what}: bad cost",
        expected=f"a number of 0 or more, {MOST_COST:g} at most",
        found="more" if too_long else f"{cost!r:.80}",
    )


@lru_cache(maxsize=4096, typed=True)
def exact(cost: Any) -> Exact:
    """The number that a finite cost stands for, an int where it is whole.

    Examples
    --------
    >>> exact(0.1), exact(1 / 3), exact(2.0), exact(1e-17)
    (Fraction(1, 10), Fraction(1, 3), 2, Fraction(1, 100000000000000000))
    """
    if isinstance(cost, Integral):
        return int(cost)
    if isinstance(cost, float) and cost.is_integer() and cost < LARGE:
        return int(cost)
    from decimal import Decimal
    from fractions import Fraction  # whole costs, which most are, need neither

    if isinstance(cost, Rational | Decimal):
        return simplest(Fraction(cost))
    value = float(cost)
    near, written = Fraction(value).limit_denominator(MOST_DENOMINATOR), Decimal(repr(value))
    digits = int("".join(map(str, written.normalize().as_tuple().digits)))
    simple = near.numerator * near.denominator * SIMPLER <= digits
    return simplest(near if simple and float(near) == value else Fraction(written))


def written_cost(text: str) -> Any:
    """The cost that a decimal in a text stands for; None where it is too large, or no int or float stands for just that.

    Examples
    --------
    >>> written_cost("100000000000000001"), written_cost("0.10"), written_cost("0.29999999999999999")
    (100000000000000001, 0.1, None)
    """
    value = float(text)
    if not 0 <= value <= MOST_COST:
        return None
    from decimal import Decimal
    from fractions import Fraction

    written = Decimal(text)
    if not value or not written:
        return None if written else 0
    return plain(Fraction(written))


def plain(number: Exact) -> Any:
    """The int or float that stands for just that cost; None if there is none."""
    if number.denominator == 1:
        return number.numerator
    value = float(number)
    return value if exact(value) == number else None


def simplest(number: Fraction) -> Exact:
    """A fraction, as an int where it is whole."""
    return number.numerator if number.denominator == 1 else number


def total_cost(costs: Sequence[float]) -> float:
    """The sum of some costs, the same in whatever order they stand.

    The sum is exact where all costs are ints or it is whole, and else the float nearest to it.
    """
    if all(type(cost) is int for cost in costs):
        return sum(costs)
    total = sum(map(exact, costs))
    nearest = float(total)
    return total.numerator if total.denominator == 1 and exact(nearest) != total else nearest


def common_unit(costs: Iterable[Exact]) -> Exact:
    """The largest number of which all costs are whole multiples; 0 if there are none but 0."""
    some = [cost for cost in costs if cost]
    below = lcm(*(cost.denominator for cost in some))
    parts = gcd(*(cost.numerator * (below // cost.denominator) for cost in some))
    if below == 1:
        return parts
    from fractions import Fraction

    return simplest(Fraction(parts, below))
