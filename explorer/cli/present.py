"""One place that shows what was found: to people, as JSON, or as comma-separated values, from the same object."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ...rules.text_file import write_text
from .console import emit, out, plain_table, say, tell


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
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str | None = None
    left: int = 1
    words: bool = False

    def show(self) -> None:
        """Print it."""
        table = plain_table(*self.columns, title=self.title, left=self.left)
        if self.words:
            table.columns[-1].justify, table.columns[-1].overflow = "left", "fold"
        for row in self.rows:
            table.add_row(*row)
        out().print(table)


@dataclass(frozen=True)
class Heading:
    """A line that is printed as it is."""

    text: str = ""

    def show(self) -> None:
        """Print it."""
        say(self.text)


@dataclass(frozen=True)
class Sentence:
    """Words that are broken where a terminal's line ends."""

    text: str

    def show(self) -> None:
        """Print it."""
        tell(self.text)


class Part(Protocol):
    """What is shown to people, one after the other."""

    def show(self) -> None:
        """Print it."""


@dataclass(frozen=True)
class View:
    """What was found, ready to be shown.

    Parameters
    ----------
    parts
        For people.
    data
        For programs: plain values.
    records
        For tables of one's own: rows with the same names.
    """

    parts: Sequence[Part]
    data: Mapping[str, Any]
    records: Sequence[Mapping[str, Any]] = field(default_factory=tuple)


def present(view: View, *, as_json: bool = False, csv_file: str | None = None) -> None:
    """Show a view as JSON or to people, and write its records into a file if one is named."""
    if csv_file is not None:
        write_text(csv_file, csv_text(view.records))
    if as_json:
        emit(view.data)
        return
    for part in view.parts:
        part.show()


def csv_text(records: Sequence[Mapping[str, Any]]) -> str:
    """Records as comma-separated values with a line of names; what is not known is left empty."""
    if not records:
        return ""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(records[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return text.getvalue()
