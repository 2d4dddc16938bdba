"""Forgetting: which macros of a library pay beside the others, judged by searching without them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from ...search.result import Result
from .arena import Arena, work
from .utility import Account


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
    starts = [account.start for account in kept]
    alone: dict[str, Bill] = {}
    for name in arena.names:
        rest = [other for other in arena.names if other != name]
        found = without.get(name) or arena.search_each(starts, rest)
        alone[name] = _bill(found)
        if report is not None:
            report()
    left, first = list(arena.names), bill
    for name in sorted(arena.names, key=lambda name: alone[name]):
        if alone[name] >= first:
            yield Judgement(name, False, _worth(alone[name], first))
            continue
        rest = [other for other in left if other != name]
        other_bill = _bill(arena.search_each(starts, rest))
        yield Judgement(name, other_bill < bill, _worth(other_bill, bill))
        if other_bill < bill:
            left, bill = rest, other_bill


def _take_up(
    arena: Arena, kept: Sequence[Account], bill: Bill, report: Callable[[], None] | None
) -> Iterator[Judgement]:
    starts = [account.start for account in kept]
    alone: dict[str, Bill] = {}
    for name in arena.names:
        alone[name] = _bill(arena.search_each(starts, (name,)))
        if report is not None:
            report()
    taken: list[str] = []
    for name in sorted(arena.names, key=lambda name: alone[name]):
        more = [*taken, name]
        other_bill = _bill(arena.search_each(starts, more)) if taken else alone[name]
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
