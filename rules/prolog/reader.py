"""Reading Prolog text without Prolog: an operator-precedence reader.

What is read is ISO Prolog as SWI-Prolog reads it:

- clauses that end in ``.``; ``%`` and ``/* */`` comments; variables, ``_`` being another one each time;
- atoms plain, quoted and of symbols, with the escapes of ISO and ``\\e \\s \\uXXXX \\UXXXXXXXX``; quoted atoms are
  operands, never operators, as in SWI-Prolog; any letter of Unicode may stand in a name;
- integers ``1_000 0x1F 0o17 0b101 0'c``, floats, strings ``"..."`` or what the flag ``double_quotes`` makes of them, and lists of codes between backquotes;
- compounds ``f(X)`` and ``f()``, lists, ``{...}``, prefix, infix and postfix operators of SWI-Prolog's default table
  and those of ``:- op(...)`` and ``:- module(..., [op(...)])``, from that clause on. An argument may be an operator
  term of any priority.

Not read: dicts and ``a.b``, rational numbers ``1r3``, digits grouped by blanks, radix notation ``16'FF``, infinite and
undefined floats, block operators, quasi quotations, symbols beyond ASCII, conditional compilation (``:- if`` is a
clause like any other). ``'[]'`` is the same atom as ``[]``.

The reader keeps its own stack, so that no nesting is too deep for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ..checked import checked
from ..errors import InputError, Place, check_name, is_plain
from ..room import no_collection
from ..term import CURLY_FUNCTOR, EMPTY_LIST, Compound, PrologTerm, Var, make_list
from ..text.text_file import SourceText
from .operators import MAX_PRIORITY, OperatorTable, PrologOperator
from .tokens import (
    BACKQUOTED,
    END,
    FLAT,
    NAME,
    NUMBER,
    PUNCTUATION,
    QUOTED,
    STOP,
    STRING,
    VARIABLE,
    Token,
    integer,
    tokens,
    unfolded,
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: its term, and the place of its first character.

    A program may have atoms such as ``'\\n'``, but no name that a file tells us may be one: whoever takes names from a
    clause calls `check_names`.
    """

    term: PrologTerm
    place: Place
    hidden: InputError | None = field(default=None, compare=False)

    def check_names(self) -> None:
        """Raise the InputError of a name in it that `rules.errors.check_name` refuses."""
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
        Those in force, which the text may change; by default those of SWI-Prolog. They are the last ones from the first
        clause on if `read_ahead` has read the text.

    Raises
    ------
    InputError
        Text that is not Prolog, a last clause without its ``.``, or an impossible operator; with its place.
    """
    operators = operators or OperatorTable.default()
    if (text, source) in _AHEAD and operators == OperatorTable.default():
        ahead, at_end = _AHEAD.pop((text, source))
        operators.become(at_end)
        yield from ahead
        return
    located = SourceText(text, source)
    flat = _FlatTerms(located)
    names = _QUOTED if is_plain(_SPACE.sub("", located.text)) else _QUOTED | _WORDS
    hidden: InputError | None = None
    clause: list[Token] = []
    for token in tokens(located):
        clause.append(token)
        if token.kind in names and hidden is None and not is_plain(str(token.value)):
            hidden = _hidden(located, token)
        if token.kind is END:
            term = _of_flat_terms(clause, operators, flat)
            if term is None:
                term = _Parser(located, clause, operators, flat).parse()
            read = Clause(term, located.place(clause[0].start), hidden)
            hidden = None
            try:
                operators.obey(read.term)
            except InputError as error:
                raise error.at(read.place) from None
            yield read
            clause = []
    if len(clause) > 1:
        # A fault inside the clause is the better message.
        _Parser(located, clause, operators, flat).parse()
        raise located.error(
            "the last clause has no end",
            clause[-2].end,
            expected="a full stop after the clause",
            found="end of text",
        )


@no_collection()
def read_ahead(text: str, source: str) -> list[Clause]:
    """All clauses of a text; the next `read_clauses` of it takes them, so that a file is read once.

    Raises
    ------
    InputError
        As `read_clauses`.
    """
    operators = OperatorTable.default()
    clauses = list(read_clauses(text, source, operators=operators))
    _AHEAD.clear()
    _AHEAD[text, source] = clauses, operators
    return clauses


_AHEAD: dict[tuple[str, str], tuple[list[Clause], OperatorTable]] = {}
"""Clauses that `read_ahead` has read last, with the operators at their end, by text and name."""

_SPACE = re.compile(r"[\t\r\n]+")

_QUOTED, _WORDS = frozenset({FLAT, QUOTED}), frozenset({NAME, VARIABLE})
"""Tokens with names that may hold any sign, and those whose signs stand in the text itself."""


def _hidden(source: SourceText, token: Token) -> InputError:
    try:
        check_name(str(token.value))
    except InputError as error:
        return error.at(source.place(token.start))
    raise AssertionError(token)


_NECK = OperatorTable.default().infix[":-"]


class _FlatTerms:
    """Reads tokens of kind `FLAT`, and remembers their arguments.

    They are compound terms of atoms, variables and whole numbers, which most of a large file is made of.
    """

    def __init__(self, source: SourceText) -> None:
        self._arguments = _FlatArguments(source)

    def read(self, token: Token) -> Compound:
        """The term of a token.

        Raises
        ------
        InputError
            A number of too many digits; with the place of the term.
        """
        functor, _, rest = str(token.value).partition("(")
        self._arguments.start = token.start
        found = map(self._arguments.__getitem__, rest[:-1].split(","))
        return Compound(functor, tuple(found))


class _FlatArguments(dict[str, PrologTerm]):
    """Arguments by their texts; ``start`` is where in the source the term begins that is read."""

    def __init__(self, source: SourceText) -> None:
        self.source, self.start = source, 0

    def __missing__(self, text: str) -> PrologTerm:
        argument = text.lstrip(" ")
        found: PrologTerm = argument
        if argument[0] == "'":
            found = argument[1:-1].replace("\\'", "'")
        elif argument < ":":
            found = integer(self.source, argument, self.start)
        elif argument < "[":
            found = Var(argument)
        self[text] = found
        return found


def _of_flat_terms(
    clause: list[Token], operators: OperatorTable, flat: _FlatTerms
) -> PrologTerm | None:
    """The term of a clause of flat terms between ``:-`` and commas, as most of a large file are; None of any other clause."""
    size = len(clause)
    if size % 2 or clause[0].kind is not FLAT:
        return None
    if size > 2 and (clause[1][:2] != (NAME, ":-") or operators.infix.get(":-") != _NECK):
        return None
    for place in range(2, size, 2):
        if clause[place].kind is not FLAT:
            return None
        mark = clause[place + 1]
        if mark[:2] != (PUNCTUATION, ",") if place + 2 < size else mark.kind is not END:
            return None
    head = flat.read(clause[0])
    if size == 2:
        return head if clause[1].kind is END else None
    terms = [flat.read(token) for token in clause[2::2]]
    body: PrologTerm = terms.pop()
    while terms:
        body = Compound(",", (terms.pop(), body))
    return Compound(":-", (head, body))


class _Pending(NamedTuple):
    """A prefix or infix operator that waits for its right argument."""

    name: str
    operator: PrologOperator
    left: PrologTerm | None


@dataclass(slots=True)
class _Bracket:
    """An opening bracket that waits for its closing one, and what was read since; the outermost is the clause.

    Parameters
    ----------
    closing
        The bracket that closes it; empty for the clause.
    start
        Where it stands.
    functor
        The name in front of the arguments of a compound term, or None.
    items
        The arguments or elements read so far.
    bar
        Whether a list has come to its tail.
    pending
        The operators that wait for their right argument, the last one innermost.
    """

    closing: str
    start: int
    functor: str | None = None
    items: list[PrologTerm] = field(default_factory=list)
    bar: bool = False
    pending: list[_Pending] = field(default_factory=list)

    @property
    def limit(self) -> int:
        """The highest priority of the term that comes next."""
        return self.pending[-1].operator.right if self.pending else MAX_PRIORITY

    @property
    def separates(self) -> bool:
        """Whether a comma ends an item and is not an operator."""
        return self.functor is not None or self.closing == "]"


_CLOSING = {"(": ")", "[": "]", "{": "}"}


class _Parser:
    """Turns the tokens of one clause into a term; the last token is `END` or `STOP`.

    Operands and operators alternate. `_operand` reads on until an operand is complete and keeps it in ``_left``;
    `_operator` then takes what follows it.
    """

    def __init__(
        self, source: SourceText, clause: list[Token], operators: OperatorTable, flat: _FlatTerms
    ) -> None:
        self._flat = flat
        self._source = source
        self._tokens = clause
        self._next = 0
        self._operators = operators
        self._brackets = [_Bracket("", clause[0].start)]
        self._left: PrologTerm = ""
        self._priority = 0
        self._anonymous = 0

    def parse(self) -> PrologTerm:
        """The term of the clause."""
        complete = False
        while self._brackets:
            complete = self._operator() if complete else self._operand()
        return self._left

    def _complete(self, term: PrologTerm, priority: int = 0) -> bool:
        self._left = term
        self._priority = priority
        return True

    def _open(self, token: Token, functor: str | None = None) -> bool:
        closing = _CLOSING[str(token.value)]
        self._brackets.append(_Bracket(closing, token.start, functor))
        return False

    def _at(self, bracket: str, offset: int | None = None) -> bool:
        """Whether the next token is this bracket, right at ``offset`` unless that is None."""
        token = self._tokens[self._next]
        return (
            token.kind is PUNCTUATION
            and token.value == bracket
            and (offset is None or token.start == offset)
        )

    def _operand(self) -> bool:
        """Read the start of an operand; true if that is all of it, false if an operand is wanted still."""
        token = self._tokens[self._next]
        self._next += 1
        kind, value = token.kind, token.value
        if kind is FLAT:
            return self._complete(self._flat.read(token))
        if kind is NUMBER:
            return self._complete(value)
        if kind is VARIABLE:
            return self._complete(self._variable(str(value)))
        if kind is NAME:
            return self._name(token, str(value))
        if kind is QUOTED:
            return self._atom(str(value), token.end)
        if kind is STRING:
            return self._complete(self._operators.in_double_quotes(str(value)))
        if kind is BACKQUOTED:
            return self._complete(make_list(map(ord, str(value))))
        if kind is PUNCTUATION and value in ("(", "[", "{"):
            if value != "(" and self._at(_CLOSING[str(value)]):
                end = self._tokens[self._next].end
                self._next += 1
                return self._atom(EMPTY_LIST if value == "[" else CURLY_FUNCTOR, end)
            return self._open(token)
        raise self._unexpected(token, "a term")

    def _variable(self, name: str) -> Var:
        if name != "_":
            return Var(name)
        if not self._anonymous:
            self._taken = {token.value for token in self._tokens if token.kind is VARIABLE}
        self._anonymous += 1
        while f"_G{self._anonymous}" in self._taken:
            self._anonymous += 1
        return Var(f"_G{self._anonymous}")

    def _atom(self, name: str, end: int) -> bool:
        """An atom, or the start of a compound term where a bracket follows at once."""
        if not self._at("(", end):
            return self._complete(name)
        token = self._tokens[self._next]
        self._next += 1
        if self._at(")"):
            self._next += 1
            return self._complete(Compound(name, ()))
        return self._open(token, name)

    def _name(self, token: Token, name: str) -> bool:
        if self._at("(", token.end):
            return self._atom(name, token.end)
        following = self._tokens[self._next]
        if name == "-" and following.kind is NUMBER and following.start == token.end:
            self._next += 1
            assert not isinstance(following.value, str)
            return self._complete(-following.value)
        prefix = self._operators.prefix.get(name)
        if prefix is None or not self._takes_argument():
            return self._complete(name)
        bracket = self._brackets[-1]
        if prefix.priority > bracket.limit:
            raise self._clash(token)
        bracket.pending.append(_Pending(name, prefix, None))
        return False

    def _takes_argument(self) -> bool:
        """Whether a prefix operator before the next token is one, and not an atom."""
        if not self._starts_term(self._next):
            return False
        token = self._tokens[self._next]
        infix = (
            token.kind is NAME
            and (token.value in self._operators.infix or token.value in self._operators.postfix)
            and token.value not in self._operators.prefix
        )
        if not infix:
            return True
        self._next += 1
        called = self._at("(", token.end)
        self._next -= 1
        # `- = x` is an equation; `- =(x)`, `f(- =)` and `dynamic mod/1` are not.
        return called or not self._starts_term(self._next + 1)

    def _starts_term(self, index: int) -> bool:
        token = self._tokens[index]
        if token.kind is PUNCTUATION:
            return token.value in ("(", "[", "{")
        if token.kind is NAME and token.value in self._operators.infix:
            following = self._tokens[index + 1]
            return (
                index == self._next
                or token.value in self._operators.prefix
                or (
                    following.kind is PUNCTUATION
                    and following.value == "("
                    and following.start == token.end
                )
            )
        return token.kind not in (END, STOP)

    def _operator(self) -> bool:
        """Read what follows an operand; false if an operand is wanted next."""
        token = self._tokens[self._next]
        if token.kind is FLAT:  # an operator before a bracket
            self._tokens[self._next : self._next + 1] = unfolded(self._source, token)
            token = self._tokens[self._next]
        bracket = self._brackets[-1]
        self._next += 1
        if token.kind is NAME:
            return self._infix(token, str(token.value), bracket)
        if token.kind is PUNCTUATION:
            if token.value == bracket.closing:
                return self._close(bracket)
            if bracket.separates and not bracket.bar and token.value == ",":
                self._finish_item(bracket)
                return False
            if bracket.closing == "]":
                if token.value == "|" and not bracket.bar:
                    self._finish_item(bracket)
                    bracket.bar = True
                    return False
            elif token.value == "|" or (token.value == "," and not bracket.separates):
                return self._infix(token, str(token.value), bracket)
        elif token.kind in (END, STOP) and not bracket.closing:
            self._reduce_all(bracket)
            self._brackets.pop()
            return True
        raise self._unexpected(token, self._expected_after(bracket))

    def _infix(self, token: Token, name: str, bracket: _Bracket) -> bool:
        """Take an infix or postfix operator; false if its right argument is wanted next."""
        infix = self._operators.infix.get(name)
        postfix = self._operators.postfix.get(name)
        if postfix is not None and (infix is None or not self._starts_term(self._next)):
            self._complete_tighter(postfix, token, bracket)
            return self._complete(Compound(name, (self._left,)), postfix.priority)
        if infix is None:
            raise self._unexpected(token, self._expected_after(bracket))
        self._complete_tighter(infix, token, bracket)
        bracket.pending.append(_Pending(name, infix, self._left))
        return False

    def _complete_tighter(self, operator: PrologOperator, token: Token, bracket: _Bracket) -> None:
        """Complete the waiting operators that bind too tightly to take the new one's term as an argument."""
        while operator.priority > bracket.limit:
            self._reduce(bracket)
        if self._priority > operator.left:
            raise self._clash(token)

    def _reduce(self, bracket: _Bracket) -> None:
        """Give the innermost waiting operator its right argument."""
        name, operator, left = bracket.pending.pop()
        arguments = (self._left,) if left is None else (left, self._left)
        self._complete(Compound(name, arguments), operator.priority)

    def _reduce_all(self, bracket: _Bracket) -> None:
        while bracket.pending:
            self._reduce(bracket)

    def _finish_item(self, bracket: _Bracket) -> None:
        self._reduce_all(bracket)
        bracket.items.append(self._left)

    def _close(self, bracket: _Bracket) -> bool:
        """The term that a closing bracket completes."""
        self._finish_item(bracket)
        self._brackets.pop()
        items = bracket.items
        if bracket.functor is not None:
            return self._complete(Compound(bracket.functor, tuple(items)))
        if bracket.closing == "]":
            tail = items.pop() if bracket.bar else EMPTY_LIST
            return self._complete(make_list(items, tail))
        if bracket.closing == "}":
            return self._complete(Compound(CURLY_FUNCTOR, (items[0],)))
        return self._complete(items[0])

    def _expected_after(self, bracket: _Bracket) -> str:
        if not bracket.closing:
            return "an operator or the . that ends the clause"
        others = " a comma or" if bracket.separates else " or"
        opened = self._source.place(bracket.start)
        return f"an operator,{others} the {bracket.closing} for the bracket of line {opened.line}"

    def _unexpected(self, token: Token, expected: str) -> InputError:
        if token.kind is STOP:
            found = "the end of the text"
        elif token.kind is END:
            found = "the . that ends the clause"
        else:
            found = self._source.text[token.start : min(token.end, token.start + 60)]
        remedy = None
        before = self._tokens[self._next - 2]
        if found == "(" and self._next > 1 and before.kind is VARIABLE:
            named = str(before.value)[:40]
            small = named.lower().lstrip("_") or "p"
            remedy = f"a name that begins with a small letter, {small}(...): {named} is a variable"
        return self._source.error(
            "syntax error", token.start, expected=expected, found=found, remedy=remedy
        )

    def _clash(self, token: Token) -> InputError:
        return self._source.error(
            "operator priority clash",
            token.start,
            expected="brackets around the argument of an operator",
            found=str(token.value),
        )
