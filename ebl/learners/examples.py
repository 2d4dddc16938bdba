"""Learning from whole solutions: of examples that somebody chose, or of random problems.

In this file:

- Learning from training examples: somebody chose the problems, and the whole solution is looked at.
- Random problems to learn from, on boards of one size.
- Learning whole solutions of random problems, as the source text has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, TypeAlias

from ...rules.arc import Arc
from ...rules.errors import TooLargeError
from ...rules.geometry import Shape
from ...rules.solvability import numbered
from ...rules.theory import Theory
from ...search.algorithms import ALGORITHMS
from ...search.limits import Limits
from ...search.macros import theory_with
from ...search.problem import Problem
from ...search.result import Result
from ...search.solve import solve
from ..generalize import placed_steps
from ..learner import (
    Course,
    Learner,
    Outcome,
    Practice,
    Records,
    TrainingPath,
    TrainingPaths,
    TrainingProblem,
    each,
    option,
)
from ..library import MacroLibrary


def drawn_problems(
    library: MacroLibrary, course: Course, shape: Shape, effort: Limits, first: int
) -> Iterator[TrainingProblem]:
    """Endless random problems, different from those that experiments search with the same seed.

    Parameters
    ----------
    library, course
        Of what domain, and with which seed.
    shape
        The size of the boards.
    effort
        Limits where the course has none.
    first
        The number of the first.
    """
    domain = library.domain
    goal = domain.goal(shape)
    starts = numbered(partial(domain.draw, shape), f"{course.seed}:{shape}", first)
    try:
        for number, start in enumerate(starts, first):
            origin = f"{domain.spell(shape)}, problem {number}"
            yield TrainingProblem(shape, start, goal, origin, course.effort(effort))
    except TooLargeError as error:
        raise error.advising("training examples: a file of starts and goals") from None


EFFORT = Limits(nodes=1_000_000)
"""Limits on the search for one whole solution."""

Search: TypeAlias = Callable[[Problem, Limits], Result]


def a_star(problem: Problem, limits: Limits) -> Result:
    """Find the path of a training example by A*."""
    return solve(problem, "a-star", limits=limits)


def searched(
    search: Search, theory: Theory, problem: TrainingProblem, library: MacroLibrary | None
) -> Result:
    """Search a training problem in a theory, with the macros of a library if there is one.

    Raises
    ------
    KeyboardInterrupt
        The user's.
    """
    if library is not None:
        theory = theory_with(theory, library)
    result = search(Problem(theory, problem.start, problem.goal), problem.limits)
    if result.limit == "interrupt":
        raise KeyboardInterrupt
    return result


def known_paths(paths: Iterable[TrainingPath]) -> TrainingPaths:
    """Yield the known paths that have steps."""
    found = [path for path in paths if path.steps]
    yield from each(found)
    moves = sum(len(path.steps) for path in found)
    return Outcome(True, moves, moves)


def whole_solution(
    library: MacroLibrary, problem: TrainingProblem, search: Search, *, with_macros: bool
) -> TrainingPaths:
    """Solve one problem by search, and learn the whole solution.

    Parameters
    ----------
    library, problem
        As for every attention.
    search
        How to solve it.
    with_macros
        Whether the macros of the library take part in the search.
    """
    theory = library.primitives(problem.shape)
    result = searched(search, theory, problem, library if with_macros else None)
    if result.solved:
        arcs = [arc for arc in result.primitives if isinstance(arc, Arc)]
        path = TrainingPath(problem.start, placed_steps(library.domain, problem.shape, arcs))
        yield from known_paths([path])
    return Outcome.of(result)


class FromExamples(Learner):
    """A learner whose problems are training examples, each searched as any other problem.

    Parameters
    ----------
    with_macros
        Use the macros learned so far when solving later examples.
    keep_going
        Skip faulty examples, and list them.
    trial
        Problems on which macros are tried before they are kept; may be given several times. Default for PDDL: a third of the
        problems, if there are four or more.
    untried
        Keep macros without a trial.
    tried_with
        Algorithm of the trial, which should be the one that will use the macros.
    """

    from_examples = True

    with_macros: bool = False
    keep_going: bool = False
    trial: Any = option(default=None, read=tuple, several=True)
    untried: bool = False
    tried_with: Any = option(
        default=None,
        read=ALGORITHMS.spelled,
        typed="trial-algorithm",
        usually="lazy-greedy for PDDL, else greedy",
    )

    @property
    def builds_on(self) -> bool:
        """Whether the macros so far take part in the next search."""
        return self.with_macros


class Examples(FromExamples):
    """The problems of EXAMPLES; the whole solution.

    On a logic program examples are goals: each is proved, and the generalized proof is a rule in front of the clauses.

    Parameters
    ----------
    operational
        Of Prolog programs, predicates that may be conditions of learned rules, as NAME/ARITY with commas, or goals as patterns;
        by default those of operational(...) in the program, else those that have only facts without variables.
    number
        Where steps of an explanation repeat, learn a rule for any number of repetitions.
    failures
        Of Prolog programs, learn from goals that fail too: a clause that fails for all goals of their kind.
    """

    operational: Any = option(default=None, read=tuple, several=True)
    number: bool = False
    failures: bool = False

    def attend(
        self, library: MacroLibrary, problem: TrainingProblem, search: Search = a_star
    ) -> TrainingPaths:
        """Solve the example, and learn its whole solution."""
        return whole_solution(library, problem, search, with_macros=self.with_macros)


class OfEachSize(Practice):
    """A learner that practises on random problems, from small boards to large ones.

    Parameters
    ----------
    problems
        Number of problems of each size; more of the largest size where lessons asks for more.
    """

    effort = EFFORT

    problems: int = 10

    def experience(
        self, library: MacroLibrary, course: Course, records: Records
    ) -> Iterator[TrainingProblem]:
        """Random problems, a number of each size, from small to large."""
        for place, shape in enumerate(course.shapes):
            first = place * self.problems + 1
            drawn = drawn_problems(library, course, shape, self.effort, first)
            goes_on = self.lessons is not None and shape == course.shapes[-1]
            yield from islice(drawn, None if goes_on else self.problems)


class EachPath(OfEachSize):
    """Random problems; the whole solution, as the source text has it."""

    def attend(self, library: MacroLibrary, problem: TrainingProblem) -> TrainingPaths:
        """Solve one random problem, and learn its whole solution; its search is not kept, as of all practice."""
        outcome = yield from whole_solution(library, problem, a_star, with_macros=False)
        return replace(outcome, result=None)
