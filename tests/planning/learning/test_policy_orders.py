"""Orders of goals that are found when the rules are there."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from arcwise.ebl import Course, MacroLibrary, TrainingProblem, train
from arcwise.planning import LiftedPolicy, follow
from arcwise.planning.learning import policy_experience
from arcwise.planning.learning.policy import Policy
from arcwise.planning.learning.policy_experience import orders_found, orders_of
from arcwise.planning.pddl import Atom, PlanningDomain, PlanningTask, Typed, read_action_domain
from arcwise.planning.policy.rule import precedence_of
from arcwise.rules import open_source

LARGER_FIRST = precedence_of(
    ("on", "disk2", "peg1"), ("on", "disk1", "peg2"), ("smaller", "disk1", "disk2")
)


def hanoi(name: str, goal: tuple[int, ...] | None = None) -> PlanningTask:
    domain, shape = open_source(name).sized
    return domain.task_of(shape, domain.start(shape), goal or domain.goal(shape))


def learned() -> LiftedPolicy:
    """The rules from the towers alone, on which no goal undoes another."""
    task = hanoi("hanoi:3x3")
    library = MacroLibrary(PlanningDomain(task.domain))
    example = TrainingProblem((1, 1), (), (), task.name, domain=PlanningDomain(task.domain, task))
    course = Course((1, 1), ((1, 1),), examples=(example,))
    list(train(Policy(), library, course))
    assert library.policy is not None
    return library.policy


def without(policy: LiftedPolicy, order: tuple[Atom, ...]) -> LiftedPolicy:
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
def policy() -> LiftedPolicy:
    return learned()


@pytest.mark.long
@pytest.mark.slow
def test_disks_learn_that_the_larger_comes_first_and_every_goal_is_reached(policy):
    assert LARGER_FIRST in policy.precedences
    for goal in list(product((1, 2, 3), repeat=4))[::16]:
        task = hanoi("hanoi:3x4", goal)
        assert follow(policy, task).solved


@pytest.mark.long
def test_a_policy_of_hanoi_solves_any_state_and_towers_in_the_fewest_moves(policy):
    domain, shape = open_source("hanoi:3x4").sized
    for start in list(product((1, 2, 3), repeat=4))[::8]:
        assert follow(policy, domain.task_of(shape, start, domain.goal(shape))).solved
    for disks in (5, 8):
        tower = domain.task_of((1, disks), (1,) * disks, (3,) * disks)
        assert len(follow(policy, tower).plan) == 2**disks - 1


@pytest.mark.long
@pytest.mark.slow
def test_an_order_is_kept_only_where_fewer_goals_undo_others_and_nothing_is_lost(policy):
    policy = without(policy, LARGER_FIRST)
    tasks = [hanoi("hanoi:3x3", goal) for goal in product((1, 2, 3), repeat=3)]
    undoing = [replace(one, goal=tuple(sorted(one.goal))) for one in tasks]
    undoing = [one for one in undoing if follow(policy, one).repaired]
    assert undoing
    assert list(orders_found(policy, undoing, follow, lambda _: "")) == [LARGER_FIRST]
    assert not list(orders_found(policy, undoing, follow, lambda _: "one that was solved"))
    assert not list(orders_found(policy, [], follow, lambda _: ""))


@pytest.mark.long
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


FLOOR = read_action_domain("""
(define (domain floor) (:requirements :strips :typing) (:types tile colour)
  (:predicates (here ?x - tile) (beside ?x ?y - tile) (beyond ?y ?x - tile) (clear ?x - tile) (painted ?x - tile ?c - colour)
    (brush ?c - colour))
  (:action aside :parameters (?x ?y - tile) :precondition (and (here ?x) (beside ?y ?x) (clear ?y))
    :effect (and (here ?y) (clear ?x) (not (here ?x)) (not (clear ?y))))
  (:action on :parameters (?x ?y - tile) :precondition (and (here ?x) (beyond ?y ?x) (clear ?y))
    :effect (and (here ?y) (clear ?x) (not (here ?x)) (not (clear ?y))))
  (:action back :parameters (?x ?y - tile) :precondition (and (here ?x) (beyond ?x ?y) (clear ?y))
    :effect (and (here ?y) (clear ?x) (not (here ?x)) (not (clear ?y))))
  (:action dip :parameters (?c ?d - colour) :precondition (brush ?c) :effect (and (brush ?d) (not (brush ?c))))
  (:action paint :parameters (?y ?x - tile ?c - colour)
    :precondition (and (brush ?c) (here ?x) (beyond ?y ?x) (clear ?y)) :effect (and (painted ?y ?c) (not (clear ?y)))))
""")


def floor(rows: int, columns: int) -> PlanningTask:
    """A chessboard is to be painted, each tile from the one before it; on what is painted nobody stands."""
    tiles = {(a, b): f"t{a}-{b}" for a in range(rows + 1) for b in range(columns)}
    facts = {("here", "t0-0"), ("brush", "white")}
    facts |= {("clear", one) for one in tiles.values() if one != "t0-0"}
    for (a, b), one in tiles.items():
        facts |= {("beyond", tiles[a + 1, b], one)} if a < rows else set()
        if b + 1 < columns:
            facts |= {("beside", tiles[a, b + 1], one), ("beside", one, tiles[a, b + 1])}
    objects = (*(Typed(one, "tile") for one in tiles.values()), Typed("white", "colour"))
    goal = [
        ("painted", one, ("white", "black")[(a + b) % 2]) for (a, b), one in tiles.items() if a > 0
    ]
    name = f"floor {rows}x{columns}"
    objects = (*objects, Typed("black", "colour"))
    return PlanningTask(name, FLOOR, objects, frozenset(facts), goal=tuple(goal))


@pytest.mark.long
@pytest.mark.slow
def test_a_goal_that_led_into_a_dead_end_waits_where_something_that_never_changes_says_so():
    library = MacroLibrary(PlanningDomain(FLOOR))
    tasks = floor(1, 2), floor(2, 2)
    examples = tuple(
        TrainingProblem((1, 1), (), (), one.name, domain=PlanningDomain(FLOOR, one))
        for one in tasks
    )
    list(train(Policy(), library, Course((1, 1), ((1, 1),), examples=examples)))
    policy = library.policy
    assert policy is not None
    for size in ((1, 5), (4, 3), (6, 7)):
        assert follow(policy, floor(*size)).solved
    failed = follow(replace(policy, precedences=frozenset()), floor(4, 3))
    assert failed.goal is not None
    assert "no walk leads to" in failed.reason
