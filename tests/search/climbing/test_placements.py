"""Placed schemas: against the same schemas as arcs of the whole board."""

from collections import Counter
from functools import cache
from random import Random

import pytest
from arcwise.ebl import schematize
from arcwise.rules import open_source
from arcwise.search import Placements
from hypothesis import given
from hypothesis import strategies as st

from ...drawing import at_most

BOARDS = [
    ("sliding-tile:1x5", "sliding-tile:1x4"),
    ("sliding-tile:3x3", "sliding-tile:3x3"),
    ("sliding-tile:3x4", "sliding-tile:2x3"),
    ("sliding-tile:6x6", "sliding-tile:2x2"),
    ("pancake:6", "pancake:5"),
    ("topspin:7x3", "topspin:7x3"),
    ("topspin:8x4", "topspin:6x4"),
    ("hanoi:3x4", "hanoi:3x3"),
    ("hanoi:4x3", "hanoi:4x3"),
    ("lights-out:2x3", "lights-out:2x3"),
    ("cube:2", "cube:2"),
]
"""Boards, and where the macros that lie on them are learned."""

seeds = st.integers(0, 2**32 - 1)
few_examples = at_most(15)


@cache
def learned(spelling, count=6, longest=6):
    """Macros of random walks."""
    domain, shape = open_source(spelling).sized
    placements, rng, macros = Placements(domain, shape), Random(spelling), []
    while len(macros) < count:
        start = state = domain.draw(shape, rng)
        steps = []
        for _ in range(rng.randint(2, longest)):
            moves = placements.moves(placements.blank_of(state))
            move = rng.choice([move for move in moves if move.matches(state)])
            steps.append((placements.schemas[move.number], move.place))
            state = made(move, state)
        macros.append(schematize(domain, shape, start, steps, f"macro{len(macros) + 1}").operator)
    return tuple(macros)


def made(move, state):
    cells = list(state)
    move.apply(cells)
    return tuple(cells)


def on_the_board(placements):
    """Every schema at every place as an arc of the board: number, place and arc."""
    domain, shape = placements.domain, placements.shape
    return [
        (number, place, schema.placed(cells, shape[0] * shape[1]))
        for number, schema in enumerate(placements.schemas)
        for place in domain.geometry.places(schema.window, shape)
        if (cells := domain.geometry.cells(schema.window, place, shape)) is not None
    ]


@cache
def prepared(board, source, seed=0, order="given"):
    """Placements with macros and their arcs, for a goal of which every seed but 0 draws one."""
    domain, shape = open_source(board).sized
    goal = domain.draw(shape, Random(seed)) if seed else None
    placements = Placements(domain, shape, learned(source), goal, order=order)
    return placements, on_the_board(placements)


def near(placements, state):
    """What the placements propose for a state."""
    goal = placements.goal
    target = goal.order[goal.placed(state)]
    focus = state.index(goal.goal[target]) if goal.permutation else target
    return placements.near(placements.blank_of(state), focus)


@pytest.mark.slow
@pytest.mark.parametrize(("board", "source"), BOARDS)
def test_schemas_are_in_order_of_cost_and_numbered_so(board, source):
    placements, _ = prepared(board, source)
    domain, shape = open_source(board).sized
    costs = [schema.cost for schema in placements.schemas]
    assert costs == sorted(costs)
    holding = [macro for macro in learned(source) if domain.holds(macro, shape)]
    expected = [*domain.schemas(shape), *holding]
    assert Counter((schema.name, schema.canonical) for schema in placements.schemas) == Counter(
        (schema.name, schema.canonical) for schema in expected
    )
    assert tuple(placements.schemas[n] for n in placements.primitives) == domain.schemas(shape)


def test_of_equal_costs_the_shorter_schema_comes_first_and_then_the_one_given_first():
    domain, shape = open_source("sliding-tile:2x3", arc_cost=0).sized
    _, _, right, down = domain.schemas(shape)
    free = [
        schematize(domain, shape, (0, 1, 2, 3, 4, 5), steps, name).operator
        for name, steps in (
            ("three", [(right, 0), (right, 1), (down, 2)]),
            ("two", [(down, 0), (right, 3)]),
            ("other two", [(right, 0), (down, 1)]),
            ("one", [(right, 0)]),
        )
    ]
    dear = learned("sliding-tile:3x3")
    placements = Placements(domain, shape, [*dear, *free])
    names = [schema.name for schema in placements.schemas[:8]]
    assert names == ["up", "left", "right", "down", "one", "two", "other two", "three"]


def test_macros_that_do_not_hold_on_the_board_are_left_out():
    domain, shape = open_source("topspin:9x3").sized
    small, ring = open_source("topspin:5x3").sized
    (turn,) = domain.schemas(shape)
    over = schematize(small, ring, small.goal(ring), [(turn, 0), (turn, 3)], "over").operator
    inside = schematize(small, ring, small.goal(ring), [(turn, 0), (turn, 1)], "inside").operator
    wide = learned("sliding-tile:3x3")[0]
    placements = Placements(domain, shape, [over, wide, inside])
    assert [schema.name for schema in placements.schemas] == ["turn", "inside"]
    assert "over" in [schema.name for schema in Placements(small, ring, [over]).schemas]


@pytest.mark.slow
@pytest.mark.parametrize(("board", "source"), BOARDS)
def test_the_blank_is_an_anchor_exactly_where_every_schema_moves_it(board, source):
    placements, _ = prepared(board, source)
    sliding = board.startswith("sliding-tile")
    assert placements.anchored == sliding
    state = placements.domain.draw(placements.shape, Random(4))
    assert placements.blank_of(state) == (state.index(0) if sliding else -1)


@pytest.mark.slow
@pytest.mark.parametrize(("board", "source"), BOARDS)
@few_examples
@given(seeds)
def test_moves_that_match_are_all_moves_of_the_theory(board, source, seed):
    placements, _ = prepared(board, source)
    domain, shape = placements.domain, placements.shape
    state = domain.draw(shape, Random(seed))
    found = Counter(
        (placements.schemas[move.number].name, made(move, state))
        for move in placements.moves(placements.blank_of(state))
        if move.matches(state)
    )
    assert found == Counter(
        (arc.name, after) for arc, after in domain.theory(shape).successors(state)
    )


@pytest.mark.slow
@pytest.mark.parametrize(("board", "source"), BOARDS)
@pytest.mark.parametrize("order", ["given", "blank-first"])
@few_examples
@given(seeds, st.integers(0, 2))
def test_nothing_that_leads_to_a_better_state_is_overlooked(board, source, order, seed, goal_seed):
    placements, arcs = prepared(board, source, goal_seed, order)
    goal, rng = placements.goal, Random(seed)
    state = placements.domain.draw(placements.shape, rng)
    for _ in range(rng.randrange(60)):
        better = [
            after
            for _, _, arc in arcs
            if (after := arc.apply(state)) is not None and goal.value(after) < goal.value(state)
        ]
        if not better:
            break
        state = rng.choice(better)
    if state == goal.goal:
        return
    height = goal.value(state)
    expected = {
        (number, place, after)
        for number, place, arc in arcs
        if (after := arc.apply(state)) is not None and goal.value(after) < height
    }
    found = [
        (placed.number, placed.place, made(placed, state))
        for placed in near(placements, state)
        if placed.matches(state)
    ]
    assert len(found) == len(set(found))
    assert expected == {entry for entry in found if goal.value(entry[2]) < height}


@pytest.mark.slow
@pytest.mark.parametrize(("board", "source"), BOARDS)
@few_examples
@given(seeds)
def test_a_placed_schema_matches_and_does_what_its_arc_does(board, source, seed):
    placements, arcs = prepared(board, source)
    arc_at = {(number, place): arc for number, place, arc in arcs}
    state = placements.domain.draw(placements.shape, Random(seed))
    if state == placements.goal.goal:
        return
    for placed in near(placements, state):
        after = arc_at[placed.number, placed.place].apply(state)
        assert placed.matches(state) == (after is not None)
        if after is not None:
            assert made(placed, state) == after


@pytest.mark.slow
@pytest.mark.parametrize(("board", "source"), [b for b in BOARDS if b[0][0] not in "hl"])
@few_examples
@given(seeds)
def test_a_placed_schema_knows_before_it_is_used_what_becomes_of_symbol_and_blank(
    board, source, seed
):
    placements, _ = prepared(board, source)
    goal, domain = placements.goal, placements.domain
    state = domain.draw(placements.shape, Random(seed))
    if state == goal.goal:
        return
    symbol = goal.goal[goal.order[goal.placed(state)]]
    for placed in near(placements, state):
        after = made(placed, state)
        changed = [cell for cell, was in enumerate(state) if was != after[cell]]
        assert placed.lowest == min((goal.rank[cell] for cell in changed), default=len(goal.goal))
        assert placed.focus == after.index(symbol) or (
            placed.focus == -1 and placements.anchored and symbol == state[after.index(symbol)]
        )
        assert placed.cells == domain.geometry.cells(
            placements.schemas[placed.number].window, placed.place, placements.shape
        )
        if placements.anchored:
            assert placed.blank == after.index(0)


def test_far_from_the_next_symbol_all_are_proposed_for_the_blank_alone():
    domain, shape = open_source("sliding-tile:9x9").sized
    placements = Placements(domain, shape)
    for focus in (0, 8, 20):
        assert placements.near(80, focus) is placements.near(80, 1)
        assert {placed.focus for placed in placements.near(80, focus)} == {-1}
    close = placements.near(10, 0)
    assert {placed.focus for placed in close} == {-1}  # none moves it
    assert {placed.blank for placed in close} == {1, 9, 11, 19}


def test_what_was_prepared_for_a_cell_is_not_prepared_again():
    domain, shape = open_source("sliding-tile:3x3").sized
    placements = Placements(domain, shape, learned("sliding-tile:3x3"))
    assert placements.near(4, 0) is placements.near(4, 0)
    assert placements.moves(4) is placements.moves(4)
    assert placements.near(4, 0) is not placements.near(4, 1)


def test_only_schemas_that_move_the_next_symbol_are_proposed_where_there_is_no_blank():
    domain, shape = open_source("pancake:5").sized
    placements = Placements(domain, shape)
    proposed = [placements.schemas[placed.number].name for placed in placements.near(-1, 2)]
    assert proposed == ["flip3", "flip4"]


@pytest.mark.parametrize("cell", range(6))
def test_the_blank_of_a_board_without_macros_has_its_neighbours(cell):
    domain, shape = open_source("sliding-tile:2x3").sized
    moves = Placements(domain, shape).moves(cell)
    row, column = divmod(cell, 3)
    assert {move.blank for move in moves} == {
        other for other in range(6) if abs(other // 3 - row) + abs(other % 3 - column) == 1
    }
