"""Built-in predicates on the letters of atoms, strings and numbers."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterator

from ...rules.errors import InputError, TooLargeError
from ...rules.prolog.writer import write_term
from ...rules.term import EMPTY_LIST, LIST_FUNCTOR, Compound, PrologString, make_list
from ..program.program import Indicator
from .arithmetic import (
    NOT_BOUND,
    TermError,
    items_of,
    known_items,
    misfit,
    shown,
    wrong_count,
    wrong_type,
)
from .variables import Fresh, ProofTerm, Trail, unify, walked

Args = tuple[ProofTerm, ...]
Maker = Callable[[str], ProofTerm]

_NUMBER = re.compile(
    r"""(?P<sign> [+-]?) (?:
      (?P<float>   \d+\.\d+ (?:[eE][+-]?\d+)? | \d+[eE][+-]?\d+ )
    | (?P<code>    0'(?: '' | . ) )
    | (?P<based>   0x[0-9a-fA-F]+(?:_\s*[0-9a-fA-F]+)* | 0[bo]\d+(?:(?:_\s*|[ ])\d+)* )
    | (?P<integer> \d+(?:(?:_\s*|[ ])\d+)* )
    | (?P<radix>   \d+ ) '(?P<digits> [0-9a-zA-Z]+(?:(?:_\s*|[ ])[0-9a-zA-Z]+)* )
    | (?P<unread>  \d+\.\d+(?:Inf|NaN) | [\d_\s]*\dr\d[\d_\s]* )
    )""",
    re.VERBOSE | re.DOTALL,
)
"""Numbers as SWI-Prolog reads them from texts, in which no escape stands for a letter; what is unread it reads too."""


def text_of(term: ProofTerm, predicate: str, kind: str = "atom") -> str:
    """The letters of an atom, a string or a number; of a list of letters too for predicates in `_OF_LISTS`.

    Raises
    ------
    TermError
        Any other term; ``[]`` is no atom.
    """
    term = walked(term)
    if type(term) is str and term != EMPTY_LIST:
        return term
    if type(term) is PrologString:
        return term.text
    if type(term) in (int, float) and predicate not in _NOT_OF_NUMBERS:
        return write_term(term)
    listed = term == EMPTY_LIST or (type(term) is Compound and term.functor == LIST_FUNCTOR)
    if listed and predicate in _OF_LISTS:
        return letters(term, predicate)
    raise TermError(
        f"{predicate} needs a text",
        wrong_type(kind, term),
        expected="an atom or a string"
        if predicate in _NOT_OF_NUMBERS
        else "an atom, a string or a number",
        found="a variable that is not bound" if type(term) is Fresh else shown(term),
    )


_OF_LISTS = frozenset(
    {
        *("atom_length/2", "string_length/2", "string_chars/2", "string_codes/2", "atom_string/2"),
        *("string_to_atom/2", "text_to_string/2", "split_string/4", "string_code/3"),
    }
)
"""Predicates that take a list of characters or codes for a text, so that ``[]`` is the empty one."""

_NOT_OF_NUMBERS = frozenset({"text_to_string/2", "split_string/4", "string_code/3"})
"""Predicates that take no number for a text."""


def _number_of(text: str, predicate: str) -> ProofTerm:
    """The number that letters are.

    Raises
    ------
    ValueError
        Text that is no number, with the name of the syntax error.
    InputError
        A number that is not read here.
    """
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise ValueError("illegal_number")
    sign = -1 if found["sign"] == "-" else 1
    if found["code"]:
        return sign * ord(found["code"][2])
    if found["unread"] or not text.isascii():
        raise InputError(
            f"{predicate} does not read this number",
            expected="a finite number in the digits 0 to 9, no fraction",
            found=text[:80],
        )
    if found["float"]:
        number = float(found["float"])
        if number == math.inf:
            raise ValueError("float_overflow")
        return sign * number
    return sign * _whole(found)


def _whole(found: re.Match[str]) -> int:
    """The whole number that digits of a base are."""
    if found["integer"]:
        base, digits = 10, found["integer"]
    elif found["based"]:
        base, digits = {"x": 16, "o": 8, "b": 2}[found["based"][1]], found["based"][2:]
    else:
        base, digits = int(found["radix"].lstrip("0")[:3] or 0), found["digits"]
    signed = found["sign"] == "-" and found["radix"]
    if signed or not 2 <= base <= 36 or (base > 10 and re.search(r"(?<!_)(?<!\s)\s", digits)):
        raise ValueError("illegal_number")
    digits = re.sub(r"[_\s]", "", digits)
    if any(int(one, 36) >= base for one in set(digits)):
        raise ValueError("illegal_number")
    try:
        return int(digits, base)
    except ValueError:  # Python's own limit against quadratic time
        long = f"{len(digits):,} digits"
        raise TooLargeError(
            "number too long", expected="4,300 digits at most", found=long
        ) from None


def _bound(term: ProofTerm) -> bool:
    return type(walked(term)) is not Fresh


def _same(term: ProofTerm, text: str, make: Maker, predicate: str, trail: Trail) -> bool:
    """Whether an argument has this text; a variable is bound to the term made of it."""
    if _bound(term):
        return text_of(term, predicate) == text
    return unify(term, make(text), trail)


def letters(term: ProofTerm, predicate: str) -> str:
    """The text that a list of characters or of codes is, or a string.

    Raises
    ------
    TermError
        Any other term.
    """
    if type(walked(term)) is PrologString:
        return walked(term).text  # type: ignore[no-any-return]
    found = [walked(one) for one in known_items(term, predicate)]
    if all(type(one) is int and 0 <= one <= 0x10FFFF for one in found):
        return "".join(map(chr, found))
    if all(_is_letter(one) for one in found):
        return "".join(found)
    wrong = next((one for one in found if type(one) is Fresh), None) or next(
        (one for one in found if type(one) is not type(found[0]) or not _is_letter(one)), found[0]
    )
    formal = wrong_type("character", wrong)
    raise TermError(f"{predicate} needs characters", formal, found=shown(term))


def _is_letter(term: ProofTerm) -> bool:
    return type(term) is str and len(term) == 1


def _known_letters(term: ProofTerm, predicate: str) -> str | None:
    """The text that a term spells; None of a list with variables, or of which the end is not known."""
    items, tail = items_of(term)
    if type(tail) is Fresh or (items and any(type(walked(one)) is Fresh for one in items)):
        return None
    return letters(term, predicate)


def _spelt(predicate: str, make: Maker, *, codes: bool) -> Callable[[Args, Trail], bool]:
    """A predicate that relates a text to the list of its letters."""

    def spelt(args: Args, trail: Trail) -> bool:
        if _bound(args[0]):
            text = text_of(args[0], predicate)
            known = _known_letters(args[1], predicate)
            if known is not None:
                return known == text
            return unify(args[1], make_list(map(ord, text) if codes else text), trail)
        return unify(args[0], make(letters(args[1], predicate)), trail)

    return spelt


def _number_spelt(predicate: str, *, codes: bool) -> Callable[[Args, Trail], bool]:
    """A predicate that relates a number to the list of its digits."""

    def spelt(args: Args, trail: Trail) -> bool:
        number = walked(args[0])
        known = _known_letters(args[1], predicate)
        if type(number) in (int, float) and known is None:
            text = write_term(number)
            return unify(args[1], make_list(map(ord, text) if codes else text), trail)
        if type(number) not in (int, float, Fresh):
            raise misfit(f"{predicate} needs a number", "number", number)
        text = letters(args[1], predicate) if known is None else known
        start = next((at for at, one in enumerate(text) if not _is_space(one)), 0)
        try:
            return unify(number, _number_of(text[start:], predicate), trail)
        except ValueError as error:
            wrong = Compound("syntax_error", (str(error),))
            raise TermError(
                f"{predicate} needs the digits of a number", wrong, found=shown(args[1])
            ) from None

    return spelt


def _converted(predicate: str, left: Maker, right: Maker) -> Callable[[Args, Trail], bool]:
    """A predicate that converts text between two forms; one of its arguments must be known."""

    def converted(args: Args, trail: Trail) -> bool:
        if _bound(args[0]):
            return _same(args[1], text_of(args[0], predicate), right, predicate, trail)
        return unify(args[0], left(text_of(args[1], predicate)), trail)

    return converted


def _numbered(predicate: str, make: Maker) -> Callable[[Args, Trail], bool]:
    """A predicate that relates a text, its place told by the name, to the number that it is."""
    text_first = predicate == "atom_number/2"

    def needs(kind: str, term: ProofTerm) -> TermError:
        return misfit(f"{predicate} needs {kind}", kind.split()[1], term)

    def numbered(args: Args, trail: Trail) -> bool:
        text, number = args if text_first else args[::-1]
        if not _bound(text):
            if type(walked(number)) not in (int, float):
                raise needs("a number", number)
            return unify(text, make(text_of(number, predicate)), trail)
        if (
            type(walked(text)) in (int, float)
            if text_first
            else type(walked(text)) is not PrologString
        ):
            raise needs("an atom" if text_first else "a string", text)
        if type(walked(number)) not in (int, float, Fresh) and not text_first:
            raise needs("a number", number)
        try:
            return unify(number, _number_of(text_of(text, predicate), predicate), trail)
        except ValueError:
            return False

    return numbered


def _length(predicate: str) -> Callable[[Args, Trail], bool]:
    def length(args: Args, trail: Trail) -> bool:
        size = walked(args[1])
        if type(size) not in (int, Fresh):
            raise misfit(f"{predicate} needs a whole number", "integer", size)
        kind = "text" if predicate == "atom_length/2" else "string"
        return unify(size, len(text_of(args[0], predicate, kind)), trail)

    return length


def _upper(text: str) -> str:
    """Capitals for letters, one for one: a letter whose capitals are several is its title case, or stays."""
    return "".join(
        next((one for one in (letter.upper(), letter.title()) if len(one) == 1), letter)
        for letter in text
    )


def _lower(text: str) -> str:
    """Small letters for capitals, one for one."""
    return "".join(letter.lower()[0] for letter in text)


def _in_case(
    predicate: str, change: Callable[[str], str], make: Maker
) -> Callable[[Args, Trail], bool]:
    return lambda args, trail: _same(
        args[1], change(text_of(args[0], predicate)), make, predicate, trail
    )


def _char_code(args: Args, trail: Trail) -> bool:
    letter, code = walked(args[0]), walked(args[1])
    if type(letter) is str and len(letter) == 1 and type(code) in (int, Fresh):
        return unify(code, ord(letter), trail)
    if type(letter) is not Fresh and not _is_letter(letter):
        raise misfit("char_code/2 needs a character", "character", letter)
    if type(code) is not int or not 0 <= code <= 0x10FFFF:
        raise misfit("char_code/2 needs a character or its code", "integer", code)
    return unify(letter, chr(code), trail)


def _concatenated(predicate: str, make: Maker) -> Callable[[Args], Iterator[Args]]:
    def concatenated(args: Args) -> Iterator[Args]:
        one, other, whole = args
        if _bound(one) and _bound(other):
            text = text_of(one, predicate, "atomic") + text_of(other, predicate, "atomic")
            if not _bound(whole) or text_of(whole, predicate, "atomic") == text:
                yield one, other, whole if _bound(whole) else make(text)
            return
        text = text_of(whole, predicate, "atomic")
        if _bound(one):
            first = text_of(one, predicate, "atomic")
            if text.startswith(first):
                yield one, make(text[len(first) :]), whole
        elif _bound(other):
            last = text_of(other, predicate, "atomic")
            if text.endswith(last):
                yield make(text[: len(text) - len(last)]), other, whole
        else:
            for place in range(len(text) + 1):
                yield make(text[:place]), make(text[place:]), whole

    return concatenated


def _parts(predicate: str, make: Maker) -> Callable[[Args], Iterator[Args]]:
    """A predicate that relates a text to its parts: letters before, length, letters after, the part."""

    def parts(args: Args) -> Iterator[Args]:
        text = text_of(args[0], predicate)
        before, length, after = (_count(one, predicate) for one in args[1:4])
        size = len(text)
        if _bound(args[4]):
            part = text_of(args[4], predicate)
            place = text.find(part)
            while place >= 0:
                yield args[0], place, len(part), size - place - len(part), args[4]
                place = text.find(part, place + 1)
            return
        if before is None and length is not None and after is not None:
            before = size - length - after
        for start in range(size + 1) if before is None else (before,):
            if length is not None:
                lengths = range(length, length + 1)
            elif after is not None:
                lengths = range(size - start - after, size - start - after + 1)
            else:
                lengths = range(size - start + 1)
            for many in lengths:
                rest = size - start - many
                if start >= 0 and many >= 0 and rest >= 0:
                    yield args[0], start, many, rest, make(text[start : start + many])

    return parts


def _count(term: ProofTerm, predicate: str) -> int | None:
    term = walked(term)
    if type(term) is Fresh:
        return None
    if type(term) is int and term >= 0:
        return term
    raise TermError(
        f"{predicate} needs a whole number of 0 or more", wrong_count(term), found=shown(term)
    )


def _split_string(args: Args, trail: Trail) -> bool:
    text, separators, pad = (text_of(one, "split_string/4") for one in args[:3])
    text = text.strip(pad) if pad else text
    fields, start = [], 0
    while True:
        end = next((at for at in range(start, len(text)) if text[at] in separators), len(text))
        field = text[start:end]
        fields.append(PrologString(field.strip(pad) if pad else field))
        if end == len(text):
            return _are_items(args[3], fields, trail)
        start = end
        while start < len(text) and text[start] in pad:  # separators in a row that are padding too
            start += 1
        start = max(start, end + 1)


def _are_items(term: ProofTerm, items: list[PrologString], trail: Trail) -> bool:
    """Whether a term is the list of some texts.

    Raises
    ------
    TermError
        A term that is no list before its end.
    """
    for place, item in enumerate(items):
        term = walked(term)
        if type(term) is Fresh:
            return unify(term, make_list(items[place:]), trail)
        if type(term) is not Compound or term.functor != LIST_FUNCTOR or len(term.args) != 2:
            if term == EMPTY_LIST:
                return False
            raise misfit("split_string/4 needs a list", "list", term, expected="a list")
        if not unify(term.args[0], item, trail):
            return False
        term = term.args[1]
    return unify(term, EMPTY_LIST, trail)


def _atomic_list(predicate: str) -> Callable[[Args, Trail], bool]:
    """Atoms joined to one, with a separator or without; with one, a text is also split."""

    def listed(args: Args, trail: Trail) -> bool:
        items, between, whole = args if len(args) == 3 else (args[0], "", args[1])
        separator = text_of(between, predicate)
        try:
            found = [text_of(one, predicate, "text") for one in items_of(items)[0]]
            known_items(items, predicate)
        except TermError as error:
            if error.formal != NOT_BOUND or not _bound(whole) or len(args) == 2:
                raise
            if not separator:
                wrong = Compound("domain_error", ("non_empty_atom", ""))
                raise TermError(f"{predicate} needs a separator to split", wrong) from None
            split = text_of(whole, predicate, "atomic").split(separator)
            return unify(items, make_list(split), trail)
        return unify(whole, separator.join(found), trail)

    return listed


def _is_space(one: str) -> bool:
    if one in "\u00a0\u2007\u202f":  # blanks at which no line may break
        return False
    return one in " \t\n\v\f\r" or unicodedata.category(one)[0] == "Z"


def _is_graph(one: str) -> bool:
    return unicodedata.category(one) not in ("Cc", "Cn", "Cs") and not _is_space(one)


def _is_alnum(one: str) -> bool:
    category = unicodedata.category(one)
    return category[0] == "L" or category in ("Nd", "Nl")


def _is_alpha(one: str) -> bool:
    return _is_alnum(one) and not "0" <= one <= "9"


_KINDS: dict[str, Callable[[str], bool]] = {
    "alpha": _is_alpha,
    "alnum": _is_alnum,
    "csym": lambda one: _is_alnum(one) or one == "_",
    "csymf": lambda one: _is_alpha(one) or one == "_",
    "digit": lambda one: "0" <= one <= "9",
    "space": _is_space,
    "white": lambda one: one in " \t",
    "upper": lambda one: one.isupper() or one.istitle(),
    "lower": lambda one: one.islower() or one in "\u01c5\u01c8\u01cb\u01f2",
    "punct": lambda one: _is_graph(one) and not _is_alnum(one),
    "graph": _is_graph,
    "end_of_line": lambda one: one in "\n\v\f\r",
}


def _kind_of(predicate: str, *, codes: bool) -> Callable[[Args, Trail], bool]:
    """A test of the kind of a letter; ``digit(W)``, ``upper(L)`` and ``lower(U)`` also tell a value."""

    def kind_of(args: Args, trail: Trail) -> bool:
        letter, kind = walked(args[0]), walked(args[1])
        if type(letter) is int and 0 <= letter <= 0x10FFFF:
            letter = chr(letter)
        if type(letter) is not str or len(letter) != 1:
            raise misfit(f"{predicate} needs a letter", "character", letter)
        name = kind.functor if type(kind) is Compound and len(kind.args) == 1 else kind
        test = _KINDS.get(name) if type(name) is str else None
        if test is None or (name is not kind and name not in ("digit", "upper", "lower")):
            wrong = NOT_BOUND if not _bound(kind) else Compound("domain_error", ("char_type", kind))
            expected = ", ".join(_KINDS)
            raise TermError(
                f"{predicate} needs a kind of letters", wrong, expected=expected, found=shown(kind)
            )
        if not test(letter):
            return False
        if name is kind:
            return True
        if name == "digit":
            return unify(kind.args[0], int(letter), trail)
        other = _lower(letter) if name == "upper" else _upper(letter)
        return unify(kind.args[0], ord(other) if codes else other, trail)

    return kind_of


def _text_to_string(args: Args, trail: Trail) -> bool:
    text = text_of(args[0], "text_to_string/2")
    return _same(args[1], text, PrologString, "text_to_string/2", trail)


def _string_code(args: Args, trail: Trail) -> bool:
    place, text = _count(args[0], "string_code/3"), text_of(args[1], "string_code/3")
    if place is None:
        raise TermError("string_code/3 needs a whole number", NOT_BOUND, found=shown(args[0]))
    return 1 <= place <= len(text) and unify(args[2], ord(text[place - 1]), trail)


TESTS: dict[Indicator, Callable[[Args, Trail], bool]] = {
    ("atom_codes", 2): _spelt("atom_codes/2", str, codes=True),
    ("atom_chars", 2): _spelt("atom_chars/2", str, codes=False),
    ("string_codes", 2): _spelt("string_codes/2", PrologString, codes=True),
    ("string_chars", 2): _spelt("string_chars/2", PrologString, codes=False),
    ("number_codes", 2): _number_spelt("number_codes/2", codes=True),
    ("number_chars", 2): _number_spelt("number_chars/2", codes=False),
    ("char_code", 2): _char_code,
    ("atom_length", 2): _length("atom_length/2"),
    ("string_length", 2): _length("string_length/2"),
    ("atom_number", 2): _numbered("atom_number/2", str),
    ("number_string", 2): _numbered("number_string/2", PrologString),
    ("atom_string", 2): _converted("atom_string/2", str, PrologString),
    ("string_to_atom", 2): _converted("string_to_atom/2", PrologString, str),
    ("text_to_string", 2): _text_to_string,
    ("string_code", 3): _string_code,
    ("upcase_atom", 2): _in_case("upcase_atom/2", _upper, str),
    ("downcase_atom", 2): _in_case("downcase_atom/2", _lower, str),
    ("string_upper", 2): _in_case("string_upper/2", _upper, PrologString),
    ("string_lower", 2): _in_case("string_lower/2", _lower, PrologString),
    ("split_string", 4): _split_string,
    ("atomic_list_concat", 2): _atomic_list("atomic_list_concat/2"),
    ("atomic_list_concat", 3): _atomic_list("atomic_list_concat/3"),
    ("char_type", 2): _kind_of("char_type/2", codes=False),
    ("code_type", 2): _kind_of("code_type/2", codes=True),
}
"""Predicates that have one answer at most."""

SEVERAL_TEXTS: dict[Indicator, Callable[[Args], Iterator[Args]]] = {
    ("atom_concat", 3): _concatenated("atom_concat/3", str),
    ("string_concat", 3): _concatenated("string_concat/3", PrologString),
    ("sub_atom", 5): _parts("sub_atom/5", str),
    ("sub_string", 5): _parts("sub_string/5", PrologString),
}
"""Predicates of several answers."""
