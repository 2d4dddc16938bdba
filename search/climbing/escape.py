"""The shortest escape from a local minimum of the ordered heuristic."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from ...rules.board_moves import MAX_CELLS
from ...rules.schema import Schema
from ...rules.term import State
from ..limits import NO_LIMITS, Limits, Meter
from ..result import Statistics
from .abstraction import abstract_state, blank_alone_matters
from .ordered import LexicographicValue, OrderedGoal
from .placements import Placed, Placements
from .subgoal import reach_subgoal

Steps: TypeAlias = tuple[tuple[Schema, int], ...]
"""Schemas, each with its place, in order."""


@dataclass(frozen=True)
class Escape:
    """A search for a better state.

    Parameters
    ----------
    start
        The local minimum.
    steps
        Primitive schemas, each with its place, in order; None where there is none.
    statistics
        What the search took.
    limit
        The limit that stopped it.
    """

    start: State
    steps: Steps | None
    statistics: Statistics
    limit: str | None = None

    @property
    def generated(self) -> int:
        """States made by the search."""
        return self.statistics.generated


def find_escape(
    placements: Placements,
    start: State,
    limits: Limits,
    left: Limits = NO_LIMITS,
    report: Callable[[int], None] | None = None,
) -> Escape:
    """Search breadth-first for the nearest state that is better than ``start``.

    Where moves do not ask for them, symbols that the heuristic does not look at count as alike, which leaves few states.

    Parameters
    ----------
    placements
        The board.
    start
        A local minimum.
    limits
        On each of two searches: the second, from both ends, is made where the first needs more nodes.
    left
        Limits on both together.
    report
        Called now and then with the number of nodes of the first.
    """
    goal = placements.goal
    value = goal.value(start)
    filled = goal.placed(start)
    root = abstract_state(placements, start, filled)
    parent: dict[State, tuple[State, Placed] | None] = {root: None}
    waiting = deque([root])
    meter = Meter(limits.within(left), report)
    generated = most = 0

    def ended(steps: Steps | None) -> Escape:
        known = len(parent) - 1
        did = Statistics(
            meter.expanded, generated, known, known, 0, generated, max(most, len(waiting))
        )
        return Escape(
            start, steps, replace(did, peak_memory=meter.peak_memory, elapsed=meter.elapsed)
        )

    while waiting:
        limit = meter.exceeded()
        if limit is not None:
            return _from_both_ends(placements, replace(ended(None), limit=limit), limits, left)
        most = max(most, len(waiting))
        state = waiting.popleft()
        for move, child in placements.successors(state):
            generated += 1
            meter.applied = generated
            if child in parent:
                continue
            parent[child] = (state, move)
            if _better(goal, child, filled, value):
                return ended(_path(placements, parent, child))
            waiting.append(child)
    return ended(None)


def _better(goal: OrderedGoal, state: State, filled: int, value: LexicographicValue) -> bool:
    order, wanted = goal.order, goal.goal
    if any(state[cell] != wanted[cell] for cell in order[:filled]):
        return False
    target = order[filled]
    if state[target] == wanted[target]:
        return True
    if not goal.permutation:
        return False
    focus = state.index(wanted[target])
    approach = goal.distance(state.index(goal.blank), focus) if goal.blank is not None else 0
    return (goal.distance(focus, target), approach) < (value.distance, value.approach)


def _from_both_ends(placements: Placements, found: Escape, limits: Limits, left: Limits) -> Escape:
    """The escape that fills the next cell, which reaches deeper; not where the blank may end anywhere."""
    too_large = len(found.start) > MAX_CELLS
    did = found.statistics
    rest = left.rest(did.elapsed, did.expanded, did.operator_applications)
    if (
        found.limit != "nodes"
        or rest is None
        or too_large
        or not blank_alone_matters(placements)
        or placements.goal.blank is not None
    ):
        return found
    result, steps = reach_subgoal(placements, found.start, limits.within(rest))
    did = found.statistics.plus(result.statistics)
    return Escape(found.start, steps if result.solved else None, did, result.limit)


def _path(
    placements: Placements, parent: dict[State, tuple[State, Placed] | None], state: State
) -> Steps:
    steps = []
    while (link := parent[state]) is not None:
        state, move = link
        steps.append((placements.schemas[move.number], move.place))
    return tuple(reversed(steps))
