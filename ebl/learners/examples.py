"""Learning from training examples: somebody chose the problems, and the whole solution is looked at."""

from __future__ import annotations

from collections.abc import Sequence

from ..learner import Course, Learner, Records, TrainingProblem
from ..library import MacroLibrary
from .each_path import solve_whole


def those_of_the_course(
    library: MacroLibrary, course: Course, records: Records
) -> Sequence[TrainingProblem]:
    """Each example in turn."""
    return course.examples


EXAMPLES = Learner(
    "the problems of EXAMPLES; the whole solution",
    those_of_the_course,
    solve_whole,
    from_examples=True,
)
