"""Traps on one board: patterns that no state on a path to the goal fits, so that searches leave out states which fit one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from ..arc import Arc
from ..record import record
from ..term import State, Symbol

Fact: TypeAlias = tuple[int, Symbol]
"""A cell, and the symbol that it holds."""


@record
class Trap:
    """A pattern of a trap.

    Parameters
    ----------
    facts
        The facts of the pattern; none where too few copies of a symbol are left.
    name
        Name of the rule that it comes from; empty where the arcs alone tell it.
    """

    facts: tuple[Fact, ...]
    name: str = ""


class Traps:
    """All patterns that are known for one theory and one goal.

    The facts of each pattern stand in a tree under each of them, the others in order: what an arc changed finds the patterns
    that it may have completed.

    Parameters
    ----------
    each
        The patterns, each with a fact or more.
    least
        Symbols of which no state on a path to the goal has fewer than a number.
    """

    def __init__(self, each: Iterable[Trap], least: Mapping[Symbol, int] | None = None) -> None:
        self.each = tuple(each)
        self.least = dict(least or {})
        self._numbers: dict[Fact, int] = {}
        self._tree: dict[int, Any] = {}
        for trap in self.each:
            numbers = sorted(self._numbers.setdefault(f, len(self._numbers)) for f in trap.facts)
            for first in numbers:
                node = self._tree.setdefault(first, {})
                for other in numbers:
                    if other != first:
                        node = node.setdefault(other, {})
                node.setdefault(-1, trap)
        self._cells = sorted({cell for cell, _ in self._numbers})

    def __bool__(self) -> bool:
        return bool(self.each or self.least)

    def __add__(self, other: Traps) -> Traps:
        if not (self and other):
            return self or other
        least = {
            one: max(self.least.get(one, 0), other.least.get(one, 0))
            for one in {**self.least, **other.least}
        }
        return Traps((*self.each, *other.each), least)

    def common(self, others: Iterable[Traps]) -> Traps:
        """The patterns that are traps for other goals of the same theory too."""
        least, kept = self.least, self.each
        for other in others:
            least = {one: min(least[one], other.least[one]) for one in least.keys() & other.least}
            kept = tuple(trap for trap in kept if other.among(trap.facts) is not None)
        return Traps(kept, least)

    def among(self, facts: Iterable[Fact]) -> Trap | None:
        """A pattern whose facts are all among some; None if there is none."""
        known = (self._numbers.get(fact) for fact in facts)
        present = sorted(number for number in known if number is not None)
        found = (_found(self._tree[number], present, 0) for number in present)
        return next((one for one in found if one is not None), None)

    def within(self, state: State, changed: Iterable[int] | None = None) -> Trap | None:
        """A pattern that a state fits; None if it fits none.

        Parameters
        ----------
        state
            A state.
        changed
            Cells of which the pattern has to have one, where the others are known to fit none.
        """
        numbers = self._numbers
        present: list[int] | None = None
        for cell in self._cells if changed is None else changed:
            fact = numbers.get((cell, state[cell]))
            if fact is None:
                continue
            if present is None:
                facts = (numbers.get((cell, state[cell])) for cell in self._cells)
                present = sorted(number for number in facts if number is not None)
            found = _found(self._tree[fact], present, 0)
            if found is not None:
                return found
        if any(state.count(symbol) < least for symbol, least in self.least.items()):
            return Trap(())
        return None


class CountedTraps(Traps):
    """Traps that count the states which they leave out.

    Parameters
    ----------
    traps
        The patterns.
    counts
        Counter of the states that each rule left out, by its name, and of those that were tried, by `TRIED`.
    """

    def __init__(self, traps: Traps, counts: Counter[str] | None = None) -> None:
        self.each, self.least = traps.each, traps.least
        self.counts = Counter[str]() if counts is None else counts
        self._traps = traps

    def __bool__(self) -> bool:
        return bool(self._traps)

    def __add__(self, other: Traps) -> Traps:
        return CountedTraps(self._traps + other, self.counts)

    @property
    def left_out(self) -> int:
        """Number of states that were left out."""
        return self.counts.total() - self.counts[TRIED]

    def among(self, facts: Iterable[Fact]) -> Trap | None:
        return self._traps.among(facts)

    def within(self, state: State, changed: Iterable[int] | None = None) -> Trap | None:
        """A pattern that a state fits, which is counted; see `Traps.within`."""
        found = self._traps.within(state, changed)
        self.counts[TRIED] += 1
        if found is not None:
            self.counts[found.name] += 1
        return found


TRIED = "?"
"""Key of the number of states that traps were tried on; no rule is called so."""


def _found(node: Mapping[int, Any], present: list[int], begin: int) -> Trap | None:
    """A pattern whose other facts are present, in order."""
    if -1 in node:
        trap: Trap = node[-1]
        return trap
    for place in range(begin, len(present)):
        below = node.get(present[place])
        if below is not None:
            found = _found(below, present, place + 1)
            if found is not None:
                return found
    return None


def changed_by(operator: Arc) -> tuple[int, ...] | None:
    """Cells that an operator may change; None where its patterns do not tell."""
    return operator.changed if operator.plain else None


NO_TRAPS = Traps(())
"""No patterns at all."""
