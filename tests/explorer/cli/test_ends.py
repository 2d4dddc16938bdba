"""How the command ends when something outside of it goes wrong: one line, an exit code, no traceback."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from arcwise.explorer.cli import command_line
from arcwise.rules import DOMAINS
from arcwise.search.limits import LimitError

COMMAND = [sys.executable, "-c", "from arcwise.explorer.cli.command_line import main; main()"]


def started(*arguments: str, **others: object) -> subprocess.Popen[str]:
    return subprocess.Popen([*COMMAND, *arguments], text=True, **others)  # type: ignore[call-overload,no-any-return]


@pytest.mark.long
@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "sliding-tile:2x2"),
        pytest.param(("domains",), marks=pytest.mark.slow),
    ],
)
def test_a_reader_that_has_gone_is_no_fault(arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = started(*arguments, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert process.communicate()[1] == "" and process.returncode == 0


@pytest.mark.long
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_under_the_output_is_said() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        process = started("show", "sliding-tile:2x2", stdout=full, stderr=subprocess.PIPE)
    said = process.communicate()[1]
    assert said.startswith("arcwise: the output cannot be written: No space left")
    assert process.returncode == 70


@pytest.mark.long
def test_an_output_that_is_closed_is_said() -> None:
    process = subprocess.run(
        ["sh", "-c", '"$@" >&-', "sh", *COMMAND, "show", "sliding-tile:2x2"],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert process.stderr == "arcwise: the output cannot be written: Bad file descriptor\n"
    assert process.returncode == 70


def test_a_fault_of_our_own_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def faulty(arguments: object) -> int:
        raise ZeroDivisionError("a\nb")

    ended: list[int] = []
    monkeypatch.setattr(command_line, "run", faulty)
    monkeypatch.setattr(command_line.os, "_exit", ended.append)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    with pytest.raises(SystemExit):
        command_line.main(["show"])
    for number, handler in handlers.items():
        signal.signal(number, handler)
    said = capsys.readouterr().err
    assert said.startswith("arcwise: a fault of arcwise itself: ZeroDivisionError: a b\n")
    assert ended == [70] and len(said.splitlines()) == 2


def test_a_fault_may_be_of_what_a_package_returned(
    capsys: pytest.CaptureFixture[str], plugin: Callable[..., None]
) -> None:
    text = "from arcwise.rules import Pancakes\n"
    text += "class Odd(Pancakes):\n    name = 'odd'\n    def goal(self, shape): return None\n"
    plugin("odd_goals", text, {"arcwise.domains": "odd = odd_goals:Odd"})
    DOMAINS.find("odd")
    assert command_line._last_words(TypeError("no goal")) == 70
    said = capsys.readouterr().err
    assert "a fault of arcwise, or of what odd_goals adds to it: TypeError: no goal" in said
    assert "arcwise doctor --domain NAME" in said


def test_a_fault_of_a_package_is_told_with_its_place(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    plugin: Callable[..., None],
) -> None:
    text = "def zero(theory, goal, start):\n    return lambda state: 1 / 0\n"
    plugin("dividing", text, {"arcwise.heuristics": "dividing = dividing:zero"})
    ended: list[int] = []
    monkeypatch.setattr(command_line.os, "_exit", ended.append)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    with pytest.raises(SystemExit) as end:
        command_line.main(["solve", "5-puzzle", "4 5 3 0 1 2", "--heuristic", "dividing"])
    for number, handler in handlers.items():
        signal.signal(number, handler)
    said = capsys.readouterr().err
    assert "dividing.py:2:1: a fault in what dividing adds to arcwise\n" in said
    assert "ZeroDivisionError: division by zero" in said and "arcwise itself" not in said
    assert end.value.code == 33 and not ended


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_the_end_asked_for_is_as_ctrl_c(number: signal.Signals, tmp_path: Path) -> None:
    """The macro file is a pipe: when the process has opened it, it is at work."""
    pipe = tmp_path / "macros.pl"
    os.mkfifo(pipe)
    process = started(
        *("solve", "sliding-tile:2x2", "--random", "3", "--macros", str(pipe)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with pipe.open("w", encoding="utf-8"):
        process.send_signal(number)
        said = process.communicate()[1]
    assert process.returncode == 130 and "interrupted" in said


@pytest.mark.long
@pytest.mark.slow
def test_files_need_not_have_names_in_unicode(call: Any, examples: Path, tmp_path: Path) -> None:
    odd = os.fsencode(tmp_path) + b"/m\xff.pl"
    macros, run = os.fsdecode(odd), os.fsdecode(os.fsencode(tmp_path) + b"/r\xff")
    five = examples / "five_puzzle.json"
    assert call("learn", "sliding-tile:2x3", five, "-o", macros).code == 0
    done = call(
        "compare", "sliding-tile:2x3", five, "--macros", macros, "--beyond", "0", "--run", run
    )
    assert done.code == 0 and "\udcff" not in done.out
    assert call("report", run, "-o", tmp_path / "page.html").code == 0


def test_numbers_of_thousands_of_digits_are_refused(call: Any, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(f'[[[{"9" * 5000}, 1, 2, 3, 4, 5], "1 2 3 4 5 0"]]', encoding="utf-8")
    done = call("learn", "sliding-tile:2x3", path)
    assert done.code == 34 and "digits at most" in done.err


@pytest.mark.parametrize(("limit", "code"), [("time", 23), ("memory", 22), ("nodes", 12)])
def test_a_limit_that_does_not_suffice_has_its_exit_code_in_every_command(
    monkeypatch: pytest.MonkeyPatch, call: Any, limit: str, code: int
) -> None:
    def fail(*words: object) -> None:
        raise LimitError("too little", limit=limit, expected="", found="", remedy="")

    monkeypatch.setattr(command_line.arcwise, "resolve_command", fail)
    done = call("show", "pancake:3")
    assert (done.code, done.err) == (code, "arcwise: too little\n")


@pytest.mark.long
@pytest.mark.parametrize("moment", ["arcwise.explorer", "click", "arcwise.explorer.cli.console"])
def test_an_interrupt_while_the_command_is_imported_is_one_line(moment: str) -> None:
    code = f"""
import os, signal, sys
class Finder:
    def find_spec(self, name, *others):
        if name == {moment!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
sys.argv = ["arcwise", "solve", "8-puzzle", "2 3 5 0 1 4 6 7 8"]
from arcwise.start import main
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "arcwise: interrupted\n")


def test_an_interrupt_that_python_wraps_is_an_interrupt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(arguments: object) -> int:
        class Interrupting:
            def __set_name__(self, *others: object) -> None:
                raise KeyboardInterrupt

        try:
            type("Made", (), {"name": Interrupting()})
        except RuntimeError:  # of Python 3.11
            raise
        except KeyboardInterrupt as error:
            raise RuntimeError from error
        return 0

    monkeypatch.setattr(command_line, "run", interrupted)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    with pytest.raises(SystemExit) as end:
        command_line.main(["show"])
    for number, handler in handlers.items():
        signal.signal(number, handler)
    assert (end.value.code, capsys.readouterr().err) == (130, "arcwise: interrupted\n")


@pytest.mark.long
@pytest.mark.slow
def test_an_interrupt_at_any_moment_of_a_start_is_one_line() -> None:
    words = ["arcwise", "solve", "8-puzzle", "8 6 7 2 5 4 3 0 1", "--engine", "python"]
    code = f"""
import arcwise.start, os, sys
os.write(1, b".")
sys.argv = {words!r}
arcwise.start.main()
"""
    for number in range(5):
        process = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert process.stdout is not None
        process.stdout.read(1)
        time.sleep(number * 0.12)
        process.send_signal(signal.SIGINT)
        said = process.communicate()[1].decode()
        assert process.returncode in (0, 12, 130)
        assert said in (
            "",
            "arcwise: interrupted\n",
            "interrupted; what was done so far stands above\n",
        )


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="no limit on open files")
@pytest.mark.parametrize("files", [10, 16])
def test_too_few_files_are_said_to_be_too_few(files: int, tmp_path: Path) -> None:
    words = ["compare", "sliding-tile:2x2", "--macros", "none", "--random", "1", "--count", "2"]
    more = ["--beyond", "0", "--algorithms", "greedy", "--jobs", "2", "--run", str(tmp_path / "r")]
    call = f"ulimit -n {files}; exec {shlex.join([*COMMAND, *words, *more])}"
    done = subprocess.run(["sh", "-c", call], capture_output=True, text=True, timeout=300)
    assert done.returncode in (0, 33)
    assert "Traceback" not in done.stderr and "fault of arcwise" not in done.stderr
    assert done.returncode == 0 or "open too few files" in done.stderr


@pytest.mark.long
def test_names_of_example_files_need_not_be_in_the_encoding_of_the_locale(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/b\xff.json"
    try:
        Path(os.fsdecode(path)).write_text('[["4 5 3 0 1 2", "1 2 3 4 5 0"]]', encoding="ascii")
    except OSError:
        pytest.skip("a file system that takes Unicode alone")
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    words: list[str | bytes] = [*COMMAND, "learn", "sliding-tile:2x3", path, "--json"]
    done = subprocess.run(words, capture_output=True, env={**os.environ, **plain})
    assert done.returncode == 0, done.stderr
    json.loads(done.stdout)


@pytest.mark.slow
def test_a_file_name_that_the_locale_cannot_decode_is_read_as_utf_8(tmp_path: Path) -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    words = [*COMMAND, "verify", b"b\xc3\xa4sp.json"]
    done = subprocess.run(words, capture_output=True, cwd=tmp_path, env={**os.environ, **plain})
    assert (done.returncode, done.stderr) == (33, b"arcwise: b\xc3\xa4sp.json: no such file\n")


@pytest.mark.long
@pytest.mark.parametrize(
    "words",
    [("domains",), ("solve", "cube:2", "--random", "1")],
)
def test_an_output_in_ascii_is_no_fault(words: tuple[str, ...]) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*COMMAND, *words], capture_output=True, env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    done.stdout.decode("ascii")


@pytest.mark.slow
def test_an_interrupt_that_python_drops_comes_again() -> None:
    code = """
import sys, time
import click
from arcwise.explorer.cli import command_line

class Dropping:
    def __del__(self):
        raise KeyboardInterrupt

def work():
    Dropping()
    time.sleep(60)

command_line.arcwise.get_command = lambda *_: click.Command("show", callback=work)
sys.argv = ["arcwise", "show"]
command_line.main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (130, "arcwise: interrupted\n")
