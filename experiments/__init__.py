"""What learning changed: problems, conditions, configurations; rows, estimates, verdicts."""

from .comparison import Change, Comparison, Pair, collect, compare
from .designs.all_pairs import AllPairs, all_pairs
from .designs.figures import Figure, Row, figures, reproduce
from .designs.forgetting import forget
from .designs.utility import LibraryLedger, MacroLedger, leave_one_out
from .verdict import Verdict, judge

__all__ = [
    "AllPairs",
    "Change",
    "Comparison",
    "Figure",
    "LibraryLedger",
    "MacroLedger",
    "Pair",
    "Row",
    "Verdict",
    "all_pairs",
    "collect",
    "compare",
    "figures",
    "forget",
    "judge",
    "leave_one_out",
    "reproduce",
]
