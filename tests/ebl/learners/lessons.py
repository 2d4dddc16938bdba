"""Learning with parts of the learners that the table has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from arcwise.ebl import (
    Course,
    Escapes,
    Focused,
    MacroLibrary,
    MacroTable,
    TrainingProblem,
    TrainingRecord,
    train,
)
from arcwise.ebl.learner import Records
from arcwise.ebl.learners.escapes import minima_left

Shapes = Sequence[tuple[int, int]]


class Quiet(Escapes):
    """Escapes of random problems alone."""

    def experience(
        self, library: MacroLibrary, course: Course, records: Records
    ) -> Iterator[TrainingProblem]:
        return self.until_quiet(library, course, records)


class Left(Escapes):
    """Escapes of all local minima that are left."""

    def experience(
        self, library: MacroLibrary, course: Course, records: Records
    ) -> Iterator[TrainingProblem]:
        return minima_left(library, course, records)


def learn_escapes(
    library: MacroLibrary, shapes: Shapes, quiescence: int = 5, **course: Any
) -> Iterator[TrainingRecord]:
    """From random problems of growing size."""
    asked = Course(shapes[-1], tuple(shapes), **course)
    return train(Quiet(quiescence=quiescence), library, asked)


def complete(library: MacroLibrary, shapes: Shapes, **course: Any) -> Iterator[TrainingRecord]:
    """From all local minima that are left."""
    return train(Left(), library, Course(shapes[-1], tuple(shapes), **course))


def learn_focused(
    library: MacroLibrary, shape: tuple[int, int], **limits: int
) -> Iterator[TrainingRecord]:
    """With another budget, and so many kept of each start."""
    return train(Focused(**limits), library, Course(shape, (shape,)))


def learn_macro_table(
    library: MacroLibrary, shape: tuple[int, int], alternatives: int = 12, **course: Any
) -> Iterator[TrainingRecord]:
    """Korf's table of one board."""
    learner = MacroTable(alternatives=alternatives)
    return train(learner, library, Course(shape, (shape,), **course))
