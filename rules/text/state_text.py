"""States as text: read as people write them, shown on one line or as a board."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from ..errors import InputError, check_name, on_one_line
from ..term import Pattern, State, Symbol, Term, Var
from .drawing import Drawing, Piece, spaced

BLANK_SIGNS = ("_", "-")

ANYTHING = "?"
"""In goals: whatever the cell holds."""


QUOTED = r"'(?:[^'\\]|''|\\.)*'"
"""A symbol between quotes, in which a quote is doubled or stands behind a backslash, as in Prolog."""

_QUOTED = re.compile(QUOTED)

_WORD = re.compile(rf"{QUOTED}(?=[\s,;/|)\]]|$)|(?:\([^()]*\)|[^\s,;/|])+")
"""A symbol between quotes, or whatever is not parted, where commas in brackets part nothing."""

_VARIABLE = re.compile(r"[A-Z_]\w*")

_PARTED = re.compile(r"[\s,;/|()]|^'|^-?[0-9]{1,18}$")
"""What a symbol that is a text cannot have if it is to be read again without quotes."""


def parse_state(text: str, size: int, blank: Symbol | None) -> State:
    """Read a state.

    Symbols stand between spaces, commas, semicolons, slashes, bars or line ends; ``board(...)`` and ``[...]`` around
    them are allowed, commas in a symbol's own brackets belong to it (``on(a,b)``), a symbol may stand between quotes
    (``'Big Box'``; ``'1'`` is no number), ``_`` or ``-`` is the blank, and up to ten one-digit symbols may be run together:
    ``123456780``.

    Raises
    ------
    InputError
        Nothing to read; a symbol that `check_name` refuses.
    """
    return tuple(_symbol(word, blank) for word in _cells(text, size))


def _cells(text: str, size: int) -> list[str]:
    """Split a state of the given size into its symbols, as they are written."""
    inner = re.sub(r"^\s*[a-z]\w*\s*\((.*)\)\s*\.?\s*$|^\s*\[(.*)\]\s*$", _inside, text, flags=re.S)
    words = _words(inner)
    if len(words) == 1 and 1 < size <= 10 and re.fullmatch(r"[0-9_]+", words[0]):
        words = list(words[0])
    if not words:
        raise InputError("empty state", expected=f"{size} symbols between spaces", found="nothing")
    return words


def parse_pattern(
    text: str, size: int, blank: Symbol | None, constants: Collection[Symbol] | None = ()
) -> Pattern:
    """Read a goal, as `parse_state` reads a state; ``?`` is a cell that may hold anything, and ``_`` where it is no blank.

    A word that Prolog takes for a variable, such as ``X``, is one, and leaves its cell open; cells with the same variable
    hold the same symbol. It is a symbol between quotes, or where it is one of the constants; None
    stands for all.

    Raises
    ------
    InputError
        Nothing to read.
    """
    opened = (ANYTHING, "_") if blank is None else (ANYTHING,)
    pattern: list[Term] = []
    for word in _cells(text, size):
        symbol = _symbol(word, blank)
        if word in opened:
            pattern.append(open_cell(len(pattern)))
        elif constants is None or symbol == blank or symbol in constants:
            pattern.append(symbol)
        else:
            pattern.append(Var(word) if _VARIABLE.fullmatch(word) else symbol)
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


def open_name(variable: Var) -> str:
    """How people are told of a variable: by its name, or as ``?`` where a goal leaves a cell open."""
    return ANYTHING if variable.name[0] == ANYTHING else variable.name


def _words(text: str) -> list[str]:
    """The symbols of a state as they are written."""
    if "'" in text:
        return _WORD.findall(text)
    return [word for word in re.split(r"[\s,;/|]+(?![^()]*\))", text) if word]


def _inside(found: re.Match[str]) -> str:
    inner: str = found.group(1) or found.group(2) or ""
    depth = 0
    for sign in _QUOTED.sub("", inner):
        depth += (sign == "(") - (sign == ")")
        if depth < 0:  # the brackets of a first and of a last symbol
            return found.group()
    return inner


def _symbol(word: str, blank: Symbol | None) -> Symbol:
    if word in BLANK_SIGNS and blank is not None:
        return blank
    if re.fullmatch(r"-?[0-9]{1,18}", word):
        return int(word)
    symbol = word.strip("'")
    if _QUOTED.fullmatch(word):
        symbol = re.sub(r"''|\\(.)", lambda found: found.group(1) or "'", word[1:-1])
    check_name(symbol)
    return symbol


def format_state(pattern: Pattern) -> str:
    """A state or pattern on one line."""
    return " ".join(map(_typed, pattern))


def _typed(term: Term) -> str:
    """A symbol or variable as people would type it: a text that would be read as something else between quotes."""
    text = term_text(term)
    if isinstance(term, str) and _PARTED.search(re.sub(r"\([^()]*\)", "", text)):
        return "'" + text.replace("'", "''") + "'"
    return text


def term_text(term: Term) -> str:
    r"""A symbol or variable as text on one line: a line end in a symbol as ``\n``."""
    return on_one_line(str(term))


def cell_texts(pattern: Pattern, blank: Symbol | None) -> list[str]:
    """Texts of a board's cells, however it is drawn; the blank is ``_``."""
    return ["_" if term == blank else term_text(term) for term in goal_cells(pattern)]


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
