"""How to look: one best-first loop and one depth-first iterative loop, many strategies; heuristics; the kernel."""

from .algorithms import ALGORITHMS
from .any_goal import AnyGoalProblem, problem_with_goals
from .certificate import (
    Certificate,
    certificate_of,
    complete_certificate,
    macro_certificate,
    planning_certificate,
)
from .climbing.climb import climb
from .climbing.climber import Climber
from .climbing.completeness import Completeness, check_completeness
from .climbing.ordered import LexicographicValue, OrderedGoal, ordered_goal
from .climbing.parberry import parberry
from .climbing.plan import Plan
from .climbing.result import Climb
from .heuristic import ZERO, FunctionHeuristic, Heuristic
from .heuristics.batch import BatchHeuristic
from .heuristics.patterns.abstract_space import AbstractSpace
from .heuristics.patterns.database import PatternDatabase
from .heuristics.patterns.heuristic import PatternDatabases
from .heuristics.patterns.ready import pattern_databases
from .heuristics.table import HEURISTICS, default_heuristic, make_heuristic
from .improvement.improve import Improvement, improve
from .limits import Limits, Meter
from .loops.best_first import best_first_search
from .loops.iterative import depth_first_iterative_search
from .orders.find import FoundOrder, find_order
from .policy.follow import Followed, follow
from .policy.rule import Policy
from .problem import FunctionProblem, GraphProblem, Move, Problem, SearchProblem
from .prolog.meta_interpreter import run_in_prolog
from .prolog.swi_problem import ProgramProblem, SwiProblem
from .proof.obligations import prove
from .proof.small import check_small
from .result import Result, Statistics, Status
from .solve import solve, with_unit_macro_costs
from .solve_many import solve_many
from .specification import Algorithm, Weights
from .state_space.all_goals import GoalWork, breadth_first_to_every_goal
from .state_space.enumerate_states import Enumeration, distance_table, enumerate_layers
from .watching.record import WatchedSearch
from .watching.watch import watch

__all__ = [
    "FoundOrder",
    "ALGORITHMS",
    "HEURISTICS",
    "ZERO",
    "AbstractSpace",
    "Algorithm",
    "AnyGoalProblem",
    "BatchHeuristic",
    "Certificate",
    "Climb",
    "Climber",
    "Completeness",
    "Enumeration",
    "Followed",
    "FunctionHeuristic",
    "FunctionProblem",
    "GoalWork",
    "GraphProblem",
    "LexicographicValue",
    "Heuristic",
    "Improvement",
    "Limits",
    "Meter",
    "Move",
    "OrderedGoal",
    "PatternDatabase",
    "PatternDatabases",
    "Policy",
    "Plan",
    "Problem",
    "ProgramProblem",
    "Result",
    "SearchProblem",
    "Statistics",
    "Status",
    "SwiProblem",
    "WatchedSearch",
    "Weights",
    "best_first_search",
    "breadth_first_to_every_goal",
    "certificate_of",
    "check_completeness",
    "climb",
    "complete_certificate",
    "default_heuristic",
    "depth_first_iterative_search",
    "distance_table",
    "enumerate_layers",
    "find_order",
    "follow",
    "prove",
    "check_small",
    "improve",
    "macro_certificate",
    "make_heuristic",
    "ordered_goal",
    "parberry",
    "pattern_databases",
    "planning_certificate",
    "problem_with_goals",
    "run_in_prolog",
    "solve",
    "solve_many",
    "watch",
    "with_unit_macro_costs",
]
