"""Theta-subsumption of clauses (Plotkin 1970)."""

from __future__ import annotations

from ...rules.term import Compound, PrologTerm, Terms, Var, match, replaced, substitute, variables
from ..program.program import HornClause

MOST_TRIES = 20_000
"""Pairs of conditions that a test of subsumption tries at most; what is not shown by then is taken not to hold."""


def subsumes(general: HornClause, special: HornClause) -> bool:
    """Whether a clause theta-subsumes another: a substitution makes its head the other's and its conditions some of them.

    After Plotkin (1970). The conditions are compared as terms, wherever they stand.
    """
    fixed = replaced((special.head, *special.body), _constant)
    patterns = replaced((general.head, *general.body), lambda one: Var(f"{one.name}'"))
    first = match(patterns[:1], fixed[:1])
    if first is None:
        return False
    conditions = fixed[1:]
    tries = 0
    stack: list[tuple[Terms, int]] = [(_under(patterns[1:], first), 0)]
    while stack:
        left, place = stack.pop()
        if not left:
            return True
        for at in range(place, len(conditions)):
            tries += 1
            if tries > MOST_TRIES:
                return False
            found = match(left[:1], conditions[at : at + 1])
            if found is not None:
                stack.append((left, at + 1))
                stack.append((_under(left[1:], found), 0))
                break
    return False


def _constant(variable: Var) -> PrologTerm:
    return Compound("'variable", (variable.name,))


def _under(terms: Terms, bindings: dict[Var, PrologTerm]) -> Terms:
    return substitute(terms, bindings) if bindings and variables(terms) else terms
