"""Prolog terms as data: what the reader makes and the writer takes.

An atom is a Python str, a number an int or a float, a variable a `Var`. A list is built from ``'[|]'(Head, Tail)`` and
ends with the atom ``[]``, as in SWI-Prolog; the atoms ``'[]'`` and ``[]`` are one and the same here. Nothing in this
module recurses, so that a list of 100,000 elements is as good as any other term.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..term import Compound, PrologString, PrologTerm

__all__ = [
    "argument_of",
    "Compound",
    "CURLY_FUNCTOR",
    "EMPTY_LIST",
    "list_items",
    "LIST_FUNCTOR",
    "make_list",
    "PrologString",
    "PrologTerm",
    "split_list",
]

LIST_FUNCTOR = "[|]"
EMPTY_LIST = "[]"
CURLY_FUNCTOR = "{}"


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
