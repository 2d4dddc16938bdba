"""Searching with some macros of a library, and counting what each of them does.

Costs of search are counted in operator applications, in which a macro counts its primitive moves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Protocol

from ...ebl.learn import Searcher
from ...rules.arc import Applier, Arc
from ...rules.arc_index import ArcIndex
from ...rules.domain import Domain
from ...rules.geometry import Shape
from ...rules.schema import Schema
from ...rules.term import Pattern, State
from ...rules.theory import Theory
from ...search.climbing.climber import Climb, Climber
from ...search.problem import Problem
from ...search.result import Result

TIMED = 500
"""States of each search on which the matching of a macro is timed."""

CLIMBERS = 4
"""Climbers that are kept ready; each knows all placements of its macros."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What one search did with one macro.

    Parameters
    ----------
    tried
        How often its conditions were looked at.
    matched
        How often they held, so that it made a successor.
    seconds
        What trying it took; None where that is not known.
    """

    tried: int = 0
    matched: int = 0
    seconds: float | None = None


class Arena(Protocol):
    """One way to search with some of a library's macros."""

    @property
    def names(self) -> tuple[str, ...]:
        """The macros."""

    @property
    def spent(self) -> int:
        """Operator applications of all searches so far."""

    def search(self, start: State, kept: Collection[str]) -> Result:
        """Search with these macros only.

        Raises
        ------
        KeyboardInterrupt
            The user's.
        """

    def search_each(self, starts: Sequence[State], kept: Collection[str]) -> list[Result]:
        """Search from every start with these macros only, as `search` does."""

    def count(self, start: State) -> Mapping[str, Tally] | None:
        """Search with all macros and count what becomes of each; those never tried may be left out.

        It is None where the search died and the counts with it.
        """


class ArcArena:
    """Searches with macros that are arcs of the board; those of one name are one macro at several places.

    Parameters
    ----------
    theory, goal
        The primitive arcs, and what to look for.
    macros
        They come before the primitive arcs, in this order.
    search
        Searches a problem with any engine.
    counting
        Does the same in Python, where matches can be counted.
    """

    def __init__(
        self,
        theory: Theory,
        goal: Pattern,
        macros: Sequence[Arc],
        search: Searcher,
        counting: Searcher,
    ) -> None:
        self._theory, self._goal, self._macros = theory.without_macros(), goal, tuple(macros)
        self._search, self._counting = search, counting
        self.names = tuple(dict.fromkeys(arc.name for arc in macros))
        self._learned = self._with(self.names)
        self.spent = 0

    def _with(self, kept: Collection[str]) -> Theory:
        return self._theory.with_macros(arc for arc in self._macros if arc.name in kept)

    def search(self, start: State, kept: Collection[str]) -> Result:
        """See `Arena`."""
        result = uninterrupted(self._search(Problem(self._with(kept), start, self._goal)))
        self.spent += work(result)
        return result

    def search_each(self, starts: Sequence[State], kept: Collection[str]) -> list[Result]:
        """See `Arena`."""
        return [self.search(start, kept) for start in starts]

    def count(self, start: State) -> Mapping[str, Tally]:
        """Count in the Python engine, which tries the arcs that its index files under some cell of the state."""
        result, tallies = counted(self._learned, start, self._goal, self._counting)
        self.spent += work(uninterrupted(result))
        return tallies


def counted(
    theory: Theory, start: State, goal: Pattern, searcher: Searcher
) -> tuple[Result, dict[str, Tally]]:
    """Search with a theory's macros and count what becomes of each.

    Parameters
    ----------
    theory, start, goal
        The problem.
    searcher
        Searches it in the Python engine.
    """
    problem = _Counted(theory, start, goal)
    result = searcher(problem)
    return result, {name: count.tally() for name, count in problem.counts.items()}


class _Count:
    """What one search did with one macro so far."""

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
                count = self.counts.setdefault(arc.name, _Count())
                count.tried += 1
                count.matched += successor is not None
                if len(count.sample) < TIMED:
                    count.sample.append((apply, state))
        return pairs


class ClimbArena:
    """Climbs with macros on windows, which counts their uses in either engine.

    Parameters
    ----------
    family, shape, goal
        The board.
    schemas
        The macros.
    run
        Climbs from a state.
    blank_first, select
        As for `Climber`.
    """

    def __init__(
        self,
        family: Domain,
        shape: Shape,
        goal: Pattern,
        schemas: Sequence[Schema],
        run: Callable[[Climber, State], Climb],
        *,
        blank_first: bool = False,
        select: str = "best",
    ) -> None:
        self._family, self._shape, self._goal, self._schemas = family, shape, goal, tuple(schemas)
        self._run, self._blank_first, self._select = run, blank_first, select
        self.names = tuple(dict.fromkeys(schema.name for schema in schemas))
        self.spent = 0
        self._climbers: dict[frozenset[str], Climber] = {}

    def search(self, start: State, kept: Collection[str]) -> Result:
        """See `Arena`."""
        return climb_result(self._climb(start, kept))

    def search_each(self, starts: Sequence[State], kept: Collection[str]) -> list[Result]:
        """See `Arena`."""
        return [self.search(start, kept) for start in starts]

    def count(self, start: State) -> Mapping[str, Tally]:
        """Count the uses; time is shared out by tries, since climbing does little else.

        Where there were searches out of local minima, which take most of the time, it is not known.
        """
        return tallies_of(self._climb(start, self.names))

    def _climb(self, start: State, kept: Collection[str]) -> Climb:
        key = frozenset(kept)
        climber = self._climbers.get(key)
        if climber is None:
            chosen = [schema for schema in self._schemas if schema.name in key]
            climber = Climber(
                self._family,
                self._shape,
                chosen,
                self._goal,
                blank_first=self._blank_first,
                select=self._select,
            )
            if len(self._climbers) == CLIMBERS:
                self._climbers.clear()
            self._climbers[key] = climber
        climb = self._run(climber, start)
        self.spent += work(uninterrupted(climb_result(climb)))
        return climb


def tallies_of(climb: Climb) -> dict[str, Tally]:
    """What a climb did with each macro."""
    tries = sum(use.tried for use in climb.uses)
    each = climb.statistics.elapsed / tries if tries and not climb.escapes else None
    tallies: dict[str, Tally] = {}
    for schema, use in zip(climb.schemas, climb.uses, strict=True):
        if schema.arc.is_macro:
            seconds = None if each is None else each * use.tried
            tallies[schema.name] = Tally(use.tried, use.matched, seconds)
    return tallies


def climb_result(climb: Climb) -> Result:
    """The outcome of a climb as that of a search; its path is left out, since plans may have thousands of moves."""
    return Result(
        climb.status,
        (climb.plan.start,),
        tuple(schema.arc for schema, _ in climb.plan.steps),
        climb.statistics,
        climb.limit,
        algorithm="climb",
        engine=climb.engine,
    )


def uninterrupted(result: Result) -> Result:
    """The result itself.

    Raises
    ------
    KeyboardInterrupt
        If the user interrupted the search.
    """
    if result.limit == "interrupt":
        raise KeyboardInterrupt
    return result


def work(result: Result) -> int:
    """What a search cost, in operator applications."""
    return result.statistics.operator_applications
