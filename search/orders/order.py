"""The order of subgoals, each of which is to fill a cell of the goal and to leave those before it as they are.

An order is a rule, which tells it for boards of every size, or the cells of one board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.geometry import Shape
from ...rules.term import Pattern, State, Var
from ...rules.text.state_text import goal_cells

Order: TypeAlias = str | tuple[int, ...]
"""The name of a rule in `RULES`, or cells, the one to be filled first first."""

Rule: TypeAlias = Callable[[Domain, Shape, State, frozenset[int]], Sequence[int]]
"""From a domain, a shape, the goal and the cells that it asks about to these cells in order; without the blank's, unless it
is to be brought home as other symbols are."""

GIVEN = "given"
"""The order that the domain gives."""

BLANK_FIRST = "blank-first"
"""The blank is brought home before all other symbols."""


def _given(domain: Domain, shape: Shape, goal: State, asked: frozenset[int]) -> Sequence[int]:
    subgoals = domain.subgoals(shape, goal)
    return _fewest_changes(domain, shape, asked) if subgoals is None else subgoals


def _blank_first(domain: Domain, shape: Shape, goal: State, asked: frozenset[int]) -> Sequence[int]:
    cells = _given(domain, shape, goal, asked)
    if goal.count(domain.blank) != 1:
        return cells
    home = goal.index(domain.blank)
    return (home, *(cell for cell in cells if cell != home))


def _first_to_last(
    domain: Domain, shape: Shape, goal: State, asked: frozenset[int]
) -> Sequence[int]:
    return sorted(cell for cell in asked if domain.blank is None or goal[cell] != domain.blank)


def _last_to_first(
    domain: Domain, shape: Shape, goal: State, asked: frozenset[int]
) -> Sequence[int]:
    return _first_to_last(domain, shape, goal, asked)[::-1]


def _dependencies_first(
    domain: Domain, shape: Shape, goal: State, asked: frozenset[int]
) -> Sequence[int]:
    needs = dependencies(domain, shape)
    order: list[int] = []
    # Of equals the first of the domain's own order; the blank's cell has no turn.
    left = [cell for cell in _given(domain, shape, goal, asked) if cell in asked]
    while left:
        missing = [len(needs[cell].difference(order)) for cell in left]
        order.append(left.pop(missing.index(min(missing))))
    return order


RULES: Mapping[str, Rule] = {
    GIVEN: _given,
    BLANK_FIRST: _blank_first,
    "first-to-last": _first_to_last,
    "last-to-first": _last_to_first,
    "dependencies-first": _dependencies_first,
}
"""``given`` is the domain's own order, or what follows from its moves where it has none: the next cell is the one in the
fewest sets of cells that a move changes together, moves that change the cells before it left out; of equals the last.
``blank-first`` is the same with the blank as a symbol like others, the first to be brought to its cell, as macro tables
have it. ``dependencies-first`` takes the cell that depends on the fewest cells not yet filled: moves that change it ask about
them, or moves that change those do."""


def in_words(domain: Domain, order: Order) -> str:
    """An order for people, such as "smallest disk first"."""
    if not isinstance(order, str):
        return "cells " + ", ".join(str(cell + 1) for cell in order)
    first, last = domain.ends
    known = {
        GIVEN: "the domain's own order",
        "first-to-last": f"{first} first",
        "last-to-first": f"{last} first",
    }
    return known.get(order, order.replace("-", " "))


def listed(order: Order) -> str | list[int]:
    """An order as files and JSON have it: cells are numbered from 1."""
    return order if isinstance(order, str) else [cell + 1 for cell in order]


def order_of(domain: Domain, shape: Shape, wanted: Pattern, order: Order) -> tuple[int, ...]:
    """The cells of a goal in order; without the blank's, unless the order brings it home as other symbols.

    Parameters
    ----------
    domain, shape
        The board.
    wanted
        The goal, a variable in each cell that it leaves open.
    order
        A rule, or cells.

    Raises
    ------
    InputError
        No such rule; cells that are not those of the goal, each once.
    """
    asked = frozenset(cell for cell, term in enumerate(wanted) if not isinstance(term, Var))
    goal = tuple(goal_cells(wanted))
    if isinstance(order, str):
        rule = RULES.get(order)
        if rule is None:
            raise InputError(
                "no such order of subgoals", expected=" or ".join(RULES), found=repr(order)
            )
        return tuple(rule(domain, shape, goal, asked))
    without = asked - {goal.index(domain.blank)} if goal.count(domain.blank) == 1 else asked
    if len(set(order)) < len(order) or set(order) not in (asked, without):
        raise InputError(
            f"this order of subgoals is not for {domain.spell(shape)} and its goal",
            expected=f"each of the {len(asked)} cells that the goal asks about",
            found=" ".join(str(cell + 1) for cell in order),
        )
    return order


@lru_cache(maxsize=64)
def dependencies(domain: Domain, shape: Shape) -> tuple[frozenset[int], ...]:
    """For every cell the cells that matter for what it can become: itself, and those its moves ask about, and so on."""
    needs: list[set[int]] = [{cell} for cell in range(shape[0] * shape[1])]
    for schema in domain.schemas(shape):
        constants, equal = schema.arc.conditions
        looked_at = {cell for cell, _ in constants}.union(*equal, schema.journeys)
        for place in domain.geometry.places(schema.window, shape):
            cells = domain.geometry.cells(schema.window, place, shape)
            assert cells is not None
            for cell in schema.arc.changed:
                needs[cells[cell]].update(cells[one] for one in looked_at)
    growing = True
    while growing:
        growing = False
        for known in needs:
            more = known.union(*(needs[cell] for cell in known))
            growing = growing or len(more) > len(known)
            known |= more
    return tuple(frozenset(known) for known in needs)


@lru_cache(maxsize=64)
def _fewest_changes(domain: Domain, shape: Shape, asked: frozenset[int]) -> tuple[int, ...]:
    size = shape[0] * shape[1]
    changes: set[frozenset[int]] = set()
    for schema in domain.schemas(shape):
        for place in domain.geometry.places(schema.window, shape):
            cells = domain.geometry.cells(schema.window, place, shape)
            assert cells is not None
            changes.add(frozenset(cells[cell] for cell in schema.arc.changed))
    order: list[int] = []
    left = set(asked)
    while left:
        usable = [change for change in changes if change.isdisjoint(order)] or changes
        counts = {cell: sum(cell in change for change in usable) for cell in left}
        cell = min(left, key=lambda cell: (counts[cell] or size * size, -cell))
        order.append(cell)
        left.remove(cell)
    return tuple(order)
