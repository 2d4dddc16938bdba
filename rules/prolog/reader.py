"""Reading Prolog text without Prolog: an operator-precedence reader.

What is read is ISO Prolog as SWI-Prolog reads it:

- clauses that end in ``.``; ``%`` and ``/* */`` comments; variables, ``_`` being another one each time;
- atoms plain, quoted and of symbols, with the escapes of ISO and ``\\e \\s \\uXXXX \\UXXXXXXXX``; quoted atoms are
  operands, never operators, as in SWI-Prolog; any letter of Unicode may stand in a name;
- integers ``1_000 0x1F 0o17 0b101 0'c``, floats, strings ``"..."`` or what the flag ``double_quotes`` makes of them, and lists of codes between backquotes;
- the clause ``end_of_file.``, behind which nothing is read, and the end sign of DOS files;
- compounds ``f(X)`` and ``f()``, lists, ``{...}``, prefix, infix and postfix operators of SWI-Prolog's default table
  and those of ``:- op(...)`` and ``:- module(..., [op(...)])``, from that clause on. An argument may be an operator
  term of any priority.

Not read: dicts and ``a.b``, rational numbers ``1r3``, digits grouped by blanks, radix notation ``16'FF``, infinite and
undefined floats, block operators, quasi quotations, symbols beyond ASCII, conditional compilation (``:- if`` is a
clause like any other). ``'[]'`` is the same atom as ``[]``.

The reader keeps its own stack, so that no nesting is too deep for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count, takewhile
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from ..checked import checked
from ..errors import InputError, Place, check_name, is_plain
from ..room import no_collection
from ..term import CURLY_FUNCTOR, EMPTY_LIST, Compound, PrologTerm, Var, make_list
from ..text.text_file import SourceText
from .operators import MAX_PRIORITY, OperatorTable, PrologOperator
from .tokens import (
    BACKQUOTED,
    END,
    NAME,
    NUMBER,
    PUNCTUATION,
    QUOTED,
    STOP,
    STRING,
    VARIABLE,
    Token,
    lexemes,
    token_at,
    tokens,
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: its term, the place of its first character, and every occurrence of a variable, in the order of the text.

    A program may have atoms such as ``'\\n'``, but no name that a file tells us may be one: whoever takes names from a
    clause calls `check_names`.
    """

    term: PrologTerm
    place: Place
    hidden: InputError | None = field(default=None, compare=False)
    occurrences: tuple[Var, ...] = field(default=(), compare=False)

    def check_names(self) -> None:
        """Raise InputError if the clause has a name that `rules.errors.check_name` refuses."""
        if self.hidden is not None:
            raise self.hidden


@checked
def read_clauses(
    text: str, source: str = "<text>", *, operators: OperatorTable | None = None
) -> Iterator[Clause]:
    """The clauses of a program, in order, read as they are asked for.

    Parameters
    ----------
    text
        Prolog text.
    source
        Its name in error messages.
    operators
        Operators in force, which directives of the text change; by default those of SWI-Prolog. If `read_ahead` has read
        the text, they are those of its end already at the first clause.

    Raises
    ------
    InputError
        Text that is not Prolog, a last clause without its ``.``, or an impossible operator; with its place.
    """
    operators = operators or OperatorTable.default()
    text = without_end_sign(text)
    if (text, source) in _AHEAD and operators == OperatorTable.default():
        ahead, at_end = _AHEAD.pop((text, source))
        operators.become(at_end)
        yield from ahead
        return
    script = text.startswith("#!")  # its first line is a comment
    located = SourceText(f"%{text[1:]}" if script else text, source)
    known = _Lexemes(operators)
    texts = lexemes(located.text)
    unread = iter(texts)
    start = taken = 0
    while True:
        try:
            shape = tuple(takewhile(END.__ne__, map(known.__getitem__, unread)))
        except InputError:
            list(tokens(located, start))  # raises it with its place
            raise
        clause = texts[taken : taken + len(shape) + 1]
        taken += len(clause)
        if len(clause) == len(shape):
            break
        operands, steps = known.operands(clause), known.steps(shape, clause, located, start)
        if _ANONYMOUS in shape:
            operands = _named(operands)
        occurrences = tuple([one for one in operands if type(one) is Var])
        place = located.place(start + known.layout(clause[0]))
        hidden = known.hidden(clause, located, start)
        term = _built(operands, steps)
        if term == END_OF_FILE:
            return
        try:
            if operators.obey(term):
                known = _Lexemes(operators)
        except InputError as error:
            raise error.at(place) from None
        yield Clause(term, place, hidden, occurrences)
        start += sum(map(len, clause))
    size = shape.index(STOP)
    if size:
        # A fault inside the clause is the better message.
        _Parser(shape, clause, located, start, operators).parse()
        raise located.error(
            "the last clause has no end",
            start + sum(map(len, clause[:size])),
            expected="a full stop after the clause",
            found="end of text",
        )


@no_collection()
def read_ahead(text: str, source: str) -> tuple[list[Clause], OperatorTable]:
    """All clauses of a text, and the operators at its end; the next `read_clauses` of it takes them, so that a file is read once.

    Raises
    ------
    InputError
        As `read_clauses`.
    """
    operators, text = OperatorTable.default(), without_end_sign(text)
    clauses = list(read_clauses(text, source, operators=operators))
    _AHEAD.clear()
    _AHEAD[text, source] = clauses, operators
    return clauses, operators


def without_end_sign(text: str) -> str:
    """A text without the sign with which DOS ends a file (Ctrl-Z)."""
    return text.rstrip("\x1a\r\n") + "\n" if text.rstrip("\r\n").endswith("\x1a") else text


def forget_ahead() -> None:
    """Forget the clauses that were read ahead and that nobody took."""
    _AHEAD.clear()


_AHEAD: dict[tuple[str, str], tuple[list[Clause], OperatorTable]] = {}
"""Clauses of the text that `read_ahead` read last, and the operators at its end, by text and name."""

END_OF_FILE = "end_of_file"
"""A clause behind which Prolog reads no more."""

_DIGITS = 1000
"""Digits of a whole number that is read at once."""

_LONGEST = 1000
"""Greatest number of tokens in a shape that is kept: longer clauses seldom share one."""

_ADJACENT, _ANONYMOUS = "number without a blank before it", "anonymous variable"
"""Kinds of tokens in a shape, beside those of `tokens`. An operator or a bracket is its own text, after a blank."""

_ANY = Var("_")

TermParts: TypeAlias = Sequence[PrologTerm]

TermMaker: TypeAlias = Callable[[tuple[PrologTerm, ...]], PrologTerm]
"""Makes a term of its parts."""

BuildingStep: TypeAlias = tuple[Callable[[TermParts], tuple[PrologTerm, ...]], TermMaker]
"""One step of building a term: a function that takes the parts among the terms so far, and one that makes a term of them."""


class _Lexemes(dict[str, str]):
    """The kind of each lexeme in a shape, and its value, while the operators do not change.

    A clause is parsed by its shape: the kinds of its tokens, and which operators and brackets they are. Most clauses of a large
    program have a shape that was parsed before, and differ in names, variables and numbers alone.
    """

    def __init__(self, operators: OperatorTable) -> None:
        self._operators = operators
        self._meaning = {"-", *operators.prefix, *operators.infix, *operators.postfix}
        self._values: dict[str, PrologTerm] = {}
        self._layouts: dict[str, int] = {}
        self._odd: set[str] = set()
        self._shapes: dict[tuple[str, ...], list[BuildingStep]] = {}

    def __missing__(self, lexeme: str) -> str:
        kind = self._plain(lexeme) or self._any(lexeme)
        self[lexeme] = kind
        return kind

    def _plain(self, lexeme: str) -> str:
        """Kind of a name or a whole number without anything before it, as most are that are not seen again; else empty."""
        if not lexeme.isascii():
            return ""
        if lexeme[:1].islower() and lexeme.isidentifier() and lexeme not in self._meaning:
            self._values[lexeme] = lexeme
            return NAME
        if lexeme.isdecimal() and len(lexeme) < _DIGITS:
            self._values[lexeme] = int(lexeme)
            return _ADJACENT
        return ""

    def _any(self, lexeme: str) -> str:
        kind, value, start, _ = token_at(SourceText(lexeme, ""), 0)
        if value == "." and kind is END:  # no blank follows
            kind = NAME
        if start:
            self._layouts[lexeme] = start
        if kind in (NAME, QUOTED, VARIABLE) and not is_plain(str(value)):
            self._odd.add(lexeme)
        if kind is PUNCTUATION or (kind is NAME and value in self._meaning):
            return f" {value}" if start and value == "(" else f"  {value}"
        if kind is NUMBER:
            self._values[lexeme] = value
            return NUMBER if start else _ADJACENT
        if kind is VARIABLE:
            self._values[lexeme] = Var(str(value))
            return _ANONYMOUS if value == "_" else VARIABLE
        if kind is STRING:
            self._values[lexeme] = self._operators.in_double_quotes(str(value))
        elif kind is BACKQUOTED:
            self._values[lexeme] = make_list(map(ord, str(value)))
        elif kind in (NAME, QUOTED):
            self._values[lexeme] = value
        return kind

    def steps(
        self, shape: tuple[str, ...], clause: list[str], source: SourceText, start: int
    ) -> list[BuildingStep]:
        """The steps that build the term of any clause of a shape; this clause starts at a character of the source.

        Raises
        ------
        InputError
            A clause that is not Prolog; with its place.
        """
        steps = self._shapes.get(shape)
        if steps is None:
            steps = _Parser((*shape, END), clause, source, start, self._operators).parse()
            if len(shape) <= _LONGEST:
                self._shapes[shape] = steps
        return steps

    def operands(self, clause: list[str]) -> list[PrologTerm]:
        """Names, variables, numbers and texts of a clause, in order."""
        return [one for one in map(self._values.get, clause) if one is not None]

    def layout(self, lexeme: str) -> int:
        """Characters before the token of a lexeme."""
        return self._layouts.get(lexeme, 0)

    def hidden(self, clause: list[str], source: SourceText, start: int) -> InputError | None:
        """The error of the first name of a clause that `check_name` refuses."""
        if not self._odd or self._odd.isdisjoint(clause):
            return None
        read = zip(tokens(source, start), clause, strict=False)
        token = next(token for token, lexeme in read if lexeme in self._odd)
        try:
            check_name(str(token.value))
        except InputError as error:
            return error.at(source.place(token.start))
        raise AssertionError(token)


def _named(operands: list[PrologTerm]) -> list[PrologTerm]:
    """The operands of a clause, each anonymous variable with a name of its own."""
    taken = {one.name for one in operands if type(one) is Var}
    names = (Var(name) for name in map("_G{}".format, count(1)) if name not in taken)
    return [next(names) if one is _ANY else one for one in operands]


def _built(operands: list[PrologTerm], steps: list[BuildingStep]) -> PrologTerm:
    """The term that steps build from operands."""
    terms = operands.copy()
    for parts, made in steps:
        terms.append(made(parts(terms)))
    return terms[-1]


def _parts(places: list[int]) -> Callable[[TermParts], tuple[PrologTerm, ...]]:
    """A function that returns the terms at some places."""
    if len(places) > 1:
        return itemgetter(*places)
    first = slice(places[0], places[0] + 1) if places else slice(0)
    return lambda terms: tuple(terms[first])


class _Pending(NamedTuple):
    """A prefix or infix operator that waits for its right argument."""

    name: str
    operator: PrologOperator
    arity: int


@dataclass(slots=True)
class _Bracket:
    """An opening bracket that waits for its closing one, and what was read since; the outermost is the clause.

    Parameters
    ----------
    closing
        The bracket that closes it; empty for the clause.
    place
        Where it stands among the tokens.
    called
        Whether a name stands in front of it, whose arguments it holds.
    items
        Number of arguments or elements read so far.
    bar
        Whether a list has come to its tail.
    pending
        The operators that wait for their right argument, the last one innermost.
    """

    closing: str
    place: int
    called: bool = False
    items: int = 0
    bar: bool = False
    pending: list[_Pending] = field(default_factory=list)

    @property
    def limit(self) -> int:
        """The highest priority of the term that comes next."""
        return self.pending[-1].operator.right if self.pending else MAX_PRIORITY

    @property
    def separates(self) -> bool:
        """Whether a comma ends an item and is not an operator."""
        return self.called or self.closing == "]"


def _constant(atom: str, _: TermParts) -> str:
    return atom


def _call(parts: tuple[PrologTerm, ...]) -> Compound:
    return Compound(str(parts[0]), parts[1:])


def _partial_list(parts: TermParts) -> PrologTerm:
    return make_list(parts[:-1], parts[-1])


def _negative(parts: TermParts) -> PrologTerm:
    (number,) = parts
    assert isinstance(number, int | float)
    return -number


def _sign(kind: str) -> str:
    """The text of an operator or a piece of punctuation of a shape; empty for any other kind."""
    return kind.lstrip() if kind[0] == " " else ""


_CLOSING = {"(": ")", "[": "]", "{": "}"}

_PUNCTUATION = frozenset("(),|[]{}")

_CALL = "  ("
"""A bracket without a blank before it, in a shape."""

_PLAIN = frozenset((NAME, QUOTED, VARIABLE, NUMBER, STRING, BACKQUOTED, _ADJACENT, _ANONYMOUS))
"""Kinds of operands of one token."""


class _Parser:
    """Turns the shape of one clause into the steps that build its term; the last of the shape is `END` or `STOP`.

    Operands and operators alternate. `_operand` reads on until an operand is complete; `_operator` then takes what follows it.
    """

    def __init__(
        self,
        shape: tuple[str, ...],
        clause: list[str],
        source: SourceText,
        start: int,
        operators: OperatorTable,
    ) -> None:
        self._shape = shape
        self._clause, self._source, self._start = clause, source, start
        self._next = 0
        self._operators = operators
        self._brackets = [_Bracket("", 0)]
        self._priority = 0
        self._operands = 0
        self._steps: list[tuple[int, int, TermMaker]] = []

    def parse(self) -> list[BuildingStep]:
        """The steps of the clause."""
        complete = False
        while self._brackets:
            complete = self._operator() if complete else self._operand()
        steps: list[BuildingStep] = []
        places: list[int] = []
        taken = 0
        for before, size, made in self._steps:
            places += range(taken, before)
            taken, first = before, len(places) - size
            steps.append((_parts(places[first:]), made))
            places[first:] = [self._operands + len(steps) - 1]
        return steps

    def _made(self, size: int, made: TermMaker, priority: int = 0) -> bool:
        """Record that one term is made of the last terms."""
        self._steps.append((self._operands, size, made))
        self._priority = priority
        return True

    def _open(self, bracket: str, *, called: bool = False) -> bool:
        self._brackets.append(_Bracket(_CLOSING[bracket], self._next - 1, called))
        return False

    def _operand(self) -> bool:
        """Read the start of an operand; whether the operand is complete."""
        kind = self._shape[self._next]
        self._next += 1
        if kind in _PLAIN:
            self._operands += 1
            self._priority = 0
            return self._last_of_plain()
        sign = _sign(kind)
        if sign in _CLOSING:
            if sign != "(" and self._shape[self._next] == f"  {_CLOSING[sign]}":
                self._next += 1
                self._made(0, partial(_constant, EMPTY_LIST if sign == "[" else CURLY_FUNCTOR))
                return self._atom()
            return self._open(sign)
        if not sign or sign in _PUNCTUATION:
            raise self._unexpected("a term")
        return self._name(sign)

    def _last_of_plain(self) -> bool:
        """Pass over plain operands that are arguments or elements, of which long clauses are made, up to the last."""
        shape, at, bracket = self._shape, self._next, self._brackets[-1]
        if shape[at] == "  ," and bracket.separates and not (bracket.pending or bracket.bar):
            while shape[at] == "  ," and shape[at + 1] in _PLAIN:
                at += 2
            passed = (at - self._next) // 2
            self._operands += passed
            bracket.items += passed
            self._next = at
        return shape[at - 1] not in (NAME, QUOTED) or self._atom()

    def _atom(self) -> bool:
        """Take the atom that was read as a term, or as the functor of a compound if a bracket follows at once."""
        if self._shape[self._next] != _CALL:
            return True
        self._next += 1
        if self._shape[self._next] == "  )":
            self._next += 1
            return self._made(1, _call)
        return self._open("(", called=True)

    def _name(self, name: str) -> bool:
        """Read a name that is an operator, or the minus of a number."""
        following = self._shape[self._next]
        if name == "-" and following is _ADJACENT:
            self._next += 1
            self._operands += 1
            return self._made(1, _negative)
        prefix = self._operators.prefix.get(name)
        if following == _CALL or prefix is None or not self._takes_argument():
            self._made(0, partial(_constant, name))
            return self._atom()
        bracket = self._brackets[-1]
        if prefix.priority > bracket.limit:
            raise self._clash(name)
        bracket.pending.append(_Pending(name, prefix, 1))
        return False

    def _takes_argument(self) -> bool:
        """Whether a prefix operator takes the next token as its argument, and is not an atom."""
        if not self._starts_term(self._next):
            return False
        table, sign = self._operators, _sign(self._shape[self._next])
        infix = (sign in table.infix or sign in table.postfix) and sign not in table.prefix
        # `- = x` is an equation; `- =(x)`, `f(- =)` and `dynamic mod/1` are not.
        return (
            not infix
            or self._shape[self._next + 1] == _CALL
            or not self._starts_term(self._next + 1)
        )

    def _starts_term(self, index: int) -> bool:
        kind = self._shape[index]
        sign = _sign(kind)
        if sign in _PUNCTUATION:
            return sign in _CLOSING
        if sign in self._operators.infix:
            return (
                index == self._next
                or sign in self._operators.prefix
                or self._shape[index + 1] == _CALL
            )
        return kind not in (END, STOP)

    def _operator(self) -> bool:
        """Read the token after an operand; false if another operand has to follow."""
        kind = self._shape[self._next]
        sign = _sign(kind)
        bracket = self._brackets[-1]
        self._next += 1
        if sign in _PUNCTUATION:
            if sign == bracket.closing:
                return self._close(bracket)
            if bracket.separates and not bracket.bar and sign == ",":
                self._finish_item(bracket)
                return False
            if bracket.closing == "]":
                if sign == "|" and not bracket.bar:
                    self._finish_item(bracket)
                    bracket.bar = True
                    return False
            elif sign == "|" or (sign == "," and not bracket.separates):
                return self._infix(sign, bracket)
        elif sign:
            return self._infix(sign, bracket)
        elif kind in (END, STOP) and not bracket.closing:
            self._reduce_all(bracket)
            self._brackets.pop()
            return True
        raise self._unexpected(self._expected_after(bracket))

    def _infix(self, name: str, bracket: _Bracket) -> bool:
        """Take an infix or postfix operator; false if its right argument has to follow."""
        infix = self._operators.infix.get(name)
        postfix = self._operators.postfix.get(name)
        if postfix is not None and (infix is None or not self._starts_term(self._next)):
            self._complete_tighter(name, postfix, bracket)
            return self._made(1, partial(Compound, name), postfix.priority)
        if infix is None:
            raise self._unexpected(self._expected_after(bracket))
        self._complete_tighter(name, infix, bracket)
        bracket.pending.append(_Pending(name, infix, 2))
        return False

    def _complete_tighter(self, name: str, operator: PrologOperator, bracket: _Bracket) -> None:
        """Complete the waiting operators that bind too tightly to take the new one's term as an argument."""
        while operator.priority > bracket.limit:
            self._reduce(bracket)
        if self._priority > operator.left:
            raise self._clash(name)

    def _reduce(self, bracket: _Bracket) -> None:
        """Give the innermost waiting operator its right argument."""
        name, operator, arity = bracket.pending.pop()
        self._made(arity, partial(Compound, name), operator.priority)

    def _reduce_all(self, bracket: _Bracket) -> None:
        while bracket.pending:
            self._reduce(bracket)

    def _finish_item(self, bracket: _Bracket) -> None:
        self._reduce_all(bracket)
        bracket.items += 1

    def _close(self, bracket: _Bracket) -> bool:
        """The term that a closing bracket completes."""
        self._finish_item(bracket)
        self._brackets.pop()
        if bracket.called:
            return self._made(bracket.items + 1, _call)
        if bracket.closing == "]":
            return self._made(bracket.items, _partial_list if bracket.bar else make_list)
        if bracket.closing == "}":
            return self._made(1, partial(Compound, CURLY_FUNCTOR))
        self._priority = 0
        return True

    def _expected_after(self, bracket: _Bracket) -> str:
        if not bracket.closing:
            return "an operator or the . that ends the clause"
        others = " a comma or" if bracket.separates else " or"
        opened = self._source.place(self._token(bracket.place).start)
        return f"an operator,{others} the {bracket.closing} for the bracket of line {opened.line}"

    def _token(self, index: int) -> Token:
        """A token of the clause, with its place in the text."""
        return token_at(self._source, self._start + sum(map(len, self._clause[:index])))

    def _unexpected(self, expected: str) -> InputError:
        """The error for the token that was read last."""
        token = self._token(self._next - 1)
        if token.kind is STOP:
            found = "the end of the text"
        elif token.kind is END:
            found = "the . that ends the clause"
        else:
            found = self._source.text[token.start : min(token.end, token.start + 60)]
        remedy = None
        if found == "(" and self._next > 1:
            before = self._token(self._next - 2)
            if before.kind is VARIABLE:
                named = str(before.value)[:40]
                small = named.lower().lstrip("_") or "p"
                remedy = (
                    f"a name that begins with a small letter, {small}(...): {named} is a variable"
                )
        return self._source.error(
            "syntax error", token.start, expected=expected, found=found, remedy=remedy
        )

    def _clash(self, name: str) -> InputError:
        """The error for an operator that was read last."""
        return self._source.error(
            "operator priority clash",
            self._token(self._next - 1).start,
            expected="brackets around the argument of an operator",
            found=name,
        )
