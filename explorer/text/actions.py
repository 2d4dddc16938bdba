"""Macro actions of PDDL as text: why a macro action has its parameters, conditions and effects."""

from __future__ import annotations

from typing import Any

from ...ebl.files.action_file import MacroEntry
from ...rules.pddl.domain import atom_text


def explain_entry(entry: MacroEntry) -> str:
    """The steps, the plan they came from, and the reason for everything that the macro asks for and does."""
    listed = " ".join(f"{p.name} - {p.type}" for p in entry.parameters)
    parts = [f"{entry.name} ({listed})"]
    example = entry.example if len(entry.example) == len(entry.steps) else ()
    steps = [f"  {n}. {atom_text(step)}" for n, step in enumerate(entry.steps, start=1)]
    if example:
        width = max(map(len, steps))
        steps = [
            f"{line.ljust(width)}   was {atom_text(call)}"
            for line, call in zip(steps, example, strict=True)
        ]
    origin = f", learned from {entry.origin}" if entry.origin else ""
    parts.append(f"Steps{origin}:\n\n" + "\n".join(steps))
    joined = [p.name for p in entry.parameters if p.name in entry.why]
    apart = [p.name for p in entry.parameters if p.name not in entry.why]
    if joined:
        parts.append("One thing in several steps:\n\n" + _reasons(entry, joined))
    if apart:
        parts.append(f"In one step only, or joined with nothing: {', '.join(apart)}")
    for title, verb in (("Asked for", "needs "), ("Done", ("adds ", "deletes "))):
        keys = [text for text in entry.why if text.startswith(verb)]
        if keys:
            parts.append(f"{title}:\n\n" + _reasons(entry, keys))
    return "\n\n".join(parts)


def _reasons(entry: MacroEntry, keys: list[str]) -> str:
    return "\n".join(f"  {key}: {'; '.join(entry.why[key])}" for key in keys)


def entry_data(entry: MacroEntry) -> dict[str, Any]:
    """The same as plain values for JSON."""
    return {
        "name": entry.name,
        "parameters": [[parameter.name, parameter.type] for parameter in entry.parameters],
        "different": [list(pair) for pair in entry.different],
        "steps": [atom_text(step) for step in entry.steps],
        "example": [atom_text(step) for step in entry.example],
        "origin": entry.origin,
        "uses": entry.uses,
        "why": {text: list(reasons) for text, reasons in entry.why.items()},
    }
