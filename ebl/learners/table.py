"""The learners people know by name: each a small composition of the same parts.

Of the filters of Markovitch and Scott (Machine Learning 10, 1993), *experience* is which problems are practised, *attention*
which paths are looked at, *acquisition* is always explanation-based generalization to a window (`schematize`), *retention*
what a library admits (`MacroLibrary.admit`), and *utilization* when a schema is tried (`Climber`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

from ...rules.arc import Arc
from ...rules.domain import Domain
from ...rules.geometry import Shape
from ...rules.schema import schema_of
from ...search.limits import NO_LIMITS, Limits
from ...search.problem import Problem
from ...search.solve import solve
from ..generalize import schematize
from ..library import MacroLibrary
from . import escapes, macro_table
from .escapes import climb_out, complete, learn_escapes
from .focused import explore, learn_focused
from .macro_table import fill, learn_macro_table
from .practice import Exercise, Practice, Practise

QUIESCENCE = 5
"""How many problems in a row must teach nothing."""

PROBLEMS = 10
"""How many problems of each size are solved where there is no quiescence to wait for."""

EFFORT = Limits(nodes=1_000_000)
"""What the search for one whole solution may take."""


@dataclass(frozen=True, slots=True)
class Course:
    """What a learner is asked to do.

    Parameters
    ----------
    shape
        The size of the boards that the macros are for.
    shapes
        The sizes to practise on, from small to large.
    seed
        For what is random.
    quiescence
        For learners that end when nothing new comes.
    problems
        For learners that do not: problems of each size.
    limits
        On each problem, in place of the learner's own; nodes are those of each search in it.
    """

    shape: Shape
    shapes: tuple[Shape, ...]
    seed: int = 0
    quiescence: int = QUIESCENCE
    problems: int = PROBLEMS
    limits: Limits = NO_LIMITS

    def effort(self, usual: Limits) -> Limits:
        """The limits on a problem of a learner that has limits of its own."""
        return replace(self.limits, nodes=self.limits.nodes or usual.nodes)


Stream: TypeAlias = Callable[[MacroLibrary, Course, Practise], Iterator[Practice]]


@dataclass(frozen=True, slots=True)
class Learner:
    """One row of the table.

    Parameters
    ----------
    summary
        Experience and attention in a few words.
    stream
        What is practised, one problem after the other.
    practise
        How one problem is practised.
    blank_first
        Whether its macros are for the order of a macro table.
    builds_on
        Whether what was learned before takes part in practice.
    """

    summary: str
    stream: Stream
    practise: Practise
    blank_first: bool = False
    builds_on: bool = False

    def library(self, family: Domain) -> MacroLibrary:
        """An empty library for it."""
        return MacroLibrary(family, blank_first=self.blank_first)

    def teach(
        self, library: MacroLibrary, course: Course, practise: Practise | None = None
    ) -> Iterator[Practice]:
        """Learn into a library.

        Parameters
        ----------
        library, course
            Where to learn what.
        practise
            Who practises: this process if None, or another that does the same.

        Yields
        ------
        A record for each problem, as soon as it is done.
        """
        return self.stream(library, course, practise or self.practise)


def solve_whole(library: MacroLibrary, exercise: Exercise) -> Practice:
    """Solve one problem by search, and learn the whole solution."""
    family, shape, start = library.family, exercise.shape, exercise.start
    problem = Problem(family.theory(shape), start, family.goal(shape))
    result = solve(problem, "a-star", limits=exercise.limits)
    if result.limit == "interrupt":
        raise KeyboardInterrupt
    macros, admissions = [], []
    if result.solved and result.steps:
        arcs = [arc for arc in result.primitives if isinstance(arc, Arc)]
        steps = [schema_of(arc, shape, family.geometry) for arc in arcs]
        macros.append(schematize(family, shape, start, steps, library.next_name(), exercise.origin))
        admissions.append(library.add(macros[0]))
    return Practice(
        exercise.number,
        shape,
        start,
        result.solved,
        result.moves,
        result.statistics.operator_applications,
        tuple(admissions),
        tuple(macros),
        result.limit,
    )


def _each_path(library: MacroLibrary, course: Course, practise: Practise) -> Iterator[Practice]:
    family, number = library.family, 0
    for shape in course.shapes:
        for _ in range(course.problems):
            number += 1
            start = family.draw(shape, Random(f"{course.seed}:{shape}:{number}"))
            origin = f"{family.spell(shape)}, problem {number}"
            yield practise(library, Exercise(number, shape, start, origin, course.effort(EFFORT)))


def _escapes(library: MacroLibrary, course: Course, practise: Practise) -> Iterator[Practice]:
    effort = course.effort(escapes.EFFORT)
    yield from learn_escapes(
        library,
        course.shapes,
        quiescence=course.quiescence,
        seed=course.seed,
        effort=effort,
        practise=practise,
    )
    yield from complete(library, course.shapes, effort=effort, practise=practise)


def _focused(library: MacroLibrary, course: Course, practise: Practise) -> Iterator[Practice]:
    for shape in course.shapes:
        yield from learn_focused(library, shape, limits=course.limits, practise=practise)


def _macro_table(library: MacroLibrary, course: Course, practise: Practise) -> Iterator[Practice]:
    effort = course.effort(macro_table.EFFORT)
    yield from learn_macro_table(library, course.shape, effort=effort, practise=practise)


LEARNERS: Mapping[str, Learner] = {
    "each-path": Learner(
        "random problems; the whole solution, as the source text has it", _each_path, solve_whole
    ),
    "escapes": Learner(
        "climbing; ways out of local minima, until nothing new comes",
        _escapes,
        climb_out,
        builds_on=True,
    ),
    "focused": Learner(
        "search from every blank; sequences that change few cells", _focused, explore
    ),
    "macro-table": Learner(
        "Korf's table: every cell from every place", _macro_table, fill, blank_first=True
    ),
}
"""Every learner by name."""
