"""Abstract states: what the ordered heuristic does not look at is made alike, so that searches meet fewer states.

Sound where moves do not ask for it: a path between abstract states is one between all states that they stand for.
"""

from __future__ import annotations

from ...rules.states.union_find import UnionFind
from ...rules.term import State
from .placements import Placements


class _Other(str):
    """A symbol that is equal to itself alone: one that people call the same is another."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    __hash__ = object.__hash__


OTHER = _Other("other")
"""The symbol that stands for all that do not matter."""


def blank_alone_matters(placements: Placements) -> bool:
    """Whether primitive moves ask for no symbol but the blank."""
    conditions_of_moves = [placements.schemas[n].arc.conditions for n in placements.primitives]
    return all(
        not equal and all(symbol == placements.domain.blank for _, symbol in constants)
        for constants, equal in conditions_of_moves
    )


def abstract_state(placements: Placements, state: State, filled: int) -> State:
    """The abstract state: all that does not matter for filling the cell of rank ``filled`` made alike.

    What matters are the symbols of the cells up to that rank and the blank; where symbols repeat, the blank and what is in
    any cell from which moves can bring it to one of these cells. Where moves ask for other symbols, everything matters.
    """
    if not blank_alone_matters(placements):
        return state
    goal = placements.goal
    if goal.permutation:
        kept = {goal.goal[cell] for cell in goal.order[: filled + 1]} | {placements.domain.blank}
        return tuple(symbol if symbol in kept else OTHER for symbol in state)
    carried: UnionFind[int] = UnionFind()
    for move in placements.moves(-1):
        for cell, source, _ in move.writes:
            carried.join(cell, source)
    matters = {carried.root(cell) for cell in goal.order[: filled + 1]}
    blank = placements.domain.blank
    return tuple(
        symbol if symbol == blank or carried.root(cell) in matters else OTHER
        for cell, symbol in enumerate(state)
    )
