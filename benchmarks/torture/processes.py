"""Commands in processes of their own, forked, so that none has to be loaded anew: a thousand begin in a minute."""

from __future__ import annotations

import fcntl
import importlib
import os
import select
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from arcwise.explorer.cli import command_line

for _module, _ in command_line.COMMANDS.values():
    importlib.import_module(f"arcwise.{_module}")


MARK = "ARCWISE_TORTURE_CASE"
"""The environment variable by which processes that a command began are known."""


@dataclass(frozen=True)
class Process:
    """A process that was begun, the first of a group."""

    pid: int
    output: Path
    reading: int | None = None

    def wait(self, seconds: float | None = None) -> int | None:
        """Its exit code, negative for a signal; None where it has not ended after so many seconds."""
        handle = os.pidfd_open(self.pid)
        try:
            if not select.select([handle], [], [], seconds)[0]:
                return None
        finally:
            os.close(handle)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def kill(self, number: int = signal.SIGKILL, *, group: bool = True) -> None:
        """Send a signal to it, or to all that it began too."""
        with suppress(ProcessLookupError):
            (os.killpg if group else os.kill)(self.pid, number)

    def said(self) -> str:
        """What it wrote, after its end."""
        if self.reading is not None and not self.output.exists():
            os.set_blocking(self.reading, False)
            with suppress(BlockingIOError), self.output.open("wb") as file:
                while data := os.read(self.reading, 1 << 16):
                    file.write(data)
            os.close(self.reading)
        return self.output.read_text(encoding="utf-8", errors="replace")


def forked(work: Callable[[], object], output: Path, *, pipe: bool = False) -> Process:
    """Begin a function in a process of its own; what it writes goes to a file, or first to a pipe that holds 1 MB."""
    sys.stdout.flush()
    reading = writing = None
    if pipe:
        reading, writing = os.pipe()
        fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 1 << 20)
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            os.setpgid(0, 0)
            file = writing or os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            nothing = os.open(os.devnull, os.O_RDONLY)
            for number, target in ((nothing, 0), (file, 1), (file, 2)):
                os.dup2(number, target)
            # As a new process has them: those of this one remember whether *its* output was a file.
            sys.stdout, sys.stderr = (
                os.fdopen(number, "w", encoding="utf-8", errors=errors)
                for number, errors in ((1, "strict"), (2, "backslashreplace"))
            )
            signal.signal(signal.SIGINT, signal.default_int_handler)
            work()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        except BaseException:
            traceback.print_exc()
        finally:
            with suppress(Exception):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(code)
    with suppress(OSError):  # whoever comes first
        os.setpgid(pid, pid)
    if writing is not None:
        os.close(writing)
    return Process(pid, output, reading)


def command(
    words: Sequence[str | Path],
    output: Path,
    first: Callable[[], object] = lambda: None,
    *,
    pipe: bool = False,
) -> Process:
    """Begin a command of arcwise, after something else was done in its process."""

    def work() -> None:
        first()
        command_line.main([str(word) for word in words])

    return forked(work, output, pipe=pipe)


def marked(mark: str) -> list[int]:
    """The processes that have the mark in their environment."""
    found = []
    for place in Path("/proc").iterdir():
        if place.name.isdecimal():
            with suppress(OSError):
                if f"{MARK}={mark}\0".encode() in (place / "environ").read_bytes():
                    found.append(int(place.name))
    return found
