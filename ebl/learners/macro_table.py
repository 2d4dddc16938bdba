"""Korf's macro table (Artificial Intelligence 26, 1985): a macro for every cell of the order and every place of its symbol.

The entry (k, p) brings the symbol of the kth cell from p to that cell and leaves the cells before it as they were,
whatever it does to the others. With every entry that some state needs, climbing cannot get stuck: the table is complete by
construction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ...rules.arc import Arc, replace_arc
from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.geometry import Shape
from ...rules.schema import Schema
from ...rules.term import Var
from ...search.climbing.climber import Climber
from ...search.climbing.completeness import example, positional, situations
from ...search.climbing.ordered import OrderedGoal
from ...search.climbing.subgoal import reach_subgoal
from ...search.limits import Limits
from ..schema_library import SchemaLibrary
from ..schematize import schematize
from .practice import Exercise, Practice, Practise

EFFORT = Limits(nodes=2_000_000)
"""What the search for one entry may take."""


def fill(library: SchemaLibrary, exercise: Exercise) -> Practice:
    """Search for the shortest macro of one entry."""
    climber = _climber(library.family, exercise.shape)
    result, steps = reach_subgoal(climber.placements, exercise.start, exercise.limits)
    schemas, admissions = [], []
    if result.solved:
        name, shape = library.next_name(), exercise.shape
        schemas.append(
            schematize(library.family, shape, exercise.start, steps, name, exercise.origin)
        )
        admissions.append(library.add(schemas[0]))
    return Practice(
        exercise.number,
        exercise.shape,
        exercise.start,
        result.solved,
        result.moves,
        result.statistics.operator_applications,
        tuple(admissions),
        tuple(schemas),
        result.limit,
    )


def learn_macro_table(
    library: SchemaLibrary, shape: Shape, *, effort: Limits = EFFORT, practise: Practise = fill
) -> Iterator[Practice]:
    """Fill the table of one board, entry by entry, each with a shortest macro.

    Parameters
    ----------
    library
        An empty one made with ``blank_first=True``.
    shape
        The board; macros of a table are learned for one size.
    effort
        Limits on the search for each entry.
    practise
        Who searches: this process, or another that does the same.

    Raises
    ------
    InputError
        A family whose moves ask for more than the blank, or whose symbols repeat.

    Yields
    ------
    One record per entry; its ``start`` is a state that needs the entry.
    """
    family = library.family
    check_table(family, shape)
    climber = _climber(family, shape)
    order = climber.goal.order
    for number, (filled, focus, blank) in enumerate(situations(climber), start=1):
        state = example(climber, filled, focus, blank)
        if state is not None:
            origin = f"{family.spell(shape)}, cell {order[filled] + 1} from cell {focus + 1}"
            yield practise(library, Exercise(number, shape, state, origin, effort))


def check_table(family: Domain, shape: Shape) -> None:
    """Refuse a board that has no macro table.

    Raises
    ------
    InputError
        A family whose moves ask for more than the blank, or whose symbols repeat.
    """
    if not positional(_climber(family, shape)):
        raise InputError(
            f"{family.spell(shape)} has no macro table",
            expected="symbols that occur once each, and moves that ask for nothing but the blank",
            remedy="--learner escapes",
        )


@lru_cache(maxsize=4)
def _climber(family: Domain, shape: Shape) -> Climber:
    return Climber(family, shape, blank_first=True)


def table_arcs(
    goal: OrderedGoal, family: Domain, shape: Shape, schemas: Sequence[Schema]
) -> list[Arc]:
    """The entries of a macro table as arcs of the board, each only for the states that it was made for.

    The explanation of an entry needs its symbol in its place and the cells before it filled; with these conditions
    regressed into ``before``, an entry matches only states in which it fills its cell.
    """
    arcs = []
    for schema in schemas:
        for place in family.geometry.places(schema.window, shape):
            cells = family.geometry.cells(schema.window, place, shape)
            assert cells is not None
            journeys = {cells[start]: cells[end] for start, end in schema.journeys.items()}
            lowest = min(goal.rank[cells[cell]] for cell in schema.arc.changed)
            target = goal.order[lowest] if lowest < len(goal.order) else -1
            sources = [start for start, end in journeys.items() if end == target]
            if not sources:
                continue
            arc = schema.placed(cells, len(goal.goal))
            bound = {arc.before[cell]: goal.goal[cell] for cell in goal.order[:lowest]}
            bound[arc.before[sources[0]]] = goal.goal[target]
            before = tuple(bound.get(t, t) if isinstance(t, Var) else t for t in arc.before)
            constants = [term for term in before if not isinstance(term, Var)]
            if family.permutation and len(set(constants)) < len(constants):
                continue  # no state has a symbol twice, such as a blank at home and elsewhere
            after = tuple(bound.get(t, t) if isinstance(t, Var) else t for t in arc.after)
            arcs.append(replace_arc(arc, before=before, after=after))
    return arcs
