"""Macro actions from steps of plans: valid wherever they can be taken, and no narrower than the steps ask."""

from random import Random

from arcwise.ebl.lifted import generalize_steps
from arcwise.rules.errors import ArcwiseError
from arcwise.rules.pddl.mutex import find_invariants
from arcwise.rules.pddl.reachable import reachable_actions
from arcwise.rules.pddl.strips import all_instances, instantiate
from hypothesis import given, settings
from hypothesis import strategies as st

from ..pddl_worlds import all_atoms, random_domain, random_task


def steps_of(task, rng, most=4):
    """Random actions that can be taken one after the other, and the state that they start from."""
    actions = list(all_instances(task))
    facts = task.init
    for _ in range(rng.randint(0, 3)):
        possible = [action for action in actions if action.applies(facts)]
        if possible:
            facts = rng.choice(possible).result(facts)
    start, steps = facts, []
    for _ in range(most):
        possible = [action for action in actions if action.applies(facts)]
        if not possible:
            break
        steps.append(rng.choice(possible))
        facts = steps[-1].result(facts)
    return start, steps


def run(task, macro, arguments, facts):
    """What is true after the macro's steps one by one, or None where one of them cannot be taken."""
    for name, *objects in macro.unrolled(arguments):
        step = instantiate(task, task.domain.by_name[name], objects)
        if step is None or not step.applies(facts):
            return None
        facts = step.result(facts)
    return facts


@settings(max_examples=200, deadline=None, derandomize=True)
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
            if whole.applies(facts):
                assert run(other, macro, arguments, facts) == whole.result(facts)
