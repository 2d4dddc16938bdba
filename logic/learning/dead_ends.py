"""Dead ends of a proof search: the goals that it called, and that had no answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...rules.record import record
from ...rules.term import Compound, Terms, canonical, substitute
from ..program.program import Goal, arguments, conjuncts, indicator
from .refutation import FailingTheory, NotRefutedError, check_size

MOST_INFERENCES = 5_000
"""Goals of a search that are followed."""

LEAST_SAVED = 10
"""Inferences below a goal that fails, from which on it is called a dead end."""

_LEFT = "'left"
"""Functor of what stands behind the goals of a clause: the number of the call that they answer."""


@record
class FailedCall:
    """A goal that was called in a search, and failed.

    Parameters
    ----------
    goal
        The goal as it was called.
    began, ended
        Goals that had been called in the search when it was called, and when it failed.
    """

    goal: Goal
    began: int
    ended: int

    @property
    def inferences(self) -> int:
        """Goals that were called below it, and itself."""
        return self.ended - self.began


@dataclass
class _Call:
    goal: Goal
    began: int
    answered: bool = False


def dead_ends(
    theory: FailingTheory, goal: Goal, known: Callable[[Goal], object] = lambda _: None
) -> list[FailedCall]:
    """The dead ends of a depth-first search for a first answer, none below another, those that cost most first.

    Cuts are passed over. The goal itself is none.

    Parameters
    ----------
    theory
        The program.
    goal
        The goal.
    known
        Whether a goal is known to fail, so that the search does not look below it.
    """
    found: dict[Terms, FailedCall] = {}
    first: int | None = None
    for one in reversed([*_failing(theory, goal, known)]):
        if not one.began or (first is not None and one.began >= first):
            continue  # what is below a dead end failed before it did
        first = one.began
        (key,) = canonical((one.goal,))
        if one.inferences >= LEAST_SAVED and one.inferences > getattr(
            found.get(key), "inferences", 0
        ):
            found[key] = one
    return sorted(found.values(), key=lambda one: -one.inferences)


def _failing(
    theory: FailingTheory, goal: Goal, known: Callable[[Goal], object]
) -> Iterator[FailedCall]:
    """The goals that fail, in the order in which they do."""
    calls: list[_Call] = []
    pending: list[tuple[_Call | None, Iterator[Terms]]] = [(None, iter([(goal,)]))]
    while pending and len(calls) < MOST_INFERENCES:
        call, states = pending[-1]
        try:
            state = next(states, None)
        except NotRefutedError:
            return
        if state is None:
            pending.pop()
            if call is not None and not call.answered:
                yield FailedCall(call.goal, call.began, len(calls))
            continue
        while state and indicator(state[0])[0] == _LEFT:
            calls[int(str(arguments(state[0])[0]))].answered = True
            state = state[1:]
        if not state:
            return
        asked = _Call(state[0], len(calls))
        own = theory.program.clauses.get(indicator(asked.goal))
        if not (own and known(asked.goal)):
            pending.append((asked if own else None, _next(theory, state, len(calls))))
        calls.append(asked)


def _next(theory: FailingTheory, state: Terms, number: int) -> Iterator[Terms]:
    """The goals that are left after each way to resolve the first one."""
    goal, *rest = state
    for _, bindings, body in theory.ways(goal, tuple(rest)):
        terms = substitute((*body, Compound(_LEFT, (number,)), *rest), bindings)
        check_size(terms)
        (left,) = canonical(tuple(one for each in terms for one in conjuncts(each)))
        yield left
