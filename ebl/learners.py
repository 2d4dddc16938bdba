"""The learners people know by name: each a small composition of the same parts.

Of the filters of Markovitch and Scott (Machine Learning 10, 1993), *experience* is which problems are practised, *attention*
which paths are looked at, *acquisition* is always explanation-based generalization to a window (`schematize`), *retention*
what a library admits (`SchemaLibrary.admit`), and *utilization* when a schema is tried (`Climber`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from ..rules.arc import Arc
from ..rules.family import Family
from ..rules.geometry import Shape
from ..rules.schema import schema_of
from ..search.limits import Limits
from ..search.problem import Problem
from ..search.solve import solve
from .escapes import Practice, complete, learn_escapes
from .focused import learn_focused
from .macro_table import learn_macro_table
from .schema_library import SchemaLibrary
from .schematize import schematize

QUIESCENCE = 5
"""How many problems in a row must teach nothing."""

PROBLEMS = 10
"""How many problems of each size are solved where there is no quiescence to wait for."""


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
    """

    shape: Shape
    shapes: tuple[Shape, ...]
    seed: int = 0
    quiescence: int = QUIESCENCE
    problems: int = PROBLEMS


Teach: TypeAlias = Callable[[SchemaLibrary, Course], Iterator[Practice]]


@dataclass(frozen=True, slots=True)
class Learner:
    """One row of the table.

    Parameters
    ----------
    summary
        Experience and attention in a few words.
    teach
        Learns into a library, a record for each problem.
    blank_first
        Whether its macros are for the order of a macro table.
    """

    summary: str
    teach: Teach
    blank_first: bool = False

    def library(self, family: Family) -> SchemaLibrary:
        """An empty library for it."""
        return SchemaLibrary(family, blank_first=self.blank_first)


def _each_path(library: SchemaLibrary, course: Course) -> Iterator[Practice]:
    family, number = library.family, 0
    for shape in course.shapes:
        theory = family.theory(shape)
        for _ in range(course.problems):
            number += 1
            start = family.draw(shape, Random(f"{course.seed}:{shape}:{number}"))
            problem = Problem(theory, start, family.goal(shape))
            result = solve(problem, "a-star", limits=Limits(nodes=1_000_000))
            if result.limit == "interrupt":
                raise KeyboardInterrupt
            admissions = []
            if result.solved and result.steps:
                arcs = [arc for arc in result.primitives if isinstance(arc, Arc)]
                steps = [schema_of(arc, shape, family.geometry) for arc in arcs]
                origin = f"{family.spell(shape)}, problem {number}"
                schema = schematize(family, shape, start, steps, library.next_name(), origin)
                admissions.append(library.add(schema))
            yield Practice(
                number,
                shape,
                start,
                result.solved,
                result.moves,
                result.statistics.operator_applications,
                tuple(admissions),
            )


def _escapes(library: SchemaLibrary, course: Course) -> Iterator[Practice]:
    yield from learn_escapes(library, course.shapes, quiescence=course.quiescence, seed=course.seed)
    yield from complete(library, course.shapes)


def _focused(library: SchemaLibrary, course: Course) -> Iterator[Practice]:
    for shape in course.shapes:
        yield from learn_focused(library, shape)


def _macro_table(library: SchemaLibrary, course: Course) -> Iterator[Practice]:
    yield from learn_macro_table(library, course.shape)


LEARNERS: Mapping[str, Learner] = {
    "each-path": Learner(
        "random problems; the whole solution, as the source text has it", _each_path
    ),
    "escapes": Learner("climbing; ways out of local minima, until nothing new comes", _escapes),
    "focused": Learner("search from every blank; sequences that change few cells", _focused),
    "macro-table": Learner(
        "Korf's table: every cell from every place", _macro_table, blank_first=True
    ),
}
"""Every learner by name."""
