"""Why a goal cannot be reached, and that nothing is said of one that can."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from arcwise.planning import LiftedPolicy
from arcwise.planning.pddl import PlanningTask, read_action_domain, read_task
from arcwise.planning.policy import policy_then_search as unreachable
from arcwise.planning.policy.policy_then_search import follow_in, why_unreachable
from arcwise.rules import TooLargeError
from arcwise.search import Status
from hypothesis import given
from hypothesis import strategies as st

from ...pddl_worlds import all_atoms, cheapest, random_task
from .hand_made import policy, tower


@pytest.fixture
def lifted(monkeypatch) -> None:
    """Nothing is grounded."""

    def refuse(task: PlanningTask) -> None:
        raise TooLargeError("too large")

    monkeypatch.setattr(unreachable, "reachable_actions", refuse)


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        ("(on a b) (on b a)", "goals go round in a circle, (on a b) (on b a), and on never does"),
        ("(on a b) (on c b)", "(on a b) and (on c b) are never true at once: one at most of"),
        ("(on a b) (on a c)", "(on a b) and (on a c) are never true at once: one at most of"),
        ("(on a a)", "goals go round in a circle, (on a a), and on never does"),
        ("(on a b) (on b c) (on c d)", None),
        ("(on a b) (holding c)", None),
    ],
)
@pytest.mark.usefixtures("lifted")
def test_goals_that_exclude_each_other_are_found_without_grounding(goal, why):
    found = why_unreachable(tower("abcd", goal))
    assert found == why or (why is not None and found is not None and found.startswith(why))


@pytest.mark.usefixtures("lifted")
def test_what_does_not_hold_at_first_proves_nothing():
    task = tower("abcd", "(on a b) (on c b)")
    both = replace(task, init=task.init | {("on", "a", "c")})
    assert why_unreachable(both) is None
    circle = tower("abcd", "(on a b) (on b a)")
    closed = replace(circle, init=circle.init | {("on", "d", "c")})
    assert why_unreachable(closed) is None


NUTS = read_action_domain("""
(define (domain nuts) (:requirements :strips :typing) (:types nut tool place)
  (:predicates (here ?p - place) (road ?p ?q - place) (sharp ?t - tool) (lies ?t - tool ?p - place)
    (have ?t - tool) (done ?n - nut) (painted ?n - nut))
  (:action go :parameters (?p ?q - place) :precondition (and (here ?p) (road ?p ?q))
    :effect (and (here ?q) (not (here ?p))))
  (:action take :parameters (?t - tool ?p - place) :precondition (and (here ?p) (lies ?t ?p))
    :effect (and (have ?t) (not (lies ?t ?p))))
  (:action turn :parameters (?n - nut ?t - tool) :precondition (and (have ?t) (sharp ?t))
    :effect (and (done ?n) (not (sharp ?t)))))
""")


def nuts(facts: str, goal: str) -> PlanningTask:
    return read_task(
        NUTS,
        "(define (problem nuts) (:domain nuts) (:objects n m - nut s t - tool p q r - place)"
        f"(:init (here p) (road p q) {facts}) (:goal (and {goal})))",
    )


@pytest.mark.parametrize(
    ("facts", "goal", "why"),
    [
        ("", "(painted n)", "no action makes (painted n) true"),
        (
            "(have t) (sharp t)",
            "(done n) (done m)",
            "2 goals of done each use up one of sharp, of which there is 1 and never more",
        ),
        ("(have s)", "(done n)", "1 goal of done uses up one of sharp, of which there are 0 and"),
        ("", "(here r)", "(here r) never comes true, even if nothing were ever undone"),
        (
            "(lies s p) (lies t q)",
            "(have s) (have t) (here p)",
            "it is none of the 6 states that the start leads to",
        ),
        ("(have s) (sharp s) (have t) (sharp t)", "(done n) (done m)", None),
        ("(lies s p) (lies t q)", "(have s) (have t)", None),
    ],
)
def test_a_goal_that_nothing_reaches_is_named_with_the_reason(facts, goal, why):
    task = nuts(facts, goal)
    found = why_unreachable(task)
    assert found == why or (why is not None and found is not None and found.startswith(why))
    result, _ = follow_in(LiftedPolicy(NUTS), task)
    assert result.status is (Status.INCOMPLETE if why is None else Status.UNSOLVABLE)
    assert ("the goal cannot be reached: " in result.note) == (why is not None)


def test_a_policy_says_that_a_goal_cannot_be_reached_and_else_what_it_lacks():
    circle, _ = follow_in(policy(), tower("abc", "(on a b) (on b a)"))
    assert circle.status is Status.UNSOLVABLE
    assert "goals go round in a circle" in circle.note
    lacking, _ = follow_in(policy([]), tower("abc", "(on b a)"))
    assert lacking.status is Status.INCOMPLETE
    assert "there is no rule for (on b a)" in lacking.note


@pytest.mark.parametrize(
    ("error", "status", "limit"),
    [
        (KeyboardInterrupt, Status.STOPPED, "interrupt"),
        (MemoryError, Status.INCOMPLETE, None),
    ],
)
def test_a_proof_that_is_ended_leaves_what_following_said_and_the_user_ends_all(
    monkeypatch, error, status, limit
):
    def stop(task: PlanningTask) -> None:
        raise error

    monkeypatch.setattr("arcwise.planning.policy.policy_then_search.why_unreachable", stop)
    found, _ = follow_in(policy(), tower("ab", "(on a b) (on b a)"))
    assert (found.status, found.limit) == (status, limit)
    assert "1 of 2 goals reached" in found.note


@pytest.mark.long
@given(st.randoms(use_true_random=False))
def test_a_reason_is_found_exactly_where_no_state_is_the_goal(rng: Random):
    task = random_task(rng)
    atoms = all_atoms(task)
    goal = tuple(rng.sample(atoms, min(len(atoms), rng.randint(1, 3))))
    task = replace(task, goal=goal, negative_goal=())
    assert (why_unreachable(task) is None) == (cheapest(task) is not None)
