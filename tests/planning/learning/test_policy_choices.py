"""Policies where a goal can be reached in the way of a later one."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise

import pytest
from arcwise.ebl import Course, MacroLibrary, TrainingProblem, train
from arcwise.planning import LiftedPolicy, follow
from arcwise.planning.learning.policy import Policy
from arcwise.planning.learning.python_program import python_program
from arcwise.planning.pddl import (
    PlanningDomain,
    PlanningTask,
    atom_text,
    execute,
    read_action_domain,
    read_plan,
    read_task,
    task_text,
)
from arcwise.planning.policy import follow as following

CELLAR = read_action_domain("""
(define (domain cellar)
  (:requirements :strips :typing)
  (:types place box)
  (:predicates (linked ?p ?q - place) (cellar ?p - place) (free ?p - place) (at ?p - place)
               (on ?b - box ?p - place) (carrying ?b - box) (empty-handed) (stored ?b - box))
  (:action go :parameters (?p ?q - place)
    :precondition (and (at ?p) (linked ?p ?q) (free ?q))
    :effect (and (at ?q) (free ?p) (not (at ?p)) (not (free ?q))))
  (:action lift :parameters (?b - box ?q ?p - place)
    :precondition (and (on ?b ?q) (at ?p) (linked ?p ?q) (empty-handed))
    :effect (and (carrying ?b) (free ?q) (not (on ?b ?q)) (not (stored ?b)) (not (empty-handed))))
  (:action put :parameters (?b - box ?q ?p - place)
    :precondition (and (carrying ?b) (at ?p) (linked ?p ?q) (free ?q) (cellar ?q))
    :effect (and (stored ?b) (on ?b ?q) (empty-handed) (not (carrying ?b)) (not (free ?q)))))
""")
"""Boxes are carried into a cellar with one door: who puts the first one behind the door shuts the others out."""

pytestmark = pytest.mark.slow


def cellar(boxes: int) -> PlanningTask:
    """So many boxes, each on a place of its own before a yard, and as many places in a row behind it."""
    inside = [f"c{n}" for n in range(boxes + 1)]
    pairs = [("yard", inside[0]), *pairwise(inside)]
    pairs += [("yard", f"s{n}") for n in range(boxes)]
    facts = [f"(linked {p} {q}) (linked {q} {p})" for p, q in pairs]
    facts += [f"(cellar {p}) (free {p})" for p in inside]
    facts += [f"(on b{n} s{n})" for n in range(boxes)]
    names = " ".join(f"b{n}" for n in range(boxes))
    places = " ".join(("yard", *inside, *(f"s{n}" for n in range(boxes))))
    goal = " ".join(f"(stored b{n})" for n in range(boxes))
    text = f"""(define (problem cellar-{boxes}) (:domain cellar)
      (:objects {places} - place {names} - box)
      (:init (at yard) (empty-handed) {" ".join(facts)})
      (:goal (and {goal})))"""
    return read_task(CELLAR, text)


@pytest.fixture(scope="module")
def library() -> MacroLibrary:
    found = MacroLibrary(PlanningDomain(CELLAR))
    examples = tuple(
        TrainingProblem((1, 1), (), (), one.name, domain=PlanningDomain(CELLAR, one))
        for one in map(cellar, (1, 2))
    )
    list(train(Policy(), found, Course((1, 1), ((1, 1),), examples=examples)))
    return found


@pytest.fixture
def policy(library) -> LiftedPolicy:
    assert library.policy is not None
    return library.policy


@pytest.mark.long
def test_steps_that_take_the_place_they_come_to_walk(policy):
    walking = [rule.name for rule in policy.rules if rule.moved is not None]
    assert [rule.operator.moves[0][0] for rule in policy.rules if rule.name in walking] == ["go"]


@pytest.fixture
def unrepaired(monkeypatch) -> None:
    """No goal is undone and reached again."""
    monkeypatch.setattr(following._Follower, "_reached_and_repaired", lambda *_: False)


@pytest.mark.usefixtures("unrepaired")
def test_a_goal_that_stands_in_the_way_is_reached_in_another_way(policy, monkeypatch):
    found = follow(policy, cellar(2))
    assert found.solved
    assert carried_out(found.plan, cellar(2))
    monkeypatch.setattr(following, "MOST_ANEW", 0)
    found = follow(policy, cellar(2))
    assert not found.solved
    assert found.reached == (("stored", "b0"),)
    assert "(stored b0)" in found.reason


@pytest.mark.usefixtures("unrepaired")
def test_what_was_made_before_stands_again_where_no_other_choice_helps(policy, monkeypatch):
    monkeypatch.setattr(following._Follower, "_reached_after", lambda *_: False)
    found = follow(policy, cellar(2))
    assert not found.solved
    assert ("put", "b0", "c0", "yard") in found.plan
    monkeypatch.setattr(following, "MOST_ANEW", 0)
    without = follow(policy, cellar(2))
    assert (without.plan, without.reason) == (found.plan, found.reason)


@pytest.mark.parametrize("boxes", [2, 3])
def test_the_choices_of_a_program_are_those_of_arcwise(library, policy, tmp_path, boxes):
    task = cellar(boxes)
    found = follow(policy, task)
    plan = [atom_text(step) for step in found.plan]
    problem = tmp_path / "problem.pddl"
    problem.write_text(task_text(task))
    program = tmp_path / "alone.py"
    program.write_text(python_program(library))
    done = subprocess.run(
        [sys.executable, program, problem], capture_output=True, text=True, check=False
    )
    assert (done.stdout.splitlines() == plan) if found.solved else done.returncode == 1


def carried_out(plan: tuple[tuple[str, ...], ...], task: PlanningTask) -> bool:
    text = "\n".join(map(atom_text, plan))
    return execute(task, read_plan(text, "<policy>")).states[-1].issuperset(task.goal)
