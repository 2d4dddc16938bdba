"""One place that shows what was found: to people, as JSON, or as comma-separated values, from the same object."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from rich.text import Text

from ...experiments.keeping import Keeping
from ...experiments.result_set import ResultSet
from ...experiments.store.export import csv_text
from ...rules.text_file import write_text
from ..text.sentences import counted
from .budgeted import exit_code_of, interruption
from .console import emit, note, out, plain_table, say, tell

BETWEEN = 3
"""Blanks between two columns of a table."""


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

    def show(self) -> None:
        """Print it."""
        title = self.title
        for part in self._parts(out().width):
            table = plain_table(*(self.columns[at] for at in part), title=title, left=self.left)
            title = None
            if self.words:
                table.columns[-1].justify, table.columns[-1].overflow = "left", "fold"
            for row in self.rows:
                table.add_row(*(row[at] for at in part))
            out().print(table)

    def _parts(self, width: int) -> list[list[int]]:
        """The columns of each part by number."""
        numbers = list(range(len(self.columns)))
        if not self.fixed:
            return [numbers]
        widths = [
            max(len(self.columns[at]), *(len(row[at]) for row in self.rows)) + BETWEEN
            for at in numbers
        ]
        always = numbers[: self.fixed]
        parts = [list(always)]
        for at in numbers[self.fixed :]:
            if len(parts[-1]) > self.fixed and sum(widths[one] for one in [*parts[-1], at]) > width:
                parts.append(list(always))
            parts[-1].append(at)
        return parts


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


def ended(found: ResultSet, keeping: Keeping) -> int:
    """Say which searches died, and how to go on where it was interrupted; the command's exit code."""
    deaths = Counter(
        row.note for row in found.run.searches if row.stopped_by in ("signal", "error")
    )
    for reason, many in deaths.most_common():
        note(f"{counted(many, 'search', 'searches')} ended without a result: {reason}")
    if found.finished:
        return 0
    note(f"{interruption()}: what was finished stands above")
    if keeping.folder is not None:
        note(f"--run {keeping.folder} --resume goes on with the rest")
    return exit_code_of("interrupt")
