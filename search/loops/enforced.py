"""Enforced hill climbing (Hoffmann and Nebel, JAIR 14, 2001)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..heuristic import Heuristic
from ..limits import Meter
from ..operator import Operator
from ..problem import SearchProblem, Successors
from ..result import Result, Statistics, Status
from .best_first import best_first_search
from .duplicates import FirstSeen
from .expansion import NodeSuccessors
from .open_list import Fifo


@dataclass(frozen=True)
class _Descent:
    """The subproblem of reaching any state below a given h, or a goal."""

    whole: SearchProblem
    heuristic: Heuristic
    start: Any
    h: float

    def successors(self, state: Any) -> Successors:
        return self.whole.successors(state)

    def is_goal(self, state: Any) -> bool:
        return self.heuristic.estimate(state) < self.h or self.whole.is_goal(state)


def enforced_hill_climbing(
    problem: SearchProblem,
    *,
    successors: NodeSuccessors,
    heuristic: Heuristic,
    meter: Meter | None = None,
) -> Result:
    """Breadth-first search to the nearest state of lower h, commit to it, and so on until the goal.

    Each round starts with an empty closed list. A round that finds nothing ends the search as INCOMPLETE, since an
    earlier commitment may have been wrong. Counters are summed over the rounds; evaluations are those of the tests.

    Parameters
    ----------
    problem, successors, meter
        As for `best_first_search`.
    heuristic
        What to descend on.
    """
    meter = meter or Meter()
    state = problem.start
    states: list[Any] = [state]
    operators: list[Operator] = []
    total = Statistics()
    while not problem.is_goal(state):
        round_ = best_first_search(
            _Descent(problem, heuristic, state, heuristic.estimate(state)),
            successors=successors,
            open_list=Fifo(),
            evaluate=lambda node: node.depth,
            heuristic=heuristic,
            duplicates=FirstSeen(),
            meter=meter,
        )
        work = total.plus(round_.statistics)
        total = replace(work, expanded=meter.expanded, elapsed=meter.elapsed)
        if not round_.solved:
            status = Status.STOPPED if round_.status is Status.STOPPED else Status.INCOMPLETE
            return Result(status, (problem.start,), (), total, round_.limit)
        states.extend(round_.states[1:])
        operators.extend(round_.operators)
        state = round_.states[-1]
    return Result(Status.SOLVED, tuple(states), tuple(operators), total)
