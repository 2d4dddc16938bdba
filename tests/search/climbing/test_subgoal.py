"""Paths that fill the next cell, against plain breadth-first search over full states."""

from functools import cache
from random import Random

import pytest
from arcwise.rules import distances, open_source
from arcwise.search import NO_LIMITS, Limits, Placements, Plan, Status
from arcwise.search.climbing.ordered import reach_subgoal
from hypothesis import given
from hypothesis import strategies as st

from ...drawing import at_most

SMALL = [
    "sliding-tile:1x4", "sliding-tile:4x1", "sliding-tile:2x2", "sliding-tile:2x3",
    "sliding-tile:3x2", "pancake:5", "topspin:5x2", "topspin:6x3", "topspin:6x4", "topspin:7x4",
    "lights-out:2x2", "lights-out:2x3", "lights-out:3x3",
]  # fmt: skip

seeds = st.integers(0, 2**32 - 1)
few_examples = at_most(12)


@cache
def prepared(board, goal_seed=0):
    domain, shape = open_source(board).sized
    goal = domain.draw(shape, Random(goal_seed)) if goal_seed else None
    placements = Placements(domain, shape, goal=goal, order="blank-first")
    return placements, sorted(distances(domain.theory(shape), placements.goal.goal))


def filled_from(placements, state, steps):
    """The state after some steps, by primitive moves one after the other."""
    assert all(not schema.arc.is_macro for schema, _ in steps)
    return Plan(placements.domain, placements.shape, state, steps).replay()


def nearest(theory, state, wanted):
    """How many moves the nearest state with a property is away."""
    layer, seen, depth = [state], {state}, 0
    while not any(map(wanted, layer)):
        layer = [after for s in layer for _, after in theory.successors(s)]
        layer = [after for after in dict.fromkeys(layer) if after not in seen]
        seen.update(layer)
        depth += 1
        assert layer
    return depth


@pytest.mark.slow
@pytest.mark.parametrize("board", SMALL)
@few_examples
@given(seeds, st.integers(0, 2))
def test_no_way_to_fill_the_next_cell_is_shorter(board, seed, goal_seed):
    placements, states = prepared(board, goal_seed)
    goal, theory = placements.goal, placements.domain.theory(placements.shape)
    rng = Random(seed)
    filled = rng.randrange(len(goal.order))
    fitting = [s for s in states if goal.placed(s) >= filled and s != goal.goal]
    if not fitting:
        return
    state = rng.choice(fitting)
    filled = goal.placed(state)
    result, steps = reach_subgoal(placements, state, NO_LIMITS)
    assert result.solved
    assert goal.placed(filled_from(placements, state, steps)) > filled
    assert len(steps) == nearest(theory, state, lambda other: goal.placed(other) > filled)


@pytest.mark.slow
@pytest.mark.parametrize(
    "board", ["sliding-tile:2x3", "pancake:5", "topspin:6x4", "lights-out:2x2"]
)
def test_cell_by_cell_every_state_is_solved(board):
    placements, states = prepared(board)
    for state in Random(1).sample(states, min(25, len(states))):
        count = 0
        while state != placements.goal.goal:
            result, steps = reach_subgoal(placements, state, NO_LIMITS)
            assert result.moves == len(steps) > 0
            state = filled_from(placements, state, steps)
            count += 1
        assert count <= len(placements.goal.order)


def test_symbols_whose_turn_has_not_come_make_no_difference():
    domain, shape = open_source("sliding-tile:4x4").sized
    placements = Placements(domain, shape, order="blank-first")
    state = (1, 2, 3, 5, 4, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0)
    swapped = tuple({10: 13, 13: 10, 8: 9, 9: 8}.get(symbol, symbol) for symbol in state)
    (result, steps), (other, same) = (
        reach_subgoal(placements, start, NO_LIMITS) for start in (state, swapped)
    )
    assert same == steps
    assert other.statistics.expanded == result.statistics.expanded
    for start in (state, swapped):
        after = filled_from(placements, start, steps)
        assert placements.goal.placed(after) > placements.goal.placed(start)
        assert after[15] == 0


@pytest.mark.parametrize("board", ["sliding-tile:4x4", "cube:2", "topspin:9x4"])
def test_the_search_is_held_to_its_limits(board):
    domain, shape = open_source(board).sized
    placements = Placements(domain, shape, order="blank-first")
    for seed in range(100):
        state, length = domain.draw(shape, Random(seed)), 0
        while state != placements.goal.goal and length < 5:
            result, steps = reach_subgoal(placements, state, NO_LIMITS)
            length = len(steps)
            if length < 5:
                state = filled_from(placements, state, steps)
        if length >= 5:
            break
    assert result.statistics.expanded > 2
    result, steps = reach_subgoal(placements, state, Limits(nodes=2))
    assert (result.status, result.limit, steps) == (Status.STOPPED, "nodes", ())
    assert result.statistics.expanded == 2


def test_there_is_no_way_where_tiles_cannot_pass_each_other():
    domain, shape = open_source("sliding-tile:1x4").sized
    placements = Placements(domain, shape, order="blank-first")
    result, steps = reach_subgoal(placements, (2, 1, 3, 0), NO_LIMITS)
    assert (result.status, steps) == (Status.UNSOLVABLE, ())
