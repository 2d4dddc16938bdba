"""Masked states: every move on one is the same move on all states that it stands for."""

from dataclasses import replace
from functools import cache
from itertools import permutations
from random import Random

import pytest
from arcwise.rules import Arc, Theory, Var, open_source
from arcwise.search import Placements, Problem, solve
from arcwise.search.climbing.ordered import OTHER, abstract_state, blank_alone_matters
from hypothesis import given
from hypothesis import strategies as st

from ...drawing import at_most

BLIND = [
    "sliding-tile:1x5", "sliding-tile:2x3", "sliding-tile:4x4", "pancake:6", "topspin:7x3",
    "topspin:8x4", "lights-out:2x3", "lights-out:3x3", "cube:2",
]  # fmt: skip
PERMUTATIONS = [board for board in BLIND if board[0] != "l"]

seeds = st.integers(0, 2**32 - 1)
few_examples = at_most(10)


@cache
def prepared(board, order="blank-first"):
    """Placements, and the moves of the board as a theory that takes any symbols."""
    domain, shape = open_source(board).sized
    return Placements(domain, shape, order=order), domain.theory(shape)


def drawn(board, seed, order="blank-first"):
    """A state, a number of cells to count as filled, and what the two are on a board."""
    placements, theory = prepared(board, order)
    rng = Random(seed)
    state = placements.domain.draw(placements.shape, rng)
    return placements, theory, state, rng.randrange(len(placements.goal.order)), rng


def standing_for_the_same(placements, state, filled, rng):
    """Another state with the same masked one: what is masked changes places."""
    hidden = [
        c for c, symbol in enumerate(abstract_state(placements, state, filled)) if symbol == OTHER
    ]
    symbols = [state[cell] for cell in hidden]
    rng.shuffle(symbols)
    cells = list(state)
    for cell, symbol in zip(hidden, symbols, strict=True):
        cells[cell] = symbol
    return tuple(cells)


@pytest.mark.slow
@pytest.mark.parametrize("board", BLIND)
@pytest.mark.parametrize("order", ["given", "blank-first"])
@few_examples
@given(seeds)
def test_a_move_of_a_masked_state_is_the_masked_move_of_the_state(board, order, seed):
    placements, theory, state, filled, rng = drawn(board, seed, order)
    for _ in range(8):
        hidden = abstract_state(placements, state, filled)
        full = theory.successors(state)
        assert theory.successors(hidden) == [
            (arc, abstract_state(placements, after, filled)) for arc, after in full
        ]
        state = rng.choice(full)[1]


@pytest.mark.slow
@pytest.mark.parametrize("board", BLIND)
@few_examples
@given(seeds)
def test_a_path_found_between_masked_states_is_one_between_full_states(board, seed):
    placements, theory, state, filled, rng = drawn(board, seed)
    end = state
    for _ in range(6):
        end = rng.choice(theory.successors(end))[1]
    free = Problem(
        replace(theory, symbols=None, domain=None),
        abstract_state(placements, state, filled),
        abstract_state(placements, end, filled),
    )
    result = solve(free, "bidirectional", check=False)
    assert result.solved
    assert result.moves <= 6
    for start in (state, standing_for_the_same(placements, state, filled, rng)):
        reached = start
        for arc in result.primitives:
            reached = arc.apply(reached)
            assert reached is not None
        assert abstract_state(placements, reached, filled) == free.goal


@pytest.mark.parametrize("board", PERMUTATIONS)
@few_examples
@given(seeds)
def test_what_is_kept_are_the_symbols_of_the_cells_up_to_the_next_and_the_blank(board, seed):
    placements, _, state, filled, _ = drawn(board, seed)
    goal = placements.goal
    kept = [goal.goal[cell] for cell in goal.order[: filled + 1]]
    for symbol, seen in zip(state, abstract_state(placements, state, filled), strict=True):
        assert seen == (symbol if symbol in kept or symbol == placements.domain.blank else OTHER)
    assert abstract_state(placements, state, len(goal.order) - 1) == state


@pytest.mark.parametrize("board", ["lights-out:2x3", "lights-out:3x3"])
def test_where_symbols_repeat_what_is_kept_are_the_cells_that_moves_connect_to_those(board):
    placements, _ = prepared(board)
    goal, size = placements.goal, len(placements.goal.goal)
    state = placements.domain.draw(placements.shape, Random(2))
    for filled in range(len(goal.order)):
        lights = {cell % (size // 2) for cell in goal.order[: filled + 1]}
        assert abstract_state(placements, state, filled) == tuple(
            symbol if cell % (size // 2) in lights else OTHER for cell, symbol in enumerate(state)
        )


@pytest.mark.parametrize("board", BLIND)
@few_examples
@given(seeds)
def test_the_heuristic_sees_no_difference_for_the_next_cell(board, seed):
    placements, _, state, _, rng = drawn(board, seed, order="given")
    goal = placements.goal
    filled = goal.placed(state)
    if filled == len(goal.order):
        return
    hidden = abstract_state(placements, state, filled)
    assert goal.placed(hidden) == filled
    assert goal.value(hidden) == goal.value(state)
    other = standing_for_the_same(placements, state, filled, rng)
    if goal.permutation:
        assert goal.value(other) == goal.value(state)


def test_where_moves_ask_for_symbols_nothing_is_masked():
    placements, _ = prepared("hanoi:3x4")
    assert not blank_alone_matters(placements)
    for seed in range(5):
        state = placements.domain.draw(placements.shape, Random(seed))
        assert abstract_state(placements, state, 0) is state
    assert blank_alone_matters(prepared("sliding-tile:2x3")[0])


def test_the_more_cells_are_filled_the_less_is_masked():
    placements, _ = prepared("sliding-tile:4x4")
    state = placements.domain.draw(placements.shape, Random(9))
    counts = [abstract_state(placements, state, filled).count(OTHER) for filled in range(16)]
    assert counts == [15, *range(14, -1, -1)]


def test_a_symbol_may_be_called_as_what_does_not_matter_would_be():
    names, cells = ("x", "y", "z", "other"), tuple(map(Var, "ABCD"))
    swap, turn = (
        Arc("move", cells, tuple(cells[c] for c in o)) for o in ((1, 0, 2, 3), (1, 2, 3, 0))
    )
    theory = Theory("named", (swap, turn), (1, 4), None, names)
    for start in permutations(names):
        assert solve(Problem(theory, start, names), "climb").solved


def test_the_blank_of_boards_whose_symbols_repeat_matters_in_every_cell():
    theory = Theory("blank", (Arc("right", ("_", Var("A")), (Var("A"), "_")),), (1, 2), "_")
    assert solve(Problem(theory, ("_", "b"), ("b", "_")), "climb").moves == 1
