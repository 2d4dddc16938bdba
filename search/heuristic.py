"""What an estimate of the cost to the goal has to offer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from ..rules.checked import checked


@runtime_checkable
class Heuristic(Protocol):
    """An estimate of the cost from a state to the goal.

    `FunctionHeuristic` makes one of a function of a state, `arcwise.search.heuristics.batch.BatchHeuristic` of a function
    of many states at once. It may have more: ``in_kernel(compiled)``, which makes the same in the kernel for a theory's symbols as the kernel
    numbers them; ``denominator``, which makes whole numbers of all its values, or 0; ``check(problem)``, which raises InputError for a problem that it was not made for; ``helpful(state)``,
    the operators that it would try first (preferred operators); and ``safe``, which says that it is infinite only where
    there is no solution, as an admissible one always is.
    """

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def admissible(self) -> bool:
        """Whether it never overestimates."""

    @property
    def consistent(self) -> bool:
        """Whether along an arc it never falls by more than the arc's cost."""

    def estimate(self, state: Any) -> float:
        """h of a state."""

    def update(self, h: float, operator: Any, state: Any, successor: Any) -> float:
        """h of ``successor``, given h of ``state`` and the operator between them."""


def knows_dead_ends(heuristic: Heuristic) -> bool:
    """Whether a heuristic is infinite only where there is no solution."""
    return heuristic.admissible or getattr(heuristic, "safe", False)


@checked
class FunctionHeuristic:
    """A heuristic that is a plain function of the state.

    Parameters
    ----------
    name, function
        What it is.
    admissible, consistent
        What its author vouches for.
    """

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


ZERO = FunctionHeuristic("zero", lambda state: 0, admissible=True, consistent=True)
"""The heuristic that knows nothing."""
