"""Messages beside the results, and exit codes; few imports, because every command begins with this module."""

from __future__ import annotations

import sys

import click

from ...rules.errors import visible

EXIT_CODES = {
    "does not hold": 1,
    "unsolvable": 11,
    "gave up": 12,
    "memory": 22,
    "time": 23,
    "bad input": 33,
    "too large": 34,
    "fault": 70,
    "interrupt": 130,
}
"""How a command ends that did not do what it was asked for: the limit or the status, else why."""


COMPLETE = "_ARCWISE_COMPLETE"
"""The environment variable with which a shell's script asks how a command line may go on."""


def note(text: str) -> None:
    """Print plain text to stderr, above a progress bar if one is shown, which click would write into."""
    above = sys.stderr if hasattr(sys.stderr, "rich_proxied_file") else None
    click.echo(visible(text), file=above, err=True)
