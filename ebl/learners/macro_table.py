"""Korf's macro table (Artificial Intelligence 26, 1985): a macro for every cell of the order and every place of its symbol.

The entry (k, p) brings the symbol of the kth cell from p to that cell and leaves the cells before it as they were,
whatever it does to the others. With every entry that some state needs, climbing cannot get stuck: the table is complete by
construction.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.geometry import Shape
from ...search.climbing.climber import Climber
from ...search.climbing.completeness import example, positional, situations
from ...search.climbing.subgoal import reach_subgoal
from ...search.limits import Limits
from ...search.orders.order import BLANK_FIRST
from ..learner import Course, Learner, Outcome, Records, Take, TrainingPath, TrainingProblem
from ..library import MacroLibrary

EFFORT = Limits(nodes=2_000_000)
"""What the search for one entry may take."""


def fill(library: MacroLibrary, problem: TrainingProblem, take: Take) -> Outcome:
    """Search for the shortest macro of one entry."""
    climber = _climber(library.domain, problem.shape)
    result, steps = reach_subgoal(climber.placements, problem.start, problem.limits)
    if result.solved:
        take(TrainingPath(problem.start, steps))
    return Outcome.of(result)


def every_entry(
    library: MacroLibrary, course: Course, records: Records
) -> Iterator[TrainingProblem]:
    """For every entry of the table of one board a state that needs it.

    Raises
    ------
    InputError
        A domain whose moves ask for more than the blank, or whose symbols repeat.
    """
    domain, shape = library.domain, course.shape
    check_table(domain, shape)
    climber = _climber(domain, shape)
    order = climber.goal.order
    for filled, focus, blank in situations(climber):
        state = example(climber, filled, focus, blank)
        if state is not None:
            origin = f"{domain.spell(shape)}, cell {order[filled] + 1} from cell {focus + 1}"
            goal = domain.goal(shape)
            yield TrainingProblem(shape, state, goal, origin, course.effort(EFFORT))


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
    return Climber(domain, shape, order=BLANK_FIRST)


MACRO_TABLE = Learner(
    "Korf's table: every cell from every place", every_entry, fill, order=BLANK_FIRST
)
