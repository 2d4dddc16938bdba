"""Runs of plain facts in the text of a program, a line each, which stay text until someone asks for one.

A predicate with a hundred thousand facts takes some bytes for each of them, and is not parsed. What is here reads no other text
than the reader of clauses would, and to the same clauses: names before ``(``, atoms that are no operators, and whole numbers.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TypeAlias, overload

from ...rules.errors import InputError, Place
from ...rules.prolog.operators import OperatorTable
from ...rules.prolog.steps import EXPANSIONS
from ...rules.prolog.tokens import END, STOP, lexemes, token_at
from ...rules.record import record
from ...rules.term import Compound
from ...rules.text.text_file import SourceText
from .program import HornClause, Indicator
from .vocabulary import is_protected

FEWEST = 64
"""Lines of a run at least."""

MOST_LETTERS = 1 << 32
"""Letters of a text in which runs are looked for, so that a place takes four bytes."""

_DECIDES = re.compile(r"\bop\(|\bend_of_file\b")
"""Text that may give a fact another meaning: an operator of the program, and the end of what is read."""


class FactRows(Sequence[HornClause]):
    """Facts of one predicate that are a line each in a text, each made a clause when it is first asked for.

    Their arguments are atoms and whole numbers.

    Parameters
    ----------
    predicate
        Name and arity, of one argument or more.
    text, source
        The text, and its name.

    Attributes
    ----------
    made
        The clauses that were asked for, by their places.
    """

    def __init__(self, predicate: Indicator, text: str, source: str) -> None:
        self.predicate, self._text, self._source = predicate, text, source
        self._starts, self._lines = array("I"), array("I")
        self.made: dict[int, HornClause] = {}

    def add(self, start: int, line: int) -> None:
        """Add a fact whose first argument begins at a character of a line."""
        self._starts.append(start)
        self._lines.append(line)

    def extend(self, others: FactRows) -> None:
        """Add facts of the same text that stand behind these."""
        self._starts += others._starts
        self._lines += others._lines

    def first_line(self) -> str:
        """The first fact as a clause."""
        return f"{self.predicate[0]}({','.join(self.words(0))}). "

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, place: int) -> HornClause: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[HornClause, ...]: ...

    def __getitem__(self, place: int | slice) -> HornClause | tuple[HornClause, ...]:
        if isinstance(place, slice):
            return tuple(self[one] for one in range(*place.indices(len(self))))
        place = range(len(self))[place]
        if place not in self.made:
            args = tuple([one if one[0].isalpha() else int(one) for one in self.words(place)])
            where = Place(self._source, self._lines[place], 1)
            self.made[place] = HornClause(Compound(self.predicate[0], args), (), where)
        return self.made[place]

    def words(self, place: int) -> list[str]:
        """The arguments of a fact as they stand in the text."""
        start = self._starts[place]
        return self._text[start : self._text.index(")", start)].replace(" ", "").split(",")


@record
class FactRun:
    """A run of facts in a text.

    Parameters
    ----------
    start, end
        Its first character, and the one behind its last line.
    line
        Number of its first line.
    """

    start: int
    end: int
    line: int


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A fact with its name and its arguments; a run of them."""
    table = OperatorTable.default()
    names = {*table.prefix, *table.infix, *table.postfix}
    words = "|".join(sorted(one for one in names if one.isidentifier()))
    one = rf"(?:-?[0-9]{{1,15}}+|(?!(?:{words})\b)[a-z]\w*+)"
    fact = rf"([a-z]\w*+)\(({one}(?:, ?{one})*+)\)\.[ \t\r]*+\n"
    plain = fact.replace("([a-z]", "(?:[a-z]").replace(rf"\(({one}", rf"\((?:{one}")
    return re.compile(fact, re.ASCII), re.compile(
        rf"^(?:{plain}){{{FEWEST},}}+", re.ASCII | re.MULTILINE
    )


def _runs(text: str) -> list[FactRun]:
    if len(text) >= MOST_LETTERS:
        return []
    spans = [found.span() for found in _patterns()[1].finditer(text)]
    if 2 * sum(end - start for start, end in spans) < len(text):
        return []
    runs: list[FactRun] = []
    line, behind = 1, 0
    for start, end in spans:
        between = text[behind:start]
        if _DECIDES.search(between) or not _is_whole(between):
            return []
        line += between.count("\n")
        runs.append(FactRun(start, end, line))
        line, behind = line + text.count("\n", start, end), end
    return [] if _DECIDES.search(text, behind) else runs


def _is_whole(text: str) -> bool:
    """Whether no clause, comment or quoted text goes on behind a text."""
    try:
        for lexeme in reversed(lexemes(text)):
            kind = token_at(SourceText(lexeme, ""), 0).kind
            if kind is not STOP:
                return kind is END
    except InputError:
        return False
    return True


FoundRun: TypeAlias = "tuple[FactRun, dict[Indicator, FactRows]]"
"""A run, and its facts by predicate."""


_KNOWN: dict[tuple[str, str], tuple[FoundRun, ...]] = {}
"""Facts in the text that was looked at last, by text and name."""


def taken_facts(text: str, source: str) -> tuple[FoundRun, ...]:
    """The facts of `facts_in`, which the caller may change: they are found anew for the next one."""
    found = facts_in(text, source)
    _KNOWN.clear()
    return found


def facts_in(text: str, source: str) -> tuple[FoundRun, ...]:
    """The runs of facts in a text and what stands in them.

    There are none where they are not most of the text, where anything else in it may give them another meaning, and where the
    program may not define one of the predicates as any other.
    """
    if (text, source) not in _KNOWN:
        _KNOWN.clear()
        _KNOWN[text, source] = _found(text, source)
    return _KNOWN[text, source]


def _found(text: str, source: str) -> tuple[FoundRun, ...]:
    found: list[FoundRun] = []
    for run in _runs(text):
        rows: dict[Indicator, FactRows] = {}
        for line, fact in enumerate(_patterns()[0].finditer(text, run.start, run.end), run.line):
            predicate = fact[1], fact[2].count(",") + 1
            known = rows.get(predicate)
            if known is None:
                known = rows[predicate] = FactRows(predicate, text, source)
            known.add(fact.start(2), line)
        if any(name in EXPANSIONS or is_protected((name, arity)) for name, arity in rows):
            return ()
        found.append((run, rows))
    return tuple(found)


def without_facts(text: str, found: Iterable[FoundRun]) -> str:
    """A text with empty lines in the place of runs."""
    return _replaced(text, found, lambda _: "")


def thinned(text: str, found: Iterable[FoundRun]) -> str:
    """A text in which each run has only the first fact of each predicate."""
    return _replaced(text, found, FactRows.first_line)


def _replaced(text: str, found: Iterable[FoundRun], kept: Callable[[FactRows], str]) -> str:
    """A text with what is kept of each predicate in the place of its facts in a run, and as many lines."""
    parts, behind = [], 0
    for run, rows in found:
        lines = text.count("\n", run.start, run.end)
        parts += [text[behind : run.start], *map(kept, rows.values()), "\n" * lines]
        behind = run.end
    return "".join((*parts, text[behind:]))
