"""Actions of blocks that are entangled by the start or the goal."""

from __future__ import annotations

from dataclasses import replace

from arcwise.ebl import Macro, MacroLibrary
from arcwise.planning.pddl import ActionSchema, PlanningDomain, load_action_domain

SWAPPED = """
(define (problem swapped) (:domain blocks) (:objects a b c - block)
  (:init (hand-empty) (clear a) (on a b) (on b c) (on-table c)) (:goal (and {goal})))
"""

NOT_FROM_THE_TABLE = "(on a c) (on b a)"
"""For which blocks are picked up from the table that did not lie there at first."""


def entangled_library(
    examples, *, stack_goal: bool = False, unstack_start: bool = False, pick_up_start: bool = False
) -> MacroLibrary:
    """Stacking only where that is a goal, unstacking and picking up only from where a block stood at the start."""
    actions = load_action_domain(str(examples / "pddl" / "blocks.pddl"))
    chosen = (
        (stack_goal, "stack", "goals", "add", "on"),
        (unstack_start, "unstack", "initial", "positive", "on"),
        (pick_up_start, "pick-up", "initial", "positive", "on-table"),
    )
    macros = []
    for wanted, name, field, among, predicate in chosen:
        if not wanted:
            continue
        action = actions.by_name[name]
        call = (name, *(parameter.name for parameter in action.parameters))
        only = tuple(atom for atom in getattr(action, among) if atom[0] == predicate)
        operator = ActionSchema(replace(action, name=f"{name}-{field}"), (call,))
        macros.append(Macro(replace(operator, **{field: only})))
    return MacroLibrary(PlanningDomain(actions), macros)
