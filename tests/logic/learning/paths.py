"""Macro-operators of paths that a test gives."""

from collections.abc import Iterable

from arcwise.logic.learning import RuleLibrary
from arcwise.logic.learning.macros import MacroLearning
from arcwise.logic.program import Compound, LogicProgram
from arcwise.rules.prolog.steps import StepGoal


def learn_macros(
    program: LogicProgram,
    step: StepGoal,
    paths: Iterable[Compound | str],
    operational: tuple[Compound | str, ...] | None = None,
) -> RuleLibrary:
    """The library after learning from some paths, each a conjunction of moves without variables."""
    learning = MacroLearning(program, step, operational)
    for path in paths:
        learning.take_path(path)
    return learning.library
