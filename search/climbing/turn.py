"""The next step of a climb in a state, or the reason that rules out each step."""

from __future__ import annotations

from dataclasses import dataclass

from ...rules.schema import Schema
from ...rules.term import State, Symbol
from .climber import Climber
from .ordered import Placed


@dataclass(frozen=True)
class Obstacle:
    """A step that would lead to a better state, and the reasons why it cannot be made.

    Parameters
    ----------
    schema, place
        The step.
    disturbs
        Filled cells that it would change.
    unmet
        Cells that do not hold the symbol that the step requires, each with that symbol.
    """

    schema: Schema
    place: int
    disturbs: tuple[int, ...]
    unmet: tuple[tuple[int, Symbol], ...]


@dataclass(frozen=True)
class Turn:
    """The cell whose turn it is in a state.

    Parameters
    ----------
    cell, filled
        The cell, and those before it in the order, which are right.
    left
        Number of unfilled cells of the order, this one included.
    wanted, holds
        The symbol that the cell must hold, and the one that it holds.
    focus
        Where the symbol is that belongs there; None where symbols repeat.
    step
        The step that climbing makes; None in a dead end.
    missing
        Place from which a missing entry of a macro table would bring the cell's symbol; else None.
    looked_at
        Number of placed moves and macros that could concern the cell.
    obstacles
        Steps that would lead to a better state, but cannot be made.
    """

    cell: int
    filled: tuple[int, ...]
    left: int
    wanted: Symbol
    holds: Symbol
    focus: int | None
    step: tuple[Schema, int] | None
    missing: int | None
    looked_at: int
    obstacles: tuple[Obstacle, ...]


def turn(climber: Climber, state: State) -> Turn | None:
    """The cell that is to be filled next in a state, and the steps of climbing for it; None at the goal.

    Parameters
    ----------
    climber
        The climber.
    state
        A state of its board.
    """
    goal = climber.goal
    placed = goal.placed(state)
    if placed == len(goal.order):
        return None
    cell = goal.order[placed]
    wanted = goal.goal[cell]
    found = climber.step(state)
    focus = state.index(wanted) if goal.permutation else None
    blank = climber.placements.blank_of(state)
    near = climber.placements.near(blank, cell if focus is None else focus)
    useful = (
        [one for one in near if one.written(state, cell) == wanted]
        if focus is None
        else [one for _, one in climber.progressing(blank, focus, cell)]
    )
    obstacles = (_obstacle(climber, one, state, placed) for one in useful)
    return Turn(
        cell,
        goal.order[:placed],
        len(goal.order) - placed,
        wanted,
        state[cell],
        focus,
        None if found is None else (climber.schemas[found.number], found.place),
        _missing(climber, state, placed),
        len(near),
        tuple(one for one in obstacles if one.disturbs or one.unmet),
    )


def _missing(climber: Climber, state: State, placed: int) -> int | None:
    table = climber.table
    if table is None:
        return None
    place = table.moves.arrangement(state)[climber.goal.order[placed]]
    return None if (placed, place) in table.by_place else place


def _obstacle(climber: Climber, one: Placed, state: State, placed: int) -> Obstacle:
    rank = climber.goal.rank
    return Obstacle(
        climber.schemas[one.number],
        one.place,
        tuple(cell for cell, _, _ in one.writes if rank[cell] < placed),
        (
            *((cell, symbol) for cell, symbol in one.tests if state[cell] != symbol),
            *((other, state[first]) for first, other in one.equal if state[first] != state[other]),
        ),
    )
