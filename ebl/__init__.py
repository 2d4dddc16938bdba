"""How to learn: explain, generalize, admit to a library; training examples and macro files."""

from .example_set import ExampleSet, load_examples
from .explanation import ExplainedStep, Explanation, explain, explain_result
from .files.macro_file import load_macros, save_macros
from .generalize import compose, generalize, schematize
from .learner import (
    Course,
    Learner,
    Outcome,
    TrainingPath,
    TrainingProblem,
    TrainingRecord,
)
from .learners.table import LEARNERS
from .library import Admission, MacroLibrary
from .macro import Macro
from .prolog.prolog_ebg import prolog_ebg
from .reasons import CellReason
from .regression import Regression, RegressionStep, cell_reasons, regress
from .train import study, train

__all__ = [
    "LEARNERS",
    "Admission",
    "CellReason",
    "Course",
    "ExampleSet",
    "ExplainedStep",
    "Explanation",
    "Learner",
    "Macro",
    "MacroLibrary",
    "Outcome",
    "Regression",
    "RegressionStep",
    "TrainingPath",
    "TrainingProblem",
    "TrainingRecord",
    "cell_reasons",
    "compose",
    "explain",
    "explain_result",
    "generalize",
    "train",
    "load_examples",
    "load_macros",
    "prolog_ebg",
    "save_macros",
    "regress",
    "schematize",
    "study",
]
