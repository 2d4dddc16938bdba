"""Macros over parameters as text: why they have their parameters, conditions and effects."""

from __future__ import annotations

from typing import Any

from ...ebl.macro import Macro
from ...rules.pddl.domain import atom_text
from ...rules.pddl.write import action_text


def explain_action(macro: Macro) -> str:
    """The steps, the plan they came from, the reason for everything that the macro asks for and does, and it as PDDL."""
    why = macro.lifted.why
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
    origin = f", learned from {macro.origin}" if macro.origin else ""
    parts.append(f"Steps{origin}:\n\n" + "\n".join(steps))
    joined = [p.name for p in parameters if p.name in why]
    apart = [p.name for p in parameters if p.name not in why]
    if joined:
        parts.append("One thing in several steps:\n\n" + _reasons(macro, joined))
    if apart:
        parts.append(f"In one step only, or joined with nothing: {', '.join(apart)}")
    for title, verb in (("Asked for", "needs "), ("Done", ("adds ", "deletes "))):
        keys = [text for text in why if text.startswith(verb)]
        if keys:
            parts.append(f"{title}:\n\n" + _reasons(macro, keys))
    parts.append("As PDDL:\n\n" + action_text(macro.action))
    return "\n\n".join(parts)


def _reasons(macro: Macro, keys: list[str]) -> str:
    return "\n".join(f"  {key}: {'; '.join(macro.lifted.why[key])}" for key in keys)


def action_data(macro: Macro) -> dict[str, Any]:
    """The same as plain values for JSON."""
    plan = macro.unrolled(macro.lifted.objects) if macro.lifted.objects else ()
    return {
        "name": macro.name,
        "parameters": [[parameter.name, parameter.type] for parameter in macro.action.parameters],
        "different": [list(pair) for pair in macro.action.unequal],
        "steps": [atom_text(step) for step in macro.calls],
        "example": [atom_text(step) for step in plan],
        "origin": macro.origin,
        "pddl": action_text(macro.action),
        "why": {text: list(reasons) for text, reasons in macro.lifted.why.items()},
    }
