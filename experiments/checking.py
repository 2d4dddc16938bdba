"""A library checked on a board: whether climbing with its macros, or following its policy, solves every problem there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol, TypeAlias

from ..ebl.library import MacroLibrary
from ..rules.checked import checked
from ..rules.domain import Domain
from ..rules.errors import InputError
from ..rules.geometry import Shape
from ..rules.term import Pattern
from ..search.climbing.completeness import check_completeness, check_every_goal
from ..search.climbing.every_size import check_every_size
from .board import BoardSource, Named


class LibraryCheck(Protocol):
    """The answer of a check, whatever was checked."""

    @property
    def complete(self) -> bool:
        """Whether every problem is solved."""

    def summary(self) -> str:
        """The answer in a sentence."""


CheckProgress: TypeAlias = Callable[..., None]


@checked
def check_library(
    library: MacroLibrary,
    board: Any = None,
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
        As for `domain`; of a policy a small problem, which may be a `PlanningTask` of `arcwise.planning` too. The board that the macros were last
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
    if library.policy is not None:
        if goal is not None or every_goal or every_size or board is None:
            raise InputError(
                "a policy is checked on one small problem",
                expected="a problem, without a goal, every_goal or every_size",
            )
        checked_policy: LibraryCheck = library.policy.check(library, board, report)
        return checked_policy
    if board is not None:
        library = BoardSource.opened(board).library(library)
    if goal is not None and every_goal:
        raise InputError("a goal does not go with every goal")
    domain, shape = _board(library, board)
    if every_size:
        return check_every_size(domain, library.schemas_of(domain), report=report)
    if every_goal:
        return check_every_goal(domain, shape, partial(library.climber, shape, domain))
    if isinstance(goal, str):
        goal = domain.board(shape).parse_goal(goal)
    climber = library.climber(shape, domain, goal)
    return check_completeness(climber, samples=samples, seed=seed)


def _board(library: MacroLibrary, board: Named | None) -> tuple[Domain, Shape]:
    """A board, or the one that the macros were last learned on."""
    if board is not None:
        sized = BoardSource.opened(board).enumerated()
        if sized.program is not None:
            sized.arcs_only("check")
        return sized.domain, sized.shape
    domain, shape = library.domain.in_every_size, library.shape
    if shape is None or not domain.goals(shape):
        raise InputError("which board?", expected="a board, such as sliding-tile:5x5")
    return domain, shape
