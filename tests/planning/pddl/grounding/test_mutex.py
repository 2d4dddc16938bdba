"""Mutex groups: never two facts true at once, and those that people expect are found."""

from random import Random

import pytest
from arcwise.planning.pddl import (
    find_invariants,
    ground_task,
    load_action_domain,
    load_task,
    reachable_actions,
    read_action_domain,
    read_task,
)
from arcwise.planning.pddl.grounding.ground_task import simplified
from hypothesis import given
from hypothesis import strategies as st

from ....pddl_worlds import random_task, reachable_states


@pytest.mark.long
@given(st.integers(0))
def test_of_no_group_two_facts_are_ever_true_at_once(seed):
    task = random_task(Random(seed))
    actions = simplified(reachable_actions(task), task.init, frozenset(task.goal))
    found = find_invariants(task.init, actions)
    names = {action.text for action in reachable_actions(task)}
    for facts in reachable_states(task, names):
        assert facts.isdisjoint(found.never)
        for group in found.groups:
            assert len(facts & group.atoms.keys()) <= 1
    for group in found.groups:
        assert len(set(group.atoms.values())) == len(group.atoms)


def groups_of(examples, name):
    path = examples / "pddl"
    task = load_task(load_action_domain(path / f"{name}.pddl"), path / f"{name}-1.pddl")
    return [set(g.atoms) for g in find_invariants(task.init, reachable_actions(task)).groups]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("blocks", {("hand-empty",), ("holding", "a"), ("holding", "b"), ("holding", "c")}),
        (
            "blocks",
            {("on", "a", "b"), ("on", "a", "c"), ("on-table", "a"), ("holding", "a")},
        ),
        (
            "blocks",  # (stack a a) would spoil this one, but it can never be taken
            {("clear", "a"), ("holding", "a"), ("on", "b", "a"), ("on", "c", "a")},
        ),
        ("gripper", {("robot-in", "kitchen"), ("robot-in", "hall")}),
        (
            "gripper",
            {("in", "red", "kitchen"), ("in", "red", "hall")}
            | {("holds", "left", "red"), ("holds", "right", "red")},
        ),
    ],
)
def test_the_groups_that_people_expect_are_found(examples, name, expected):
    assert any(expected <= group for group in groups_of(examples, name))


def test_a_grounded_problem_keeps_the_groups_that_its_cells_are_made_of(examples):
    path = examples / "pddl"
    task = load_task(load_action_domain(path / "gripper.pddl"), path / "gripper-1.pddl")
    groups = ground_task(task).groups
    assert {("robot-in", "kitchen"), ("robot-in", "hall")} in [set(one.atoms) for one in groups]


def test_a_group_says_which_facts_rule_each_other_out(examples):
    path = examples / "pddl"
    task = load_task(load_action_domain(path / "delivery.pddl"), path / "delivery-1.pddl")
    groups = find_invariants(task.init, reachable_actions(task)).groups
    fact = ("at", "van-1", "shop")
    assert any(group.excludes(fact, [2]) for group in groups)
    assert not any(group.excludes(fact, [1]) for group in groups)
    assert not any(group.excludes(fact, [1, 2]) for group in groups)


def test_an_action_that_needs_two_facts_of_a_group_does_not_spoil_it():
    domain = read_action_domain(
        "(define (domain d) (:constants a b c) (:predicates (at ?x))"
        "(:action go :parameters (?x ?y) :precondition (at ?x) :effect (and (at ?y) (not (at ?x))))"
        "(:action never :precondition (and (at a) (at b)) :effect (at c)))"
    )
    task = read_task(domain, "(define (problem p) (:domain d) (:init (at a)) (:goal (at c)))")
    groups = find_invariants(task.init, reachable_actions(task)).groups
    assert [set(group.atoms) for group in groups] == [{("at", "a"), ("at", "b"), ("at", "c")}]
    assert "(never)" not in [arc.name for arc in ground_task(task).theory.arcs]
