"""What the ordered heuristic does not look at, made alike, so that searches meet fewer states.

Sound where moves do not ask for it: a path between masked states is one between all states that they stand for.
"""

from __future__ import annotations

import networkx as nx

from ...rules.arc import conditions
from ...rules.term import State
from .placements import Placements

OTHER = "other"
"""The symbol that stands for all that do not matter."""


def blind(placements: Placements) -> bool:
    """Whether primitive moves ask for no symbol but the blank."""
    demands = [conditions(placements.schemas[n].arc.before) for n in placements.primitives]
    return all(
        not equal and all(symbol == placements.family.blank for _, symbol in constants)
        for constants, equal in demands
    )


def masked(placements: Placements, state: State, filled: int) -> State:
    """A state with all that does not matter for filling the cell of rank ``filled`` made alike.

    What matters are the symbols of the cells up to that rank and the blank; where symbols repeat, what is in any cell from
    which moves can bring it to one of these cells. Where moves ask for other symbols, everything matters.
    """
    if not blind(placements):
        return state
    goal = placements.goal
    if goal.permutation:
        kept = {goal.goal[cell] for cell in goal.order[: filled + 1]} | {placements.family.blank}
        return tuple(symbol if symbol in kept else OTHER for symbol in state)
    ways = nx.Graph()
    for move in placements.moves(-1):
        ways.add_edges_from((cell, source) for cell, source, _ in move.writes)
    matters: set[int] = set()
    for cell in goal.order[: filled + 1]:
        matters |= nx.node_connected_component(ways, cell) if cell in ways else {cell}
    return tuple(symbol if cell in matters else OTHER for cell, symbol in enumerate(state))
