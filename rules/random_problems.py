"""Random problems that can be solved, made from a seed: the same in every command."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count as numbers
from itertools import islice
from random import Random

from .checked import checked
from .domains.domain_table import domain_of
from .errors import InputError
from .states.random_states import Draw, at_least_zero, distant, scramble, single
from .term import Pattern, State, match
from .theory import Theory

REDRAWS = 64
"""How often a start that is the goal itself is drawn again; some scrambles on tiny boards always return to it."""


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

    Every start has a random generator of its own, made from the seed and its number, so that the first problems stay
    the same when more are asked for, on every Python. A start may come twice; one that is the goal itself is drawn
    again unless nothing else was asked for.

    Parameters
    ----------
    theory, goal
        The domain and the goal to reach; its arcs are looked at only where the domain cannot draw without.
    count
        How many, 0 or more.
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
    """As many states as one takes, each drawn with a random generator made from the seed and its number."""
    return (draw(Random(f"{seed}:{number}")) for number in numbers(first))


def _but(goal: Pattern, draw: Draw) -> Draw:
    """Draws what is no goal itself if another state can be found."""

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
