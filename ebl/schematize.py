"""From a path on a board to a schema on the smallest window that its steps touch."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules.arc import Arc
from ..rules.domain import Domain
from ..rules.geometry import Shape
from ..rules.schema import Schema
from ..rules.term import State
from .explanation import explain
from .generalize import generalize


def schematize(
    family: Domain,
    shape: Shape,
    state: State,
    steps: Sequence[tuple[Schema, int]],
    name: str,
    origin: str = "",
) -> Schema:
    """Explain a path and generalize it to a schema.

    Parameters
    ----------
    family, shape
        The board.
    state
        Where the path begins.
    steps
        Primitive schemas at their places; one or more.
    name, origin
        What to call the macro, and where it was learned.

    Returns
    -------
    A schema whose arc is a macro over the window's cells, with the part of the path that the window shows as its
    explanation.
    """
    geometry = family.geometry
    covered = [geometry.cells(schema.window, place, shape) or () for schema, place in steps]
    window, corner = geometry.window((cell for cells in covered for cell in cells), shape)
    outer = geometry.cells(window, corner, shape) or ()
    inner = {cell: number for number, cell in enumerate(outer)}
    arcs: list[Arc] = [
        schema.placed(tuple(inner[cell] for cell in cells), len(outer))
        for (schema, _), cells in zip(steps, covered, strict=True)
    ]
    explanation = explain(tuple(state[cell] for cell in outer), arcs)
    own = {move.canonical: move for move in family.schemas(shape)}
    moves = tuple((own.get(schema.canonical, schema), inner[place]) for schema, place in steps)
    return Schema(generalize(explanation, name, origin), window, moves)
