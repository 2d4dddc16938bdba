"""Whether one board can be turned into another, found without a search: by what its domain knows, or by its dead ends."""

from __future__ import annotations

from functools import partial

from .checked import checked
from .domain import Domain
from .domains.domain_table import domain_of
from .errors import InputError
from .states.dead_ends import dead_ends, why_dead
from .states.permutation_group import Solvability
from .term import Pattern, State
from .theory import Theory


@checked
def solvability(theory: Theory, start: State, goal: Pattern) -> Solvability | None:
    """Decide whether ``goal`` can be reached from ``start``, where that is known without a search.

    The domain may know, or the start holds a dead end that the arcs tell.

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
    domain = domain_of(theory)
    known = domain.solvable(theory.shape, start, goal)
    return _by_dead_ends(domain, theory, start, goal) if known is None else known


def _by_dead_ends(
    domain: Domain, theory: Theory, start: State, goal: Pattern
) -> Solvability | None:
    for found in dead_ends(theory, goal, start):
        dead_end = found.within(start)
        if dead_end is not None:
            place = partial(domain.place, theory.shape)
            return Solvability(False, why_dead(found, dead_end, place))
    return None
