"""Forgetting: which macros of a library pay beside the others, judged by searching without them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from ...row import Row
from .leave_one_out import Account
from .subsets import Subsets, work


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
    subsets: Subsets,
    kept: Sequence[Account],
    without: Mapping[str, Sequence[Row]] | None = None,
    report: Callable[[], None] | None = None,
) -> Iterator[Judgement]:
    """Decide which macros pay, one after the other, each beside those that are kept by then.

    Two macros that do the same make each other worthless, and two that need each other are worth nothing alone; so it
    matters where to begin. Where the library as a whole saves work, macros are dropped from it, the dearest first, each
    if work falls without it. Where it does not, macros are taken up again from none, the most useful by itself first,
    each if work falls with it. Either way the problems take no more work in the end than with all macros or with none,
    and as many are solved. Problems that are solved neither with all nor with none say nothing.

    Parameters
    ----------
    subsets, kept
        Where to search, and the problems.
    without
        What `leave_one_out` found; what is missing is searched if it is needed.
    report
        Called after every macro that is measured before the first judgement.

    Yields
    ------
    A judgement on every macro.
    """
    solved = [account for account in kept if account.solved]
    if not solved:
        yield from (Judgement(name, False, "no problem was solved") for name in subsets.names)
        return
    everything = _work_of([account.after for account in solved])
    nothing = _work_of([account.before for account in solved])
    if everything < nothing:
        known = {
            name: [row for row, account in zip(rows, kept, strict=True) if account.solved]
            for name, rows in (without or {}).items()
        }
        yield from _drop(subsets, solved, everything, known, report)
    else:
        yield from _take_up(subsets, solved, nothing, report)


Work = tuple[int, float]
"""Problems that were not solved, and operator applications per problem: the less, the better."""


def _work_of(rows: Sequence[Row]) -> Work:
    return sum(not row.solved for row in rows), fmean(work(row) for row in rows)


def _drop(
    subsets: Subsets,
    kept: Sequence[Account],
    least: Work,
    without: Mapping[str, Sequence[Row]],
    report: Callable[[], None] | None,
) -> Iterator[Judgement]:
    problems = [account.problem for account in kept]
    alone: dict[str, Work] = {}
    for name in subsets.names:
        rest = [other for other in subsets.names if other != name]
        found = without.get(name) or subsets.rows(problems, rest)
        alone[name] = _work_of(found)
        if report is not None:
            report()
    left, first = list(subsets.names), least
    for name in sorted(subsets.names, key=lambda name: alone[name]):
        if alone[name] >= first:
            yield Judgement(name, False, _worth(alone[name], first))
            continue
        rest = [other for other in left if other != name]
        other_work = _work_of(subsets.rows(problems, rest))
        yield Judgement(name, other_work < least, _worth(other_work, least))
        if other_work < least:
            left, least = rest, other_work


def _take_up(
    subsets: Subsets, kept: Sequence[Account], least: Work, report: Callable[[], None] | None
) -> Iterator[Judgement]:
    problems = [account.problem for account in kept]
    alone: dict[str, Work] = {}
    for name in subsets.names:
        alone[name] = _work_of(subsets.rows(problems, (name,)))
        if report is not None:
            report()
    taken: list[str] = []
    for name in sorted(subsets.names, key=lambda name: alone[name]):
        more = [*taken, name]
        other_work = _work_of(subsets.rows(problems, more)) if taken else alone[name]
        yield Judgement(name, other_work >= least, _worth(least, other_work))
        if other_work < least:
            taken, least = more, other_work


def _worth(without: Work, with_it: Work) -> str:
    """What a macro does, in words."""
    unsolved = without[0] - with_it[0]
    if unsolved:
        what = "solves" if unsolved > 0 else "leaves unsolved"
        return f"{what} {abs(unsolved)} more"
    saved = without[1] - with_it[1]
    if not saved:
        return "makes no difference"
    return f"{'saves' if saved > 0 else 'costs'} {abs(saved):,.1f} applications a problem"
