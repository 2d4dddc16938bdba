"""Actions with conditional effects: rules are for one case of them, and what else they do at the same time is done too."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from arcwise.planning import Claim, LiftedPolicy, follow, prove_policy
from arcwise.planning.pddl import (
    ActionSchema,
    PlanningTask,
    Typed,
    in_state,
    instantiate,
    read_action_domain,
)
from arcwise.planning.pddl.action_schema import taken
from arcwise.planning.policy.rule import Purpose, RuleCondition
from arcwise.planning.policy.small_problems import Space
from arcwise.planning.policy.world import World
from hypothesis import given
from hypothesis import strategies as st

from ...pddl_worlds import CART, cart

PUSH = CART.by_name["push"]


def test_an_action_has_a_case_for_each_effect():
    assert [case.name for case in PUSH.cases] == ["push/2:0", "push/2:1", "push/2:2", "push/2:3"]
    assert all(not case.effects for case in PUSH.cases)
    moves = PUSH.cases[1]
    assert [one.name for one in moves.parameters] == ["?p", "?q", "?t"]
    assert ("in", "?t") in moves.positive
    assert moves.unequal == (("?p", "?q"),)
    assert taken(("push/2:1", "a", "b", "c")) == ("push", "a", "b")
    assert CART.by_name["load"].cases == (CART.by_name["load"],)


@pytest.mark.long
@given(st.randoms(use_true_random=False))
def test_what_an_action_does_in_a_world_is_what_it_does_by_its_definition(rng):
    task = cart(rng)
    for call in product(("push",), ("p0", "p1", "p2"), ("p0", "p1", "p2")):
        action = instantiate(task, PUSH, call[1:])
        if action.positive <= task.init:
            done = in_state(task, PUSH, action, task.init)
            assert World(task).outcome(call) == (done.add, done.delete)


def test_what_is_more_than_a_conjunction_has_no_cases():
    domain = read_action_domain(
        "(define (domain d) (:requirements :adl) (:predicates (a ?x) (b ?x) (c ?x))"
        "(:action do :parameters (?x) :precondition (b ?x) :effect (when (or (a ?x) (b ?x)) (c ?x))))"
    )
    assert domain.by_name["do"].cases == ()


def rules() -> LiftedPolicy:
    """To bring a thing somewhere, load it and push; to be somewhere, push."""
    base, carried = PUSH.cases[:2]
    load = CART.by_name["load"]
    bring = Purpose(
        ("at", "?t", "?q"), (RuleCondition(("in", "?t")), RuleCondition(("here", "?p")))
    )
    made = [
        (ActionSchema(base, (("push/2:0", "?p", "?q"),)), Purpose(("here", "?q"))),
        (ActionSchema(carried, (("push/2:1", "?p", "?q", "?t"),)), bring),
        (
            ActionSchema(load, (("load", "?t", "?p"),)),
            Purpose(("in", "?t"), (RuleCondition(("here", "?p")),)),
        ),
    ]
    return LiftedPolicy.of(CART, made)


def test_what_it_does_for_other_things_is_done_too_and_nothing_of_it_is_claimed():
    facts = {("here", "p0"), ("road", "p0", "p1"), ("road", "p1", "p0")}
    facts |= {("at", "t0", "p0"), ("at", "t1", "p0"), ("in", "t1"), ("heavy", "t0")}
    objects = (
        *(Typed(f"p{n}", "place") for n in range(2)),
        Typed("t0", "thing"),
        Typed("t1", "thing"),
    )
    task = PlanningTask("cart", CART, objects, frozenset(facts), goal=(("at", "t1", "p1"),))
    assert follow(rules(), task).plan == (("push", "p0", "p1"),)
    both = PlanningTask(
        "both", CART, objects, frozenset(facts), goal=(("at", "t1", "p0"), ("at", "t0", "p1"))
    )
    failed = follow(rules(), both)
    assert not failed.solved
    assert "(at t1 p0)" in failed.reason
    for proved in prove_policy(rules()).rules:
        names = proved.rule.operator.step_names
        goals = next(one for one in proved.proofs if one.claim is Claim.GOALS)
        assert goals.proved == (names == ("load",))


LAMPS = read_action_domain("""
(define (domain lamps) (:requirements :adl) (:types lamp)
  (:predicates (lit ?x - lamp) (ready) (warm))
  (:action heat :parameters () :precondition (and) :effect (warm))
  (:action prepare :parameters () :precondition (warm) :effect (ready))
  (:action light :parameters (?x ?y - lamp) :precondition (ready)
    :effect (and (when (not (= ?x ?y)) (lit ?x)) (forall (?z - lamp) (when (and (warm) (lit ?z)) (not (warm)))))))
""")
"""Where nothing is static, and a case asks for nothing but that two things are different."""


def lamps() -> PlanningTask:
    return PlanningTask("lamps", LAMPS, (Typed("a", "lamp"), Typed("b", "lamp")), frozenset())


@pytest.mark.parametrize("seed", [*range(5), None])
def test_states_and_what_actions_do_there_are_as_defined(seed):
    task = lamps() if seed is None else cart(Random(seed))
    space = Space(task, 500)
    seen, waiting = {task.init}, [task.init]
    while waiting:
        facts = waiting.pop()
        world = World(replace(task, init=facts))
        for action in task.domain.actions:
            for objects in product(*(task.objects_of(one.type) for one in action.parameters)):
                ground = instantiate(task, action, objects)
                if ground.positive <= facts:
                    done = in_state(task, action, ground, facts)
                    assert world.outcome((action.name, *objects)) == (done.add, done.delete)
                    after = done.result(facts)
                    if after not in seen:
                        seen.add(after)
                        waiting.append(after)
    assert set(space.states) == seen
    assert space.whole
