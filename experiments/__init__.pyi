# In the order in which to read the files.

from .row import COLUMNS, PROPERTIES, Row
from .statistics.estimate import Estimate, Mean, contrast, mean_of, ratio_of
from .statistics.verdict import Verdict, judge
from .statistics.comparison import Census, Comparison, all_pairs
from .statistics.summary import Summary, summaries
from .board import BoardSource
from .problem_set import Instance, ProblemSet
from .registering import register
from .condition import Condition
from .configuration import Configuration
from .experiment import Experiment
from .keeping import Keeping
from .result_set import ResultSet, load_run
from .store import LedgerRow
from .designs.compare import compare
from .designs.conditions import by_kind, by_use
from .designs.learn import Learning, learn
from .designs.learners import LearnersCompared, compare_learners, learning_curves
from .designs.survey import Survey, survey
from .designs.utility.utility import MacroUtility, Utility, macro_utility, utility
from .designs.utility.rules import RulesUtility, rules_utility
from .designs.utility.sweep import EXAMPLES, macro_table
from .designs.figures import AVERAGES, MARKOV_5, Figure, figures, markov_library, reproduce
from .classics.classic import PaperClaim, Classic
from .classics.classic_table import classics
from .solving import problem_of, read_pddl, solve
from .checking import check_library
from .examination import Examination, Finding, examine

__all__ = [
    "all_pairs",
    "AVERAGES",
    "by_kind",
    "by_use",
    "Census",
    "check_library",
    "COLUMNS",
    "Classic",
    "classics",
    "compare",
    "compare_learners",
    "Comparison",
    "Condition",
    "Configuration",
    "contrast",
    "Estimate",
    "Examination",
    "examine",
    "EXAMPLES",
    "Experiment",
    "Figure",
    "figures",
    "Finding",
    "Instance",
    "judge",
    "Keeping",
    "learn",
    "learning_curves",
    "LearnersCompared",
    "Learning",
    "LedgerRow",
    "load_run",
    "macro_table",
    "macro_utility",
    "MacroUtility",
    "MARKOV_5",
    "markov_library",
    "Mean",
    "mean_of",
    "problem_of",
    "PaperClaim",
    "ProblemSet",
    "PROPERTIES",
    "ratio_of",
    "read_pddl",
    "register",
    "reproduce",
    "ResultSet",
    "Row",
    "rules_utility",
    "RulesUtility",
    "BoardSource",
    "solve",
    "summaries",
    "Summary",
    "Survey",
    "survey",
    "Utility",
    "utility",
    "Verdict",
]
