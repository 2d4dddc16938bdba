"""Parts of a view, which terminal, notebook, report and LaTeX each show as they can."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from rich.text import Text


@dataclass(frozen=True)
class Table:
    """A table for people.

    Parameters
    ----------
    columns
        Headings of the columns.
    rows
        Cells of each row.
    title
        Line above the table.
    left
        Number of columns that are aligned left; the others are aligned right.
    words
        Whether the last column holds words, which are aligned left and folded.
    fixed
        Number of first columns that are repeated in each part of a table that is wider than the terminal; 0 to show it
        in one part.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[str | Text]]
    title: str | None = None
    left: int = 1
    words: bool = False
    fixed: int = 0


@dataclass(frozen=True)
class Heading:
    """A line above other parts, or an empty one between them."""

    text: str = ""


@dataclass(frozen=True)
class Lines:
    """Lines that are shown as they are: boards, clauses, a plan."""

    text: str


@dataclass(frozen=True)
class Sentence:
    """Words that are broken where a line ends.

    Parameters
    ----------
    text
        The words.
    good
        Whether a verdict is good news; None if it is neither, and for other sentences.
    word
        The verdict in the sentence; by default what stands in front of a colon.
    """

    text: str
    good: bool | None = None
    word: str = ""


Part: TypeAlias = Table | Heading | Lines | Sentence
"""A part of a view that people see; parts are shown one after the other."""


class View:
    """A finding, ready to be shown.

    Parameters
    ----------
    parts
        Parts for people, or a function that makes them when they are first asked for.
    data
        Plain values for programs, or a function that makes them when they are first asked for.
    records
        Rows with the same names, for tables of one's own.
    brief
        Parts that a terminal shows if no details are asked for; if there are none, it shows all parts.
    """

    def __init__(
        self,
        parts: Sequence[Part] | Callable[[], Iterable[Part]],
        data: Mapping[str, Any] | Callable[[], Mapping[str, Any]],
        records: Sequence[Mapping[str, Any]] = (),
        brief: Sequence[Part] = (),
    ) -> None:
        self._parts, self._data = parts, data
        self.records, self.brief = records, brief

    @cached_property
    def parts(self) -> Sequence[Part]:
        """Parts for people."""
        return tuple(self._parts()) if callable(self._parts) else self._parts

    @cached_property
    def data(self) -> Mapping[str, Any]:
        """Plain values for programs."""
        return self._data() if callable(self._data) else self._data
