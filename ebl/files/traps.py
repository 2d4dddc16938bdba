r"""Traps as facts in Prolog: ``trap(Name, Kinds)`` says of which kinds the facts of its patterns are.

They stand beside macros in a file, and ``macro_origin(Name, Text)`` is where a trap was learned:

- ``trap_saving(Name, Share)`` is the share of the states that it left out there;
- ``trap_pattern(Name, Facts, Goal)`` is a row of its table: the facts of a pattern, and the one that no goal state has; the
  ``trap_reason(Name, Row, Arc, Why)`` of that row say why no arc leads out of it.

A trap needs no proof of its own: in every problem its patterns are those that the problem's own arcs keep.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...rules.errors import InputError
from ...rules.term import PrologTerm, list_items, make_list
from ..traps import MOST_FACTS, TrapRow, TrapRule
from .notation import RuleEntry, fact_text

KINDS = "trap(Name, [Kind, ...])"
"""Form of a trap in a file."""


def trap_lines(rule: TrapRule) -> Iterator[str]:
    """The lines of a trap."""
    yield fact_text("trap", rule.name, make_list(rule.kinds))
    if rule.origin:
        yield fact_text("macro_origin", rule.name, rule.origin)
    yield fact_text("trap_saving", rule.name, round(rule.saving, 4))
    for place, row in enumerate(rule.table, start=1):
        yield fact_text("trap_pattern", rule.name, make_list(row.facts), row.goal)
        for arc, why in row.arcs:
            yield fact_text("trap_reason", rule.name, place, arc, why)


def trap_of(entry: RuleEntry) -> TrapRule:
    """The trap that a file states.

    Raises
    ------
    InputError
        No such trap.
    """
    kinds = list_items(entry.rule[0])
    if not kinds or not all(isinstance(one, str) for one in kinds):
        raise InputError("a trap without kinds", expected=KINDS)
    if len(kinds) > MOST_FACTS:
        most = f"{MOST_FACTS} at most"
        raise InputError("a trap of too many facts", expected=most, found=str(len(kinds)))
    saving = entry.last("trap_saving")
    share = saving[1][0] if saving else 0
    if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
        raise InputError("bad share", expected="a number of 0 to 1")
    table, origin = _table(entry), entry.origin
    return TrapRule(entry.name, tuple(sorted(map(str, kinds))), table, float(share), origin)


def _table(entry: RuleEntry) -> tuple[TrapRow, ...]:
    """The table of reasons of a trap in a file."""
    arcs: dict[int, list[tuple[str, str]]] = {}
    for clause, (row, arc, why) in entry.all("trap_reason"):
        if not isinstance(row, int):
            raise InputError("bad row", place=clause.place, expected="the number of a pattern")
        arcs.setdefault(row, []).append((str(arc), str(why)))
    rows = []
    for place, (clause, (held, goal)) in enumerate(entry.all("trap_pattern"), start=1):
        listed: Sequence[PrologTerm] | None = list_items(held)
        if not listed:
            raise InputError("bad pattern", place=clause.place, expected="a list of facts")
        rows.append(TrapRow(tuple(map(str, listed)), str(goal), tuple(arcs.pop(place, ()))))
    if arcs:
        raise InputError(
            "reasons for a pattern that is not there",
            expected=f"1 to {len(rows)}",
            found=str(min(arcs)),
        )
    return tuple(rows)
