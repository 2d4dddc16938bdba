"""Parts of a view, which terminal, notebook, report and LaTeX each show as they can."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from rich.text import Text


@dataclass(frozen=True)
class Table:
    """A table for people.

    Parameters
    ----------
    columns
        Their headings.
    rows
        Their cells.
    title
        Above it.
    left
        How many columns are aligned left; the others right.
    words
        Whether the last column holds words, which are aligned left and folded.
    fixed
        How many columns stand in each of the parts in which it is shown where it is wider than the terminal; 0 to show
        it in one.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[str | Text]]
    title: str | None = None
    left: int = 1
    words: bool = False
    fixed: int = 0


@dataclass(frozen=True)
class Heading:
    """Lines that are shown as they are."""

    text: str = ""


@dataclass(frozen=True)
class Sentence:
    """Words that are broken where a line ends.

    Parameters
    ----------
    text
        The words.
    good
        Of a verdict, whether it is good news; None where it is neither, and of other sentences.
    word
        The verdict in the sentence; by default what stands in front of a colon.
    """

    text: str
    good: bool | None = None
    word: str = ""


Part: TypeAlias = Table | Heading | Sentence
"""A part of a view that people see; parts are shown one after the other."""


@dataclass(frozen=True)
class View:
    """A finding, ready to be shown.

    Parameters
    ----------
    parts
        For people.
    data
        For programs: plain values.
    records
        For tables of one's own: rows with the same names.
    brief
        What a terminal shows where no details are asked for; all parts where there is none.
    """

    parts: Sequence[Part]
    data: Mapping[str, Any]
    records: Sequence[Mapping[str, Any]] = field(default_factory=tuple)
    brief: Sequence[Part] = ()
