"""The arguments of `solve`, looked at before anything is searched: a mistake is named where it was made."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from .algorithms import Algorithm
from .limits import Limits

PROBLEM = ("start", "successors", "is_goal")
HEURISTIC = ("name", "admissible", "consistent", "estimate", "update")
OPERATOR = ("name", "cost", "length", "primitives")


def check_arguments(problem: Any, algorithm: Any, heuristic: Any, limits: Any) -> None:
    """Raise TypeError for arguments that search cannot use, saying what it can."""
    if missing := _missing(problem, PROBLEM):
        raise TypeError(
            f"not a problem: {problem!r:.80} has no {missing}; solve takes a Problem, a FunctionProblem, a GraphProblem, "
            "or any object with start, successors(state) and is_goal(state)"
        )
    if not isinstance(algorithm, str | Algorithm):
        raise TypeError(f"not an algorithm: {algorithm!r:.80}; a name or an Algorithm")
    if not isinstance(limits, Limits):
        raise TypeError(f"not limits: {limits!r:.80}; Limits(time=..., nodes=..., memory=...)")
    if heuristic is None or isinstance(heuristic, str):
        return
    if missing := _missing(heuristic, HEURISTIC):
        wrap = (
            "FunctionHeuristic(name, function) makes one of a function"
            if callable(heuristic)
            else "a name, or an object as the protocol Heuristic says"
        )
        raise TypeError(f"not a heuristic: {heuristic!r:.80} has no {missing}; {wrap}")


def check_successors(problem: Any) -> None:
    """Raise TypeError for a start or successors of a form that search cannot use, by those of the start."""
    _check_state(problem.start, "the start")
    found = problem.successors(problem.start)
    if not isinstance(found, Iterable):
        raise TypeError(f"successors(start) is no list of (operator, state) pairs: {found!r:.80}")
    for pair in found:
        if not (isinstance(pair, tuple | list) and len(pair) == 2):
            raise TypeError(f"successors(start) has no (operator, state) pair: {pair!r:.80}")
        if missing := _missing(pair[0], OPERATOR):
            raise TypeError(
                f"not an operator: {pair[0]!r:.80} has no {missing}; Move(name, cost), or an arc"
            )
        _check_state(pair[1], "a successor")


def _check_state(state: Any, role: str) -> None:
    if not isinstance(state, Hashable):
        raise TypeError(
            f"{role} cannot be hashed: {state!r:.80}; a tuple in place of a list, a frozenset in place of a set"
        )
    try:
        hash(state)
    except TypeError:
        raise TypeError(f"{role} cannot be hashed, because of a part: {state!r:.80}") from None


def _missing(thing: Any, names: tuple[str, ...]) -> str:
    return next((name for name in names if not hasattr(thing, name)), "")
