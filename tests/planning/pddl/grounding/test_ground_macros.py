"""Instances of macros, held against every choice of objects and against taking the steps one by one."""

from dataclasses import replace
from itertools import product

import pytest
from arcwise.planning.pddl import (
    ActionSchema,
    ground_macros,
    ground_task,
    load_action_domain,
    load_task,
    substituted,
)
from arcwise.planning.pddl.grounding import ground_macros as module
from arcwise.rules import distances

from ....pddl_worlds import learned_from

PLANS = {
    "blocks": "(unstack a b) (put-down a) (unstack b c) (stack b a) (pick-up c) (stack c b)",
    "gripper": "(pick red kitchen left) (pick green kitchen right) (go kitchen hall) (drop red hall left)",
    "delivery": "(drive van-1 bern-station shop bern) (load parcel-1 van-1 shop) "
    "(drive van-1 shop bern-station bern) (unload parcel-1 van-1 bern-station)",
}


def learned(examples, name):
    folder = examples / "pddl"
    task = load_task(load_action_domain(folder / f"{name}.pddl"), folder / f"{name}-1.pddl")
    return task, [macro.operator for macro in learned_from(task, PLANS[name])[1].macros]


def unbound(macro: ActionSchema) -> ActionSchema:
    return replace(macro, initial=(), goals=())


def by_hand(task, grounding, macro):
    """For every choice of objects the arcs of the steps, where all of them are there."""
    arcs = {arc.name: arc for arc in grounding.theory.arcs}
    choices = [task.objects_of(parameter.type) for parameter in macro.action.parameters]
    for objects in product(*choices):
        binding = dict(zip((p.name for p in macro.action.parameters), objects, strict=True))
        if any(binding.get(a, a) == binding.get(b, b) for a, b in macro.action.unequal):
            continue
        steps = [f"({' '.join(call)})" for call in macro.unrolled(objects)]
        if all(step in arcs for step in steps):
            yield objects, [arcs[step] for step in steps]


def taken(steps, state):
    for step in steps:
        state = step.apply(state)
        if state is None:
            return None
    return state


@pytest.mark.parametrize("name", PLANS)
def test_instances_do_what_all_choices_of_objects_do_step_by_step(examples, name):
    task, macros = learned(examples, name)
    grounding = ground_task(task)
    states = list(distances(grounding.theory, grounding.start, max_states=20_000))[:2000]
    assert macros
    for macro in macros:
        arcs = ground_macros(grounding, [unbound(macro)])
        chains = list(by_hand(task, grounding, macro))
        some = False
        for state in states:
            made = {arc.apply(state) for arc in arcs} - {None, state}
            assert made == {taken(steps, state) for _, steps in chains} - {None, state}
            some = some or bool(made)
            for arc in arcs:
                if (successor := arc.apply(state)) is not None:
                    assert successor == taken(arc.steps, state)
        assert some


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANS)
def test_instances_worth_having_are_those_whose_facts_stand_at_start_and_goal(examples, name):
    task, macros = learned(examples, name)
    grounding = ground_task(task)
    states = list(distances(grounding.theory, grounding.start, max_states=20_000))[:500]
    some = 0
    for macro in map(unbound, macros):
        names = [parameter.name for parameter in macro.action.parameters]
        for initial in ((), *((atom,) for atom in macro.action.positive)):
            for goals in ((), *((atom,) for atom in macro.action.add)):
                arcs = ground_macros(grounding, [replace(macro, initial=initial, goals=goals)])
                chains = []
                for objects, steps in by_hand(task, grounding, macro):
                    binding = dict(zip(names, objects, strict=True))
                    start = {substituted(atom, binding) for atom in initial}
                    end = {substituted(atom, binding) for atom in goals}
                    if start <= task.init and end <= set(task.goal):
                        chains.append(steps)
                for state in states[:: 1 + len(states) // 50]:
                    made = {arc.apply(state) for arc in arcs} - {None, state}
                    assert made == {taken(steps, state) for steps in chains} - {None, state}
                    some += bool(initial and goals and made)
    assert some


def test_a_macro_with_too_many_instances_is_left_out_and_the_log_says_so(
    examples, monkeypatch, caplog
):
    task, macros = learned(examples, "blocks")
    grounding = ground_task(task)
    plain = [unbound(macro) for macro in macros]
    assert ground_macros(grounding, plain)
    monkeypatch.setattr(module, "FEW", 0)
    monkeypatch.setattr(module, "MOST_FOR_EACH_ARC", 0)
    with caplog.at_level("INFO", logger="arcwise"):
        assert ground_macros(grounding, plain) == ()
    assert f"{plain[0].name} is left out" in caplog.text
