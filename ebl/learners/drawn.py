"""Random problems to learn from, on boards of one size."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...rules.geometry import Shape
from ...rules.random_problems import numbered
from ...search.limits import Limits
from ..learner import Course, TrainingProblem
from ..library import MacroLibrary


def drawn_problems(
    library: MacroLibrary, course: Course, shape: Shape, effort: Limits, first: int
) -> Iterator[TrainingProblem]:
    """As many random problems as one takes, apart from those that are searched with the same seed.

    Parameters
    ----------
    library, course
        Of what domain, and with which seed.
    shape
        The size of the boards.
    effort
        Limits where the course has none.
    first
        The number of the first.
    """
    domain = library.domain
    goal = domain.goal(shape)
    starts = numbered(partial(domain.draw, shape), f"{course.seed}:{shape}", first)
    for number, start in enumerate(starts, first):
        origin = f"{domain.spell(shape)}, problem {number}"
        yield TrainingProblem(shape, start, goal, origin, course.effort(effort))
