"""``--budget`` and ``--budget-memory`` of every command: what all of it may take, and how it ends when that is spent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...rules.errors import ArcwiseError
from ...search.limits import NO_LIMITS, Budget, LimitReached, Limits
from ...search.result import Result, Status
from .help import LIMITS, GroupedOption
from .messages import EXIT_CODES, note
from .options import Bytes

if TYPE_CHECKING:
    from ...search.logic.prove import ProofResult

_WHOLE = "arcwise.budget"

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
    try:
        with whole:
            yield
    except (LimitReached, ArcwiseError, OSError) as error:  # or what became of the alarm
        if whole.reached is None:
            raise
        keep(error, whole.reached)
        note(f"arcwise: {interruption()}")
        raise click.exceptions.Exit(EXIT_CODES[whole.reached]) from None


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


def interruption() -> str:
    """Reason in words why the command ended early."""
    option = "--budget-memory" if spent() == "memory" else "--budget"
    return f"stopped by {spent()}, the limit of {option}" if spent() else "interrupted"


def interrupted(folder: str | Path | None, kept: str = "") -> int:
    """Tell what an interrupted command has kept, and how its run goes on; the exit code."""
    kept = kept or ("" if folder is None else "what was finished is kept")
    note(": ".join(filter(None, (interruption(), kept))))
    if folder is not None:
        note(f"--run {folder} --resume goes on with the rest")
    return exit_code_of("interrupt")


def exit_code(found: Result | ProofResult) -> int:
    """Return the documented exit code of a search or a proof."""
    if found.status is Status.STOPPED or found.limit == "interrupt":
        return exit_code_of(found.limit)
    return 0 if found.solved else EXIT_CODES.get(found.status.value, EXIT_CODES["gave up"])


def exit_code_of(limit: str | None) -> int:
    """The exit code of a search that a limit stopped; 12 for a limit on nodes."""
    return EXIT_CODES.get((limit == "interrupt" and spent()) or limit or "", EXIT_CODES["gave up"])
