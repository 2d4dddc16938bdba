"""Learning from escapes: climb, and where climbing ends in a local minimum, learn the way out.

After MICRO-HILLARY (Finkelstein and Markovitch, JAIR 8, 1998): only routes out of local minima become macros, and learning
ends when a number of problems in a row have taught nothing (quiescence).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from time import perf_counter

from ...rules.geometry import Shape
from ...rules.term import State
from ...search.climbing.climber import Climber, within
from ...search.climbing.completeness import Evidence, check_completeness
from ...search.climbing.escape import find_escape
from ...search.climbing.plan import Plan
from ...search.limits import Limits
from ..generalize import schematize
from ..library import MacroLibrary
from .practice import Exercise, Practice, Practise

EFFORT = Limits(nodes=50_000)
"""What one search for a way out may take."""

MOST_PROBLEMS = 1000
"""Problems on one size of board, after which learning goes on to the next although there was something new."""


def climb_out(library: MacroLibrary, exercise: Exercise) -> Practice:
    """Solve one problem by climbing, and learn the way out of every local minimum on the way."""
    family, shape, limits = library.family, exercise.shape, exercise.limits
    began = perf_counter()
    climber = _climber(library, shape)
    state, moves, applications = exercise.start, 0, 0
    macros, admissions = [], []
    solved, limit = False, None
    while True:
        left = within(limits, limits, perf_counter() - began)
        climb = climber.climb(state, limits=Limits(time=left.time))
        moves += climb.plan.moves
        applications += climb.plan.moves
        if climb.limit == "interrupt":
            raise KeyboardInterrupt
        if climb.stuck is None:
            solved, limit = climb.solved, climb.limit
            break
        left = within(limits, limits, perf_counter() - began)
        way = find_escape(climber.placements, climb.stuck, left)
        applications += way.generated
        if way.steps is None:
            limit = way.limit
            break
        state = Plan(family, shape, climb.stuck, way.steps).replay()
        moves += len(way.steps)
        name = library.next_name()
        macro = schematize(family, shape, climb.stuck, way.steps, name, exercise.origin)
        macros.append(macro)
        admissions.append(library.add(macro))
        if admissions[-1].accepted:
            climber = _climber(library, shape)
    return Practice(
        exercise.number,
        shape,
        exercise.start,
        solved,
        moves,
        applications,
        tuple(admissions),
        tuple(macros),
        limit,
    )


def learn_escapes(
    library: MacroLibrary,
    shapes: Sequence[Shape],
    *,
    quiescence: int = 5,
    seed: int = 0,
    effort: Limits = EFFORT,
    most_problems: int = MOST_PROBLEMS,
    practise: Practise = climb_out,
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
        Limits on a problem; nodes are those of each search for a way out.
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
    practise: Practise = climb_out,
) -> Iterator[Practice]:
    """Learn the ways out of all local minima that are left on some boards, where `check_completeness` proves them.

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
    return climb_out(library, _exercise(library, shape, start, number, effort, what))


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
