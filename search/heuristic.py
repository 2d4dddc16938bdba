"""Protocol of heuristics: estimates of the cost to the goal."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from inspect import signature
from math import lcm
from typing import Any, Protocol, runtime_checkable

from ..rules.checked import checked
from ..rules.cost import Exact
from ..rules.errors import InputError
from .algorithms import Algorithm, Weights
from .operator import common_denominator, costs_of, denominator_of_costs, sums_are_exact
from .problem import SearchProblem, theory_of
from .result import Result


@runtime_checkable
class Heuristic(Protocol):
    """An estimate of the cost from a state to the goal.

    `FunctionHeuristic` makes one of a function of a state, `arcwise.search.heuristics.batch.BatchHeuristic` of a function
    of many states at once. It may have more:

    - ``in_kernel(compiled)`` makes an equal one in the kernel, for a theory's symbols as the kernel numbers them;
    - ``by_cell()`` is an equal or a lower one as one sum over cells, for searches in batches;
    - ``denominator`` makes whole numbers of all its values, or is 0;
    - ``check(problem)`` raises InputError for a problem that it was not made for;
    - ``prepare()`` is called once before a search in Python;
    - ``helpful(state)`` gives the operators to be tried first (preferred operators);
    - ``landmarks`` is the heuristic whose landmarks are counted beside it;
    - ``safe`` says that it is infinite only where there is no solution, as an admissible one always is;
    - ``price`` is how many values of a cheap heuristic take as long as one of its own, and ``of_all_arcs`` says that this
      grows with the number of arcs;
    - ``made_by_kernel`` says that a search in the kernel makes all of it there, and needs no value before;
    - ``vouched`` says that it is what its author says: nothing is proved if it exceeds the cost of the path found.
    """

    @property
    def name(self) -> str:
        """Name for people."""

    @property
    def admissible(self) -> bool:
        """Whether the heuristic never overestimates."""

    @property
    def consistent(self) -> bool:
        """Whether the heuristic never falls along an arc by more than the arc's cost."""

    def estimate(self, state: Any) -> float:
        """h of a state."""

    def update(self, h: float, operator: Any, state: Any, successor: Any) -> float:
        """h of ``successor``, given h of ``state`` and the operator between them."""


def infinity_is_true(heuristic: Heuristic) -> bool:
    """Whether a heuristic is infinite only where there is no solution."""
    return heuristic.admissible or getattr(heuristic, "safe", False)


DEARER, DEAREST = 20, 150
"""Values of a cheap heuristic that take as long as one by delete relaxation, and as one of LM-cut."""


def price_of(heuristic: Heuristic) -> int:
    """Number of values of a cheap heuristic that take as long as one of a heuristic."""
    price: int = getattr(heuristic, "price", 1)
    return price


def is_of_all_arcs(heuristic: Heuristic) -> bool:
    """Whether the time for a value of a heuristic grows with the number of arcs."""
    return getattr(heuristic, "of_all_arcs", False)


def is_made_by_kernel(heuristic: Heuristic) -> bool:
    """Whether a search in the kernel makes all of a heuristic there."""
    return getattr(heuristic, "made_by_kernel", False)


def is_vouched(heuristic: Heuristic) -> bool:
    """Whether only its author vouches for what a heuristic is: it comes from outside of arcwise."""
    return getattr(heuristic, "vouched", not type(heuristic).__module__.startswith("arcwise."))


@checked
class FunctionHeuristic:
    """A heuristic that is a plain function of the state.

    Parameters
    ----------
    name, function
        Its name, and the function from a state to h.
    admissible, consistent
        Properties that the author of the heuristic vouches for.
    """

    vouched = True

    def __init__(
        self,
        name: str,
        function: Callable[[Any], float],
        *,
        admissible: bool = False,
        consistent: bool = False,
    ) -> None:
        self.name = name
        self.admissible = admissible
        self.consistent = consistent
        self.estimate = function

    def update(self, h: float, operator: Any, state: Any, successor: Any) -> float:
        """The function's value for the successor."""
        return self.estimate(successor)


def takes(function: Any, *arguments: Any) -> bool:
    """Whether an object is a function that can be called with some arguments, and whose signature is known."""
    try:
        signature(function).bind(*arguments)
    except (TypeError, ValueError):
        return False
    return True


def named_after(function: Callable[[Any], float]) -> FunctionHeuristic:
    """Make a heuristic of a plain function of a state, with the function's name; nothing is vouched for.

    Raises
    ------
    InputError
        An object that cannot be called with one state.
    """
    if not takes(function, ()):
        raise InputError(
            "this cannot be a heuristic",
            expected="a function that takes one state and returns a number",
            found=f"{function!r:.80}",
            remedy="FunctionHeuristic(name, function) where a heuristic has more to say",
        )
    return FunctionHeuristic(getattr(function, "__name__", type(function).__name__), function)


def as_heuristic(thing: Any) -> Heuristic:
    """The heuristic that an object is, or that a function of a state makes.

    Raises
    ------
    InputError
        Neither of these.
    """
    return thing if isinstance(thing, Heuristic) else named_after(thing)


class _Zero(FunctionHeuristic):
    def update(self, h: float, operator: Any, state: Any, successor: Any) -> float:
        return h


ZERO = _Zero("zero", lambda state: 0, admissible=True, consistent=True)
"""The heuristic that knows nothing."""


@lru_cache(maxsize=64)
def _denominator_of_weights(f: Weights) -> int:
    return common_denominator([f.g, f.h, f.depth])


def denominator_of_f(f: Weights | str, problem: SearchProblem, heuristic: Heuristic) -> int:
    """Denominator to which f is rounded, so that sums are exact in any order; 1 for no rounding."""
    theory = theory_of(problem)
    if not isinstance(f, Weights) or theory is None:
        return 1
    of_h: int = 1 if heuristic is ZERO or not f.h else getattr(heuristic, "denominator", 0)
    of_g = denominator_of_costs(theory) if f.g else 1
    return max(1, lcm(of_h, of_g) * _denominator_of_weights(f))


def h_is_exact(f: Weights | str, heuristic: Heuristic) -> bool:
    """Whether f counts no estimates, or whole numbers over a known denominator."""
    weighs = isinstance(f, Weights) and f.h
    return not weighs or heuristic is ZERO or getattr(heuristic, "denominator", 0) > 0


def is_exact(
    problem: SearchProblem,
    algorithm: Algorithm,
    heuristic: Heuristic,
    result: Result,
    costs: frozenset[Exact] | None = None,
    *,
    in_ints: bool = False,
) -> bool:
    """Whether rounded sums of costs cannot have changed what a search tells of the cheapest solution.

    Parameters
    ----------
    problem, algorithm, heuristic, result
        The search and its result.
    costs
        The exact costs of the moves of a problem that is not made of arcs; None where they are not known.
    in_ints
        Whether those costs were added as ints.
    """
    reached = result.cost if result.solved else result.bound
    if algorithm.fewest != "cost" or reached is None:
        return True
    f = algorithm.f
    known = h_is_exact(f, heuristic)
    denominator = int(in_ints)
    theory = theory_of(problem)
    if theory is not None:
        costs, denominator = costs_of(theory), denominator_of_costs(theory)
        denominator = denominator and denominator_of_f(f, problem, heuristic)
    elif in_ints and known:
        return True
    if costs is None:
        return False
    steps = result.statistics.expanded + 1
    return sums_are_exact(reached, costs, denominator, steps, known)
