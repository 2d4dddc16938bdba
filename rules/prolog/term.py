"""Prolog terms as data: what the reader makes and the writer takes.

An atom is a Python str, a number an int or a float, a variable a `Var`. A list is built from ``'[|]'(Head, Tail)`` and
ends with the atom ``[]``, as in SWI-Prolog; the atoms ``'[]'`` and ``[]`` are one and the same here. Nothing in this
module recurses, so that a list of 100,000 elements is as good as any other term.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from ..term import Var

LIST_FUNCTOR = "[|]"
EMPTY_LIST = "[]"
CURLY_FUNCTOR = "{}"


@dataclass(frozen=True, slots=True)
class PrologString:
    """A text in double quotes, which SWI-Prolog keeps apart from atoms."""

    text: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Compound:
    """A compound term. Two are equal if they are the same text: ``f(1)`` and ``f(1.0)`` are not.

    Parameters
    ----------
    functor
        The name.
    args
        The arguments.
    """

    functor: str
    args: tuple[PrologTerm, ...]

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


PrologTerm: TypeAlias = str | int | float | Var | PrologString | Compound


def make_list(items: Iterable[PrologTerm], tail: PrologTerm = EMPTY_LIST) -> PrologTerm:
    """The Prolog list of ``items``; with another tail than ``[]`` a partial list, ``[a,b|Tail]``."""
    term = tail
    for item in reversed(list(items)):
        term = Compound(LIST_FUNCTOR, (item, term))
    return term


def split_list(term: PrologTerm) -> tuple[list[PrologTerm], PrologTerm]:
    """The elements of a list and what stands after the last: ``[]`` for a proper list, the term itself for no list."""
    items = []
    while isinstance(term, Compound) and term.functor == LIST_FUNCTOR and len(term.args) == 2:
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
