from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from arcwise.explorer.cli.search import explore_command as module


@pytest.fixture
def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the command believe that it has a terminal."""
    terminal = SimpleNamespace(isatty=lambda: True)
    streams = SimpleNamespace(stdin=terminal, stdout=terminal, stderr=terminal)
    monkeypatch.setattr(module, "sys", streams)
    monkeypatch.setenv("TERM", "xterm")


def test_without_a_terminal_there_is_one_clear_message(call: Any) -> None:
    output = call("explore", "sliding-tile:2x3")
    assert (output.code, output.out) == (33, "")
    assert "arcwise explore needs a terminal" in output.err and "arcwise solve" in output.err


@pytest.mark.parametrize("term", ["", "dumb"])
def test_a_terminal_that_cannot_place_text_is_refused(
    call: Any, on_a_terminal: None, monkeypatch: pytest.MonkeyPatch, term: str
) -> None:
    monkeypatch.setenv("TERM", term)
    output = call("explore", "sliding-tile:2x3")
    assert output.code == 33 and f"TERM={term}" in output.err


def test_without_textual_the_message_says_what_to_install(
    call: Any, on_a_terminal: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "textual"]:
        monkeypatch.delitem(sys.modules, name)
    for name in [name for name in sys.modules if name.startswith("arcwise.explorer.explore.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual", None)
    output = call("explore", "sliding-tile:2x3")
    assert output.code == 33 and "pip install textual" in output.err


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("no-such:3x3",), "unknown domain"),
        (("sliding-tile:2x3", "1 2"), "wrong number of cells"),
        (("sliding-tile:2x3", "1", "2", "3"), "wrong number of states"),
        (("sliding-tile:2x3", "1 2 3 4 5 0", "--random", "3", "4 5"), "wrong number of states"),
        (("sliding-tile:2x3", "--macros", "none.pl"), "no such file"),
        (("sliding-tile:2x3", "-o", "none/macros.pl"), "no such folder"),
        (("sliding-tile:2x3", "--limit-time", "0"), "limit-time"),
    ],
)
def test_bad_input_is_reported(call: Any, arguments: tuple[str, ...], problem: str) -> None:
    output = call("explore", *arguments)
    assert output.code == 33 and problem in output.err


def test_a_theory_without_a_goal_of_its_own_asks_for_one(call: Any, tmp_path: Path) -> None:
    file = tmp_path / "own.pl"
    file.write_text("arc([A,B],[B,A],1).\n")
    output = call("explore", file)
    assert output.code == 33 and "has no goal of its own" in output.err


@pytest.mark.long
def test_a_program_has_random_starts_too(call: Any, examples: Path) -> None:
    for asked in (("--random", "3", "2 0"), ("--random", "3", "? 0"), ()):
        output = call("explore", examples / "water_jugs.pl", *asked)
        expected = {3: "needs a terminal", 0: "no goal of its own"}[len(asked)]
        if "? 0" in asked:
            expected = "a goal that is a single state"
        assert output.code == 33 and expected in output.err


@pytest.mark.parametrize(
    ("arguments", "time", "nodes", "memory"),
    [
        ((), 10, None, 2 * 2**30),
        (("--limit-time", "60"), 60, None, 2 * 2**30),
        (("--limit-nodes", "5", "--limit-memory", "1M"), 10, 5, 2**20),
    ],
)
def test_searches_have_limits_by_default(
    call: Any,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    time: float,
    nodes: int | None,
    memory: int,
) -> None:
    made = []
    monkeypatch.setattr(module, "Session", lambda *given: made.append(given))
    call("explore", "sliding-tile:2x3", *arguments)
    limits = made[0][4].limits
    assert (limits.time, limits.nodes, limits.memory) == (time, nodes, memory)
    assert made[0][5] == 1


def test_the_start_may_be_given_or_drawn(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    monkeypatch.setattr(module, "Session", lambda *given: made.append(given))
    call("explore", "sliding-tile:2x2", "1 2 0 3", "1 2 3 0")
    call("explore", "sliding-tile:2x2", "--random", "7", "0 1 3 2")
    assert (made[0][1], made[0][2], made[0][5]) == (
        (1, 2, 0, 3),
        (1, 2, 3, 0),
        None,
    )
    assert made[1][2] == (0, 1, 3, 2) and made[1][5] == 7
