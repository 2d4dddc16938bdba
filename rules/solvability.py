"""Whether a problem can be solved, decided without a search by what the domain knows or by dead ends.

Also here: random problems that can be solved. They are made from a seed, the same in every command.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count as numbers
from itertools import islice
from random import Random

from .checked import checked
from .domain import Domain
from .domains.domain_table import domain_of
from .errors import InputError
from .states.dead_ends import dead_ends, why_dead
from .states.permutation_group import Solvability
from .states.random_states import Draw, at_least_zero, distant, scramble, single
from .term import Pattern, State, match
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
        A state of the theory, or a pattern.

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


REDRAWS = 64
"""Number of times that a start equal to the goal is drawn again; some scrambles on tiny boards always return to it."""


@checked
def random_problems(
    theory: Theory,
    goal: Pattern,
    count: int,
    seed: int | str,
    *,
    moves: int | None = None,
    distance: int | None = None,
) -> list[State]:
    """Starts of ``count`` random problems with one goal.

    Every start has a random generator of its own, made from the seed and its number. So the first problems stay the same when
    more are asked for, on every Python. A start may come twice; one that is the goal itself is drawn again unless nothing
    else was asked for.

    Parameters
    ----------
    theory, goal
        The domain and the goal to reach; its arcs are looked at only where the domain cannot draw without.
    count
        Number of starts, 0 or more.
    seed
        Any whole number; a text for problems apart from those of all numbers.
    moves
        Scramble by this many moves, as `scramble` does.
    distance
        Stay exactly this far away, as `distant` does. Without moves and distance the domain draws (`Domain.starts`).

    Raises
    ------
    InputError
        A negative count, moves and distance together, a goal that leaves cells open where the domain does not draw for it,
        or whatever the function that draws refuses.
    """
    if moves is not None and distance is not None:
        raise InputError(
            "two ways to choose a start", expected="moves or distance", found="moves and distance"
        )
    at_least_zero("count", count)
    draw = _drawing(theory, goal, moves, distance)
    if moves != 0 and distance != 0:
        draw = _but(goal, draw)
    return list(islice(numbered(draw, seed), count))


def numbered(draw: Draw, seed: int | str, first: int = 0) -> Iterator[State]:
    """Yield states without end, each drawn with a random generator made from the seed and its number."""
    return (draw(Random(f"{seed}:{number}")) for number in numbers(first))


def _but(goal: Pattern, draw: Draw) -> Draw:
    """Draw a state that is no goal, if one can be found."""

    def other(rng: Random) -> State:
        start = draw(rng)
        for _ in range(REDRAWS):
            if match(goal, start) is None:
                break
            start = draw(rng)
        return start

    return other


def _drawing(theory: Theory, goal: Pattern, moves: int | None, distance: int | None) -> Draw:
    domain = domain_of(theory)
    if moves is None and distance is None:
        return domain.starts(theory.shape, goal)
    state = single(goal)
    if moves is not None:
        return scramble(theory, state, moves)
    assert distance is not None
    return distant(theory, state, distance)
