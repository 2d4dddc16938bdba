"""Drawn by Hypothesis: how many examples, patterns, and what a drawn schema makes of a state."""

from __future__ import annotations

from typing import Any

from arcwise.rules import match, substitute
from hypothesis import settings
from hypothesis import strategies as st


def at_most(examples: int, **others: Any) -> settings:
    """Settings for a test that takes long: so many examples, or fewer if the profile says so."""
    return settings(max_examples=min(examples, settings.default.max_examples), **others)


def patterns(terms: Any, size: int) -> Any:
    """Patterns of some terms."""
    return st.lists(st.sampled_from(list(terms)), min_size=size, max_size=size).map(tuple)


def used(schema: Any, cells: Any, state: Any) -> Any:
    """The state after a schema's arc is used on some cells of the board; None where it does not match."""
    bindings = match(schema.arc.before, tuple(state[cell] for cell in cells))
    if bindings is None:
        return None
    made = dict(zip(cells, substitute(schema.arc.after, bindings), strict=True))
    return tuple(made.get(cell, symbol) for cell, symbol in enumerate(state))
