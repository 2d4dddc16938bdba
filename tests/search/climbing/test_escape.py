"""Escapes from local minima, against plain breadth-first search over full states."""

from functools import cache
from random import Random

import pytest
from arcwise.rules import distances, open_source, sliding_tile
from arcwise.search import NO_LIMITS, Climber, Limits, Placements, Plan
from arcwise.search.climbing.climb import find_escape
from arcwise.search.climbing.ordered import blank_alone_matters
from hypothesis import given
from hypothesis import strategies as st

from ...drawing import at_most

BOARDS = [
    "sliding-tile:1x5", "sliding-tile:4x1", "sliding-tile:2x2", "sliding-tile:2x3",
    "sliding-tile:3x2", "sliding-tile:3x3", "pancake:5", "topspin:5x2", "topspin:7x3",
    "topspin:7x4", "hanoi:3x4", "hanoi:4x3", "lights-out:2x3", "lights-out:3x3", "cube:2",
]  # fmt: skip

seeds = st.integers(0, 2**32 - 1)
few_examples = at_most(12)


def shortest(theory, height, start, most):
    """How many moves the nearest better state is away; None if there is none, or none so near."""
    layer, seen, least = [start], {start}, height(start)
    for depth in range(1, most + 1):
        new = []
        for state in layer:
            for _, after in theory.successors(state):
                if after not in seen:
                    if height(after) < least:
                        return depth
                    seen.add(after)
                    new.append(after)
        layer = new
    return None


def replayed(placements, start, escape):
    """The state to which an escape leads, by its primitive moves."""
    assert all(not schema.arc.is_macro for schema, _ in escape.steps)
    return Plan(placements.domain, placements.shape, start, escape.steps).replay()


@cache
def prepared(board, goal_seed=0, order="given"):
    domain, shape = open_source(board).sized
    goal = domain.draw(shape, Random(goal_seed)) if goal_seed else None
    return Climber(domain, shape, goal=goal, order=order)


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("order", ["given", "blank-first"])
@few_examples
@given(seeds, st.integers(0, 2))
def test_no_better_state_is_nearer_than_the_one_that_an_escape_finds(board, order, seed, goal_seed):
    climber = prepared(board, goal_seed, order)
    placements, goal = climber.placements, climber.goal
    domain, shape = placements.domain, placements.shape
    start = domain.draw(shape, Random(seed))
    if start == goal.goal:
        return
    stuck = climber.advance(start).climb.stuck
    start = stuck or start
    most = 3 if board == "cube:2" else 99
    least = shortest(domain.theory(shape), goal.value, start, most)
    if least is None:
        assert board == "cube:2"
        return
    escape = find_escape(placements, start, NO_LIMITS)
    assert (escape.start, escape.limit) == (start, None)
    assert len(escape.steps) == least
    assert goal.value(replayed(placements, start, escape)) < goal.value(start)
    assert stuck is None or least > 1
    assert escape.generated >= least


@pytest.mark.parametrize("board", ["sliding-tile:2x3", "pancake:5", "hanoi:3x3", "lights-out:2x2"])
def test_from_every_state_but_the_goal_the_nearest_better_one_is_found(board):
    domain, shape = open_source(board).sized
    placements = Placements(domain, shape)
    theory, height = domain.theory(shape), placements.goal.value
    states = distances(theory, placements.goal.goal)
    for state in Random(3).sample(sorted(states), min(60, len(states))):
        if state != placements.goal.goal:
            escape = find_escape(placements, state, NO_LIMITS)
            assert len(escape.steps) == shortest(theory, height, state, 100)
            assert height(replayed(placements, state, escape)) < height(state)


@pytest.mark.long
def test_every_local_minimum_of_the_eight_puzzle_in_a_sample_has_the_shortest_way_out(
    eight_sample,
):
    climber = prepared("sliding-tile:3x3")
    theory = sliding_tile(3, 3)
    lengths = set()
    for start in eight_sample(40, 15, 31):
        stuck = climber.advance(start).climb.stuck
        if stuck is None:
            continue
        escape = find_escape(climber.placements, stuck, NO_LIMITS)
        lengths.add(len(escape.steps))
        assert len(escape.steps) == shortest(theory, climber.goal.value, stuck, 31)
    assert len(lengths) > 3
    assert max(lengths) > 6


def test_symbols_that_the_heuristic_does_not_look_at_leave_few_states():
    domain, shape = open_source("sliding-tile:4x4").sized
    placements = Placements(domain, shape)
    assert blank_alone_matters(placements)
    start = (1, 2, 3, 0, 15, 6, 7, 4, 9, 10, 11, 8, 13, 14, 12, 5)
    escape = find_escape(placements, start, NO_LIMITS)
    assert placements.goal.value(replayed(placements, start, escape)) < placements.goal.value(start)
    few = 16 * 15 * 14 * 13 * 12
    assert escape.generated < 4 * few
    swapped = tuple({5: 15, 15: 5}.get(symbol, symbol) for symbol in start)
    again = find_escape(placements, swapped, NO_LIMITS)
    assert again.steps == escape.steps
    assert again.generated == escape.generated


@pytest.mark.parametrize(
    ("board", "alike"),
    [
        ("sliding-tile:3x3", True), ("sliding-tile:1x4", True), ("pancake:5", True),
        ("topspin:7x3", True), ("cube:2", True), ("lights-out:2x2", True), ("hanoi:3x3", False),
    ],
)  # fmt: skip
def test_symbols_are_alike_where_moves_do_not_ask_for_them(board, alike):
    assert blank_alone_matters(Placements(*open_source(board).sized)) == alike
    assert blank_alone_matters(Placements(*open_source(board).sized, order="blank-first")) == alike


@pytest.mark.parametrize("board", ["sliding-tile:1x4", "sliding-tile:2x2", "sliding-tile:2x3"])
def test_a_state_from_which_the_goal_cannot_be_reached_has_no_way_out_in_the_end(board):
    climber = prepared(board)
    domain, shape = climber.placements.domain, climber.placements.shape
    start = list(domain.goal(shape))
    start[0], start[1] = start[1], start[0]
    reachable = distances(domain.theory(shape), tuple(start))
    lowest = min(reachable, key=climber.goal.value)
    assert climber.goal.value(lowest) > (0, 0, 0)
    escape = find_escape(climber.placements, lowest, NO_LIMITS)
    assert (escape.steps, escape.limit) == (None, None)
    assert escape.generated > 0


@pytest.mark.parametrize("nodes", [1, 2, 5])
def test_a_limit_on_nodes_stops_an_escape(nodes):
    climber = prepared("sliding-tile:3x3")
    start = (1, 2, 3, 4, 5, 6, 8, 7, 0)
    escape = find_escape(climber.placements, start, Limits(nodes=nodes))
    assert (escape.start, escape.steps, escape.limit) == (start, None, "nodes")
    assert 0 < escape.generated <= 4 * nodes


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "nodes"),
    [("topspin:7x4", 20), ("lights-out:3x3", 20), ("sliding-tile:2x3", 20), ("cube:2", 30)],
)
def test_beyond_a_limit_on_nodes_the_shortest_way_that_fills_the_next_cell_is_found(board, nodes):
    climber = prepared(board, order="blank-first")
    placements, goal = climber.placements, climber.goal
    theory = placements.domain.theory(placements.shape)
    filling = 0
    for seed in range(20):
        state = climber.advance(placements.domain.draw(placements.shape, Random(seed))).climb.stuck
        while state is not None:
            escape = find_escape(placements, state, Limits(nodes=nodes))
            if escape.steps is None:
                assert escape.limit == "nodes"
                break
            after = replayed(placements, state, escape)
            assert goal.value(after) < goal.value(state)
            if escape.generated > nodes * len(placements.moves(placements.blank_of(state))):
                filling += 1
                assert goal.placed(after) > goal.placed(state)
                if board != "cube:2":
                    least = shortest(theory, lambda other: -goal.placed(other), state, 99)
                    assert len(escape.steps) == least
            state = climber.advance(after).climb.stuck
    assert filling > 5


def test_a_limit_on_time_stops_an_escape():
    climber = prepared("sliding-tile:3x3")
    start = (1, 2, 3, 4, 5, 6, 8, 7, 0)
    escape = find_escape(climber.placements, start, Limits(time=1e-9))
    assert (escape.steps, escape.limit, escape.generated) == (None, "time", 0)


def test_an_escape_of_one_expansion_needs_no_second():
    placements = Placements(*open_source("sliding-tile:2x2").sized)
    escape = find_escape(placements, (1, 2, 0, 3), Limits(nodes=1))
    assert [(schema.name, place) for schema, place in escape.steps] == [("right", 2)]
    assert escape.generated <= 2
