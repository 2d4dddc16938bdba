"""Macro files of both kinds, made ready for a board: libraries of one board's macros, and of schemas for every size."""

from __future__ import annotations

from ..ebl.files.library_file import load_library
from ..ebl.files.schema_file import holds_schemas, load_schemas
from ..ebl.learners.macro_table import table_arcs
from ..ebl.schema_library import SchemaLibrary
from ..rules.arc import Arc
from ..rules.domain import Domain as Family
from ..rules.errors import InputError, Place
from ..rules.geometry import Shape
from ..rules.term import Pattern, State, Var
from ..rules.theory import Theory
from ..search.climbing.ordered import ordered_goal
from .domain import Domain

MOST_ARCS = 50_000
"""Placed macros of a search that spells all of them out."""


def load_macros(path: str, domain: Domain, goal: Pattern | None = None) -> tuple[Arc, ...]:
    """The macros of a file as arcs of the domain's board.

    Schemas are placed wherever they fit; those of a macro table get the conditions of their entries.

    Parameters
    ----------
    path
        A file that ``arcwise learn`` wrote.
    domain
        The board.
    goal
        For macro tables; the domain's own if None.

    Raises
    ------
    InputError
        A bad file, one for another domain or board, or schemas with too many placements.
    """
    if not holds_schemas(path):
        return tuple(load_library(path, domain.arcs_only("--macros")))
    if domain.family is None:
        raise InputError(
            "schemas are for built-in domains",
            place=Place(path),
            expected=f"macros for {domain.theory.name}",
            found="schemas",
        )
    library, _ = load_schemas(path, domain.family)
    return placed_arcs(library, domain, goal)


def placed_arcs(library: SchemaLibrary, domain: Domain, goal: Pattern | None) -> tuple[Arc, ...]:
    """Every schema at every place of the domain's board."""
    family, shape = library.family, domain.theory.shape
    fitting = [schema for schema in library if family.holds(schema, shape)]
    geometry = family.geometry
    count = sum(len(list(geometry.places(schema.window, shape))) for schema in fitting)
    if count > MOST_ARCS:
        raise InputError(
            f"{len(fitting)} schemas have too many placements on {domain.theory.name}",
            expected=f"{MOST_ARCS:,} at most",
            found=f"{count:,}",
            remedy="--algorithm climb, which places them on demand",
        )
    if library.blank_first:
        wanted = _state(goal)
        ordered = ordered_goal(family, shape, wanted, blank_first=True)
        return tuple(table_arcs(ordered, family, shape, fitting))
    arcs = []
    for schema in fitting:
        for place in geometry.places(schema.window, shape):
            cells = geometry.cells(schema.window, place, shape)
            assert cells is not None
            arcs.append(schema.placed(cells, domain.theory.size))
    return tuple(arcs)


def _state(goal: Pattern | None) -> State | None:
    if goal is None:
        return None
    cells = tuple(term for term in goal if not isinstance(term, Var))
    if len(cells) != len(goal):
        raise InputError("a macro table needs a goal that is a single state")
    return cells


def window_theory(family: Family, window: Shape) -> Theory:
    """A board of a window's size without any arcs, for drawing."""
    return Theory(f"a window of {window[0]}x{window[1]} cells", (), window, family.blank)
