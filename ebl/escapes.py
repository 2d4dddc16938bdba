"""Learning from escapes: climb, and where climbing ends in a local minimum, learn the way out.

After MICRO-HILLARY (Finkelstein and Markovitch, JAIR 8, 1998): only routes out of local minima become macros, and learning
ends when a number of problems in a row have taught nothing (quiescence).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from ..rules.geometry import Shape
from ..rules.term import State
from ..search.climb import Climber
from ..search.completeness import Evidence, check_completeness
from ..search.escape import find_escape
from ..search.limits import Limits
from ..search.plan import Plan
from .library import Admission
from .schema_library import SchemaLibrary
from .schematize import schematize

EFFORT = Limits(nodes=50_000)
"""What one search for a way out may take."""

MOST_PROBLEMS = 1000
"""Problems on one size of board, after which learning goes on to the next although there was something new."""


@dataclass(frozen=True, slots=True)
class Practice:
    """What one training problem taught.

    Parameters
    ----------
    number
        From 1.
    shape, start
        The problem.
    solved
        Whether the goal was reached, with the help of escapes.
    moves
        The length of the solution in primitive moves.
    applications
        Primitive moves made in solving it and in searching for ways out: what learning cost.
    admissions
        What the library said to each way out.
    """

    number: int
    shape: Shape
    start: State
    solved: bool
    moves: int
    applications: int
    admissions: tuple[Admission, ...]

    @property
    def learned(self) -> int:
        """How many schemas are new."""
        return sum(admission.accepted for admission in self.admissions)


def learn_escapes(
    library: SchemaLibrary,
    shapes: Sequence[Shape],
    *,
    quiescence: int = 5,
    seed: int = 0,
    effort: Limits = EFFORT,
    most_problems: int = MOST_PROBLEMS,
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
        Limits on each search for a way out.
    most_problems
        For each size.

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
            practice = practise(library, shape, start, number, effort)
            yield practice
            quiet = 0 if practice.learned else quiet + 1
            if quiet >= quiescence:
                break


def complete(
    library: SchemaLibrary, shapes: Sequence[Shape], *, effort: Limits = EFFORT
) -> Iterator[Practice]:
    """Learn the ways out of all local minima that are left on some boards, where `check_completeness` proves them.

    Parameters
    ----------
    library, effort
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
            practice = practise(library, shape, found.minima[0], number, effort, "local minimum")
            yield practice
            if not practice.learned:
                break


def practise(
    library: SchemaLibrary,
    shape: Shape,
    start: State,
    number: int,
    effort: Limits = EFFORT,
    what: str = "problem",
) -> Practice:
    """Solve one problem by climbing, and learn the way out of every local minimum on the way."""
    family = library.family
    climber = _climber(library, shape)
    state, moves, applications = start, 0, 0
    admissions: list[Admission] = []
    while True:
        climb = climber.climb(state)
        moves += climb.plan.moves
        applications += climb.plan.moves
        if climb.limit == "interrupt":
            raise KeyboardInterrupt
        if climb.stuck is None:
            return Practice(
                number, shape, start, climb.solved, moves, applications, tuple(admissions)
            )
        way = find_escape(climber.placements, climb.stuck, effort)
        applications += way.generated
        if way.steps is None:
            return Practice(number, shape, start, False, moves, applications, tuple(admissions))
        state = Plan(family, shape, climb.stuck, way.steps).replay()
        moves += len(way.steps)
        origin = f"{family.spell(shape)}, {what} {number}"
        schema = schematize(family, shape, climb.stuck, way.steps, library.next_name(), origin)
        admissions.append(library.add(schema))
        if admissions[-1].accepted:
            climber = _climber(library, shape)


def _climber(library: SchemaLibrary, shape: Shape) -> Climber:
    return Climber(library.family, shape, library, blank_first=library.blank_first)
