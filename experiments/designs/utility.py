"""The utility ledger: what each macro saves against what it costs, and what its library does.

Minton (Artificial Intelligence 42, 1990): a learned rule is worth what it saves, as often as it is used, less what it costs
to match, every time it is tried. Costs of search are counted in operator applications, in which a macro counts its primitive
moves. What one macro saves is found by searching without it: what other macros do in its place is then no merit of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import fmean

from ...rules.arc import Arc
from ...rules.term import State
from ...search.result import Result
from .arena import Arena, Tally, work


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
        # A macro that never matched made no difference.
        different = [
            account.tallies is None or account.tallies.get(name, Tally()).matched > 0
            for account in kept
        ]
        starts = [
            account.start for account, differs in zip(kept, different, strict=True) if differs
        ]
        found = iter(arena.search_each(starts, rest))
        yield (
            name,
            tuple(
                next(found) if differs else account.after
                for account, differs in zip(kept, different, strict=True)
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
