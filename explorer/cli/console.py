"""Where output goes: results to stdout, everything else to stderr, colour and progress only on a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import fill
from time import monotonic
from typing import TYPE_CHECKING, TextIO

import click

from ...rules.errors import on_one_line, visible
from .budgeted import reading_ends
from .messages import fitted, note, width_of
from .waiting import a_bar

if TYPE_CHECKING:
    from rich.console import Console

    from ...experiments.board import BoardSource


def line_width() -> int:
    """Characters of a line of stdout."""
    return width_of(sys.stdout)


def console(stream: TextIO) -> Console:
    """The console of rich for stdout or stderr, as wide as its terminal."""
    from rich.console import Console

    class Pipe(Console):
        """A console that leaves a closed pipe to its caller."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return Pipe(file=stream, width=width_of(stream), highlight=False, markup=False, emoji=False)


def say(text: str = "") -> None:
    """Print the text of a file to stdout unchanged."""
    click.echo(visible(text))


def say_fitted(text: str) -> None:
    """Print plain text to stdout, its lines broken between words where they are too long."""
    click.echo(fitted(visible(text), line_width()))


def tell(sentence: str, *, word: str = "", good: bool | None = None) -> None:
    """Print a sentence to stdout, wrapped between words.

    Parameters
    ----------
    word
        The verdict in it, which a terminal shows in colour.
    good
        Whether that is good news; None where it is neither.
    """
    text = visible(fill(sentence, line_width(), break_long_words=False, break_on_hyphens=False))
    if good is not None and coloured():
        shown = click.style(word, fg="green" if good else "red", bold=True)
        text = text.replace(word, shown, 1)
    click.echo(text)


def coloured() -> bool:
    """Whether stdout is a terminal whose user has nothing against colour (https://no-color.org)."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain


def show_page(file: str, *, opens: bool) -> None:
    """Open a page in the browser, or tell how to."""
    import webbrowser

    where = Path(file).resolve().as_uri()
    if not opens:
        note(f"open it in a browser, or add --open: {where}")
    elif not webbrowser.open(where):
        note(f"no browser was found here; this is the page: {where}")


@contextmanager
def progress_over(total: int | None, doing: str) -> Iterator[Callable[..., None]]:
    """A progress bar on stderr if that is a terminal, else nothing.

    Yields
    ------
    A function ``tick(steps=1, detail="")`` that moves the bar and says what is known so far.
    """
    if not doing.startswith("reading "):
        reading_ends()
    if not sys.stderr.isatty():
        yield lambda steps=1, detail="": None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        *([MofNCompleteColumn()] if total else []),
        TimeElapsedColumn(),
        TextColumn("{task.fields[detail]}", markup=False),
    )
    with a_bar(), Progress(*columns, console=console(sys.stderr), transient=True) as progress:
        task = progress.add_task(on_one_line(doing), total=total, detail="")

        def tick(steps: int = 1, detail: str = "") -> None:
            progress.update(task, advance=steps, detail=on_one_line(detail))

        yield tick


def enumerated(domain: BoardSource) -> BoardSource:
    """The domain of the states that a program reaches, see `BoardSource.enumerated`; its seconds pass on a terminal."""
    if domain.clauses is None:
        return domain
    with progress_over(None, f"states of {domain.argument}"):
        return domain.enumerated()


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
