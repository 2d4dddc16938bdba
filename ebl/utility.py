"""The utility ledger: what each macro saves against what it costs, and what its library does.

Minton (Artificial Intelligence 42, 1990): a learned rule is worth what it saves, as often as it is used, less what it costs
to match, every time it is tried. Costs of search are counted in operator applications, in which a macro counts its primitive
moves. What one macro saves is found by searching without it: what other macros do in its place is then no merit of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from statistics import fmean
from time import perf_counter
from typing import Protocol

from ..rules.arc import Applier, Arc
from ..rules.arc_index import ArcIndex
from ..rules.family import Family
from ..rules.geometry import Shape
from ..rules.schema import Schema
from ..rules.term import Pattern, State
from ..rules.theory import Theory
from ..search.climb import Climb, Climber
from ..search.problem import Problem
from ..search.result import Result
from .learn import Searcher

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

    def count(self, start: State) -> Mapping[str, Tally]:
        """Search with all macros and count what becomes of each; those never tried may be left out."""


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

    def count(self, start: State) -> Mapping[str, Tally]:
        """Count in the Python engine, which tries the arcs that its index files under some cell of the state."""
        problem = _Counted(self._learned, start, self._goal)
        self.spent += work(uninterrupted(self._counting(problem)))
        return {name: count.tally() for name, count in problem.counts.items()}


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
        family: Family,
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

    def count(self, start: State) -> Mapping[str, Tally]:
        """Count the uses; time is shared out by tries, since climbing does little else.

        Where there were searches out of local minima, which take most of the time, it is not known.
        """
        climb = self._climb(start, self.names)
        tries = sum(use.tried for use in climb.uses)
        each = climb.statistics.elapsed / tries if tries and not climb.escapes else None
        tallies: dict[str, Tally] = {}
        for schema, use in zip(climb.schemas, climb.uses, strict=True):
            if schema.arc.is_macro:
                seconds = None if each is None else each * use.tried
                tallies[schema.name] = Tally(use.tried, use.matched, seconds)
        return tallies

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


@dataclass(frozen=True)
class Account:
    """One problem, searched without and with a library.

    Parameters
    ----------
    start
        The problem.
    before, after
        Without macros and with all of them.
    tallies
        What the search with macros did with each; None where that was not counted.
    """

    start: State
    before: Result
    after: Result
    tallies: Mapping[str, Tally] | None = None

    @property
    def solved(self) -> bool:
        """Whether it was solved one way or the other; if not, it tells nothing about the library."""
        return self.before.solved or self.after.solved

    @property
    def saved(self) -> int:
        """Operator applications that the library saved; a search that a limit stopped counts with what it did."""
        return work(self.before) - work(self.after)

    @property
    def saved_seconds(self) -> float:
        """The same in seconds."""
        return self.before.statistics.elapsed - self.after.statistics.elapsed


def work(result: Result) -> int:
    """What a search cost, in operator applications."""
    return result.statistics.operator_applications


def accounts(arena: Arena, starts: Iterable[State], *, counted: bool = True) -> Iterator[Account]:
    """Search every problem without and with the macros, and count what becomes of each.

    Parameters
    ----------
    arena, starts
        How to search for what.
    counted
        False to leave the counting out, which takes longest.

    Yields
    ------
    One account per problem.
    """
    for start in starts:
        before = arena.search(start, ())
        after = arena.search(start, arena.names)
        yield Account(start, before, after, arena.count(start) if counted else None)


def leave_one_out(
    arena: Arena, kept: Sequence[Account]
) -> Iterator[tuple[str, tuple[Result, ...]]]:
    """Search every problem without each macro in turn.

    Yields
    ------
    A macro's name, and the results without it in the order of the accounts.
    """
    for name in arena.names:
        rest = [other for other in arena.names if other != name]
        yield (
            name,
            tuple(
                # A macro that never matched made no difference.
                account.after
                if account.tallies is not None and not account.tallies.get(name, Tally()).matched
                else arena.search(account.start, rest)
                for account in kept
            ),
        )


@dataclass(frozen=True, slots=True)
class MacroLedger:
    """What one macro did in all searches of a ledger.

    Parameters
    ----------
    name
        The macro's.
    tried, matched, applied
        How often its conditions were looked at, how often they held, and how often it is a step of a solution.
    match_seconds
        What trying it took; None where that is not known.
    solutions
        In how many solutions it is a step.
    moves_saved
        Moves of a solution without it less those with it, on average over the problems solved both times; below zero
        where it makes solutions longer. None where that was not measured.
    work_saved
        The same in operator applications, over the problems solved one way or the other: what it saves less what it
        costs.
    """

    name: str
    tried: int
    matched: int
    applied: int
    match_seconds: float | None
    solutions: int
    moves_saved: float | None
    work_saved: float | None

    @property
    def pays(self) -> bool | None:
        """Whether it saves more operator applications than it costs; None where that was not measured."""
        return None if self.work_saved is None else self.work_saved > 0


@dataclass(frozen=True, slots=True)
class LearningCost:
    """What learning took.

    Parameters
    ----------
    applications
        Operator applications.
    seconds
        Time, or None where that is not known.
    """

    applications: float
    seconds: float | None = None


@dataclass(frozen=True)
class LibraryLedger:
    """What a library did in all searches of a ledger.

    Parameters
    ----------
    accounts
        The problems.
    macros
        One entry per macro.
    learning
        What the library cost, or None where that is not known.
    """

    accounts: tuple[Account, ...]
    macros: tuple[MacroLedger, ...]
    learning: LearningCost | None = None

    @property
    def counted(self) -> bool:
        """Whether it is known how often macros were tried and matched."""
        return all(account.tallies is not None for account in self.accounts)

    @property
    def solved(self) -> tuple[int, int]:
        """How many problems were solved without and with the library."""
        return (
            sum(account.before.solved for account in self.accounts),
            sum(account.after.solved for account in self.accounts),
        )

    @property
    def gain(self) -> float | None:
        """Operator applications saved per problem, of those that were solved one way or the other; None without any."""
        saved = [account.saved for account in self.accounts if account.solved]
        return fmean(saved) if saved else None

    @property
    def gain_seconds(self) -> float | None:
        """The same in seconds."""
        saved = [account.saved_seconds for account in self.accounts if account.solved]
        return fmean(saved) if saved else None

    @property
    def pays_after(self) -> int | None:
        """See `pays_after`; None also where the cost of learning is not known."""
        return pays_after(self.learning.applications, self.gain) if self.learning else None

    @property
    def pays_after_seconds(self) -> int | None:
        """The same by time."""
        if self.learning is None or self.learning.seconds is None:
            return None
        return pays_after(self.learning.seconds, self.gain_seconds)


def pays_after(cost: float, gain: float | None) -> int | None:
    """The number of problems after which a cost is paid by a gain per problem; None for never, or without a gain."""
    return ceil(cost / gain) if gain is not None and gain > 0 else None


def ledger(
    arena: Arena,
    kept: Sequence[Account],
    without: Mapping[str, Sequence[Result]],
    learning: LearningCost | None = None,
) -> LibraryLedger:
    """Add up what every macro did.

    Parameters
    ----------
    arena
        Whose macros are entered.
    kept
        One account or more.
    without
        What `leave_one_out` found; it may lack macros.
    learning
        What the library cost, where that is known.
    """
    applied = [_applied(account.after, arena.names) for account in kept]
    entries = []
    for name in arena.names:
        tallies = [(account.tallies or {}).get(name, Tally(seconds=0.0)) for account in kept]
        timed = [tally.seconds for tally in tallies if tally.seconds is not None]
        results = without.get(name)
        entries.append(
            MacroLedger(
                name,
                sum(tally.tried for tally in tallies),
                sum(tally.matched for tally in tallies),
                sum(counts[name] for counts in applied),
                sum(timed) if len(timed) == len(tallies) else None,
                sum(counts[name] > 0 for counts in applied),
                _moves_saved(kept, results) if results else None,
                _work_saved(kept, results) if results else None,
            )
        )
    return LibraryLedger(tuple(kept), tuple(entries), learning)


def _applied(result: Result, names: Collection[str]) -> Counter[str]:
    if not result.solved:
        return Counter()
    return Counter(
        arc.name
        for arc in result.operators
        if isinstance(arc, Arc) and arc.is_macro and arc.name in names
    )


def _moves_saved(kept: Sequence[Account], without: Sequence[Result]) -> float | None:
    changes = [
        result.moves - account.after.moves
        for result, account in zip(without, kept, strict=True)
        if result.solved and account.after.solved
    ]
    return fmean(changes) if changes else None


def _work_saved(kept: Sequence[Account], without: Sequence[Result]) -> float | None:
    changes = [
        work(result) - work(account.after)
        for result, account in zip(without, kept, strict=True)
        if result.solved or account.after.solved
    ]
    return fmean(changes) if changes else None


@dataclass(frozen=True, slots=True)
class Judgement:
    """What forgetting decided about one macro.

    Parameters
    ----------
    name
        The macro's.
    dropped
        Whether it is forgotten.
    reason
        In words.
    """

    name: str
    dropped: bool
    reason: str


def forget(
    arena: Arena,
    kept: Sequence[Account],
    without: Mapping[str, Sequence[Result]] | None = None,
    report: Callable[[], None] | None = None,
) -> Iterator[Judgement]:
    """Decide which macros pay, one after the other, each beside those that are kept by then.

    Two macros that do the same make each other worthless, and two that need each other are worth nothing alone; so it
    matters where to begin. Where the library as a whole saves work, macros are dropped from it, the dearest first, each
    if work falls without it. Where it does not, macros are taken up again from none, the most useful by itself first,
    each if work falls with it. Either way the problems take no more work in the end than with all macros or with none,
    and as many are solved. Problems that are solved neither with all nor with none tell nothing.

    Parameters
    ----------
    arena, kept
        Where to search, and the problems.
    without
        What `leave_one_out` found; what is missing is searched if it is needed.
    report
        Called after every macro that is measured before the first judgement.

    Yields
    ------
    A judgement on every macro.
    """
    told = [account for account in kept if account.solved]
    if not told:
        yield from (Judgement(name, False, "no problem was solved") for name in arena.names)
        return
    everything = _bill([account.after for account in told])
    nothing = _bill([account.before for account in told])
    if everything < nothing:
        known = {
            name: [result for result, account in zip(results, kept, strict=True) if account.solved]
            for name, results in (without or {}).items()
        }
        yield from _drop(arena, told, everything, known, report)
    else:
        yield from _take_up(arena, told, nothing, report)


Bill = tuple[int, float]
"""Problems that were not solved, and operator applications per problem: the less, the better."""


def _bill(results: Sequence[Result]) -> Bill:
    return sum(not result.solved for result in results), fmean(work(result) for result in results)


def _drop(
    arena: Arena,
    kept: Sequence[Account],
    bill: Bill,
    without: Mapping[str, Sequence[Result]],
    report: Callable[[], None] | None,
) -> Iterator[Judgement]:
    alone: dict[str, Bill] = {}
    for name in arena.names:
        rest = [other for other in arena.names if other != name]
        found = without.get(name) or [arena.search(account.start, rest) for account in kept]
        alone[name] = _bill(found)
        if report is not None:
            report()
    left, first = list(arena.names), bill
    for name in sorted(arena.names, key=lambda name: alone[name]):
        if alone[name] >= first:
            yield Judgement(name, False, _worth(alone[name], first))
            continue
        rest = [other for other in left if other != name]
        other_bill = _bill([arena.search(account.start, rest) for account in kept])
        yield Judgement(name, other_bill < bill, _worth(other_bill, bill))
        if other_bill < bill:
            left, bill = rest, other_bill


def _take_up(
    arena: Arena, kept: Sequence[Account], bill: Bill, report: Callable[[], None] | None
) -> Iterator[Judgement]:
    alone: dict[str, Bill] = {}
    for name in arena.names:
        alone[name] = _bill([arena.search(account.start, (name,)) for account in kept])
        if report is not None:
            report()
    taken: list[str] = []
    for name in sorted(arena.names, key=lambda name: alone[name]):
        more = [*taken, name]
        other_bill = (
            _bill([arena.search(account.start, more) for account in kept]) if taken else alone[name]
        )
        yield Judgement(name, other_bill >= bill, _worth(bill, other_bill))
        if other_bill < bill:
            taken, bill = more, other_bill


def _worth(without: Bill, with_it: Bill) -> str:
    """What a macro does, in words."""
    unsolved = without[0] - with_it[0]
    if unsolved:
        what = "solves" if unsolved > 0 else "leaves unsolved"
        return f"{what} {abs(unsolved)} more"
    saved = without[1] - with_it[1]
    if not saved:
        return "makes no difference"
    return f"{'saves' if saved > 0 else 'costs'} {abs(saved):,.1f} applications a problem"
