"""A disk that takes nothing more ends every writing command with exit code 70 and one message; nothing half-written stays."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOM = 64
"""Bytes that a file may have."""

COMMAND = (
    "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, resource.RLIM_INFINITY));"
    "from arcwise.explorer.cli.command_line import main; main()"
)

WRITING = [
    ("learn", "sliding-tile:2x2", "--learner", "escapes", "-o", "out"),
    ("solve", "8-puzzle", "1 2 3 4 0 5 7 8 6", "--certificate", "out"),
    ("solve", "examples/pddl/blocks.pddl", "examples/pddl/blocks-1.pddl", "--plan", "out"),
    ("problems", "8-puzzle", "--count", "9", "-o", "out.csv"),
    ("watch", "8-puzzle", "1 2 3 4 0 5 7 8 6", "-o", "out.html"),
    ("survey", "sliding-tile:2x2", "--count", "5", "--algorithms", "a-star", "--run", "out"),
    ("course", "new", "out", "--students", "2"),
]


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("words", WRITING, ids=" ".join)
def test_a_full_disk_is_an_output_that_cannot_be_written(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    code = COMMAND.format(room=ROOM)
    done = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 70, done.stderr
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr
    out = [one for one in tmp_path.iterdir() if one.is_file()]
    assert out == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("option", ["--certificate", "--plan"])
def test_a_full_device_is_one_too(call: Any, option: str) -> None:
    problem = ("examples/pddl/blocks.pddl", "examples/pddl/blocks-1.pddl")
    done = call("solve", *problem, option, "/dev/full")
    assert done.code == 70
    assert "No space left on device" in done.err
