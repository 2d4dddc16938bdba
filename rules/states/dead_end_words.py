"""Dead ends in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TypeAlias

from ..term import Symbol
from ..text.sentences import counted, listed
from .dead_ends import Attempt, DeadEnd, DeadEnds

Naming: TypeAlias = Callable[[int], str]
"""What people call a cell, such as ``cell 3``."""

LISTED = 4
"""Cells that are named one by one in a sentence."""


def why_dead(found: DeadEnds, dead_end: DeadEnd, place: Naming) -> str:
    """Why no arcs lead from a dead end to the goal, in one sentence without its full stop.

    Parameters
    ----------
    found
        The dead ends of its symbol.
    place
        Names cells.
    """
    symbol, cells = dead_end.symbol, dead_end.cells
    if not cells:
        return f"fewer than {len(found.homes)} {symbol} are left, which the goal needs, and no arc makes one"
    if len(cells) == 1:
        return _why_one(found, dead_end, place)
    attempts = found.attempts(dead_end)
    all_of = "both" if len(cells) == 2 else f"all {len(cells)}"
    where = f"{symbol} in {listed([place(cell) for cell in cells])}"
    if not found.reached(dead_end):
        keep = (
            "keep each other there"
            if any(attempt.asks for attempt in attempts)
            else "cannot be moved"
        )
        said = f"{where} {keep}, and not {all_of} are where the goal has one"
    else:
        said = f"{where} cannot {all_of} be brought to the goal"
    named = [
        _out_of(source, list(group), symbol, place)
        for source, group in groupby(attempts, key=lambda attempt: attempt.source)
    ]
    return f"{said}: {'; '.join(named)}" if named else said


def _why_one(found: DeadEnds, dead_end: DeadEnd, place: Naming) -> str:
    symbol, cell = dead_end.symbol, dead_end.cells[0]
    others = [place(other) for (other,) in found.reached(dead_end)]
    if not others:
        return f"no arc moves {symbol} out of {place(cell)}, and the goal has it elsewhere"
    to = listed(others) if len(others) <= LISTED else counted(len(others), "other cell")
    return f"from {place(cell)} arcs bring {symbol} only to {to}, where the goal has none"


def _out_of(source: int, attempts: Sequence[Attempt], symbol: Symbol, place: Naming) -> str:
    """Why the attempts of one copy lead nowhere: those that ask too much of one cell together, then the others."""
    said = []
    asking = sorted(
        (attempt for attempt in attempts if attempt.asks),
        key=lambda attempt: attempt.asks[0] if attempt.asks else 0,
    )
    for cell, group in groupby(asking, key=lambda attempt: attempt.asks[0] if attempt.asks else 0):
        needs = [
            f"{attempt.arc} asks for {'another symbol' if attempt.asks[1] is None else attempt.asks[1]}"
            for attempt in group
            if attempt.asks
        ]
        said.append(f"{listed(needs)} in {place(cell)}, which holds {symbol}")
    said += [
        f"{attempt.arc} leads to {place(attempt.target)}, {_leads(attempt, symbol, place)}"
        for attempt in attempts
        if not attempt.asks
    ]
    return f"out of {place(source)} {', '.join(said)}"


def _leads(attempt: Attempt, symbol: Symbol, place: Naming) -> str:
    if attempt.leads == (attempt.target,):
        return "a dead end"
    return f"and {symbol} in {listed([place(cell) for cell in attempt.leads])} is a dead end"
