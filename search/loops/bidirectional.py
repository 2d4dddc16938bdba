"""Breadth-first search from both ends at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..heuristic import ZERO
from ..limits import ENDINGS, Meter, limit_of
from ..problem import ReversibleProblem
from ..result import Result, Statistics, Status
from .duplicates import FirstSeen
from .expansion import Expansion
from .node import Node


class _Side:
    """One of the two searches: its newest layer and a node for every state it has reached."""

    def __init__(self, successors: Any, start: Any, meter: Meter) -> None:
        self.expansion = Expansion(
            successors,
            lambda node: successors(node.state),
            ZERO,
            lambda node: node.depth,
            FirstSeen(),
            meter,
        )
        root = self.expansion.root(start)
        self.layer = [root]
        self.reached: dict[Any, Node] = {start: root}


def bidirectional_search(problem: ReversibleProblem, *, meter: Meter | None = None) -> Result:
    """Breadth-first layers from the start and, by inverse arcs, from the goal, the smaller layer first.

    The search ends with the first layer that meets the other side; of its meetings the one with fewest steps counts,
    so the path has as few steps as breadth-first search finds. Expansions of both sides are added up.

    Parameters
    ----------
    problem
        A problem with one goal state and predecessors.
    meter
        Holds the search to its limits.

    Raises
    ------
    InputError
        An arc without an inverse.
    """
    meter = meter or Meter()
    forward = _Side(problem.successors, problem.start, meter)
    backward = _Side(problem.predecessors, problem.goal, meter)

    def statistics() -> Statistics:
        both = forward.expansion.statistics().plus(backward.expansion.statistics())
        return replace(both, expanded=meter.expanded, elapsed=meter.elapsed)

    def stopped(limit: str) -> Result:
        return Result(Status.STOPPED, (problem.start,), (), statistics(), limit)

    try:
        if problem.start == problem.goal:
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
