"""The least of several heuristics, such as those of several goals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import lcm

from ...rules.arc import Arc
from ...rules.term import State
from .. import _kernel
from ..any_goal import AnyGoalProblem
from ..heuristic import Heuristic, knows_dead_ends
from ..native.compiled import CompiledTheory
from ..native.engine import heuristic_in_kernel
from ..problem import Problem
from .boards import CellSum


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
        self.safe = all(knows_dead_ends(one) for one in each)

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

        It says no more than they do, for what suits one of them in one cell may suit another elsewhere.
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


def heuristic_of(problem: Problem, make: Callable[..., Heuristic], *more: str) -> Heuristic:
    """The heuristic of a problem; where it has several goals, the least of what is made for each of them.

    Parameters
    ----------
    make
        Makes it for a theory, a goal and a start.
    more
        Its parameter in words, where it takes one.

    Raises
    ------
    InputError
        A heuristic that has no meaning for the theory or a goal.
    """
    goals = problem.goals if isinstance(problem, AnyGoalProblem) else (problem.goal,)
    each = [make(problem.theory, goal, problem.start, *more) for goal in goals]
    same = len(each) == 1 or all(one is each[0] for one in each)
    return each[0] if same else Minimum(each)
