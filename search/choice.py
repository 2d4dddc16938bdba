"""The algorithm that proves a cheapest solution soonest, chosen by a first look at a problem.

The first look is a short A* search. How many successors a state has that were not known, and how much of the way h
accounts for, say which kind of search the problem asks for: breadth-first from both ends where h says little, iterative
deepening where hardly a state is met twice, A* elsewhere. What runs out of memory is followed by what needs little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import log
from typing import TypeAlias

from .any_goal import AnyGoalProblem
from .heuristic import Heuristic
from .limits import Limits
from .memory import MEASURABLE, available_bytes
from .native.engine import NotNativeError
from .problem import Problem, SearchProblem
from .result import Result, Statistics, Status

FIRST_LOOK = 2_000
"""Expansions of the first look."""

NEW = 0.8
"""Successors other than the parent that were not known, of all such: from here on a state space is searched as a tree."""

Run: TypeAlias = Callable[[str, Limits], Result]
"""Runs an algorithm of a name within limits."""


def search_by_choice(
    problem: SearchProblem, heuristic: Heuristic, limits: Limits, run: Run, *, blind: bool = True
) -> Result:
    """Search a problem for a cheapest solution.

    Parameters
    ----------
    problem, heuristic, limits
        What is searched, with which h, and the limits on all of it together.
    run
        Runs one algorithm.
    blind
        Whether an algorithm that does not look at h may be chosen.

    Returns
    -------
    Result
        Of the algorithm that ended the search, with the work of all; the note says which it was and why.
    """
    result = run("a-star", replace(limits, nodes=min(FIRST_LOOK, limits.nodes or FIRST_LOOK)))
    done = result.statistics
    if result.limit not in ("nodes", "memory"):
        return result
    if limits.nodes is not None and done.expanded >= limits.nodes:
        return result
    for name, reason in _in_turn(problem, heuristic, done, blind):
        try:
            result = run(name, _left(limits, done, roomy=name not in LITTLE_MEMORY))
        except NotNativeError:  # a search in batches that this theory does not allow
            continue
        done = done.plus(result.statistics)
        result = replace(result, statistics=done, note=_joined(result.note, reason))
        if result.status is not Status.STOPPED or result.limit != "memory":
            break
    return result


LITTLE_MEMORY = ("batched-ida-star", "ida-star")


def _in_turn(
    problem: SearchProblem, heuristic: Heuristic, look: Statistics, blind: bool
) -> Iterator[tuple[str, str]]:
    """The algorithms, the best one first, each with the reason for it."""
    new = min(1.0, look.inserted / max(1, look.generated - look.expanded))
    met = f"{1 - new:.0%} of the first successors were known"
    distance = _least_steps(problem, heuristic)
    ahead = log(FIRST_LOOK) / log(max(1.01, look.inserted / max(1, look.expanded)))  # steps
    if distance >= ahead and new >= NEW and _one_cost(problem):
        reason = f"only {met}, and h is {distance:.3g} moves at the start"
        yield "batched-ida-star", reason
        yield "ida-star", reason
    elif blind and distance < ahead and _from_both_ends(problem):
        yield "bidirectional", f"h is no more than {distance:.3g} moves at the start"
    yield "a-star", met
    yield "ida-star", "A* ran out of memory"


def _least_steps(problem: SearchProblem, heuristic: Heuristic) -> float:
    """Steps to the goal of which h knows at the start, each as cheap as can be."""
    cheapest = 1.0
    if isinstance(problem, Problem):
        cheapest = min((arc.cost for arc in problem.theory.primitives), default=1) or 1
    return heuristic.estimate(problem.start) / cheapest


def _one_cost(problem: SearchProblem) -> bool:
    """Whether all moves cost the same: bounds on f that grow by less than a move are gone through for little."""
    if not isinstance(problem, Problem):
        return True
    return len({arc.cost for arc in problem.theory.primitives}) <= 1


def _from_both_ends(problem: SearchProblem) -> bool:
    """Whether a search from both ends finds cheapest solutions."""
    if not isinstance(problem, Problem) or isinstance(problem, AnyGoalProblem):
        return False
    return (
        problem.ground_goal is not None
        and not problem.theory.macros
        and _one_cost(problem)
        and all(arc.inverse() is not None for arc in problem.theory.arcs)
    )


def _left(limits: Limits, done: Statistics, roomy: bool) -> Limits:
    """What is left of limits; of the memory no more than half of what the machine has to spare."""
    left = limits.after(done.elapsed)
    if left.nodes is not None:
        left = replace(left, nodes=left.nodes - done.expanded)
    spare = available_bytes()
    if roomy and MEASURABLE and spare is not None and left.memory is None:
        left = replace(left, memory=max(1, spare // 2))
    return left


def _joined(note: str, reason: str) -> str:
    return f"chosen because {reason}" + (f"; {note}" if note else "")
