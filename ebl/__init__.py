"""How to learn: explain, generalize, admit to a library; training examples and macro files."""

from .escapes import complete, learn_escapes
from .explanation import ExplainedStep, Explanation, explain, explain_result
from .focused import learn_focused
from .forgetting import forget
from .generalize import compose, generalize
from .learn import Lesson, lessons
from .learners import LEARNERS, Course, Learner
from .library import Admission, MacroLibrary
from .library_file import load_library, save_library
from .macro import Macro
from .macro_table import learn_macro_table, table_arcs
from .practice import Exercise, Practice
from .prolog_ebg import prolog_ebg
from .reasons import CellReason, Demand, reasons
from .schema_file import load_schemas, save_schemas
from .schema_library import SchemaLibrary
from .schematize import schematize
from .training import Example, ExampleSet, load_examples
from .utility import LibraryLedger, MacroLedger, leave_one_out

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
    "LibraryLedger",
    "Macro",
    "MacroLedger",
    "MacroLibrary",
    "Practice",
    "SchemaLibrary",
    "complete",
    "compose",
    "explain",
    "explain_result",
    "forget",
    "generalize",
    "learn_escapes",
    "learn_focused",
    "learn_macro_table",
    "leave_one_out",
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
