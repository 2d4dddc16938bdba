"""One Prolog term, read as the head of a clause of its own."""

from __future__ import annotations

from arcwise.rules import read_clauses
from arcwise.rules.term import PrologTerm


def read_term(text: str) -> PrologTerm:
    """The one term in a text."""
    (clause,) = read_clauses(f"{text} .")
    return clause.term
