"""Searches in plain Python: the reference, for anything that has successors."""

from __future__ import annotations

from collections.abc import Callable

from ...rules.errors import InputError
from ...rules.state_text import goal_cells
from ..algorithms import Algorithm, Settings
from ..heuristics.table import Heuristic
from ..limits import Limits, Meter
from ..problem import Problem, ReversibleProblem, SearchProblem
from ..result import Result
from .best_first import best_first_search
from .bidirectional import bidirectional_search
from .enforced import enforced_hill_climbing
from .expansion import no_move_back, plain_successors
from .iterative import depth_first_iterative_search
from .open_list import OpenList


def search_in_python(
    problem: SearchProblem,
    row: Algorithm,
    settings: Settings,
    rule: str,
    heuristic: Heuristic,
    *,
    move_back: bool = True,
    limits: Limits,
    report: Callable[[int], None] | None = None,
    wrap_open: Callable[[OpenList], OpenList] | None = None,
) -> Result:
    """Run one row of the table of algorithms in Python.

    Parameters
    ----------
    problem, heuristic, move_back, limits, report, wrap_open
        As for `solve`.
    row, settings, rule
        The algorithm, its numbers and the name of its duplicate rule.

    Raises
    ------
    InputError
        Bidirectional search without a single goal or without inverse arcs.
    """
    meter = Meter(limits, report)
    successors = plain_successors(problem) if move_back else no_move_back(problem)
    if row.loop == "bidirectional":
        return bidirectional_search(reversible(problem), meter=meter)
    if row.loop == "enforced":
        return enforced_hill_climbing(
            problem, successors=successors, heuristic=heuristic, meter=meter
        )
    if row.loop == "iterative":
        return depth_first_iterative_search(
            problem,
            successors=successors,
            evaluate=row.evaluate(settings, problem),
            heuristic=heuristic,
            duplicates=row.duplicates[rule](),
            meter=meter,
        )
    open_list = row.open_list(settings)
    return best_first_search(
        problem,
        successors=successors,
        open_list=wrap_open(open_list) if wrap_open else open_list,
        evaluate=row.evaluate(settings, problem),
        heuristic=heuristic,
        duplicates=row.duplicates[rule](),
        meter=meter,
    )


def reversible(problem: SearchProblem) -> ReversibleProblem:
    """The problem, if it can be searched backwards.

    Raises
    ------
    InputError
        A goal that is a pattern, or a problem without predecessors.
    """
    if isinstance(problem, Problem) and problem.ground_goal is None:
        raise InputError(
            "bidirectional search needs one goal state",
            found=f"the pattern {' '.join(map(str, goal_cells(problem.goal)))}",
            remedy="breadth-first",
        )
    if not isinstance(problem, ReversibleProblem):
        raise InputError(
            "bidirectional search needs a problem with a goal and predecessors",
            found=type(problem).__name__,
            remedy="breadth-first",
        )
    return problem
