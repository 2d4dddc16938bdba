"""Learning with parts of the learners that the table has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from arcwise.ebl import ESCAPES, Course, MacroLibrary, TrainingRecord, train
from arcwise.ebl.learners.escapes import minima_left, random_until_quiet
from arcwise.ebl.learners.focused import FOCUSED, explore
from arcwise.ebl.learners.macro_table import MACRO_TABLE

Shapes = Sequence[tuple[int, int]]


def learn_escapes(library: MacroLibrary, shapes: Shapes, **course: Any) -> Iterator[TrainingRecord]:
    """From random problems of growing size."""
    learner = replace(ESCAPES, experience=random_until_quiet)
    return train(learner, library, Course(shapes[-1], tuple(shapes), **course))


def complete(library: MacroLibrary, shapes: Shapes, **course: Any) -> Iterator[TrainingRecord]:
    """From all local minima that are left."""
    learner = replace(ESCAPES, experience=minima_left)
    return train(learner, library, Course(shapes[-1], tuple(shapes), **course))


def learn_focused(
    library: MacroLibrary, shape: tuple[int, int], **limits: int
) -> Iterator[TrainingRecord]:
    """With another budget, and so many kept of each start."""
    learner = replace(FOCUSED, attention=partial(explore, **limits))
    return train(learner, library, Course(shape, (shape,)))


def learn_macro_table(
    library: MacroLibrary, shape: tuple[int, int], **course: Any
) -> Iterator[TrainingRecord]:
    """Korf's table of one board."""
    return train(MACRO_TABLE, library, Course(shape, (shape,), **course))
