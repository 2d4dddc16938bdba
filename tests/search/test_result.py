"""Results: plain values, one line for people, and sums of statistics."""

import copy
import json
import pickle
from dataclasses import replace
from random import Random
from statistics import fmean

import pytest
from arcwise.ebl import LEARNERS, Course, train
from arcwise.rules import Arc, InputError, Theory, TheoryDomain, Var, open_source, sliding_tile
from arcwise.search import Limits, Problem, Result, Statistics, Status, climb, improved, solve

START, GOAL = (4, 5, 3, 0, 1, 2), (1, 2, 3, 4, 5, 0)


def test_result_becomes_json_with_macros_and_their_moves(five_with_macros):
    result = solve(Problem(five_with_macros, START, GOAL), "breadth-first")
    record = json.loads(json.dumps(result.to_dict()))
    assert record["status"] == "solved"
    assert record["algorithm"] == "breadth-first"
    assert record["heuristic"] is None
    assert record["path"][0] == list(START)
    assert record["path"][-1] == list(GOAL)
    assert record["steps"] == len(record["arcs"]) == len(record["path"]) - 1
    assert record["moves"] == record["cost"] == len(record["primitive_moves"]) > record["steps"]
    assert record["expanded"] == result.statistics.expanded
    assert f"{result.moves} moves in {result.steps} steps" in result.summary()
    assert "may be suboptimal" in result.summary()


def test_summary_of_an_optimal_solution_says_so():
    summary = solve(Problem(sliding_tile(2, 3), START, GOAL)).summary()
    assert summary.startswith("a-star with manhattan: solved: 18 moves, cost 18 (optimal)")


def test_result_without_a_solution_has_no_lengths():
    result = solve(Problem(sliding_tile(2, 3), START, GOAL), limits=Limits(nodes=5))
    record = json.loads(json.dumps(result.to_dict()))
    assert (record["status"], record["limit"]) == ("stopped", "nodes")
    assert record["steps"] is record["moves"] is record["cost"] is None
    assert record["path"] is None
    assert record["arcs"] == record["primitive_moves"] == []
    assert not record["optimal"]
    assert not result.solved


def test_no_average_is_made_by_accident_over_what_was_not_solved():
    stopped = solve(Problem(sliding_tile(2, 3), START, GOAL), limits=Limits(nodes=5))
    solved = solve(Problem(sliding_tile(2, 3), START, GOAL))
    assert (stopped.path, stopped.steps, stopped.moves, stopped.cost) == (None,) * 4
    assert (stopped.start, stopped.states) == (START, (START,))
    assert (stopped.move_names, stopped.primitives) == ([], ())
    for name in ("steps", "moves", "cost"):
        with pytest.raises(TypeError):
            fmean(getattr(one, name) for one in (solved, stopped))
    with pytest.raises(InputError, match="no solution was found"):
        stopped.solution()
    assert (solved.solution().moves, solved.solution().cost) == (18, 18)


@pytest.mark.parametrize("algorithm", ["a-star", "ida-star", "uniform-cost"])
@pytest.mark.parametrize("nodes", [1, 7, 60, 100])
def test_what_a_limit_leaves_of_a_proof_is_a_bound_that_no_solution_goes_below(algorithm, nodes):
    problem = Problem(sliding_tile(2, 3), START, GOAL)
    python, native = (
        solve(problem, algorithm, limits=Limits(nodes=nodes), engine=engine)
        for engine in ("python", "native")
    )
    assert python.bound == native.bound
    assert 0 <= native.bound <= 18
    assert f"at least {native.bound:g}" in native.summary()
    assert solve(problem, algorithm).bound == 18
    assert solve(problem, "greedy", limits=Limits(nodes=2)).bound is None


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_bound_on_whole_costs_is_whole_where_estimates_are_fractions(engine):
    cube, size = open_source("cube:2").sized
    turns = Problem(cube.theory(size), cube.draw(size, Random(5)), cube.goal(size))
    result = solve(
        turns, "ida-star", heuristic="manhattan", limits=Limits(nodes=3000), engine=engine
    )
    assert result.bound == round(result.bound) > 1


def test_summary_of_a_failure_gives_limit_and_note():
    made = Result(Status.STOPPED, (0,), (), Statistics(expanded=1234), "time", note="too hard")
    assert made.summary().startswith("stopped by time (too hard); 1,234 expanded")


def test_counts_of_two_searches_add_up_and_peaks_do_not():
    one = Statistics(1, 2, 3, 4, 5, 6, peak_open=7, peak_memory=80, elapsed=0.5)
    other = Statistics(10, 20, 30, 40, 50, 60, peak_open=6, peak_memory=90, elapsed=1.5)
    assert one.plus(other) == Statistics(11, 22, 33, 44, 55, 66, 7, 90, 2.0)


def test_making_a_heuristic_is_no_time_of_the_search_but_is_said_where_it_was_long():
    found = Result(Status.SOLVED, (0,), (), Statistics(expanded=3, elapsed=0.25))
    assert "s of preparation" not in found.summary()
    twice = found.prepared_in(1.5).prepared_in(0.5)
    assert (twice.statistics.elapsed, twice.statistics.preparation) == (0.25, 2.0)
    assert "0.250 s after 2.0 s of preparation" in twice.summary()
    assert twice.statistics.plus(twice.statistics).preparation == 4.0


@pytest.mark.parametrize("status", Status)
def test_only_a_solved_result_is_solved(status):
    assert Result(status, (0,), (), Statistics()).solved == (status == "solved")


def test_a_result_of_climbing_is_pickled_and_copied_without_its_climber():
    variables = tuple(Var(f"X{cell}") for cell in range(3))
    turn = Arc("turn", variables, (*variables[1:], variables[0]))
    swap = Arc("swap", variables, (variables[1], variables[0], variables[2]))
    theory = Theory("three", (turn, swap), (1, 3))
    domain = TheoryDomain(theory, own_goals=((1, 2, 3),))
    library = LEARNERS["macro-table"].library(domain)
    list(train(LEARNERS["macro-table"], library, Course((1, 3), ((1, 3),))))
    climber = library.climber((1, 3), goal=(1, 2, 3))
    result = climb(climber, (3, 2, 1))
    result = result.with_climb(replace(result.climb, climber=climber))
    for other in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert other == result and str(other) == str(result)
        assert other.climb.climber is None
        assert improved(other, 0.1).moves <= result.moves
