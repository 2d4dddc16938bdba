from .example_set import ExampleSet, load_examples
from .explanation import (
    FALSE,
    TRUE,
    CellReason,
    ExplainedStep,
    Explanation,
    explain,
    explain_result,
)
from .files.macro_file import library_text, load_macros, load_over_parameters, save_macros
from .files.python_program import python_program
from .generalize import compose, generalize, schematize
from .learn import train
from .learner import (
    Course,
    Learner,
    Outcome,
    TrainingPath,
    TrainingProblem,
    TrainingRecord,
)
from .learners.escapes import ESCAPES
from .learners.learner_table import LEARNERS, ChosenLearner, choose_learner
from .learners.pieces import Sifting
from .learners.policy import POLICY
from .library import Admission, MacroLibrary
from .macro import Macro
from .prolog_ebg import prolog_ebg
from .regression import Regression, RegressionStep, cell_reasons, regress

__all__ = [
    "Admission",
    "cell_reasons",
    "CellReason",
    "choose_learner",
    "ChosenLearner",
    "compose",
    "Course",
    "ESCAPES",
    "ExampleSet",
    "explain",
    "explain_result",
    "ExplainedStep",
    "Explanation",
    "FALSE",
    "generalize",
    "Learner",
    "LEARNERS",
    "library_text",
    "load_examples",
    "load_macros",
    "load_over_parameters",
    "Macro",
    "MacroLibrary",
    "Outcome",
    "POLICY",
    "prolog_ebg",
    "python_program",
    "regress",
    "Regression",
    "RegressionStep",
    "save_macros",
    "schematize",
    "Sifting",
    "train",
    "TrainingPath",
    "TrainingProblem",
    "TrainingRecord",
    "TRUE",
]
