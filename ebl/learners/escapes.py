"""Learning from escapes: climb, and where climbing ends in a local minimum, learn the escape.

After MICRO-HILLARY (Finkelstein and Markovitch, JAIR 8, 1998): only routes out of local minima become macros, and learning
ends when a number of problems in a row have taught nothing (quiescence).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from ...rules.geometry import Shape
from ...rules.term import State
from ...search.climbing.climb import climb
from ...search.climbing.climber import Climber
from ...search.climbing.completeness import Evidence, check_completeness
from ...search.climbing.escape import Escape
from ...search.limits import Limits
from ..library import MacroLibrary
from .learner import Course, Learner
from .practice import Exercise, Learn, Outcome, Practice, Practise, study

EFFORT = Limits(nodes=50_000)
"""What one search for an escape may take."""

MOST_PROBLEMS = 1000
"""Problems on one size of board, after which learning goes on to the next although there was something new."""


def climb_out(library: MacroLibrary, exercise: Exercise, learn: Learn) -> Outcome:
    """Solve one problem by climbing, and learn the escape from every local minimum on the way."""
    shape, limits = exercise.shape, exercise.limits
    climber = _climber(library, shape)

    def at_escape(escape: Escape) -> Climber:
        nonlocal climber
        if learn(escape.start, escape.steps or ()).accepted:
            climber = _climber(library, shape)
        return climber

    found = climb(
        climber,
        exercise.start,
        escape=limits,
        limits=Limits(time=limits.time),
        at_escape=at_escape,
    )
    if found.limit == "interrupt":
        raise KeyboardInterrupt
    applications = found.statistics.operator_applications
    return Outcome(found.solved, found.plan.moves, applications, found.limit)


HERE: Practise = partial(study, climb_out)
"""Practises in this process."""


def learn_escapes(
    library: MacroLibrary,
    shapes: Sequence[Shape],
    *,
    quiescence: int = 5,
    seed: int = 0,
    effort: Limits = EFFORT,
    most_problems: int = MOST_PROBLEMS,
    practise: Practise = HERE,
) -> Iterator[Practice]:
    """Learn from random problems of growing size, into ``library``.

    Parameters
    ----------
    library
        Where schemas go; what is there already takes part.
    shapes
        The sizes of the boards in order.
    quiescence
        How many problems in a row must teach nothing before learning goes on to the next size, or ends.
    seed
        For the problems.
    effort
        Limits on a problem; nodes are those of each search for an escape.
    most_problems
        For each size.
    practise
        Who practises: this process, or another that does the same.

    Yields
    ------
    One record per problem, as soon as it is done.
    """
    number = 0
    for shape in shapes:
        quiet = 0
        for _ in range(most_problems):
            number += 1
            start = library.family.draw(shape, Random(f"{seed}:{shape}:{number}"))
            practice = practise(library, _exercise(library, shape, start, number, effort))
            yield practice
            quiet = 0 if practice.learned else quiet + 1
            if quiet >= quiescence:
                break


def complete(
    library: MacroLibrary,
    shapes: Sequence[Shape],
    *,
    effort: Limits = EFFORT,
    practise: Practise = HERE,
) -> Iterator[Practice]:
    """Learn the escapes from all local minima that are left on some boards, where `check_completeness` proves them.

    Parameters
    ----------
    library, effort, practise
        As for `learn_escapes`.
    shapes
        The boards, in order.

    Yields
    ------
    One record per local minimum; none where the library is complete.
    """
    number = 0
    for shape in shapes:
        while True:
            found = check_completeness(_climber(library, shape), samples=100, most_minima=1)
            if found.complete or found.evidence is Evidence.SAMPLE:
                break
            number += 1
            start = found.minima[0]
            exercise = _exercise(library, shape, start, number, effort, "local minimum")
            practice = practise(library, exercise)
            yield practice
            if not practice.learned:
                break


def practise(
    library: MacroLibrary,
    shape: Shape,
    start: State,
    number: int,
    effort: Limits = EFFORT,
    what: str = "problem",
) -> Practice:
    """Practise one problem here; see `climb_out`."""
    return study(climb_out, library, _exercise(library, shape, start, number, effort, what))


def _exercise(
    library: MacroLibrary,
    shape: Shape,
    start: State,
    number: int,
    effort: Limits,
    what: str = "problem",
) -> Exercise:
    origin = f"{library.family.spell(shape)}, {what} {number}"
    return Exercise(number, shape, start, origin, effort)


def _climber(library: MacroLibrary, shape: Shape) -> Climber:
    return Climber(library.family, shape, library.schemas, blank_first=library.blank_first)


def until_quiet(library: MacroLibrary, course: Course, practise: Practise) -> Iterator[Practice]:
    """Random problems of growing size until nothing new comes, and then every local minimum that is left."""
    effort = course.effort(EFFORT)
    yield from learn_escapes(
        library,
        course.shapes,
        quiescence=course.quiescence,
        seed=course.seed,
        effort=effort,
        practise=practise,
    )
    yield from complete(library, course.shapes, effort=effort, practise=practise)


ESCAPES = Learner(
    "climbing; escapes from local minima, until nothing new comes",
    until_quiet,
    climb_out,
    builds_on=True,
)
