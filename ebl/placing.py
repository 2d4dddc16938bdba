"""Macros at their places on one board, as the arcs that a search tries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..rules.arc import Arc, replace_arc
from ..rules.domain import Domain
from ..rules.geometry import Shape
from ..rules.schema import Schema
from ..rules.term import Var
from ..search.climbing.ordered import OrderedGoal


def table_arcs(
    goal: OrderedGoal, domain: Domain, shape: Shape, schemas: Sequence[Schema]
) -> list[Arc]:
    """The entries of a macro table as arcs of the board, each only for the states that it was made for.

    The explanation of an entry needs its symbol in its place and the cells before it filled; with these conditions
    regressed into ``before``, an entry matches only states in which it fills its cell.
    """
    return [
        arc
        for schema in schemas
        for place in domain.geometry.places(schema.window, shape)
        for arc in _entry(goal, domain, shape, schema, place)
    ]


def _entry(
    goal: OrderedGoal, domain: Domain, shape: Shape, schema: Schema, place: int
) -> Iterator[Arc]:
    """The entry that a schema is at a place, if it is one there."""
    cells = domain.geometry.cells(schema.window, place, shape)
    assert cells is not None
    journeys = {cells[start]: cells[end] for start, end in schema.journeys.items()}
    lowest = min(goal.rank[cells[cell]] for cell in schema.arc.changed)
    target = goal.order[lowest] if lowest < len(goal.order) else -1
    sources = [start for start, end in journeys.items() if end == target]
    if not sources:
        return
    arc = schema.placed(cells, len(goal.goal))
    bound = {arc.before[cell]: goal.goal[cell] for cell in goal.order[:lowest]}
    bound[arc.before[sources[0]]] = goal.goal[target]
    before = tuple(bound.get(t, t) if isinstance(t, Var) else t for t in arc.before)
    constants = [term for term in before if not isinstance(term, Var)]
    if domain.permutes(shape) and len(set(constants)) < len(constants):
        return  # no state has a symbol twice, such as a blank at home and elsewhere
    after = tuple(bound.get(t, t) if isinstance(t, Var) else t for t in arc.after)
    yield replace_arc(arc, before=before, after=after)
