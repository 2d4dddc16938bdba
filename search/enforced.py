"""Enforced hill climbing (Hoffmann and Nebel, JAIR 14, 2001)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Any

from .best_first import best_first_search
from .duplicates import FirstSeen
from .expansion import NodeSuccessors
from .heuristics import Heuristic
from .limits import NO_LIMITS, Limits
from .open_list import Fifo
from .problem import Operator, SearchProblem, Successors
from .result import Result, Statistics, Status


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
    limits: Limits = NO_LIMITS,
) -> Result:
    """Breadth-first search to the nearest state of lower h, commit to it, and so on until the goal.

    Each round starts with an empty closed list. A round that finds nothing ends the search as INCOMPLETE, since an
    earlier commitment may have been wrong. Counters are summed over the rounds; evaluations are those of the tests.

    Parameters
    ----------
    problem, successors, limits
        As for `best_first_search`.
    heuristic
        What to descend on.
    """
    state = problem.start
    states: list[Any] = [state]
    operators: list[Operator] = []
    total = Statistics()
    while not problem.is_goal(state):
        left = _remaining(limits, total)
        if isinstance(left, str):
            return Result(Status.STOPPED, (problem.start,), (), total, left)
        round_ = best_first_search(
            _Descent(problem, heuristic, state, heuristic.estimate(state)),
            successors=successors,
            open_list=Fifo(),
            evaluate=lambda node: node.depth,
            heuristic=heuristic,
            duplicates=FirstSeen(),
            limits=left,
        )
        total = total.plus(round_.statistics)
        if not round_.solved:
            status = Status.STOPPED if round_.status is Status.STOPPED else Status.INCOMPLETE
            return Result(status, (problem.start,), (), total, round_.limit)
        states.extend(round_.path[1:])
        operators.extend(round_.operators)
        state = round_.path[-1]
    return Result(Status.SOLVED, tuple(states), tuple(operators), total)


def _remaining(limits: Limits, used: Statistics) -> Limits | str:
    """What the rounds so far leave, or the limit that they have used up."""
    time = (limits.time or inf) - used.elapsed
    nodes = (limits.nodes or inf) - used.expanded
    if time <= 0 or nodes <= 0:
        return "time" if time <= 0 else "nodes"
    return replace(
        limits,
        time=None if time == inf else time,
        nodes=None if nodes == inf else int(nodes),
    )
