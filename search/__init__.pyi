# In the order in which to read the files.

from .operator import Move
from .problem import (
    AnyGoalProblem,
    FunctionProblem,
    GraphProblem,
    Problem,
    SearchProblem,
    problem_with_goals,
)
from .result import NOT_READY, Climb, Result, Statistics, Status
from .algorithms import ALGORITHMS, SELECTIONS, Algorithm, Weights
from .heuristic import ZERO, FunctionHeuristic, Heuristic
from .stages.stage import Stage, read_stages, table_of
from .stages.shown import stages_view
from .solve import solve, solve_many
from .limits import NO_LIMITS, Limits, Meter
from .loops.loops import best_first_search, depth_first_iterative_search
from .heuristics.heuristic_table import HEURISTICS, default_heuristic, make_heuristic
from .heuristics.batch import BatchHeuristic
from .heuristics.patterns.abstract_space import AbstractSpace
from .heuristics.patterns.database import PatternDatabase
from .heuristics.patterns.heuristic import PatternDatabases
from .heuristics.patterns.ready import pattern_databases
from .native.not_native import NotNativeError
from .macros import LiftedProblem, Macros, theory_with, with_macros, with_unit_macro_costs
from .climbing.ordered import LexicographicValue, OrderedGoal, Placements, ordered_goal
from .climbing.climber import Climber
from .climbing.climb import climb
from .climbing.completeness import Completeness, Evidence, check_completeness
from .orders import BLANK_FIRST, FoundOrder, find_order
from .plan import Improvement, Plan
from .improve import improve, improved
from .watching import WatchedSearch, watch
from .certificate import (
    Certificate,
    certificate_of,
    complete_certificate,
    macro_certificate,
)
from .state_space import (
    Enumeration,
    distance_table,
    enumerate_layers,
)

__all__ = [
    "AbstractSpace",
    "Algorithm",
    "ALGORITHMS",
    "AnyGoalProblem",
    "BatchHeuristic",
    "best_first_search",
    "BLANK_FIRST",
    "Certificate",
    "certificate_of",
    "check_completeness",
    "Climb",
    "climb",
    "Climber",
    "complete_certificate",
    "Completeness",
    "default_heuristic",
    "depth_first_iterative_search",
    "distance_table",
    "enumerate_layers",
    "Enumeration",
    "Evidence",
    "find_order",
    "FoundOrder",
    "FunctionHeuristic",
    "FunctionProblem",
    "GraphProblem",
    "Heuristic",
    "HEURISTICS",
    "improve",
    "improved",
    "Improvement",
    "LexicographicValue",
    "LiftedProblem",
    "Macros",
    "theory_with",
    "with_macros",
    "Limits",
    "macro_certificate",
    "make_heuristic",
    "Meter",
    "Move",
    "NO_LIMITS",
    "NOT_READY",
    "NotNativeError",
    "ordered_goal",
    "OrderedGoal",
    "pattern_databases",
    "PatternDatabase",
    "PatternDatabases",
    "Placements",
    "Plan",
    "Problem",
    "problem_with_goals",
    "Result",
    "SearchProblem",
    "SELECTIONS",
    "read_stages",
    "solve",
    "solve_many",
    "Stage",
    "stages_view",
    "Statistics",
    "Status",
    "table_of",
    "watch",
    "WatchedSearch",
    "Weights",
    "with_unit_macro_costs",
    "ZERO",
]
