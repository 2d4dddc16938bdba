"""Terms as Prolog text that arcwise's reader and SWI-Prolog read back as the same terms.

`write_term` writes in functional notation with quotes where they may be needed, and no operators, so that the text means the
same whatever operators are declared. Nothing recurses: a list of 100,000 elements can be written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import inf, isfinite
from typing import Any, TypeAlias

from ..cost import exact, plain
from ..domain import Domain
from ..errors import InputError, TooLargeError, is_plain
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
from ..text.words import counted
from ..theory import Theory

_PLAIN_ATOM = re.compile(r"[a-z][a-zA-Z0-9_]*\Z")
_VARIABLE = re.compile(r"(?!V__|_\Z)[A-Z_][a-zA-Z0-9_]*\Z")
_MANY_BITS = 10_000  # Python refuses to write more than 4300 decimal digits
_CAPITAL = re.compile(r"[A-Z][a-zA-Z0-9_]*\Z")
_SYMBOLS = frozenset("+-*/\\^<>=~:.?@#&$")
_UNQUOTED = frozenset({EMPTY_LIST, "{}", "!"})

LARGE, SHARED = 1_000_000, 10
"""Letters of a text, and parts of a term, from which on a term is looked at for parts that it shares; and how often at least it must
have each part, on average, to be refused."""

SINGLE = ""
"""The functor of states that are a symbol alone."""


class Raw(str):
    """Text that stands as it is, whatever is in front of it."""

    __slots__ = ()


TextPiece: TypeAlias = "str | tuple[PrologTerm, float]"
"""Text, or a term that is still to be written with the highest priority that needs no brackets."""


class TermWriter:
    """Writes terms in functional notation, from a stack of what is still to be written, so that nothing nests too deeply.

    Subclasses write with operators, or simple terms in another way.

    Parameters
    ----------
    longest
        The most letters; a longer text is cut, and its last letter is an ellipsis. The time that it takes depends on this, not on
        the size of the term.

    Attributes
    ----------
    ascii
        Whether characters beyond ASCII are written as their codes: what they mean in a file depends on who reads it, as
        SWI-Prolog reads files in the encoding of the locale. Else only characters that cannot be seen are.
    """

    ascii = True
    argument: float = 999
    comma = Raw(",")

    def __init__(self, longest: int | None = None) -> None:
        self.longest = longest

    def written(self, term: PrologTerm, priority: float) -> str:
        """A term as text; it is not bracketed up to a priority."""
        parts: list[str] = []
        letters, last = 0, ""
        most: float = LARGE if self.longest is None else self.longest
        pending: list[TextPiece] = [(term, priority)]
        while pending:
            if letters > most:
                if self.longest is not None:
                    break
                check_shared(term)
                most = inf
            item = pending.pop()
            if not isinstance(item, str):
                made = self.pieces(*item)
                if not isinstance(made, str):
                    pending += made[::-1]
                    continue
                item = made
            if item:
                if last and type(item) is not Raw and glued(last, item[0]):
                    parts.append(" ")
                parts.append(item)
                letters += len(item)
                last = item[-1]
        return shortened("".join(parts), self.longest)

    def pieces(self, term: PrologTerm, priority: float) -> str | list[TextPiece]:
        """A simple term as text, another as pieces of text and arguments."""
        if not isinstance(term, Compound):
            return self.simple(term, priority)
        name, args = term.functor, term.args
        if name == LIST_FUNCTOR and len(args) == 2:
            items, tail = split_list(term, self.longest)
            rest: list[TextPiece] = [] if tail == EMPTY_LIST else [Raw("|"), (tail, self.argument)]
            return [Raw("["), *self._separated(items), *rest, Raw("]")]
        made = self.operation(name, args, priority)
        return made or [self.name(name), Raw("("), *self._separated(args), Raw(")")]

    def simple(self, term: PrologTerm, priority: float) -> str:
        """An atom, a number, a text or a variable."""
        assert not isinstance(term, Compound)
        return _simple(term, ascii=self.ascii)

    def name(self, name: str) -> str:
        """Write an atom in front of arguments."""
        return write_atom(name, ascii=self.ascii)

    def operation(self, name: str, args: Sequence[PrologTerm], priority: float) -> list[TextPiece]:
        """A term that is written in another way than as a functor with arguments; nothing for all others."""
        return []

    def _separated(self, items: Sequence[PrologTerm]) -> Iterator[TextPiece]:
        for place, item in enumerate(items):
            if place:
                yield self.comma
            yield item, self.argument


def check_shared(term: PrologTerm) -> None:
    """Refuse to write a term which shares parts so often that to write them all would not come to an end.

    Raises
    ------
    TooLargeError
        Such a term.
    """
    sizes: dict[int, int] = {}
    pending = [term]
    while pending:
        one = pending[-1]
        inner = one.args if isinstance(one, Compound) else ()
        left = [arg for arg in inner if isinstance(arg, Compound) and id(arg) not in sizes]
        if left:
            pending += left
        else:
            sizes[id(one)] = 1 + sum(sizes.get(id(arg), 1) for arg in inner)
            pending.pop()
    whole = sizes[id(term)]
    if whole > LARGE and whole > SHARED * len(sizes):
        raise TooLargeError(
            "a term with shared parts is too large to be written",
            expected=f"at most {LARGE:,} parts, each counted where it stands",
            found=counted(whole, "part") if whole < 10**18 else "more than 10^18 parts",
        )


def glued(last: str, first: str) -> bool:
    """Whether two characters would be read as one token."""
    if last.isalnum() or last == "_":
        return first.isalnum() or first == "_"
    return last in _SYMBOLS and first in _SYMBOLS


def shortened(text: str, longest: int | None) -> str:
    """A text of ``longest`` letters at most; a longer one is cut, and its last letter is an ellipsis."""
    if longest is None or len(text) <= longest:
        return text
    return f"{text[: longest - 1]}…"


def write_term(term: PrologTerm) -> str:
    """A term as text in functional notation.

    Raises
    ------
    InputError
        A number that Prolog cannot write: infinity or not a number.
    """
    return TermWriter().written(term, 1200)


def _simple(term: str | int | float | Var | PrologString, *, ascii: bool = True) -> str:
    if isinstance(term, str):
        return write_atom(term, ascii=ascii)
    if isinstance(term, Var):
        return write_variable(term)
    if isinstance(term, PrologString):
        return f'"{_escaped(term.text, chr(34), ascii=ascii)}"'
    if isinstance(term, float):
        return _float(term)
    return hex(term) if term.bit_length() > _MANY_BITS else f"{term:d}"


def _float(number: float) -> str:
    if not isfinite(number):
        raise InputError("not a number that Prolog can write", found=str(number))
    text = repr(number)
    mantissa, sign, exponent = text.partition("e")
    return text if "." in mantissa else f"{mantissa}.0{sign}{exponent}"


def write_atom(atom: str, *, ascii: bool = True) -> str:
    """An atom, in quotes unless it is plain; ``ascii`` as for `TermWriter`."""
    if _PLAIN_ATOM.match(atom) or atom in _UNQUOTED:
        return atom
    return f"'{_escaped(atom, chr(39), ascii=ascii)}'"


def write_variable(variable: Var) -> str:
    """A variable's name where Prolog allows it, otherwise ``V__`` and the name with other characters in code.

    Different names give different texts; ``_`` alone would be another variable each time.
    """
    if _VARIABLE.match(variable.name):
        return variable.name
    return "V__" + "".join(
        c if c.isascii() and c.isalnum() else f"_{ord(c)}_" for c in variable.name
    )


def _escaped(text: str, quote: str, *, ascii: bool) -> str:
    escaped = []
    for char in text:
        if char in (quote, "\\"):
            escaped.append("\\" + char)
        elif " " <= char <= "~" or (not (ascii or char.isascii()) and is_plain(char)):
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
