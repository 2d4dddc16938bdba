"""``arcwise explore`` as a person has it: the installed command in a real terminal, which tmux holds."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from select import select
from shutil import which
from time import monotonic

import pytest
from arcwise.ebl import load_macros

TMUX = which("tmux")
ARCWISE = Path(sys.executable).with_name("arcwise")
PATIENCE = 300

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(TMUX is None, reason="tmux is not installed"),
]


class Terminal:
    """A terminal of 80x24 in which one command runs."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="arcwise-")
        variables = " ".join(f"{name}={shlex.quote(v)}" for name, v in environment.items())
        line = f"{variables} {shlex.join(command)}; echo exit=$?; exec cat"
        self._tmux("-f", os.devnull, "new-session", "-d", "-x", "80", "-y", "24", line)
        # What the command writes comes here too, so that one can wait for it.
        path = str(Path(self._folder.name) / "output")
        os.mkfifo(path)
        self._output = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self._tmux("pipe-pane", f"cat > {shlex.quote(path)}")

    def _tmux(self, *arguments: str) -> str:
        assert TMUX is not None
        socket = str(Path(self._folder.name) / "socket")
        done = subprocess.run(
            [TMUX, "-u", "-S", socket, *arguments], capture_output=True, text=True, check=True
        )
        return done.stdout

    @property
    def screen(self) -> str:
        return self._tmux("capture-pane", "-p")

    def wait_for(self, *texts: str) -> str:
        """The screen once all texts are on it."""
        deadline = monotonic() + PATIENCE
        while True:
            screen = self.screen
            if all(text in screen for text in texts):
                return screen
            changed, _, _ = select([self._output], [], [], deadline - monotonic())
            assert changed, f"waited for {texts} and saw:\n{screen}"
            os.read(self._output, 2**16)

    def press(self, *keys: str) -> None:
        self._tmux("send-keys", *keys)

    def resize(self, columns: int, lines: int) -> None:
        self._tmux("resize-window", "-x", str(columns), "-y", str(lines))

    @property
    def restored(self) -> bool:
        """Whether the terminal shows its ordinary screen again."""
        return self._tmux("display-message", "-p", "#{alternate_on}").strip() == "0"

    def close(self) -> None:
        self._tmux("kill-server")
        os.close(self._output)
        self._folder.cleanup()


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    """A function that runs arcwise with some arguments in a terminal."""
    opened: list[Terminal] = []

    def open_one(*arguments: str, term: str = "xterm-256color", **environment: str) -> Terminal:
        known = {"TERM": term, "LC_ALL": "C.UTF-8", **environment}
        opened.append(Terminal([str(ARCWISE), *arguments], known))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


@pytest.mark.long
def test_walking_learning_saving_and_coming_back(
    terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    file = tmp_path / "macros.pl"
    problem = ("explore", "sliding-tile:2x3", "4 5 3 0 1 2")
    tmux = terminal(*problem, "-o", str(file))
    screen = tmux.wait_for(
        "2 of 14 match here",
        "- left (4): cell 2 must be 0, is 5",
        "misplaced 4  manhattan 6",
        "? Help q Quit",
    )
    assert all(len(line) <= 80 for line in screen.splitlines())

    tmux.press("u", "r", "d", "r")
    tmux.wait_for("4 moves, cost 4", "start up right down right (here)")
    tmux.press("Down", "Down", "Down")
    tmux.wait_for("why it does not match", "cells 1, 4: cell 1 must be 0, is 5", "!5!")

    tmux.press("L")
    tmux.wait_for(
        "learned m1: new",
        "cell 1: variable A - no step asks what it is; it ends in cell 4",
        "cell 4: constant 0 - step 1 (up) needs 0 in cell 4",
    )
    tmux.press("q")
    tmux.wait_for("1 macro (1 not saved)")
    tmux.press("q")
    tmux.wait_for("1 macro is not saved", "Esc  stay")
    tmux.press("w")
    tmux.wait_for("exit=0")
    assert tmux.restored
    assert [macro.name for macro in load_macros(file)] == ["m1"]

    again = terminal(*problem, "--macros", str(file))
    again.wait_for("3 of 15 match here", "1 m1  4 moves")
    again.press("s")
    again.wait_for("with 1 macro, heuristic manhattan; at most 10 s and 2 GB")
    again.press("Home", "Enter")
    again.wait_for("solved      18     12       186")
    again.press("f")
    again.wait_for("12 steps of breadth-first, 1 macro ahead")
    again.press("F")
    again.wait_for("18 moves in 12 steps, cost 18", "this is the goal")
    again.press("C-c")
    again.wait_for("exit=130")
    assert again.restored


@pytest.mark.long
def test_other_sizes_without_colours_and_a_long_search_that_is_stopped(
    terminal: Callable[..., Terminal],
) -> None:
    start = "3 1 2 " + " ".join(map(str, [*range(4, 25), 0]))
    limits = ("--limit-time", "600", "--limit-memory", "1G")
    size = {"COLUMNS": "80", "LINES": "24"}  # written down by some shells, and then no longer true
    tmux = terminal(
        "explore", "sliding-tile:5x5", start, *limits, term="linux", NO_COLOR="1", **size
    )
    tmux.wait_for("2 of 80 match here", "q Quit")
    tmux.resize(30, 8)
    tmux.wait_for("This terminal has 30 columns")
    tmux.resize(60, 20)
    tmux.wait_for("2 of 80 match here", "1 up")
    tmux.resize(120, 40)
    tmux.wait_for("├────┼────┼────┼────┼────┤", "path", "2 of 80 match here")
    tmux.press("s", "Home", "Enter")
    tmux.wait_for(" expanded, ", "Esc stops it")
    tmux.press("Escape")
    tmux.wait_for("called off", "operator applications")
    tmux.press("C-c")
    tmux.wait_for("exit=130")
    assert tmux.restored
