"""Terms and clauses as people write them: with operators, lists in brackets, variables A, B, C in order of occurrence."""

from __future__ import annotations

import re

from ...rules.prolog.operators import OperatorTable, PrologOperator
from ...rules.prolog.writer import write_atom, write_term
from ...rules.term import (
    EMPTY_LIST,
    LIST_FUNCTOR,
    Compound,
    PrologTerm,
    Terms,
    Var,
    canonical,
    split_list,
    variables,
)
from .program import HornClause

_SYMBOLIC = re.compile(r"(?!/\*)[+\-*/\\^<>=~:.?@#&$]+\Z")  # /* would begin a comment
_WORD = re.compile(r"[a-z]\w*\Z", re.ASCII)
_SPACED = frozenset({"->", ":-", "-->", "is", "=", "<", ">", "=<", ">=", "=:=", "=\\=", "\\="}) | {
    *("==", "\\==", "@<", "@>", "@=<", "@>=", "=..", "*->", "=>")
}
"""Symbolic operators with blanks around them; those of expressions have none."""

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


def shortened(text: str, longest: int | None) -> str:
    """A text of ``longest`` letters at most; a longer one is cut, and its last letter is an ellipsis."""
    if longest is None or len(text) <= longest:
        return text
    return f"{text[: longest - 1]}…"


def quiet_clause_text(clause: HornClause, operators: OperatorTable) -> str:
    """As `clause_text`, with an underscore before variables that occur once: SWI-Prolog has nothing to warn about."""
    cells = canonical((clause.head, *clause.body))[0]
    writer = _ClauseWriter(operators, {one: Var(f"_{one.name}") for one in _single(cells)})
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


class _ClauseWriter:
    """Writes terms from a stack of what is still to be written, so that nothing nests too deeply."""

    def __init__(
        self,
        operators: OperatorTable,
        names: dict[Var, Var] | None = None,
        *,
        longest: int | None = None,
    ) -> None:
        self._operators = operators
        self._names = names or {}
        self._longest = longest

    def written(self, term: PrologTerm, priority: int) -> str:
        parts: list[str] = []
        letters, most = 0, self._longest
        pending: list[str | tuple[PrologTerm, int]] = [(term, priority)]
        while pending and (most is None or letters <= most):
            item = pending.pop()
            if isinstance(item, str):
                text = item
            else:
                made = self._expanded(*item)
                if not isinstance(made, str):
                    pending += made[::-1]
                    continue
                text = made
            if parts and _clash(parts[-1], text):
                parts.append(" ")
            if text:
                parts.append(text)
                letters += len(text)
        return shortened("".join(parts), most)

    def _expanded(
        self, term: PrologTerm, priority: int
    ) -> str | list[str | tuple[PrologTerm, int]]:
        """A simple term as text, another as pieces of text and arguments."""
        if isinstance(term, Var):
            return write_term(self._names.get(term, term))
        if isinstance(term, str):
            text = self._atom(term)
            return f"({text})" if term in self._operators and priority < ARGUMENT else text
        if not isinstance(term, Compound):
            text = write_term(term)
            return f"({text})" if text[0] == "-" and priority < 200 else text
        name, args = term.functor, term.args
        if name == LIST_FUNCTOR and len(args) == 2:
            return self._list(term)
        if name == "{}" and len(args) == 1:
            return ["{", (args[0], 1200), "}"]
        infix = self._operators.infix.get(name) if len(args) == 2 else None
        if infix is not None:
            return _bracketed(self._infix(name, infix, args), infix, priority)
        prefix = self._operators.prefix.get(name) if len(args) == 1 else None
        if prefix is not None and not (name in ("-", "+") and isinstance(args[0], int | float)):
            argument = args[0]
            opens = isinstance(argument, Compound) and len(argument.args) == 2
            opens = opens or (isinstance(argument, str) and argument in self._operators)
            blank = " " if _WORD.match(name) or opens or prefix.priority > 500 else ""
            made: list[str | tuple[PrologTerm, int]] = [
                f"{self._atom(name)}{blank}",
                (args[0], prefix.right),
            ]
            return _bracketed(made, prefix, priority)
        pieces: list[str | tuple[PrologTerm, int]] = [f"{self._atom(name)}("]
        for place, argument in enumerate(args):
            pieces += ["," if place else "", (argument, ARGUMENT)]
        return [*pieces, ")"]

    def _list(self, term: Compound) -> list[str | tuple[PrologTerm, int]]:
        items, tail = split_list(term, self._longest)
        pieces: list[str | tuple[PrologTerm, int]] = ["["]
        for place, item in enumerate(items):
            pieces += ["," if place else "", (item, ARGUMENT)]
        if tail != EMPTY_LIST:
            pieces += ["|", (tail, ARGUMENT)]
        return [*pieces, "]"]

    def _infix(
        self, name: str, infix: PrologOperator, args: Terms
    ) -> list[str | tuple[PrologTerm, int]]:
        shown = name if name in (",", "|") else self._atom(name)
        if name == ",":
            between = ", "
        elif name in _SPACED or _WORD.match(name) or shown[0] == "'" or infix.priority > 500:
            between = f" {shown} "
        else:
            between = shown
        return [(args[0], infix.left), between, (args[1], infix.right)]

    def _atom(self, name: str) -> str:
        plain = _SYMBOLIC.match(name) or name in (";", "!", "{}", EMPTY_LIST)
        return name if plain and name != "." else write_atom(name)


def _bracketed(
    pieces: list[str | tuple[PrologTerm, int]], operator: PrologOperator, priority: int
) -> list[str | tuple[PrologTerm, int]]:
    return ["(", *pieces, ")"] if operator.priority > priority else pieces


def _clash(before: str, after: str) -> bool:
    """Whether two texts would be read as one token."""
    if not before or not after:
        return False
    last, first = before[-1], after[0]
    word = (last.isalnum() or last == "_") and (first.isalnum() or first == "_")
    return word or bool(_SYMBOLIC.match(last) and _SYMBOLIC.match(first))
