"""Terms as Prolog text that arcwise's reader and SWI-Prolog read back as the same terms.

Everything is in functional notation with quotes where they may be needed, and no operators, so that the text means
the same whatever operators are declared. Nothing recurses: a list of 100,000 elements can be written.
"""

from __future__ import annotations

import re
from math import isfinite
from typing import Any

from ..cost import exact, plain
from ..domain import Domain
from ..errors import InputError
from ..term import (
    EMPTY_LIST,
    LIST_FUNCTOR,
    Compound,
    Pattern,
    PrologString,
    PrologTerm,
    Var,
    canonical,
    split_list,
    substitute,
    variables,
)
from ..theory import Theory

_PLAIN_ATOM = re.compile(r"[a-z][a-zA-Z0-9_]*\Z")
_VARIABLE = re.compile(r"(?!V__|_\Z)[A-Z_][a-zA-Z0-9_]*\Z")
_MANY_BITS = 10_000  # Python refuses to write more than 4300 decimal digits
_CAPITAL = re.compile(r"[A-Z][a-zA-Z0-9_]*\Z")
_UNQUOTED = frozenset({EMPTY_LIST, "{}", "!"})

SINGLE = ""
"""The functor of states that are a symbol alone."""


def write_term(term: PrologTerm) -> str:
    """A term as text.

    Raises
    ------
    InputError
        A number that Prolog cannot write: infinity or not a number.
    """
    parts: list[str] = []
    pending: list[PrologTerm | _Text] = [term]
    while pending:
        item = pending.pop()
        if isinstance(item, _Text):
            parts.append(item.text)
        elif not isinstance(item, Compound):
            parts.append(_simple(item))
        elif item.functor == LIST_FUNCTOR and len(item.args) == 2:
            items, tail = split_list(item)
            parts.append("[")
            pending.append(_Text("]"))
            if tail != EMPTY_LIST:
                pending += [tail, _Text("|")]
            pending += _separated(items)
        else:
            parts.append(write_atom(item.functor) + "(")
            pending.append(_Text(")"))
            pending += _separated(list(item.args))
    return "".join(parts)


class _Text:
    """Text that stands between terms."""

    def __init__(self, text: str) -> None:
        self.text = text


_COMMA = _Text(",")


def _separated(items: list[PrologTerm]) -> list[PrologTerm | _Text]:
    """The items with commas between them, last first."""
    backward: list[PrologTerm | _Text] = []
    for item in reversed(items):
        backward += [item, _COMMA]
    return backward[:-1]


def _simple(term: str | int | float | Var | PrologString) -> str:
    if isinstance(term, str):
        return write_atom(term)
    if isinstance(term, Var):
        return write_variable(term)
    if isinstance(term, PrologString):
        return f'"{_escaped(term.text, chr(34))}"'
    if isinstance(term, float):
        return _float(term)
    return hex(term) if term.bit_length() > _MANY_BITS else f"{term:d}"


def _float(number: float) -> str:
    if not isfinite(number):
        raise InputError("not a number that Prolog can write", found=str(number))
    text = repr(number)
    mantissa, sign, exponent = text.partition("e")
    return text if "." in mantissa else f"{mantissa}.0{sign}{exponent}"


def write_atom(atom: str) -> str:
    """An atom, in quotes unless it is plain."""
    if _PLAIN_ATOM.match(atom) or atom in _UNQUOTED:
        return atom
    return f"'{_escaped(atom, chr(39))}'"


def write_variable(variable: Var) -> str:
    """A variable's name where Prolog allows it, otherwise ``V__`` and the name with other characters in code.

    Different names give different texts; ``_`` alone would be another variable each time.
    """
    if _VARIABLE.match(variable.name):
        return variable.name
    return "V__" + "".join(
        c if c.isascii() and c.isalnum() else f"_{ord(c)}_" for c in variable.name
    )


def _escaped(text: str, quote: str) -> str:
    escaped = []
    for char in text:
        if char in (quote, "\\"):
            escaped.append("\\" + char)
        elif " " <= char <= "~":  # beyond ASCII, what a file means depends on who reads it
            escaped.append(char)
        else:
            escaped.append(f"\\x{ord(char):x}\\")
    return "".join(escaped)


def pattern_text(pattern: Pattern, functor: str) -> str:
    """A state or pattern: ``board(0,B,C)``, ``[0,B,C]`` for the functor ``[]``, or ``a`` where there is none."""
    cells = ",".join(map(_simple, pattern))
    if functor == SINGLE:
        return cells
    return f"[{cells}]" if functor == EMPTY_LIST else f"{write_atom(functor)}({cells})"


def functor_of(theory: Theory) -> str:
    """Functor of a theory's states, which its domain knows; ``board`` if it has none."""
    return (theory.domain or Domain).functor


def predicate_of(theory: Theory) -> str:
    """Predicate of a theory's moves, as its domain names it; ``arc/3`` if it has no domain."""
    return (theory.domain or Domain).predicate


def arc_clause(before: Pattern, after: Pattern, cost: float, theory: Theory) -> str:
    """A rule as an arc/3 fact; see `step_clause`."""
    return step_clause("arc", before, after, cost, theory)


def _cost(cost: Any) -> str:
    """A cost in Prolog, which reads it back as it is; a number that no float stands for is a fraction ``1/3``."""
    if isinstance(cost, int | float):
        return _simple(cost)
    number = plain(exact(cost))
    return str(cost) if number is None else _simple(number)


def step_clause(
    name: str, before: Pattern, after: Pattern, cost: float | None, theory: Theory
) -> str:
    """A rule of a theory as a fact of a name, with its cost unless that is None.

    SWI-Prolog has nothing to warn about: a variable that occurs once begins with ``_``, no other does.
    """
    sides = rule_texts(before, after, functor_of(theory))
    arguments = [*sides, *([] if cost is None else [_cost(cost)])]
    return f"{name}({', '.join(arguments)})."


def rule_texts(before: Pattern, after: Pattern, functor: str) -> tuple[str, str]:
    """Both sides of a rule, so that SWI-Prolog has nothing to warn about; see `step_clause`."""
    if not all(_CAPITAL.match(var.name) for var in variables(before + after)):
        before, after = canonical(before, after)
    cells = before + after
    once = {var: Var(f"_{var.name}") for var in variables(cells) if cells.count(var) == 1}
    was, becomes = (pattern_text(substitute(pattern, once), functor) for pattern in (before, after))
    return was, becomes
