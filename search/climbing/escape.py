"""The shortest escape from a local minimum of the ordered heuristic."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from ...rules.board_moves import MAX_CELLS
from ...rules.schema import Schema
from ...rules.term import State
from ..limits import Limits, Meter
from .abstraction import abstract_state, blank_alone_matters
from .ordered import LexicographicValue, OrderedGoal
from .placements import Placed, Placements
from .subgoal import reach_subgoal


@dataclass(frozen=True)
class Escape:
    """A search for a better state.

    Parameters
    ----------
    start
        The local minimum.
    steps
        Primitive schemas, each with its place, in order; None where there is none.
    generated
        States made by the search.
    limit
        The limit that stopped it.
    """

    start: State
    steps: tuple[tuple[Schema, int], ...] | None
    generated: int
    limit: str | None = None


def find_escape(placements: Placements, start: State, limits: Limits) -> Escape:
    """Search breadth-first for the nearest state that is better than ``start``.

    Where moves do not ask for them, symbols that the heuristic does not look at count as alike, which leaves few states.
    """
    goal = placements.goal
    value = goal.value(start)
    filled = goal.placed(start)
    root = abstract_state(placements, start, filled)
    parent: dict[State, tuple[State, Placed] | None] = {root: None}
    waiting = deque([root])
    meter = Meter(limits)
    generated = 0
    while waiting:
        limit = meter.exceeded()
        if limit is not None:
            return _from_both_ends(placements, start, limits, generated, limit)
        state = waiting.popleft()
        for move, child in placements.successors(state):
            generated += 1
            if child in parent:
                continue
            parent[child] = (state, move)
            if _better(goal, child, filled, value):
                return Escape(start, _path(placements, parent, child), generated)
            waiting.append(child)
    return Escape(start, None, generated)


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


def _from_both_ends(
    placements: Placements, start: State, limits: Limits, generated: int, limit: str
) -> Escape:
    """The escape that fills the next cell, which reaches deeper; not where the blank may end anywhere."""
    too_large = len(start) > MAX_CELLS
    if (
        limit != "nodes"
        or too_large
        or not blank_alone_matters(placements)
        or placements.goal.blank is not None
    ):
        return Escape(start, None, generated, limit)
    result, steps = reach_subgoal(placements, start, limits)
    generated += result.statistics.generated
    return Escape(start, steps if result.solved else None, generated, result.limit)


def _path(
    placements: Placements, parent: dict[State, tuple[State, Placed] | None], state: State
) -> tuple[tuple[Schema, int], ...]:
    steps = []
    while (link := parent[state]) is not None:
        state, move = link
        steps.append((placements.schemas[move.number], move.place))
    return tuple(reversed(steps))
