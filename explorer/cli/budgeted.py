"""``--budget`` and ``--budget-memory`` of every command: what all of it may take, and how it ends when that is spent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ...rules.errors import ArcwiseError, on_one_line
from ...rules.text.text_file import PATIENCE, watching
from ...search.limits import NO_LIMITS, Budget, LimitReached, Limits
from ...search.result import Status
from .help import LIMITS, GroupedOption
from .messages import EXIT_CODES, note
from .options import Bytes

_WHOLE, _READING = "arcwise.budget", "arcwise.reading"

_OPTIONS = (
    GroupedOption(
        ["--budget"],
        group=LIMITS,
        type=click.FloatRange(min=0, min_open=True),
        metavar="SECONDS",
        help="Time limit in seconds for the whole command; verify and validate have 600. At the limit it ends as with Ctrl-C, and keeps what is done.",
    ),
    GroupedOption(
        ["--budget-memory"],
        group=LIMITS,
        type=Bytes(),
        help="Memory limit for the whole command, such as 2G, beyond the 64M that Python needs; verify and validate have 4G.",
    ),
)

USUAL = {
    "verify": Limits(time=600, memory=4 * 2**30),
    "validate": Limits(time=600, memory=4 * 2**30),
}
"""Budgets of commands that look at strangers' files only, unless the user gives others."""

UNBOUNDED = ("explore",)
"""Commands that the user ends."""


def add_budget(command: click.Command) -> None:
    """Let a command take a budget."""
    if command.name not in UNBOUNDED and _OPTIONS[0] not in command.params:
        command.params.extend(_OPTIONS)


@contextmanager
def held(context: click.Context) -> Iterator[None]:
    """Hold the command of a context to its budget.

    Raises
    ------
    click.exceptions.Exit
        The command's exit, with its code, once the budget is spent.
    """
    time, memory = (context.params.pop(name, None) for name in ("budget", "budget_memory"))
    usual = USUAL.get(context.command.name or "", NO_LIMITS)
    limits = Limits(time=time or usual.time, memory=memory or usual.memory)
    whole = context.meta[_WHOLE] = Budget(limits)
    reading = context.meta[_READING] = Reading(context)
    try:
        with whole, watching(reading), reading.stack:
            yield
    except (LimitReached, ArcwiseError, OSError) as error:  # or what became of the alarm
        limit = whole.reached or reading.reached
        if limit is None:
            raise
        keep(error, limit)
        note(f"arcwise: {interruption()}")
        raise click.exceptions.Exit(EXIT_CODES[limit]) from None


class Reading:
    """Applies the limits for one search to what a command reads, from the first byte on.

    A command of one search has its limits; another, to which a limit of a second says nothing of a large file, 2 seconds more.

    Parameters
    ----------
    context
        The command's.
    """

    def __init__(self, context: click.Context) -> None:
        self.texts: dict[Path, str] = {}
        self.budget: Budget | None = None
        self.stack = ExitStack()
        time, memory = (context.params.get(f"limit_{name}") for name in ("time", "memory"))
        self._limits = Limits(time=time, memory=memory)
        self._longer = MARGIN if context.command.name == "solve" else PATIENCE

    def begin(self) -> None:
        """Start the limits, if they have not started; they end when a progress bar shows that reading is over."""
        if self.budget is None and self._limits != NO_LIMITS:
            longer = self._limits.time and self._limits.time + self._longer
            self.budget = Budget(replace(self._limits, time=longer))
            self.stack.enter_context(self.budget)

    @property
    def reached(self) -> str | None:
        """The limit that was reached while reading, if one was."""
        return None if self.budget is None else self.budget.reached

    def tell(self, source: str) -> None:
        """Print what is waited for."""
        note(f"arcwise: waiting for the text of {on_one_line(source)}; Ctrl-C ends it")


MARGIN = 0.1
"""Seconds beyond the time limit after which a command with one search is stopped."""


def reading_ends() -> None:
    """Stop applying the limits for one search to reading."""
    context = click.get_current_context(silent=True)
    reading: Reading | None = context.meta.get(_READING) if context else None
    if reading is not None:
        reading.stack.close()


def keep(error: BaseException, limit: str) -> None:
    """Keep the objects that a limit interrupted until the process ends: freeing them takes time too."""
    if limit == "time":
        _kept[:] = [error]


_kept: list[BaseException] = []


def spent() -> str | None:
    """The limit of the command's budget that was reached, if one was."""
    context = click.get_current_context(silent=True)
    whole = context.meta.get(_WHOLE) if context else None
    return None if whole is None else whole.reached


def reached() -> str | None:
    """The limit that ended the work: that of the command's budget, or of its search where that ends with the command."""
    context = click.get_current_context(silent=True)
    reading: Reading | None = context.meta.get(_READING) if context else None
    return spent() or (reading.reached if reading else None)


def interruption() -> str:
    """Reason in words why the command ended early."""
    context = click.get_current_context(silent=True)
    reading: Reading | None = context.meta.get(_READING) if context else None
    limit = spent()
    if limit is None and reading is not None and reading.reached:
        return (
            f"stopped by {reading.reached}, the limit of --limit-{reading.reached}, while reading"
        )
    option = "--budget-memory" if limit == "memory" else "--budget"
    return f"stopped by {limit}, the limit of {option}" if limit else "interrupted"


def interrupted(folder: str | Path | None, kept: str = "") -> int:
    """Tell what an interrupted command has kept, and how its run goes on; the exit code."""
    kept = kept or ("" if folder is None else "what was finished is kept")
    note(": ".join(filter(None, (interruption(), kept))))
    if folder is not None:
        note(f"--run {folder} --resume goes on with the rest")
    return exit_code_of("interrupt")


def exit_code(found: Any) -> int:
    """Return the documented exit code of a search or a proof."""
    if found.status is Status.STOPPED or found.limit == "interrupt":
        return exit_code_of(found.limit)
    return 0 if found.solved else EXIT_CODES.get(found.status.value, EXIT_CODES["gave up"])


def exit_code_of(limit: str | None) -> int:
    """The exit code of a search that a limit stopped; 12 for a limit on nodes."""
    return EXIT_CODES.get((limit == "interrupt" and spent()) or limit or "", EXIT_CODES["gave up"])
