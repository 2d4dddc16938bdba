"""A policy as a condition of a comparison: it is followed where the other condition searches."""

from __future__ import annotations

from pathlib import Path

import arcwise as aw
import pytest
from arcwise.ebl import load_macros
from arcwise.experiments import (
    Condition,
    Configuration,
    Keeping,
    compare,
)
from arcwise.planning import follow
from arcwise.planning.pddl import execute, load_action_domain, load_task, read_plan
from arcwise.rules import InputError
from arcwise.search import Limits

FERRY = """(define (domain ferry) (:requirements :strips :typing) (:types car location)
(:predicates (at-ferry ?l - location) (at ?c - car ?l - location) (empty-ferry) (on ?c - car) (apart ?x ?y - location))
(:action sail :parameters (?from ?to - location)
 :precondition (and (apart ?from ?to) (at-ferry ?from)) :effect (and (at-ferry ?to) (not (at-ferry ?from))))
(:action board :parameters (?c - car ?l - location)
 :precondition (and (at ?c ?l) (at-ferry ?l) (empty-ferry)) :effect (and (on ?c) (not (at ?c ?l)) (not (empty-ferry))))
(:action debark :parameters (?c - car ?l - location)
 :precondition (and (on ?c) (at-ferry ?l)) :effect (and (at ?c ?l) (empty-ferry) (not (on ?c)))))"""


def ferry_problem(cars: int) -> str:
    """Cars that are to go round by one of three places."""
    places, names = ("l0", "l1", "l2"), [f"c{number}" for number in range(cars)]
    apart = "".join(f"(apart {one} {two})" for one in places for two in places if one != two)
    at = "".join(f"(at {name} {places[n % 3]})" for n, name in enumerate(names))
    goal = "".join(f"(at {name} {places[(n + 1) % 3]})" for n, name in enumerate(names))
    return (
        f"(define (problem ferry-{cars}) (:domain ferry)"
        f"(:objects {' '.join(places)} - location {' '.join(names)} - car)"
        f"(:init (at-ferry l0) (empty-ferry) {apart} {at}) (:goal (and {goal})))"
    )


@pytest.fixture(scope="module", params=["ferry", pytest.param("gripper", marks=pytest.mark.slow)])
def world(request, examples, tmp_path_factory) -> tuple[Path, list[Path]]:
    """A domain file, and problems of which the first is learned from."""
    if request.param == "gripper":
        pddl = examples / "pddl"
        return pddl / "gripper.pddl", [pddl / "gripper-1.pddl"]
    folder = tmp_path_factory.mktemp("ferry")
    domain = folder / "ferry.pddl"
    domain.write_text(FERRY)
    files = [folder / f"ferry-{cars}.pddl" for cars in (2, 3, 4)]
    for cars, file in zip((2, 3, 4), files, strict=True):
        file.write_text(ferry_problem(cars))
    return domain, files


@pytest.fixture
def policy(macro_file, world) -> Path:
    """Learned from the first problem."""
    domain, problems = world
    return macro_file(domain, problems[0], "--learner", "policy")


@pytest.fixture
def hanoi(macro_file) -> Path:
    return macro_file("hanoi:3x2", "--learner", "policy")


@pytest.mark.long
@pytest.mark.slow
def test_of_pddl_problems_the_search_stands_beside_the_plan_of_the_policy(world, policy):
    domain, problems = world
    found = compare(str(domain), problems, policy, ["greedy"])
    plain = compare(str(domain), problems, None, ["greedy"])
    counts = [row.expanded for row in plain.rows if row.condition == "before"]
    assert [pair.before.expanded for pair in found.comparisons[0].pairs] == counts
    actions = load_action_domain(domain)
    rules = load_macros(policy, aw.open_source(f"{domain}#{problems[0]}").domain).policy
    after = [row for row in found.rows if row.condition == "after"]
    assert len(after) == len(problems)
    for row, file in zip(after, problems, strict=True):
        task = load_task(actions, file)
        execute(task, read_plan("\n".join(row.primitive_moves)))  # raises unless it is a plan
        again = follow(rules, task)
        assert row.solved
        assert row.algorithm == "climb"
        assert row.moves == len(row.primitive_moves) == len(again.plan)
        assert (row.expanded, row.operator_applications) == (again.tries, again.made)
        assert row.evaluated == again.compared > 0
        assert row.elapsed > 0
    estimate = found.estimates["", "greedy", "operator_applications"]
    assert estimate.problems == len(problems)


@pytest.mark.slow
def test_on_a_board_the_moves_of_the_policy_lead_to_each_goal(hanoi):
    found = compare("hanoi:3x4", [((1, 1, 2, 3), (3, 3, 3, 3))], hanoi, ["greedy"], beyond=5)
    theory = aw.open_source("hanoi:3x4").theory
    solved = [row for row in found.rows if row.condition == "after" and row.solved]
    assert solved
    for row in solved:
        problem = found.problems[row.problem]
        state = problem.start
        for name, path in zip(row.primitive_moves, row.path[1:], strict=True):
            state = next(to for arc, to in theory.successors(state) if arc.name == name)
            assert state == path
        assert state == problem.goal
    assert len(found.rows) > 2
    assert not found.censuses


@pytest.mark.slow
def test_what_a_policy_does_not_solve_is_searched_and_its_row_says_so(world, policy, tmp_path):
    domain, problems = world
    head, first, rest = policy.read_text().partition("macro(m1,")
    lines = [line for line in (first + rest).split("\n") if "m1" not in line]
    weaker = tmp_path / "weaker.pl"
    weaker.write_text(head + "\n".join(lines))
    found = compare(str(domain), problems, weaker, ["greedy"])
    assert all(row.solved for row in found.rows)
    searched = [row for row in found.rows if "search" in row.note and "nothing" not in row.note]
    assert {row.condition for row in searched} == {"after"}


@pytest.mark.slow
def test_limits_are_for_the_policy_too(hanoi):
    few = Configuration(limits=Limits(nodes=3))
    found = compare("hanoi:3x3", [((1, 1, 1), (3, 3, 3))], hanoi, ["greedy"], configuration=few)
    assert [(row.stopped_by, row.expanded) for row in found.rows] == [("nodes", 3)] * 3


@pytest.mark.long
def test_a_run_keeps_the_policy_and_goes_on_where_it_was(hanoi, tmp_path):
    problems = [((1, 1, 2), (3, 3, 3)), ((2, 1, 2), (3, 3, 3))]
    keeping = Keeping(tmp_path / "run")
    found = compare("hanoi:3x3", problems, hanoi, ["greedy"], keeping=keeping)
    after = found.run.conditions[-1]
    assert after.facts["kind"] == "policy"
    assert after.macros.read_text() == hanoi.read_text()
    assert "followed together" in found.run.settings["ledger"]["after"]["left_out"]
    again = compare(
        "hanoi:3x3", problems, hanoi, ["greedy"], keeping=Keeping(tmp_path / "run", resume=True)
    )
    assert [row.started for row in again.rows] == [row.started for row in found.rows]


@pytest.mark.slow
def test_a_policy_as_a_library_or_a_condition_is_the_same(hanoi):
    problems = [((1, 1, 2), (3, 3, 3))]
    library = load_macros(hanoi, aw.open_source("hanoi:3x3").domain)
    given = (hanoi, library, Condition.with_library(hanoi))
    found = [compare("hanoi:3x3", problems, one, ["greedy"]).rows for one in given]
    moves = [[row.primitive_moves for row in rows if row.condition == "after"] for rows in found]
    assert moves[0] == moves[1] == moves[2]
    assert moves[0][0]


@pytest.mark.slow
def test_a_policy_is_refused_where_it_cannot_be_followed(hanoi, macro_file, examples):
    with pytest.raises(InputError, match="every turn moves others that are in place"):
        compare("topspin:5x4", [((4, 3, 2, 1, 5), (1, 2, 3, 4, 5))], hanoi, ["greedy"])
    pddl = examples / "pddl"
    with pytest.raises(InputError, match="another domain"):
        compare(str(pddl / "gripper.pddl"), [pddl / "gripper-1.pddl"], hanoi, ["greedy"])
    file = macro_file(pddl / "blocks.pddl", pddl / "blocks-1.pddl", "--learner", "policy")
    one = aw.open_source(f"{pddl / 'blocks.pddl'}#{pddl / 'blocks-1.pddl'}")
    elsewhere = one.theory.successors(one.start)[0][1]
    with pytest.raises(InputError, match="the problem of the file"):
        compare(one, [(elsewhere, one.goal(None))], file, ["greedy"])
