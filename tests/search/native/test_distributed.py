"""A* on several threads against exhaustive distances and against A* on one."""

import os
from dataclasses import replace

import pytest
from arcwise.rules import InputError, distances, read_domain, sliding_tile
from arcwise.search import ALGORITHMS, BatchHeuristic, Limits, Problem, solve
from arcwise.search.heuristics.boards import CellSum
from hypothesis import given
from hypothesis import strategies as st

from .test_native import theories

A_STAR = ALGORITHMS["a-star"]
FAR = (15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0)
HARD = Problem(sliding_tile(4, 4), FAR, (0, *range(1, 16)))
EASY = Problem(sliding_tile(2, 3), (4, 5, 0, 1, 2, 3), (1, 2, 3, 4, 5, 0))


def counts(result):
    """What was counted, time and memory aside."""
    return replace(result.statistics, elapsed=0, peak_memory=0)


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("ties", ["oldest", "newest"])
def test_solutions_are_optimal_from_boards_of_the_5_puzzle(threads, ties, true_cost, replay):
    goal = (1, 2, 3, 4, 5, 0)
    for start, cost in list(true_cost(goal).items())[::31]:
        problem = Problem(sliding_tile(2, 3), start, goal)
        result = solve(problem, A_STAR.adjusted(threads=threads, ties=ties), engine="native")
        assert (result.cost, result.engine) == (cost, "native")
        replay(problem, result)


@pytest.mark.parametrize("threads", [2, 4])
@pytest.mark.parametrize("name", ["pancake:6", "topspin:6x3", "lights-out:3x3", "hanoi:3x5"])
def test_solutions_are_optimal_where_h_is_a_fraction(name, threads, replay):
    domain, shape = read_domain(name)
    theory, goal = domain.theory(shape), domain.goal(shape)
    for start, cost in list(distances(theory, goal).items())[
        :: 97 if len(theory.arcs) < 20 else 41
    ]:
        problem = Problem(theory, start, goal)
        for algorithm in ("a-star", "uniform-cost"):
            row = ALGORITHMS[algorithm].adjusted(threads=threads)
            result = solve(problem, row, heuristic="misplaced", engine="native")
            assert result.cost == cost
            assert "threads" in result.note
            replay(problem, result)


@pytest.mark.long
@pytest.mark.slow
@given(theories(), st.sampled_from([2, 3]))
def test_random_theories_are_solved_at_the_cost_of_one_thread(problem, threads):
    wanted = solve(problem, "uniform-cost", engine="python")
    found = solve(problem, ALGORITHMS["uniform-cost"].adjusted(threads=threads), engine="native")
    assert (found.status, found.cost) == (wanted.status, wanted.cost)


def test_states_are_reopened_where_h_is_not_consistent(true_cost, replay):
    goal = (1, 2, 3, 4, 5, 0)
    costs = true_cost(goal)
    start = (4, 5, 0, 1, 2, 3)
    row = A_STAR.adjusted(threads=2)
    uneven = CellSum("uneven", [{0: 3 * (cell % 3)} for cell in range(6)], admissible=False)
    result = solve(Problem(sliding_tile(2, 3), start, goal), row, heuristic=uneven, engine="native")
    assert result.solved and result.cost >= costs[start]
    replay(Problem(sliding_tile(2, 3), start, goal), result)


@pytest.mark.parametrize("threads", [2, 4])
def test_what_has_no_solution_is_proved_to_have_none(threads):
    problem = Problem(sliding_tile(2, 3), (2, 1, 3, 4, 5, 0), (1, 2, 3, 4, 5, 0))
    result = solve(problem, A_STAR.adjusted(threads=threads), engine="native", check=False)
    assert result.status == "unsolvable" and result.statistics.expanded >= 360


@pytest.mark.slow
def test_limits_and_ctrl_c_hold():
    two = A_STAR.adjusted(threads=2)
    for limits, limit in (
        (Limits(time=0.05), "time"),
        (Limits(nodes=10_000), "nodes"),
        (Limits(memory=3_000_000), "memory"),
    ):
        result = solve(HARD, two, engine="native", limits=limits, check=False)
        assert (result.status, result.limit) == ("stopped", limit)

    def interrupts(count):
        raise KeyboardInterrupt

    result = solve(HARD, two, engine="native", report=interrupts, check=False)
    assert (result.status, result.limit) == ("stopped", "interrupt")


@pytest.mark.parametrize("threads", [2, 4])
@pytest.mark.parametrize("nodes", [1, 100, 3_000])
def test_not_one_expansion_is_made_beyond_the_limit(nodes, threads):
    row = A_STAR.adjusted(threads=threads)
    result = solve(HARD, row, engine="native", limits=Limits(nodes=nodes), check=False)
    assert (result.limit, result.statistics.expanded) == ("nodes", nodes)


@pytest.mark.parametrize(
    ("choices", "why"),
    [
        ({"ties": "random"}, "random"),
        ({"duplicates": "path"}, "closed list"),
        ({"move_back": False}, "parent"),
    ],
)
@pytest.mark.parametrize("engine", ["auto", "native"])
def test_what_several_threads_cannot_do_one_does_and_says_why(choices, why, engine):
    one, two = (
        solve(EASY, A_STAR.adjusted(threads=threads, **choices), engine=engine)
        for threads in (1, 2)
    )
    assert two.note.startswith("threads: one, as ") and why in two.note
    assert (two.engine, two.path, counts(two)) == ("native", one.path, counts(one))
    assert one.note == ""


def test_a_heuristic_of_batches_keeps_one_thread_in_the_kernel():
    heuristic = BatchHeuristic("none", lambda states: [0] * len(states), admissible=True)
    one, two = (
        solve(EASY, A_STAR.adjusted(threads=threads), heuristic=heuristic) for threads in (1, 2)
    )
    assert (two.engine, two.path, counts(two)) == ("native", one.path, counts(one))
    assert two.note == "threads: one, as the heuristic is a function in Python"


@pytest.mark.parametrize("algorithm", ["a-star", "batched-ida-star"])
def test_no_more_threads_run_than_processors_are_worth(algorithm):
    result = solve(EASY, ALGORITHMS[algorithm].adjusted(threads=1000), engine="native")
    ran = int(result.note.removeprefix("threads: ").split()[0])
    assert result.solved
    assert 2 <= ran <= max(8, 2 * (os.cpu_count() or 1))


@pytest.mark.parametrize(
    ("algorithm", "engine", "why"),
    [
        ("a-star", "python", "only the kernel has more"),
        ("auto", "auto", "auto takes more for batched-ida-star only"),
    ],
)
def test_threads_that_are_not_taken_are_said(algorithm, engine, why):
    result = solve(EASY, ALGORITHMS[algorithm].adjusted(threads=2), engine=engine)
    assert result.solved and f"threads: one, as {why}" in result.note


def test_threads_are_refused_by_algorithms_of_one():
    with pytest.raises(InputError, match="uses one thread"):
        ALGORITHMS["greedy"].adjusted(threads=2)
