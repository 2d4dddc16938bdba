"""Output of a program: what ``write/1``, ``format/2`` and their relatives print is kept as text, as SWI-Prolog prints it."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from ...rules.errors import InputError, TooLargeError
from ...rules.prolog.operators import OperatorTable
from ...rules.term import EMPTY_LIST, Compound, PrologString, Var, make_list
from ..program.program import Indicator
from ..program.written import Style, clause_layout, is_variable, variable_letter, written
from .arithmetic import (
    NOT_BOUND,
    TermError,
    items_of,
    known_items,
    misfit,
    shown,
    value,
    wrong_type,
)
from .texts import text_of
from .variables import Fresh, ProofTerm, Trail, bound_terms, unbound_variables, unify, walked

Args = tuple[ProofTerm, ...]

MOST_OUTPUT = 1 << 26
"""Greatest number of characters that a search may print."""

_SWITCHES = {
    "quoted": "quoted",
    "numbervars": "numbered",
    "ignore_ops": "ignore_operators",
    "fullstop": "fullstop",
    "nl": "nl",
    "dotlists": "",
    "no_lists": "",
}
"""Options of ``write_term/2`` that are true or false, by their names; what is empty has to be false."""

_VALUES = ("priority", "spacing", "variable_names")
"""Its other options."""

_STREAMS = frozenset({"user_output", "user_error", "current_output", "user"})


def is_stream(stream: ProofTerm, streams: Container[str], fault: str, expected: str) -> bool:
    """Whether a term is one of some streams; `TermError` tells the fault of any other term."""
    found = walked(stream)
    if type(found) is str and found in streams:
        return True
    wrong = NOT_BOUND if type(found) is Fresh else Compound("existence_error", ("stream", found))
    raise TermError(fault, wrong, expected=expected, found=shown(found))


def options_of(term: ProofTerm, predicate: str) -> Iterator[tuple[str, ProofTerm]]:
    """Name and value of each option of a list.

    Raises
    ------
    InputError
        What is no list of options ``Name(Value)``.
    """
    for one in known_items(term, predicate):
        option = walked(one)
        if type(option) is Fresh:
            raise TermError(f"{predicate} needs options", NOT_BOUND, found=shown(term))
        if type(option) is not Compound or len(option.args) != 1:
            raise misfit(f"{predicate} needs options", "option", option, expected="Name(Value)")
        yield option.functor, walked(option.args[0])


class Output:
    """Output of a program.

    Parameters
    ----------
    operators
        Operators in force.

    Attributes
    ----------
    predicates
        The predicates that print.
    """

    def __init__(self, operators: OperatorTable) -> None:
        self._operators = operators
        self._parts: list[str] = []
        self._size = 0
        self._captured: list[tuple[list[str], int]] = []
        self._column = 0
        self._names: dict[Fresh, Var] = {}
        self.predicates: dict[Indicator, Callable[[Args, Trail], bool]] = {
            ("nl", 0): lambda args, trail: self.put("\n"),
            ("nl", 1): lambda args, trail: self._to(args[0], "nl/1") and self.put("\n"),
            ("$capture", 0): self._capture,
            ("$captured", 1): self._end_capture,
            ("$into", 2): lambda args, trail: _unified(args[0], text_of(args[1], ""), trail),
            ("flush_output", 0): lambda args, trail: True,
            ("flush_output", 1): lambda args, trail: self._to(args[0], "flush_output/1"),
            ("ttyflush", 0): lambda args, trail: True,
            ("write_term", 2): lambda args, trail: self._write_term(args, "write_term/2"),
            ("write_term", 3): self._write_term_to,
            ("format", 1): lambda args, trail: self._format(args[0], EMPTY_LIST),
            ("format", 2): lambda args, trail: self._format(args[0], args[1]),
            ("format", 3): self._format_to,
            ("writef", 2): self._writef,
        }
        one_term: dict[str, Callable[[ProofTerm], str]] = {
            "write": lambda term: self.text(term),
            "print": lambda term: self.text(term, quoted=True),
            "writeln": lambda term: self.text(term) + "\n",
            "writeq": lambda term: self.text(term, quoted=True),
            "write_canonical": self._canonical,
            "portray_clause": self._portrayed,
            "tab": self._blanks,
            "put_char": self._character,
        }
        for name, text in one_term.items():
            self.predicates[name, 1] = self._printing(text, None)
            self.predicates[name, 2] = self._printing(text, f"{name}/2")

    def clear(self) -> None:
        """Forget what was printed."""
        self._parts, self._captured = [], []
        self._size = self._column = 0
        self._names = {}

    def taken(self) -> str:
        """The text that was printed since the last time."""
        text = "".join(self._parts)
        self._parts.clear()
        return text

    def put(self, text: str) -> bool:
        """Print text.

        Raises
        ------
        TooLargeError
            More than `MOST_OUTPUT` characters.
        """
        self._parts.append(text)
        self._size += len(text)
        if self._size > MOST_OUTPUT:
            raise TooLargeError(
                "a search prints too much", expected=f"{MOST_OUTPUT:,} characters at most"
            )
        _, line, last = text.rpartition("\n")
        self._column = len(last) + (0 if line else self._column)
        return True

    def text(self, term: ProofTerm, *, quoted: bool = False, numbered: bool = True) -> str:
        """A term as ``write/1`` prints it, or ``writeq/1``; ``'$VAR'(1)`` as a variable's name if ``numbered``."""
        return self._written(term, Style(self._operators, quoted=quoted, numbered=numbered))

    def _written(
        self,
        term: ProofTerm,
        style: Style,
        named: Mapping[Fresh, Var] = MappingProxyType({}),
        priority: int = 1200,
    ) -> str:
        names = self._names
        for one in unbound_variables(term):
            names.setdefault(one, Var(f"_G{len(names) + 1}"))
        return written(bound_terms((term,), {**names, **named})[0], style, priority)

    def _canonical(self, term: ProofTerm) -> str:
        found = bound_terms((term,))[0]
        counts: dict[Var, int] = {}
        pending: list[Any] = [found]
        while pending:
            one = pending.pop()
            if isinstance(one, Var):
                counts[one] = counts.get(one, 0) + 1
            elif isinstance(one, Compound):
                pending += one.args[::-1]
        several = [one for one, count in counts.items() if count > 1]
        letters = {one: variable_letter(number) for number, one in enumerate(several)}
        style = Style(
            self._operators,
            quoted=True,
            numbered=False,
            ignore_operators=True,
            name=lambda one: letters.get(one, "_"),
        )
        return written(found, style)

    def _portrayed(self, term: ProofTerm) -> str:
        return clause_layout(bound_terms((term,))[0], self._operators)

    @staticmethod
    def _blanks(term: ProofTerm) -> str:
        count = value(term)
        if type(count) is not int:
            raise TermError(
                "tab needs a whole number", wrong_type("integer", count), found=shown(term)
            )
        return " " * count

    @staticmethod
    def _character(term: ProofTerm) -> str:
        found = walked(term)
        if type(found) is str and len(found) == 1:
            return found
        if type(found) is int and 0 <= found <= 0x10FFFF:
            return chr(found)
        raise TermError(
            "put_char needs a character", wrong_type("character", found), found=shown(term)
        )

    def _printing(
        self, text: Callable[[ProofTerm], str], predicate: str | None
    ) -> Callable[[Args, Trail], bool]:
        if predicate is None:
            return lambda args, trail: self.put(text(args[0]))
        return lambda args, trail: self._to(args[0], predicate) and self.put(text(args[1]))

    @staticmethod
    def _to(stream: ProofTerm, predicate: str) -> bool:
        """Whether a stream is one that prints; the only ones that there are."""
        return is_stream(stream, _STREAMS, f"{predicate} has no such stream", "user_output")

    # with_output_to/2 and format/3.

    def _capture(self, args: Args, trail: Trail) -> bool:
        self._captured.append((self._parts, self._column))
        self._parts, self._column = [], 0
        return True

    def _end_capture(self, args: Args, trail: Trail) -> bool:
        text = self.taken()
        self._parts, self._column = self._captured.pop()
        return unify(args[0], PrologString(text), trail)

    def _format_to(self, args: Args, trail: Trail) -> bool:
        sink = walked(args[0])
        if type(sink) is not Compound:
            return self._to(sink, "format/3") and self._format(args[1], args[2])
        self._capture((), trail)
        try:
            self._format(args[1], args[2])
        finally:
            text = self.taken()
            self._parts, self._column = self._captured.pop()
        return _unified(sink, text, trail)

    def _writef(self, args: Args, trail: Trail) -> bool:
        values = iter(items_of(args[1])[0])

        def put_in(found: re.Match[str]) -> str:
            if found[0][0] == "\\":
                return "\n"
            following = next(values, None)
            return found[0] if following is None else self.text(following)

        return self.put(re.sub(r"%[wd]|\\[nl]", put_in, text_of(args[0], "writef/2")))

    # write_term/2,3.

    def _write_term(self, args: Args, predicate: str) -> bool:
        chosen = dict(options_of(args[1], predicate))
        for name in chosen.keys() & _SWITCHES.keys():
            if chosen[name] not in ("true", "false"):
                wrong = (
                    NOT_BOUND if type(chosen[name]) is Fresh else wrong_type("bool", chosen[name])
                )
                raise TermError(f"{predicate} needs true or false for {name}", wrong)
        on = {
            _SWITCHES[name] for name in chosen.keys() & _SWITCHES.keys() if chosen[name] == "true"
        }
        if "" in on or chosen.get("max_depth", 0) != 0:
            raise InputError(
                f"{predicate} does not know this option",
                expected=", ".join((*filter(_SWITCHES.get, _SWITCHES), *_VALUES)),
                found=shown(args[1]),
            )
        style = Style(
            self._operators,
            quoted="quoted" in on,
            numbered="numbered" in on,
            ignore_operators="ignore_operators" in on,
            spaced=chosen.get("spacing") == "next_argument",
        )
        pairs = map(walked, known_items(chosen.get("variable_names", EMPTY_LIST), predicate))
        named = [list(map(walked, one.args)) for one in pairs if type(one) is Compound]
        for name, *_ in named:
            if type(name) is not str or not is_variable(name):
                wrong = Compound("domain_error", ("variable_name", name))
                raise TermError(f"{predicate} needs names of variables", wrong, found=shown(name))
        names = {one: Var(name) for name, one in named if type(one) is Fresh}
        priority = chosen.get("priority", 1200)
        text = self._written(args[0], style, names, priority if type(priority) is int else 1200)
        return self.put(text + "." * ("fullstop" in on) + "\n" * ("nl" in on))

    def _write_term_to(self, args: Args, trail: Trail) -> bool:
        return self._to(args[0], "write_term/3") and self._write_term(args[1:], "write_term/3")

    # format/1,2,3.

    def _format(self, form: ProofTerm, arguments: ProofTerm) -> bool:
        text = text_of(form, "format/2") if not _is_text_list(form) else _text_of_list(form)
        items, tail = items_of(arguments)
        values = items if tail == EMPTY_LIST else [arguments]
        _Format(self, text, values).print()
        return True


def _is_text_list(term: ProofTerm) -> bool:
    items, tail = items_of(term)
    return bool(items) and tail == EMPTY_LIST


def _text_of_list(term: ProofTerm) -> str:
    found = [walked(one) for one in items_of(term)[0]]
    return "".join(chr(one) if type(one) is int else str(one) for one in found)


def _unified(sink: ProofTerm, text: str, trail: Trail) -> bool:
    """Unify what a sink such as ``atom(A)`` holds with a text."""
    found = walked(sink)
    made: dict[str, Callable[[], ProofTerm]] = {
        "atom": lambda: text,
        "string": lambda: PrologString(text),
        "codes": lambda: make_list(map(ord, text)),
        "chars": lambda: make_list(text),
    }
    if type(found) is Compound and len(found.args) == 1 and found.functor in made:
        return unify(found.args[0], made[found.functor](), trail)
    wrong = NOT_BOUND if type(found) is Fresh else Compound("domain_error", ("output_sink", found))
    raise TermError(
        "no such place for output",
        wrong,
        expected="atom(A), string(S), codes(L)",
        found=shown(found),
    )


class _FormatError(TermError):
    """Error of ``format/2``, as SWI-Prolog throws it."""

    def __init__(self, words: str, formal: ProofTerm | None = None) -> None:
        super().__init__(f"format/2: {words}", formal or Compound("format", (words,)))


class _Format:
    """One call of ``format/2``: its text with the arguments in the places of the directives.

    A column stop spreads the blanks that are missing over the places of ``~t`` since the last one, or behind the text.
    """

    def __init__(self, output: Output, text: str, values: list[ProofTerm]) -> None:
        self._output, self._text, self._values = output, text, values
        self._used = 0
        self._line = ""  # since the last column stop
        self._fills: list[tuple[int, str]] = []
        self._start = self._stop = output._column

    def print(self) -> None:
        """Print all of it; what stands before an error is printed too."""
        try:
            self._run()
            if self._used < len(self._values):
                raise _FormatError("too many arguments")
        finally:
            self._output.put(self._line)

    def _next(self) -> ProofTerm:
        if self._used == len(self._values):
            raise _FormatError("not enough arguments")
        self._used += 1
        return walked(self._values[self._used - 1])

    def _run(self) -> None:
        text, at = self._text, 0
        while at < len(text):
            if text[at] != "~":
                self._add(text[at])
                at += 1
                continue
            at += 1
            count: int | None = None
            fill = ""
            if at < len(text) and text[at] == "*":
                found = self._next()
                if type(found) is not int:
                    raise _FormatError("no or negative integer for `*' argument")
                count, at = found, at + 1
            elif at + 1 < len(text) and text[at] == "`":
                fill, count, at = text[at + 1], ord(text[at + 1]), at + 2
            else:
                end = at
                while end < len(text) and text[end].isdecimal():
                    end += 1
                if end > at:
                    count, at = int(text[at:end]), end
            if at == len(text):
                raise _FormatError("truncated format specification")
            self._directive(text[at], count, fill)
            at += 1

    def _add(self, text: str) -> None:
        self._line += text
        if "\n" in text:
            self._output.put(self._line)
            self._line, self._fills = "", []
            self._start = self._stop = self._output._column

    def _directive(self, kind: str, count: int | None, fill: str) -> None:
        if kind in "wpqaidDsefgcrR":
            self._add(self._argument(kind, count))
        elif kind == "n":
            self._add("\n" * (1 if count is None else count))
        elif kind == "~":
            self._add("~")
        elif kind == "t":
            self._fills.append((len(self._line), fill or (chr(count) if count else " ")))
        elif kind in "|+":
            column = self._start + len(self._line)
            if kind == "+":
                stop = self._stop + (8 if count is None else count)
            else:
                stop = column if count is None else count
            self._stopped(stop - column)
            self._stop = max(stop, column) if kind == "|" else stop
        else:
            wrong = Compound("existence_error", ("format_character", kind))
            raise _FormatError(f"unknown directive ~{kind}", wrong)

    def _stopped(self, missing: int) -> None:
        """End a column that lacks some characters."""
        if missing > 0:
            fills = self._fills or [(len(self._line), " ")]
            share, rest = divmod(missing, len(fills))
            text = self._line
            for place, (where, char) in reversed(list(enumerate(fills))):
                more = share + (place >= len(fills) - rest)
                text = text[:where] + char * more + text[where:]
            self._line = text
        self._output.put(self._line)
        self._line, self._fills = "", []
        self._start = self._output._column

    def _argument(self, kind: str, count: int | None) -> str:
        """The text of the next argument by its directive."""
        term = self._next()
        if kind in "wpq":
            return self._output.text(term, quoted=kind != "w")
        if kind == "i":
            return ""
        if kind in "asc":
            return self._of_text(kind, term, count)
        if type(term) is Fresh:
            raise _FormatError("an argument is not bound", NOT_BOUND)
        number = value(term)
        if kind in "efg":
            return _decimals(kind, number, count)
        if type(number) is not int:
            raise self._wrong(kind, term)
        if kind not in "rR":
            return _grouped(number, count or 0, "," if kind == "D" else "")
        if count is None:
            raise _FormatError("~r needs a base")
        text = in_base(number, count)
        return text.upper() if kind == "R" else text

    def _of_text(self, kind: str, term: ProofTerm, count: int | None) -> str:
        if kind == "s":
            if type(term) in (str, PrologString) and term != EMPTY_LIST:
                return text_of(term, "format/2")
            return _text_of_list(term)
        taken = type(term) is int if kind == "c" else type(term) not in (Compound, Fresh)
        if not taken:
            raise self._wrong(kind, term)
        return (
            self._output.text(term) if kind == "a" else chr(term) * (1 if count is None else count)
        )

    @staticmethod
    def _wrong(kind: str, term: ProofTerm) -> _FormatError:
        return _FormatError(
            f"~{kind} does not take {shown(term)}", Compound("format_argument_type", (kind, term))
        )


def in_base(number: int, base: int) -> str:
    """A whole number in the digits of a base from 2 to 36."""
    digits = ""
    rest = abs(number)
    while rest or not digits:
        rest, digit = divmod(rest, base)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return ("-" if number < 0 else "") + digits


def _decimals(kind: str, number: int | float, count: int | None) -> str:
    places = 6 if count is None else count
    if kind == "f" and type(number) is int:  # which may be larger than any float
        return f"{number}." + "0" * places if places else str(number)
    return f"{float(number):.{places}{kind}}"


def _grouped(number: int, places: int, comma: str) -> str:
    """A whole number with a point before its last digits, and with commas between thousands if there are to be any."""
    digits = str(abs(number)).rjust(places + 1, "0")
    whole, part = digits[: len(digits) - places], digits[len(digits) - places :]
    if comma:
        whole = f"{int(whole):,}"
    return ("-" if number < 0 else "") + whole + (f".{part}" if places else "")
