"""Writing theories as PSVN, so that `read_psvn` reads the same arcs, names, costs and goals back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import count, islice

from ..checked import checked
from ..errors import InputError, is_plain
from ..states.values import Values, infer_values
from ..term import Pattern, State, Symbol, Var, variable_name
from ..theory import Theory
from .reader import COMMENT_SIGNS, KEYWORDS, board_comments, folded, symbol_of


@checked
def write_psvn(theory: Theory, goals: Sequence[Pattern] = (), states: Sequence[State] = ()) -> str:
    """A theory and its goals as the text of a PSVN file.

    A macro-operator becomes a rule with its whole cost; a comment names its steps.

    Parameters
    ----------
    theory
        A list of arcs. Where it does not say what its cells may hold, that is inferred; see `infer_values`.
    goals
        Goal patterns, any of which will do.
    states
        States whose symbols count too where values are inferred.

    Raises
    ------
    InputError
        Cells of which nothing tells what they may hold; symbols that cannot be words of PSVN; an arc or a goal with
        what a cell cannot hold, or with a variable in cells that cannot hold the same.
    """
    values = infer_values(theory, goals, states)
    domains = _domain_names(values)
    rows = _Rows(values)
    odd = {n: arc.name for n, arc in enumerate(theory.arcs, 1) if not _is_word(arc.name)}
    lines = [*board_comments(theory, odd), ""]
    for held, name in domains.items():
        if not _is_of_numbers(held):
            lines += [f"DOMAIN {name} {len(held)}", f"  {_row(map(str, held))}", ""]
    lines += [str(theory.size), _row(domains[held] for held in values), ""]
    for arc in theory.arcs:
        if arc.is_macro:
            words = (
                word
                for name in (arc.name, "=", *(s.name for s in arc.steps))
                for word in name.split()
            )
            lines.append(f"# {_row(words)}")
        before, after = rows.words(f"arc {arc.name}", arc.before, arc.after)
        lines.append(f"{before} => {after} LABEL {_label(arc.name)} COST {_number(arc.cost)}")
    lines.append("")
    for goal in goals:
        lines.append(f"GOAL {rows.words('the goal', goal)[0]}")
    return "\n".join(lines).rstrip("\n") + "\n"


class _Rows:
    """Patterns as rows of words, for state variables with certain values."""

    def __init__(self, values: tuple[Values, ...]) -> None:
        domains = dict.fromkeys(values)
        taken: set[str] = set()
        for held in domains:
            words = [_word(symbol) for symbol in held]
            if len(set(words)) < len(words):
                raise _unwritable("symbols that differ in upper and lower case only", held)
            taken.update(words)
        free = (name for name in map(variable_name, count()) if name not in taken)
        self._names = list(islice(free, len(values)))
        self._values = values
        self._sets = {held: set(held) for held in domains}

    def words(self, what: str, *patterns: Pattern) -> list[str]:
        """The patterns of one rule or goal; a variable that stands in one cell only is a dash."""
        cells_of: dict[Var, list[int]] = {}
        for pattern in patterns:
            for cell, term in enumerate(pattern):
                if isinstance(term, Var):
                    cells_of.setdefault(term, []).append(cell)
        moving = [variable for variable, cells in cells_of.items() if len(set(cells)) > 1]
        for variable in moving:
            if len({self._values[cell] for cell in cells_of[variable]}) > 1:
                raise InputError(
                    f"{what} cannot be written as PSVN: variable {variable} stands in cells of different values",
                    expected="the same values in cells "
                    + _row(str(cell + 1) for cell in sorted(set(cells_of[variable]))),
                )
        names: dict[Symbol | Var, str] = dict(zip(moving, self._names, strict=False))
        for pattern in patterns:
            for cell, term in enumerate(pattern):
                if not isinstance(term, Var) and term not in self._sets[self._values[cell]]:
                    raise InputError(
                        f"{what} has {term} in cell {cell + 1}, which cannot hold it",
                        expected=f"one of {_row(map(str, self._values[cell][:20]))}",
                    )
        return [
            _row(names.get(term, "-") if isinstance(term, Var) else str(term) for term in pattern)
            for pattern in patterns
        ]


def _row(words: Iterable[str]) -> str:
    return " ".join(words)


def _word(symbol: Symbol) -> str:
    """A symbol's word in capitals, if it reads as that symbol."""
    word = str(symbol)
    if symbol_of(word) != symbol or not _is_word(word) or word == "-" or word[0] == "\\":
        raise _unwritable(repr(symbol), (symbol,))
    if folded(word) in KEYWORDS:
        raise _unwritable(f"the symbol {word}", (symbol,))
    return folded(word)


def _unwritable(what: str, symbols: Values) -> InputError:
    return InputError(
        f"PSVN cannot hold {what}",
        expected="symbols of one word each, different also in capitals, none of them - or a keyword",
        found=_row(map(repr, symbols[:20])),
    )


def _is_word(text: str) -> bool:
    return text.split() == [text] and is_plain(text) and text[0] not in COMMENT_SIGNS


def _label(name: str) -> str:
    """The word that stands for a name; `board_comments` tells the name where they differ."""
    return name if _is_word(name) else "_" + re.sub(r"\s+", "_", name.strip())


def _number(cost: float) -> str:
    """A cost, whole ones without a fraction."""
    return repr(int(cost) if cost < 1e15 and cost == int(cost) else cost)


def _is_of_numbers(held: Values) -> bool:
    return held in (tuple(range(len(held))), tuple(range(1, len(held) + 1)))


def _domain_names(values: tuple[Values, ...]) -> dict[Values, str]:
    """A name for every domain: 3 for 0 to 2, 3N for 1 to 3, others by number."""
    names: dict[Values, str] = {}
    for held in values:
        if held not in names:
            numbered = f"values{len(names) + 1}"
            names[held] = (
                f"{len(held)}{'N' if held[0] == 1 else ''}" if _is_of_numbers(held) else numbered
            )
    return names
