"""What the tests of the command line share: one call, and what it gave."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from arcwise.explorer.cli.command_line import run


class Output:
    """What one call of the command line gave."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def data(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Any:
    def calling(*arguments: str | Path) -> Output:
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.out + captured.err
        return Output(code, captured.out, captured.err)

    return calling


@pytest.fixture
def at_work() -> Callable[[int], None]:
    """A function that waits until a process has begun its work, however slow the machine is."""

    def waiting(process: int, seconds: float = 2.0) -> None:
        stat = Path(f"/proc/{process}/stat")
        if not stat.exists():
            time.sleep(2 * seconds)
            return
        ticks = seconds * os.sysconf("SC_CLK_TCK")
        while sum(map(int, stat.read_text().rpartition(")")[2].split()[11:13])) < ticks:
            time.sleep(0.05)

    return waiting
