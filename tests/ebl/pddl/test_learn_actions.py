"""Choosing macro actions from plans."""

import pytest
from arcwise.ebl.pddl.learn_actions import TrainingPlan, learn_actions
from arcwise.rules.pddl.grounding import ground
from arcwise.rules.pddl.plan import execute, read_plan
from arcwise.rules.pddl.read_domain import load_domain
from arcwise.rules.pddl.read_task import load_task

PLANS = {
    "blocks": "(unstack a b) (put-down a) (unstack b c) (stack b a) (pick-up c) (stack c b)",
    "gripper": " ".join(
        f"(pick {one} kitchen left) (pick {two} kitchen right) (go kitchen hall) "
        f"(drop {one} hall left) (drop {two} hall right) {back}"
        for one, two, back in (("red", "green", "(go hall kitchen)"), ("blue", "white", ""))
    ),
}


@pytest.fixture
def plan(examples):
    def planning(name: str) -> TrainingPlan:
        folder = examples / "pddl"
        task = load_task(load_domain(folder / f"{name}.pddl"), folder / f"{name}-1.pddl")
        return TrainingPlan(task, execute(task, read_plan(PLANS[name])), ground(task).groups)

    return planning


def test_macros_are_named_counted_and_limited(plan):
    choice = learn_actions([plan("gripper")], keep=2)
    assert len(choice.macros) == 2
    assert choice.macros[0].name.startswith("macro-1-")
    assert choice.uses[0] == 2
    assert choice.pieces == 10 + 9 + 8
    assert "steps 1 to " in choice.macros[0].origin or "steps 2 to " in choice.macros[0].origin
    assert learn_actions([plan("gripper")], longest=2).pieces == 10


def test_macros_with_too_many_parameters_are_refused_with_that_reason(plan):
    choice = learn_actions([plan("gripper")], most_parameters=3)
    assert all(len(macro.action.parameters) <= 3 for macro in choice.macros)
    assert choice.refused["has more than 3 parameters"] > 5


def test_pieces_that_do_nothing_are_refused(plan):
    there_and_back = "(pick red kitchen left) (drop red kitchen left) " + PLANS["gripper"]
    training = plan("gripper")
    done = execute(training.task, read_plan(there_and_back))
    choice = learn_actions([TrainingPlan(training.task, done, training.groups)], longest=2)
    assert not any(macro.name.endswith("-pick-drop") for macro in choice.macros)
    assert any("same as cheaply" in why or "does nothing" in why for why in choice.refused)


def test_steps_that_have_nothing_to_do_with_each_other_make_no_macro(examples):
    folder = examples / "pddl"
    task = load_task(load_domain(folder / "delivery.pddl"), folder / "delivery-1.pddl")
    apart = "(drive van-1 bern-station shop bern) (drive van-2 thun-station house thun)"
    done = execute(task, read_plan(apart), whole=False)
    choice = learn_actions([TrainingPlan(task, done, ground(task).groups)])
    assert not choice.macros
    assert choice.refused == {"has steps that have nothing to do with each other": 1}


def test_what_an_action_does_already_is_no_macro(examples):
    folder = examples / "pddl"
    task = load_task(load_domain(folder / "gripper.pddl"), folder / "gripper-1.pddl")
    done = execute(task, read_plan("(go kitchen hall) (go hall kitchen) (go kitchen hall)"), False)
    choice = learn_actions([TrainingPlan(task, done, ground(task).groups)])
    assert not choice.macros
    assert choice.refused["an action of the domain does the same as cheaply"] > 0


def test_nothing_is_learned_from_no_plan():
    assert learn_actions([]).macros == ()
