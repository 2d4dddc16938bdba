"""Terms and the small algebra on them: match, unify, substitute, rename.

A pattern is a vector of terms: constants, variables and compound terms. A substitution maps variables to terms, possibly
through other variables. Boards are flat, and nothing but a type check is added to their work by terms that nest; unification
of those has the occurs check, and nothing recurses, so that a list of a million elements is a term like any other.

An atom of Prolog is a Python str, a number an int or a float. A list is built from ``'[|]'(Head, Tail)`` and ends with the
atom ``[]``, as in SWI-Prolog; the atoms ``'[]'`` and ``[]`` are one and the same here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from operator import is_
from typing import Any, ClassVar, Final, NoReturn, TypeAlias, cast, overload

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


class PrologString:
    """A text in double quotes, which SWI-Prolog keeps apart from atoms.

    Parameters
    ----------
    text
        The text.
    """

    __slots__ = ("text",)
    __match_args__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text: Final = text

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, PrologString) else NotImplemented

    def __hash__(self) -> int:
        return hash((PrologString, self.text))

    def __repr__(self) -> str:
        return f"PrologString({self.text!r})"


class Compound:
    """A compound term. Two are equal if they are the same text: ``f(1)`` and ``f(1.0)`` are not.

    Parameters
    ----------
    functor
        The name.
    args
        The arguments.
    """

    __slots__ = ("args", "functor")
    __match_args__ = ("functor", "args")

    def __init__(self, functor: str, args: tuple[PrologTerm, ...]) -> None:
        self.functor: Final = functor
        self.args: Final = args

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Compound):
            return NotImplemented
        pending: list[tuple[PrologTerm, PrologTerm]] = [(self, other)]
        while pending:
            left, right = pending.pop()
            if isinstance(left, Compound) and isinstance(right, Compound):
                if left is right:
                    continue
                if left.functor != right.functor or len(left.args) != len(right.args):
                    return False
                pending.extend(zip(left.args, right.args, strict=True))
            elif type(left) is not type(right) or left != right:
                return False
        return True

    def __hash__(self) -> int:
        parts: list[object] = []
        pending: list[PrologTerm] = [self]
        while pending:
            term = pending.pop()
            if isinstance(term, Compound):
                parts.append((term.functor, len(term.args)))
                pending.extend(term.args)
            else:
                parts.append(term)
        return hash(tuple(parts))

    def __repr__(self) -> str:
        return f"<Compound {self.functor}/{len(self.args)}>"


Symbol: TypeAlias = int | str
Term: TypeAlias = int | str | Var
"""A term of a flat pattern: a cell of a board."""

PrologTerm: TypeAlias = str | int | float | Var | PrologString | Compound
"""Any term: an atom is a str, a number an int or a float."""

Pattern: TypeAlias = tuple[Term, ...]
Terms: TypeAlias = tuple[PrologTerm, ...]
State: TypeAlias = tuple[Symbol, ...]
Atom: TypeAlias = tuple[str, ...]
"""A predicate or function and its arguments, as in PDDL; an argument that begins with ``?`` is a parameter."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A parameter, a constant or an object of relations, and its type."""

    name: str
    type: str = "object"


Substitution: TypeAlias = Mapping[Var, Term]
Bindings: TypeAlias = Mapping[Var, PrologTerm]
"""A substitution by any terms."""


def symbol_order(symbol: Symbol) -> tuple[str, str]:
    """A key that sorts symbols by how they are written; the number 1 and the string 1 have an order too."""
    return str(symbol), repr(symbol)


def variables(pattern: Iterable[PrologTerm]) -> tuple[Var, ...]:
    """The variables of a pattern, each once, in order of first occurrence."""
    cells = tuple(pattern)
    if Compound in set(map(type, cells)):
        return tuple(dict.fromkeys(leaf for leaf in leaves(cells) if isinstance(leaf, Var)))
    return tuple([term for term in dict.fromkeys(cells) if isinstance(term, Var)])


def leaves(terms: Iterable[PrologTerm]) -> Iterator[PrologTerm]:
    """Constants and variables of terms, from left to right."""
    pending = list(terms)[::-1]
    while pending:
        term = pending.pop()
        if isinstance(term, Compound):
            pending += term.args[::-1]
        else:
            yield term


def ground(pattern: Pattern) -> State | None:
    """A pattern without variables as the state that it is; None for others."""
    return None if Var in set(map(type, pattern)) else cast(State, tuple(pattern))


def leaves_open(pattern: Pattern, known: Collection[Symbol]) -> bool:
    """Whether each cell of a pattern is a known symbol or open: no variable stands in two cells."""
    open_cells = [term for term in pattern if isinstance(term, Var)]
    said = set(pattern) - set(open_cells)
    return said <= set(known) and len(open_cells) == len(set(open_cells))


def instance(pattern: Pattern) -> State:
    """Any state that a pattern matches; its symbols need not be the domain's."""
    return tuple(
        f"symbol {term!r}" if not isinstance(term, int | str) else term for term in pattern
    )


@overload
def walk(term: Term, substitution: Substitution) -> Term: ...
@overload
def walk(term: PrologTerm, substitution: Bindings) -> PrologTerm: ...
def walk(term: PrologTerm, substitution: Bindings) -> PrologTerm:
    """Follow a variable through a substitution to its constant, its compound term or its last unbound variable."""
    while isinstance(term, Var) and term in substitution:
        term = substitution[term]
    return term


@overload
def substitute(pattern: Pattern, substitution: Substitution) -> Pattern: ...
@overload
def substitute(pattern: Terms, substitution: Bindings) -> Terms: ...
@checked_when_it_fails
def substitute(pattern: Terms, substitution: Bindings) -> Terms:
    """The pattern with every variable replaced by what the substitution makes of it."""
    found = tuple([walk(term, substitution) for term in pattern])
    if Compound in set(map(type, found)):
        return replaced(found, lambda variable: walk(variable, substitution))
    return found


def replaced(terms: Terms, of: Callable[[Var], PrologTerm]) -> Terms:
    """Terms with every variable replaced by a function of it, what that returns being looked through too.

    A function that returns the variable itself leaves it. Compound terms that do not change stay the same objects.
    """
    pending: list[tuple[Compound | None, Iterator[PrologTerm], list[PrologTerm]]] = []
    pending.append((None, iter(terms), []))
    while True:
        whole, rest, done = pending[-1]
        for term in rest:
            if isinstance(term, Var):
                term = of(term)
            if isinstance(term, Compound):
                pending.append((term, iter(term.args), []))
                break
            done.append(term)
        else:
            pending.pop()
            if whole is None:
                return tuple(done)
            same = all(map(is_, whole.args, done))
            pending[-1][2].append(whole if same else Compound(whole.functor, tuple(done)))


@overload
def match(pattern: Pattern, state: State) -> dict[Var, Symbol] | None: ...
@overload
def match(pattern: Terms, state: Terms) -> dict[Var, PrologTerm] | None: ...
@checked_when_it_fails
def match(pattern: Terms, state: Terms) -> dict[Var, Any] | None:
    """One-way matching: the bindings that turn ``pattern`` into ``state``, or None.

    A repeated variable must meet the same symbol, or the same term, every time.
    """
    if len(pattern) != len(state):
        return None
    bindings: dict[Var, PrologTerm] = {}
    pairs = zip(pattern, state, strict=True)
    deeper: list[tuple[PrologTerm, PrologTerm]] = []
    while True:
        for term, symbol in pairs:
            if isinstance(term, Var):
                if bindings.setdefault(term, symbol) != symbol:
                    return None
            elif isinstance(term, Compound):
                if not isinstance(symbol, Compound) or not _alike(term, symbol):
                    return None
                deeper += zip(term.args, symbol.args, strict=True)
            elif term != symbol:
                return None
        if not deeper:
            return bindings
        pairs, deeper = iter(deeper), []  # type: ignore[assignment]


def _alike(one: Compound, other: Compound) -> bool:
    return one.functor == other.functor and len(one.args) == len(other.args)


@overload
def unify(
    left: Pattern, right: Pattern, substitution: Substitution | None = None
) -> dict[Var, Term] | None: ...
@overload
def unify(
    left: Terms, right: Terms, substitution: Bindings | None = None
) -> dict[Var, PrologTerm] | None: ...
@checked_when_it_fails
def unify(left: Terms, right: Terms, substitution: Bindings | None = None) -> dict[Var, Any] | None:
    """The most general substitution that makes two patterns equal, or None.

    A variable is never bound to a term that it occurs in: there are no infinite terms (Robinson 1965).

    Parameters
    ----------
    left, right
        Patterns; rename them apart first when they come from different rules.
    substitution
        Earlier bindings, which are extended in a copy.
    """
    if len(left) != len(right):
        return None
    bound: dict[Var, PrologTerm] = dict(substitution or {})
    pairs = zip(left, right, strict=True)
    deeper: list[tuple[PrologTerm, PrologTerm]] = []
    while True:
        for one, other in pairs:
            one, other = walk(one, bound), walk(other, bound)
            if isinstance(one, Compound) and isinstance(other, Compound):
                if not _alike(one, other):
                    return None
                deeper += zip(one.args, other.args, strict=True)
            elif one == other:
                continue
            elif isinstance(one, Var):
                if isinstance(other, Compound) and occurs(one, other, bound):
                    return None
                bound[one] = other
            elif isinstance(other, Var):
                if isinstance(one, Compound) and occurs(other, one, bound):
                    return None
                bound[other] = one
            else:
                return None
        if not deeper:
            return bound
        pairs, deeper = iter(deeper), []  # type: ignore[assignment]


def occurs(variable: Var, term: PrologTerm, substitution: Bindings) -> bool:
    """Whether a variable occurs in a term under a substitution."""
    pending = [term]
    while pending:
        found = walk(pending.pop(), substitution)
        if found is variable:
            return True
        if isinstance(found, Compound):
            pending += found.args
    return False


def rename_apart(patterns: tuple[Pattern, ...], suffix: str) -> tuple[Pattern, ...]:
    """Copy of patterns with ``suffix`` on every variable's name."""
    return tuple(
        tuple(Var(term.name + suffix) if isinstance(term, Var) else term for term in pattern)
        for pattern in patterns
    )


def generalization(patterns: Sequence[Pattern]) -> Pattern:
    """The least general pattern that all the patterns are instances of (Plotkin 1970)."""
    apart = [rename_apart((pattern,), f"~{number}")[0] for number, pattern in enumerate(patterns)]
    names: dict[tuple[Term, ...], Term] = {}
    for column in zip(*apart, strict=True):
        same = len(set(column)) == 1 and not isinstance(column[0], Var)
        names.setdefault(column, column[0] if same else Var(f"X{len(names) + 1}"))
    return tuple(names[column] for column in zip(*apart, strict=True))


def variable_name(index: int) -> str:
    """The name of variable number ``index`` from 0: A to Z, then A1 to Z1, and so on."""
    turn, letter = divmod(index, 26)
    return chr(ord("A") + letter) + (str(turn) if turn else "")


@overload
def canonical(*patterns: Pattern) -> tuple[Pattern, ...]: ...
@overload
def canonical(*patterns: Terms) -> tuple[Terms, ...]: ...
@checked_when_it_fails
def canonical(*patterns: Terms) -> tuple[Terms, ...]:
    """The patterns with variables named A, B, C... by first occurrence across all of them.

    Two rules are equal up to renaming exactly when their canonical forms are equal.
    """
    order = variables(chain.from_iterable(patterns))
    names = dict(zip(order, standard_variables(len(order)), strict=True))
    if Compound in set(map(type, chain.from_iterable(patterns))):
        return tuple([replaced(pattern, names.__getitem__) for pattern in patterns])
    named = cast(Callable[[PrologTerm, PrologTerm], PrologTerm], names.get)
    return tuple([tuple(map(named, pattern, pattern)) for pattern in patterns])


@lru_cache(maxsize=64)
def standard_variables(count: int) -> tuple[Var, ...]:
    """The first variables by `variable_name`."""
    return tuple(Var(variable_name(index)) for index in range(count))


LIST_FUNCTOR = "[|]"
EMPTY_LIST = "[]"
CURLY_FUNCTOR = "{}"


def make_list(items: Iterable[PrologTerm], tail: PrologTerm = EMPTY_LIST) -> PrologTerm:
    """The Prolog list of ``items``; with another tail than ``[]`` a partial list, ``[a,b|Tail]``."""
    term = tail
    for item in reversed(list(items)):
        term = Compound(LIST_FUNCTOR, (item, term))
    return term


def split_list(term: PrologTerm, most: int | None = None) -> tuple[list[PrologTerm], PrologTerm]:
    """The elements of a list, ``most`` of them, and what stands after the last: ``[]`` for a proper list, the term itself for no list."""
    items: list[PrologTerm] = []
    while isinstance(term, Compound) and term.functor == LIST_FUNCTOR and len(term.args) == 2:
        if len(items) == most:
            break
        item, term = term.args
        items.append(item)
    return items, term


def list_items(term: PrologTerm) -> list[PrologTerm] | None:
    """The elements of a proper list, or None for any other term."""
    items, tail = split_list(term)
    return items if tail == EMPTY_LIST else None


def argument_of(term: PrologTerm, functor: str) -> PrologTerm | None:
    """X of ``functor(X)``, or None for any other term."""
    if isinstance(term, Compound) and term.functor == functor and len(term.args) == 1:
        return term.args[0]
    return None


def goal_values(goal: Pattern) -> list[Any]:
    """A goal as JSON values: a symbol for every cell, or the name of its variable where the cell is left open."""
    return [{"var": term.name} if isinstance(term, Var) else term for term in goal]


def goal_of(values: list[Any]) -> Pattern:
    """The goal of JSON values."""
    return tuple(Var(value["var"]) if isinstance(value, dict) else value for value in values)
