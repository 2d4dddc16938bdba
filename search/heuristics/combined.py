"""Heuristics made of any others: the least of those of several goals, and infinity in dead ends that the arcs alone tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, lcm
from typing import TYPE_CHECKING

from ...rules.arc import Arc
from ...rules.errors import InputError
from ...rules.states.dead_ends import DeadEnds, dead_ends
from ...rules.term import Pattern, State
from ...rules.theory import Theory
from .. import _kernel
from ..heuristic import Heuristic, as_heuristic, infinity_is_true
from ..native.compiled import CompiledTheory
from ..native.engine import heuristic_in_kernel
from ..problem import AnyGoalProblem, Problem
from .boards import CellSum

if TYPE_CHECKING:
    from .landmarks import LandmarkCount


class Minimum:
    """The least of several heuristics, worked out anew for every state.

    Parameters
    ----------
    each
        The heuristics. The least is admissible, and consistent, if all of them are.
    """

    def __init__(self, each: Sequence[Heuristic]) -> None:
        self.each = tuple(each)
        self.name = " or ".join(dict.fromkeys(one.name for one in each))
        self.admissible = all(one.admissible for one in each)
        self.consistent = all(one.consistent for one in each)
        self.denominator = lcm(*(getattr(one, "denominator", 0) for one in each))
        self.safe = all(infinity_is_true(one) for one in each)

    def estimate(self, state: State) -> float:
        """The least for a state."""
        return min(one.estimate(state) for one in self.each)

    def update(self, h: float, operator: Arc, state: State, successor: State) -> float:
        """The least for a successor, worked out anew."""
        return self.estimate(successor)

    def prepare(self) -> None:
        """Make what Python needs for the estimates of each."""
        for one in self.each:
            if (prepare := getattr(one, "prepare", None)) is not None:
                prepare()

    def by_cell(self) -> Heuristic:
        """One sum over cells: the least that each symbol in each cell is worth to any; itself where they are no such sums.

        The sum is no larger than their minimum, since one may be least in one cell and another in the next.
        """
        sums = [one for one in self.each if isinstance(one, CellSum)]
        if len(sums) < len(self.each):
            return self
        table = [
            {symbol: min(values.get(symbol, 0) for values in cell) for symbol in set().union(*cell)}
            for cell in zip(*(one.table for one in sums), strict=True)
        ]
        least = CellSum(self.name, table, admissible=self.admissible, denominator=self.denominator)
        least.consistent = False
        return least

    def in_kernel(self, compiled: CompiledTheory) -> _kernel.Minimum:
        """The heuristic in the kernel."""
        return _kernel.Minimum([heuristic_in_kernel(compiled, one) for one in self.each])


def of_problem(problem: Problem, make: Callable[..., Heuristic], *more: str) -> Heuristic:
    """The heuristic of a problem; with several goals the least of the heuristics of each.

    Parameters
    ----------
    make
        Makes the heuristic for a theory, a goal and a start; or a function of a state, which is one of which nothing is known.
    more
        The heuristic's parameter as text, if it takes one.

    Raises
    ------
    InputError
        A heuristic that has no meaning for the theory or a goal.
    """
    goals = problem.goals if isinstance(problem, AnyGoalProblem) else (problem.goal,)
    each = [as_heuristic(make(problem.theory, goal, problem.start, *more)) for goal in goals]
    same = len(each) == 1 or all(one is each[0] for one in each)
    return each[0] if same else Minimum(each)


PREFIX = "dead-ends:"


def without_dead_ends(
    heuristic: Heuristic, theory: Theory, goal: Pattern, start: State
) -> Heuristic:
    """A heuristic that is infinite in dead ends too; itself where the arcs tell none."""
    found = dead_ends(theory, goal, start)
    return AvoidsDeadEnds(heuristic, found) if found else heuristic


def avoiding(maker: Callable[..., Heuristic]) -> Callable[..., Heuristic]:
    """Wrap a maker of heuristics so that they are infinite in dead ends too."""

    def make(theory: Theory, goal: Pattern, start: State, *more: str) -> Heuristic:
        return without_dead_ends(maker(theory, goal, start, *more), theory, goal, start)

    return make


class AvoidsDeadEnds:
    """A heuristic, and infinity in a dead end.

    Whatever an arc makes of a dead end is one again, so that it is consistent where the heuristic is.

    Parameters
    ----------
    heuristic
        The heuristic for all other states.
    found
        The dead ends of each symbol.
    """

    def __init__(self, heuristic: Heuristic, found: Sequence[DeadEnds]) -> None:
        self.heuristic = heuristic
        self.found = tuple(found)
        self.name = PREFIX + heuristic.name
        self.admissible = heuristic.admissible
        self.consistent = heuristic.consistent
        self.safe = infinity_is_true(heuristic)
        self.denominator: int = getattr(heuristic, "denominator", 0)

    def estimate(self, state: State) -> float:
        """Infinity, or what the heuristic says."""
        if any(one.within(state) is not None for one in self.found):
            return inf
        return self.heuristic.estimate(state)

    def update(self, h: float, operator: Arc, state: State, successor: State) -> float:
        """Estimate of a successor; only cells that the arc changes are examined for dead ends."""
        for one in self.found:
            if one.within(successor, operator.changed) is not None:
                return inf
        return h if h == inf else self.heuristic.update(h, operator, state, successor)

    def check(self, problem: Problem) -> None:
        """Raise InputError for a start in which a symbol stands more often than where it has to end, or less often."""
        for one in self.found:
            if (count := problem.start.count(one.symbol)) != len(one.homes):
                raise InputError(
                    f"these dead ends are of states with {len(one.homes)} {one.symbol}",
                    found=f"{count} in the start",
                    remedy="a heuristic made for this start",
                )
        if (check := getattr(self.heuristic, "check", None)) is not None:
            check(problem)

    def prepare(self) -> None:
        """Make what Python needs for the heuristic's estimates."""
        if (prepare := getattr(self.heuristic, "prepare", None)) is not None:
            prepare()

    def helpful(self, state: State) -> tuple[Arc, ...]:
        """The operators that the heuristic would try first."""
        helpful: Callable[[State], tuple[Arc, ...]] | None
        helpful = getattr(self.heuristic, "helpful", None)
        return () if helpful is None else helpful(state)

    def landmarks(self, start: State) -> LandmarkCount | None:
        """Count of landmarks, where the heuristic is worked out on a relaxed task."""
        make: Callable[[State], LandmarkCount] | None
        make = getattr(self.heuristic, "landmarks", None)
        return None if make is None else make(start)

    def by_cell(self) -> Heuristic:
        """The heuristic for searches in batches, which know no dead ends."""
        by_cell = getattr(self.heuristic, "by_cell", None)
        return self.heuristic if by_cell is None else by_cell()

    def in_kernel(self, compiled: CompiledTheory) -> _kernel.DeadEnds:
        """The heuristic in the kernel."""
        each = [one for found in self.found for one in found.each]
        scarce = [one for one in self.found if one.loses]
        return _kernel.DeadEnds(
            heuristic_in_kernel(compiled, self.heuristic),
            [compiled.codes[one.symbol] for one in each],
            [one.cells for one in each],
            [compiled.codes[one.symbol] for one in scarce],
            [len(one.homes) for one in scarce],
        )
