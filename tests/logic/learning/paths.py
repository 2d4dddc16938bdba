"""Macro-operators of paths that a test gives."""

from collections.abc import Iterable

from arcwise.ebl.learn import study
from arcwise.logic.learning import RuleLibrary
from arcwise.logic.learning.macros import MovePaths
from arcwise.logic.program import Compound, LogicProgram
from arcwise.rules.prolog.steps import StepGoal


def learn_macros(
    program: LogicProgram,
    step: StepGoal,
    paths: Iterable[Compound | str],
    operational: tuple[Compound | str, ...] | None = None,
) -> RuleLibrary:
    """The library after learning from some paths, each a conjunction of moves without variables."""
    learner = MovePaths(operational=operational)
    library: RuleLibrary = learner.library(program, step=step)
    for path in paths:
        study(learner, library, learner.example(library, path))
    return library
