"""States as Prolog terms: a list, a compound term, or a symbol alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ..errors import InputError
from ..term import Pattern, State, Symbol, Var, ground
from .term import EMPTY_LIST, Compound, PrologTerm, list_items
from .writer import SINGLE, write_term

_KINDS = {int, str, Var}


def symbol_of_term(term: PrologTerm) -> Symbol:
    """A cell's symbol.

    Raises
    ------
    InputError
        What is neither an atom nor a whole number.
    """
    if isinstance(term, bool) or not isinstance(term, int | str):
        raise InputError(
            "not a symbol", expected="an atom or a whole number", found=write_term(term)
        )
    return term


def pattern_of_term(term: PrologTerm, *, single: bool = False) -> tuple[str, Pattern]:
    """A state's functor (``[]`` for a list) and its cells.

    Parameters
    ----------
    term
        The state.
    single
        Whether a symbol alone is a state of one cell, whose functor is empty.

    Raises
    ------
    InputError
        A term that is neither a list nor compound, or a cell that is neither atom, whole number nor variable.
    """
    items = list_items(term)
    if items is not None:
        return EMPTY_LIST, _cells(items)
    if isinstance(term, Compound) and term.functor != "[|]":
        return term.functor, _cells(term.args)
    if single and isinstance(term, int | str):
        return SINGLE, (term,)
    raise InputError(
        "not a state",
        expected="a list or a compound term, such as [1,2,0] or board(1,2,0)",
        found=write_term(term),
    )


def state_of_term(term: PrologTerm, *, single: bool = False) -> State:
    """The cells of a state without variables; ``single`` as for `pattern_of_term`.

    Raises
    ------
    InputError
        A term that is not a state.
    """
    state = ground(pattern_of_term(term, single=single)[1])
    if state is None:
        raise InputError("a state has no variables", found=write_term(term))
    return state


def _cells(terms: Sequence[PrologTerm]) -> Pattern:
    if not _KINDS.issuperset(map(type, terms)):
        for term in terms:
            _ = isinstance(term, Var) or symbol_of_term(term)
    return cast(Pattern, tuple(terms))
