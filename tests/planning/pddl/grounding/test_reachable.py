"""Grounding by joins: the same actions as trying all objects, without trying them."""

from itertools import pairwise
from random import Random

import pytest
from arcwise.planning.pddl import PlanningTask, reachable_actions, read_action_domain, read_task
from arcwise.planning.pddl.grounding import reachable
from arcwise.planning.pddl.grounding.reachable import Reachability
from arcwise.rules import InputError
from hypothesis import given
from hypothesis import strategies as st

from ....pddl_worlds import all_instances, random_task


def by_the_book(task: PlanningTask) -> set[str]:
    """Actions that could be taken if nothing were deleted, found by trying all objects again and again."""
    fluents = task.domain.fluents
    facts = set(task.init)
    while True:
        found = [
            action
            for action in all_instances(task)
            if action.positive <= facts
            and all(atom not in task.init for atom in action.negative if atom[0] not in fluents)
        ]
        new = {atom for action in found for atom in action.add} - facts
        if not new:
            return {action.text for action in found}
        facts |= new


@pytest.mark.long
@given(st.integers(0))
def test_joins_find_what_trying_all_objects_finds(seed):
    task = random_task(Random(seed))
    found = [action.text for action in reachable_actions(task)]
    assert len(found) == len(set(found))
    assert set(found) == by_the_book(task)


def task_of(action: str, init: str, objects: str = "a b c d") -> PlanningTask:
    domain = read_action_domain(
        f"(define (domain d) (:predicates (e ?x ?y) (at ?x) (stop ?x)) (:action go {action}))"
    )
    text = f"(define (problem p) (:domain d) (:objects {objects}) (:init {init}) (:goal (at a)))"
    return read_task(domain, text)


def test_actions_come_in_the_order_of_the_files():
    task = task_of(
        ":parameters (?x ?y) :precondition (and (at ?x) (e ?x ?y) (not (stop ?y))) :effect (at ?y)",
        "(at b) (e b c) (e c d) (e b a) (e a b) (stop d)",
    )
    names = [action.text for action in reachable_actions(task)]
    assert names == ["(go a b)", "(go b a)", "(go b c)"]


def test_equal_parameters_and_constants_are_joined_before_objects_are_tried():
    task = task_of(
        ":parameters (?x ?y ?z) :precondition (and (at ?x) (= ?x ?y) (not (= ?z ?y))) :effect (at ?z)",
        "(at b)",
        "a b",
    )
    assert [action.text for action in reachable_actions(task)] == ["(go a a b)", "(go b b a)"]


def test_alternatives_of_a_condition_are_joined_one_by_one(monkeypatch):
    either = "(and (= ?x ?y) (e ?y ?z)) (and (e ?y ?x) (e ?z ?y) (not (stop ?y))) (and (e ?z ?z) (stop ?y))"
    action = f":parameters (?x ?y ?z) :precondition (and (at ?x) (or {either})) :effect (at ?z)"
    places = [f"p{n}" for n in range(10)]
    roads = " ".join(f"(e {one} {other})" for one, other in pairwise(places))
    task = task_of(
        action, f"(at p5) (at a) (stop a) (stop p4) (e b b) {roads}", " ".join(("a b", *places))
    )
    with monkeypatch.context() as few:
        few.setattr(reachable, "MOST_WORK", 600)
        found = [action.text for action in reachable_actions(task)]
    assert "(go p5 p5 p6)" in found and "(go p7 p6 p5)" in found and "(go a p4 b)" in found
    monkeypatch.setattr(reachable, "MOST_WAYS", 0)
    assert found == [action.text for action in reachable_actions(task)]
    monkeypatch.setattr(reachable, "MOST_WORK", 600)
    with pytest.raises(InputError, match="more than 600 partial choices"):
        reachable_actions(task)


def test_tasks_that_are_too_large_are_refused_with_their_file(monkeypatch):
    huge = " ".join(f"?x{n}" for n in range(40))
    task = task_of(f":parameters ({huge}) :effect (at ?x0)", "")
    monkeypatch.setattr(reachable, "MOST_ACTIONS", 1000)
    monkeypatch.setattr("arcwise.rules.room.available_bytes", lambda: 0)
    with pytest.raises(InputError, match="problem p is too large to ground") as caught:
        reachable_actions(task)
    assert caught.value.place is not None
    three = "(not (= ?x37 ?x38)) (not (= ?x38 ?x39)) (not (= ?x37 ?x39))"
    never = f":parameters ({huge}) :precondition (and {three}) :effect (at ?x0)"
    monkeypatch.setattr(reachable, "MOST_WORK", 1000)
    with pytest.raises(InputError, match="more than 1,000 partial choices"):
        reachable_actions(task_of(never, "", "a b"))


def test_an_action_needs_a_cost_only_where_its_condition_can_hold():
    domain = read_action_domain(
        "(define (domain d) (:predicates (road ?x ?y) (at ?x)) (:functions (total-cost) (far ?x ?y))"
        "(:action go :parameters (?x ?y) :precondition (and (at ?x) (or (road ?x ?y) (road ?y ?x)))"
        ":effect (and (at ?y) (not (at ?x)) (increase (total-cost) (far ?x ?y)))))"
    )
    text = (
        "(define (problem p) (:domain d) (:objects a b) (:init (at b) (road a b) (= (total-cost) 0){})"
        "(:goal (at a)) (:metric minimize (total-cost)))"
    )
    far = "(= (far a b) 7) (= (far b a) 7)"
    actions = reachable_actions(read_task(domain, text.format(far)))
    assert {(action.text, action.cost) for action in actions} == {("(go a b)", 7), ("(go b a)", 7)}
    with pytest.raises(InputError, match=r"\(far b a\) has no value"):
        reachable_actions(read_task(domain, text.format("")))


def waiting_task(init: str) -> PlanningTask:
    """Actions with conditions without parameters, of which one makes what another waits for."""
    domain = read_action_domain(
        """(define (domain d) (:constants x y z) (:predicates (on ?a) (at ?a) (fixed ?a))
        (:action go :parameters (?a) :precondition (and (on x) (on y) (at ?a)) :effect (on ?a))
        (:action switch :parameters () :precondition (and (on z) (fixed z)) :effect (on y))
        (:action never :parameters (?a) :precondition (and (fixed x) (at ?a)) :effect (on ?a)))"""
    )
    text = f"(define (problem p) (:domain d) (:objects a b) (:init {init}) (:goal (on a)))"
    return read_task(domain, text)


@pytest.mark.parametrize(
    "init", ["(on x) (at a) (on z) (fixed z)", "(on z) (fixed z) (at a) (at b)"]
)
def test_an_action_waits_for_its_conditions_without_parameters(init):
    task = waiting_task(init)
    assert {action.text for action in reachable_actions(task)} == by_the_book(task)


def test_joins_try_those_conditions_first_that_leave_the_fewest_choices():
    places = [f"p{number}" for number in range(40)]
    domain = read_action_domain(
        """(define (domain d) (:predicates (robot ?x) (box ?x) (clear ?x) (next ?x ?y))
        (:action push :parameters (?x ?y ?z)
         :precondition (and (robot ?x) (box ?y) (clear ?z) (next ?x ?y) (next ?y ?z))
         :effect (and (robot ?y) (box ?z) (clear ?y) (not (robot ?x)) (not (box ?y)) (not (clear ?z)))))"""
    )
    row = " ".join(f"(next {one} {two})" for one, two in pairwise(places))
    free = " ".join(f"(clear {place})" for place in places[2:])
    text = f"(define (problem p) (:domain d) (:objects {' '.join(places)}) (:init {row} {free} (robot p0) (box p1)) (:goal (box p39)))"
    reach = Reachability(read_task(domain, text), None)
    assert len(reach.run()) == 38
    assert reach.work < 12 * len(places)  # one for each pair of places would be 1,600
