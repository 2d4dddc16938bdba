"""A child process in which SWI-Prolog runs, seen from outside: asked, waited for, killed."""

from __future__ import annotations

import codecs
import contextlib
import json
import os
import re
import selectors
import signal
import subprocess
import sys
import threading
from pathlib import Path
from time import monotonic
from typing import IO, Any

from .errors import SwiError, SwiUnavailable
from .limits import QuestionLimits

SERVER = Path(__file__).with_name("server.py")

START_SECONDS = 60.0
"""What SWI-Prolog may take to start."""


_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def _pass_on(written: IO[bytes]) -> None:
    """Show what programs write, with characters that control a terminal as what they are."""
    decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
    with written:
        while part := os.read(written.fileno(), 4096):
            text = decoder.decode(part)
            with contextlib.suppress(OSError, ValueError):  # nobody listens any more
                sys.stderr.write(_CONTROLS.sub(lambda one: f"\\x{ord(one[0]):02x}", text))
                sys.stderr.flush()


class SwiProcess:
    """A child process, started at once. Whatever goes wrong ends it; then `alive` is false.

    It leads a session of its own: an interrupt at the terminal reaches this process only, which then kills the child
    with all that it started.

    Raises
    ------
    SwiUnavailable
        No pyswip, or no SWI-Prolog.

    Attributes
    ----------
    version
        SWI-Prolog's version.
    modules
        The programs that were loaded into it.
    """

    def __init__(self) -> None:
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", str(SERVER)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
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
        try:
            status, reply = json.loads(self._answer(START_SECONDS))
        except SwiError as error:
            raise SwiUnavailable(error.text) from None
        except BaseException:
            self.kill()
            raise
        if status != "ok":
            self.kill()
            raise SwiUnavailable(reply)
        self.version: tuple[int, int, int] = tuple(reply)

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None

    def ask(self, request: str, limits: QuestionLimits) -> Any:
        """The reply to a request of bridge.pl.

        Raises
        ------
        SwiError
            Prolog's own error, a limit, or the end of the process.
        """
        try:
            question = json.dumps([request, limits.memory]).encode() + b"\n"
            with contextlib.suppress(BrokenPipeError):  # its end is noticed when no answer comes
                while question:
                    question = question[os.write(self._questions, question) :]
            line = self._answer(limits.seconds)
            try:
                status, reply = json.loads(line)
            except ValueError:  # a number that JSON, or Python, does not have
                raise SwiError("answer", "an answer with a number that is none of ours") from None
        except SwiError as error:
            if error.kind != "answer":
                self.kill()
            raise
        except BaseException:
            self.kill()
            raise
        if status != "ok":
            raise SwiError(*reply)
        return reply

    def _answer(self, seconds: float | None) -> bytes:
        """The next line that it writes."""
        deadline = None if seconds is None else monotonic() + seconds
        parts: list[bytes] = []
        while not parts or not parts[-1].endswith(b"\n"):
            left = None if deadline is None else max(0.0, deadline - monotonic())
            if not self._ready.select(left):
                self.kill()
                raise SwiError("time", f"no answer within {seconds:g} seconds")
            part = os.read(self._answers, 1 << 20)
            if not part:
                self.kill()
                raise SwiError("ended", f"its process ended ({self._end()})")
            parts.append(part)
        return b"".join(parts)

    def _end(self) -> str:
        code = self._process.returncode
        if code >= 0:
            return f"exit code {code}"
        name = signal.Signals(-code).name
        return f"signal {name}" + (", as when memory runs out" if name == "SIGABRT" else "")

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
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()
