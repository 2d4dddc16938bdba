"""A macro file that is written again and again while macros are learned."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic

import click

from ...rules.errors import InputError
from ...rules.text_file import write_text


class MacroSaver:
    """Writes a macro file; what cannot be written is printed, once, so that it is not lost.

    Parameters
    ----------
    path
        The file; None for none.
    pause
        Seconds between two times of writing, as long as more is to come: writing a large library takes a while.
    """

    def __init__(self, path: str | Path | None, *, pause: float = 0.0) -> None:
        self._path, self._pause = path, pause
        self._written = float("-inf")
        self._failed = False

    def save(self, text: Callable[[], str], *, last: bool = False) -> None:
        """Write the file, unless that was done a moment ago and more is to come.

        Parameters
        ----------
        text
            What to write.
        last
            Whether nothing more is to come.

        Raises
        ------
        InputError
            A place that cannot be written to.
        """
        if self._path is None or self._failed:
            return
        if not last and monotonic() - self._written < self._pause:
            return
        whole = text()
        try:
            write_text(self._path, whole)
        except InputError:
            self._failed = True
            click.echo(whole)
            raise
        self._written = monotonic()
