"""Macros over parameters as text: why they have their parameters, conditions and effects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...ebl.macro import Macro
from ...ebl.reasons import Why
from ...rules.pddl.action_domain import atom_text
from ...rules.pddl.action_schema import taken
from ...rules.pddl.write import action_text
from .policies import policy_data
from .reasons import atom_title, why_words


def explain_action(macro: Macro) -> str:
    """The steps, the plan they came from, the reason for everything that the macro asks for and does, and it as PDDL."""
    shared = macro.lifted.shared
    parameters = macro.action.parameters
    listed = " ".join(f"{p.name} - {p.type}" for p in parameters)
    parts = [f"{macro.name} ({listed})"]
    steps = [f"  {n}. {atom_text(step)}" for n, step in enumerate(macro.calls, start=1)]
    if macro.lifted.objects:
        width = max(map(len, steps))
        steps = [
            f"{line.ljust(width)}   was {atom_text(call)}"
            for line, call in zip(steps, macro.unrolled(macro.lifted.objects), strict=True)
        ]
    learned = f" ({macro.learned_from})" if macro.learned_from else ""
    parts.append(f"Steps{learned}:\n\n" + "\n".join(steps))
    joined = [p.name for p in parameters if p.name in shared]
    apart = [p.name for p in parameters if p.name not in shared]
    if joined:
        lines = [_reasons(name, shared[name]) for name in joined]
        parts.append("One thing in several steps:\n\n" + "\n".join(lines))
    if apart:
        parts.append(f"In one step only, or joined with nothing: {', '.join(apart)}")
    for title, part in (("Asked for", "condition"), ("Done", "effect")):
        lines = [
            _reasons(atom_title(reason), reason.why)
            for reason in macro.lifted.reasons
            if reason.part == part
        ]
        if lines:
            parts.append(f"{title}:\n\n" + "\n".join(lines))
    if where := only_where(macro):
        parts.append(_only(macro, where))
    parts.append("As PDDL:\n\n" + action_text(macro.action))
    return "\n\n".join(parts)


def only_where(macro: Macro) -> list[str]:
    """Conditions under which an instance in a problem is useful; empty if all are."""
    schema = macro.action_schema
    return [
        *(f"{atom_text(atom)} is true at the start" for atom in schema.initial),
        *(f"{atom_text(atom)} is a goal" for atom in schema.goals),
    ]


def _only(macro: Macro, where: Sequence[str]) -> str:
    lines = "\n".join(f"  {one}" for one in where)
    kind = f"all of {macro.calls[0][0]}" if macro.entangled else "all"
    said = f"Made only where it was so for {kind} in all training plans; a trial alone keeps such a macro:"
    return f"{said}\n\n{lines}"


def _reasons(title: str, why: Sequence[Why]) -> str:
    return f"  {title}: {'; '.join(map(why_words, why))}"


def action_data(macro: Macro) -> dict[str, Any]:
    """A macro over parameters as plain values for JSON."""
    plan = macro.unrolled(macro.lifted.objects) if macro.lifted.objects else ()
    return {
        "name": macro.name,
        "parameters": [[parameter.name, parameter.type] for parameter in macro.action.parameters],
        "different": [list(pair) for pair in macro.action.unequal],
        "steps": [atom_text(taken(step)) for step in macro.calls],
        "example": [atom_text(taken(step)) for step in plan],
        "origin": macro.origin,
        "only_where": only_where(macro),
        **policy_data(macro),
        "pddl": action_text(macro.action),
        "why": {
            title: list(map(why_words, why))
            for title, why in (
                *macro.lifted.shared.items(),
                *((atom_title(reason), reason.why) for reason in macro.lifted.reasons),
            )
        },
    }
