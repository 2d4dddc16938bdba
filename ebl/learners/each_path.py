"""Learning whole solutions of random problems, as the source text has it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ...rules.arc import Arc
from ...search.limits import Limits
from ...search.problem import Problem
from ...search.solve import solve
from ..generalize import placed_steps
from ..library import MacroLibrary
from .learner import Course, Learner
from .practice import Exercise, Learn, Outcome, Practice, Practise

EFFORT = Limits(nodes=1_000_000)
"""What the search for one whole solution may take."""


def solve_whole(library: MacroLibrary, exercise: Exercise, learn: Learn) -> Outcome:
    """Solve one problem by search, and learn the whole solution."""
    domain, shape, start = library.family, exercise.shape, exercise.start
    problem = Problem(domain.theory(shape), start, domain.goal(shape))
    result = solve(problem, "a-star", limits=exercise.limits)
    if result.limit == "interrupt":
        raise KeyboardInterrupt
    if result.solved and result.steps:
        arcs = [arc for arc in result.primitives if isinstance(arc, Arc)]
        learn(start, placed_steps(domain, shape, arcs))
    applications = result.statistics.operator_applications
    return Outcome(result.solved, result.moves, applications, result.limit)


def random_problems(
    library: MacroLibrary, course: Course, practise: Practise
) -> Iterator[Practice]:
    """So many random problems of each size."""
    domain, number = library.family, 0
    for shape in course.shapes:
        for _ in range(course.problems):
            number += 1
            start = domain.draw(shape, Random(f"{course.seed}:{shape}:{number}"))
            origin = f"{domain.spell(shape)}, problem {number}"
            yield practise(library, Exercise(number, shape, start, origin, course.effort(EFFORT)))


EACH_PATH = Learner(
    "random problems; the whole solution, as the source text has it", random_problems, solve_whole
)
