"""Plans explained by their causal links."""

from __future__ import annotations

import itertools

import pytest
from arcwise.planning.learning.links import achievements_of
from arcwise.planning.pddl import execute, load_action_domain, read_plan, read_task
from arcwise.planning.policy.rule import RuleCondition

TOWER = """(define (problem t) (:domain blocks) (:objects a b c d - block)
  (:init (on-table d) (on a d) (on b a) (clear b) (on-table c) (clear c) (hand-empty))
  (:goal (and (on d c))))"""

PLAN = "(unstack b a) (put-down b) (unstack a d) (put-down a) (pick-up d) (stack d c)"


def explained(examples, plan, goal):
    domain = load_action_domain(examples / "pddl" / "blocks.pddl")
    task = read_task(domain, TOWER)
    done = execute(task, read_plan(plan), whole=False)
    return {
        (one.action, one.goal[0], one.objects): one for one in achievements_of(task, done, goal)
    }


def test_each_link_is_an_achievement_with_its_conditions_in_the_order_in_which_they_came_true(
    examples,
):
    found = explained(examples, PLAN, ("on", "d", "c"))
    assert found["stack", "on", ("d", "c")].conditions == (RuleCondition(("holding", "?above")),)
    assert found["pick-up", "holding", ("d",)].conditions == (
        RuleCondition(("clear", "?block")),
        RuleCondition(("hand-empty",)),
    )
    assert found["unstack", "clear", ("a", "d")].conditions == (
        RuleCondition(("clear", "?above")),
        RuleCondition(("hand-empty",)),
    )
    assert found["unstack", "clear", ("b", "a")].conditions == ()


def test_what_came_true_by_a_step_that_was_made_for_something_else_is_not_to_be_achieved(examples):
    found = explained(examples, PLAN, ("on", "d", "c"))
    assert found["put-down", "hand-empty", ("a",)].conditions == (
        RuleCondition(("holding", "?block"), achieve=False),
    )


def test_steps_that_nothing_needs_teach_nothing(examples):
    found = explained(examples, "(unstack b a) (stack b c) " + "(unstack a d)", ("clear", "d"))
    assert not any(action == "stack" and goal == "on" for action, goal, _ in found)


@pytest.mark.slow
def test_a_long_plan_is_explained_without_recursion_of_python(examples):
    domain = load_action_domain(examples / "pddl" / "blocks.pddl")
    names = [f"b{number}" for number in range(400)]
    init = "".join(f"(on {one} {other})" for one, other in itertools.pairwise(names))
    task = read_task(
        domain,
        f"(define (problem t) (:domain blocks) (:objects {' '.join(names)} - block)"
        f"(:init (clear b0) (on-table b399) (hand-empty) {init}) (:goal (and (clear b399))))",
    )
    steps = "".join(
        f"(unstack {names[n]} {names[n + 1]}) (put-down {names[n]})" for n in range(399)
    )
    done = execute(task, read_plan(steps))
    assert len(achievements_of(task, done, ("clear", "b399"))) > 700
