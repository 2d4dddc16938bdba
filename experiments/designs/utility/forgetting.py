"""Forgetting: which macros of a library pay beside the others, judged by searching without them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from ...row import Row
from .ledger import Account, Subsets, work


@dataclass(frozen=True, slots=True)
class Judgement:
    """Decision about one macro.

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
    problems = [account.problem for account in solved]
    known = {subsets.names: [one.after for one in solved], (): [one.before for one in solved]}
    for name, rows in (without or {}).items():
        rest = tuple(other for other in subsets.names if other != name)
        known[rest] = [row for row, one in zip(rows, kept, strict=True) if one.solved]

    def measure(names: Sequence[str]) -> Work:
        if tuple(names) not in known:
            known[tuple(names)] = list(subsets.rows(problems, names))
        rows = known[tuple(names)]
        return sum(not row.solved for row in rows), fmean(work(row) for row in rows)

    yield from judged(subsets.names, measure, report=report)


Work = tuple[int, float]
"""Problems that were not solved, and operator applications per problem, or what else they took: the less, the better."""

Measure = Callable[[Sequence[str]], Work]
"""What the problems take with these macros only."""


def judged(
    names: Sequence[str],
    measure: Measure,
    *,
    unit: str = "applications a problem",
    report: Callable[[], None] | None = None,
) -> Iterator[Judgement]:
    """Decide which macros pay, whatever is measured; see `forget`.

    Parameters
    ----------
    names
        The macros.
    measure
        What it takes with some of them.
    unit
        What that is, in words.
    report
        Called after every macro that is measured before the first judgement.
    """
    everything, nothing = measure(tuple(names)), measure(())
    dropping = everything < nothing
    at_first = least = min(everything, nothing)
    alone: dict[str, Work] = {}
    for name in names:
        alone[name] = measure(
            tuple(other for other in names if other != name) if dropping else (name,)
        )
        if report is not None:
            report()
    kept = list(names) if dropping else []
    for name in sorted(names, key=lambda name: alone[name]):
        if dropping and alone[name] >= at_first:
            yield Judgement(name, False, _worth(alone[name], at_first, unit))
            continue
        changed = [other for other in kept if other != name] if dropping else [*kept, name]
        found = measure(tuple(changed)) if kept else alone[name]
        better = found < least
        without, with_it = (found, least) if dropping else (least, found)
        yield Judgement(name, better is dropping, _worth(without, with_it, unit))
        if better:
            kept, least = changed, found


def _worth(without: Work, with_it: Work, unit: str) -> str:
    """Effect of a macro on the work, in words."""
    unsolved = without[0] - with_it[0]
    if unsolved:
        what = "solves" if unsolved > 0 else "leaves unsolved"
        return f"{what} {abs(unsolved)} more"
    saved = without[1] - with_it[1]
    if not saved:
        return "makes no difference"
    shown = f"{abs(saved):,.1f}" if abs(saved) >= 1 else f"{abs(saved):.1g}"
    return f"{'saves' if saved > 0 else 'costs'} {shown} {unit}"
