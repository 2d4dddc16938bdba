"""Commands of arcwise in this process."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout

from arcwise.explorer.cli.command_line import run

FAULT = 70
"""The exit code of a fault of arcwise itself."""


def command(words: list[str]) -> tuple[int, str, str]:
    """The exit code of a command, and what it prints."""
    out, error = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(error):
        try:
            code = run(words)
        except Exception as fault:
            return FAULT, "", f"{type(fault).__name__}: {fault}"
    return code, out.getvalue(), error.getvalue()
