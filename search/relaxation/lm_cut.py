"""The heuristic LM-cut (Helmert and Domshlak, Landmarks, critical paths and abstractions, ICAPS 2009)."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from ...rules.term import State
from .costs import fact_costs
from .heuristics import Relaxation
from .task import GOAL, RelaxedTask


class LmCut(Relaxation):
    """LM-cut: as long as the goal costs anything by h_max, a cut is found that every plan crosses, and paid for.

    All operators of one use have one cost to pay with, without which conditional effects would make it too dear (Roeger,
    Pommerening and Helmert, Optimal planning in the presence of conditional effects, ECAI 2014). With them the sum of all
    cuts may be less than h_max, which is taken then.
    """

    name = "lm_cut"
    admissible = True

    def estimate(self, state: State) -> float:
        """The sum of what all cuts cost, or h_max where that is more."""
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
    """The operators that lead from what can be had without them to what gives the goal for nothing.

    Of what an operator needs only the dearest is looked at, of equals the last, which the fewest operators need.
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
