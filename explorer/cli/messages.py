"""Messages beside the results, and exit codes; few imports, because every command begins with this module."""

from __future__ import annotations

import os
import re
import sys
from textwrap import TextWrapper
from typing import TextIO

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


PIPE_WIDTH = 100
"""Characters of a line if neither a terminal nor COLUMNS sets the width."""

LEAST_WIDTH = 20
"""Least width of a line; a narrower terminal is taken for this."""

WARNINGS: list[str] = []
"""Warnings of the command that runs, which JSON output repeats."""


def note(text: str) -> None:
    """Print plain text to stderr, above a progress bar if one is shown, which click would write into."""
    above = sys.stderr if hasattr(sys.stderr, "rich_proxied_file") else None
    click.echo(fitted(visible(text), width_of(sys.stderr)), file=above, err=True)


def width_of(stream: TextIO) -> int:
    """Characters of a line: COLUMNS, or the width of the terminal; `PIPE_WIDTH` if neither is known."""
    said = os.environ.get("COLUMNS", "")
    if re.fullmatch("[0-9]{1,4}", said) and int(said):
        return max(int(said), LEAST_WIDTH)
    if not stream.isatty():
        return PIPE_WIDTH
    from shutil import get_terminal_size

    return get_terminal_size().columns


_BLANKS = re.compile(" *")
_LABEL = re.compile(r" *(?:(?:expected|found|try): +|- )?")
"""Indentation of a line, and the label of a part of an error."""


def _filled(line: str, wrapper: TextWrapper) -> str:
    """Break a line as ``wrapper.fill`` does, whose words are parted by blanks alone and may be thousands of letters long."""
    made: list[str] = []
    at, end = 0, len(line)
    while at < end:
        if made:
            at = _blanks(line, at)
        margin = wrapper.subsequent_indent if made else ""
        stop, room = end, wrapper.width - len(margin)
        if end - at > room:
            stop = line.rfind(" ", at, at + room + 1)
            if stop < 0 or not line[at:stop].strip(" "):  # not one word fits
                word = _blanks(line, at)
                if word > at:
                    at = word
                    continue
                stop = line.find(" ", at)
                stop = end if stop < 0 else stop
        if piece := line[at:stop].rstrip(" "):
            made.append(margin + piece)
        at = stop
    return "\n".join(made)


def _blanks(line: str, at: int) -> int:
    """The end of the blanks at a place."""
    found = _BLANKS.match(line, at)
    assert found is not None
    return found.end()


def fitted(text: str, width: int) -> str:
    """Text with long lines broken between words.

    A line is continued two blanks to the right of its beginning; a part of an error below its own first word. A word that is
    longer than a line stays whole.

    Parameters
    ----------
    width
        Characters of a line.
    """
    lines = text.split("\n")
    if all(len(line) <= width for line in lines):
        return text
    wrapper = TextWrapper(
        width=width, expand_tabs=False, break_long_words=False, break_on_hyphens=False
    )
    for number, line in enumerate(lines):
        if len(line) > width:
            start = _LABEL.match(line)
            assert start is not None
            indented = start.end() if start[0].strip() else start.end() + 2
            wrapper.subsequent_indent = " " * min(indented, width // 3)
            plain = line.isprintable() and line.isascii()  # of all that parts words only blanks
            lines[number] = _filled(line, wrapper) if plain else wrapper.fill(line)
    return "\n".join(lines)
