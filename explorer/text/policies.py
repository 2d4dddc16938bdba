"""The rules of a policy as people read them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...ebl.macro import Macro
from ...rules.pddl.action_domain import Action, atom_text
from ...search.policy.rule import Precedence, Rule


def rule_lines(macro: Macro) -> list[str]:
    """A rule: what it is for, what must hold at once, what it sees to in which order, and its steps."""
    purpose, action = macro.purpose, macro.action
    assert purpose is not None
    rule = Rule(macro.action_schema, purpose)
    lines = [f"{macro.name}: to make {atom_text(purpose.goal)} true"]
    if rule.moved is not None:
        lines += _walk_lines(rule)
    else:
        wanted = [*map(atom_text, rule.at_once), *_others(action)]
        lines += [f"where {' '.join(wanted)}"] if wanted else []
        for number, condition in enumerate(purpose.conditions, start=1):
            if purpose.pause == number:
                lines.append(PAUSE)
            said = atom_text(condition.atom)
            lines.append(f"make {said} true" if condition.achieve else f"now {said} holds")
        if purpose.pause == len(purpose.conditions) + 1:
            lines.append(PAUSE)
        lines += [f"do {atom_text(call)}" for call in macro.calls]
    return [lines[0], *(f"    {line}" for line in lines[1:])]


PAUSE = "bring all other goals of this rule up to here, each with objects of its own"


def _walk_lines(rule: Rule) -> list[str]:
    """Of a rule that walks: what links a place to the next."""
    moved = rule.moved
    assert moved is not None
    links = [atom_text(atom) for atom in rule.action.positive if atom != moved]
    where = f", where {' '.join([*links, *_others(rule.action)])}" if links else ""
    return [
        f"from {atom_text(moved)}, the shortest way, again until it is true:",
        f"do {atom_text(rule.operator.moves[0])}{where}",
    ]


def _others(action: Action) -> list[str]:
    """What must be false, and which terms are the same and different."""
    return [
        *(f"(not {atom_text(atom)})" for atom in action.negative),
        *(f"(= {one} {other})" for one, other in action.equal),
        *(f"(not (= {one} {other}))" for one, other in action.unequal),
    ]


def precedence_lines(precedences: Iterable[Precedence]) -> list[str]:
    """Which goals come before which."""
    return [f"{atom_text(first)} before {atom_text(second)}" for first, second in precedences]


def policy_data(macro: Macro) -> dict[str, Any]:
    """What a rule is for as plain values for JSON; nothing of a macro that is none."""
    purpose = macro.purpose
    if purpose is None:
        return {}
    return {
        "goal": atom_text(purpose.goal),
        "conditions": [
            {"atom": atom_text(one.atom), "achieve": one.achieve} for one in purpose.conditions
        ],
        "pause": purpose.pause,
    }
