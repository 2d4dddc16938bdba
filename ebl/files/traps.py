r"""Files of traps: ``trap(Name, Kinds)`` says of which kinds the facts of its patterns are.

- ``macro_domain(traps(Domain))`` says for what the traps of the file are;
- ``trap_origin(Name, Text)`` is where a trap was learned, and ``trap_saving(Name, Share)`` which share of the states it left out there;
- ``trap_pattern(Name, Facts, Goal)`` is a row of its table: the facts of a pattern, and the one that no goal state has; the
  ``trap_reason(Name, Row, Arc, Why)`` of that row say why no arc leads out of it.

A trap needs no proof of its own: in every problem its patterns are those that the problem's own arcs keep.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ...rules.domain import Domain, TheoryDomain
from ...rules.domains.domain_table import read_built_in
from ...rules.errors import InputError, Place
from ...rules.prolog.reader import Clause
from ...rules.prolog.writer import write_atom
from ...rules.term import Compound, PrologTerm, list_items, make_list
from ...rules.text.words import counted
from ...rules.theory import Theory
from ..rule import Library
from ..traps import TrapLibrary, TrapRow, TrapRule
from .notation import Notation, RuleEntry, Wanted, declared, fact_text, facts

FACTS = {
    "macro_domain": 1,
    "trap": 2,
    "trap_origin": 2,
    "trap_saving": 2,
    "trap_pattern": 3,
    "trap_reason": 4,
}
"""The facts of files of traps, with how many arguments each has."""

KINDS = "trap(Name, [Kind, ...])"
"""Form of a trap in a file."""


class OfTraps(Notation[TrapRule]):
    """Traps, each by the kinds of its facts, with the table of reasons of the dead end that it was learned from."""

    library: Any
    home = Domain

    def written(self, path: Path | None) -> Iterator[str]:
        library = self.library
        name = library.domain.name
        yield f"% {counted(len(library), 'trap')} for {write_atom(name)}, learned by arcwise."
        yield from declared(FACTS)
        yield fact_text("macro_domain", Compound("traps", (name,)))
        for rule in library:
            yield ""
            yield fact_text("trap", rule.name, make_list(rule.kinds))
            if rule.origin:
                yield fact_text("trap_origin", rule.name, rule.origin)
            yield fact_text("trap_saving", rule.name, round(rule.saving, 4))
            for place, row in enumerate(rule.table, start=1):
                yield fact_text("trap_pattern", rule.name, make_list(row.facts), row.goal)
                for arc, why in row.arcs:
                    yield fact_text("trap_reason", rule.name, place, arc, why)

    @classmethod
    def of_file(cls, clauses: Sequence[Clause], named: Clause, asked: Wanted) -> OfTraps:
        _, (said,) = facts([named], "macro_domain/1")[0]
        name = str(said.args[0]) if isinstance(said, Compound) else ""
        domain = asked.home
        if domain is not None and domain.name != name:
            raise InputError(
                "these traps are for another domain",
                place=named.place,
                expected=f"traps for {domain.name}",
                found=name,
            )
        if domain is None:
            built_in = read_built_in(name)
            domain = built_in[0] if built_in else TheoryDomain(Theory(name, (), (1, 1)))
        library: Library[Any] = TrapLibrary(domain)
        return cls(library)

    @classmethod
    def refusal(cls, place: Place) -> InputError:
        return InputError(
            "not a file of learned rules",
            place=place,
            expected="rules that arcwise learn wrote for the program",
            found="traps",
        )

    def entries(self, clauses: Sequence[Clause]) -> list[RuleEntry]:
        found: dict[str, RuleEntry] = {}
        for clause, (name, kinds) in facts(clauses, "trap/2"):
            if str(name) in found:
                raise InputError(f"two traps are called {name}", place=clause.place)
            found[str(name)] = RuleEntry(clause, str(name), (kinds,))
        for spelled, count in FACTS.items():
            if spelled in ("macro_domain", "trap"):
                continue
            for clause, (name, *said) in facts(clauses, f"{spelled}/{count}"):
                if str(name) not in found:
                    raise InputError(f"no trap is called {name}", place=clause.place)
                found[str(name)].said.setdefault(spelled, []).append((clause, tuple(said)))
        return list(found.values())

    def take(self, entry: RuleEntry) -> None:
        kinds = list_items(entry.rule[0])
        if not kinds or not all(isinstance(one, str) for one in kinds):
            raise InputError("a trap without kinds", expected=KINDS)
        origin, saving = entry.last("trap_origin"), entry.last("trap_saving")
        share = saving[1][0] if saving else 0
        if not isinstance(share, int | float) or not 0 <= share <= 1:
            raise InputError("bad share", expected="a number of 0 to 1")
        rule = TrapRule(
            entry.name,
            tuple(sorted(map(str, kinds))),
            _table(entry),
            float(share),
            str(origin[1][0]) if origin else "",
        )
        admission = self.library.add(rule)
        if not admission.accepted:
            raise InputError(f"it is refused: {admission.reason}")


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
        rows.append(TrapRow(tuple(map(str, listed)), str(goal), tuple(arcs.get(place, ()))))
    return tuple(rows)
