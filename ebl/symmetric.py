"""Symmetric macros: what a macro becomes under the symmetries of its domain's geometry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..rules.checked import checked
from ..rules.domain import Domain
from ..rules.geometry import Symmetry
from ..rules.schema import Schema
from ..rules.term import State, instance
from .explanation import explain
from .generalize import macro_of
from .macro import Image, Macro


@checked
def image(domain: Domain, macro: Macro, symmetry: Symmetry, name: str) -> Macro | None:
    """Image of a macro on windows under a symmetry.

    It is composed of the images of its steps, and what it asks for and does is found from these by regression, so that
    it holds for the same reason as any other macro.

    Parameters
    ----------
    domain, macro
        The macro, and of what.
    symmetry
        One of the geometry's.
    name
        What to call it.

    Returns
    -------
    None where some step becomes no move of the domain, or the macro becomes itself.
    """
    schema = macro.schema
    moves = domain.image(schema, symmetry)
    if not moves:
        return None
    window = symmetry.shape(schema.window)
    size = window[0] * window[1]
    arcs = []
    for move, place in moves:
        cells = domain.geometry.cells(move.window, place, window)
        assert cells is not None
        arcs.append(move.on_board(cells, size))
    known = macro.explanation
    example: State = instance(schema.arc.before) if known is None else known.start
    start = symmetry.moved(example, schema.window)
    explanation = explain(start, arcs, domain.window(window))
    found = macro_of(explanation, name, macro.origin, window, moves)
    if found.canonical == macro.canonical:
        return None
    return replace(
        found,
        explanation=None if known is None else found.explanation,
        image=Image(macro.name, symmetry),
    )


def images(domain: Domain, macro: Macro) -> Iterator[Macro]:
    """All that a macro becomes under the symmetries of its domain's geometry, each once, all of its own name.

    A macro that asks for symbols by name has none: its image would ask for the same symbols in cells in which the goal wants
    others.
    """
    if not isinstance(macro.operator, Schema):
        return
    constants, _ = macro.operator.arc.conditions
    if any(symbol != domain.blank for _, symbol in constants):
        return
    known = {macro.canonical}
    for symmetry in domain.geometry.symmetries:
        found = image(domain, macro, symmetry, macro.name)
        if found is not None and found.canonical not in known:
            known.add(found.canonical)
            yield found
