"""Functions of a student's file, called in a child process with limits of time and memory and behind walls."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from ..rules.errors import InputError, Place, on_one_line
from .course_stub import CODE_FILE, PROLOG_FILE, STUBS

SECONDS, MEMORY = 5, 2**29
"""Processor seconds and bytes of memory for all calls of one function: right ones take less than a tenth of a second."""

WALLS = frozenset({"network", "files", "processes"})
"""Parts of the system that a student's code does not reach where there are walls."""

PATIENCE = 6
"""Seconds by the clock for each processor second, as a machine may be busy."""

MOST_SAID = 2**24
"""Bytes that all answers may take."""

MOST_WRITTEN, MOST_FILES = 2**25, 500
"""Bytes and files that a student's code may leave in its folder; it is stopped soon after it has written more."""

MOST_CODE = 2**20
"""Bytes of a student's file."""

FEW = 5
"""Files of a folder that an error lists."""

SWIPL = "swipl"
"""Name of SWI-Prolog's program."""


@dataclass(frozen=True)
class Answered:
    """Outcome of a call.

    Parameters
    ----------
    value
        What the function returned, sequences and sets as lists.
    fault
        Why it returned nothing; empty if it did.
    failed
        Whether a goal of Prolog had no answer.
    """

    value: Any = None
    fault: str = ""
    failed: bool = False


@dataclass(frozen=True)
class CodeRun:
    """All calls of one function.

    Parameters
    ----------
    answers
        Outcome of each.
    walls
        The walls that stood: ``network``, ``files``, ``processes``. Limits of time and memory are everywhere.
    """

    answers: tuple[Answered, ...]
    walls: frozenset[str]


@dataclass(frozen=True)
class Asked:
    """A function that is called, in both languages.

    Parameters
    ----------
    function
        Its name.
    takes
        What each argument is: ``board``, ``boards`` or ``pairs`` (of boards).
    goal
        How Prolog is asked for its value, with ``{}`` for each argument.
    result
        The term of the goal that is the value.
    failed
        What Python returns where the goal fails.
    """

    function: str
    takes: tuple[str, ...] = ()
    goal: str = ""
    result: str = "Result"
    failed: Any = None

    def written(self, file: str, arguments: Sequence[Any]) -> str:
        """A call as the language of a file writes it."""
        if file == CODE_FILE:
            each = [str(one).replace("[", "(").replace("]", ")") for one in arguments]
            return f"{self.function}({', '.join(each)})"
        given = [*arguments, *[()] * (len(self.takes) - len(arguments))]
        return self.goal.format(
            *(PROLOG[kind](one) for kind, one in zip(self.takes, given, strict=True))
        )

    @property
    def predicate(self) -> str:
        """Name and number of arguments in Prolog."""
        name = self.goal.partition("(")[0]
        if name == "findall":
            return "arc/3"
        results = self.result.count(",") + 1
        return f"{name}/{len(self.takes) + results}"

    def is_written(self, program: str) -> bool:
        """Whether a program in Prolog has a clause of the predicate, as the beginnings of its lines show."""
        name = self.predicate.partition("/")[0]
        return any(line.lstrip().startswith(f"{name}(") for line in program.splitlines())


def _board(cells: Sequence[Any]) -> str:
    return f"board({','.join(map(str, cells))})"


def _listed(many: Iterator[str]) -> str:
    return f"[{', '.join(many)}]"


PROLOG: Mapping[str, Callable[[Any], str]] = {
    "board": _board,
    "boards": lambda value: _listed(map(_board, value)),
    "pairs": lambda value: _listed(f"{_board(one)}-{_board(other)}" for one, other in value),
}
"""How Prolog writes each kind of argument."""


def written_code(folder: Path) -> dict[str, str]:
    """The text of each file of a student that is more than the one to begin with; the first file if none is.

    Raises
    ------
    InputError
        No file, or one that is too large or no text.
    """
    folder = home_of(folder)
    found = {name: read_code(folder, name) for name in STUBS if (folder / name).exists()}
    filled = {name: text for name, text in found.items() if text.split() != STUBS[name].split()}
    first = next(iter(found), CODE_FILE)
    return filled or {first: read_code(folder, first)}


def home_of(folder: Path, names: Collection[str] = STUBS) -> Path:
    """The folder that holds a student's files: the student's own, or the only one in it that does, as packed folders have it."""
    if any((folder / name).exists() for name in names):
        return folder
    inside = [
        one
        for one in folder.glob("[!._]*")
        if not one.is_symlink() and any((one / name).exists() for name in names)
    ]
    return inside[0] if len(inside) == 1 else folder


def read_code(folder: Path, name: str = CODE_FILE) -> str:
    """The text of a student's file.

    Raises
    ------
    InputError
        A file that is missing, too large or no text.
    """
    path = folder / name
    try:
        if path.exists() and folder.resolve() not in path.resolve().parents:
            raise InputError(
                "a link out of the student's folder, which is not followed", place=Place(str(path))
            )
        if not path.is_file():  # a pipe or a device may be read for ever
            raise OSError
        if path.stat().st_size > MOST_CODE:
            raise InputError("too long for a student's file", place=Place(str(path)))
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            "this is no text in UTF-8",
            place=Place(str(path), error.object[: error.start].count(b"\n") + 1),
            found=f"byte 0x{error.object[error.start]:02x}",
            remedy="save it as UTF-8 in the editor",
        ) from None
    except OSError:
        if folder.is_file():
            raise InputError(
                "this is a file, not a folder",
                place=Place(str(folder)),
                expected="a student's folder, or the folder of a class",
                remedy="unpack it, or put it into a folder with the student's name",
            ) from None
        there = sorted(on_one_line(one.name) for one in folder.glob("[!.]*"))
        raise InputError(
            f"no {name} that can be read",
            place=Place(str(folder)),
            expected=f"the file of `arcwise course new`, {CODE_FILE} or {PROLOG_FILE}, with the functions filled in",
            found=", ".join([*there[:FEW], *(["..."] if there[FEW:] else [])]) or None,
        ) from None


def call_student(
    code: str, file: str, asked: Asked, calls: Sequence[Sequence[Any]], seconds: int = SECONDS
) -> CodeRun:
    """Call a function of a student's file.

    Parameters
    ----------
    code
        The text of the file, which alone is given to the process: nothing else of the student's can be changed.
    file
        Its name, `CODE_FILE` or `PROLOG_FILE`.
    asked
        The function.
    calls
        The arguments of each call, as JSON has them; lists arrive as tuples.
    seconds
        Processor seconds for all calls together.

    Raises
    ------
    InputError
        Code in Prolog without SWI-Prolog, or a system without limits.
    """
    if os.name != "posix":
        raise InputError(
            "code of students is run on Linux and macOS alone, which have limits of time and memory"
        )
    with TemporaryDirectory(prefix="arcwise-student-") as own:
        path = Path(own) / file
        path.write_text(code, encoding="utf-8")
        question: dict[str, Any] = {"file": str(path), "function": asked.function, "calls": calls}
        if file == PROLOG_FILE:
            question = _prolog_question(path, asked, calls)
        words = [os.getpid(), seconds, MEMORY, own]
        said, ended = _said(list(map(str, words)), json.dumps(question).encode(), seconds, own)
    lines = said.split(b"\n")[:-1]
    walls: list[str] = json.loads(lines[0])["walls"] if lines else []
    answers = [_answered(line, asked) for line in lines[1 : len(calls) + 1]]
    if len(answers) == 1 and answers[0].fault and len(calls) > 1:
        answers *= len(calls)  # the file itself could not be run
    if len(answers) < len(calls):
        answers.append(Answered(fault=ended))
        answers += [Answered(fault="not called any more")] * (len(calls) - len(answers))
    return CodeRun(tuple(answers), frozenset(walls))


def _has_filled(folder: str) -> bool:
    """Whether more stands in a folder than may; looks no further than that."""
    size = count = 0
    for place, _, files in os.walk(folder):
        for file in files:
            with contextlib.suppress(OSError):
                size += (Path(place) / file).lstat().st_size
            count += 1
            if size > MOST_WRITTEN or count > MOST_FILES:
                return True
    return False


def _prolog_question(path: Path, asked: Asked, calls: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """The command that calls a predicate, with its files beside the student's."""
    swipl = shutil.which(SWIPL)
    if swipl is None:
        raise InputError(
            f"{PROLOG_FILE} needs SWI-Prolog",
            expected=f"{SWIPL} among the programs that are found",
            remedy="install swi-prolog (Debian: swi-prolog-nox), or hand in Python",
        )
    program = Path(swipl).resolve()
    driver = path.with_name("student_process.pl")
    shutil.copyfile(Path(__file__).with_name(driver.name), driver)
    written = (asked.written(PROLOG_FILE, one) for one in calls)
    terms = (f"call(({goal}), {asked.predicate}, {asked.result}).\n" for goal in written)
    (path.parent / "calls").write_text("".join(terms), encoding="utf-8")
    command = [str(program), "-q", "-f", "none", f"--stack-limit={MEMORY // 2**21}m"]
    command += ["-g", "student_process:main", "-t", "halt", str(driver), "--"]
    command += [str(path.parent / "calls"), str(path)]
    home = [str(program.parents[2]), "/usr/local/lib"]
    return {"command": command, "home": home}


def _answered(line: bytes, asked: Asked) -> Answered:
    """An answer of the child; a student's code may have written among them."""
    try:
        answer = Answered(**json.loads(line))
    except (ValueError, TypeError, RecursionError):
        return Answered(fault="something else stands among the answers")
    return Answered(asked.failed) if answer.failed else answer


def _said(words: list[str], question: bytes, seconds: int, own: str) -> tuple[bytes, str]:
    """Output of the child, which may write into its own folder, and the reason of its end."""
    script = str(Path(__file__).with_name("student_process.py"))
    with subprocess.Popen(
        [sys.executable, "-I", "-S", script, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={"PATH": os.defpath, "PYTHONHASHSEED": "0"},
        start_new_session=True,
    ) as child:
        try:
            return _dialogue(child, question, seconds, own)
        except BrokenPipeError:
            return b"", "could not be started"
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)
            child.kill()


def _dialogue(
    child: subprocess.Popen[bytes], question: bytes, seconds: int, own: str
) -> tuple[bytes, str]:
    """As `_said`; what the child has started may go on writing, and is not waited for."""
    assert child.stdin is not None and child.stdout is not None
    child.stdin.write(question)
    child.stdin.close()
    end, said, out = monotonic() + PATIENCE * seconds, bytearray(), child.stdout.fileno()
    while monotonic() < end:
        ended = child.poll() is not None  # before the look at what it said: nothing is added later
        if select.select([out], [], [], 0 if ended else 0.2)[0]:
            part = os.read(out, 2**16)
            said += part
            if not part:
                break
            if len(said) >= MOST_SAID:
                return b"", "said more than can be read"
        elif ended:
            break
        elif _has_filled(own):
            return bytes(said), "wrote more files than it may"
    else:
        return bytes(said), f"no answer within {PATIENCE * seconds} s by the clock"
    try:
        code = child.wait(max(0.0, end - monotonic()))
    except subprocess.TimeoutExpired:
        return bytes(said), f"no answer within {seconds} s"
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        return bytes(said), f"no answer within {seconds} s"
    return bytes(said), "ended the process" if code == 0 else f"the process died ({code})"
