"""Values that the cells of a theory may hold, inferred if the theory does not give them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ..errors import InputError
from ..term import Pattern, State, Symbol, Term, Var
from ..theory import Theory
from .permutation_group import UnionFind, rank

Values: TypeAlias = tuple[Symbol, ...]
"""Values that a cell may hold."""


def infer_values(
    theory: Theory, goals: Sequence[Pattern] = (), states: Sequence[State] = ()
) -> tuple[Values, ...]:
    """The values of every cell: the theory's symbols, or what its arcs, the goals and some states have there.

    Cells between which an arc moves a symbol may hold the same. Of such cells arcs alone name too little, as they
    name the blank and no tile, so that there a goal or a state must name the rest.

    Raises
    ------
    InputError
        Cells of which nothing tells what they may hold.
    """
    if theory.values is not None:
        return theory.values
    if theory.symbols is not None:
        return (theory.symbols,) * theory.size
    group = _groups(theory)
    seen: dict[int, set[Symbol]] = {}
    in_goals: set[int] = set()
    for pattern in (*goals, *states):
        for cell, term in enumerate(pattern):
            if not isinstance(term, Var):
                in_goals.add(group[cell])
                seen.setdefault(group[cell], set()).add(term)
    for arc in theory.arcs:
        for pattern in (arc.before, arc.after):
            for cell, term in enumerate(pattern):
                if not isinstance(term, Var):
                    seen.setdefault(group[cell], set()).add(term)
    for cell, number in enumerate(group):
        if number not in seen or (group.count(number) > 1 and number not in in_goals):
            raise InputError(
                f"the values of cell {cell + 1} of {theory.name} are unknown",
                expected="a goal or a state that names it, or a theory with symbols or values",
                found="arcs that move symbols they do not name"
                if number in seen
                else "no constant",
                remedy="a goal",
            )
    values = {number: tuple(sorted(held, key=rank)) for number, held in seen.items()}
    return tuple(values[number] for number in group)


def _groups(theory: Theory) -> list[int]:
    """For every cell the first of the cells that it exchanges symbols with, directly or not."""
    groups: UnionFind[int] = UnionFind()
    for arc in theory.arcs:
        where: dict[Term, int] = {}
        for pattern in (arc.before, arc.after):
            for cell, term in enumerate(pattern):
                if isinstance(term, Var):
                    one, other = groups.root(where.setdefault(term, cell)), groups.root(cell)
                    groups.join(min(one, other), max(one, other))
    return [groups.root(cell) for cell in range(theory.size)]
