"""Learning from escapes: climb, and where climbing ends in a local minimum, learn the escape.

After MICRO-HILLARY (Finkelstein and Markovitch, JAIR 8, 1998): only routes out of local minima become macros, and learning
ends when a number of problems in a row have taught nothing (quiescence).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ...rules.term import Pattern, State
from ...search.climbing.climb import Climbing
from ...search.climbing.climber import Climber
from ...search.climbing.completeness import Evidence, check_completeness, goals_by_blank
from ...search.limits import Limits
from ...search.result import Climb
from ..learn import study
from ..learner import (
    Course,
    Outcome,
    Practice,
    Records,
    TrainingPath,
    TrainingPaths,
    TrainingProblem,
    TrainingRecord,
)
from ..library import Admission, MacroLibrary
from .examples import drawn_problems, known_paths

EFFORT = Limits(nodes=50_000)
"""Limits on one search for an escape."""

MOST_PROBLEMS = 1000
"""Problems on one size of board, after which learning goes on to the next although there was something new."""


MOST_IN_VAIN = 20
"""Local minima left from which nothing new was learned, after which no more of a goal are looked at."""


class Escapes(Practice):
    """Climbing; escapes from local minima, until nothing new comes.

    Parameters
    ----------
    quiescence
        Number of problems in a row without a new macro after which the next size begins.
    """

    finds_order = closed = climbs = True
    builds_on = True

    quiescence: int = 5

    def experience(
        self, library: MacroLibrary, course: Course, records: Records
    ) -> Iterator[TrainingProblem]:
        """Random problems of growing size until nothing new comes, and then every local minimum that is left."""
        yield from self.until_quiet(library, course, records)
        yield from minima_left(library, course, records)

    def until_quiet(
        self, library: MacroLibrary, course: Course, records: Records
    ) -> Iterator[TrainingProblem]:
        """Random problems of growing size; a size ends after a number of problems in a row (quiescence) that taught nothing.

        What macros become by symmetry joins them when a size is done: images of long macros lead out of minima from which
        there are shorter ways, which would then never be learned.
        """
        for shape in course.shapes:
            library.closed = False
            quiet, first = 0, len(records) + 1
            problems = drawn_problems(library, course, shape, EFFORT, first)
            for problem in islice(problems, MOST_PROBLEMS):
                yield problem
                quiet = 0 if records[-1].learned else quiet + 1
                if quiet >= self.quiescence:
                    break
            library.close()

    def attend(self, library: MacroLibrary, problem: TrainingProblem) -> TrainingPaths:
        """Solve one problem by climbing, and learn the escape from every local minimum on the way."""
        shape, limits = problem.shape, problem.limits

        def climber() -> Climber:
            return library.climber(shape, goal=problem.goal)

        climb = Climbing(climber(), problem.start, escape=limits, limits=Limits(time=limits.time))
        for escape in climb:
            answer = yield TrainingPath(escape.start, escape.steps or ())
            if isinstance(answer, Admission) and answer.accepted:
                climb.climber = climber()
        found = climb.result
        if found.limit == "interrupt":
            raise KeyboardInterrupt
        return Outcome(found.solved, found.moves, found.looked_at, found.limit)


def minima_left(
    library: MacroLibrary, course: Course, records: Records
) -> Iterator[TrainingProblem]:
    """Local minima left on the training boards, for each cell of the goal's blank, as `check_completeness` proves them."""
    domain, number = library.domain, 0
    for shape in course.shapes:
        for goal in goals_by_blank(domain, shape):
            in_vain = set[State]()
            while len(in_vain) < MOST_IN_VAIN:
                climber = library.climber(shape, goal=goal)
                most = len(in_vain) + 1
                found = check_completeness(climber, samples=100, most_minima=most)
                left = [one for one in found.minima if one not in in_vain]
                if not left or found.evidence is Evidence.SAMPLE:
                    break
                number += 1
                origin = f"{domain.spell(shape)}, local minimum {number}"
                start, effort = left[0], course.effort(EFFORT)
                yield TrainingProblem(shape, start, goal, origin, effort)
                if records[-1].learned:
                    continue
                if records[-1].outcome.limit is not None:
                    break  # others would reach it too
                in_vain.add(start)


def learn_from_climb(library: MacroLibrary, goal: Pattern, found: Climb) -> TrainingRecord:
    """Learn the escapes that a climb found, and add what is new to the library that it climbed with.

    Parameters
    ----------
    library
        The macros that were climbed with.
    goal
        The goal of the climb.
    found
        The climb; its plan need not be complete.
    """
    plan = found.plan
    paths = [TrainingPath(one.start, one.steps) for one in found.escapes if one.steps]
    problem = TrainingProblem(plan.shape, plan.start, goal, plan.domain.spell(plan.shape))
    return study(Escapes(), library, problem, paths=known_paths(paths))
