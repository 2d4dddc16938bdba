"""Entangled actions: a part of a problem's actions, just those that the start and the goal speak for."""

from __future__ import annotations

from random import Random

import pytest
from arcwise.planning.pddl import ActionSchema, reachable_actions, substituted
from arcwise.planning.pddl.planning import entangled_task
from hypothesis import given
from hypothesis import strategies as st

from ....pddl_worlds import random_domain, random_task


def random_operator(domain, rng):
    """An action with some of its conditions at the start and some of its effects among the goals; None where it has none."""
    action = rng.choice(domain.actions)
    call = (action.name, *(parameter.name for parameter in action.parameters))
    initial = tuple(atom for atom in action.positive if rng.random() < 0.5)
    goals = tuple(atom for atom in action.add if rng.random() < 0.5)
    return ActionSchema(action, (call,), initial, goals)


@pytest.mark.long
@given(st.integers(0))
def test_what_is_left_are_actions_of_the_task_for_which_all_is_so(seed):
    rng = Random(seed)
    domain = random_domain(rng)
    task = random_task(rng, domain)
    operator = random_operator(domain, rng)
    part = entangled_task(task, [operator])
    all_of_it = {(one.name, one.arguments): one for one in reachable_actions(task)}
    names = [parameter.name for parameter in operator.action.parameters]
    left = reachable_actions(part)
    for action in left:
        whole = all_of_it[action.name, action.arguments]
        assert (action.add, action.delete, action.cost) == (whole.add, whole.delete, whole.cost)
        assert action.positive >= whole.positive
        if action.name == operator.action.name:
            binding = dict(zip(names, action.arguments, strict=True))
            assert all(substituted(atom, binding) in task.init for atom in operator.initial)
            assert all(substituted(atom, binding) in task.goal for atom in operator.goals)
    if not operator.entangled:
        assert part == task
    # Nothing else is missing where nothing that is left out is needed for it.
    kept = {(one.name, one.arguments) for one in left}
    true = set(task.init)
    for action in left:
        true |= action.add
    for (name, arguments), action in all_of_it.items():
        binding = dict(zip(names, arguments, strict=False))
        meant = name != operator.action.name or (
            all(substituted(atom, binding) in task.init for atom in operator.initial)
            and all(substituted(atom, binding) in task.goal for atom in operator.goals)
        )
        if meant and action.positive <= true:
            assert (name, arguments) in kept
