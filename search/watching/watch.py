"""Watch a search: run it, and keep what is needed to replay it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import inf
from typing import Any

from ...rules.checked import checked
from ...rules.errors import InputError
from ..algorithms import ALGORITHMS
from ..heuristic import Heuristic, named_after
from ..limits import NO_LIMITS, Limits
from ..loops.node import Node
from ..loops.watcher import WATCHED
from ..macros import LiftedProblem
from ..problem import SearchProblem
from ..solve import heuristic_for, solve
from ..specification import Algorithm
from .record import Step, WatchedSearch

MOST_STEPS = 10_000
"""Steps that are recorded; what a longer search expands later is only counted."""


class _Recorder:
    """The watcher that keeps nodes and steps."""

    def __init__(self, most: int, iterates: bool) -> None:
        self.most = most
        self.nodes: list[Node] = []
        self.taken_up: list[tuple[int, bool, int]] = []
        self.heat: Counter[tuple[float, float]] = Counter()
        self.unrecorded = 0
        self.last: Node | None = None
        self._numbers: dict[int, int] = {}
        self._iterates = iterates

    def made(self, node: Node) -> None:
        if self.unrecorded == 0:
            self._numbers[id(node)] = len(self.nodes)
            self.nodes.append(node)

    def taken(self, node: Node, kept: bool) -> None:
        if kept:
            self.heat[node.g, node.h] += 1
            self.last = node
        if len(self.taken_up) < self.most:
            self.taken_up.append((self._numbers[id(node)], kept, len(self.nodes)))
        else:
            self.unrecorded += 1

    def steps(self) -> list[Step]:
        """The steps, with the bounds of a search that iterates."""
        bound: float | None = self.nodes[0].f if self._iterates and self.nodes else None
        following, iteration = inf, 1
        steps: list[Step] = []
        ends = [*(first for _, _, first in self.taken_up[1:]), len(self.nodes)][
            : len(self.taken_up)
        ]
        for (taken, kept, first), last in zip(self.taken_up, ends, strict=True):
            if bound is not None and steps and taken == 0:
                bound, following, iteration = following, inf, iteration + 1
            steps.append(Step(taken, kept, first, last, bound, iteration))
            if bound is not None:
                beyond = (node.f for node in self.nodes[first:last] if node.f > bound)
                following = min(following, min(beyond, default=inf))
        return steps


@checked
def watch(
    problem: SearchProblem,
    algorithm: str | Algorithm = "a-star",
    *,
    heuristic: str | Heuristic | Callable[[Any], float] | None = None,
    limits: Limits = NO_LIMITS,
    most_steps: int = MOST_STEPS,
    report: Callable[[int], None] | None = None,
) -> WatchedSearch:
    """Search a problem in Python, which takes the same steps as the kernel, and record them.

    Parameters
    ----------
    problem, algorithm, heuristic, limits, report
        As for `solve`; the algorithm is one with an open list, or a depth-first iterative one.
    most_steps
        So many steps are recorded; what comes later is counted by g and h.

    Raises
    ------
    InputError
        An algorithm that cannot be watched, and what `solve` refuses.
    """
    row = ALGORITHMS.find(algorithm) if isinstance(algorithm, str) else algorithm
    if row.loop not in WATCHED:
        known = [name for name, one in ALGORITHMS.items() if one.loop in WATCHED]
        raise InputError(
            f"{row.name} has no search of its own that can be watched",
            expected=", ".join(known),
            remedy="a-star",
        )
    if callable(heuristic) and not isinstance(heuristic, Heuristic):
        heuristic = named_after(heuristic)
    if isinstance(problem, LiftedProblem):
        problem = problem.grounded
    h = heuristic_for(problem, row, heuristic, limits)
    recorder = _Recorder(max(1, most_steps), row.loop != "best-first")
    result = solve(problem, row, heuristic=h, limits=limits, watcher=recorder, report=report)
    if result.solved and recorder.last is not None:  # the goal is taken up, not expanded
        recorder.heat[recorder.last.g, recorder.last.h] -= 1
    return WatchedSearch(
        problem,
        row,
        h,
        result,
        recorder.nodes,
        recorder.steps(),
        +recorder.heat,
        recorder.unrecorded,
    )
