"""Long work shows its command on a terminal; the line is gone before anything else is written."""

from __future__ import annotations

import io
import re
import sys
from contextlib import redirect_stdout
from typing import Any

import pytest
from arcwise.explorer.cli import waiting

from tests.explorer.cli.test_console import on_a_terminal

QUICK = (
    "import time; from arcwise.explorer.cli import waiting; waiting.PATIENCE = waiting.EVERY = 0.05"
)
SLOW = (
    f"{QUICK}; from arcwise.experiments.board import BoardSource; drawn = BoardSource.starts\n"
    "def slowly(*asked, **how):\n    time.sleep(0.6)\n    return drawn(*asked, **how)\n"
    "BoardSource.starts = slowly\nfrom arcwise.explorer.cli.command_line import main; main()"
)
PROBLEMS = ("problems", "5-puzzle", "--count", "2")


def seen(sent: str) -> str:
    """Text left on a terminal: a carriage return and its code take back what the line had."""
    return re.sub(r"[^\n]*\r\x1b\[2K", "", sent)


@pytest.mark.long
def test_a_command_that_writes_nothing_for_a_while_shows_what_it_does() -> None:
    sent = on_a_terminal(*PROBLEMS, code=SLOW, messages=True)
    assert "arcwise problems 5-puzzle --count 2 0:00" in sent
    left = seen(sent)
    assert "arcwise problems" not in left and left.count("start") == 2


@pytest.mark.long
def test_who_has_no_terminal_gets_no_line() -> None:
    assert "\x1b[2K" not in on_a_terminal(*PROBLEMS, code=SLOW)
    assert "\x1b[2K" not in on_a_terminal(*PROBLEMS, code=SLOW, messages=True, TERM="dumb")


@pytest.mark.long
def test_the_line_is_gone_before_a_result_and_comes_back() -> None:
    code = (
        f"{QUICK}\nwith waiting.waiting('arcwise work'):\n    time.sleep(0.3)\n    print('one')\n"
        "    time.sleep(0.3)\n    print('two')\nprint('three')"
    )
    sent = on_a_terminal(code=code, messages=True)
    assert seen(sent).split() == ["one", "two", "three"]
    assert "arcwise work" in sent.partition("one")[2]


@pytest.mark.long
def test_a_progress_bar_has_the_terminal_for_itself() -> None:
    code = (
        f"{QUICK}\nfrom arcwise.explorer.cli.console import progress_over\n"
        "with waiting.waiting('arcwise work'), progress_over(2, 'counting'):\n    time.sleep(0.5)"
    )
    sent = on_a_terminal(code=code, messages=True)
    assert "counting" in sent and "arcwise work" not in sent.partition("counting")[2]


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.slow
def test_what_is_redirected_meanwhile_stays_so(monkeypatch: pytest.MonkeyPatch) -> None:
    error, kept, own = Terminal(), io.StringIO(), sys.stdout
    monkeypatch.setattr(sys, "stderr", error)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(waiting, "PATIENCE", 0)
    monkeypatch.setattr(waiting, "EVERY", 0.01)
    drawn: list[Any] = []
    monkeypatch.setattr(waiting.WaitingLine, "_draw", lambda *asked: drawn.append(asked))
    with waiting.waiting("work"):
        while not drawn:
            pass
        with redirect_stdout(kept):
            sys.stderr.write("a message")
            print("a result")
    assert (kept.getvalue(), sys.stdout, sys.stderr) == ("a result\n", own, error)
    assert error.getvalue().endswith(f"{waiting.CLEAR}a message")
