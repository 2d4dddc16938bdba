"""Pipes and devices as files: limits hold from the first byte, and what is waited for is told. Never in seconds."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

COMMAND = (
    sys.executable,
    "-c",
    "from arcwise.explorer.cli.command_line import main; main()",
)
ARCS = "arc([a],[b],1).\narc([b],[c],1).\n"

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("pipe.pl", "pipe.psvn", "pipe.csv", "pipe.pddl", "pipe.json"):
        os.mkfifo(tmp_path / name)
    for name, device in (("zero", "/dev/zero"), ("random", "/dev/urandom")):
        for ending in ("pl", "csv", "json", "pddl"):
            (tmp_path / f"{name}.{ending}").symlink_to(device)
    return tmp_path


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("solve", "pipe.pl", "a", "b"),
        ("solve", "pipe.psvn", "a", "b"),
        ("solve", "pipe.pddl", "pipe.pddl"),
        ("solve", "8-puzzle", "--macros", "pipe.pl"),
        ("learn", "8-puzzle", "pipe.csv", "-o", "macros.pl"),
    ],
    ids=" ".join,
)
def test_a_limit_on_time_ends_the_wait_for_a_pipe(folder: Path, words: tuple[str, ...]) -> None:
    done = run(folder, *words, "--limit-time", "0.2")
    assert done.returncode == 23, done.stderr
    assert "stopped by time" in done.stderr + done.stdout
    assert "Traceback" not in done.stderr
    assert not (folder / "macros.pl").exists()


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("words", [("solve", "pipe.pl", "a", "b"), ("verify", "pipe.json")])
def test_a_command_tells_what_it_waits_for_and_ctrl_c_ends_it(
    folder: Path, words: tuple[str, ...]
) -> None:
    with subprocess.Popen(
        [*COMMAND, *words], cwd=folder, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        assert f"waiting for the text of {words[1]}" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        assert "interrupted" in process.stderr.read()
        assert process.wait() == 130


@pytest.mark.slow
def test_a_pipe_is_read_once(folder: Path) -> None:
    writer = threading.Thread(target=(folder / "pipe.pl").write_text, args=(ARCS,), daemon=True)
    writer.start()
    done = run(folder, "solve", "pipe.pl", "a", "c")
    writer.join()
    assert done.returncode == 0, done.stderr
    assert "2 moves" in done.stdout


@pytest.mark.slow
def test_a_pipe_is_not_opened_to_find_a_slip_in_options(folder: Path) -> None:
    done = run(folder, "problems", "pipe.pl", "--limit-time", "1")
    assert done.returncode == 33
    assert "No such option" in done.stderr


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("solve", "random.pl", "a", "b"), 33, "not a text file"),
        (("solve", "zero.pl", "a", "b"), 33, "not a text file"),
        (("learn", "8-puzzle", "random.csv"), 33, "not a text file"),
        (("compare", "8-puzzle", "zero.csv", "--macros", "random.pl"), 33, "not a text file"),
        (("verify", "random.json"), 33, "not a text file"),
        (("verify", "zero.json"), 33, "too long"),
        (("verify", "zero.json", "--budget-memory", "200M"), 22, "MemoryError"),
        (("validate", "random.pddl", "random.pddl", "random.pddl"), 33, "too long"),
    ],
)
def test_a_device_without_an_end_is_refused_in_one_message(
    folder: Path, words: tuple[str, ...], code: int, said: str
) -> None:
    done = run(folder, *words)
    assert done.returncode == code, done.stderr
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
