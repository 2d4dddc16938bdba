"""Where output goes: results to stdout, everything else to stderr, colour and progress only on a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from textwrap import fill
from time import monotonic
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

PIPE_WIDTH = 200


def out() -> Console:
    """The console for results."""
    return Console(width=None if sys.stdout.isatty() else PIPE_WIDTH, highlight=False)


def err() -> Console:
    """The console for messages."""
    return Console(stderr=True, width=None if sys.stderr.isatty() else PIPE_WIDTH, highlight=False)


def say(text: str = "") -> None:
    """Print plain text to stdout, as it is."""
    click.echo(text)


def tell(sentence: str) -> None:
    """Print a sentence to stdout, broken between words where a terminal's line ends."""
    click.echo(fill(sentence, out().width) if sys.stdout.isatty() else sentence)


def note(text: str) -> None:
    """Print plain text to stderr, as it is."""
    click.echo(text, err=True)


def emit(value: Any) -> None:
    """Print one JSON object."""
    click.echo(json.dumps(value, ensure_ascii=False, allow_nan=False))


def plain_table(*columns: str, title: str | None = None, left: int = 1) -> Table:
    """A table whose first ``left`` columns are aligned left and the others right."""
    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number < left else "right")
    return table


@contextmanager
def progress_over(total: int | None, doing: str) -> Iterator[Callable[..., None]]:
    """A progress bar on stderr if that is a terminal, else nothing.

    Yields
    ------
    A function ``tick(steps=1, detail="")`` that moves the bar and says what is known so far.
    """
    if not sys.stderr.isatty():
        yield lambda steps=1, detail="": None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        *([MofNCompleteColumn()] if total else []),
        TimeElapsedColumn(),
        TextColumn("{task.fields[detail]}"),
    )
    with Progress(*columns, console=err(), transient=True) as progress:
        task = progress.add_task(doing, total=total, detail="")

        def tick(steps: int = 1, detail: str = "") -> None:
            progress.update(task, advance=steps, detail=detail)

        yield tick


@contextmanager
def searching(doing: str) -> Iterator[Callable[[int], None]]:
    """Show how many nodes a search has expanded, on stderr if that is a terminal.

    Yields
    ------
    A function of the number of expansions, cheap enough to be called often.
    """
    with progress_over(None, doing) as tick:
        shown = monotonic()

        def report(expanded: int) -> None:
            nonlocal shown
            if monotonic() - shown > 0.1:
                shown = monotonic()
                tick(0, f"{expanded:,} expanded")

        yield report
