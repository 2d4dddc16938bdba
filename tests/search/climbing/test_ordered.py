"""The ordered heuristic: the order of the cells and the value of a state, against their rules said by hand."""

from itertools import product
from random import Random

import networkx as nx
import pytest
from arcwise.rules import InputError, SlidingTiles, distances, open_source
from arcwise.rules.geometry import peeled
from arcwise.search import LexicographicValue, ordered_goal
from hypothesis import given
from hypothesis import strategies as st

from ...drawing import at_most

BY_MOVES = [
    "pancake:2", "pancake:7", "topspin:3x2", "topspin:6x3", "topspin:7x3", "topspin:8x4",
    "topspin:9x5", "hanoi:3x4", "lights-out:1x1", "lights-out:2x3", "lights-out:3x3", "cube:2",
]  # fmt: skip
ALL = [*BY_MOVES, "hanoi:4x3", "sliding-tile:3x3", "sliding-tile:2x4", "sliding-tile:1x5"]

seeds = st.integers(0, 2**32 - 1)


@st.composite
def grids(draw):
    """A shape and one of its cells."""
    shape = draw(st.tuples(st.integers(1, 6), st.integers(1, 6)))
    return shape, draw(st.integers(0, shape[0] * shape[1] - 1))


def with_blank_at(shape, cell):
    tiles = range(1, shape[0] * shape[1])
    return (*tiles[:cell], 0, *tiles[cell:])


def ways_of_symbols(theory):
    """From a cell to every cell to which some move brings the symbol of that cell."""
    graph = nx.DiGraph()
    graph.add_nodes_from(range(theory.size))
    for arc in theory.arcs:
        after = arc.apply(tuple(range(theory.size)))
        graph.add_edges_from((was, cell) for cell, was in enumerate(after) if was != cell)
    return graph


@pytest.mark.parametrize("order", ["given", "blank-first"])
@pytest.mark.parametrize("spelling", ALL)
def test_the_order_has_every_cell_once_but_the_blanks(spelling, order):
    domain, shape = open_source(spelling).sized
    goal = ordered_goal(domain, shape, order=order)
    cells = set(range(shape[0] * shape[1]))
    if domain.blank is not None and order == "given":
        cells.remove(goal.goal.index(domain.blank))
    assert sorted(goal.order) == sorted(cells)
    assert goal.goal == domain.goal(shape)
    assert goal.permutation == domain.permutes(shape)
    assert goal.blank == (None if order == "blank-first" else domain.blank)


@pytest.mark.slow
@given(grids())
def test_the_order_of_a_board_leaves_out_the_blanks_cell_wherever_it_is(grid):
    shape, cell = grid
    goal = ordered_goal(SlidingTiles(), shape, with_blank_at(shape, cell))
    assert goal.order == tuple(other for other in peeled(shape, cell) if other != cell)
    assert set(goal.order) == set(range(shape[0] * shape[1])) - {cell}


@pytest.mark.parametrize(
    ("shape", "blank", "order"),
    [
        ((3, 3), 8, (0, 1, 2, 3, 6, 4, 5, 7)),
        ((3, 3), 0, (8, 7, 6, 5, 2, 4, 3, 1)),
        ((3, 3), 2, (6, 7, 8, 3, 0, 4, 5, 1)),
        ((3, 3), 4, (0, 1, 2, 6, 3, 8, 7, 5)),
        ((2, 2), 3, (0, 1, 2)),
        ((2, 4), 7, (0, 4, 1, 5, 2, 3, 6)),
        ((4, 2), 7, (0, 1, 2, 3, 4, 5, 6)),
        ((4, 4), 15, (0, 1, 2, 3, 4, 8, 12, 5, 6, 7, 9, 13, 10, 11, 14)),
        ((1, 5), 4, (0, 1, 2, 3)),
        ((1, 5), 2, (0, 4, 1, 3)),
        ((5, 1), 0, (4, 3, 2, 1)),
        ((1, 1), 0, ()),
    ],
)
def test_boards_are_filled_line_by_line_the_farthest_from_the_blank_first(shape, blank, order):
    assert ordered_goal(SlidingTiles(), shape, with_blank_at(shape, blank)).order == order


@pytest.mark.slow
@given(grids())
def test_every_line_is_an_edge_of_what_is_left_and_the_farther_one_from_its_far_end_on(grid):
    (rows, columns), last = grid
    order = peeled((rows, columns), last)
    last_row, last_column = divmod(last, columns)
    left = {(row, column) for row, column in product(range(rows), range(columns))}
    while left:
        tall = len({row for row, _ in left})
        wide = len({column for _, column in left})
        axis, home = (0, last_row) if tall >= wide else (1, last_column)
        length = wide if tall >= wide else tall
        line = [divmod(cell, columns) for cell in order[:length]]
        order = order[length:]
        edges = {min(cell[axis] for cell in left), max(cell[axis] for cell in left)}
        at = line[0][axis]
        assert at in edges
        assert abs(at - home) == max(abs(edge - home) for edge in edges)
        assert set(line) == {cell for cell in left if cell[axis] == at}
        far = [abs(row - last_row) + abs(column - last_column) for row, column in line]
        assert far[0] == max(far)
        assert sorted(line) in (line, line[::-1])
        left -= set(line)
    assert order == []
    assert peeled((rows, columns), last)[-1] == last


@pytest.mark.parametrize(
    ("spelling", "order"),
    [
        ("pancake:5", (4, 3, 2, 1, 0)),
        ("topspin:8x4", (7, 6, 5, 4, 3, 2, 1, 0)),
        ("hanoi:3x4", (3, 2, 1, 0)),
        ("hanoi:4x3", (2, 1, 0)),
    ],
)
def test_stacks_rings_and_towers_are_filled_from_the_end(spelling, order):
    assert ordered_goal(*open_source(spelling).sized).order == order


@pytest.mark.parametrize("spelling", BY_MOVES)
def test_the_next_cell_is_the_one_that_the_fewest_moves_change(spelling):
    domain, shape = open_source(spelling).sized
    order = list(ordered_goal(domain, shape).order)
    moves = [set(arc.changed) for arc in domain.theory(shape).arcs]
    for number, cell in enumerate(order):
        usable = [move for move in moves if move.isdisjoint(order[:number])]
        counts = {left: sum(left in move for move in usable) for left in order[number:]}
        some = [count for count in counts.values() if count]
        if some:
            assert cell == max(left for left, count in counts.items() if count == min(some))


def test_the_corner_of_the_cube_that_never_moves_comes_last():
    domain, shape = open_source("cube:2").sized
    still = set(range(24)).difference(*(arc.changed for arc in domain.theory(shape).arcs))
    assert set(ordered_goal(domain, shape).order[-3:]) == still


@given(grids())
def test_with_the_blank_first_its_cell_comes_first_and_the_rest_stays(grid):
    shape, cell = grid
    goal = with_blank_at(shape, cell)
    usual = ordered_goal(SlidingTiles(), shape, goal)
    first = ordered_goal(SlidingTiles(), shape, goal, order="blank-first")
    assert first.order == (cell, *usual.order)
    assert first.blank is None


@pytest.mark.parametrize("spelling", ["pancake:5", "topspin:6x3", "hanoi:3x3", "cube:2"])
def test_without_a_blank_nothing_is_changed_by_having_it_first(spelling):
    domain, shape = open_source(spelling).sized
    usual, first = (ordered_goal(domain, shape, order=order) for order in ("given", "blank-first"))
    assert (first.order, first.blank) == (usual.order, usual.blank)


@pytest.mark.parametrize("spelling", ALL)
def test_the_rank_of_a_cell_is_its_place_in_the_order(spelling):
    goal = ordered_goal(*open_source(spelling).sized)
    for cell, rank in enumerate(goal.rank):
        assert rank == (goal.order.index(cell) if cell in goal.order else len(goal.order))


@pytest.mark.parametrize("spelling", [*BY_MOVES[:7], "lights-out:2x3", "cube:2"])
def test_the_distance_of_two_cells_is_the_fewest_moves_that_bring_a_symbol_there(spelling):
    domain, shape = open_source(spelling).sized
    distance = ordered_goal(domain, shape).distance
    graph = ways_of_symbols(domain.theory(shape))
    far = dict(nx.all_pairs_shortest_path_length(graph))
    for one, other in product(graph, graph):
        assert distance(one, other) == far[one].get(other, len(graph))


@pytest.mark.slow
@given(grids(), st.data())
def test_the_distance_of_two_cells_of_a_board_is_that_of_steps_along_rows_and_columns(grid, data):
    (rows, columns), one = grid
    other = data.draw(st.integers(0, rows * columns - 1))
    graph = nx.grid_2d_graph(rows, columns)
    expected = nx.shortest_path_length(graph, divmod(one, columns), divmod(other, columns))
    distance = ordered_goal(SlidingTiles(), (rows, columns)).distance
    assert distance(one, other) == distance(other, one) == expected


@pytest.mark.parametrize(
    ("state", "height"),
    [
        ((1, 2, 3, 4, 5, 6, 7, 8, 0), (0, 0, 0)),
        ((1, 2, 3, 4, 5, 6, 7, 0, 8), (1, 1, 1)),
        ((1, 2, 3, 4, 5, 0, 7, 8, 6), (2, 1, 1)),
        ((0, 2, 3, 4, 5, 6, 7, 8, 1), (8, 4, 4)),
        ((1, 2, 3, 0, 4, 6, 7, 5, 8), (5, 1, 1)),
        ((1, 2, 3, 8, 0, 6, 7, 5, 4), (5, 3, 2)),
        ((1, 2, 3, 4, 8, 6, 5, 7, 0), (4, 1, 1)),
    ],
)
def test_the_height_counts_what_is_not_placed_then_how_far_the_next_symbol_and_the_blank_are(
    state, height
):
    assert ordered_goal(SlidingTiles(), (3, 3)).value(state) == LexicographicValue(*height)


@pytest.mark.parametrize(
    ("state", "height"),
    [
        ((1, 2, 3, 4, 5, 6, 7, 8, 0), (0, 0, 0)),
        ((1, 2, 3, 4, 5, 6, 7, 0, 8), (9, 1, 0)),
        ((0, 2, 3, 4, 5, 6, 7, 8, 1), (9, 4, 0)),
        ((8, 2, 3, 4, 5, 6, 7, 1, 0), (8, 3, 0)),
    ],
)
def test_with_the_blank_first_the_height_is_about_the_blank_before_any_tile(state, height):
    goal = ordered_goal(SlidingTiles(), (3, 3), order="blank-first")
    assert goal.value(state) == LexicographicValue(*height)


@pytest.mark.parametrize(
    ("spelling", "state", "height"),
    [
        ("pancake:4", (4, 1, 2, 3), (4, 1, 0)),
        ("pancake:4", (2, 1, 3, 4), (2, 1, 0)),
        ("topspin:8x4", (8, 2, 3, 4, 5, 6, 7, 1), (8, 1, 0)),
        ("topspin:8x4", (4, 3, 2, 1, 5, 6, 7, 8), (4, 1, 0)),
        ("hanoi:3x3", (3, 3, 1), (3, 0, 0)),
        ("hanoi:3x3", (2, 3, 3), (1, 0, 0)),
        ("lights-out:1x2", (1, 1, 0, 0), (4, 0, 0)),
    ],
)
def test_the_height_of_other_families(spelling, state, height):
    assert ordered_goal(*open_source(spelling).sized).value(state) == LexicographicValue(*height)


@pytest.mark.slow
@pytest.mark.parametrize("spelling", ALL)
@at_most(20)
@given(seeds)
def test_what_is_known_to_be_placed_does_not_change_the_count(spelling, seed):
    domain, shape = open_source(spelling).sized
    goal, rng = ordered_goal(domain, shape), Random(seed)
    state = list(goal.goal)
    for _ in range(rng.randrange(4)):
        one, other = rng.randrange(len(state)), rng.randrange(len(state))
        state[one], state[other] = state[other], state[one]
    right = [state[cell] == goal.goal[cell] for cell in goal.order]
    placed = [*right, False].index(False)
    assert [goal.placed(state, known) for known in range(placed + 1)] == [placed] * (placed + 1)
    assert goal.value(state).unplaced == len(goal.order) - placed


@pytest.mark.parametrize("spelling", ["sliding-tile:2x3", "sliding-tile:1x4", "pancake:4",
                                      "topspin:5x3", "hanoi:3x3", "lights-out:2x2"])  # fmt: skip
def test_only_the_goal_is_as_low_as_can_be(spelling):
    domain, shape = open_source(spelling).sized
    goal = ordered_goal(domain, shape)
    states = distances(domain.theory(shape), goal.goal)
    assert [state for state in states if goal.value(state) <= (0, 0, 0)] == [goal.goal]


def test_heights_are_compared_part_by_part():
    assert LexicographicValue(1, 9, 9) < LexicographicValue(2, 0, 0)
    assert LexicographicValue(2, 1, 9) < LexicographicValue(2, 2, 0)
    assert LexicographicValue(2, 2, 1) < LexicographicValue(2, 2, 2)


def test_any_goal_may_be_wanted():
    goal = ordered_goal(SlidingTiles(), (2, 2), (3, 0, 1, 2))
    assert goal.order == (2, 3, 0)
    assert goal.value((3, 0, 1, 2)) == (0, 0, 0)
    assert goal.value((3, 2, 1, 0)) == (2, 1, 1)
    hanoi, shape = open_source("hanoi:3x2").sized
    assert ordered_goal(hanoi, shape, (1, 2)).value((2, 2)) == (1, 0, 0)


@pytest.mark.parametrize("goal", [(), (1, 2, 0), (1, 2, 3, 4, 0), (1, 2, 3, 4, 5, 6, 0)])
def test_a_goal_of_the_wrong_length_is_refused(goal):
    with pytest.raises(InputError, match="goal does not fit the board") as caught:
        ordered_goal(SlidingTiles(), (2, 3), goal)
    assert (caught.value.expected, caught.value.found) == ("6 cells", str(len(goal)))
