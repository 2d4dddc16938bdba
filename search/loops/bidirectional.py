"""Breadth-first search from both ends at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ..heuristic import ZERO
from ..limits import ENDINGS, Meter, limit_of
from ..problem import Problem, ReversibleProblem
from ..result import Result, Statistics, Status
from .duplicates import FirstSeen, Node
from .expansion import Expansion, plain_cost


class _Side:
    """One of the two searches: its newest layer and a node for every state it has reached."""

    def __init__(self, successors: Any, starts: Iterable[Any], meter: Meter) -> None:
        self.expansion = Expansion(
            successors,
            lambda node: successors(node.state),
            plain_cost,
            ZERO,
            lambda node: node.depth,
            FirstSeen(),
            meter,
        )
        self.reached: dict[Any, Node] = {start: self.expansion.root(start) for start in starts}
        self.layer = list(self.reached.values())


def bidirectional_search(problem: ReversibleProblem, *, meter: Meter | None = None) -> Result:
    """Breadth-first layers from the start and, by inverse arcs, from all goals, the smaller layer first.

    The search ends with the first layer that meets the other side; of its meetings the one with fewest steps counts,
    so the path has as few steps as breadth-first search finds. Expansions of both sides are added up.

    Parameters
    ----------
    problem
        A problem with predecessors and one goal state, or of arcs with several.
    meter
        Holds the search to its limits.

    Raises
    ------
    InputError
        An arc without an inverse.
    """
    meter = meter or Meter()
    several = problem.ground_goals if isinstance(problem, Problem) else None
    forward = _Side(problem.successors, (problem.start,), meter)
    backward = _Side(problem.predecessors, several or (problem.goal,), meter)

    def statistics() -> Statistics:
        both = forward.expansion.statistics().plus(backward.expansion.statistics())
        return replace(both, expanded=meter.expanded, elapsed=meter.elapsed)

    def stopped(limit: str) -> Result:
        return Result(Status.STOPPED, (problem.start,), (), statistics(), limit)

    try:
        if problem.start in backward.reached:
            return Result(Status.SOLVED, (problem.start,), (), statistics())
        while forward.layer and backward.layer:
            near, far = (
                (forward, backward)
                if len(forward.layer) <= len(backward.layer)
                else (backward, forward)
            )
            meetings: list[Node] = []
            layer: list[Node] = []
            for node in near.layer:
                if limit := meter.exceeded():
                    return stopped(limit)
                for child in near.expansion.children(node):
                    near.expansion.inserted += 1
                    near.reached[child.state] = child
                    layer.append(child)
                    if child.state in far.reached:
                        meetings.append(child)
            near.layer = layer
            waiting = len(forward.layer) + len(backward.layer)
            near.expansion.peak_open = max(near.expansion.peak_open, waiting)
            if meetings:
                best = min(meetings, key=lambda node: node.depth + far.reached[node.state].depth)
                return _joined(
                    forward.reached[best.state], backward.reached[best.state], statistics()
                )
    except ENDINGS as error:
        return stopped(limit_of(error))
    return Result(Status.UNSOLVABLE, (problem.start,), (), statistics())


def _joined(forward: Node, backward: Node, statistics: Statistics) -> Result:
    states, operators = forward.path()
    rest, undone = backward.path()
    return Result(
        Status.SOLVED,
        (*states, *reversed(rest[:-1])),
        (*operators, *reversed(undone)),
        statistics,
    )
