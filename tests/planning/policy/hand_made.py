"""A policy for blocks that was written by hand."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from arcwise.planning import LiftedPolicy
from arcwise.planning.pddl import ActionSchema, Atom, PlanningTask, load_action_domain, read_task
from arcwise.planning.policy.rule import Purpose, RuleCondition

BLOCKS = load_action_domain(Path(__file__).parents[3] / "examples" / "pddl" / "blocks.pddl")

ON = ("on", "?above", "?below")
FROM_BELOW = (("on", "?x1", "?x2"), ("on", "?x3", "?x1"))

Written = tuple[ActionSchema, Purpose]


def rule(action: str, goal: Atom, *conditions: Atom | RuleCondition, domain=BLOCKS) -> Written:
    """A rule of one action, called after it and its goal."""
    own = domain.by_name[action]
    call = (action, *(one.name for one in own.parameters))
    listed = (one if isinstance(one, RuleCondition) else RuleCondition(one) for one in conditions)
    schema = ActionSchema(own, (call,)).renamed(f"{action}-for-{goal[0]}")
    return schema, Purpose(goal, tuple(listed))


CLEAR = rule("unstack", ("clear", "?below"), ("clear", "?above"), ("hand-empty",))
EMPTY = rule("put-down", ("hand-empty",), RuleCondition(("holding", "?block"), achieve=False))
DROP = rule("put-down", ("clear", "?block"))
LIFT = rule("pick-up", ("holding", "?block"), ("clear", "?block"), ("hand-empty",))
TAKE = rule("unstack", ("holding", "?above"), ("clear", "?above"), ("hand-empty",))
STACK = rule("stack", ON, ("clear", "?below"), ("holding", "?above"))
RULES = (CLEAR, EMPTY, DROP, LIFT, TAKE, STACK)


def policy(rules: Iterable[Written] = RULES, precedences=(FROM_BELOW,)) -> LiftedPolicy:
    return LiftedPolicy.of(BLOCKS, rules, precedences)


def tower(names: str, goal: str) -> PlanningTask:
    """A tower, its top first, and what is to be."""
    facts = "".join(f"(on {a} {b})" for a, b in pairwise(names))
    return read_task(
        BLOCKS,
        f"(define (problem {names}) (:domain blocks) (:objects {' '.join(names)} - block)"
        f"(:init (hand-empty) (clear {names[0]}) (on-table {names[-1]}) {facts})"
        f"(:goal (and {goal})))",
    )
