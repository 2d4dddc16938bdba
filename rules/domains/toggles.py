"""Puzzles of switches: each is a cell above its opposite, and a move swaps some switches with their opposites.

Written so, a move is one arc without constants. Which switches a set of moves changes is a sum modulo 2, so that what can
be reached is a question of linear algebra.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..states.moves_group import Solvability
from ..term import Pattern, State, Symbol, Var, ground


def swapped(cells: Sequence[Var], switches: Iterable[int]) -> Pattern:
    """The cells, first all switches and then all opposites, after some of the switches have changed."""
    half = len(cells) // 2
    after = list(cells)
    for switch in switches:
        after[switch], after[switch + half] = cells[switch + half], cells[switch]
    return tuple(after)


def with_opposites(switches: Sequence[Symbol], values: tuple[Symbol, Symbol]) -> State:
    """A state, given the upper half and the two things that a switch can be."""
    one, other = values
    return (*switches, *(other if value == one else one for value in switches))


def opposites_fault(values: tuple[Symbol, Symbol], state: State) -> str | None:
    """Reason why the lower half of a state is not the opposite of its upper half."""
    half = len(state) // 2
    for cell, value in enumerate(state):
        if value not in values:
            return f"cell {cell + 1} is {value}, neither {values[0]} nor {values[1]}"
    for cell in range(half):
        if state[cell] == state[cell + half]:
            return f"cells {cell + 1} and {cell + half + 1} are not opposites"
    return None


def switches_solvability(
    moves: Iterable[Iterable[int]], start: State, goal: Pattern
) -> Solvability | None:
    """Whether some moves change exactly the switches in which start and goal differ.

    Parameters
    ----------
    moves
        The switches that each move changes.
    start, goal
        States with opposites; of a goal that is a pattern nothing is said.
    """
    wanted = ground(goal)
    if wanted is None:
        return None
    half = len(start) // 2
    rank, left = 0, sum(1 << cell for cell in range(half) if start[cell] != wanted[cell])
    differ = left.bit_count()
    leading: dict[int, int] = {}
    for move in moves:
        vector = _reduced(sum(1 << cell for cell in move), leading)
        if vector:
            leading[vector.bit_length()] = vector
            rank += 1
    solvable = _reduced(left, leading) == 0
    counted = f"{differ} switch{'es' if differ != 1 else ''}"
    return Solvability(
        solvable,
        f"start and goal differ in {counted}; moves make 2^{rank} of the 2^{half} sets of changes, "
        f"and this is {'one' if solvable else 'none'} of them",
    )


def _reduced(vector: int, leading: dict[int, int]) -> int:
    """Reduce a vector over the field of two elements by elimination."""
    kept = 0
    while vector:
        top = vector.bit_length()
        if top in leading:
            vector ^= leading[top]
        else:
            kept |= 1 << (top - 1)
            vector ^= 1 << (top - 1)
    return kept
