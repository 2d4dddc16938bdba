"""Operators of a search: arcs, macro-operators, and the plain moves of problems without arcs; sums of their costs.

Results of a user's function are checked, and the error names the function.

Costs that are fractions are added up without rounding errors: in whole numbers of one over their common denominator. Where
there is no such denominator, or sums are too large for it, `sums_are_exact` tells whether rounding can have changed a result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from math import inf, isfinite, lcm
from numbers import Complex, Real
from sys import float_info
from typing import Any, ClassVar, Protocol

from ..rules.cost import Exact, check_cost, common_unit, exact, total_cost
from ..rules.errors import InputError, Place
from ..rules.text.words import counted
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
        """Number of primitive moves of one use."""

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

MOST_UNITS = 2**33
"""The largest common denominator of costs: sums of a million costs of up to 1 are exact in it."""

ROUNDING = 2**-20
"""Greatest distance of a number from the fraction that it stands for; rates of heuristics are rounded down to multiples of it."""


def common_denominator(values: Iterable[float]) -> int:
    """The least number, up to `MOST_DENOMINATOR`, that makes whole numbers of all values of a heuristic; 0 where there is none.

    A value counts as the fraction over `MOST_DENOMINATOR` or less that it is a rounding error away from: 0.1 as a tenth.
    """
    values = tuple(values)
    if all(float(value).is_integer() for value in values):
        return 1
    from fractions import Fraction

    denominator = 1
    for value in values:
        if not isfinite(value):
            return 0
        fraction = Fraction(value).limit_denominator(MOST_DENOMINATOR)
        denominator = lcm(denominator, fraction.denominator)
        if denominator > MOST_DENOMINATOR or abs(fraction - Fraction(value)) > ROUNDING:
            return 0
    return denominator


@lru_cache(maxsize=64)
def denominator_of_costs(theory: Theory) -> int:
    """Common denominator of the arcs' costs; 0 if there is none up to `MOST_UNITS`.

    Both engines round every g to a multiple of one over it, so that two paths of one cost have one g, in whatever order
    their costs were added up.
    """
    denominator = lcm(*(cost.denominator for cost in costs_of(theory)))
    return denominator if denominator <= MOST_UNITS else 0


@lru_cache(maxsize=64)
def costs_of(theory: Theory) -> frozenset[Exact]:
    """The exact costs of the arcs."""
    return frozenset(map(exact_cost, theory.arcs))


def exact_cost(operator: Operator) -> Exact:
    """Cost of one use without rounding; of a macro that costs what its moves cost, the exact sum of theirs."""
    cost = operator.cost
    if operator.length > 1:
        moves = [move.cost for move in operator.primitives]
        if cost == total_cost(moves):
            return sum(map(exact, moves))
    return exact(cost)


MOST_EXACT = 2**52
"""Number of units up to which sums of whole units are exact in numbers of 64 bits, and the order of two sums is right."""

MOST_ROUNDED = 2**38
"""Number of units up to which the order of two sums is right though each is wrong by one part in 2**40."""


def sums_are_exact(
    reached: float, costs: Iterable[Exact], denominator: int, steps: int, h_is_exact: bool
) -> bool:
    """Whether sums of costs in numbers of 64 bits are in the same order as the exact sums, up to a sum that was reached.

    Rounding is monotone: no sum that is larger than one that is exact is rounded to less than it.

    Parameters
    ----------
    reached
        The sum, such as the cost of the solution.
    costs
        The exact costs of all moves.
    denominator
        Denominator to which each sum is rounded, so that no error grows; 0 where sums are not rounded so.
    steps
        Bound on the number of costs in a sum.
    h_is_exact
        Whether estimates are exact too, or 0.
    """
    if denominator and reached * denominator < (MOST_EXACT if h_is_exact else MOST_ROUNDED):
        return True
    some = [cost for cost in costs if cost]
    if not some:
        return True
    whole = exact(reached)
    units = whole / common_unit(some)
    steps = min(steps, int(whole / min(some)) + 1)
    return units < MOST_ROUNDED and units * steps < MOST_EXACT / 8


OPERATOR = ("name", "cost", "length", "primitives")

AMOUNT = "a number of 0 or more, inf where no path leads to a goal"

HASHABLE = "a tuple in place of a list, a frozenset in place of a set"


def explain_misuse(successors: Callable[[Any], Any], heuristic: Any, state: Any, h: float) -> None:
    """Look again at what an expansion got from the user's functions, after it failed.

    Parameters
    ----------
    successors
        A function of a state.
    heuristic, h
        The heuristic, and its value for the state.
    state
        The state that was expanded.

    Raises
    ------
    InputError
        Successors or estimates of a form that a search cannot use; an exception of the functions' own is not caught.
    """
    where = place_of_call(successors, state)
    for operator, successor in tuples_of(successors, state, "(operator, state)"):
        missing = next((name for name in OPERATOR if not hasattr(operator, name)), None)
        if missing is not None:
            moves = "Move(name, cost), or an arc"
            raise _refused(where, f"an operator, which has {missing}", operator, moves)
        if not _is_amount(operator.cost):
            raise _refused(where, "a cost of 0 or more", operator.cost)
        check_state(successor, where)
        check_estimate(heuristic, successor, heuristic.update(h, operator, state, successor))


def place_of_call(function: Callable[[Any], Any], state: Any) -> Place:
    """A call of a function as the place of a mistake."""
    return Place(f"{getattr(function, '__name__', 'function')}({state!r:.80})")


def tuples_of(function: Callable[[Any], Any], state: Any, form: str) -> list[Any]:
    """Tuples that a user's function of a state returns, in a form such as ``(operator, state)``.

    Raises
    ------
    InputError
        A function that returns something else; an exception of its own is not caught.
    """
    found = function(state)
    if not isinstance(found, Iterable):
        raise _refused(place_of_call(function, state), f"a list of {form} tuples", found)
    listed = list(found)
    for one in listed:
        if not (isinstance(one, tuple | list) and len(one) == form.count(",") + 1):
            raise _refused(place_of_call(function, state), f"{form} tuples", one)
    return listed


def check_state(state: Any, where: Place) -> None:
    """Raise InputError for a state that cannot be hashed."""
    try:
        hash(state)
    except TypeError:
        raise _refused(where, "a state that can be hashed", state, HASHABLE) from None


def check_goal_test(is_goal: Callable[[Any], bool], start: Any) -> None:
    """Raise InputError for a goal test that returns a list, which would be true of every state: likely the successors."""
    found = is_goal(start)
    if isinstance(found, list | tuple | Iterator):
        remedy = "FunctionProblem(start, is_goal, expand)"
        raise _refused(place_of_call(is_goal, start), "True or False", found, remedy)


def check_estimate(heuristic: Any, state: Any, h: Any) -> None:
    """Raise InputError for a value that a heuristic cannot have.

    One that is added up along a path may be rounded to a little less than 0; its estimate of the state itself is not.
    """
    if _is_amount(h) or (_is_number(h) and _is_amount(heuristic.estimate(state))):
        return
    raise _refused(_place_of_estimate(heuristic, state), AMOUNT, h)


def checked_estimates(heuristic: Any, states: Any, found: Any) -> list[float]:
    """Values that a heuristic of many states returned, after a check that there is one for each.

    Raises
    ------
    InputError
        Another number of values, or a value that a heuristic cannot have.
    """
    try:
        count = len(found)
    except TypeError:  # an array without dimensions has the method too
        count = None
    if count != len(states) or isinstance(found, Mapping | Set):
        where = Place(f"heuristic {heuristic.name} of {counted(len(states), 'state')}")
        raise _refused(where, f"{counted(len(states), 'number')}, one for each state", found)
    for state, h in zip(states, found, strict=True):
        if not _is_amount(h) or getattr(h, "shape", None):  # an array of one number is compared too
            raise _refused(_place_of_estimate(heuristic, state), AMOUNT, h)
        if float_info.max < h < inf:
            raise _refused(_place_of_estimate(heuristic, state), "a number of 64 bits", h)
    return [float(h) for h in found]


def _place_of_estimate(heuristic: Any, state: Any) -> Place:
    return Place(f"heuristic {heuristic.name}({state!r:.80})")


def _is_amount(value: Any) -> bool:
    return _is_number(value) and value >= 0


def _is_number(value: Any) -> bool:
    if isinstance(value, Complex) and not isinstance(value, Real):
        return False  # numpy compares them
    try:
        return bool(-inf < value <= inf)
    except (ArithmeticError, TypeError, ValueError):
        return False


def _refused(where: Place, expected: str, found: Any, remedy: str | None = None) -> InputError:
    shown = f"{found!r:.80} ({type(found).__name__})"
    return InputError(
        "not what a search can use", place=where, expected=expected, found=shown, remedy=remedy
    )
