"""Terms as SWI-Prolog's ``write/1`` and its relatives write them, with the operators in force.

Blanks stand where two tokens would be read as one, around operators that are words, and nowhere else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from ...rules.prolog.operator_writer import OperatorWriter
from ...rules.prolog.operators import OperatorTable, PrologOperator
from ...rules.prolog.writer import Raw, TextPiece
from ...rules.record import record
from ...rules.term import (
    EMPTY_LIST,
    LIST_FUNCTOR,
    Compound,
    PrologString,
    PrologTerm,
    Var,
    leaves,
    variables,
)

ARGUMENT = 999.5
"""Priority of an argument of a functor or an element of a list: 999, but no operand's."""

_SYMBOL = re.compile(r"[+\-*/\\^<>=~:.?@#&$]+\Z")
_NAME = re.compile(r"\w+\Z")
_WORD = re.compile(r"[^\W\d_]\w*\Z")
_SOLO = frozenset({EMPTY_LIST, "!", ";", "{}"})
_ESCAPES = {"\n": "\\n", "\t": "\\t", "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\r": "\\r"}
_ESCAPES |= {"\a": "\\a", "\v": "\\v"}


@record
class Style:
    """How terms are written.

    Parameters
    ----------
    operators
        Operators in force.
    quoted
        Whether atoms and strings have quotes where they are needed.
    numbered
        Whether ``'$VAR'(N)`` is written as a variable.
    ignore_operators
        Whether operators are written as any functor.
    spaced
        Whether a blank stands behind the comma between arguments.
    name
        Name of a variable.
    """

    operators: OperatorTable
    quoted: bool = False
    numbered: bool = True
    ignore_operators: bool = False
    spaced: bool = False
    name: Callable[[Var], str] = lambda one: one.name


def written(term: PrologTerm, style: Style, priority: float = 1200) -> str:
    """A term as text; it is not bracketed up to a priority."""
    return _TermWriter(style).written(term, priority)


def atom_text(atom: str, *, quoted: bool) -> str:
    """An atom, with quotes where they are needed if it is ``quoted``."""
    if not quoted or atom in _SOLO or _is_word(atom):
        return atom
    symbols = _SYMBOL.match(atom) and atom != "." and not atom.startswith("/*")
    return atom if symbols else _quoted(atom, "'")


def _is_word(atom: str) -> bool:
    return bool(_WORD.match(atom)) and not is_variable(atom)


def is_variable(text: str) -> bool:
    """Whether a text is read as a variable."""
    first = text[:1]
    begins = first == "_" or first.isupper() or first.istitle()
    return begins and bool(_NAME.match(text))


def _quoted(text: str, quote: str) -> str:
    return f"{quote}{''.join(_ESCAPES.get(one) or _shown(one, quote) for one in text)}{quote}"


def _shown(char: str, quote: str) -> str:
    """A character within quotes; one that nobody sees by its number."""
    if char == quote:
        return f"\\{char}"
    return char if char.isprintable() else f"\\x{ord(char):X}\\"


def float_text(number: float) -> str:
    """A number of floating point: the shortest text that is read as the same number."""
    if number != number:
        return "nan"
    if number in (float("inf"), float("-inf")):
        return "inf" if number > 0 else "-inf"
    text = repr(number)
    if 1e15 <= abs(number) < 1e16:
        digits = text.rstrip("0").rstrip(".").rstrip("0").lstrip("-")
        text = f"{'-' if number < 0 else ''}{digits[0]}.{digits[1:] or '0'}e+15"
    mantissa, exponent, power = text.partition("e")
    mantissa = mantissa if "." in mantissa else f"{mantissa}.0"
    return f"{mantissa}e{int(power):+d}" if exponent else mantissa


class _TermWriter(OperatorWriter):
    argument = ARGUMENT

    def __init__(self, style: Style) -> None:
        super().__init__(style.operators)
        self._style = style
        self.comma = Raw(", " if style.spaced else ",")

    def simple(self, term: PrologTerm, priority: float) -> str:
        if isinstance(term, Var):
            return self._style.name(term)
        if isinstance(term, str):
            bare = priority in (ARGUMENT, 1200) or term not in self.operators
            return self.name(term) if bare else f"({self.name(term)})"
        if isinstance(term, PrologString):
            return _quoted(term.text, '"') if self._style.quoted else term.text
        assert isinstance(term, int | float)
        return float_text(term) if isinstance(term, float) else _decimal(term)

    def pieces(self, term: PrologTerm, priority: float) -> str | list[TextPiece]:
        if self._style.numbered and isinstance(term, Compound) and term.functor == "$VAR":
            name = term.args[0]
            if len(term.args) == 1 and type(name) is int:
                return variable_letter(name) if name >= 0 else f"S_{-name}"
            if len(term.args) == 1 and isinstance(name, str) and is_variable(name):
                return name
        return super().pieces(term, priority)

    def operation(self, name: str, args: Sequence[PrologTerm], priority: float) -> list[TextPiece]:
        return [] if self._style.ignore_operators else super().operation(name, args, priority)

    def name(self, name: str) -> str:
        return atom_text(name, quoted=self._style.quoted)

    def between(self, name: str, infix: PrologOperator) -> str:
        shown = self.comma if name == "," else Raw("|") if name == "|" else self.name(name)
        return Raw(f" {shown} ") if _is_word(name) else shown

    def before(self, name: str, prefix: PrologOperator, argument: PrologTerm) -> list[TextPiece]:
        first = self._first(argument, prefix.right)
        blank = first in ("(", "{") or (name == "-" and first == "0")
        return [self.name(name), *[Raw(" ")] * blank]

    def _first(self, term: PrologTerm, priority: float) -> str:
        """How the text of an operand begins: a bracket, ``0`` for the digits of a number, or another way: an empty text."""
        while True:
            if isinstance(term, str):
                return "(" if term in self.operators else ""
            if isinstance(term, int | float):
                return "0" if term >= 0 else ""
            if not isinstance(term, Compound) or term.functor == LIST_FUNCTOR:
                return ""
            name, args = term.functor, term.args
            if name == "{}" and len(args) == 1:
                return "{"
            infix = self.operators.infix.get(name) if len(args) == 2 else None
            found = infix or (self.operators.prefix.get(name) if len(args) == 1 else None)
            if found is None:
                return ""
            if found.priority > priority:
                return "("
            if infix is None:
                return ""
            term, priority = args[0], infix.left


def _decimal(number: int) -> str:
    try:
        return str(number)
    except ValueError:  # Python's own limit against quadratic time
        digits = []
        sign, number = "-" if number < 0 else "", abs(number)
        base = 10**4000
        while number >= base:
            number, rest = divmod(number, base)
            digits.append(f"{rest:04000d}")
        return sign + "".join([str(number), *reversed(digits)])


def clause_layout(term: PrologTerm, operators: OperatorTable) -> str:
    """A clause as ``portray_clause/1`` prints it: a goal a line, variables A, B, C in order, those that occur once as ``_``."""
    counts = Counter(one for one in leaves((term,)) if isinstance(one, Var))
    shown = (one for one in variables((term,)) if counts[one] > 1)
    letters = {one: variable_letter(number) for number, one in enumerate(shown)}
    style = Style(operators, quoted=True, spaced=True, name=lambda one: letters.get(one, "_"))
    match term:
        case Compound(":-" | "-->" as neck, (head, body)) if body != "true":
            lines = "".join(_goals(body, style, 1, 999))
            return f"{written(head, style, 1199)} {neck}\n    {lines}.\n"
        case Compound(":-", (head, _)):
            return f"{written(head, style, 1199)}.\n"
        case Compound(":-", (directive,)):
            return f":- {written(directive, style, 1199)}.\n"
    return f"{written(term, style)}.\n"


def variable_letter(number: int) -> str:
    """Name of a variable by its number: A to Z, A1, B1."""
    return chr(65 + number % 26) + (str(number // 26) if number > 25 else "")


def _goals(goal: PrologTerm, style: Style, level: int, priority: float) -> Iterator[str]:
    """The text of a body from a column on, four blanks a level."""
    start = "\n" + "    " * level
    match goal:
        case Compound(",", (first, rest)):
            yield from _goals(first, style, level, 999)
            yield f",{start}"
            yield from _goals(rest, style, level, 1000)
        case Compound(";" | "->" | "*->", (_, _)):
            yield "(   "
            yield from _alternatives(goal, style, level)
            yield f"{start})"
        case Compound("\\+", (inside,)) if isinstance(inside, Compound) and inside.functor in (
            ",",
            ";",
            "->",
        ):
            yield "\\+ ( "
            yield from _goals(inside, style, level + 1, 1200)
            yield f"{start}   )"
        case Compound("\\+", (inside,)):
            yield f"\\+ {written(inside, style, 900)}"
        case _:
            yield written(goal, style, priority)


def _alternatives(goal: PrologTerm, style: Style, level: int) -> Iterator[str]:
    start = "\n" + "    " * level
    match goal:
        case Compound(";" | "->" | "*->" as between, (first, rest)):
            if between != ";" or (isinstance(first, Compound) and first.functor in ("->", "*->")):
                yield from _alternatives(first, style, level)
            else:
                yield from _goals(first, style, level + 1, 999)
            yield f"{start}{between:<4}"
            yield from _alternatives(rest, style, level)
        case _:
            yield from _goals(goal, style, level + 1, 999)
