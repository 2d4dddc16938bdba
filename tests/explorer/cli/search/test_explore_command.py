from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest
from arcwise.explorer.cli.search import explore_command as module
from arcwise.explorer.explore import session


@pytest.fixture
def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the command believe that it has a terminal."""
    terminal = SimpleNamespace(isatty=lambda: True)
    streams = SimpleNamespace(stdin=terminal, stdout=terminal, stderr=terminal)
    monkeypatch.setattr(module, "sys", streams)
    monkeypatch.setenv("TERM", "xterm")


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
    monkeypatch.setattr(session, "Session", lambda *given: made.append(given))
    call("explore", "sliding-tile:2x3", *arguments)
    limits = made[0][4].limits
    assert (limits.time, limits.nodes, limits.memory) == (time, nodes, memory)
    assert made[0][5] == 1


def test_the_start_may_be_given_or_drawn(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    monkeypatch.setattr(session, "Session", lambda *given: made.append(given))
    call("explore", "sliding-tile:2x2", "1 2 0 3", "1 2 3 0")
    call("explore", "sliding-tile:2x2", "--random", "7", "0 1 3 2")
    assert (made[0][1], made[0][2], made[0][5]) == (
        (1, 2, 0, 3),
        (1, 2, 3, 0),
        None,
    )
    assert made[1][2] == (0, 1, 3, 2) and made[1][5] == 7
