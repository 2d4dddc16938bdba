"""Orders of goals that are found when the rules are there."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from arcwise.ebl.learner import Course, TrainingProblem
from arcwise.ebl.learners import policy_experience
from arcwise.ebl.learners.policy import POLICY
from arcwise.ebl.learners.policy_orders import orders_found, orders_of
from arcwise.ebl.library import MacroLibrary
from arcwise.ebl.train import train
from arcwise.rules.pddl.action_domain import Atom, PlanningTask
from arcwise.rules.pddl.planning import PlanningDomain
from arcwise.rules.read_domain import read_domain
from arcwise.search.policy.follow import follow
from arcwise.search.policy.rule import Policy, precedence_of

LARGER_FIRST = precedence_of(
    ("on", "disk2", "peg1"), ("on", "disk1", "peg2"), ("smaller", "disk1", "disk2")
)


def hanoi(name: str, goal: tuple[int, ...] | None = None) -> PlanningTask:
    domain, shape = read_domain(name)
    return domain.task(shape, domain.start(shape), goal or domain.goal(shape))


def learned() -> Policy:
    """The rules from the towers alone, on which no goal undoes another."""
    task = hanoi("hanoi:3x3")
    library = MacroLibrary(PlanningDomain(task.domain))
    example = TrainingProblem((1, 1), (), (), task.name, domain=PlanningDomain(task.domain, task))
    course = Course((1, 1), ((1, 1),), examples=(example,))
    list(train(POLICY, library, course))
    assert library.policy is not None
    return library.policy


def without(policy: Policy, order: tuple[Atom, ...]) -> Policy:
    return replace(policy, precedences=policy.precedences - {order})


def test_what_never_changes_and_does_not_hold_the_other_way_round_is_a_reason():
    task = hanoi("hanoi:3x3")
    found = list(orders_of(task, ("on", "disk3", "peg1"), ("on", "disk1", "peg2")))
    assert found == [LARGER_FIRST]


def test_two_goals_that_share_an_object_are_told_apart_by_it():
    task = hanoi("hanoi:3x3")
    goal, undone = ("on", "disk3", "peg1"), ("on", "disk2", "disk3")
    assert next(orders_of(task, goal, undone)) == precedence_of(goal, undone)


@pytest.fixture(scope="module")
def policy() -> Policy:
    return learned()


@pytest.mark.slow
def test_disks_learn_that_the_larger_comes_first_and_every_goal_is_reached(policy):
    assert LARGER_FIRST in policy.precedences
    for goal in product((1, 2, 3), repeat=5):
        task = hanoi("hanoi:3x5", goal)
        assert follow(policy, task).solved


@pytest.mark.slow
def test_an_order_is_kept_only_where_fewer_goals_undo_others_and_nothing_is_lost(policy):
    policy = without(policy, LARGER_FIRST)
    tasks = [hanoi("hanoi:3x4", goal) for goal in product((1, 2, 3), repeat=4)]
    undoing = [replace(one, goal=tuple(sorted(one.goal))) for one in tasks]
    undoing = [one for one in undoing if follow(policy, one).repaired]
    assert undoing
    assert list(orders_found(policy, undoing, follow, lambda _: "")) == [LARGER_FIRST]
    assert not list(orders_found(policy, undoing, follow, lambda _: "one that was solved"))
    assert not list(orders_found(policy, [], follow, lambda _: ""))


def test_orders_are_found_for_what_an_example_alone_has_taught(monkeypatch):
    monkeypatch.setattr(policy_experience, "MOST_PAIRS", 0)  # and no state that fails
    policy = learned()
    assert not policy.precedences
    tasks = [hanoi("hanoi:3x3", tuple(goal)) for goal in product((1, 2, 3), repeat=3)]
    undoing = [replace(one, goal=tuple(sorted(one.goal))) for one in tasks]
    undoing = [one for one in undoing if follow(policy, one).repaired]
    found = list(orders_found(policy, undoing, follow, lambda _: ""))
    assert LARGER_FIRST in found
    assert not list(orders_found(policy, undoing, follow, lambda _: "one that was solved"))
    ordered = replace(policy, precedences=frozenset(found))
    assert all(follow(ordered, task).solved for task in tasks)
