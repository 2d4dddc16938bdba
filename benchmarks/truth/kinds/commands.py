"""Commands of arcwise in this process."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout

from arcwise.explorer.cli.command_line import main


def command(words: list[str]) -> tuple[int, str, str]:
    """The exit code of a command, and what it prints; a fault of arcwise itself has its code too."""
    out, error = io.StringIO(), io.StringIO()
    code = 0
    with redirect_stdout(out), redirect_stderr(error):
        try:
            main(words)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
    return code, out.getvalue(), error.getvalue()
