"""Runs that are stopped after so many rows: by the user, or by kill -9 of a process of their own."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from arcwise.experiments.store import RunFolder

KILLED = """
import os, signal, sys
from arcwise.experiments.store import RunFolder
from arcwise.explorer.cli.command_line import main

record, rows = RunFolder.record, int(sys.argv.pop(1))

def recording(*arguments):
    global rows
    if not rows:
        os.kill(os.getpid(), signal.SIGKILL)
    rows -= 1
    return record(*arguments)

RunFolder.record = recording
main()
"""


def killed_after(rows: int, arguments: Sequence[str | Path]) -> None:
    """Run a command in another process, which is killed before its next row after so many."""
    words = [sys.executable, "-c", KILLED, str(rows), *map(str, arguments)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == -9, done.stderr


def started(arguments: Sequence[str | Path]) -> subprocess.Popen[str]:
    """The command in another process."""
    program = "from arcwise.explorer.cli.command_line import main; main()"
    words = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def interrupt_after(rows: int, patch: pytest.MonkeyPatch) -> None:
    """Let the user interrupt this process before its next row after so many."""
    record = RunFolder.record
    left = [None] * rows

    def recording(*arguments: Any) -> bool:
        if not left:
            raise KeyboardInterrupt
        left.pop()
        return record(*arguments)

    patch.setattr(RunFolder, "record", recording)


def untimed(value: Any) -> Any:
    """JSON data without what differs from one process to the next."""
    if isinstance(value, dict):
        timed = (
            "elapsed",
            "preparation",
            "peak_memory",
            "gain_seconds",
            "pays_after_seconds",
            "match_seconds",
        )
        left_out = (*timed, "learning_seconds", "seconds", "repetitions", "started", "worker")
        return {key: untimed(part) for key, part in value.items() if not key.startswith(left_out)}
    if isinstance(value, str):
        return re.sub(r"\b[0-9]+\.[0-9]+ s\b", "SECONDS", value)  # as a summary ends
    return [untimed(part) for part in value] if isinstance(value, list) else value
