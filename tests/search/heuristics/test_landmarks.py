"""Landmarks: against facts that cannot be left out, and along every path of small problems."""

from itertools import pairwise
from pathlib import Path

import pytest
from arcwise.rules import open_source
from arcwise.search import Limits, Problem, solve
from arcwise.search.heuristics.landmarks import LandmarkCount, find_landmarks
from arcwise.search.heuristics.relaxation import RelaxedPlan
from arcwise.search.heuristics.relaxed_task import GOAL, relaxed_task
from hypothesis import given

from .test_relaxation import problems


def reachable(task, start, without=None):
    """The facts that operators make from a start, never the one that is left out, in rounds."""
    facts = set(task.true_in(start)) - {without}
    while True:
        more = {
            fact
            for operator in task.operators
            if facts.issuperset(operator.needs)
            for fact in operator.adds
            if fact != without
        }
        if more <= facts:
            return facts
        facts |= more


@given(problems())
def test_landmarks_are_the_facts_without_which_the_goal_cannot_be_reached(problem):
    task = relaxed_task(problem.theory, problem.goal, problem.start)
    found = find_landmarks(task, problem.start)
    cells = {fact for row in task.numbers for fact in row.values()}
    possible = GOAL in reachable(task, problem.start)
    needed = {fact for fact in cells if GOAL not in reachable(task, problem.start, fact)}
    assert set(found.facts) == (needed if possible else set())
    for place, fact in enumerate(found.facts):
        first = {
            other
            for other in found.facts
            if other != fact and fact not in reachable(task, problem.start, other)
        }
        natural = {
            found.facts[one] for one in range(len(found.facts)) if found.before[place] >> one & 1
        }
        assert first <= natural


def read(examples: Path, name: str) -> Problem:
    folder = examples / "pddl"
    domain, shape = open_source(f"{folder}/{name}.pddl#{folder}/{name}-1.pddl").sized
    start = domain.start(shape)
    assert start is not None
    return Problem(domain.theory(shape), start, domain.goal(shape))


@pytest.mark.parametrize("name", ["blocks", "gripper", "delivery"])
def test_every_landmark_holds_at_some_time_of_a_plan_and_none_is_left_at_its_end(examples, name):
    problem = read(examples, name)
    task = relaxed_task(problem.theory, problem.goal, problem.start)
    count = LandmarkCount(task, problem.start)
    states = solve(problem, "breadth-first").states
    seen = set().union(*(task.true_in(state) for state in states))
    assert count.landmarks.facts
    assert seen.issuperset(count.landmarks.facts)
    reached, left = 0, []
    for state in states:
        reached = count.reached(reached, state)
        left.append(count.left(reached, state))
    assert left[0] > left[-1] == 0


def test_a_landmark_that_is_lost_has_to_hold_again(examples):
    problem = read(examples, "gripper")
    task = RelaxedPlan(problem.theory, problem.goal, problem.start).task
    count = LandmarkCount(task, problem.start)
    found = count.landmarks
    everything = (1 << len(found.facts)) - 1
    goals = found.goals.bit_count()
    assert count.left(everything, problem.start) >= goals > 0
    assert count.left(0, problem.start) == len(found.facts)


def test_a_tower_is_built_from_below(examples):
    problem = read(examples, "blocks")
    count = LandmarkCount(relaxed_task(problem.theory, problem.goal, problem.start), problem.start)
    found = count.landmarks
    ordered = [
        place
        for place in range(len(found.facts))
        if found.goals >> place & 1 and found.before[place] & found.goals
    ]
    assert ordered


def corridor(cells: int, tmp_path: Path) -> Problem:
    """One way from cell to cell, each a landmark."""
    domain, problem = tmp_path / "corridor.pddl", tmp_path / "corridor-1.pddl"
    domain.write_text(
        "(define (domain corridor) (:predicates (at ?c) (next ?c ?d))"
        "(:action go :parameters (?c ?d) :precondition (and (at ?c) (next ?c ?d))"
        " :effect (and (at ?d) (not (at ?c)))))"
    )
    names = [f"c{number}" for number in range(cells)]
    steps = "".join(f"(next {one} {other})" for one, other in pairwise(names))
    problem.write_text(
        f"(define (problem long) (:domain corridor) (:objects {' '.join(names)})"
        f"(:init (at c0) {steps}) (:goal (at {names[-1]})))"
    )
    known, shape = open_source(f"{domain}#{problem}").sized
    return Problem(known.theory(shape), known.start(shape), known.goal(shape))


@pytest.mark.slow
def test_reasonable_orders_of_many_landmarks_end_at_the_same_amount_of_work(tmp_path):
    problem = corridor(220, tmp_path)
    one, other = (
        solve(problem, "lazy-greedy", heuristic="ff", engine=engine)
        for engine in ("python", "native")
    )
    assert (one.moves, other.moves) == (219, 219)
    assert one.statistics.expanded == other.statistics.expanded


@pytest.mark.slow
def test_a_problem_of_many_landmarks_is_searched_within_its_limits(tmp_path):
    result = solve(corridor(1_500, tmp_path), "fast", limits=Limits(time=60))
    assert result.moves == 1_499


@pytest.mark.slow
def test_memory_of_looking_for_landmarks_is_metered(tmp_path):
    problem = corridor(1_500, tmp_path)
    # The n-th cell has n cells before it, each with a number of four bytes; the search itself takes about as much.
    few = Limits(memory=1_500 * 1_500 * 4 * 2 // 3)
    result = solve(problem, "lazy-greedy", heuristic="ff", engine="native", limits=few)
    assert (result.solved, result.limit) == (False, "memory")
