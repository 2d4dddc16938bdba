"""Patterns chosen for a theory by what they say of states on the way (after Holte and Hernadvolgyi 1999).

Small databases of every shape are built and looked up in states of a random walk; what says most there is built as large
as the effort allows, and no larger than there is time for at the rate at which the small ones were built. Where memory is
what ends that, larger ones that are compressed are compared too, as they are. Where patterns are cells, those that are
grown from the goal are another choice.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from math import inf
from random import Random
from time import perf_counter
from typing import NamedTuple

from ....rules.errors import InputError
from ....rules.states.abstraction import transfers
from ....rules.term import State, Symbol, Var
from ....rules.theory import Theory
from ...limits import NO_LIMITS, LimitError, Limits
from .abstract_space import AbstractSpace
from .database import PatternDatabase
from .growth import DEAD, grown_patterns
from .heuristic import of_sums
from .names import Sums, balanced, runs

SAMPLES = 60
"""States in which patterns are compared."""

STRIDE = 5
"""Steps between two of them."""

TRIAL = 2_000_000
"""Successors made for each of the shapes that are compared; a second has some ten millions."""

EFFORT = 1 << 27
"""Successors made for what is chosen, where there is no limit on time."""

QUICK = 1 << 24
"""The same for what takes seconds."""

RATE = 5_000_000
"""Successors made for every second of a limit, at most."""

HASTE = 0.6
"""Of the time that is left, the part in which to build what is chosen."""

COMPRESSIONS = (1, 2, 4, 8)
"""Abstract states of an entry, of which one is chosen where tables of one each do not fit into memory."""

MOST_BYTES = 1 << 28
"""Bytes of all tables."""


@dataclass(frozen=True)
class Shape:
    """How parts are divided into patterns."""

    backwards: bool
    filled: bool  # the first patterns as large as can be; else all about as large
    additive: bool


def effort_within(limits: Limits, effort: int = EFFORT) -> int:
    """How many successors may be made for building what is chosen: a power of two, so that choices can be kept."""
    if limits.time is None:
        return effort
    return min(effort, 1 << max(0, int(limits.time * RATE).bit_length() - 1))


class Choice(NamedTuple):
    """Chosen patterns, and whether the effort, not the time limit, ended the choice."""

    sums: Sums
    in_time: bool


def chosen_patterns(
    whole: AbstractSpace, start: State = (), limits: Limits = NO_LIMITS, most_effort: int = EFFORT
) -> Choice:
    """The patterns that say most of states on a random walk from a start.

    Parameters
    ----------
    whole
        The space of all parts that a pattern can have.
    start
        Where the walk begins; by default in the goal, if that is a state.
    limits
        On memory for all tables, and on time, for which see `effort_within`.
    most_effort
        Successors that may be made for building what is chosen, at most: without a limit on time nothing but this, and
        no clock, decides.

    Raises
    ------
    InputError
        Where not even single parts can be kept; LimitError where a limit on memory is why.
    """
    began = perf_counter()
    states, branching = _walk(whole.theory, tuple(start) or whole.home)
    parts = whole.pattern if whole.of_symbols else _by_ties(whole.theory, whole.pattern)
    most = min(MOST_BYTES, (limits.memory or MOST_BYTES) // 2) // whole.width
    effort = effort_within(limits, most_effort)
    everything = replace(whole, additive=False)
    trial = int(min(TRIAL, effort) / branching)
    if everything.size <= min(most, trial):
        return Choice([(everything,)], True)
    trials = _Trials(states)
    best, said, first = None, -1.0, -1.0
    for backwards, filled, additive in product((False, True), repeat=3):
        shape = Shape(backwards, filled, additive)
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
        return Choice([(everything,)], in_time)
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
                return Choice(grown, in_time)
    if best is None:
        problem = f"no pattern database of {whole.theory.name} is small enough"
        least = sum(replace(everything, pattern=(part,)).size for part in parts)
        if most < least <= trial:
            raise LimitError(
                f"{problem} for the limit on memory",
                limit="memory",
                expected=f"no more than {most * whole.width} bytes, half of the limit",
                found=f"{least * whole.width} bytes",
                remedy="a higher limit, or a heuristic of its own",
            )
        raise InputError(problem, remedy="a heuristic of its own")
    room = _Room(most, int(effort / branching), (limits.memory or inf) / 2)
    return Choice(_compressed(whole, parts, best, room, trials), in_time)


class _Room(NamedTuple):
    """Limits on a choice of patterns."""

    entries: float
    states: float  # abstract ones, of all patterns
    besides: float = inf  # bytes that building one takes beside its table


def _compressed(
    whole: AbstractSpace, parts: Sequence[Symbol], shape: Shape, room: _Room, trials: _Trials
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
    """Databases on trial, and what they say of some states."""

    def __init__(self, states: Sequence[State]) -> None:
        self._states = states
        self._built: dict[AbstractSpace, PatternDatabase] = {}
        self.rate = 0.0
        """Entries made a second, at best."""

    def said(self, sums: Sums, first: int | None = None, *, kept: bool = True) -> float:
        """Sum of the patterns' estimates over the first sample states; large databases are not kept."""
        heuristic = of_sums(sums, self._database if kept else PatternDatabase.build, "patterns")
        return sum(min(DEAD, heuristic.estimate(state)) for state in self._states[:first])

    def _database(self, space: AbstractSpace) -> PatternDatabase:
        if space not in self._built:
            began = perf_counter()
            self._built[space] = PatternDatabase.build(space)
            self.rate = max(self.rate, space.size / (perf_counter() - began))
        return self._built[space]


def _divided(
    whole: AbstractSpace, parts: Sequence[Symbol], shape: Shape, room: _Room, compression: int = 1
) -> Sums | None:
    """Parts divided in a shape, so that there is room for them; None where that cannot be."""
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
    """Whether there is room for all; as sizes take long to count, none is counted after what is too much."""
    entries = states = 0
    for space in spaces:
        entries, states = entries + space.entries, states + space.size
        if entries > room.entries or states > room.states or space.bytes_besides > room.besides:
            return False
    return True


def _filled(count: int) -> Iterator[list[int]]:
    """Lengths of runs, ever shorter and all but the last the same."""
    for longest in range(count, 0, -1):
        full, rest = divmod(count, longest)
        yield [longest] * full + [rest] * (rest > 0)


def _by_ties(theory: Theory, cells: Sequence[Symbol]) -> tuple[Symbol, ...]:
    """Cells in an order in which those that have to do with each other are near each other."""
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
