"""How to look: one best-first loop and one depth-first iterative loop, many strategies; heuristics; the kernel."""

from .algorithms import ALGORITHMS, Algorithm, Settings
from .all_goals import GoalWork, breadth_first_to_every_goal
from .best_first import best_first_search
from .enumerate_states import Enumeration, distance_table, enumerate_layers
from .heuristics import HEURISTICS, ZERO, FunctionHeuristic, Heuristic
from .iterative import depth_first_iterative_search
from .limits import Limits, Meter
from .pattern_database import AdditivePatterns, PatternDatabase, additive_patterns
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
    "Enumeration",
    "FunctionHeuristic",
    "FunctionProblem",
    "GoalWork",
    "GraphProblem",
    "Heuristic",
    "Limits",
    "Meter",
    "Move",
    "PatternDatabase",
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
    "default_heuristic",
    "depth_first_iterative_search",
    "distance_table",
    "enumerate_layers",
    "run_in_prolog",
    "solve",
    "solve_many",
    "with_unit_macro_costs",
]
