"""What a person sees: the command line, the comparison and its verdict, explanations as text."""

from ..experiments.comparison import Change, Comparison, Pair, collect, compare
from ..experiments.designs.all_pairs import AllPairs, all_pairs
from ..experiments.designs.figures import Figure, Row, figures, reproduce
from ..experiments.verdict import Verdict, judge
from .cli.explain_text import explain_macro

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
