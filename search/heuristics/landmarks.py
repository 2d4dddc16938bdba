"""Landmarks: facts that every plan makes true at some time, in a partial order, counted along a path.

The landmarks are those of the delete relaxation, with natural and greedy-necessary orders (Zhu and Givan, Landmark extraction
via planning graph propagation, ICAPS doctoral consortium 2003). Reasonable orders are guessed from mutual exclusion (Hoffmann,
Porteous and Sebastia, Ordered landmarks in planning, JAIR 22, 2004). They are counted as in LAMA (Richter and Westphal, JAIR
39, 2010).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from ...rules.term import State
from .relaxed_task import GOAL, RelaxedTask

MOST_WORK = 1_000_000
"""Work of looking for reasonable orders, a pair or a landmark whose predecessors are joined at a time; beyond it no more are added."""


@dataclass(frozen=True)
class Landmarks:
    """Landmarks by number; a set of them is a number with their bits.

    Parameters
    ----------
    facts
        The fact of each landmark, ascending.
    before
        By landmark, those that are to be reached first.
    needed_for
        By landmark, those that it is needed for right before them.
    goals
        Those that the goal asks for.
    """

    facts: tuple[int, ...]
    before: tuple[int, ...]
    needed_for: tuple[int, ...]
    goals: int


class LandmarkCount:
    """Number of landmarks that a path has still to reach, or to reach again.

    Parameters
    ----------
    task
        The relaxed task.
    start
        The state that all paths begin in.
    """

    def __init__(self, task: RelaxedTask, start: State) -> None:
        self._task = task
        self.landmarks = find_landmarks(task, start)

    def reached(self, before: int, state: State) -> int:
        """Set of landmarks that a path has reached, given the set up to the state before its last one; 0 for the start."""
        found, true = self.landmarks, set(self._task.true_in(state))
        new = 0
        for place, fact in enumerate(found.facts):
            if fact in true and not found.before[place] & ~before:
                new |= 1 << place
        return before | new

    def left(self, reached: int, state: State) -> int:
        """Count the landmarks that are not reached, and those that have to hold again."""
        found, true = self.landmarks, set(self._task.true_in(state))
        again = sum(
            1
            for place in _places(reached)
            if found.facts[place] not in true
            and (found.goals >> place & 1 or found.needed_for[place] & ~reached)
        )
        return len(found.facts) - reached.bit_count() + again


def find_landmarks(task: RelaxedTask, start: State) -> Landmarks:
    """Landmarks of a relaxed task from a start, and their orders; none where the goal cannot be reached."""
    holding = frozenset(task.true_in(start))
    sets, reached = _before(task, holding)
    whole = sets[GOAL] or frozenset()
    cell_of = {fact: cell for cell, row in enumerate(task.numbers) for fact in row.values()}
    facts = tuple(sorted(fact for fact in whole if fact in cell_of))
    number = {fact: place for place, fact in enumerate(facts)}
    natural = [_set(number, (sets[fact] or frozenset()) - {fact}) for fact in facts]
    wanted = _set(number, next(o.needs for o in reversed(task.operators) if o.adds == (GOAL,)))

    common: dict[int, tuple[set[int], set[int]]] = {}  # needs and effects of all first achievers
    beside: dict[int, dict[int, set[int]]] = {}  # by cell, the facts that all operators name there
    for operator, possible in zip(task.operators, reached, strict=True):
        named: dict[int, set[int]] = {}
        for fact in (*operator.needs, *operator.adds):
            if fact in cell_of:
                named.setdefault(cell_of[fact], set()).add(fact)
        for fact in operator.adds:
            if fact not in number:
                continue
            known = beside.get(fact, named)
            beside[fact] = {cell: known[cell] | named[cell] for cell in known if cell in named}
            if not possible or fact in holding:
                continue
            if any(fact in (sets[need] or ()) for need in operator.needs):
                continue
            needs, adds = common.setdefault(fact, ({*operator.needs}, {*operator.adds}))
            needs &= {*operator.needs}
            adds &= {*operator.adds}
    needed_for = [0] * len(facts)
    right_before = [0] * len(facts)
    for fact, (needs, _) in common.items():
        right_before[number[fact]] = _set(number, needs)
        for need in needs & number.keys():
            needed_for[number[need]] |= 1 << number[fact]

    def comes_without(fact: int, other: int) -> bool:
        """Whether all operators that make a fact name something else in the cell of another."""
        named = beside.get(fact, {}).get(cell_of[other])
        return fact not in beside or (named is not None and other not in named)

    def exclude(fact: int, other: int) -> bool:
        """Whether two landmarks never hold at once, as far as each operator alone shows."""
        if cell_of[fact] == cell_of[other]:
            return fact != other
        both = fact in holding and other in holding
        return not both and comes_without(fact, other) and comes_without(other, fact)

    def undoes(place: int, later: int) -> bool:
        """Whether reaching a landmark takes a fact that excludes another landmark, and does not bring that one."""
        fact, other = facts[place], facts[later]
        _, effects = common.get(fact, (set(), set()))
        if other in effects:
            return False
        return (
            exclude(fact, other)
            or any(one != other and cell_of.get(one) == cell_of[other] for one in effects)
            or any(exclude(facts[one], other) for one in _places(right_before[place]))
        )

    before, closure, work = [*natural], [*natural], 0
    for place in range(len(facts)):
        if wanted >> place & 1:
            rivals = wanted
        else:
            rivals = 0
            for later in _places(needed_for[place]):
                rivals |= natural[later]
        for other in _places(rivals & ~(1 << place)):
            work += 1
            if work > MOST_WORK:
                return Landmarks(facts, tuple(before), tuple(needed_for), wanted)
            if not closure[other] >> place & 1 and undoes(other, place):
                work += len(facts)
                before[place] |= 1 << other
                more = closure[other] | 1 << other
                for one in range(len(facts)):
                    if one == place or closure[one] >> place & 1:
                        closure[one] |= more
    return Landmarks(facts, tuple(before), tuple(needed_for), wanted)


def _before(
    task: RelaxedTask, holding: frozenset[int]
) -> tuple[list[frozenset[int] | None], list[bool]]:
    """For each fact the facts that come before it in every way to it, itself included; and which operators can be reached.

    None of a fact that cannot be reached. The sets are the largest that agree with one another.
    """
    sets: list[frozenset[int] | None] = [None] * task.facts
    missing = [len(operator.needs) for operator in task.operators]
    queue: deque[int] = deque()
    queued = [False] * len(task.operators)

    def look_again(fact: int, is_new: bool) -> None:
        for number in task.needing[fact]:
            missing[number] -= is_new
            if not missing[number] and not queued[number]:
                queued[number] = True
                queue.append(number)

    for fact in sorted(holding):
        sets[fact] = frozenset((fact,))
        look_again(fact, True)
    while queue:
        number = queue.popleft()
        queued[number] = False
        operator = task.operators[number]
        needs = frozenset().union(*(sets[need] or () for need in operator.needs))
        for fact in operator.adds:
            old = sets[fact]
            if old is None:
                sets[fact] = needs | {fact}
                look_again(fact, True)
            elif not old - {fact} <= needs:
                sets[fact] = old & (needs | {fact})
                look_again(fact, False)
    return sets, [not count for count in missing]


def _set(number: dict[int, int], facts: object) -> int:
    """Set of the landmarks among some facts."""
    found = 0
    for fact in facts:  # type: ignore[attr-defined]
        if fact in number:
            found |= 1 << number[fact]
    return found


def _places(landmarks: int) -> Iterator[int]:
    """Numbers of the landmarks of a set, ascending."""
    while landmarks:
        lowest = landmarks & -landmarks
        yield lowest.bit_length() - 1
        landmarks ^= lowest
