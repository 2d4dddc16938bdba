"""A watched search as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log2

from ...rules.text.sentences import counted
from ...search.loops.node import Node
from ...search.watching.record import Landscape, WatchedSearch
from ..text.boards import beside
from .data import MOST_WAITING, name_of, state_words

SHADES = " .:-=+*#%@"
"""From nothing to the most."""

MOST_COLUMNS, MOST_ROWS = 60, 24
"""Of a heat map; larger ones put several values into one."""


def heat_map(heat: Mapping[tuple[float, float], int]) -> str:
    """How many nodes were expanded, by g from left to right and h from the bottom up, as shades."""
    finite = {at: count for at, count in heat.items() if max(at) < float("inf")}
    if not finite:
        return ""
    gs, hs = (sorted({at[axis] for at in finite}) for axis in (0, 1))
    by_g, by_h = -(-len(gs) // MOST_COLUMNS), -(-len(hs) // MOST_ROWS)
    columns = {g: place // by_g for place, g in enumerate(gs)}
    rows = {h: place // by_h for place, h in enumerate(hs)}
    cells: dict[tuple[int, int], int] = {}
    for (g, h), count in finite.items():
        at = columns[g], rows[h]
        cells[at] = cells.get(at, 0) + count
    most = max(cells.values())
    label = max(len(f"{h:g}") for h in hs)
    lines = []
    for row in range(rows[hs[-1]], -1, -1):
        lowest = hs[row * by_h]
        shades = (
            _shade(cells.get((column, row), 0), most) for column in range(columns[gs[-1]] + 1)
        )
        lines.append(f"h {lowest:>{label}g} |{''.join(shades).rstrip()}")
    width = columns[gs[-1]] + 1
    lines.append(f"{'':{label + 2}} +{'-' * width}")
    lines.append(f"{'':{label + 3}}g {gs[0]:g} to {gs[-1]:g}; {SHADES[-1]} is {most:,}")
    return "\n".join(lines)


def _shade(count: int, most: int) -> str:
    if not count:
        return SHADES[0]
    steps = len(SHADES) - 2
    return SHADES[1 + round(steps * _log(count) / _log(most))] if most > 1 else SHADES[-1]


def _log(count: int) -> float:
    return log2(count + 1) - 1


def landscape_text(found: Landscape) -> str:
    """What h looks like around the expanded states, in a sentence."""
    return (
        f"of {counted(found.states, 'expanded state')}, {found.downhill:,} have a neighbour of lower h, "
        f"{found.plateau:,} lie on a plateau, {counted(found.minima, 'is a local minimum', 'are local minima')}"
    )


def step_text(watched: WatchedSearch, place: int, width: int) -> str:
    """A step: the node taken up, what it made, what was dropped and why, and what waits next."""
    step = watched.steps[place]
    node = watched.nodes[step.taken]
    return "\n".join(_step_lines(watched, place, node, step.kept, width))


def _step_lines(
    watched: WatchedSearch, place: int, node: Node, kept: bool, width: int
) -> Iterator[str]:
    step = watched.steps[place]
    bound = "" if step.bound is None else f", iteration {step.iteration}: bound {step.bound:g}"
    yield f"step {place + 1:,} of {len(watched.steps) + watched.unrecorded:,}{bound}"
    goal = watched.problem.is_goal(node.state)
    does = "is the goal" if goal else "expands" if kept else "was expanded already"
    values = f"{does}: {_values(node)}, depth {node.depth}, made by {name_of(node.operator)}"
    drawn = state_words(watched, node.state)
    yield beside([drawn, values], "   ") if "\n" in drawn else f"{drawn}   {values}"
    made = watched.made_by(step)
    if made:
        yield "makes    " + _listed(
            [f"{name_of(one.operator)} ({_values(one)})" for one in made], width
        )
    for one in watched.dropped(place):
        yield f"drops    {name_of(one.operator)}: {one.why}"
    waiting = watched.open_before(place + 1, MOST_WAITING + 1)
    if not goal:
        words = [
            f"f {one.f:g} {name_of(one.operator)} #{watched.numbers[id(one)]}" for one in waiting
        ]
        rest = watched.waiting_before(place + 1) - MOST_WAITING
        more = f", and {rest:,} more" if rest > 0 else ""
        yield (
            f"open     {_listed(words[:MOST_WAITING], width)}{more}" if words else "open     empty"
        )


def _values(node: Node) -> str:
    return f"g {node.g:g}, h {node.h:g}, f {node.f:g}"


def _listed(words: Sequence[str], width: int) -> str:
    lines, line = [], ""
    for word in words:
        if line and len(line) + 2 + len(word) > width - 9:
            lines.append(line + ",")
            line = word
        else:
            line = f"{line}, {word}" if line else word
    return ("\n" + " " * 9).join([*lines, line])
