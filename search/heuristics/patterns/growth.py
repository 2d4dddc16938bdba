"""Patterns of cells grown from the goal by hill climbing (Haslum, Botea, Helmert, Bonet and Koenig, AAAI 2007).

The first patterns are the single cells that the goal asks for. Then, of all patterns with one more cell that arcs change
or test together with its own, and of all pairs of patterns as one, that is added which says most more of some states, as
long as one does. Patterns add up
where no arc changes cells of two of them: every arc then costs something in one of them only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import inf, prod
from time import perf_counter
from typing import TypeAlias

from ....rules.errors import InputError
from ....rules.term import State, Var
from .abstract_space import AbstractSpace
from .database import PatternDatabase
from .heuristic import of_sums
from .names import Sums

PatternCells: TypeAlias = frozenset[int]

DEAD = 1_000_000.0
"""What a dead end that a pattern knows of counts for."""

ARC = 100
"""Successors that are made in the time that it takes to make an arc abstract, about."""

MOST_PATTERNS = 40

MOST_STEPS = 1000
"""Sets that are looked at to find all the largest sets of patterns that add up."""


def grown_patterns(
    whole: AbstractSpace,
    states: Sequence[State],
    *,
    most: int,
    effort: float,
    branching: float,
    seconds: float = inf,
) -> Sums:
    """The patterns that climbing ends with; none where no single cell of the goal can be kept.

    Parameters
    ----------
    whole
        The space of all cells.
    states
        In which patterns are compared.
    most
        Abstract states of all patterns together, at most.
    effort
        Successors that may be made for building databases, at most.
    branching
        How many successors an abstract state has, about.
    seconds
        The time that it may take, about.
    """
    return _Growth(whole, states, most, effort, branching, seconds).sums()


class _Growth:
    def __init__(
        self,
        whole: AbstractSpace,
        states: Sequence[State],
        most: int,
        effort: float,
        branching: float,
        seconds: float,
    ) -> None:
        self._whole, self._states = whole, states
        self._room, self._effort, self._branching = most, effort, branching
        self._end = perf_counter() + seconds
        self._said: dict[PatternCells, list[float] | None] = {}
        self._changed: dict[int, set[int]] = {int(cell): {int(cell)} for cell in whole.pattern}
        self._related: dict[int, set[int]] = {int(cell): set() for cell in whole.pattern}
        for arc in whole.theory.primitives:
            asked = {cell for cell, _ in arc.conditions[0]}
            for cell in arc.changed:
                self._changed[cell].update(arc.changed)
                self._related[cell] |= asked.union(arc.changed)

    def sums(self) -> Sums:
        """Grow pattern collections by hill climbing."""
        goal = [cell for cell, term in enumerate(self._whole.goal) if not isinstance(term, Var)]
        chosen: list[PatternCells] = []
        for cell in goal:
            if self._says(frozenset({cell})) is not None:
                self._add(frozenset({cell}), chosen)
        while chosen and len(chosen) < MOST_PATTERNS and perf_counter() < self._end:
            together = _cliques(chosen, self._apart)
            known = [max(column) for column in zip(*map(self._sum, together), strict=True)]
            best, most = None, 0.0
            for pattern in self._larger(chosen):
                if (more := self._gain(pattern, together, known)) > most:
                    best, most = pattern, more
            if best is None:
                break
            self._add(best, chosen)
        if not chosen:
            return ()
        together = _cliques(chosen, self._apart)
        values = list(map(self._sum, together))
        needed = {
            max(range(len(values)), key=lambda each: values[each][place])
            for place in range(len(self._states))
        }
        return [tuple(map(self._space, together[each])) for each in sorted(needed)]

    def _space(self, pattern: PatternCells) -> AbstractSpace:
        return replace(self._whole, pattern=tuple(sorted(pattern)), additive=False)

    def _size(self, pattern: PatternCells) -> int:
        return prod(len(self._whole.values[cell]) for cell in pattern)

    def _add(self, pattern: PatternCells, chosen: list[PatternCells]) -> None:
        self._room -= self._size(pattern)
        chosen.append(pattern)

    def _larger(self, chosen: Sequence[PatternCells]) -> Iterator[PatternCells]:
        """Every pattern with a cell more, and every two that have to do with each other as one, once."""
        found: dict[PatternCells, None] = {}
        for pattern in chosen:
            near = set().union(*(self._related[cell] for cell in pattern)) - pattern
            found.update((pattern | {cell}, None) for cell in sorted(near))
            found.update((pattern | other, None) for other in chosen if not near.isdisjoint(other))
        yield from (pattern for pattern in found if pattern not in chosen)

    def _says(self, pattern: PatternCells) -> list[float] | None:
        """Estimates of a pattern for the sample states; None if its database is too large to build."""
        if pattern not in self._said:
            size = self._size(pattern)
            cost = size * self._branching + ARC * len(self._whole.theory.primitives)
            if size > self._room or cost > self._effort or perf_counter() > self._end:
                return None
            self._effort -= cost
            try:
                heuristic = of_sums([[self._space(pattern)]], PatternDatabase.build, "patterns")
                said = [min(DEAD, heuristic.estimate(state)) for state in self._states]
            except InputError:  # arcs that are too many when they are abstract
                said = None
            self._said[pattern] = said
        return self._said[pattern] if self._size(pattern) <= self._room else None

    def _sum(self, patterns: Sequence[PatternCells]) -> list[float]:
        each = [self._said[pattern] or [] for pattern in patterns]
        return [sum(column) for column in zip(*each, strict=True)]

    def _apart(self, one: PatternCells, other: PatternCells) -> bool:
        """Whether no arc changes cells of both."""
        return all(self._changed[cell].isdisjoint(other) for cell in one)

    def _gain(
        self,
        pattern: PatternCells,
        together: Sequence[Sequence[PatternCells]],
        known: Sequence[float],
    ) -> float:
        """Increase of the estimates by a pattern, summed over all sample states."""
        if perf_counter() > self._end or self._says(pattern) is None:
            return 0
        beside = {
            tuple(each for each in clique if self._apart(each, pattern)) for clique in together
        }
        sums = [self._sum((pattern, *each)) for each in beside]
        said: list[float] = [max(column) for column in zip(*sums, strict=True)]
        return sum((max(0.0, more - h) for more, h in zip(said, known, strict=True)), 0.0)


def _cliques(
    patterns: Sequence[PatternCells], apart: Callable[[PatternCells, PatternCells], bool]
) -> list[tuple[PatternCells, ...]]:
    """The largest sets of patterns of which every two are apart (Bron and Kerbosch 1973, with a pivot).

    Where finding all of them takes too many steps, one with each pattern, to which the last come first.
    """
    numbers = range(len(patterns))
    beside = [
        {other for other in numbers if other != one and apart(patterns[one], patterns[other])}
        for one in numbers
    ]
    found: dict[tuple[int, ...], None] = {}
    waiting: list[tuple[tuple[int, ...], set[int], set[int]]] = [((), set(numbers), set())]
    for _ in range(MOST_STEPS):
        clique, left, done = waiting.pop()
        if not left and not done and clique:
            found[clique] = None
        if left:
            pivot = max(sorted(left | done), key=lambda number: len(left & beside[number]))
            for number in sorted(left - beside[pivot]):
                waiting.append(((*clique, number), left & beside[number], done & beside[number]))
                left = left - {number}
                done = done | {number}
        if not waiting:
            break
    else:
        found = dict.fromkeys(_greedy_clique(number, beside) for number in numbers)
    return [tuple(patterns[number] for number in clique) for clique in found]


def _greedy_clique(first: int, beside: Sequence[set[int]]) -> tuple[int, ...]:
    """A largest set with a pattern, to which the last of those that stand beside all of it comes next."""
    clique, left = {first}, beside[first]
    while left:
        clique.add(last := max(left))
        left = left & beside[last]
    return tuple(sorted(clique))
