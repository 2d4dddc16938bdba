"""Random problems that can be solved, made from a seed.

Only primitive arcs are used, so that a theory gives the same problems before and after it has learned macros.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from ..errors import InputError
from ..sliding_tile import is_sliding_tile
from ..term import State
from ..theory import Theory
from .permutation_group import Permutation
from .solvability import moves_group, tiles_solvability
from .state_space import layers, reversed_theory

Draw: TypeAlias = Callable[[Random], State]

MAX_STATES = 2_000_000
"""How many states are enumerated before a request is refused."""

REDRAWS = 64
"""How often a start that is the goal itself is drawn again; some scrambles on tiny boards always return to it."""


def default_goal(theory: Theory) -> State:
    """The goal people expect: the tiles in order, the blank last.

    Raises
    ------
    InputError
        A theory that is not a sliding-tile puzzle.
    """
    if not is_sliding_tile(theory):
        raise InputError(
            f"theory {theory.name} has no goal of its own",
            expected="a goal, because this is not a sliding-tile puzzle",
            found="none",
            remedy="a goal state of this theory",
        )
    symbols = range(theory.size) if theory.symbols is None else theory.symbols
    tiles = sorted((s for s in symbols if s != 0), key=lambda s: (isinstance(s, str), s))
    return theory.check((*tiles, 0))


def random_start(theory: Theory, goal: State, rng: Random) -> State:
    """A start drawn uniformly from all the states that can reach ``goal``, the goal itself among them.

    Sliding-tile boards of any size are shuffled and then repaired by parity; where every move is a permutation of the
    cells and there are many states, one of all that the moves make is drawn; other theories are enumerated backwards.

    Raises
    ------
    InputError
        A goal that is not a state of the theory; an arc that cannot be undone, or more than two million states,
        where the theory has to be enumerated.
    """
    return _uniform(theory, goal)(rng)


def scrambled(theory: Theory, goal: State, moves: int, rng: Random) -> State:
    """A start made by that many random moves backwards from ``goal``.

    A move is drawn among those that change the state and do not undo the one before, unless no other is left. The
    start lies at most ``moves`` moves from the goal, often fewer.

    Raises
    ------
    InputError
        A negative number of moves, a goal that is not a state of the theory, an arc that cannot be undone,
        or a state that no arc leads to.
    """
    return _scramble(theory, goal, moves)(rng)


def at_distance(
    theory: Theory, goal: State, distance: int, rng: Random, max_states: int = MAX_STATES
) -> State:
    """A start drawn uniformly from the states whose shortest path to ``goal`` has exactly ``distance`` primitive moves.

    Raises
    ------
    InputError
        A negative distance, a goal that is not a state of the theory, an arc that cannot be undone, no state that
        far away, or more than ``max_states`` states up to that distance.
    """
    return _at_distance(theory, goal, distance, max_states)(rng)


def random_problems(
    theory: Theory,
    goal: State,
    count: int,
    seed: int,
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
        The domain and the state to reach.
    count
        How many, 0 or more.
    seed
        Any whole number.
    moves
        Scramble by this many moves, as `scrambled` does.
    distance
        Stay exactly this far away, as `at_distance` does. Without moves and distance starts are uniform,
        as in `random_start`.

    Raises
    ------
    InputError
        A negative count, moves and distance together, or whatever the function that draws refuses.
    """
    if moves is not None and distance is not None:
        raise InputError(
            "two ways to choose a start", expected="moves or distance", found="moves and distance"
        )
    _at_least_zero("count", count)
    if moves is not None:
        draw = _scramble(theory, goal, moves)
    elif distance is not None:
        draw = _at_distance(theory, goal, distance, MAX_STATES)
    else:
        draw = _uniform(theory, goal)
    starts = []
    for number in range(count):
        rng = Random(f"{seed}:{number}")
        start = draw(rng)
        redraws = 0 if moves == 0 or distance == 0 else REDRAWS
        while start == goal and redraws:
            start = draw(rng)
            redraws -= 1
        starts.append(start)
    return starts


def random_tiles(shape: tuple[int, int], goal: State, seed: int) -> State:
    """The first start that `random_problems` gives for sliding tiles, for boards of any size."""
    rng = Random(f"{seed}:0")
    draw = _tiles(shape, goal)
    start = draw(rng)
    for _ in range(REDRAWS):
        if start != goal:
            break
        start = draw(rng)
    return start


def _tiles(shape: tuple[int, int], goal: State) -> Draw:
    if min(shape) == 1:
        tiles = tuple(symbol for symbol in goal if symbol != 0)
        return _one_of([(*tiles[:cell], 0, *tiles[cell:]) for cell in range(len(goal))])

    def draw(rng: Random) -> State:
        # Swapping two tiles pairs every unsolvable board with one solvable board, so the draw stays uniform.
        cells = list(goal)
        rng.shuffle(cells)
        verdict = tiles_solvability(shape, tuple(cells), goal)
        return tuple(cells) if verdict is None or verdict.twin is None else verdict.twin

    return draw


def _uniform(theory: Theory, goal: State) -> Draw:
    theory.check(goal)
    if is_sliding_tile(theory) and goal.count(0) == 1 and len(set(goal)) == len(goal):
        return _tiles(theory.shape, goal)
    group = moves_group(theory)
    if group is not None and group.order > MAX_STATES and len(set(goal)) == len(goal):
        return lambda rng: rearranged(goal, group.random(rng))
    return _one_of(_all_that_reach(theory, goal))


def rearranged(state: State, permutation: Permutation) -> State:
    """A state with the symbol of every cell taken where a permutation says."""
    cells = list(state)
    for symbol, cell in zip(state, permutation, strict=True):
        cells[cell] = symbol
    return tuple(cells)


def _all_that_reach(theory: Theory, goal: State) -> list[State]:
    backwards = reversed_theory(theory.without_macros())
    try:
        return [s for layer in layers(backwards, goal, max_states=MAX_STATES) for s in layer]
    except InputError as error:
        raise InputError(
            f"theory {theory.name} has too many states to draw from all of them",
            expected=error.expected,
            found=error.found,
            remedy="a scramble: moves=, the number of random moves away from the goal",
        ) from error


def _scramble(theory: Theory, goal: State, moves: int) -> Draw:
    theory.check(goal)
    _at_least_zero("moves", moves)
    backwards = reversed_theory(theory.without_macros())

    def draw(rng: Random) -> State:
        state, previous = goal, goal
        for made in range(moves):
            all_ways = [before for _, before in backwards.successors(state)]
            if not all_ways:
                raise InputError(
                    f"theory {theory.name} cannot be scrambled by {moves} moves",
                    expected="an arc that leads to every state on the way",
                    found=f"none to {theory.format(state)}, after {made} moves",
                    remedy="fewer moves or another goal",
                )
            ways = [before for before in all_ways if before not in (state, previous)] or all_ways
            state, previous = ways[rng.randrange(len(ways))], state
        return state

    return draw


def _at_distance(theory: Theory, goal: State, distance: int, max_states: int) -> Draw:
    theory.check(goal)
    _at_least_zero("distance", distance)
    backwards = reversed_theory(theory.without_macros())
    greatest = 0
    for greatest, layer in enumerate(layers(backwards, goal, max_states=max_states)):
        if greatest == distance:
            return _one_of(layer)
    raise InputError(
        f"no state is {distance} moves from the goal {theory.format(goal)}",
        expected=f"a distance of 0 to {greatest}, the greatest there is",
        found=str(distance),
    )


def _one_of(states: list[State]) -> Draw:
    return lambda rng: states[rng.randrange(len(states))]


def _at_least_zero(what: str, number: int) -> None:
    if number < 0:
        raise InputError(f"bad {what}", expected="a number of 0 or more", found=str(number))
