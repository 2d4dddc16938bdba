"""Terms and the small algebra on them: match, unify, substitute, rename.

A pattern is a flat vector of terms, each a constant symbol or a variable. Because terms do not nest,
unification needs no occurs check and a substitution maps variables to terms, possibly through other variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from .checked import checked_when_it_fails
from .errors import InputError


@dataclass(frozen=True, slots=True)
class Var:
    """A logical variable; two with the same name are the same variable."""

    name: str

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise TypeError(f"Var: name has to be a string, not {self.name!r:.60}")

    def __repr__(self) -> str:
        return self.name


Symbol: TypeAlias = int | str
Term: TypeAlias = int | str | Var
Pattern: TypeAlias = tuple[Term, ...]
State: TypeAlias = tuple[Symbol, ...]
Substitution: TypeAlias = Mapping[Var, Term]


def check_name(name: str) -> None:
    """Raise InputError for a name with control characters: in a line of output it could pass for something else."""
    if not name.isprintable():
        raise InputError(
            "control characters in a name", expected="what can be printed", found=repr(name)[:80]
        )


def variables(pattern: Iterable[Term]) -> tuple[Var, ...]:
    """The variables of a pattern, each once, in order of first occurrence."""
    return tuple(dict.fromkeys(term for term in pattern if isinstance(term, Var)))


def ground(pattern: Pattern) -> State | None:
    """A pattern without variables as the state that it is; None for others."""
    cells = tuple(term for term in pattern if not isinstance(term, Var))
    return cells if len(cells) == len(pattern) else None


def instance(pattern: Pattern) -> State:
    """Any state that a pattern matches; its symbols need not be the domain's."""
    return tuple(
        f"symbol {term!r}" if not isinstance(term, int | str) else term for term in pattern
    )


def walk(term: Term, substitution: Substitution) -> Term:
    """Follow a variable through a substitution to its constant or its last unbound variable."""
    while isinstance(term, Var) and term in substitution:
        term = substitution[term]
    return term


@checked_when_it_fails
def substitute(pattern: Pattern, substitution: Substitution) -> Pattern:
    """The pattern with every variable replaced by what the substitution makes of it."""
    return tuple(walk(term, substitution) for term in pattern)


@checked_when_it_fails
def match(pattern: Pattern, state: State) -> dict[Var, Symbol] | None:
    """One-way matching: the bindings that turn ``pattern`` into ``state``, or None.

    A repeated variable must meet the same symbol every time.
    """
    if len(pattern) != len(state):
        return None
    bindings: dict[Var, Symbol] = {}
    for term, symbol in zip(pattern, state, strict=True):
        if isinstance(term, Var):
            if bindings.setdefault(term, symbol) != symbol:
                return None
        elif term != symbol:
            return None
    return bindings


@checked_when_it_fails
def unify(
    left: Pattern, right: Pattern, substitution: Substitution | None = None
) -> dict[Var, Term] | None:
    """The most general substitution that makes two patterns equal, or None.

    Parameters
    ----------
    left, right
        Patterns; rename them apart first when they come from different rules.
    substitution
        What is bound already; it is extended in a copy.
    """
    if len(left) != len(right):
        return None
    bound: dict[Var, Term] = dict(substitution or {})
    for one, other in zip(left, right, strict=True):
        one, other = walk(one, bound), walk(other, bound)
        if one == other:
            continue
        if isinstance(one, Var):
            bound[one] = other
        elif isinstance(other, Var):
            bound[other] = one
        else:
            return None
    return bound


def rename_apart(patterns: tuple[Pattern, ...], suffix: str) -> tuple[Pattern, ...]:
    """The same patterns with ``suffix`` on every variable's name."""
    return tuple(
        tuple(Var(term.name + suffix) if isinstance(term, Var) else term for term in pattern)
        for pattern in patterns
    )


def variable_name(index: int) -> str:
    """The name of variable number ``index`` from 0: A to Z, then A1 to Z1, and so on."""
    turn, letter = divmod(index, 26)
    return chr(ord("A") + letter) + (str(turn) if turn else "")


@checked_when_it_fails
def canonical(*patterns: Pattern) -> tuple[Pattern, ...]:
    """The patterns with variables named A, B, C... by first occurrence across all of them.

    Two rules are equal up to renaming exactly when their canonical forms are equal.
    """
    order = variables(term for pattern in patterns for term in pattern)
    names: dict[Var, Term] = {var: Var(variable_name(index)) for index, var in enumerate(order)}
    return tuple(
        tuple(names[term] if isinstance(term, Var) else term for term in pattern)
        for pattern in patterns
    )
