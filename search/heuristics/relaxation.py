"""Heuristics by delete relaxation: h_max and h_add, FF and LM-cut.

- h_max, h_add: costs of facts (Bonet and Geffner, Planning as heuristic search, AIJ 129, 2001).
- FF: the cost of a relaxed plan (Hoffmann and Nebel, The FF planning system, JAIR 14, 2001).
- LM-cut: the sum of the costs of cuts (Helmert and Domshlak, Landmarks, critical paths and abstractions, ICAPS 2009).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import chain
from math import inf
from typing import NamedTuple

from ...rules.arc import Arc
from ...rules.errors import InputError
from ...rules.states.permutation_group import moves_group
from ...rules.term import Pattern, State
from ...rules.theory import Theory
from .. import _kernel
from ..heuristic import DEARER, DEAREST
from ..native.compiled import CompiledTheory
from .landmarks import LandmarkCount
from .relaxed_task import GOAL, NO_ARC, RelaxedTask, relaxed_task


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
    price = DEARER
    of_all_arcs = True
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
    made_by_kernel = True

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

    def planned(self, state: State) -> tuple[Arc, ...]:
        """The arcs of a relaxed plan, in the theory's order, whether they can be taken at once or not."""
        plan = self._plan(state)
        arcs = self.task.theory.arcs
        return () if plan is None else tuple(arcs[number] for number in sorted({*plan.arcs}))

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
    price = DEAREST
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

    An operator is supported by the dearest fact that it needs. Of equally dear ones the fewest operators need it, so that few
    are paid for; of these it is one that no operator adds for nothing, as the zone beyond it would grow to what those need;
    of these it is the last. An operator of no cost that leads into the zone is supported by an equally dear fact of the zone if
    there is one, so that the zone stays small.
    """
    free = [one for cost, one in zip(left, task.operators, strict=True) if cost == 0]
    given = set(chain.from_iterable(one.adds for one in free))

    def rank(fact: int) -> tuple[float, int, bool]:
        return (costs[fact], -len(task.needing[fact]), fact not in given)

    supported: list[list[int]] = [[] for _ in range(task.facts)]
    adding: list[list[int]] = [[] for _ in range(task.facts)]
    supporters = [max(reversed(operator.needs), key=rank) for operator in task.operators]
    for number, supporter in enumerate(supporters):
        if costs[supporter] < inf:
            supported[supporter].append(number)
            for fact in task.operators[number].adds:
                adding[fact].append(number)
    beyond = {GOAL}
    todo = [GOAL]
    while todo:
        for number in adding[todo.pop()]:
            dearest = supporters[number]
            needs = task.operators[number].needs
            if left[number] == 0 and not any(
                fact in beyond and costs[fact] == costs[dearest] for fact in needs
            ):
                beyond.add(dearest)
                todo.append(dearest)
    leading: set[int] = set()
    todo = task.true_in(state)
    before = set(todo)
    while todo:
        for number in supported[todo.pop()]:
            adds = task.operators[number].adds
            if not beyond.isdisjoint(adds):
                leading.add(number)
            else:
                new = {*adds} - before
                before |= new
                todo += new
    return {number for number in leading if left[number] > 0}


def quick_cuts(theory: Theory, goal: Pattern, start: State) -> LmCut:
    """LM-cut for a theory in which a move can lose much.

    Raises
    ------
    InputError
        Moves that permute symbols.
    """
    if theory.symbols is not None:
        raise InputError("little is lost by any move", found=theory.name)
    return LmCut(theory, goal, start)


def quick_plans(theory: Theory, goal: Pattern, start: State) -> RelaxedPlan:
    """FF's heuristic for a theory in which a move can lose much, and that no macro table solves; in steps unless moves cost alike.

    Raises
    ------
    InputError
        Moves that permute symbols, or generate a group.
    """
    if theory.symbols is not None or moves_group(theory) is not None:
        raise InputError("little is lost by any move", found=theory.name)
    one_cost = len({arc.cost for arc in theory.arcs}) <= 1
    return RelaxedPlan(theory, goal, start, "costs" if one_cost else "steps")
