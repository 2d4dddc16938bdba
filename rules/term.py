"""Terms and the small algebra on them: match, unify, substitute, rename.

A pattern is a flat vector of terms, each a constant symbol or a variable. Because terms do not nest,
unification needs no occurs check and a substitution maps variables to terms, possibly through other variables.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from itertools import chain
from typing import ClassVar, NoReturn, TypeAlias, cast

from .checked import checked_when_it_fails


class Var:
    """A logical variable; two with the same name are the same variable, and one object."""

    __slots__ = ("name",)
    __match_args__ = ("name",)
    _known: ClassVar[dict[str, Var]] = {}
    name: str

    def __new__(cls, name: str) -> Var:
        # Terms are compared and looked up by the million: as objects, not by their names.
        try:
            return cls._known[name]
        except (KeyError, TypeError):
            if not isinstance(name, str):
                raise TypeError(f"Var: name has to be a string, not {name!r:.60}") from None
        made = super().__new__(cls)
        object.__setattr__(made, "name", name)
        return cls._known.setdefault(name, made)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"Var: cannot assign to {name}")

    def __reduce__(self) -> tuple[type[Var], tuple[str]]:
        return Var, (self.name,)

    def __repr__(self) -> str:
        return self.name


Symbol: TypeAlias = int | str
Term: TypeAlias = int | str | Var
Pattern: TypeAlias = tuple[Term, ...]
State: TypeAlias = tuple[Symbol, ...]
Substitution: TypeAlias = Mapping[Var, Term]


def symbol_order(symbol: Symbol) -> tuple[str, str]:
    """A key that sorts symbols by how they are written; the number 1 and the string 1 have an order too."""
    return str(symbol), repr(symbol)


def variables(pattern: Iterable[Term]) -> tuple[Var, ...]:
    """The variables of a pattern, each once, in order of first occurrence."""
    return tuple([term for term in dict.fromkeys(pattern) if isinstance(term, Var)])


def ground(pattern: Pattern) -> State | None:
    """A pattern without variables as the state that it is; None for others."""
    return None if Var in set(map(type, pattern)) else cast(State, tuple(pattern))


def leaves_open(pattern: Pattern, known: Collection[Symbol]) -> bool:
    """Whether it says of each cell one of the known symbols or nothing: no variable stands in two cells."""
    open_cells = [term for term in pattern if isinstance(term, Var)]
    said = set(pattern) - set(open_cells)
    return said <= set(known) and len(open_cells) == len(set(open_cells))


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
    """Copy of patterns with ``suffix`` on every variable's name."""
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
    order = variables(chain.from_iterable(patterns))
    names = dict(zip(order, standard_variables(len(order)), strict=True))
    named = cast(Callable[[Term, Term], Term], names.get)
    return tuple([tuple(map(named, pattern, pattern)) for pattern in patterns])


@lru_cache(maxsize=64)
def standard_variables(count: int) -> tuple[Var, ...]:
    """The first variables by `variable_name`."""
    return tuple(Var(variable_name(index)) for index in range(count))
