"""A library checked on a board: whether climbing with its macros, or following its policy, solves every problem there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import TypeAlias

from ..ebl.library import MacroLibrary
from ..planning.pddl.action_domain import PlanningTask
from ..planning.policy.small_problems import SmallProblem, check_small
from ..rules.checked import checked
from ..rules.domain import Domain
from ..rules.errors import InputError
from ..rules.geometry import Shape
from ..rules.term import Pattern, ground
from ..search.climbing.completeness import (
    Completeness,
    EveryGoal,
    check_completeness,
    check_every_goal,
)
from ..search.climbing.every_size import EverySize, check_every_size
from .board import Named
from .board import domain as make_domain

LibraryCheck: TypeAlias = Completeness | EveryGoal | EverySize | SmallProblem
"""The answers of a check; each has `complete`."""

CheckProgress: TypeAlias = Callable[..., None]


@checked
def check_library(
    library: MacroLibrary,
    board: Named | PlanningTask | None = None,
    *,
    goal: str | Pattern | None = None,
    every_goal: bool = False,
    every_size: bool = False,
    samples: int = 1000,
    seed: int = 0,
    report: CheckProgress | None = None,
) -> LibraryCheck:
    """Whether the macros of a library solve every problem of a board without search.

    Parameters
    ----------
    library
        Macros to climb with, or a policy, which is followed.
    board
        As for `domain`; of a policy a small problem, which may be a `PlanningTask` too. The board that the macros were last
        learned on if None.
    goal
        The goal, if not the board's own.
    every_goal
        Whether every goal of the board is checked.
    every_size
        Whether square boards of every size are checked, of a domain that slides on a grid; the board does not matter.
    samples, seed
        Random states that are tried, where neither situations nor states can be enumerated.
    report
        Called as `check_every_size` or `check_small` calls it.

    Raises
    ------
    InputError
        A board that the macros are not for, or a question that does not go with them.
    """
    if board is not None:
        library = _for_board(library, board)
    if library.policy is not None:
        if goal is not None or every_goal or every_size or board is None:
            raise InputError(
                "a policy is checked on one small problem",
                expected="a problem, without a goal, every_goal or every_size",
            )
        task = board if isinstance(board, PlanningTask) else _task(board)
        return check_small(library.policy, task, report)
    if goal is not None and every_goal:
        raise InputError("a goal does not go with every goal")
    if isinstance(board, PlanningTask):
        raise InputError("these macros are no policy", expected="a board")
    domain, shape = _board(library, board)
    if every_size:
        return check_every_size(domain, library.schemas_of(domain), report=report)
    if every_goal:
        return check_every_goal(domain, shape, partial(library.climber, shape, domain))
    if isinstance(goal, str):
        goal = domain.board(shape).parse_goal(goal)
    climber = library.climber(shape, domain, goal)
    return check_completeness(climber, samples=samples, seed=seed)


def task_of_board(domain: Domain, shape: Shape) -> PlanningTask:
    """The problem of a board by relations; its start is the board's, else the goal, else a random state.

    Raises
    ------
    InputError
        A domain that is not described by relations.
    """
    goal = domain.goal(shape)
    start = domain.start(shape) or ground(goal) or domain.draw(shape, Random(1))
    task: PlanningTask = domain.task_of(shape, start, goal)
    return task


def _for_board(library: MacroLibrary, board: Named | PlanningTask) -> MacroLibrary:
    """Attach the moves of a board's domain to a library that was read without a domain."""
    if isinstance(board, PlanningTask):
        from ..planning.pddl.planning import PlanningDomain

        return library.for_domain(PlanningDomain(board.domain), (1, 1))
    return make_domain(board).library(library)


def _task(board: Named) -> PlanningTask:
    sized = make_domain(board)
    return task_of_board(sized.domain, sized.shape)


def _board(library: MacroLibrary, board: Named | None) -> tuple[Domain, Shape]:
    """A board, or the one that the macros were last learned on."""
    if board is not None:
        sized = make_domain(board).enumerated()
        if sized.program is not None:
            sized.arcs_only("check")
        return sized.domain, sized.shape
    domain, shape = library.domain.in_every_size, library.shape
    if shape is None or not domain.goals(shape):
        raise InputError("which board?", expected="a board, such as sliding-tile:5x5")
    return domain, shape
