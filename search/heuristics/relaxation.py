"""The heuristics h_max, h_add and FF (Hoffmann and Nebel, The FF planning system, JAIR 14, 2001).

Costs of facts under delete relaxation: h_max and h_add (Bonet and Geffner, Planning as heuristic search, AIJ 129,
2001).

The heuristic LM-cut (Helmert and Domshlak, Landmarks, critical paths and abstractions, ICAPS 2009).

Landmarks: facts that every plan makes true at some time, in a partial order, counted along a path. They are those of the
delete relaxation, with natural and greedy-necessary orders (Zhu and Givan, Landmark extraction via planning graph
propagation, ICAPS doctoral consortium 2003). Reasonable orders are guessed from mutual exclusion (Hoffmann, Porteous and
Sebastia, Ordered landmarks in planning, JAIR 22, 2004). They are counted as in LAMA (Richter and Westphal, JAIR 39, 2010).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

from ...rules.arc import Arc
from ...rules.errors import InputError
from ...rules.term import Pattern, State
from ...rules.theory import Theory
from .. import _kernel
from ..native.compiled import CompiledTheory
from .relaxed_task import GOAL, NO_ARC, RelaxedOperator, RelaxedTask, relaxed_task


class Relaxation(ABC):
    """A heuristic of a relaxed task; infinite where even that has no plan, so that there is none.

    The kernel makes the task itself, the same one.

    Parameters
    ----------
    theory, goal
        The theory and the goal that are relaxed.
    start
        A state, whose symbols may be in others too.
    """

    name: str
    admissible = False
    consistent = False
    safe = True
    steps = False

    def __init__(self, theory: Theory, goal: Pattern, start: State = ()) -> None:
        self._theory, self._goal, self._start = theory, goal, start

    @cached_property
    def task(self) -> RelaxedTask:
        """The relaxed task."""
        return relaxed_task(self._theory, self._goal, self._start)

    def prepare(self) -> None:
        """Make what Python's estimates need; the kernel has its own."""
        self.task  # noqa: B018

    @abstractmethod
    def estimate(self, state: State) -> float:
        """h of a state."""

    def update(self, h: float, operator: Arc, state: State, successor: State) -> float:
        """h of a successor, worked out anew."""
        return self.estimate(successor)

    def landmarks(self, start: State) -> LandmarkCount:
        """Count of the landmarks that paths from a start have still to reach."""
        return LandmarkCount(self.task, start)

    def in_kernel(self, compiled: CompiledTheory) -> _kernel.Relaxation:
        """The heuristic in the kernel."""
        codes = compiled.codes
        values = self._theory.values or ()
        return _kernel.Relaxation(
            _kernel.Relaxed[self.name.partition(":")[0].upper()],
            compiled.handle,
            compiled.encode_pattern(self._goal),
            [codes[symbol] for symbol in self._start if symbol in codes],
            [[codes[symbol] for symbol in cell if symbol in codes] for cell in values],
            self.steps,
        )


class HMax(Relaxation):
    """h_max of Bonet and Geffner (2001)."""

    name = "h_max"
    admissible = True
    consistent = True

    def estimate(self, state: State) -> float:
        """Cost of the dearest fact of the goal."""
        return fact_costs(self.task, state, self.task.costs).costs[GOAL]


class HAdd(Relaxation):
    """h_add of Bonet and Geffner (2001)."""

    name = "h_add"

    def estimate(self, state: State) -> float:
        """Sum of the costs of the goal's facts."""
        return fact_costs(self.task, state, self.task.costs, add=True).costs[GOAL]


class _Plan(NamedTuple):
    """The arcs of a relaxed plan in an order that they can be taken in, and the facts that they are taken for."""

    arcs: tuple[int, ...]
    makes: set[int]


class RelaxedPlan(Relaxation):
    """FF's heuristic: the cost of a plan made of the operators that add each fact cheapest according to h_add.

    With ``counted`` "steps" every operator costs one. Facts that one use of an arc adds at the same cost are paid for once
    (Keyder and Geffner, Heuristics for planning with action costs revisited, ECAI 2008).
    """

    name = "ff"

    def __init__(
        self, theory: Theory, goal: Pattern, start: State = (), counted: str = "costs"
    ) -> None:
        super().__init__(theory, goal, start)
        if counted not in ("costs", "steps"):
            raise InputError("bad parameter of ff", expected="costs or steps", found=counted)
        self.steps = counted == "steps"
        self.name = "ff:steps" if self.steps else "ff"
        self._last: tuple[State, _Plan | None] = ((), None)

    @cached_property
    def _costs(self) -> list[float]:
        if not self.steps:
            return self.task.costs
        return [float(operator.arc != NO_ARC) for operator in self.task.operators]

    def plan(self, state: State) -> tuple[int, ...] | None:
        """Numbers of the arcs of a relaxed plan, in an applicable order; None if there is no relaxed plan."""
        plan = self._plan(state)
        return None if plan is None else plan.arcs

    def _plan(self, state: State) -> _Plan | None:
        if self._last[0] is not state:
            found = fact_costs(self.task, state, self._costs, add=True)
            self._last = (state, None if found.costs[GOAL] == inf else _extract(self.task, found))
        return self._last[1]

    def estimate(self, state: State) -> float:
        """The cost of a relaxed plan."""
        plan = self.plan(state)
        if plan is None:
            return inf
        if self.steps:
            return len(plan)
        total = 0.0
        for number in plan:
            total += self.task.theory.arcs[number].cost
        return total

    def helpful(self, state: State) -> tuple[Arc, ...]:
        """The arcs of a relaxed plan that can be taken at once, and macros that lead further, in their order.

        These make a fact that the plan needs and that no single arc makes of those that can be taken at once.
        """
        plan, task = self._plan(state), self.task
        if plan is None:
            return ()
        arcs = [task.theory.arcs[number] for number in sorted({*plan.arcs})]
        made = [(arc, successor) for arc in arcs if (successor := arc.apply(state)) is not None]
        later = plan.makes.difference(*(task.true_in(successor) for _, successor in made))
        macros = (
            arc
            for arc, successor in task.theory.successors(state)
            if arc.is_macro and not later.isdisjoint(task.true_in(successor))
        )
        return (*macros, *(arc for arc, _ in made))


def _extract(task: RelaxedTask, found: FactCosts) -> _Plan:
    uses: set[tuple[float, int, int]] = set()
    makes: set[int] = set()
    known = {GOAL}
    todo = [GOAL]
    while todo:
        made = todo.pop()
        number = found.supporters[made]
        if number is None:
            continue
        operator = task.operators[number]
        if operator.arc != NO_ARC:
            uses.add((found.costs[made], operator.use, operator.arc))
            makes.add(made)
        for fact in operator.needs:
            if fact not in known:
                known.add(fact)
                todo.append(fact)
    return _Plan(tuple(arc for _, _, arc in sorted(uses)), makes)


class FactCosts(NamedTuple):
    """Costs of facts from a state.

    Parameters
    ----------
    costs
        Cost of each fact; infinite for a fact that can never hold.
    supporters
        For each fact the operator that adds it at that cost; None for a fact that holds already, or never.
    """

    costs: list[float]
    supporters: list[int | None]


def fact_costs(
    task: RelaxedTask,
    state: State,
    operator_costs: Sequence[float],
    *,
    add: bool = False,
    whole: bool = False,
) -> FactCosts:
    """Dijkstra's search over facts: an added fact costs its operator's cost plus the cost of the operator's needs.

    Of facts that cost the same, the one that got its cost last is looked at first, as in Fast Downward: relaxed plans then
    hang together, and lazy greedy search expands far fewer states than with the first one first.

    Parameters
    ----------
    task, state
        Where to begin.
    operator_costs
        Cost of each operator.
    add
        Whether the cost of needs is their sum, as in h_add, or their maximum, as in h_max.
    whole
        Whether the search goes on once the cost of the goal is known.
    """
    costs = [inf] * task.facts
    supporters: list[int | None] = [None] * task.facts
    missing = [len(operator.needs) for operator in task.operators]
    spent = list(operator_costs)
    queue: list[tuple[float, int, int]] = []
    for fact in task.true_in(state):
        costs[fact] = 0.0
        queue.append((0.0, -len(queue), fact))
    entered = len(queue)
    queue.reverse()  # a heap: the newest stands first
    while queue:
        cost, _, fact = heappop(queue)
        if cost > costs[fact]:
            continue
        for number in task.needing[fact]:
            missing[number] -= 1
            if add:
                spent[number] += cost
            if missing[number]:
                continue
            # The last need to be met is the dearest.
            made = spent[number] if add else cost + operator_costs[number]
            for added in task.operators[number].adds:
                if made < costs[added]:
                    costs[added], supporters[added] = made, number
                    heappush(queue, (made, -entered, added))
                    entered += 1
        if costs[GOAL] < inf and not whole:
            break
    return FactCosts(costs, supporters)


class LmCut(Relaxation):
    """LM-cut: as long as the goal costs anything by h_max, a cut is found that every plan crosses, and paid for.

    All operators of one use share one remaining cost: otherwise conditional effects would make the estimate too high (Roeger,
    Pommerening and Helmert, Optimal planning in the presence of conditional effects, ECAI 2014). With conditional effects the
    sum of all cuts may be less than h_max, which is taken then.
    """

    name = "lm_cut"
    admissible = True

    def estimate(self, state: State) -> float:
        """Sum of the costs of all cuts, or h_max where that is more."""
        task, left = self.task, list(self.task.costs)
        costs = fact_costs(task, state, left, whole=True).costs
        least, total = costs[GOAL], 0.0
        while 0 < costs[GOAL] < inf:
            cut = _cut(task, state, left, costs)
            paid = min(left[number] for number in cut)
            uses = {task.operators[number].use for number in cut}
            for number, operator in enumerate(task.operators):
                if operator.use in uses:
                    left[number] -= paid
            total += paid
            costs = fact_costs(task, state, left, whole=True).costs
        return max(total, least)


def _cut(
    task: RelaxedTask, state: State, left: Sequence[float], costs: Sequence[float]
) -> set[int]:
    """Disjunctive landmark: the operators that lead into the zone from which the goal costs nothing (Helmert and Domshlak 2009).

    An operator is supported by the dearest fact that it needs; of equally dear ones by the last, which the fewest operators need.
    """
    supported: list[list[int]] = [[] for _ in range(task.facts)]
    adding: list[list[int]] = [[] for _ in range(task.facts)]
    supporters = [
        max(reversed(operator.needs), key=costs.__getitem__) for operator in task.operators
    ]
    for number, supporter in enumerate(supporters):
        if costs[supporter] < inf:
            supported[supporter].append(number)
            for fact in task.operators[number].adds:
                adding[fact].append(number)
    beyond = {GOAL}
    todo = [GOAL]
    while todo:
        for number in adding[todo.pop()]:
            if left[number] == 0 and supporters[number] not in beyond:
                beyond.add(supporters[number])
                todo.append(supporters[number])
    cut: set[int] = set()
    todo = task.true_in(state)
    before = set(todo)
    while todo:
        for number in supported[todo.pop()]:
            adds = task.operators[number].adds
            if not beyond.isdisjoint(adds):
                cut.add(number)
                continue
            for fact in adds:
                if fact not in before:
                    before.add(fact)
                    todo.append(fact)
    return cut


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
