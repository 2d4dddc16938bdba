"""One place that shows what was found: to people, as JSON, or as comma-separated values, from the same object."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from ...rules.errors import on_one_line, visible, visible_json
from ...rules.text.text_file import write_text
from ...rules.text.words import counted
from ..views.view import Heading, Lines, Part, Sentence, Table, View
from .budgeted import interrupted
from .console import console, line_width, say, tell
from .messages import note

if TYPE_CHECKING:  # runs take as long to import as all else that a command on a board does
    from ...experiments.keeping import Keeping
    from ...experiments.result_set import ResultSet
    from ...experiments.row import Row


BETWEEN = 3
"""Blanks between two columns of a table."""


def present(
    view: View, *, as_json: bool = False, csv_file: str | None = None, details: bool = True
) -> None:
    """Show a view as JSON or to people, whole or its brief form, and write its records into a file if one is named."""
    if csv_file is not None:
        from ...experiments.store.run import csv_text

        write_text(csv_file, csv_text(view.records))
    if as_json:
        _emit(view.data)
    else:
        show(view.parts if details or not view.brief else view.brief)


def _emit(value: Mapping[str, Any]) -> None:
    """Print one JSON object; characters that would control a terminal are escaped as JSON has it."""
    import json

    encoding = sys.stdout.encoding or "utf-8"  # None where the output is text in memory
    whole = encoding.lower().replace("-", "") == "utf8"  # else some characters are escaped
    click.echo(visible_json(json.dumps(value, ensure_ascii=not whole, allow_nan=False)))


def show(parts: Iterable[Part]) -> None:
    """Print parts of a view one after the other."""
    for part in parts:
        match part:
            case Heading() | Lines():
                say(part.text)
            case Sentence():
                tell(part.text, word=part.word or part.text.partition(":")[0], good=part.good)
            case Table():
                _show_table(part)


def _show_table(shown: Table) -> None:
    from rich import box
    from rich.table import Table as RichTable

    title = shown.title
    for part in _parts(shown, line_width()):
        table = RichTable(
            title=title and visible(title),
            box=box.SIMPLE_HEAD,
            title_justify="left",
            pad_edge=False,
        )
        title = None
        for number, at in enumerate(part):
            table.add_column(
                on_one_line(shown.columns[at]), justify="left" if number < shown.left else "right"
            )
        if shown.words:
            table.columns[-1].justify, table.columns[-1].overflow = "left", "fold"
        for row in shown.rows:
            cells = (row[at] for at in part)
            table.add_row(*(on_one_line(one) if isinstance(one, str) else one for one in cells))
        console(sys.stdout).print(table)


def _parts(table: Table, width: int) -> list[list[int]]:
    """The columns of each part by number."""
    numbers = list(range(len(table.columns)))
    if not table.fixed:
        return [numbers]
    widths = [
        max(len(table.columns[at]), *(len(row[at]) for row in table.rows)) + BETWEEN
        for at in numbers
    ]
    always = numbers[: table.fixed]
    parts = [list(always)]
    for at in numbers[table.fixed :]:
        if len(parts[-1]) > table.fixed and sum(widths[one] for one in [*parts[-1], at]) > width:
            parts.append(list(always))
        parts[-1].append(at)
    return parts


def ended(found: ResultSet, keeping: Keeping) -> int:
    """Say which searches died, and how to go on where it was interrupted; the command's exit code."""
    note_deaths(found.run.searches)
    if found.finished:
        return 0
    return interrupted(keeping.folder, "what was finished stands above")


def note_deaths(rows: Iterable[Row]) -> None:
    """Say how many searches ended without a result, with each reason."""
    deaths = Counter(row.note for row in rows if row.stopped_by in ("signal", "error"))
    for reason, many in deaths.most_common():
        note(f"{counted(many, 'search', 'searches')} ended without a result: {reason}")
