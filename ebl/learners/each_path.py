"""Learning whole solutions of random problems, as the source text has it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeAlias

from ...rules.arc import Arc
from ...search.limits import Limits
from ...search.macros import theory_with
from ...search.problem import Problem
from ...search.result import Result
from ...search.solve import solve
from ..generalize import placed_steps
from ..learner import Course, Learner, Outcome, Records, Take, TrainingPath, TrainingProblem
from ..library import MacroLibrary
from .drawn import drawn_problems

EFFORT = Limits(nodes=1_000_000)
"""What the search for one whole solution may take."""

Search: TypeAlias = Callable[[Problem, Limits], Result]


def a_star(problem: Problem, limits: Limits) -> Result:
    """Search by A*."""
    return solve(problem, "a-star", limits=limits)


def solve_whole(
    library: MacroLibrary,
    problem: TrainingProblem,
    take: Take,
    *,
    search: Search = a_star,
    with_macros: bool = False,
) -> Outcome:
    """Solve one problem by search, and learn the whole solution.

    Parameters
    ----------
    library, problem, take
        As for every attention.
    search
        How to solve it.
    with_macros
        Whether the macros of the library take part in the search.
    """
    theory = library.primitives(problem.shape)
    if with_macros:
        theory = theory_with(theory, library)
    result = search(Problem(theory, problem.start, problem.goal), problem.limits)
    if result.limit == "interrupt":
        raise KeyboardInterrupt
    if result.solved:
        arcs = [arc for arc in result.primitives if isinstance(arc, Arc)]
        path = TrainingPath(problem.start, placed_steps(library.domain, problem.shape, arcs))
        known_paths(library, problem, take, paths=[path])
    return Outcome.of(result)


def known_paths(
    library: MacroLibrary, problem: TrainingProblem, take: Take, *, paths: Iterable[TrainingPath]
) -> Outcome:
    """Hand over paths that are known, each that has any steps."""
    found = [path for path in paths if path.steps]
    for path in found:
        take(path)
    moves = sum(len(path.steps) for path in found)
    return Outcome(True, moves, moves)


def problems_of_each_size(
    library: MacroLibrary, course: Course, records: Records
) -> Iterator[TrainingProblem]:
    """So many random problems of each size."""
    for place, shape in enumerate(course.shapes):
        first = place * course.problems + 1
        yield from islice(drawn_problems(library, course, shape, EFFORT, first), course.problems)


EACH_PATH = Learner(
    "random problems; the whole solution, as the source text has it",
    problems_of_each_size,
    solve_whole,
)
