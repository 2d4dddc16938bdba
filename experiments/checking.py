"""A library checked on a board: whether climbing with its macros solves every problem there."""

from __future__ import annotations

from ..ebl.library import MacroLibrary
from ..rules.checked import checked
from ..rules.errors import InputError
from ..search.climbing.completeness import Completeness, check_completeness
from .sized_domain import Named
from .sized_domain import domain as make_domain


@checked
def check_library(
    library: MacroLibrary, board: Named | None = None, *, samples: int = 1000, seed: int = 0
) -> Completeness:
    """Whether climbing with the macros of a library solves every problem of a board.

    Parameters
    ----------
    library
        Macros on boards.
    board
        As for `domain`; the board that the macros were last learned on if None.
    samples, seed
        As for `check_completeness`.

    Raises
    ------
    InputError
        A board that the macros are not for, or a policy.
    """
    if library.policy is not None:
        raise InputError(
            "a policy is proved rule by rule",
            expected="macros for climbing",
            remedy="arcwise.search.prove, or arcwise check POLICY.pl BOARD",
        )
    if board is not None:
        sized = make_domain(board)
        shape = sized.arcs_only("check").shape
        return check_completeness(library.climber(shape, sized.domain), samples=samples, seed=seed)
    domain = library.domain.in_every_size
    if library.shape is None or not domain.goals(library.shape):
        raise InputError("which board?", expected="a board, such as sliding-tile:5x5")
    climber = library.climber(library.shape, domain)
    return check_completeness(climber, samples=samples, seed=seed)
