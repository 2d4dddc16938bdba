"""Random problems that can be solved, made from a seed: the same in every command."""

from __future__ import annotations

from random import Random

from .domain import single
from .domains.table import domain_of
from .errors import InputError
from .states.random_states import Draw, at_least_zero, distant, scramble
from .term import Pattern, State, match
from .theory import Theory

REDRAWS = 64
"""How often a start that is the goal itself is drawn again; some scrambles on tiny boards always return to it."""


def random_start(theory: Theory, goal: Pattern, rng: Random) -> State:
    """A random start that can reach ``goal``, perhaps the goal itself; see `Domain.starts`."""
    return domain_of(theory).starts(theory.shape, goal)(rng)


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
        The domain and the goal to reach.
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
        A negative count, moves and distance together, a goal that leaves cells open where the domain does not draw
        for it, or whatever the function that draws refuses.
    """
    if moves is not None and distance is not None:
        raise InputError(
            "two ways to choose a start", expected="moves or distance", found="moves and distance"
        )
    at_least_zero("count", count)
    draw = _drawing(theory, goal, moves, distance)
    redraws = 0 if moves == 0 or distance == 0 else REDRAWS
    return [drawn(draw, goal, Random(f"{seed}:{number}"), redraws) for number in range(count)]


def drawn(draw: Draw, goal: Pattern, rng: Random, redraws: int = REDRAWS) -> State:
    """A start that is no goal itself if another can be found."""
    start = draw(rng)
    while redraws and match(goal, start) is not None:
        start = draw(rng)
        redraws -= 1
    return start


def _drawing(theory: Theory, goal: Pattern, moves: int | None, distance: int | None) -> Draw:
    domain = domain_of(theory)
    if moves is None and distance is None:
        return domain.starts(theory.shape, goal)
    state = single(goal)
    if moves is not None:
        return scramble(theory, state, moves)
    assert distance is not None
    return distant(theory, state, distance)
