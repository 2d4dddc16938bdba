"""Goals as plain values: a symbol for every cell, or the name of its variable where the cell is left open."""

from __future__ import annotations

from typing import Any

from ...rules.term import Pattern, Var


def goal_values(goal: Pattern) -> list[Any]:
    """A goal as JSON values."""
    return [{"var": term.name} if isinstance(term, Var) else term for term in goal]


def goal_of(values: list[Any]) -> Pattern:
    """The goal of JSON values."""
    return tuple(Var(value["var"]) if isinstance(value, dict) else value for value in values)
