"""Conditions of stages: what must be known of a problem, of the limits and of the searches before for a search to be made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from .limits import NARROWEST

FAR = 2
"""Factor of the lower bound from which on a plan seems dear."""

KnownCondition: TypeAlias = tuple[str, Callable[[Any, Any], bool]]
"""A condition in words, and whether it holds of a `StagedSearch` and a stage."""

CONDITIONS: dict[str, KnownCondition] = {
    "macros": ("the problem has macros", lambda s, _: s.has_macros),
    "planning": ("the arcs are the actions of a planning problem", lambda s, _: s.planning),
    "walks": ("moves that repeat can be one step, and cells of the goal are far from it", lambda s, _: s.has_walks),
    "no estimate": ("nothing estimates the remaining cost, and no heuristic can be made", lambda s, _: s.without_estimate),
    "one cost": ("all moves cost the same, as far as is known", lambda s, _: s.one_cost),
    "costs unknown": ("only a search tells what moves cost", lambda s, _: s.costs_are_unknown),
    "heuristics": ("no heuristic was asked for, and others can be made", lambda s, _: s.make is not None),
    "both ends": ("a cheapest plan is found from both ends, and no heuristic was asked for", lambda s, _: s.both_ends),
    "kernel": ("the kernel searches", lambda s, _: s.in_kernel),
    "scarce": (f"few expansions are left for a beam of {NARROWEST} states", lambda s, _: s.attempts.scarce),
    "short of memory": ("a search ran out of memory", lambda s, _: s.attempts.short_of_memory),
    "little": ("scarce, or short of memory", lambda s, _: s.little),
    "limited": ("little, or time is limited", lambda s, _: s.limited),
    "hopeful": ("expansions are left for greedy search by pattern databases", lambda s, _: s.may_hope),
    "hopeless": ("too few expansions are left for any beam", lambda s, _: s.is_hopeless),
    "one by one": ("h is quick for single states, and more than 0 at the start", lambda s, _: s.one_by_one),
    "tree": ("hardly a state is met twice, and h of the start is large", lambda s, stage: s.suits_a_tree(stage)),
    "near": ("h of the start is small", lambda s, stage: not s.is_far(stage.heuristic)),
    "instead": ("the stage before was left out, or ran out of memory", lambda s, _: not s.served),
    "first plan": ("the first look found a plan, perhaps not a cheapest", lambda s, _: s.may_be_shortened),
    "dear": (f"the plan costs more than {FAR} times the lower bound", lambda s, _: s.is_dear),
    "greedy": ("the plan was found by greedy search", lambda s, _: s.is_greedy),
    "lm_cut": ("LM-cut estimates more for the start than h", lambda s, _: s.cuts_say_more > 0),
    "lm_cut pays": ("LM-cut estimates so much more that it is worth its time", lambda s, _: s.cuts_are_worth_it),
    "lm_cut waits": ("LM-cut estimates more, but not so much", lambda s, _: s.cuts_wait),
    "better": ("pattern databases estimate more for the start than h", lambda s, _: s.has_better),
    "behind": ("narrower beams found a cheaper plan by another heuristic", lambda s, stage: s.is_behind(stage)),
    "exhausted": ("the beams before looked at all that they could", lambda s, _: s.exhausted),
}  # fmt: skip
"""Every condition by the word that tables of stages have for it."""

MEASURED = ("tree", "near", "first plan", "lm_cut pays", "lm_cut waits")
"""Conditions that measure the first look."""
