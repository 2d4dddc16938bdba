"""Enforced hill climbing: descends, commits, and gives up honestly."""

import pytest
from arcwise.rules import sliding_tile
from arcwise.search import FunctionHeuristic, FunctionProblem, Limits, Problem, Status, solve

GOAL = (1, 2, 3, 4, 5, 0)


@pytest.mark.slow
@pytest.mark.parametrize("heuristic", ["misplaced", "manhattan", "linear-conflict"])
def test_solves_every_2x3_board(heuristic, true_cost, replay):
    # Every move of the board can be undone, so that no commitment is ever fatal.
    theory = sliding_tile(2, 3)
    for start, distance in list(true_cost(GOAL).items())[::3]:
        problem = Problem(theory, start, GOAL)
        result = solve(problem, "enforced-hill-climbing", heuristic=heuristic)
        replay(problem, result)
        assert result.cost >= distance
        assert not result.optimal


def test_with_the_true_distance_it_walks_straight_to_the_goal(true_cost):
    far = true_cost(GOAL)
    heuristic = FunctionHeuristic("true", far.get, admissible=True)
    for start, distance in list(far.items())[::11]:
        problem = Problem(sliding_tile(2, 3), start, GOAL)
        result = solve(problem, "enforced-hill-climbing", heuristic=heuristic)
        assert result.cost == distance
        assert result.statistics.expanded <= 3 * distance


def test_without_a_heuristic_it_is_breadth_first(true_cost):
    problem = Problem(sliding_tile(2, 3), (4, 5, 3, 0, 1, 2), GOAL)
    enforced = solve(problem, "enforced-hill-climbing", heuristic="zero")
    broad = solve(problem, "breadth-first")
    assert enforced.path == broad.path
    assert enforced.statistics.expanded == broad.statistics.expanded
    assert enforced.statistics.generated == broad.statistics.generated


def test_fatal_commitment_ends_incomplete():
    edges = {"S": ["trap", "way"], "way": ["G"]}
    h = {"S": 3, "trap": 1, "way": 2, "G": 0}
    problem = FunctionProblem(
        "S", lambda node: node == "G", lambda node: [(n, 1, n) for n in edges.get(node, [])]
    )
    result = solve(problem, "enforced-hill-climbing", heuristic=FunctionHeuristic("h", h.get))
    assert result.status is Status.INCOMPLETE
    assert result.states == ("S",)
    assert result.statistics.expanded == 2


def test_limit_holds_over_all_rounds():
    problem = Problem(sliding_tile(3, 3), (8, 6, 7, 2, 5, 4, 3, 0, 1), (1, 2, 3, 4, 5, 6, 7, 8, 0))
    whole = solve(problem, "enforced-hill-climbing")
    assert whole.solved
    nodes = whole.statistics.expanded - 1
    cut = solve(problem, "enforced-hill-climbing", limits=Limits(nodes=nodes))
    assert cut.limit == "nodes"
    assert cut.statistics.expanded == nodes
