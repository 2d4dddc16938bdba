"""The searches of ``arcwise utility`` in this process: its random problems, and searching them with an arm's macros."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from ...ebl.learners.escapes import EFFORT
from ...rules.random_problems import random_problems
from ...rules.term import Pattern, State, ground
from ...search.climbing.climb import climb
from ...search.climbing.climber import Climb, Climber
from ...search.climbing.parberry import parberry
from ...search.problem import Problem
from ...search.result import Result
from ...search.solve import solve, with_unit_macro_costs
from ..domain import Domain
from ..options import SearchOptions
from .arena import ArcArena, Arena, ClimbArena, climb_result, uninterrupted
from .arms import Arm
from .bench import CLIMB, PARBERRY, Entry, Group
from .utility import LibraryLedger

POOL = 1000
"""States drawn once from all states, where drawing means to enumerate them."""


@dataclass
class Here:
    """Learns and searches in this process; see `Bench`.

    Parameters
    ----------
    domain, goal
        The board and the goal of all problems.
    options
        How to search.
    report
        See `watch`.
    """

    domain: Domain
    goal: Pattern
    options: SearchOptions
    report: Callable[..., None] = lambda steps=1, detail="": None

    def watch(self, report: Callable[..., None]) -> None:
        """See `Bench`."""
        self.report = report

    def keep(self, name: str, label: str, seed: int, learn: Callable[[], Arm]) -> Arm:
        """See `Bench`."""
        return learn()

    def ahead(self, entries: Iterable[Entry], group: Group) -> Iterable[Entry]:
        """See `Bench`."""
        return entries

    def results(self, algorithm: str, entry: Entry, group: Group) -> Iterator[Result]:
        """See `Bench`."""
        search = searcher(self.domain, self.goal, algorithm, entry.arm, self.options)
        for start in group.starts:
            yield search(start)
            self.report(1, f"{algorithm}, {entry.name}")

    def arena(
        self, algorithm: str, entry: Entry, plain: str, group: Group, *, counted: bool
    ) -> Arena:
        """See `Bench`."""
        return arena_of(self.domain, self.goal, algorithm, entry.arm, self.options)

    def examples(self, pairs: Sequence[tuple[State, State]]) -> Iterator[Result]:
        """See `Bench`."""
        for start, goal in pairs:
            problem = Problem(self.domain.theory, start, goal)
            yield uninterrupted(solve(problem, "breadth-first", limits=self.options.limits))

    def enter(self, algorithm: str, ledger: LibraryLedger) -> None:
        """See `Bench`."""

    def finish(self) -> None:
        """See `Bench`."""


def draw_starts(domain: Domain, goal: Pattern, count: int, seed: str) -> list[State]:
    """Random problems of a board, each with a random generator of its own."""
    return random_problems(domain.theory, goal, count, seed)


@lru_cache(maxsize=8)
def drawing(domain: Domain, goal: Pattern) -> Callable[[Random], State]:
    """A function that draws a random state which can reach the goal."""
    family, shape = domain.family, domain.theory.shape
    if family is not None and goal == family.goal(shape):
        return lambda rng: family.draw(shape, rng)
    pool = domain.starts(goal, POOL, 0)
    return lambda rng: rng.choice(pool)


def arena_of(
    domain: Domain, goal: Pattern, algorithm: str, arm: Arm, options: SearchOptions
) -> Arena:
    """Where single macros of an arm are judged."""
    if algorithm == CLIMB:
        family = domain.family
        assert family is not None
        return ClimbArena(
            family,
            domain.theory.shape,
            goal,
            arm.schemas,
            lambda climber, start: climbed(climber, start, options),
            blank_first=arm.blank_first,
        )
    theory = domain.theory.with_macros(arm.arcs)
    if options.macro_cost == "unit":
        theory = with_unit_macro_costs(theory)
    in_python = replace(options, engine="python", threads=1)

    def search(problem: Problem) -> Result:
        return options.search(
            domain.problem(problem.start, problem.goal, problem.theory), algorithm
        )

    return ArcArena(
        theory,
        goal,
        theory.macros,
        search,
        lambda problem: in_python.search(problem, algorithm),
    )


def climbed(climber: Climber, start: State, options: SearchOptions) -> Climb:
    """Climb, and search for a way out of local minima."""
    return climb(climber, start, escape=EFFORT, limits=options.limits, engine=options.engine)


def searcher(
    domain: Domain, goal: Pattern, algorithm: str, arm: Arm, options: SearchOptions
) -> Callable[[State], Result]:
    """A function that searches from a state, with what can be prepared ready, so that no search is timed with it.

    It raises KeyboardInterrupt where the user interrupts it.
    """
    family = domain.family
    if algorithm == PARBERRY:
        end = ground(goal)
        assert family is not None and end is not None
        shape = domain.theory.shape
        return lambda start: climb_result(parberry(family, shape, start, end))
    if algorithm == CLIMB:
        assert family is not None
        climber = Climber(
            family,
            domain.theory.shape,
            arm.schemas,
            goal,
            blank_first=arm.blank_first,
            select="best",
        )
        return lambda start: uninterrupted(climb_result(climbed(climber, start, options)))
    theory = domain.theory.with_macros(arm.arcs)
    if options.macro_cost == "unit":
        theory = with_unit_macro_costs(theory)
    some_state = ground(goal) or drawing(domain, goal)(Random(0))
    options.with_nodes(1).search(domain.problem(some_state, goal, theory), algorithm)
    return lambda start: uninterrupted(
        options.search(domain.problem(start, goal, theory), algorithm)
    )
