"""How to learn: explain, generalize, admit to a library; training examples and macro files."""

from .explanation import ExplainedStep, Explanation, explain, explain_result
from .files.macro_file import load_macros, save_macros
from .generalize import compose, generalize, schematize
from .learn import TrainingRecord, training_records
from .learners.escapes import complete, learn_escapes
from .learners.focused import learn_focused
from .learners.learner import Course, Learner
from .learners.macro_table import learn_macro_table
from .learners.practice import Exercise, Practice
from .learners.table import LEARNERS
from .library import Admission, MacroLibrary
from .macro import Macro
from .prolog.prolog_ebg import prolog_ebg
from .reasons import CellReason, cell_reasons
from .regression import Regression, Step, regress
from .training import Example, ExampleSet, load_examples

__all__ = [
    "LEARNERS",
    "Admission",
    "CellReason",
    "Course",
    "Example",
    "ExampleSet",
    "Exercise",
    "ExplainedStep",
    "Explanation",
    "Learner",
    "TrainingRecord",
    "Macro",
    "MacroLibrary",
    "Practice",
    "Regression",
    "Step",
    "complete",
    "cell_reasons",
    "compose",
    "explain",
    "explain_result",
    "generalize",
    "learn_escapes",
    "learn_focused",
    "learn_macro_table",
    "training_records",
    "load_examples",
    "load_macros",
    "prolog_ebg",
    "save_macros",
    "regress",
    "schematize",
]
