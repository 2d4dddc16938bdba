"""Korf's macro table (Artificial Intelligence 26, 1985): a macro for every cell of the order and every place of its symbol.

The entry (k, p) brings the symbol of the kth cell from p to that cell and leaves the cells before it as they were,
whatever it does to the others. With every entry that some state needs, climbing cannot get stuck: the table is complete by
construction.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.geometry import Shape
from ...search.climbing.climber import Climber
from ...search.climbing.completeness import example, positional, situations
from ...search.climbing.subgoal import reach_subgoal
from ...search.limits import Limits
from ..library import MacroLibrary
from .learner import Course, Learner
from .practice import Exercise, Learn, Outcome, Practice, Practise, study

EFFORT = Limits(nodes=2_000_000)
"""What the search for one entry may take."""


def fill(library: MacroLibrary, exercise: Exercise, learn: Learn) -> Outcome:
    """Search for the shortest macro of one entry."""
    climber = _climber(library.family, exercise.shape)
    result, steps = reach_subgoal(climber.placements, exercise.start, exercise.limits)
    if result.solved:
        learn(exercise.start, steps)
    applications = result.statistics.operator_applications
    return Outcome(result.solved, result.moves, applications, result.limit)


HERE: Practise = partial(study, fill)
"""Searches in this process."""


def learn_macro_table(
    library: MacroLibrary,
    shape: Shape,
    *,
    effort: Limits = EFFORT,
    practise: Practise = HERE,
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
        A domain whose moves ask for more than the blank, or whose symbols repeat.

    Yields
    ------
    One record per entry; its ``start`` is a state that needs the entry.
    """
    domain = library.family
    check_table(domain, shape)
    climber = _climber(domain, shape)
    order = climber.goal.order
    for number, (filled, focus, blank) in enumerate(situations(climber), start=1):
        state = example(climber, filled, focus, blank)
        if state is not None:
            origin = f"{domain.spell(shape)}, cell {order[filled] + 1} from cell {focus + 1}"
            yield practise(library, Exercise(number, shape, state, origin, effort))


def check_table(domain: Domain, shape: Shape) -> None:
    """Refuse a board that has no macro table.

    Raises
    ------
    InputError
        A domain whose moves ask for more than the blank, or whose symbols repeat.
    """
    if not positional(_climber(domain, shape)):
        raise InputError(
            f"{domain.spell(shape)} has no macro table",
            expected="symbols that occur once each, and moves that ask for nothing but the blank",
            remedy="--learner escapes",
        )


@lru_cache(maxsize=4)
def _climber(domain: Domain, shape: Shape) -> Climber:
    return Climber(domain, shape, blank_first=True)


def every_entry(library: MacroLibrary, course: Course, practise: Practise) -> Iterator[Practice]:
    """Every entry of the table."""
    effort = course.effort(EFFORT)
    yield from learn_macro_table(library, course.shape, effort=effort, practise=practise)


MACRO_TABLE = Learner(
    "Korf's table: every cell from every place", every_entry, fill, blank_first=True
)
