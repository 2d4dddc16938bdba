"""Generalization: from one explained path to the macro-operator that holds wherever the same steps can be made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

from ..rules.arc import WIDE, Arc
from ..rules.checked import checked
from ..rules.cost import total_cost
from ..rules.domain import Domain
from ..rules.errors import ArcwiseError, InputError
from ..rules.geometry import Shape
from ..rules.schema import Schema, schema_of
from ..rules.term import State
from ..rules.text.words import counted
from .explanation import Explanation, explain
from .macro import Macro
from .regression import composed

PlacedSchemas: TypeAlias = tuple[tuple[Schema, int], ...]
"""Primitive schemas, each with its place in a window."""


@checked
def compose(first: Arc, second: Arc) -> Arc | None:
    """The most general arc that does ``first`` and then ``second``, or None where they can never follow."""
    try:
        before, after = composed((first, second))
    except ArcwiseError:
        return None
    return Arc(
        name=f"{first.name}+{second.name}",
        before=before,
        after=after,
        cost=total_cost([arc.cost for arc in (*first.primitives, *second.primitives)]),
        steps=(*first.primitives, *second.primitives),
    )


@checked
def generalize(explanation: Explanation, name: str, origin: str = "") -> Macro:
    """The macro-operator that an explanation justifies, on the whole board.

    Parameters
    ----------
    explanation
        A path of one step or more.
    name
        Name of the macro.
    origin
        Where the training problem stands.

    Raises
    ------
    ArcwiseError
        An explanation without steps.
    """
    theory = explanation.theory
    shape = theory.shape if theory is not None else (1, len(explanation.start))
    moves = tuple((Schema(arc, shape), 0) for arc in explanation.arcs)
    return macro_of(explanation, shape, moves, name, origin)


@checked
def schematize(
    domain: Domain,
    shape: Shape,
    state: State,
    steps: Sequence[tuple[Schema, int]],
    name: str,
    origin: str = "",
) -> Macro:
    """The macro-operator that a path justifies, on the smallest window that its steps touch.

    Parameters
    ----------
    domain, shape
        What its steps are moves of, and the board; of one board the only window is the board.
    state
        Where the path begins.
    steps
        Primitive schemas at their places; one or more.
    name, origin
        Name of the macro, and where it was learned.

    Returns
    -------
    A macro whose explanation is the part of the path that the window shows.
    """
    return macro_of(*explain_on_window(domain, shape, state, steps), name, origin)


def explain_on_window(
    domain: Domain, shape: Shape, state: State, steps: Sequence[tuple[Schema, int]]
) -> tuple[Explanation, Shape, PlacedSchemas]:
    """Explain a path on the smallest window that its steps touch; arguments as for `schematize`.

    Returns
    -------
    The explanation, the window, and its steps there, as `macro_of` takes them.
    """
    geometry = domain.geometry
    if not steps or len(state) != shape[0] * shape[1]:
        raise InputError(
            "nothing to generalize",
            expected=f"one step or more on a board of {shape[0]}x{shape[1]} cells",
            found=f"{counted(len(steps), 'step')} on {counted(len(state), 'cell')}",
        )
    covered = [geometry.cells(schema.window, place, shape) or () for schema, place in steps]
    window, corner = geometry.window((cell for cells in covered for cell in cells), shape)
    outer = geometry.cells(window, corner, shape) or ()
    inner = {cell: number for number, cell in enumerate(outer)}
    moves = tuple(
        (domain.own_move(schema, shape) or schema, inner[place]) for schema, place in steps
    )
    on_window = _on_window if len(outer) <= WIDE else Schema.on_board
    arcs = [
        on_window(move, tuple([inner[cell] for cell in cells]), len(outer))
        for (move, _), cells in zip(moves, covered, strict=True)
    ]
    start = tuple(state[cell] for cell in outer)
    return explain(start, arcs, domain.window(window)), window, moves


@lru_cache(maxsize=1024)  # paths make the same few moves again and again
def _on_window(move: Schema, cells: tuple[int, ...], size: int) -> Arc:
    return move.on_board(cells, size)


def placed_steps(domain: Domain, shape: Shape, arcs: Iterable[Arc]) -> list[tuple[Schema, int]]:
    """The arcs of a board as schemas at their places; where the only window is the board, on the whole of it."""
    return [schema_of(arc, shape, domain.geometry) for arc in arcs]


def macro_of(
    explanation: Explanation, window: Shape, moves: PlacedSchemas, name: str, origin: str
) -> Macro:
    """The macro-operator of an explanation over the cells of a window.

    Parameters
    ----------
    explanation, name, origin
        As for `generalize`.
    window
        Rows and columns.
    moves
        The explanation's steps as primitive schemas at their places in the window.

    Raises
    ------
    ArcwiseError
        An explanation without steps.
    """
    if not explanation.steps:
        raise ArcwiseError("nothing to generalize: start and goal are the same state")
    arcs = explanation.arcs
    before, after = composed(arcs)
    rule = Arc(name, before, after, total_cost([arc.cost for arc in arcs]), arcs)
    return Macro(Schema(rule, window, moves), explanation, origin)
