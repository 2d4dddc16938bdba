"""How to learn: explain, generalize, admit to a library; training examples and macro files."""

from .explanation import ExplainedStep, Explanation, explain, explain_result
from .generalize import compose, generalize
from .learn import Lesson, lessons
from .library import Admission, MacroLibrary
from .library_file import load_library, save_library
from .macro import Macro
from .prolog_ebg import prolog_ebg
from .reasons import CellReason, Demand, reasons
from .training import Example, ExampleSet, load_examples

__all__ = [
    "Admission",
    "CellReason",
    "Demand",
    "Example",
    "ExampleSet",
    "ExplainedStep",
    "Explanation",
    "Lesson",
    "Macro",
    "MacroLibrary",
    "compose",
    "explain",
    "explain_result",
    "generalize",
    "lessons",
    "load_examples",
    "load_library",
    "prolog_ebg",
    "reasons",
    "save_library",
]
