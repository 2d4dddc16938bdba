"""Functions of a student's file, called in a child process with limits of time and memory and behind walls."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Any

from ..rules.errors import InputError, Place
from .course_stub import CODE_FILE

SECONDS, MEMORY = 10, 2**29
"""Processor seconds and bytes of memory for all calls of one function."""

PATIENCE = 6
"""Seconds by the clock for each processor second, as a machine may be busy."""

MOST_SAID = 2**24
"""Bytes that all answers may take."""

MOST_CODE = 2**20
"""Bytes of a student's file."""


@dataclass(frozen=True)
class Answered:
    """Outcome of a call.

    Parameters
    ----------
    value
        What the function returned, sequences and sets as lists.
    fault
        Why it returned nothing; empty if it did.
    """

    value: Any = None
    fault: str = ""


@dataclass(frozen=True)
class CodeRun:
    """All calls of one function.

    Parameters
    ----------
    answers
        Outcome of each.
    walls
        The walls that stood: ``network``, ``files``. Limits of time and memory are everywhere.
    """

    answers: tuple[Answered, ...]
    walls: frozenset[str]


def read_code(folder: Path) -> str:
    """The text of a student's file.

    Raises
    ------
    InputError
        A file that is missing, too large or no text.
    """
    path = folder / CODE_FILE
    try:
        if path.stat().st_size > MOST_CODE:
            raise InputError("too long for a student's file", place=Place(str(path)))
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise InputError(
            f"no {CODE_FILE} that can be read",
            place=Place(str(folder)),
            expected=f"the file of `arcwise course new`, {CODE_FILE}, with the functions filled in",
        ) from None


def call_student(
    folder: Path, function: str, calls: Sequence[Sequence[Any]], seconds: int = SECONDS
) -> CodeRun:
    """Call a function of a student's file.

    Parameters
    ----------
    folder
        The student's folder, of which the file alone is copied: nothing of it can be changed.
    function
        Its name.
    calls
        The arguments of each call, as JSON has them; lists arrive as tuples.
    seconds
        Processor seconds for all calls together.
    """
    code = read_code(folder)
    if os.name != "posix":
        raise InputError(
            "code of students is run on Linux and macOS alone, which have limits of time and memory"
        )
    with TemporaryDirectory(prefix="arcwise-student-") as own:
        file = Path(own) / CODE_FILE
        file.write_text(code, encoding="utf-8")
        asked = {"file": str(file), "function": function, "calls": calls}
        words = [os.getpid(), seconds, MEMORY, own]
        said, ended = _asked(list(map(str, words)), json.dumps(asked).encode(), seconds)
    lines = said.split(b"\n")[:-1]
    walls: list[str] = json.loads(lines[0])["walls"] if lines else []
    answers = [_answered(line) for line in lines[1 : len(calls) + 1]]
    if len(answers) == 1 and answers[0].fault and len(calls) > 1:
        answers *= len(calls)  # the file itself could not be run
    if len(answers) < len(calls):
        answers.append(Answered(fault=ended))
        answers += [Answered(fault="not called any more")] * (len(calls) - len(answers))
    return CodeRun(tuple(answers), frozenset(walls))


def _answered(line: bytes) -> Answered:
    """An answer of the child; a student's code may have written among them."""
    try:
        return Answered(**json.loads(line))
    except (ValueError, TypeError, RecursionError):
        return Answered(fault="something else stands among the answers")


def _asked(words: list[str], question: bytes, seconds: int) -> tuple[bytes, str]:
    """Output of the child, and the reason of its end."""
    script = str(Path(__file__).with_name("student_process.py"))
    with subprocess.Popen(
        [sys.executable, "-I", "-S", script, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={"PATH": os.defpath, "PYTHONHASHSEED": "0"},
        start_new_session=True,
    ) as child:
        assert child.stdin is not None and child.stdout is not None
        late = Timer(PATIENCE * seconds, child.kill)
        late.start()
        try:
            child.stdin.write(question)
            child.stdin.close()
            said = child.stdout.read(MOST_SAID)
            if len(said) == MOST_SAID:
                child.kill()
                return b"", "said more than can be read"
            code = child.wait()
        except BrokenPipeError:
            return b"", "could not be started"
        finally:
            late.cancel()
            child.kill()
    if code in (-24, -9):  # SIGXCPU, SIGKILL
        return said, f"no answer within {seconds} s"
    return said, "ended the process" if code == 0 else f"the process died ({code})"
