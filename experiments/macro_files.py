"""Macro files made ready for a board."""

from __future__ import annotations

from ..ebl.files.macro_file import load_macros
from ..ebl.library import MacroLibrary
from ..rules.arc import Arc
from ..rules.term import Pattern
from .sized_domain import SizedDomain


def read_macros(path: str, domain: SizedDomain) -> MacroLibrary:
    """The macros of a file for a domain.

    Parameters
    ----------
    path
        A file that ``arcwise learn`` wrote.
    domain
        The board.

    Raises
    ------
    InputError
        A bad file, or one for another domain or board.
    """
    return load_macros(path, domain.domain, domain.arcs_only("--macros").shape)


def macro_arcs(path: str, domain: SizedDomain, goal: Pattern | None = None) -> tuple[Arc, ...]:
    """The macros of a file as arcs of the domain's board; see `MacroLibrary.arcs`.

    Raises
    ------
    InputError
        As for `read_macros`; too many places.
    """
    return read_macros(path, domain).arcs(domain.theory, goal)
