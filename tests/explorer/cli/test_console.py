"""How wide lines are, and what has colour."""

import json
import os
import pty
import re
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

import pytest
from arcwise.experiments import Verdict
from arcwise.explorer.cli.present import present
from arcwise.rules.view import OnDemand, View

GREEN, RED, PLAIN = "\x1b[32m\x1b[1m", "\x1b[31m\x1b[1m", "\x1b[0m"
SOLVED = ("solve", "5-puzzle", "4 5 3 0 1 2", "--no-boards")
GAVE_UP = (*SOLVED, "--limit-nodes", "1")
ITSELF = (
    *("compare", "5-puzzle", "--macros", "none", "--random", "1", "--count", "5", "--beyond", "0"),
    *("--algorithms", "breadth-first"),
)


COMMAND = "from arcwise.explorer.cli.command_line import main; main()"


def on_a_terminal(
    *words: str, code: str = COMMAND, messages: bool = False, **variables: str
) -> str:
    """The text sent to a terminal of 80 columns: the results, and the messages if asked for."""
    ours, theirs = pty.openpty()
    plain = {
        name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")
    }
    process = subprocess.Popen(
        [sys.executable, "-c", code, *words],
        **{"stdin": theirs, "stdout": theirs, "stderr": theirs if messages else subprocess.DEVNULL},
        env={**plain, "TERM": "xterm", **variables},
    )
    os.close(theirs)
    sent = b""
    try:
        while part := os.read(ours, 1 << 16):
            sent += part
    except OSError:  # the other end is closed
        pass
    finally:
        os.close(ours)
        process.wait()
    return sent.decode().replace("\r\n", "\n")


@pytest.mark.long
def test_a_terminal_shows_what_became_of_a_search_in_colour() -> None:
    assert f": {GREEN}solved{PLAIN}: " in on_a_terminal(*SOLVED)
    assert f": {RED}stopped{PLAIN} by nodes" in on_a_terminal(*GAVE_UP, "--algorithm", "a-star")


@pytest.mark.long
@pytest.mark.parametrize(
    "variables", [{"NO_COLOR": "1"}, pytest.param({"TERM": "dumb"}, marks=pytest.mark.slow)]
)
def test_who_wants_no_colour_gets_none(variables: dict[str, str]) -> None:
    found = on_a_terminal(*SOLVED, **variables)
    assert ": solved: " in found
    assert "\x1b" not in found


@pytest.mark.long
def test_an_empty_no_color_says_nothing() -> None:
    assert GREEN in on_a_terminal(*SOLVED, NO_COLOR="")


@pytest.mark.long
def test_json_is_plain_on_a_terminal_too() -> None:
    assert "\x1b" not in on_a_terminal(*SOLVED, "--json")


@pytest.mark.slow
def test_verdicts_have_their_colour(monkeypatch: pytest.MonkeyPatch, call: Any) -> None:
    monkeypatch.setattr("arcwise.explorer.cli.console.coloured", lambda: True)
    monkeypatch.setattr(
        "arcwise.explorer.cli.console.click.style", lambda text, fg, bold: f"<{fg} {text}>"
    )
    for word, colour in (("pays", "green"), ("does not pay", "red"), ("no difference", None)):
        monkeypatch.setattr(
            "arcwise.experiments.statistics.comparison.judge",
            lambda *_, said=word, **__: Verdict(said, ("by a test",)),
        )
        begun = word.capitalize()
        shown = f"<{colour} {begun}>:" if colour else f"{begun}:"
        assert re.search(f"^{re.escape(shown)}", call(*ITSELF).out, re.MULTILINE)


@pytest.mark.long
@pytest.mark.parametrize("columns", [40, pytest.param(100, marks=pytest.mark.slow)])
def test_lines_keep_to_the_columns_that_are_said(
    call: Any, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for words in (SOLVED, ("doctor",), ("domains",)):
        lines = call(*words).out.splitlines()
        assert max(map(len, lines)) <= columns
    assert max(map(len, on_a_terminal(*SOLVED, "--json", COLUMNS=str(columns)).splitlines())) > 100


@pytest.mark.parametrize("said", ["", "0", "wide", "-5", "\u0664\u0660"])
def test_columns_that_are_no_number_say_nothing(
    call: Any, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    monkeypatch.setenv("COLUMNS", said)
    assert max(map(len, call(*SOLVED).out.splitlines())) > 80


def test_json_is_printed_into_text_in_memory_as_it_is():
    said = StringIO()  # its encoding is None
    with redirect_stdout(said):
        present(View((), {"name": "é"}), as_json=True)
    assert said.getvalue() == '{"name": "é"}\n'


def test_what_is_made_on_demand_is_printed_as_a_list_of_json():
    said, many = StringIO(), OnDemand(250, lambda place: {"at": f"{place}\x9b"})
    with redirect_stdout(said):
        present(View((), {"many": [many, "x"], "none": OnDemand(0, str)}), as_json=True)
    assert json.loads(said.getvalue()) == {"many": [[*many], "x"], "none": []}
    assert "\x9b" not in said.getvalue()


@pytest.mark.long
def test_a_message_stands_above_the_progress_bar() -> None:
    code = """
from arcwise.explorer.cli.console import progress_over
from arcwise.explorer.cli.messages import note
with progress_over(None, "searching"):
    note("100 moves found")
"""
    assert "\x1b[2K100 moves found\n" in on_a_terminal(code=code, messages=True)
