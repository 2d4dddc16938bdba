"""The depth-first iterative loop: depth without recursion, proofs, and what it inserts."""

from math import inf

import pytest
from arcwise.rules import sliding_tile
from arcwise.search import ALGORITHMS, FunctionHeuristic, FunctionProblem, Problem, Status, solve

from .test_best_first import LONG, line


def known(h):
    return FunctionHeuristic("known", h, admissible=True, consistent=True)


@pytest.mark.long
@pytest.mark.parametrize("rule", ["none", "path"])
def test_depth_of_a_path_is_not_bounded_by_recursion(rule):
    heuristic = known(lambda number: LONG - number)
    result = solve(
        line(LONG), ALGORITHMS["ida-star"].adjusted(duplicates=rule), heuristic=heuristic
    )
    assert result.path == tuple(range(LONG + 1))
    assert result.cost == LONG
    assert result.statistics.expanded == LONG


@pytest.mark.slow
@pytest.mark.parametrize("name", ["iterative-deepening", "ida-star"])
def test_every_bound_begins_again_from_the_start(name):
    length = 400
    result = solve(line(length), name)
    assert result.path == tuple(range(length + 1))
    assert result.statistics.expanded >= length * (length - 1) // 2


@pytest.mark.parametrize("name", ["iterative-deepening", "ida-star"])
def test_swapped_tiles_are_proved_unsolvable(name):
    problem = Problem(sliding_tile(2, 2), (2, 1, 3, 0), (1, 2, 3, 0))
    result = solve(problem, name, check=False)
    assert result.status is Status.UNSOLVABLE
    assert result.states == (problem.start,)


def test_only_the_current_path_and_its_siblings_wait():
    problem = Problem(sliding_tile(3, 3), (2, 8, 3, 1, 6, 4, 7, 0, 5), (1, 2, 3, 8, 0, 4, 7, 6, 5))
    for name in ("iterative-deepening", "ida-star"):
        result = solve(problem, name)
        assert result.statistics.peak_open <= 3 * result.steps + 1


def test_iterative_deepening_does_not_care_for_costs():
    def expand(node):
        return {"S": [("dear", 9, "G"), ("cheap", 1, "A")], "A": [("cheap", 1, "G")]}.get(node, [])

    problem = FunctionProblem("S", lambda node: node == "G", expand)
    assert solve(problem, "iterative-deepening").path == ("S", "G")
    assert solve(problem, "ida-star").path == ("S", "A", "G")


@pytest.mark.parametrize("where", [0, 3], ids=["start", "later"])
def test_infinite_estimate_proves_something_only_where_it_is_admissible(where):
    for admissible, status in ((True, Status.UNSOLVABLE), (False, Status.INCOMPLETE)):
        heuristic = FunctionHeuristic(
            "dead end", lambda number: inf if number == where else 0, admissible=admissible
        )
        result = solve(line(5), "ida-star", heuristic=heuristic)
        assert result.status is status
