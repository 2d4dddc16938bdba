"""The utility ledger: what each macro saves against what it costs, and what its library does.

Minton (Artificial Intelligence 42, 1990): a learned rule is worth what it saves, as often as it is used, less what it costs
to match, every time it is tried. Costs of search are counted in operator applications, in which a macro counts its primitive
moves. What one macro saves is found by searching without it: what other macros do in its place is then no merit of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from ....rules.pddl.action_domain import action_called
from ...counting import Tally
from ...problem_set import Instance
from ...row import Row
from ...store.rows import LedgerRow
from .subsets import Subsets, work


@dataclass(frozen=True)
class Account:
    """One problem, searched without and with a library.

    Parameters
    ----------
    problem
        The problem.
    before, after
        Without macros and with all of them.
    tallies
        What the search with macros did with each; None where that was not counted.
    """

    problem: Instance
    before: Row
    after: Row
    tallies: Mapping[str, Tally] | None = None

    @property
    def solved(self) -> bool:
        """Whether it was solved one way or the other; if not, it says nothing about the library."""
        return self.before.solved or self.after.solved


def accounts(subsets: Subsets, *, counted: bool = True) -> Iterator[Account]:
    """Search every problem without and with the macros, and count what becomes of each.

    Parameters
    ----------
    subsets
        What to search how.
    counted
        False to leave the counting out, which takes longest.

    Yields
    ------
    One account per problem.
    """
    for problem in subsets.problems:
        (before,) = subsets.rows([problem], ())
        (after,) = subsets.rows([problem], subsets.names)
        yield Account(problem, before, after, subsets.count(problem) if counted else None)


def leave_one_out(
    subsets: Subsets, kept: Sequence[Account]
) -> Iterator[tuple[str, tuple[Row, ...]]]:
    """Search every problem without each macro in turn.

    Yields
    ------
    A macro's name, and the rows without it in the order of the accounts.
    """
    for name in subsets.names:
        rest = [other for other in subsets.names if other != name]
        # A macro that never matched made no difference.
        different = [
            account.tallies is None or account.tallies.get(name, Tally()).matched > 0
            for account in kept
        ]
        problems = [
            account.problem for account, differs in zip(kept, different, strict=True) if differs
        ]
        found = iter(subsets.rows(problems, rest))
        yield (
            name,
            tuple(
                next(found) if differs else account.after
                for account, differs in zip(kept, different, strict=True)
            ),
        )


def ledger_rows(
    configuration: str,
    names: Sequence[str],
    kept: Sequence[Account],
    without: Mapping[str, Sequence[Row]],
) -> tuple[LedgerRow, ...]:
    """Add up what every macro did.

    Parameters
    ----------
    configuration
        How was searched.
    names
        The macros.
    kept
        One account or more.
    without
        What `leave_one_out` found; it may lack macros.
    """
    applied = [_applied(account, names) for account in kept]
    counted = all(account.tallies is not None for account in kept)
    entries = []
    for name in names:
        tallies = [(account.tallies or {}).get(name, Tally(seconds=0.0)) for account in kept]
        timed = [tally.seconds for tally in tallies if tally.seconds is not None]
        rows = without.get(name)
        entries.append(
            LedgerRow(
                configuration,
                name,
                len(kept),
                sum(tally.tried for tally in tallies) if counted else None,
                sum(tally.matched for tally in tallies) if counted else None,
                sum(counts[name] for counts in applied),
                sum(counts[name] > 0 for counts in applied),
                sum(timed) if counted and len(timed) == len(tallies) else None,
                _work_saved(kept, rows) if rows else None,
                _moves_saved(kept, rows) if rows else None,
            )
        )
    return tuple(entries)


def _applied(account: Account, names: Collection[str]) -> Counter[str]:
    """How often the solution has each macro; of a climb by a macro table, whose entries are joined, how often it was used."""
    row, tallies = account.after, account.tallies or {}
    if any(tally.applied is not None for tally in tallies.values()):
        return Counter({name: tallies[name].applied or 0 for name in names if name in tallies})
    used = row.arcs if row.solved else ()
    return Counter(
        name for arc in used if (name := arc if arc in names else action_called(arc)) in names
    )


def _moves_saved(kept: Sequence[Account], without: Sequence[Row]) -> float | None:
    changes = [
        (row.moves or 0) - (account.after.moves or 0)
        for row, account in zip(without, kept, strict=True)
        if row.solved and account.after.solved
    ]
    return fmean(changes) if changes else None


def _work_saved(kept: Sequence[Account], without: Sequence[Row]) -> float | None:
    changes = [
        work(row) - work(account.after)
        for row, account in zip(without, kept, strict=True)
        if row.solved or account.after.solved
    ]
    return fmean(changes) if changes else None
