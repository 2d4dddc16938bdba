"""Counting what a search does with each macro: how often it is tried, how often it matches, and what that takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

from ..rules.arc import Applier, Arc
from ..rules.schema import Schema
from ..rules.term import Pattern, State
from ..rules.theory import ArcIndex, Theory
from ..search.problem import Problem
from ..search.result import Climb, Result

TIMED = 500
"""States of each search on which the matching of a macro is timed."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Uses of one macro in one search.

    Parameters
    ----------
    tried
        How often its conditions were looked at.
    matched
        How often they held, so that it made a successor.
    seconds
        What trying it took; None where that is not known.
    applied
        How often a climb used it; None of a search, whose path tells.
    """

    tried: int = 0
    matched: int = 0
    seconds: float | None = None
    applied: int | None = None


def search_counting(
    theory: Theory,
    start: State,
    goal: Pattern,
    searcher: Callable[[Problem], Result],
    macro_of: Callable[[Arc], str] = lambda arc: arc.name,
) -> tuple[Result, dict[str, Tally]]:
    """Search with a theory's macros and count what becomes of each.

    Parameters
    ----------
    theory, start, goal
        The problem.
    searcher
        Searches it in the Python engine.
    macro_of
        The macro that an arc is one placement of.
    """
    problem = _Counted(theory, start, goal, {arc.name: macro_of(arc) for arc in theory.macros})
    result = searcher(problem)
    return result, {name: count.tally() for name, count in problem.counts.items()}


class _Count:
    """Uses of one macro in a search so far."""

    def __init__(self) -> None:
        self.tried = self.matched = 0
        self.sample: list[tuple[Applier, State]] = []

    def tally(self) -> Tally:
        began = perf_counter()
        for apply, state in self.sample:
            apply(state)
        seconds = perf_counter() - began
        return Tally(self.tried, self.matched, seconds * self.tried / max(1, len(self.sample)))


@dataclass(frozen=True)
class _Counted(Problem):
    """A problem that counts what its macros do."""

    names: dict[str, str] = field(default_factory=dict, compare=False)
    counts: dict[str, _Count] = field(default_factory=dict, compare=False)

    def successors(self, state: State) -> list[tuple[Arc, State]]:
        return self._tried(self.theory.index, state)

    def predecessors(self, state: State) -> list[tuple[Arc, State]]:
        index, forward = self._backward
        return [(forward[id(arc)], before) for arc, before in self._tried(index, state)]

    def _tried(self, index: ArcIndex, state: State) -> list[tuple[Arc, State]]:
        pairs = []
        for _, arc, apply in index.candidates(state):
            successor = apply(state)
            if successor is not None:
                pairs.append((arc, successor))
            if arc.is_macro:
                count = self.counts.setdefault(self.names[arc.name], _Count())
                count.tried += 1
                count.matched += successor is not None
                if len(count.sample) < TIMED:
                    count.sample.append((apply, state))
        return pairs


def tallies_of(climb: Climb, elapsed: float, macro_of: Callable[[Schema], str]) -> dict[str, Tally]:
    """Uses of each macro in a climb of some seconds; ``macro_of`` names the macro that a schema is an instance of."""
    tries = sum(use.tried for use in climb.uses)
    each = elapsed / tries if tries and not climb.escapes else None
    tallies: dict[str, Tally] = {}
    for schema, use in zip(climb.schemas, climb.uses, strict=True):
        if schema.arc.is_macro:
            name = macro_of(schema)
            before = tallies.get(name, Tally())
            tried, matched = before.tried + use.tried, before.matched + use.matched
            seconds = None if each is None else each * tried
            tallies[name] = Tally(tried, matched, seconds, (before.applied or 0) + use.applied)
    return tallies
