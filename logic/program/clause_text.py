"""Terms and clauses as people write them: with operators, lists in brackets, variables A, B, C in order of occurrence."""

from __future__ import annotations

import re

from ...rules.prolog.operator_writer import OperatorWriter
from ...rules.prolog.operators import OperatorTable, PrologOperator
from ...rules.prolog.writer import TextPiece, shortened, write_atom, write_term
from ...rules.term import (
    EMPTY_LIST,
    Compound,
    PrologTerm,
    Terms,
    Var,
    canonical,
    variables,
)
from .program import HornClause

_SYMBOLIC = re.compile(r"(?!/\*)[+\-*/\\^<>=~:.?@#&$]+\Z")  # /* would begin a comment
_WORD = re.compile(r"[a-z]\w*\Z", re.ASCII)
_SPACED = frozenset({"->", ":-", "-->", "is", "=", "<", ">", "=<", ">=", "=:=", "=\\=", "\\="}) | {
    *("==", "\\==", "@<", "@>", "@=<", "@>=", "=..", "*->", "=>")
}
"""Symbolic operators with blanks around them; those of expressions have none."""

_PLAIN = 1 << 60
"""A whole number from which on Python may refuse to write one."""

ARGUMENT = 999
"""The priority of an argument."""


def term_text(
    term: PrologTerm,
    operators: OperatorTable,
    priority: int = ARGUMENT,
    *,
    longest: int | None = None,
) -> str:
    """A term as text that is read back as the same term under the same operators.

    Parameters
    ----------
    term
        The term; its variables keep their names.
    operators
        Operators in force.
    priority
        The highest priority that needs no brackets.
    longest
        The most letters; a longer text is cut, and its last letter is an ellipsis. The time that it takes depends on this, not on
        the size of the term.
    """
    if type(term) is int and 0 <= term < _PLAIN and longest is None:
        return str(term)
    return _ClauseWriter(operators, longest=longest).written(term, priority)


def clause_text(clause: HornClause, operators: OperatorTable, *, longest: int | None = None) -> str:
    """A clause with its full stop, its variables called A, B, C in order of occurrence; of ``longest`` letters at most."""
    head, *body = canonical((clause.head, *clause.body))[0]
    text = term_text(head, operators, longest=longest)
    for place, goal in enumerate(body):
        if longest is not None and len(text) > longest:
            break
        text += ", " if place else " :- "
        text += term_text(goal, operators, longest=longest)
    return shortened(_ended(text), longest)


def quiet_clause_text(clause: HornClause, operators: OperatorTable) -> str:
    """As `clause_text`, for files: in ASCII, with an underscore before variables that occur once, of which SWI-Prolog would warn."""
    cells = canonical((clause.head, *clause.body))[0]
    writer = _FileWriter(operators, {one: Var(f"_{one.name}") for one in _single(cells)})
    head, *body = (writer.written(cell, ARGUMENT) for cell in cells)
    return _ended(f"{head} :- {', '.join(body)}" if body else head)


def _ended(text: str) -> str:
    """A clause with its full stop, after a blank where the last symbol would absorb it."""
    return f"{text} ." if _SYMBOLIC.match(text[-1:]) else f"{text}."


def _single(cells: Terms) -> list[Var]:
    counts: dict[Var, int] = dict.fromkeys(variables(cells), 0)
    pending = list(cells)
    while pending:
        term = pending.pop()
        if isinstance(term, Compound):
            pending += term.args
        elif isinstance(term, Var):
            counts[term] += 1
    return [variable for variable, count in counts.items() if count == 1]


class _ClauseWriter(OperatorWriter):
    """Writes terms with blanks around most operators."""

    ascii = False

    def __init__(
        self,
        operators: OperatorTable,
        names: dict[Var, Var] | None = None,
        *,
        longest: int | None = None,
    ) -> None:
        super().__init__(operators, longest)
        self._names = names or {}

    def simple(self, term: PrologTerm, priority: float) -> str:
        if isinstance(term, Var):
            return write_term(self._names.get(term, term))
        text = self.name(term) if isinstance(term, str) else super().simple(term, priority)
        if isinstance(term, str):
            bracketed = term in self.operators and priority < ARGUMENT
        else:
            bracketed = text[0] == "-" and priority < 200
        return f"({text})" if bracketed else text

    def name(self, name: str) -> str:
        plain = _SYMBOLIC.match(name) or name in (";", "!", "{}", EMPTY_LIST)
        return name if plain and name != "." else write_atom(name, ascii=self.ascii)

    def between(self, name: str, infix: PrologOperator) -> str:
        if name == ",":
            return ", "
        shown = name if name == "|" else self.name(name)
        wide = name in _SPACED or _WORD.match(name) or shown[0] == "'" or infix.priority > 500
        return f" {shown} " if wide else shown

    def before(self, name: str, prefix: PrologOperator, argument: PrologTerm) -> list[TextPiece]:
        if name in ("-", "+") and isinstance(argument, int | float):
            return []
        opens = isinstance(argument, Compound) and len(argument.args) == 2
        opens = opens or (isinstance(argument, str) and argument in self.operators)
        blank = " " if _WORD.match(name) or opens or prefix.priority > 500 else ""
        return [f"{self.name(name)}{blank}"]


class _FileWriter(_ClauseWriter):
    """Writes terms of files."""

    ascii = True
