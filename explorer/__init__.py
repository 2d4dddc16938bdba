"""What a person sees: the command line, the comparison and its verdict, explanations as text."""

from .all_pairs import AllPairs, all_pairs
from .comparison import Change, Comparison, Pair, collect, compare
from .explain_text import explain_macro
from .figures import Figure, Row, figures, reproduce
from .verdict import Verdict, judge

__all__ = [
    "AllPairs",
    "Change",
    "Comparison",
    "Figure",
    "Pair",
    "Row",
    "Verdict",
    "all_pairs",
    "collect",
    "compare",
    "explain_macro",
    "figures",
    "judge",
    "reproduce",
]
