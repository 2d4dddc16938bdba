# In the order in which to read the files.

from .explanation import (
    FALSE,
    TRUE,
    CellReason,
    ExplainedStep,
    Explanation,
    explain,
    explain_result,
)
from .regression import Regression, RegressionStep, cell_reasons, regress
from .generalize import compose, generalize, schematize
from .macro import Macro
from .rule import Admission
from .library import MacroLibrary
from .traps import TrapRule
from .learner import (
    Course,
    Learner,
    Outcome,
    Practice,
    TrainingPath,
    TrainingProblem,
    TrainingRecord,
    option,
)
from .learn import train
from .learners.learner_table import LEARNERS, ChosenLearner, choose_learner, learner_of
from .learners.examples import EachPath, Examples
from .learners.escapes import Escapes
from .learners.filtered import MacLearn, Morris
from .learners.focused import Focused
from .learners.macro_table import MacroTable
from .learners.traps import FromFailures
from .example_set import ExampleSet, load_examples
from .files.macro_file import library_text, load_library, load_macros, save_macros

__all__ = [
    "Admission",
    "cell_reasons",
    "CellReason",
    "choose_learner",
    "ChosenLearner",
    "compose",
    "Course",
    "EachPath",
    "Escapes",
    "Examples",
    "ExampleSet",
    "explain",
    "explain_result",
    "ExplainedStep",
    "Explanation",
    "FALSE",
    "Focused",
    "FromFailures",
    "generalize",
    "Learner",
    "learner_of",
    "LEARNERS",
    "library_text",
    "load_examples",
    "load_macros",
    "load_library",
    "MacLearn",
    "Macro",
    "MacroLibrary",
    "MacroTable",
    "Morris",
    "option",
    "Outcome",
    "Practice",
    "regress",
    "Regression",
    "RegressionStep",
    "save_macros",
    "schematize",
    "train",
    "TrainingPath",
    "TrainingProblem",
    "TrainingRecord",
    "TrapRule",
    "TRUE",
]
