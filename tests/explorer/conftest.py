"""What the tests of the command line share: one call, and what it gave."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from arcwise.explorer.command_line import run


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
