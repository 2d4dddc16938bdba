"""What is said beside the results; light, because every command begins with it."""

from __future__ import annotations

import click

from ...rules.errors import visible


def note(text: str) -> None:
    """Print plain text to stderr."""
    click.echo(visible(text), err=True)
