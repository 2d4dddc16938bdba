"""Costs of facts under delete relaxation: h_max and h_add (Bonet and Geffner, Planning as heuristic search, AIJ 129,
2001).
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

from ...rules.term import State
from .task import GOAL, RelaxedTask


class FactCosts(NamedTuple):
    """Costs of facts from a state.

    Parameters
    ----------
    costs
        By fact; infinite for what can never hold.
    supporters
        By fact the operator that adds it at that cost; None for what holds already, or never.
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
    """Dijkstra's search over facts: what an operator adds costs what the operator costs and what its needs cost.

    Of facts that cost the same, those that got their cost first are looked at first.

    Parameters
    ----------
    task, state
        Where to begin.
    operator_costs
        By operator.
    add
        Whether needs cost their sum, as in h_add, or what the dearest of them costs, as in h_max.
    whole
        Whether the search goes on when it is known what the goal costs.
    """
    costs = [inf] * task.facts
    supporters: list[int | None] = [None] * task.facts
    missing = [len(operator.needs) for operator in task.operators]
    spent = list(operator_costs)
    queue: list[tuple[float, int, int]] = []
    for fact in task.true_in(state):
        costs[fact] = 0.0
        queue.append((0.0, len(queue), fact))
    entered = len(queue)
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
                    heappush(queue, (made, entered, added))
                    entered += 1
        if costs[GOAL] < inf and not whole:
            break
    return FactCosts(costs, supporters)
