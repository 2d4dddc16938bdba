"""Dead ends in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TypeAlias

from ..term import Symbol
from ..text.sentences import counted, listed
from .dead_ends import DeadEnd, DeadEnds, Way

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
    ways = found.ways(dead_end)
    all_of = "both" if len(cells) == 2 else f"all {len(cells)}"
    where = f"{symbol} in {listed([place(cell) for cell in cells])}"
    if not found.reached(dead_end):
        keep = "keep each other there" if any(way.asks for way in ways) else "cannot be moved"
        said = f"{where} {keep}, and not {all_of} are where the goal has one"
    else:
        said = f"{where} cannot {all_of} be brought to the goal"
    named = [
        _out_of(source, list(group), symbol, place)
        for source, group in groupby(ways, key=lambda way: way.source)
    ]
    return f"{said}: {'; '.join(named)}" if named else said


def _why_one(found: DeadEnds, dead_end: DeadEnd, place: Naming) -> str:
    symbol, cell = dead_end.symbol, dead_end.cells[0]
    others = [place(other) for (other,) in found.reached(dead_end)]
    if not others:
        return f"no arc moves {symbol} out of {place(cell)}, and the goal has it elsewhere"
    to = listed(others) if len(others) <= LISTED else counted(len(others), "other cell")
    return f"from {place(cell)} arcs bring {symbol} only to {to}, where the goal has none"


def _out_of(source: int, ways: Sequence[Way], symbol: Symbol, place: Naming) -> str:
    """Why the ways of one copy lead nowhere: those that ask too much of one cell together, then the others."""
    said = []
    asking = sorted(
        (way for way in ways if way.asks), key=lambda way: way.asks[0] if way.asks else 0
    )
    for cell, group in groupby(asking, key=lambda way: way.asks[0] if way.asks else 0):
        needs = [
            f"{way.arc} asks for {'another symbol' if way.asks[1] is None else way.asks[1]}"
            for way in group
            if way.asks
        ]
        said.append(f"{listed(needs)} in {place(cell)}, which holds {symbol}")
    said += [
        f"{way.arc} leads to {place(way.target)}, {_leads(way, symbol, place)}"
        for way in ways
        if not way.asks
    ]
    return f"out of {place(source)} {', '.join(said)}"


def _leads(way: Way, symbol: Symbol, place: Naming) -> str:
    if way.leads == (way.target,):
        return "a dead end"
    return f"and {symbol} in {listed([place(cell) for cell in way.leads])} is a dead end"
