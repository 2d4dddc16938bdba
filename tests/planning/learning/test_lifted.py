"""Macro actions from steps of plans: valid wherever they can be taken, and no narrower than the steps ask."""

from __future__ import annotations

from random import Random

import pytest
from arcwise.ebl import FALSE, TRUE, Macro
from arcwise.ebl.explanation import Link, Needed, Reason, StepEffect, Threat
from arcwise.planning.learning.lifted import generalize_steps
from arcwise.planning.pddl import (
    Typed,
    execute,
    find_invariants,
    instantiate,
    load_action_domain,
    load_task,
    reachable_actions,
    read_action_domain,
    read_plan,
    read_task,
)
from arcwise.rules import ArcwiseError
from hypothesis import given
from hypothesis import strategies as st

from ...pddl_worlds import all_atoms, all_instances, applies, random_domain, random_task


def steps_of(task, rng, most=4):
    """Random actions that can be taken one after the other, and the state that they start from."""
    actions = list(all_instances(task))
    facts = task.init
    for _ in range(rng.randint(0, 3)):
        possible = [action for action in actions if applies(action, facts)]
        if possible:
            facts = rng.choice(possible).result(facts)
    start, steps = facts, []
    for _ in range(most):
        possible = [action for action in actions if applies(action, facts)]
        if not possible:
            break
        steps.append(rng.choice(possible))
        facts = steps[-1].result(facts)
    return start, steps


def run(task, macro, arguments, facts):
    """What is true after the macro's steps one by one, or None where one of them cannot be taken."""
    for name, *objects in macro.unrolled(arguments):
        step = instantiate(task, task.domain.by_name[name], objects)
        if step is None or not applies(step, facts):
            return None
        facts = step.result(facts)
    return facts


@pytest.mark.long
@given(st.integers(0), st.booleans())
def test_macros_do_what_their_steps_do_in_any_state_of_any_problem(seed, exclusive):
    rng = Random(seed)
    domain = random_domain(rng)
    task = random_task(rng, domain)
    start, steps = steps_of(task, rng)
    if len(steps) < 2:
        return
    groups = find_invariants(task.init, reachable_actions(task)).groups if exclusive else ()
    try:
        macro = generalize_steps(task, start, steps, "macro", groups)
    except ArcwiseError as error:
        assert "cost" in str(error)
        return
    other = random_task(rng, domain)
    atoms = all_atoms(other)
    choices = [other.objects_of(parameter.type) for parameter in macro.action.parameters]
    if not all(choices):
        return
    for _ in range(40):
        arguments = [rng.choice(objects) for objects in choices]
        whole = instantiate(other, macro.action, arguments)
        if whole is None:
            continue
        for _ in range(5):
            facts = frozenset(atom for atom in atoms if rng.random() < 0.5)
            facts = (facts | whole.positive) - whole.negative
            if applies(whole, facts):
                assert run(other, macro, arguments, facts) == whole.result(facts)


@pytest.mark.slow
@given(st.integers(0))
def test_a_macro_can_be_taken_where_its_example_was(seed):
    rng = Random(seed)
    task = random_task(rng)
    start, steps = steps_of(task, rng)
    if len(steps) < 2:
        return
    try:
        macro = generalize_steps(task, start, steps, "macro")
    except ArcwiseError as error:
        assert "cost" in str(error)
        return
    lifted = {term for step in macro.calls for term in step[1:] if term.startswith("?")}
    assert lifted == {parameter.name for parameter in macro.action.parameters}
    arguments = macro.lifted.objects
    assert macro.unrolled(arguments) == tuple((s.name, *s.arguments) for s in steps)
    whole = instantiate(task, macro.action, arguments)
    assert whole is not None
    assert applies(whole, start)
    assert whole.result(start) == run(task, macro, arguments, start)


@pytest.fixture
def learned(examples):
    """A function from an example domain, a plan and a piece of it to the macro of that piece."""

    def learning(name: str, plan: str, first: int = 0, exclusive: bool = True) -> Macro:
        folder = examples / "pddl"
        task = load_task(load_action_domain(folder / f"{name}.pddl"), folder / f"{name}-1.pddl")
        done = execute(task, read_plan(plan), whole=False)
        groups = find_invariants(task.init, reachable_actions(task)).groups if exclusive else ()
        return generalize_steps(task, done.states[first], done.actions[first:], "macro", groups)

    return learning


def test_parameters_are_joined_where_one_step_needs_what_another_brings_about(learned):
    macro = learned("blocks", "(unstack a b) (put-down a)")
    assert macro.calls == (("unstack", "?above", "?below"), ("put-down", "?above"))
    assert macro.lifted.links == ((0, 1),)
    assert macro.action.positive == (
        ("on", "?above", "?below"),
        ("clear", "?above"),
        ("hand-empty",),
    )
    assert set(macro.action.add) == {("clear", "?below"), ("on-table", "?above")}
    assert set(macro.action.delete) == {("on", "?above", "?below"), ("holding", "?above")}
    holding = ("holding", "?above")
    need = Reason(2, "put-down", Needed(holding, TRUE))
    assert macro.lifted.shared["?above"] == (Link((need, StepEffect(1, "unstack", holding, TRUE))),)


def test_parameters_that_only_happen_to_be_the_same_object_stay_apart(learned):
    macro = learned("blocks", "(unstack a b) (put-down a) (unstack b c)", 1)
    assert macro.calls == (("put-down", "?block"), ("unstack", "?above", "?below"))
    assert ("?above", "?block") in macro.action.unequal  # else what is put down is not clear


def test_objects_must_differ_where_a_step_would_spoil_another(learned):
    macro = learned("blocks", "(unstack a b) (put-down a) (unstack b c) (stack b a)", 2)
    assert set(macro.action.unequal) == {("?above", "?below-2"), ("?below", "?below-2")}
    asked = next(r for r in macro.lifted.reasons if r.atom == ("=", "?above", "?below-2"))
    assert (asked.part, asked.value) == ("condition", FALSE)
    spoiling = StepEffect(1, "unstack", ("clear", "?above"), FALSE)
    need = Reason(2, "stack", Needed(("clear", "?below-2"), TRUE))
    assert asked.why == (Threat((spoiling, need)),)


def test_a_fact_of_which_there_is_only_one_is_the_same_for_all_steps(learned):
    plan = "(pick red kitchen left) (pick green kitchen right) (go kitchen hall)"
    assert len(learned("gripper", plan).action.parameters) == 6
    assert len(learned("gripper", plan, exclusive=False).action.parameters) == 8


def test_a_parameter_has_the_narrowest_type_that_its_steps_ask_for(learned):
    plan = "(drive van-1 bern-station shop bern) (load parcel-1 van-1 shop) "
    plan += "(drive van-1 shop bern-station bern) (unload parcel-1 van-1 bern-station)"
    macro = learned("delivery", plan, 1)
    assert Typed("?vehicle", "van") in macro.action.parameters
    assert macro.action.cost == 4


def test_what_must_be_false_may_be_deleted_by_a_step():
    domain = read_action_domain(
        "(define (domain d) (:predicates (wet ?x) (dirty ?x) (done ?x))"
        "(:action wash :parameters (?x) :precondition (dirty ?x)"
        " :effect (and (wet ?x) (not (dirty ?x))))"
        "(:action dry :parameters (?x) :precondition (wet ?x) :effect (not (wet ?x)))"
        "(:action store :parameters (?x) :precondition (and (not (wet ?x)) (not (dirty ?x)))"
        " :effect (done ?x)))"
    )
    task = read_task(
        domain, "(define (problem p) (:domain d) (:objects a) (:init (dirty a)) (:goal (done a)))"
    )
    plan = execute(task, read_plan("(wash a) (dry a) (store a)"))
    macro = generalize_steps(task, task.init, plan.actions, "macro")
    assert macro.calls == (("wash", "?x"), ("dry", "?x"), ("store", "?x"))
    assert set(macro.lifted.links) == {(0, 1), (0, 2), (1, 2)}
    assert (macro.action.positive, macro.action.negative) == ((("dirty", "?x"),), ())
    assert set(macro.action.delete) == {("dirty", "?x"), ("wet", "?x")}


FUNCTIONS = (
    "(define (domain d) (:types room) (:constants hall - room) (:predicates (in ?r - room))"
    "(:functions (total-cost) (far ?a ?b - room))"
    "(:action go :parameters (?a ?b - room) :precondition (in ?a)"
    " :effect (and (in ?b) (not (in ?a)) (increase (total-cost) (far ?a ?b))))"
    "(:action home :precondition (in hall) :effect (and (not (in hall)))))"
)


def test_costs_that_are_functions_are_kept_but_not_added_up():
    domain = read_action_domain(FUNCTIONS)
    values = " ".join(
        f"(= (far {a} {b}) 1)" for a in ("x", "y", "hall") for b in ("x", "y", "hall")
    )
    task = read_task(
        domain,
        f"(define (problem p) (:domain d) (:objects x y - room) (:init (in x) {values})"
        "(:goal (in y)) (:metric minimize (total-cost)))",
    )
    steps = execute(task, read_plan("(go x y) (go y hall) (home)"), whole=False)
    macro = generalize_steps(task, steps.states[1], steps.actions[1:], "macro")
    assert macro.action.cost == ("far", "?a", "hall")
    assert macro.calls == (("go", "?a", "hall"), ("home",))
    with pytest.raises(ArcwiseError, match="sum with"):
        generalize_steps(task, task.init, steps.actions[:2], "macro")
