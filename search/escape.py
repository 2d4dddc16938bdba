"""The shortest way out of a local minimum of the ordered heuristic."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from ..rules.arc import conditions
from ..rules.term import State, Symbol
from .limits import Limits, Meter
from .ordered import Height, OrderedGoal
from .placements import Placed, Placements


@dataclass(frozen=True)
class Escape:
    """A search for a better state.

    Parameters
    ----------
    start
        The local minimum.
    steps
        Primitive schemas at their places, in order; None where no way out was found.
    generated
        States made by the search.
    limit
        The limit that stopped it.
    """

    start: State
    steps: tuple[Placed, ...] | None
    generated: int
    limit: str | None = None


def blind(placements: Placements) -> bool:
    """Whether primitive moves ask for no symbol but the blank, so that those the heuristic ignores are all alike."""
    demands = [conditions(placements.schemas[n].arc.before) for n in placements.primitives]
    return placements.goal.permutation and all(
        not equal and all(symbol == placements.family.blank for _, symbol in constants)
        for constants, equal in demands
    )


def find_escape(placements: Placements, start: State, limits: Limits) -> Escape:
    """Search breadth-first for the nearest state that is better than ``start``.

    Where moves do not ask for them, symbols that the heuristic does not look at count as alike, which leaves few states.
    """
    goal = placements.goal
    height = goal.height(start)
    filled = goal.placed(start)
    cells: list[Symbol] = list(start)
    if blind(placements):
        kept = {goal.goal[cell] for cell in goal.order[: filled + 1]}
        if placements.family.blank is not None:
            kept.add(placements.family.blank)
        cells = [symbol if symbol in kept else "" for symbol in start]
    root = tuple(cells)
    parent: dict[State, tuple[State, Placed] | None] = {root: None}
    waiting = deque([root])
    meter = Meter(limits)
    generated = 0
    while waiting:
        limit = meter.exceeded()
        if limit is not None:
            return Escape(start, None, generated, limit)
        state = waiting.popleft()
        for move in placements.moves(placements.blank_of(state)):
            if not move.matches(state):
                continue
            cells = list(state)
            move.apply(cells)
            child = tuple(cells)
            generated += 1
            if child in parent:
                continue
            parent[child] = (state, move)
            if _better(goal, child, filled, height):
                return Escape(start, _path(parent, child), generated)
            waiting.append(child)
    return Escape(start, None, generated)


def _better(goal: OrderedGoal, state: State, filled: int, height: Height) -> bool:
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
    return (goal.distance(focus, target), approach) < (height.distance, height.approach)


def _path(parent: dict[State, tuple[State, Placed] | None], state: State) -> tuple[Placed, ...]:
    steps = []
    while (link := parent[state]) is not None:
        state, move = link
        steps.append(move)
    return tuple(reversed(steps))
