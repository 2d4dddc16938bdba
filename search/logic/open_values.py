"""Values of variables that stand only on the right side of a move, as in ``move(at(P), walk(P,Q), at(Q))``.

In Prolog such a move leads to a state with a variable, which later steps bind. What a cell holds goes by variables to other
cells; the cells that it can come to are of one kind. Whatever value the variable had, a plan with it stays one with any constant
that the clauses, the start or the goal write in cells of that kind, as no clause tells the others apart. So a plan exists
exactly if one exists with these constants, and none is shorter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TypeAlias

from ...rules.term import Pattern, PrologTerm, Symbol, Var, replaced, variables

Moved: TypeAlias = tuple[Pattern, Pattern, PrologTerm]
"""Before, after and the label of a move."""


def open_variables(before: Pattern, after: Pattern) -> tuple[Var, ...]:
    """Variables that stand only in the second of two patterns."""
    known = set(variables(before))
    return tuple(one for one in variables(after) if one not in known)


def values_of_cells(moves: Sequence[Moved], states: Iterable[Pattern]) -> list[list[Symbol]]:
    """The constants of each cell's kind, in the order in which moves and then states write them."""
    patterns = [(one,) for one in states]
    texts: list[tuple[Pattern, ...]] = [*((before, after) for before, after, _ in moves), *patterns]
    size = len(texts[0][0])
    kind = list(range(size))
    for text in texts:
        at: dict[Var, int] = {}
        for pattern in text:
            for cell, term in enumerate(pattern):
                if isinstance(term, Var):
                    one, other = kind[at.setdefault(term, cell)], kind[cell]
                    kind = [one if known == other else known for known in kind]
    found: dict[int, dict[Symbol, None]] = {one: {} for one in kind}
    for text in texts:
        for pattern in text:
            for cell, term in enumerate(pattern):
                if not isinstance(term, Var):
                    found[kind[cell]][term] = None
    return [list(found[one]) for one in kind]


def closed(move: Moved, values: Sequence[Sequence[Symbol]]) -> Iterator[Moved]:
    """A move for each choice of values for its open variables."""
    before, after, label = move
    loose = open_variables(before, after)
    choices = [values[after.index(one)] for one in loose]
    for chosen in product(*choices):
        names = dict(zip(loose, chosen, strict=True))
        bound: Pattern = tuple(
            names.get(one, one) if isinstance(one, Var) else one for one in after
        )
        yield before, bound, replaced((label,), lambda one, names=names: names.get(one, one))[0]  # type: ignore[misc]
