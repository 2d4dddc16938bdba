"""One place that shows what was found: to people, as JSON, or as comma-separated values, from the same object."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from os import urandom
from typing import TYPE_CHECKING, Any

import click

from ...rules.errors import on_one_line, visible, visible_json
from ...rules.record import record
from ...rules.text.plain import part_text, tree_lines
from ...rules.text.text_file import write_text
from ...rules.text.words import counted
from ...rules.view import OnDemand, Part, Sentence, Table, Tree, View
from .budgeted import interrupted
from .console import console, line_width, say_fitted, tell
from .messages import WARNINGS, note

if TYPE_CHECKING:  # runs take as long to import as all else that a command on a board does
    from ...experiments.keeping import Keeping
    from ...experiments.result_set import ResultSet
    from ...experiments.row import Row


TOGETHER = 100
"""Lines of a tree that are printed at once."""

BETWEEN = 3
"""Blanks between two columns of a table."""

LONGEST_WORD = 24
"""Characters of the longest word in a cell of words that is not broken in a table too wide for its line."""


_CAUGHT: list[list[View]] = []


@contextmanager
def caught() -> Iterator[list[View]]:
    """Collect the views that commands show from here on, in place of showing them."""
    _CAUGHT.append([])
    try:
        yield _CAUGHT[-1]
    finally:
        _CAUGHT.pop()


def present(
    view: View, *, as_json: bool = False, csv_file: str | None = None, details: bool = True
) -> None:
    """Show a view as JSON or to people, whole or its brief form, and write its records into a file if one is named."""
    if _CAUGHT:
        _CAUGHT[-1].append(view)
        return
    if csv_file is not None:
        from ...experiments.store.run import csv_text

        write_text(csv_file, csv_text(view.records))
    if as_json:
        _emit(view.data)
    elif details or not view.brief:
        show(view.parts)
    else:
        more = [Sentence(f"--details shows {view.more}")] if view.more else []
        show([*view.brief, *more])


def _emit(value: Mapping[str, Any]) -> None:
    """Print one JSON object, with the warnings that there were; characters that would control a terminal are escaped as JSON has it.

    Items of an `OnDemand` are printed as they are made.
    """
    import json

    if WARNINGS:
        value = {**value, "warnings": WARNINGS}

    encoding = sys.stdout.encoding or "utf-8"  # None where the output is text in memory
    whole = encoding.lower().replace("-", "") == "utf8"  # else some characters are escaped
    waiting: list[OnDemand[Any]] = []
    mark = urandom(8).hex()  # stands in no text

    def later(one: OnDemand[Any]) -> str:
        waiting.append(one)
        return mark

    written = partial(json.dumps, ensure_ascii=not whole, allow_nan=False)
    first, *rest = visible_json(written(value, default=later)).split(f'"{mark}"')
    click.echo(first, nl=False)
    for one, text in zip(waiting, rest, strict=True):
        items, before = map(written, one), "["
        while some := list(islice(items, TOGETHER)):
            click.echo(before + visible_json(", ".join(some)), nl=False)
            before = ", "
        click.echo(("[]" if before == "[" else "]") + text, nl=False)
    click.echo()


def show(parts: Iterable[Part]) -> None:
    """Print parts of a view one after the other."""
    for part in parts:
        match part:
            case Sentence():
                tell(part.text, word=part.word or part.text.partition(":")[0], good=part.good)
            case Table():
                _show_table(part)
            case Tree() if part.nodes:
                lines = tree_lines(part)
                while some := list(islice(lines, TOGETHER)):
                    say_fitted("\n".join(some))
            case _:
                say_fitted(part_text(part, line_width()))


def _show_table(shown: Table) -> None:
    """Print a table, in several parts if its columns do not fit one line even where their headings and words are broken."""
    from rich import box
    from rich.table import Table as RichTable

    rows = [
        [on_one_line(one) if isinstance(one, str) else one for one in row] for row in shown.rows
    ]
    columns = [
        _Column.of(
            name,
            [str(row[at]) for row in rows],
            words=at < shown.left or (shown.words and at == len(shown.columns) - 1),
        )
        for at, name in enumerate(map(on_one_line, shown.columns))
    ]
    title = shown.title
    for part in _parts(columns, shown.fixed, line_width()):
        table = RichTable(
            title=title and visible(title),
            box=box.SIMPLE_HEAD,
            title_justify="left",
            pad_edge=False,
        )
        title = None
        for at, width in part.items():
            left = at < shown.left or columns[at].words
            table.add_column(
                columns[at].name, justify="left" if left else "right", width=width, overflow="fold"
            )
        for row in rows:
            table.add_row(*(row[at] for at in part))
        console(sys.stdout).print(table)


@record
class _Column:
    """A column of a table.

    Parameters
    ----------
    name
        Its heading.
    words
        Whether its cells may be broken between words; numbers are kept whole.
    least, most
        Characters that it needs if its heading, and its words, are broken, and if nothing is.
    """

    name: str
    words: bool
    least: int
    most: int

    @classmethod
    def of(cls, name: str, cells: Sequence[str], *, words: bool) -> _Column:
        """Measure a column."""
        whole = max(map(len, cells), default=0)
        broken = max((len(word) for cell in cells for word in cell.split()), default=0)
        heading = max(map(len, name.split()), default=0)
        least = max(heading, min(broken, LONGEST_WORD) if words else whole)
        return cls(name, words, least, max(len(name), whole))


def _parts(columns: Sequence[_Column], fixed: int, width: int) -> list[dict[int, int]]:
    """Widths of the columns of each part of a table, by the number of the column.

    Parameters
    ----------
    fixed
        Number of first columns that every part has; at least one.
    width
        Characters of a line.
    """
    always = list(range(max(fixed, 1)))
    parts = [always]
    for at in range(len(always), len(columns)):
        together = [columns[one].least + BETWEEN for one in (*parts[-1], at)]
        if len(parts[-1]) > len(always) and sum(together) > width:
            parts.append(always)
        parts[-1] = [*parts[-1], at]
    return [_fitting({at: columns[at] for at in part}, width) for part in parts if part]


def _fitting(part: dict[int, _Column], width: int) -> dict[int, int]:
    """Narrow the widest columns of a part until a line holds it, those of words first."""
    found = {at: column.most for at, column in part.items()}
    for words in (True, False):
        narrowed = [at for at, column in part.items() if column.words is words or not words]
        while (over := sum(found.values()) + BETWEEN * len(found) - width) > 0:
            wide = [at for at in narrowed if found[at] > part[at].least]
            if not wide:
                break
            widest = max(wide, key=lambda at: found[at])
            next_width = max((found[at] for at in wide if found[at] < found[widest]), default=0)
            found[widest] = max(part[widest].least, next_width - 1, found[widest] - over)
    return found


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
