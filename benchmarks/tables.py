"""How the benchmarks print what they measured: one table, and one line for a figure beside what it is compared with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rich.console import Console
from rich.markup import escape
from rich.table import Table

WIDTH = 170
"""Characters of a table."""


def show(
    title: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    left: int = 1,
    note: str = "",
    markdown: bool = False,
) -> None:
    """Print a table.

    Parameters
    ----------
    title, note
        What stands above and below it.
    columns, rows
        Headings and cells.
    left
        How many columns are words rather than numbers.
    markdown
        As a table for documentation, without title and note.
    """
    if markdown:
        print("| " + " | ".join(columns) + " |\n|" + "---|" * len(columns))
        for row in rows:
            print("| " + " | ".join(row) + " |")
        return
    table = Table(title=escape(title))
    for number, column in enumerate(columns):
        table.add_column(escape(column), justify="left" if number < left else "right")
    for row in rows:
        table.add_row(*map(escape, row))
    console = Console(width=WIDTH)
    console.print(table)
    if note:
        console.print(escape(note))


@dataclass(frozen=True)
class Line:
    """One figure.

    Parameters
    ----------
    what
        What was measured.
    measured
        The figure.
    wanted
        What it is to be; nothing where nothing was set.
    beside
        The published figure, or that of an alternative that was run.
    reached
        Whether it is what it is to be; None where nothing was set, or nothing was measured.
    """

    what: str
    measured: str
    wanted: str = ""
    beside: str = ""
    reached: bool | None = None

    @property
    def cells(self) -> tuple[str, ...]:
        """A row of the table."""
        verdict = "" if self.reached is None else "yes" if self.reached else "NO"
        return self.what, self.measured, self.wanted, verdict, self.beside


Lines: TypeAlias = Iterator[Line]

COLUMNS = ("what", "measured", "must reach", "reached", "published, or run beside it")


def at_most(
    what: str, value: float, most: float, *, beside: str = "", digits: int = 0, unit: str = ""
) -> Line:
    """A figure that is not to be above another."""
    texts = [f"{one:,.{digits}f}{unit}" for one in (value, most)]
    return Line(what, texts[0], f"<= {texts[1]}", beside, value <= most)


def every(what: str, good: int, of: int, *, note: str = "", beside: str = "") -> Line:
    """How many of all; all of them are wanted."""
    measured = f"{good:,} of {of:,}" + (f", {note}" if note else "")
    return Line(what, measured, "all", beside, good == of > 0)


def not_run(what: str, why: str) -> Line:
    """What could not be measured, and why."""
    return Line(what, f"not run: {why}")
