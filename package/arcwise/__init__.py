"""arcwise: learn macro-operators by explanation, and measure what they are worth in search.

A domain is a list of declarative arcs; search solves training examples; explanation-based learning turns each solved
path into a generalized macro-operator; the macros go in front of the arcs, and the same searches run again.

Begin reading with `arcwise.rules`, then `arcwise.search`, `arcwise.ebl`, `arcwise.experiments`.
"""

from importlib.metadata import version

from .ebl import MacroLibrary, explain, explain_result, generalize
from .rules import Arc, Theory, TheoryDomain, Var, sliding_tile
from .search import Limits, Problem, Result, solve

__version__ = version("arcwise")

__all__ = [
    "Arc",
    "Limits",
    "MacroLibrary",
    "Problem",
    "Result",
    "Theory",
    "TheoryDomain",
    "Var",
    "explain",
    "explain_result",
    "generalize",
    "sliding_tile",
    "solve",
]
