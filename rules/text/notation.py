"""Notation of a text that comes without a file name."""

from __future__ import annotations

import re

_IN_FRONT = re.compile(r"(?:\s+|[%;#][^\n]*(?:\n|\Z)|/\*.*?(?:\*/|\Z))*", re.DOTALL)
_CLAUSE = re.compile(r":-|[a-z]\w*\s*(?:\(|:-|-->|\.)|[a-z]\w*\s*/\s*[0-9]")
_PSVN = re.compile(r"=>|^\s*(?:DOMAIN|GOAL)\b", re.MULTILINE)


def ending_of(text: str) -> str | None:
    """The ending that the name of a text's file would have; None where it cannot be said.

    Comments of every notation are passed over. PDDL begins with ``(define``, a plan with another parenthesis, JSON with
    a brace or a bracket, a Prolog program with a directive or the head of a clause; a heading with start and goal is
    CSV's, and a rule with ``=>`` PSVN's.

    Examples
    --------
    >>> ending_of("; a comment\\n(define (domain blocks))")
    '.pddl'
    >>> ending_of("arc(board(X, 0), board(0, X)).")
    '.pl'
    """
    front = _IN_FRONT.match(text.removeprefix("\ufeff"))
    begun = text.removeprefix("\ufeff")[front.end() if front else 0 :]
    if begun[:1] in ("{", "["):
        return ".json"
    if begun.startswith("("):
        return ".pddl" if re.match(r"\(\s*define\b", begun, re.IGNORECASE) else ".plan"
    columns = [cell.strip().strip('"').lower() for cell in begun.split("\n", 1)[0].split(",")]
    if "start" in columns and "goal" in columns:
        return ".csv"
    if _CLAUSE.match(begun):
        return ".pl"
    return ".psvn" if _PSVN.search(begun) else None
