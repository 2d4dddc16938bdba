"""The next step of a climb in a state, or why there is none, in words."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.term import State
from ...rules.text.sentences import counted
from ...search.climbing.climber import Climber
from ...search.climbing.stuck import Obstacle, Turn, turn
from .cells import cells_listed

NAMED = 3
"""Obstacles that are named one by one."""


def turn_words(climber: Climber, state: State) -> str:
    """Whose turn it is, and which step is made or why none can be: some sentences."""
    found = turn(climber, state)
    if found is None:
        return "All cells of the goal are right."
    said = [_subgoal(found), _step(climber, found, state)]
    return " ".join(sentence for sentence in said if sentence)


def _subgoal(found: Turn) -> str:
    number, cell = len(found.filled) + 1, found.cell + 1
    before = f", {_cells(found.filled)} being right" if found.filled else ""
    where = "" if found.focus is None else f", which is in cell {found.focus + 1}"
    return (
        f"Subgoal {number} of {number + found.left - 1} is next{before}: cell {cell} holds {found.holds} and is to hold "
        f"{found.wanted}{where}."
    )


def _step(climber: Climber, found: Turn, state: State) -> str:
    if found.step is not None:
        schema, place = found.step
        what = (
            f"macro {schema.name} ({' '.join(schema.step_names)})" if schema.moves else schema.name
        )
        windowed = schema.window != climber.placements.shape
        return f"Climbing goes on with {what}{f' at cell {place + 1}' if windowed else ''}."
    does = f"fill cell {found.cell + 1}"
    if found.focus is not None:
        does = f"bring {found.wanted} nearer to it"
        if climber.goal.blank is not None:
            does += ", or the blank nearer to that"
    lie = f"Of {counted(found.looked_at, 'move or macro', 'moves and macros')} that could have to do with it"
    entry = (
        ""
        if found.missing is None
        else f" The entry of cell {found.cell + 1} from cell {found.missing + 1} is missing: nothing brings that symbol home and leaves alone what is filled."
    )
    if not found.obstacles:
        return f"{lie} none would {does}.{entry}"
    windowed = any(one.schema.window != climber.placements.shape for one in found.obstacles)
    sentences = [
        _obstacle(one, state, windowed) for one in sorted(found.obstacles, key=_weight)[:NAMED]
    ]
    more = len(found.obstacles) - len(sentences)
    if more:
        sentences.append(f"the other {more} are no better")
    return f"{lie} {len(found.obstacles)} would {does}, but none can be used: {'; '.join(sentences)}.{entry}"


def _weight(one: Obstacle) -> int:
    return len(one.disturbs) + len(one.unmet)


def _obstacle(one: Obstacle, state: State, windowed: bool) -> str:
    why = []
    if one.disturbs:
        filled = "is filled" if len(one.disturbs) == 1 else "are filled"
        why.append(f"changes {_cells(one.disturbs)}, which {filled}")
    if one.unmet:
        cell, symbol = one.unmet[0]
        why.append(f"asks for {symbol} in cell {cell + 1}, where {state[cell]} is")
    where = f" at cell {one.place + 1}" if windowed else ""
    return f"{one.schema.name}{where} {' and '.join(why)}"


def _cells(cells: Sequence[int]) -> str:
    return f"cell{'s' if len(cells) > 1 else ''} {cells_listed(cells)}"
