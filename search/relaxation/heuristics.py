"""The heuristics h_max, h_add and FF (Hoffmann and Nebel, The FF planning system, JAIR 14, 2001)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from math import inf
from typing import NamedTuple

from ...rules.arc import Arc
from ...rules.term import Pattern, State
from ...rules.theory import Theory
from .. import _kernel
from ..native.compiled import CompiledTheory
from .costs import FactCosts, fact_costs
from .task import GOAL, NO_ARC, RelaxedTask, relaxed_task


class Relaxation(ABC):
    """A heuristic of a relaxed task; infinite where even that has no plan, so that there is none.

    The kernel makes the task itself, the same one.

    Parameters
    ----------
    theory, goal
        What is relaxed.
    start
        A state, whose symbols may be in others too.
    """

    name: str
    admissible = False
    consistent = False
    safe = True

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

    def in_kernel(self, compiled: CompiledTheory) -> _kernel.Relaxation:
        """The heuristic in the kernel."""
        codes = compiled.codes
        values = self._theory.values or ()
        return _kernel.Relaxation(
            _kernel.Relaxed[self.name.upper()],
            compiled.handle,
            compiled.encode_pattern(self._goal),
            [codes[symbol] for symbol in self._start if symbol in codes],
            [[codes[symbol] for symbol in cell if symbol in codes] for cell in values],
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
        """The sum of what the facts of the goal cost."""
        return fact_costs(self.task, state, self.task.costs, add=True).costs[GOAL]


class _Plan(NamedTuple):
    """The arcs of a relaxed plan in an order that they can be taken in, and the facts that they are taken for."""

    arcs: tuple[int, ...]
    makes: set[int]


class RelaxedPlan(Relaxation):
    """FF's heuristic: the cost of a plan made of the operators that add each fact cheapest according to h_add.

    What one use of an arc may add counts once if it is added at the same cost. Keyder and Geffner, Heuristics for planning with action costs
    revisited, ECAI 2008.
    """

    name = "ff"

    def __init__(self, theory: Theory, goal: Pattern, start: State = ()) -> None:
        super().__init__(theory, goal, start)
        self._last: tuple[State, _Plan | None] = ((), None)

    def plan(self, state: State) -> tuple[int, ...] | None:
        """The arcs of a relaxed plan, by number and in an order that they can be taken in; None where there is no plan."""
        plan = self._plan(state)
        return None if plan is None else plan.arcs

    def _plan(self, state: State) -> _Plan | None:
        if self._last[0] is not state:
            found = fact_costs(self.task, state, self.task.costs, add=True)
            self._last = (state, None if found.costs[GOAL] == inf else _extract(self.task, found))
        return self._last[1]

    def estimate(self, state: State) -> float:
        """The cost of a relaxed plan."""
        plan = self.plan(state)
        if plan is None:
            return inf
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
