"""A policy followed from every state of a small problem, and boards of a domain as planning tasks."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from ..ebl.library import MacroLibrary
from ..experiments.board import BoardSource
from ..rules.domain import Domain
from ..rules.geometry import Shape
from ..rules.term import ground
from .pddl.action_domain import PlanningTask
from .pddl.planning import PlanningDomain
from .policy.small_problems import SmallProblem, check_small


def check_policy(
    library: MacroLibrary, board: Any, report: Callable[..., None] | None = None
) -> SmallProblem:
    """Whether a policy solves a small problem from every state that its start leads to.

    Parameters
    ----------
    library
        The policy.
    board
        The problem: a `PlanningTask`, or a board as for `arcwise.open_source`.
    report
        Called as `check_small` calls it.

    Raises
    ------
    InputError
        A board that the rules are not for.
    """
    if isinstance(board, PlanningTask):
        task = board
        library = library.for_domain(PlanningDomain(board.domain), (1, 1))
    else:
        sized = BoardSource.opened(board)
        library, task = sized.library(library), task_of_board(sized.domain, sized.shape)
    assert library.policy is not None
    return check_small(library.policy, task, report)


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
