"""A child process in which SWI-Prolog runs, seen from outside: asked, waited for, killed.

In this file:

- Limits on a question to SWI-Prolog.
- Why SWI-Prolog gave no answer.
"""

from __future__ import annotations

import codecs
import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import IO, Any

from ...rules.checked import checked
from ...rules.errors import ArcwiseError, visible

SERVER = Path(__file__).with_name("server.py")

START_SECONDS = 60.0
"""Longest start of SWI-Prolog."""

LONGEST_ANSWER = 1 << 28
"""Bytes."""

ODD = "a reply of another form than arcwise asks for"
"""Message for a process whose program has changed how it answers."""

NEEDED = (
    *("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"),
    *("SWI_HOME_DIR", "LIBSWIPL_PATH", "SYSTEMROOT", "LANG", "LC_ALL", "LC_CTYPE"),
)
"""Environment variables of the process, by which Python and pyswip find Prolog and its encoding: a program sees no others."""

_OPEN_FILES = "/proc/self/fd" if sys.platform == "linux" else "/dev/fd"


def _nameless_file() -> int:
    """Not one of the standard streams, which the child has of its own, also where this process has closed some."""
    found = _any_nameless_file()
    streams = []
    while found <= 2:
        streams.append(found)
        found = os.dup(found)
    for stream in streams:
        os.close(stream)
    return found


def _any_nameless_file() -> int:
    if hasattr(os, "memfd_create"):
        return os.memfd_create("program")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def _pass_on(written: IO[bytes]) -> None:
    """Show what programs write, with characters that control a terminal as what they are."""
    decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
    with written:
        while part := os.read(written.fileno(), 4096):
            text = decoder.decode(part)
            with contextlib.suppress(OSError, ValueError):  # nobody listens any more
                sys.stderr.write(visible(text))
                sys.stderr.flush()


def reply_in(line: bytes) -> tuple[str, Any]:
    """The reply in a line: ``ok`` or ``more`` and whatever was asked for, or ``failed`` and what `SwiError` takes.

    Raises
    ------
    SwiError
        A line of another form.
    """
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):  # a number that JSON, or Python, does not have
        raise SwiError(
            "answer",
            "a number that arcwise does not have: a fraction, infinity, or one of more than 4,300 digits",
        ) from None
    match found:
        case ["ok" | "more" as status, reply]:
            return status, reply
        case ["failed", [str(), str(), str(), int()] as failure]:
            return "failed", failure
    raise SwiError("answer", ODD)


REFUSED_MEMORY = ("SIGABRT", "SIGSEGV")
"""Signals by which a process may end that was refused memory."""


class SwiProcess:
    """A child process, started at once. Whatever goes wrong ends it; then `alive` is false.

    It leads a session of its own: an interrupt at the terminal reaches this process only, which then kills the child with all
    that it started.

    Raises
    ------
    SwiUnavailable
        No pyswip, or no SWI-Prolog.

    Attributes
    ----------
    version
        SWI-Prolog's version.
    text
        Where the process finds what was handed over to it.
    modules
        The programs that were loaded into it.
    """

    def __init__(self) -> None:
        self._text = _nameless_file()
        self.text = f"{_OPEN_FILES}/{self._text}"
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", str(SERVER)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[self._text],
                bufsize=0,
                env={name: os.environ[name] for name in NEEDED if name in os.environ},
                start_new_session=True,
            )
        except OSError as error:
            os.close(self._text)
            raise SwiUnavailable(str(error)) from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        threading.Thread(target=_pass_on, args=(self._process.stderr,), daemon=True).start()
        self._questions = self._process.stdin.fileno()
        self._answers = self._process.stdout.fileno()
        self._ready = selectors.DefaultSelector()
        self._ready.register(self._answers, selectors.EVENT_READ)
        self.modules: set[str] = set()
        self._read = b""
        try:
            status, reply = json.loads(self._line(monotonic() + START_SECONDS, START_SECONDS))
            if status != "ok":
                raise SwiUnavailable(reply)
            self.version: tuple[int, int, int] = tuple(reply)
        except SwiError as error:
            self.kill()
            raise SwiUnavailable(error.text) from None
        except (ValueError, TypeError):
            self.kill()
            raise SwiUnavailable("its process does not say which version it is") from None
        except BaseException:
            self.kill()
            raise

    @property
    def pid(self) -> int:
        """Process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None

    def hand_over(self, text: str) -> None:
        """Let the process find a text in the file that it calls `text`.

        Not in a question: a program may declare its encoding, which Prolog allows for files only. Not in a file with
        a name: there is none to clear away.
        """
        left = memoryview(text.encode("utf-8", "backslashreplace"))
        os.ftruncate(self._text, 0)
        os.lseek(self._text, 0, os.SEEK_SET)
        while left:
            left = left[os.write(self._text, left) :]

    def ask(
        self, request: str, limits: QuestionLimits, more: Callable[[Any], object] | None = None
    ) -> Any:
        """The reply to a request of bridge.pl; ``more`` is called with each part that comes before it.

        Raises
        ------
        SwiError
            Prolog's own error, a limit, or the end of the process.
        """
        seconds = limits.seconds
        deadline = None if seconds is None else monotonic() + seconds
        try:
            question = json.dumps([request, limits.memory]).encode() + b"\n"
            with contextlib.suppress(BrokenPipeError):  # its end is noticed when no answer comes
                while question:
                    question = question[os.write(self._questions, question) :]
            status, reply = reply_in(self._line(deadline, seconds))
            while status == "more" and more is not None:
                more(reply)
                status, reply = reply_in(self._line(deadline, seconds))
        except SwiError as error:
            if error.kind != "answer":
                self.kill()
            raise
        except BaseException:
            self.kill()
            raise
        if status == "failed":
            raise SwiError(*reply)
        return reply

    def _line(self, deadline: float | None, seconds: float | None) -> bytes:
        """The next line that it writes."""
        line, end, rest = self._read.partition(b"\n")
        parts = [line]
        size = len(line)
        while not end:
            left = None if deadline is None else max(0.0, deadline - monotonic())
            if not self._ready.select(left):
                self.kill()
                raise SwiError("time", f"no answer within {seconds:g} seconds")
            part = os.read(self._answers, 1 << 20)
            if not part:
                self.kill()
                raise SwiError("ended", f"its process ended ({self._end()})")
            line, end, rest = part.partition(b"\n")
            parts.append(line)
            size += len(line)
            if size > LONGEST_ANSWER:
                self.kill()
                raise SwiError("answer", f"an answer of more than {LONGEST_ANSWER:,} bytes")
        self._read = rest
        return b"".join(parts)

    def _end(self) -> str:
        code = self._process.returncode
        if code >= 0:
            return f"exit code {code}"
        name = signal.Signals(-code).name
        # SWI-Prolog aborts where it finds that memory was refused, and faults where it does not look.
        return f"signal {name}" + (", as when memory runs out" if name in REFUSED_MEMORY else "")

    def end(self) -> None:
        """End it, with all processes that it started, even while another thread waits for an answer."""
        if self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                if hasattr(os, "killpg"):
                    os.killpg(self._process.pid, signal.SIGKILL)
                else:
                    self._process.kill()
        self._process.wait()

    def kill(self) -> None:
        """End it and leave nothing behind."""
        self.end()
        self._close()

    def leave(self) -> None:
        """Let go of it in a process that was forked: it is the other one's."""
        self._process.returncode = 0
        assert self._process.stderr is not None
        self._process.stderr.close()
        self._close()

    def _close(self) -> None:
        self._ready.close()
        if self._text >= 0:
            os.close(self._text)
        self._text = -1
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()


@checked
@dataclass(frozen=True, slots=True)
class QuestionLimits:
    """Limits on a question; None for no limit.

    Parameters
    ----------
    inferences
        Steps of Prolog, for one state or one load: the limit that says most about a recursion without end.
    answers
        Answers for one state.
    seconds
        Time, after which the child process is killed.
    memory
        Bytes that Prolog may take beyond what it takes when it starts; kept on Linux.
    """

    inferences: int | None = 10_000_000
    answers: int = 100_000
    seconds: float | None = 60.0
    memory: int | None = 4 * 2**30


DEFAULT_LIMITS = QuestionLimits()


class SwiUnavailable(ArcwiseError):  # noqa: N818 - the name says what is the matter
    """SWI-Prolog cannot be used from Python here; the message says what to install."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(
            f"SWI-Prolog is not available: {reason}\n"
            "  try:      pip install pyswip, and install SWI-Prolog itself "
            "(Debian and Ubuntu: apt install swi-prolog-nox; others: https://www.swi-prolog.org)"
        )


class SwiError(ArcwiseError):
    """A question without an answer.

    Parameters
    ----------
    kind
        What happened: ``error`` (Prolog's own), ``limit`` (inferences), ``answers`` (too many), ``answer`` (of the
        wrong form), ``halt`` and ``aborted`` (the program called them), ``time`` (the child process was killed),
        ``ended`` (it died).
    text
        Prolog's words, or ours where there are none.
    file, line
        Where in the program, as far as it is known.
    """

    def __init__(self, kind: str, text: str = "", file: str = "", line: int = 0) -> None:
        self.kind = kind
        self.text = text or _WORDS.get(kind, kind)
        self.file = file
        self.line = line
        super().__init__(f"SWI-Prolog: {self.text}")


_WORDS = {
    "limit": "no end within the inference limit",
    "answers": "too many answers",
    "halt": "the program calls halt",
    "aborted": "the program calls abort",
}
