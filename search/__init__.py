"""How to look: one best-first loop and one depth-first iterative loop, many strategies; heuristics; the kernel."""

from .algorithms import ALGORITHMS, Algorithm, Settings
from .all_goals import GoalWork, breadth_first_to_every_goal
from .any_goal import AnyGoalProblem, problem_with_goals
from .best_first import best_first_search
from .climb import Climb, Climber
from .climbing import climb
from .completeness import Completeness, check_completeness
from .enumerate_states import Enumeration, distance_table, enumerate_layers
from .heuristics import HEURISTICS, ZERO, FunctionHeuristic, Heuristic
from .improve import Improvement, improve
from .iterative import depth_first_iterative_search
from .limits import Limits, Meter
from .ordered import Height, OrderedGoal, ordered_goal
from .parberry import parberry
from .pattern_database import AdditivePatterns, PatternDatabase, additive_patterns
from .plan import Plan
from .problem import FunctionProblem, GraphProblem, Move, Problem, SearchProblem
from .prolog_search import run_in_prolog
from .result import Result, Statistics, Status
from .search_tree import SearchTree
from .solve import default_heuristic, solve, with_unit_macro_costs
from .solve_many import solve_many
from .swi_problem import ProgramProblem, SwiProblem

__all__ = [
    "ALGORITHMS",
    "HEURISTICS",
    "ZERO",
    "AdditivePatterns",
    "Algorithm",
    "AnyGoalProblem",
    "Climb",
    "Climber",
    "Completeness",
    "Enumeration",
    "FunctionHeuristic",
    "FunctionProblem",
    "GoalWork",
    "GraphProblem",
    "Height",
    "Heuristic",
    "Improvement",
    "Limits",
    "Meter",
    "Move",
    "OrderedGoal",
    "PatternDatabase",
    "Plan",
    "Problem",
    "ProgramProblem",
    "Result",
    "SearchProblem",
    "SearchTree",
    "Settings",
    "Statistics",
    "Status",
    "SwiProblem",
    "additive_patterns",
    "best_first_search",
    "breadth_first_to_every_goal",
    "check_completeness",
    "climb",
    "default_heuristic",
    "depth_first_iterative_search",
    "distance_table",
    "enumerate_layers",
    "improve",
    "ordered_goal",
    "parberry",
    "problem_with_goals",
    "run_in_prolog",
    "solve",
    "solve_many",
    "with_unit_macro_costs",
]
