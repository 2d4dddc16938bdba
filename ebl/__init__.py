"""How to learn: explain, generalize, admit to a library; training examples and macro files."""

from .explanation import ExplainedStep, Explanation, explain, explain_result
from .files.library_file import load_library, save_library
from .files.schema_file import load_schemas, save_schemas
from .generalize import compose, generalize
from .learn import Lesson, lessons
from .learners.escapes import complete, learn_escapes
from .learners.focused import learn_focused
from .learners.macro_table import learn_macro_table, table_arcs
from .learners.practice import Exercise, Practice
from .learners.table import LEARNERS, Course, Learner
from .library import Admission, MacroLibrary
from .macro import Macro
from .prolog.prolog_ebg import prolog_ebg
from .reasons import CellReason, Demand, reasons
from .schema_library import SchemaLibrary
from .schematize import schematize
from .training import Example, ExampleSet, load_examples

__all__ = [
    "LEARNERS",
    "Admission",
    "CellReason",
    "Course",
    "Demand",
    "Example",
    "ExampleSet",
    "Exercise",
    "ExplainedStep",
    "Explanation",
    "Learner",
    "Lesson",
    "Macro",
    "MacroLibrary",
    "Practice",
    "SchemaLibrary",
    "complete",
    "compose",
    "explain",
    "explain_result",
    "generalize",
    "learn_escapes",
    "learn_focused",
    "learn_macro_table",
    "lessons",
    "load_examples",
    "load_library",
    "load_schemas",
    "prolog_ebg",
    "reasons",
    "save_library",
    "save_schemas",
    "schematize",
    "table_arcs",
]
