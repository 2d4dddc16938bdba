"""States as text: read as people write them, shown on one line or as a board."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any
from unicodedata import numeric

from ..errors import InputError, check_name, on_one_line
from ..term import Pattern, State, Symbol, Term, Var
from .drawing import Drawing, Piece, spaced
from .words import counted

BLANK_SIGNS = ("_", "-", "None", "nil", "null")

ANYTHING = "?"
"""Sign of a goal for a cell that may hold anything."""


STAR = "*"
"""Another sign for an open cell, where it is no symbol of the puzzle."""

QUOTED = r"'(?:[^'\\]|''|\\.)*'"
"""A symbol between quotes, in which a quote is doubled or stands behind a backslash, as in Prolog."""

_WORD = rf"{QUOTED}(?=[\s,;/|)\]]|$)|(?:\([^()]*\)|[^\s,;/|])+"
"""A symbol between quotes, or whatever is not parted, where commas in brackets part nothing."""

_VARIABLE = r"[A-Z_]\w*"

_TERM = r"(?s)^\s*(?P<functor>[a-z]\w*)\s*\((.*)\)\s*\.?\s*$|^\s*\[(.*)\]\s*\.?\s*$"
"""A state as a compound term or a list."""

_PARTED = r"[\s,;/|()]|^'|^-?[0-9]{1,18}$"
"""Characters that a symbol cannot have if it is to be read again without quotes."""


_SIGNS: dict[int, str | int | None] = {0xFF01 + place: 0x21 + place for place in range(94)}
_SIGNS |= dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")
_SIGNS |= dict.fromkeys(map(ord, "\u060c\u061b\u3001"), ",")
_SIGNS |= {0x3000: " ", 0xFEFF: None, 0x200B: None, 0xFE0F: None, 0x20E3: None}
"""Signs of wide alphabets, long dashes, commas of other scripts and hidden signs, with the usual ones."""

_SIGNS |= dict.fromkeys(map(ord, "\u2502\u2503\u2551\u2506\u250a"), "|")

_NUMBER = r"(?<!\w)[^\x00-\u00a0]+(?!\w)"
"""A word of characters beyond ASCII, of which a number may consist."""

_BORDER = r"(?m)^(?=[^\n]*(?:[-=\u2500\u2501\u2550]{2}|[+:][-=]))[-=+:| \t\u2500-\u257f]+$\n?"
"""A line of a table without cells."""

_MARKUP = (
    (r"</t[dh]>\s*<t[dh][^<>]*>", "|"),
    (r"</tr>", "\n"),
    (r"</?(?:table|tbody|thead|tr|td|th|pre|code|br)\b[^<>]*>|&nbsp;", " "),
    (
        r"\\begin\{(?:array|tabular)\}\{[^{}]*\}|\\(?:begin|end)\{\w+\*?\}|\\hline|\\(?:left|right)[(\[)\]|.]",
        " ",
    ),
    (r"\\\\", "\n"),
    (r"&", "|"),
    (r"^\s*(?:[A-Za-z]\w*(?:\[\])*\s+)?[A-Za-z]\w*(?:\[\])*\s*[:=]\s*(?=[\[({]|\d[^:=]*$)", ""),
    (r'^\s*\{\s*"\w+"\s*:\s*(\[.*\])\s*\}\s*$', r"\1"),
    (r'"(-?\w+)"', r"\1"),
)
"""Text that HTML, LaTeX and assignments of programs have around a board and between its cells."""

BLANKS = frozenset(
    [
        "",
        " ",
        "x",
        "X",
        "b",
        "B",
        "e",
        "blank",
        "empty",
        "o",
        "O",
        *"#.*\u00b7\u2022\u25a0\u25a1\u25a2\u25cb\u2b1b\u2b1c",
    ]
)
"""Signs by which people show the blank, where it is missing and all other symbols are there."""

_PAIR = r"(?:[-=]{1,3}>|[\u2192\u21d2\u27f6\u27f9]|(?<=[\])}0-9_]\s)to\b(?=\s*[\[({0-9_]))"
"""A sign between a start and a goal."""


def parted(text: str) -> list[str]:
    """A start and a goal with an arrow between them; another text alone."""
    if _has_no_signs(text) and "to" not in text:
        return [text]
    sign = re.search(_PAIR, re.sub(QUOTED, lambda quoted: "_" * len(quoted[0]), text))
    parts = [text[: sign.start()].strip(), text[sign.end() :].strip()] if sign else []
    return parts if parts and all(parts) else [text]


def is_state_text(word: object) -> bool:
    """Whether a word looks like a state of several symbols as a text."""
    return isinstance(word, str) and re.search(r"\S[\s,]\s*\S|\d{3}|[/(\[]", word) is not None


_HEAD = r"(?s)\A\s*#(?:[0-9]+[aA])?(?=\()|\A\s*\(\s*(?:list|vector)\s(?=.*\)\s*$)"
"""The beginning of an array, or of a call that makes a list, in Lisp."""

_CALL = r"(?s)\s*[a-z][\w.]*\s*\(\s*([\[(].*[\])])\s*(?:,\s*dtype=[\w.]+)?\s*\)\s*\.?\s*"
"""Lists in a term or a call: ``board([1,2,0])``, ``np.array([[1, 2], [0, 3]])``."""


def _has_no_signs(text: str) -> bool:
    """Whether a text is letters, digits and spaces alone, as most states are: no sign has to be understood."""
    return text.isascii() and text.replace(" ", "").replace("_", "").isalnum()


def plain_text(text: str, known: Collection[Symbol] = ()) -> str:
    """A state with the usual signs, without braces and what other languages write around their lists.

    The text stays as it is if a known symbol, such as ``x:0``, would be taken for such a sign.
    """
    if _has_no_signs(text) or re.search(QUOTED, text):
        return text
    plain = _plain(text)
    if plain != text and known:
        words = _words(re.sub(_TERM, _inside, text))
        if any(word in known and _plain(word) != word for word in words):
            return text
    return plain


def _digits(found: re.Match[str]) -> str:
    """A word in usual digits, if it consists of digits of another script, circled ones or Roman ones of one character."""
    values = [numeric(one, -1) for one in found[0]]
    is_number = all(value >= 0 and value == int(value) for value in values)
    return "".join(f"{value:.0f}" for value in values) if is_number else found[0]


def _plain(text: str) -> str:
    plain = re.sub(_NUMBER, _digits, text.translate(_SIGNS))
    for sign, meant in _MARKUP:
        plain = re.sub(sign, meant, plain)
    plain = re.sub(_BORDER, "", plain)
    if braces := re.fullmatch(r"\s*(\{.*\})\s*[.;]?\s*", plain, re.DOTALL):
        plain = braces[1].translate({ord("{"): "(", ord("}"): ")"})
    plain = re.sub(_HEAD, lambda found: "(" if "(" in found[0] else "", plain, count=1)
    called = re.fullmatch(_CALL, plain)
    return called[1] if called else plain


def parse_state(
    text: str, size: int, blank: Symbol | None, constants: Collection[Symbol] | None = None
) -> State:
    """Read a state.

    - Symbols stand between spaces, commas, semicolons, slashes, bars or line ends.
    - ``board(...)`` and ``[...]`` around them are allowed, as are other brackets around all or around each row.
    - Commas in a symbol's own brackets belong to it: ``on(a,b)``.
    - A symbol may stand between quotes: ``'Big Box'``; ``'1'`` is no number.
    - ``_`` or ``-`` is the blank.
    - Up to ten one-digit symbols may be run together: ``123456780``.

    The constants are the symbols of the rules, None where any word is one. A word that is none of them and not between
    quotes must not be an open cell, nor in a Prolog term what Prolog reads as a variable or as a term of its own.

    Raises
    ------
    InputError
        Nothing to read; a symbol that `check_name` refuses; an open cell, a variable, a term within the state.
    """
    is_term, words = _cells(text, size)
    state = []
    for word in words:
        symbol = _symbol(word, blank)
        if not _is_known(symbol, blank, constants):
            _check_flat(word, is_term, text, size)
            if word in (ANYTHING, "_") or (is_term and re.fullmatch(_VARIABLE, word)):
                raise InputError(
                    f"{word} is an open cell, and a start has none"
                    if word in (ANYTHING, "_")
                    else f"{word} is a variable, and a start has none",
                    expected="a symbol in each cell",
                    found=text.strip(),
                    remedy=f"'{word}' for the symbol of that name",
                )
        state.append(symbol)
    return tuple(state)


def written_functor(text: str) -> str | None:
    """How a state is written as a Prolog term: its functor, ``[]`` of a list; None where its symbols stand alone."""
    found = None if _has_no_signs(text) else re.fullmatch(_TERM, text)
    if found is None or _inside(found) == text:
        return None
    return found["functor"] or "[]"


def written_size(text: str) -> int:
    """Number of cells of a written state."""
    return len(_words(re.sub(_TERM, _inside, text)))


def cell_count(text: str, size: int) -> int:
    """Number of symbols that a text is read as, on a board of the given size."""
    plain = plain_text(text)
    return len(_cells(plain, size)[1]) if plain.strip() else 0


def _is_known(symbol: Symbol, blank: Symbol | None, constants: Collection[Symbol] | None) -> bool:
    return constants is None or symbol == blank or symbol in constants


def _check_flat(word: str, is_term: bool, text: str, size: int) -> None:
    """Refuse a word that is a part of a term within the state, or all of it."""
    bare = word.replace("[]", "")
    if re.fullmatch(QUOTED, word) or not re.search(r"[\[\]()]" if is_term else r"[\[\]]", bare):
        return
    cells = _in_brackets(text) if piles(text) else None
    if cells is not None and len(cells) != size:
        raise InputError(
            "wrong number of cells",
            expected=f"{counted(size, 'symbol')}, perhaps with brackets around each row",
            found=f"{len(cells)} in {text.strip()}",
        )
    raise InputError(
        "a cell of a state holds no list and no compound term",
        expected="a symbol in each cell, such as [1,2,0] or board(1,2,0)",
        found=text.strip(),
        remedy="quotes around a symbol with brackets",
    )


_BRACKETS = r"(?s)\s*'?\s*([(\[].*[)\]])\s*\.?\s*"
"""A state between brackets: a list of Lisp, quoted or not, of Prolog or JSON, or a tuple of Python."""

_INNER = r"[^\s,;/|()\[\]][(\[]|['\"]"
"""A sign by which brackets belong to a symbol, or a quote."""

_QUOTED_WORD = r"'-?\w+'"
"""A symbol between quotes that could stand without them."""


def piles(text: str) -> list[list[str]]:
    """The words of each inner list of a list of lists, or between the bars of a line; none of another text."""
    lists = re.fullmatch(r"\s*[(\[]((?:[\s,]*[(\[][^()\[\]]*[)\]])+)[\s,]*[)\]]\s*\.?\s*", text)
    if lists:
        return [_words(inner) for inner in re.findall(r"[(\[]([^()\[\]]*)[)\]]", lists[1])]
    return [_words(part) for part in text.split("|")] if "|" in text and "\n" not in text else []


def lists_text(value: Any) -> str | None:
    """Text of lists of several lengths, such as the disks of each peg, or of numbers, such as the rows of a board; None of another value."""
    if not isinstance(value, list | tuple) or not all(
        isinstance(one, list | tuple) for one in value
    ):
        return None
    if len({len(one) for one in value}) < 2 and {type(cell) for one in value for cell in one} != {
        int
    }:
        return None
    return f"[{','.join('[' + ','.join(map(str, one)) + ']' for one in value)}]"


def _in_brackets(text: str) -> list[str] | None:
    """The symbols of a state between brackets, perhaps with brackets around each row; None of any other text."""
    found = re.fullmatch(_BRACKETS, text)
    if found is None or re.search(_INNER, re.sub(_QUOTED_WORD, "_", found[1])):
        return None
    depth = 0
    for sign in found[1]:
        depth += (sign in "([") - (sign in ")]")
        if not 0 <= depth <= 2:
            return None
    return [word for word in re.split(r"[\s,;/|()\[\]]+", found[1]) if word]


_IN_QUOTES = r"""(?s)\s*[\u2018-\u201f"'](.*)[\u2018-\u201f"']\s*"""
"""A whole state between quotes, as a text or another shell's habit brings it."""


def _unquoted(text: str, size: int) -> str:
    """The text without the quotes around all of it, where they are around more than a symbol."""
    found = re.fullmatch(_IN_QUOTES, text)
    if found is None or re.search(r"[\u2018-\u201f\"']", found[1]):
        return text
    words = _words(found[1])
    return found[1] if size > 1 and len(words) == size else text


def _cells(text: str, size: int) -> tuple[bool, list[str]]:
    """Say whether a state of the given size is written as a Prolog term, and split it into its symbols as written."""
    if _has_no_signs(text):
        words = text.split()
        if len(words) == size:
            return False, words
    text = _unquoted(text, size)
    fields = _fields(text)
    if len(fields) == size and fields.count("") == 1 and (fields[-1] or "\n" in text):
        return False, [field or BLANK_SIGNS[0] for field in fields]
    rows = _in_brackets(text)
    if rows is not None and len(rows) == size:
        return "[" in text, _whole(rows)
    words = _words(re.sub(_TERM, _inside, text))
    if words and re.fullmatch(r"-?[0-9]+\.", words[-1]):
        words[-1] = words[-1][:-1]  # the stop of a sentence
    if len(words) == 1 and size > 1:
        words = _run_together(words[0], size)
    elif len(words) != size and re.fullmatch(_RUNS, text) and len({*map(len, words)}) == 1:
        run = "".join(words)  # each row is run together
        words = list(run) if len(run) == size <= 10 else words
    words = _whole(words)
    if not words:
        raise InputError("empty state", expected=f"{size} symbols between spaces", found="nothing")
    return written_functor(text) is not None, words


def _whole(words: list[str]) -> list[str]:
    """Whole numbers without the decimal places of an array; other words as they are."""
    if all(re.fullmatch(r"-?[0-9]+\.0*", word) for word in words):
        return [word.partition(".")[0] for word in words]
    return words


_RUNS = r"[0-9_\s,;/|()\[\]]+"
"""Digits and what stands between rows of them."""


def _fields(text: str) -> list[str]:
    """The cells of a table, of which one may be empty; none where the text is no table."""
    lines = [line for line in text.splitlines() if line.strip()]
    sign = next((one for one in "|\t;," if all(one in line for line in lines)), None)
    if sign is None or not lines:
        return []
    rows = [line.split(sign) for line in lines]
    if all(not row[0].strip() and not row[-1].strip() for row in rows) and len(rows[0]) > 2:
        rows = [row[1:-1] for row in rows]  # signs around the row
    cells = [cell.strip() for row in rows for cell in row]
    return cells if len({*map(len, rows)}) == 1 else []


def _run_together(word: str, size: int) -> list[str]:
    """The symbols of a state that is one word: digits, or numbers with one sign between them."""
    numbers = re.split("[-.:>]", word)
    if size <= 10 and re.fullmatch(r"[0-9_?*]+", word):
        return list(word)
    signs = re.sub("[0-9]", "", word)
    if len(word) == size <= 10 and len(signs) == 1 and signs in {*BLANKS, *BLANK_SIGNS}:
        return list(word)  # one sign for the blank
    if size == 16 and re.fullmatch(r"[0-9a-fA-F_]{16}", word):
        return [one if one == "_" else str(int(one, 16)) for one in word]
    return numbers if len(numbers) == size and all(map(str.isdecimal, numbers)) else [word]


def parse_pattern(
    text: str, size: int, blank: Symbol | None, constants: Collection[Symbol] | None = ()
) -> Pattern:
    """Read a goal, as `parse_state` reads a state; ``?`` or ``*`` is a cell that may hold anything, and ``_`` where it is no blank, or where the blank
    stands elsewhere under its own name.

    A word that Prolog takes for a variable, such as ``X``, is one, and leaves its cell open; cells with the same variable
    hold the same symbol. It is a symbol between quotes, or where it is one of the constants; None
    stands for all.

    Raises
    ------
    InputError
        Nothing to read; a term within the state.
    """
    is_term, words = _cells(text, size)
    opened = {ANYTHING}
    if blank is None or str(blank) in words:
        opened.add("_")
    if constants is None or STAR not in constants:
        opened.add(STAR)
    pattern: list[Term] = []
    for word in words:
        symbol = _symbol(word, blank)
        if word in opened:
            pattern.append(open_cell(len(pattern)))
        elif _is_known(symbol, blank, constants):
            pattern.append(symbol)
        else:
            _check_flat(word, is_term, text, size)
            pattern.append(Var(word) if re.fullmatch(_VARIABLE, word) else symbol)
    return tuple(pattern)


def open_cell(cell: int) -> Var:
    """The variable of a goal that leaves a cell open."""
    return Var(f"{ANYTHING}{cell + 1}")


def open_goal(wanted: Mapping[int, Symbol], size: int) -> Pattern:
    """The goal that asks for the symbols of some cells, numbered from 0, and of no other."""
    return tuple(wanted.get(cell, open_cell(cell)) for cell in range(size))


def goal_cells(goal: Pattern) -> list[Symbol]:
    """A goal as plain symbols: ``?`` where it leaves a cell open, other variables by name."""
    return [open_name(term) if isinstance(term, Var) else term for term in goal]


def cell_names(pattern: Pattern) -> list[Symbol]:
    """The cells of a pattern for JSON, a variable as its name."""
    return [str(term) if isinstance(term, Var) else term for term in pattern]


def open_name(variable: Var) -> str:
    """How people are told of a variable: by its name, or as ``?`` where a goal leaves a cell open."""
    return ANYTHING if variable.name[0] == ANYTHING else variable.name


def _words(text: str) -> list[str]:
    """The symbols of a state as they are written."""
    if "'" in text:
        return re.findall(_WORD, text)
    # The lookahead reads on from each separator to the next bracket, or through the whole rest of a text that has none.
    within = r"(?![^()]*\))" if ")" in text else ""
    return [word for word in re.split(r"[\s,;/|]+" + within, text) if word]


def _inside(found: re.Match[str]) -> str:
    inner: str = found.group(2) or found.group(3) or ""
    depth = 0
    for sign in re.sub(QUOTED, "", inner):
        depth += (sign in "([") - (sign in ")]")
        if depth < 0:  # the brackets of a first and of a last symbol
            return found.group()
    return inner


def _symbol(word: str, blank: Symbol | None) -> Symbol:
    if word in BLANK_SIGNS and blank is not None:
        return blank
    digits = word.removeprefix("-")
    if digits.isascii() and digits.isdecimal() and len(digits) <= 18:
        return int(word)
    symbol = word.strip("'")
    if re.fullmatch(QUOTED, word):
        symbol = re.sub(r"''|\\(.)", lambda found: found.group(1) or "'", word[1:-1])
    check_name(symbol)
    return symbol


def format_state(pattern: Pattern) -> str:
    """A state or pattern on one line."""
    return " ".join(map(_typed, pattern))


def _typed(term: Term) -> str:
    """A symbol or variable as people would type it: a text that would be read as something else between quotes."""
    text = symbol_text(term)
    if isinstance(term, str) and _is_to_quote(text):
        return "'" + text.replace("'", "''") + "'"
    return text


@lru_cache(maxsize=4096)
def _is_to_quote(symbol: str) -> bool:
    is_parted = re.search(_PARTED, re.sub(r"\([^()]*\)", "", symbol)) or re.search(_PAIR, symbol)
    return bool(is_parted) or _plain(symbol) != symbol


def symbol_text(term: Term) -> str:
    r"""A symbol or variable as text on one line: a line end in a symbol as ``\n``."""
    return on_one_line(str(term))


def cell_texts(pattern: Pattern, blank: Symbol | None) -> list[str]:
    """Texts of a board's cells, however it is drawn; the blank is ``_``."""
    return ["_" if term == blank else symbol_text(term) for term in goal_cells(pattern)]


def draw_state(pattern: Pattern, shape: tuple[int, int], blank: Symbol | None = None) -> str:
    """A state or pattern as rows of a board, columns aligned, the blank as ``_``."""
    return board_drawing(pattern, shape, blank).text


def board_drawing(pattern: Pattern, shape: tuple[int, int], blank: Symbol | None = None) -> Drawing:
    """The board of a state or pattern as a drawing."""
    texts = cell_texts(pattern, blank)
    width = max(map(len, texts), default=1)
    pieces = [
        Piece(text.rjust(width), cell, is_open=isinstance(pattern[cell], Var))
        for cell, text in enumerate(texts)
    ]
    columns = shape[1]
    rows = [pieces[start : start + columns] for start in range(0, len(pieces), columns)]
    return spaced(rows, is_board=True)
