"""Landmarks: facts that every plan makes true at some time, in a partial order, counted along a path.

They are those of the delete relaxation, with natural and greedy-necessary orders (Zhu and Givan, Landmark extraction via planning
graph propagation, ICAPS doctoral consortium 2003). Reasonable orders are guessed from mutual exclusion (Hoffmann, Porteous and
Sebastia, Ordered landmarks in planning, JAIR 22, 2004). They are counted as in LAMA (Richter and Westphal, JAIR 39, 2010).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...rules.term import State
from .relaxed_task import GOAL, RelaxedOperator, RelaxedTask

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
        For each landmark the landmarks that must be reached before it.
    needed_for
        For each landmark the landmarks for which it must hold immediately before.
    goals
        Landmarks that the goal requires.
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
    return _FindLandmarks(task, start).found()


class _FindLandmarks:
    """Looks for landmarks and their orders: natural ones first, then reasonable ones.

    Parameters
    ----------
    task, start
        The relaxed task, and the state that all paths begin in.
    """

    def __init__(self, task: RelaxedTask, start: State) -> None:
        self.task = task
        self.holding = frozenset(task.true_in(start))
        self.sets, self.reached = _before(task, self.holding)
        self.cell_of = {
            fact: cell for cell, row in enumerate(task.numbers) for fact in row.values()
        }
        whole = self.sets[GOAL] or frozenset()
        self.facts = tuple(sorted(fact for fact in whole if fact in self.cell_of))
        self.number = {fact: place for place, fact in enumerate(self.facts)}
        self.wanted = self._set(
            next(o.needs for o in reversed(task.operators) if o.adds == (GOAL,))
        )
        self.common: dict[int, tuple[set[int], set[int]]] = {}
        """Needs and effects that all first achievers of a fact have."""
        self.beside: dict[int, dict[int, set[int]]] = {}
        """By cell, the facts that the operators name there which make a fact, if all of them name one."""
        for operator, possible in zip(task.operators, self.reached, strict=True):
            self._look_at(operator, possible)

    def _look_at(self, operator: RelaxedOperator, possible: bool) -> None:
        named: dict[int, set[int]] = {}
        for fact in (*operator.needs, *operator.adds):
            if fact in self.cell_of:
                named.setdefault(self.cell_of[fact], set()).add(fact)
        for fact in self.number.keys() & {*operator.adds}:
            known = self.beside.get(fact, named)
            self.beside[fact] = {c: known[c] | named[c] for c in known if c in named}
            after = any(fact in (self.sets[need] or ()) for need in operator.needs)
            if possible and not after and fact not in self.holding:
                needs, adds = {*operator.needs}, {*operator.adds}
                known_needs, known_adds = self.common.get(fact, (needs, adds))
                self.common[fact] = needs & known_needs, adds & known_adds

    def found(self) -> Landmarks:
        """The landmarks with their orders."""
        facts, number = self.facts, self.number
        natural = [self._set((self.sets[fact] or frozenset()) - {fact}) for fact in facts]
        needed_for, self.right_before = [0] * len(facts), [0] * len(facts)
        for fact, (needs, _) in self.common.items():
            self.right_before[number[fact]] = self._set(needs)
            for need in needs & number.keys():
                needed_for[number[need]] |= 1 << number[fact]
        before = self._with_reasonable_orders(natural, needed_for)
        return Landmarks(facts, tuple(before), tuple(needed_for), self.wanted)

    def _with_reasonable_orders(
        self, natural: Sequence[int], needed_for: Sequence[int]
    ) -> list[int]:
        """Landmarks before each: the natural ones, and those whose reaching would undo it, as far as `MOST_WORK` goes."""
        before, closure, work = [*natural], [*natural], 0
        for place in range(len(self.facts)):
            rivals = self.wanted if self.wanted >> place & 1 else 0
            for later in () if rivals else _places(needed_for[place]):
                rivals |= natural[later]
            for other in _places(rivals & ~(1 << place)):
                work += 1
                if work > MOST_WORK:
                    return before
                if not closure[other] >> place & 1 and self._undoes(other, place):
                    work += len(self.facts)
                    before[place] |= 1 << other
                    _close(closure, place, closure[other] | 1 << other)
        return before

    def _comes_without(self, fact: int, other: int) -> bool:
        """Whether all operators that make a fact name something else in the cell of another."""
        named = self.beside.get(fact, {}).get(self.cell_of[other])
        return fact not in self.beside or (named is not None and other not in named)

    def _exclude(self, fact: int, other: int) -> bool:
        """Whether two landmarks never hold at once, as far as each operator alone shows."""
        if self.cell_of[fact] == self.cell_of[other]:
            return fact != other
        both = fact in self.holding and other in self.holding
        return not both and self._comes_without(fact, other) and self._comes_without(other, fact)

    def _undoes(self, place: int, later: int) -> bool:
        """Whether reaching a landmark takes a fact that excludes another landmark, and does not bring that one."""
        fact, other = self.facts[place], self.facts[later]
        _, effects = self.common.get(fact, (set(), set()))
        if other in effects:
            return False
        cell = self.cell_of[other]
        return (
            self._exclude(fact, other)
            or any(one != other and self.cell_of.get(one) == cell for one in effects)
            or any(
                self._exclude(self.facts[one], other) for one in _places(self.right_before[place])
            )
        )

    def _set(self, facts: Iterable[int]) -> int:
        """Set of the landmarks among some facts."""
        found = 0
        for fact in facts:
            if fact in self.number:
                found |= 1 << self.number[fact]
        return found


def _close(closure: list[int], place: int, more: int) -> None:
    """Add landmarks before one to those before it and before all that come after it."""
    for one, known in enumerate(closure):
        if one == place or known >> place & 1:
            closure[one] |= more


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


def _places(landmarks: int) -> Iterator[int]:
    """Numbers of the landmarks of a set, ascending."""
    while landmarks:
        lowest = landmarks & -landmarks
        yield lowest.bit_length() - 1
        landmarks ^= lowest
