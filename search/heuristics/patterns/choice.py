"""Patterns chosen for a theory by their values for states on the way (after Holte and Hernadvolgyi 1999).

Small databases of every shape are built and looked up in states of a random walk. The one with the highest values is built as
large as the effort allows, and no larger than the time allows at the rate at which the small ones were built. If memory ends
that, larger compressed databases are compared too. If patterns are cells, patterns grown from the goal by hill climbing are
another choice (Haslum, Botea, Helmert, Bonet and Koenig, AAAI 2007).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from math import inf, prod
from random import Random
from time import perf_counter
from typing import NamedTuple, TypeAlias

from ....rules.errors import InputError
from ....rules.states.abstraction import transfers
from ....rules.term import State, Symbol, Var
from ....rules.theory import Theory
from ...limits import NO_LIMITS, LimitError, Limits
from .abstract_space import AbstractSpace
from .database import PatternDatabase
from .heuristic import Sums, balanced, of_sums, runs

SAMPLES = 60
"""Number of states in which patterns are compared."""

STRIDE = 5
"""Steps between two sampled states."""

TRIAL = 2_000_000
"""Successors made for each of the shapes that are compared; a second has some ten millions."""

EFFORT = 1 << 27
"""Number of successors for building the chosen databases, if there is no limit on time."""

QUICK = 1 << 24
"""Number of successors for choosing patterns within a few seconds."""

RATE = 5_000_000
"""Greatest number of successors made for every second of a limit."""

HASTE = 0.6
"""Share of the remaining time for building the chosen databases."""

COMPRESSIONS = (1, 2, 4, 8)
"""Abstract states of an entry, of which one is chosen where tables of one each do not fit into memory."""

MOST_BYTES = 1 << 28
"""Greatest number of bytes of all tables."""


@dataclass(frozen=True)
class PatternShape:
    """A way of dividing parts into patterns."""

    backwards: bool
    filled: bool  # the first patterns as large as can be; else all about as large
    additive: bool


def effort_within(limits: Limits, effort: int = EFFORT) -> int:
    """Number of successors for building the chosen databases: a power of two, so that choices can be kept."""
    if limits.time is None:
        return effort
    return min(effort, 1 << max(0, int(limits.time * RATE).bit_length() - 1))


class PatternChoice(NamedTuple):
    """Chosen patterns, and whether the effort, not the time limit, ended the choice."""

    sums: Sums
    in_time: bool


def chosen_patterns(
    whole: AbstractSpace, start: State = (), limits: Limits = NO_LIMITS, most_effort: int = EFFORT
) -> PatternChoice:
    """Choose the patterns with the highest estimates of states on a random walk from a start.

    Parameters
    ----------
    whole
        The space of all parts that a pattern can have.
    start
        Start of the walk; by default the goal, if that is a state.
    limits
        Limits on memory for all tables, and on time, for which see `effort_within`.
    most_effort
        Successors that may be made for building what is chosen, at most: without a limit on time nothing but this, and
        no clock, decides.

    Raises
    ------
    InputError
        Not even single parts fit; LimitError if a limit on memory is the reason.
    """
    began = perf_counter()
    states, branching = _walk(whole.theory, tuple(start) or whole.home)
    parts = whole.pattern if whole.of_symbols else _by_ties(whole.theory, whole.pattern)
    most = min(MOST_BYTES, (limits.memory or MOST_BYTES) // 2) // whole.width
    effort = effort_within(limits, most_effort)
    everything = replace(whole, additive=False)
    trial = int(min(TRIAL, effort) / branching)
    if everything.size <= min(most, trial):
        return PatternChoice([(everything,)], True)
    trials = _Trials(states)
    best, said, first = None, -1.0, -1.0
    for backwards, filled, additive in product((False, True), repeat=3):
        shape = PatternShape(backwards, filled, additive)
        sums = _divided(whole, parts, shape, _Room(min(most, trial), trial))
        if sums is None or (additive and len(sums[0]) < 2):
            continue
        with suppress(InputError):  # arcs that are too many when they are abstract
            found = trials.said(sums)
            if found > said:
                best, said, first = shape, found, trials.said(sums, 1)
    hurried = effort
    if limits.time is not None:
        spare = HASTE * (limits.time - (perf_counter() - began))
        hurried = 1 << max(0, int(spare * trials.rate * branching).bit_length() - 1)
    in_time, effort = hurried >= effort, min(effort, hurried)
    if everything.size <= min(most, int(effort / branching)):
        return PatternChoice([(everything,)], in_time)
    if not whole.of_symbols:
        grown = grown_patterns(
            whole,
            states,
            most=most,
            effort=effort / 2,
            branching=branching,
            seconds=inf if limits.time is None else limits.time / 3,
        )
        with suppress(InputError):
            if grown and trials.said(grown) > said and trials.said(grown, 1) >= first:
                return PatternChoice(grown, in_time)
    if best is None:
        raise _none_is_small_enough(everything, parts, most, trial)
    room = _Room(most, int(effort / branching), (limits.memory or inf) / 2)
    return PatternChoice(_compressed(whole, parts, best, room, trials), in_time)


def _none_is_small_enough(
    whole: AbstractSpace, parts: Sequence[Symbol], most: int, trial: int
) -> InputError:
    """The error that not even single parts fit, which may be for the limit on memory."""
    problem = f"no pattern database of {whole.theory.name} is small enough"
    least = sum(replace(whole, pattern=(part,)).size for part in parts)
    if most < least <= trial:
        return LimitError(
            f"{problem} for the limit on memory",
            limit="memory",
            expected=f"no more than {most * whole.width} bytes, half of the limit",
            found=f"{least * whole.width} bytes",
            remedy="a higher limit, or a heuristic of its own",
        )
    return InputError(problem, remedy="a heuristic of its own")


class _Room(NamedTuple):
    """Limits on a choice of patterns."""

    entries: float
    states: float  # abstract ones, of all patterns
    besides: float = inf  # bytes that building one takes beside its table


def _compressed(
    whole: AbstractSpace, parts: Sequence[Symbol], shape: PatternShape, room: _Room, trials: _Trials
) -> Sums:
    """Patterns of a shape, compressed where entries are what there is too little room for and it says more.

    Half of the states are for building all that are compared, the other half for building the chosen ones again.
    """
    plain = _divided(whole, parts, shape, room) or ()
    left = room.states / 2
    best, said = plain, -1.0
    for compression in COMPRESSIONS:
        within = room._replace(states=left)
        sums = _divided(whole, parts, shape, within, compression) if compression > 1 else plain
        size = sum(space.size for one in sums or () for space in one)
        if not sums or size > left:
            break
        left -= size
        if (found := trials.said(sums, kept=False)) > said:
            best, said = sums, found
    return best


def _walk(theory: Theory, start: State) -> tuple[list[State], float]:
    """States on a random walk, and how many successors a state has."""
    rng, state, states, made, seen = Random(0), start, [start], 0, 0
    for step in range(SAMPLES * STRIDE):
        successors = theory.successors(state)
        made, seen = made + len(successors), seen + 1
        if not successors:
            break
        state = rng.choice(successors)[1]
        if step % STRIDE == 0:
            states.append(state)
    return states, max(1.0, made / seen)


class _Trials:
    """Databases on trial, and their values for sample states."""

    def __init__(self, states: Sequence[State]) -> None:
        self._states = states
        self._built: dict[AbstractSpace, PatternDatabase] = {}
        self.rate = 0.0
        """Entries made a second, at best."""

    def said(self, sums: Sums, first: int | None = None, *, kept: bool = True) -> float:
        """Sum of the estimates by some patterns over the first sample states; large databases are not kept."""
        heuristic = of_sums(sums, self._database if kept else PatternDatabase.build, "patterns")
        return sum(min(DEAD, heuristic.estimate(state)) for state in self._states[:first])

    def _database(self, space: AbstractSpace) -> PatternDatabase:
        if space not in self._built:
            began = perf_counter()
            self._built[space] = PatternDatabase.build(space)
            self.rate = max(self.rate, space.size / (perf_counter() - began))
        return self._built[space]


def _divided(
    whole: AbstractSpace,
    parts: Sequence[Symbol],
    shape: PatternShape,
    room: _Room,
    compression: int = 1,
) -> Sums | None:
    """Divide parts in a shape so that their databases fit into memory; None if that is impossible."""
    ordered = tuple(parts)[::-1] if shape.backwards else tuple(parts)
    space = replace(whole, additive=shape.additive, compression=compression)

    def too_long(length: int) -> bool:
        return not _fit([replace(space, pattern=ordered[:length])], room)

    longest = bisect_left(
        range(1, len(ordered) + 1), True, key=too_long
    )  # with more parts sizes grow
    for lengths in (_filled if shape.filled else balanced)(len(ordered)):
        if lengths[0] > longest:
            continue
        spaces = [replace(space, pattern=pattern) for pattern in runs(ordered, lengths)]
        if _fit(spaces, room):
            return [spaces] if shape.additive else [(space,) for space in spaces]
    return None


def _fit(spaces: Sequence[AbstractSpace], room: _Room) -> bool:
    """Whether all patterns fit into memory. Sizes take long to count, so the first that exceeds it ends the count."""
    entries = states = 0
    for space in spaces:
        entries, states = entries + space.entries, states + space.size
        if entries > room.entries or states > room.states or space.bytes_besides > room.besides:
            return False
    return True


def _filled(count: int) -> Iterator[list[int]]:
    """Lengths of runs in which all but the last are equal, from long ones to short ones."""
    for longest in range(count, 0, -1):
        full, rest = divmod(count, longest)
        yield [longest] * full + [rest] * (rest > 0)


def _by_ties(theory: Theory, cells: Sequence[Symbol]) -> tuple[Symbol, ...]:
    """Order cells so that cells which arcs change or test together are near each other."""
    ties: dict[tuple[int, int], float] = {}
    for arc in theory.primitives:
        tested = {cell for cell, term in enumerate(arc.before) if not isinstance(term, Var)}
        for pair in transfers(arc):
            ties[pair] = ties.get(pair, 0) + theory.size
        for one, other in product(arc.changed, tested | set(arc.changed)):
            for pair in ((one, other), (other, one)):
                ties[pair] = ties.get(pair, 0) + 1 / len(tested | set(arc.changed))
    left, order = [int(cell) for cell in cells], [int(cells[0])]
    left.remove(order[0])
    while left:
        nearest = max(
            left, key=lambda cell: (sum(ties.get((cell, one), 0) for one in order), -cell)
        )
        order.append(nearest)
        left.remove(nearest)
    return tuple(order)


PatternCells: TypeAlias = frozenset[int]

DEAD = 1_000_000.0
"""Value that stands for infinity in a dead end that a pattern knows of."""

ARC = 100
"""Successors made in about the time that one arc takes to be made abstract."""

MOST_PATTERNS = 40

MOST_STEPS = 1000
"""Greatest number of steps of the search for all largest sets of additive patterns."""


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
        States in which patterns are compared.
    most
        Greatest number of abstract states of all patterns together.
    effort
        Successors that may be made for building databases, at most.
    branching
        Approximate number of successors of an abstract state.
    seconds
        Approximate time limit in seconds.
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
        """Whether no arc changes cells of both patterns."""
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

    If finding all takes too many steps, one set is grown around each pattern, with the last patterns first.
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
    """Grow a clique greedily around a pattern: the last pattern that fits to all of it comes next."""
    clique, left = {first}, beside[first]
    while left:
        clique.add(last := max(left))
        left = left & beside[last]
    return tuple(sorted(clique))
