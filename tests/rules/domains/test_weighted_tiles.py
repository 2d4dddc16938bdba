"""Tiles that weigh: as many states as plain ones, and cheapest solutions found in another way."""

import heapq
from itertools import count

import pytest
from arcwise.rules import (
    InputError,
    distances,
    open_source,
    sliding_tile,
    solvability,
)
from arcwise.search import Problem, solve

from ...costs import true_costs

ENGINES = ("python", "native")

WEIGHTS = {"heavy-tile": float, "inverse-tile": lambda tile: 1 / tile}


def cheapest(columns, size, weight):
    """The cost of every board from the goal, by Dijkstra's algorithm on swaps of the blank."""
    goal = (*range(1, size), 0)
    costs, number, open_list = {}, count(), [(0.0, 0, goal)]
    while open_list:
        cost, _, board = heapq.heappop(open_list)
        if board in costs:
            continue
        costs[board] = cost
        blank = board.index(0)
        for other in (blank - columns, blank - 1, blank + 1, blank + columns):
            same_row = abs(other - blank) != 1 or other // columns == blank // columns
            if 0 <= other < size and same_row:
                cells = list(board)
                cells[blank], cells[other] = cells[other], cells[blank]
                step = (cost + weight(board[other]), next(number), tuple(cells))
                heapq.heappush(open_list, step)
    return costs


@pytest.mark.parametrize("name", WEIGHTS)
@pytest.mark.parametrize("shape", [(2, 3), (3, 2), (2, 2), (1, 4)])
def test_the_cheapest_solutions_cost_what_the_moved_tiles_weigh(name, shape):
    domain, shape = open_source(f"{name}:{shape[0]}x{shape[1]}").sized
    found = true_costs(domain.theory(shape), domain.goal(shape))
    assert found == pytest.approx(cheapest(shape[1], shape[0] * shape[1], WEIGHTS[name]))


@pytest.mark.parametrize("name", WEIGHTS)
def test_the_boards_are_those_of_plain_tiles(name):
    domain, shape = open_source(f"{name}:2x3").sized
    plain = sliding_tile(2, 3)
    assert distances(domain.theory(shape), domain.goal(shape)) == distances(
        plain, domain.goal(shape)
    )


def test_an_order_and_a_cost_are_taken():
    domain, _ = open_source("heavy-tile:2x2", order="DRLU", arc_cost=3).sized
    assert [(s.name, s.cost) for s in domain.schemas((2, 2))][3:6] == [
        ("up", 3), ("down", 6), ("right", 6),
    ]  # fmt: skip


def test_parity_decides_without_a_search():
    domain, shape = open_source("heavy-tile:3x3").sized
    verdict = solvability(domain.theory(shape), (2, 1, 3, 4, 5, 6, 7, 8, 0), domain.goal(shape))
    assert not verdict.solvable
    assert "inversions: 1 in the start, 0 in the goal" in verdict.reason


def test_a_board_with_too_many_moves_is_refused():
    with pytest.raises(InputError, match="too large for tiles that weigh"):
        open_source("inverse-tile:13x5")


@pytest.mark.parametrize("algorithm", ["a-star", "greedy"])
def test_sums_of_fractions_may_come_out_a_little_below_0(algorithm):
    domain, shape = open_source("inverse-tile:2x3").sized
    theory, goal = domain.theory(shape), domain.goal(shape)
    for start in [*distances(theory, goal)][20:340:40]:
        found = [solve(Problem(theory, start, goal), algorithm, engine=e) for e in ENGINES]
        assert found[0].solved
        assert found[0].path == found[1].path
