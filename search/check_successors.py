"""The successors that a problem of the user's own makes: a mistake is named where it was made."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

OPERATOR = ("name", "cost", "length", "primitives")


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
