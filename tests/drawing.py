"""Drawn by Hypothesis: how many examples, patterns, arcs and walks, and what a drawn schema makes of a state."""

from __future__ import annotations

from typing import Any

from arcwise.rules import Arc, Var, match, substitute
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


def own_variables(cells: int) -> list[Var]:
    """A variable for each cell."""
    return [Var(f"X{cell}") for cell in range(cells)]


def changing_arcs(
    draw: Any, cells: int, symbols: Any, costs: Any, *, few: str = "ABC", most: int = 8
) -> tuple[Arc, ...]:
    """Arcs that look at a few cells, with constants and repeated variables, and change some of them."""
    arcs = []
    for number in range(draw(st.integers(1, most))):
        before: list[Any] = list(own_variables(cells))
        touched = _touched(draw, cells, 1, len(few) + 1)
        for cell in touched:
            before[cell] = draw(st.sampled_from([*map(Var, few), *symbols]))
        bound = [term for term in dict.fromkeys(before) if isinstance(term, Var)]
        after = list(before)
        for cell in draw(st.lists(st.sampled_from(touched), max_size=3)):
            after[cell] = draw(st.sampled_from([*symbols, *bound[:6]]))
        arcs.append(Arc(f"arc{number}", tuple(before), tuple(after), draw(costs)))
    return tuple(arcs)


def rearranging_arcs(
    draw: Any, cells: int, symbols: Any, costs: Any, *, touching: int = 4, most: int = 8
) -> tuple[Arc, ...]:
    """Arcs that rearrange a few cells, some of them only where certain symbols stand."""
    arcs = []
    for number in range(draw(st.integers(1, most))):
        touched = _touched(draw, cells, 2, touching)
        fixed = draw(st.lists(st.sampled_from(symbols), max_size=len(touched), unique=True))
        before: list[Any] = list(own_variables(cells))
        for cell, symbol in zip(touched, fixed, strict=False):
            before[cell] = symbol
        after = list(before)
        for cell, source in zip(touched, draw(st.permutations(touched)), strict=True):
            after[cell] = before[source]
        arcs.append(Arc(f"arc{number}", tuple(before), tuple(after), draw(costs)))
    return tuple(arcs)


def _touched(draw: Any, cells: int, least: int, most: int) -> list[int]:
    return draw(st.lists(st.integers(0, cells - 1), min_size=least, max_size=most, unique=True))


def walked(draw: Any, theory: Any, start: Any, longest: int) -> Any:
    """The state at the end of a walk from a start; where no arc applies it stands."""
    state = start
    for choice in draw(st.lists(st.integers(0, 7), max_size=longest)):
        if pairs := theory.successors(state):
            state = pairs[choice % len(pairs)][1]
    return state
