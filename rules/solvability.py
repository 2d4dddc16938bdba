"""Whether one board can be turned into another, found without a search."""

from __future__ import annotations

from .checked import checked
from .domains.table import domain_of
from .errors import InputError
from .states.moves_group import Solvability
from .term import Pattern, State
from .theory import Theory


@checked
def solvability(theory: Theory, start: State, goal: Pattern) -> Solvability | None:
    """Decide whether ``goal`` can be reached from ``start``, where the domain knows that without a search.

    Parameters
    ----------
    theory
        A theory of the domain; macro-operators in it change nothing.
    start
        A state of the theory.
    goal
        Another, or a pattern.

    Returns
    -------
    Solvability or None
        None where reachability is not known in advance.

    Raises
    ------
    InputError
        A start or goal of the wrong length.
    """
    for role, state in (("start", start), ("goal", goal)):
        if len(state) != theory.size:
            raise InputError(
                f"the {role} does not fit the board of theory {theory.name}",
                expected=f"{theory.size} symbols ({theory.shape[0]}x{theory.shape[1]})",
                found=str(len(state)),
            )
    return domain_of(theory).solvable(theory.shape, start, goal)
