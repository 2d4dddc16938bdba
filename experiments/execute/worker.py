"""A process that makes searches in child processes: ``python -m arcwise.experiments.execute.worker``.

It reads JSON lines: sources, ``{"source": {...}}``, and tasks that name one, ``{"task": {...}}``. It answers every task
with one line: ``{"row": {...}}``, or ``{"refused": "..."}`` where the source cannot be made. It ends with its input.

A theory is made once, here; a child has it at the price of a fork, which is safe because this process has one thread. A
child is held to its memory and gone with its parent. After a short search in the kernel that took little memory it makes
the next one of the same kind: a fork takes longer than many a search.
"""

from __future__ import annotations

import ctypes
import fcntl
import gc
import json
import os
import resource
import select
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from errno import ENOMEM
from pathlib import Path
from time import monotonic, process_time
from types import FrameType
from typing import NamedTuple, NoReturn

from ...rules.errors import ArcwiseError, sentence_of, visible
from ...rules.source import SourceTexts
from ...search.limits import resident_bytes
from ..row import Row
from .pool import PIPE, now, worker_name
from .task import Task

OUT_OF_MEMORY = 22
"""The exit code of a child that could not even write its row."""

PR_SET_PDEATHSIG = 1

SLACK = 64 * 2**20
"""Bytes beyond the limit on memory, with a quarter of it: a search that stops by itself can tell what it did."""

STACK = 16 * 2**20
"""Bytes of address space that a thread takes."""

SHORT = 0.1
"""Seconds of processor time of a search after which its process makes another one, if it has grown by less than `SLACK` too."""

GOES_ON, ENDS = b"+", b"-"
"""Bytes that a child writes before a row to tell that it goes on, or ends."""


def search_in_child(
    task: Task,
    pipes: tuple[int, int],
    started: str,
    parent: int,
    inherited: tuple[int, ...],
    sources: Mapping[str, SourceTexts],
) -> NoReturn:
    """Make a search and write its row to a pipe, then those of further tasks, and end the process.

    Parameters
    ----------
    task
        The first search.
    pipes
        Where tasks are heard of, and where rows are written.
    started
        When the first search was begun.
    parent
        The process that it may not outlive.
    inherited
        Files of the parent to close.
    sources
        The sources that tasks name.
    """
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _follow(parent)
        _go_first()
        for file in inherited:
            os.close(file)
        hearing, writing = pipes
        at_first, warm = resident_bytes(), set[tuple[str, str]]()
        with os.fdopen(hearing, "rb") as tasks:
            while True:
                began = process_time()
                _hold(task)
                row = _row(task, started, parent, warm=_kind(task) in warm)
                warm.add(_kind(task))
                small = process_time() - began < SHORT and resident_bytes() - at_first < SLACK
                # Python counts what it holds: memory that an earlier search let go of would count for nothing.
                again = small and row.engine == "native" and not task.source.in_swi
                data = (GOES_ON if again else ENDS) + _told(row) + b"\n"
                while data:
                    data = data[os.write(writing, data) :]
                line = tasks.readline() if again else b""
                if not line:
                    break
                values, started = json.loads(line)["task"], now()
                task = Task.from_json(values, sources[values["source"]])
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except BaseException as error:
        print(visible(f"{type(error).__name__}: {error}"), file=sys.stderr, flush=True)
        os._exit(1)
    os._exit(0)


def _row(task: Task, started: str, parent: int, *, warm: bool) -> Row:
    def report(expanded: int) -> None:
        if os.getppid() != parent:
            os._exit(1)

    try:
        # A process just forked is slow at first, not the search.
        if not warm and (limit := task.make_ready()):
            return task.never_ready(limit, started, worker_name(parent))
        return replace(task.do(report), started=started, worker=worker_name(parent))
    except ArcwiseError as error:
        note = sentence_of(error)
    except MemoryError:
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno == ENOMEM:
            raise MemoryError from None
        # A defect of a domain or of arcwise: the row says so, and the batch goes on.
        note = f"{type(error).__name__}: {error}"
    return task.without_result("error", note, started, worker_name(parent))


def _follow(parent: int) -> None:
    """End with the parent, on Linux at once; elsewhere when the search next reports."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _go_first() -> None:
    """Have the system end this process before others where it runs out of memory, so far as it has means."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def _hold(task: Task) -> None:
    """Keep memory within bounds, so far as the system has means."""
    if sys.platform != "linux":
        return  # the search counts its own memory all the same
    limit = task.configuration.limits.memory
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = hard
    if limit is not None:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + limit + limit // 4 + SLACK
        most += (task.configuration.threads or 1) * STACK
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


GRACE = 5.0
"""Seconds beyond its limit on time after which a search is ended from outside, as is a tenth of the limit."""


class SearchProcess(NamedTuple):
    """A process that makes searches: the pipes of its tasks and rows, and what it has prepared."""

    process: int
    telling: int
    reading: int
    ready: frozenset[tuple[str, str]]

    def end(self) -> int:
        """Close what leads to it, and kill it; returns how it ended."""
        os.close(self.telling)
        os.close(self.reading)
        _kill(self.process)
        _, status = os.waitpid(self.process, 0)
        return os.waitstatus_to_exitcode(status)


class Worker:
    """One worker: where it reads, where it answers, the sources that it knows, and its child if that waits."""

    def __init__(self, source: int, sink: int) -> None:
        self._source, self._sink = source, sink
        self._unread = b""
        self._sources: dict[str, SourceTexts] = {}
        self._tried: set[tuple[str, str]] = set()
        self._child: SearchProcess | None = None

    def run(self) -> None:
        """Work until the input ends."""
        try:
            self._work()
        finally:
            if self._child is not None:
                self._child.end()

    def _work(self) -> None:
        while (line := self._line()) is not None:
            message = json.loads(line)
            if "source" in message:
                source = SourceTexts.from_json(message["source"])
                self._sources[source.key] = source
                continue
            values = message["task"]
            task = Task.from_json(values, self._sources[values["source"]])
            started = now()
            try:
                limit = self._prepare(task)
            except ArcwiseError as error:
                self._answer(json.dumps({"refused": str(error)}).encode())
                continue
            if limit is None:
                self._answer(self._isolated(task, line))
            else:
                self._answer(_told(task.never_ready(limit, started, worker_name(os.getpid()))))

    def _prepare(self, task: Task) -> str | None:
        """Make the theory here, and compile what searches of its kind need, so that no child has to.

        Returns
        -------
        The limit that ended it, or None.
        """
        kind = _kind(task)
        if task.source.in_swi or kind in self._tried:
            return None
        limit = None
        with suppress(MemoryError):  # the child will meet it too, and say so in its row
            limit = task.make_ready()
        if limit is None:
            self._tried.add(kind)
        gc.collect()
        gc.freeze()  # children need not look at what is here
        return limit

    def _isolated(self, task: Task, line: bytes = b"") -> bytes:
        """The answer with the row of a search in a child process, which hears of it by a line.

        The row is passed on as it is: whoever gave the task checks it.
        """
        started, began = now(), monotonic()
        waiting = self._child
        child, self._child = self._searching(task, line, started), None
        text, ended = b"", False
        try:
            text, ended = self._listen(child.reading, _deadline(task, began))
        finally:
            if text.startswith(GOES_ON) and text.endswith(b"\n"):
                self._child = child
                code = 0
            else:
                code = child.end()
        elapsed = monotonic() - began
        if (
            not text and not ended and child is waiting
        ):  # it had come to its end before it heard of this
            return self._isolated(task, line)
        if text.endswith(b"\n"):
            return text[1:-1]
        reason, note = _post_mortem(code, ended)
        return _told(task.without_result(reason, note, started, worker_name(os.getpid()), elapsed))

    def _searching(self, task: Task, line: bytes, started: str) -> SearchProcess:
        """A child that has heard of a search: the one that waits, if what the search needs is ready in it, or a new one."""
        if self._child is not None:
            if _kind(task) in self._child.ready and not task.source.in_swi:
                with suppress(BrokenPipeError):
                    data = line + b"\n"
                    while data:
                        data = data[os.write(self._child.telling, data) :]
                    return self._child
            self._child.end()
            self._child = None
        parent = os.getpid()
        hearing, telling = os.pipe()
        reading, writing = os.pipe()
        process = os.fork()
        if not process:
            inherited = (telling, reading, self._source, self._sink)
            pipes = hearing, writing
            search_in_child(task, pipes, started, parent, inherited, self._sources)
        os.close(hearing)
        os.close(writing)
        return SearchProcess(process, telling, reading, frozenset(self._tried))

    def _listen(self, reading: int, deadline: float) -> tuple[bytes, bool]:
        """Read the child's output, and whether its time was up; this process ends if its parent is gone."""
        text = b""
        while True:
            left = max(0.0, deadline - monotonic())
            ready, _, _ = select.select([reading, self._source], [], [], min(left, 3600))
            if self._source in ready and not self._read():
                raise EOFError
            if reading in ready:
                more = os.read(reading, PIPE)
                text += more
                if not more or text.endswith(b"\n"):
                    return text, False
            elif not left:
                return text, True

    def _line(self) -> bytes | None:
        while b"\n" not in self._unread:
            if not self._read():
                return None
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def _read(self) -> bool:
        more = os.read(self._source, PIPE)
        self._unread += more
        return bool(more)

    def _answer(self, data: bytes) -> None:
        data += b"\n"
        while data:
            data = data[os.write(self._sink, data) :]


def _told(row: Row) -> bytes:
    """The answer that tells a row."""
    return json.dumps({"row": row.to_json()}).encode()


def _kind(task: Task) -> tuple[str, str]:
    """Recipe and configuration of a search: searches with the same ones need the same preparation."""
    return task.source.key, task.key[1]


def _deadline(task: Task, began: float) -> float:
    limit = task.configuration.limits.time
    return float("inf") if limit is None else began + limit * 1.1 + GRACE


def _kill(child: int) -> None:
    with suppress(ProcessLookupError):  # it was not waited for yet, so the number is still its own
        os.kill(child, signal.SIGKILL)


def _post_mortem(code: int, ended: bool) -> tuple[str, str]:
    """Reason why a child process gave no row, and its words."""
    if ended:
        return "time", "did not stop by itself at its limit on time and was ended"
    if code == OUT_OF_MEMORY:
        return "memory", "out of memory"
    if code < 0:
        name = signal.Signals(-code).name
        why = ", as the system does where memory runs out" if name == "SIGKILL" else ""
        return "signal", f"killed by signal {-code} ({name}){why}"
    return "error", f"its process ended with exit code {code}"


class _TerminatedError(BaseException):
    """SIGTERM: what was begun is cleared up first."""


def _terminate(number: int, frame: FrameType | None) -> None:
    raise _TerminatedError


def _end_with(source: int) -> None:
    """Have an EOFError wherever this process is when the other end of its input is closed, so far as the system tells."""

    def look(number: int, frame: FrameType | None) -> None:
        poll = select.poll()
        poll.register(source, 0)  # for POLLHUP, which is always told
        if poll.poll(0):
            raise EOFError

    signal.signal(signal.SIGIO, look)
    fcntl.fcntl(source, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(source, fcntl.F_SETFL, fcntl.fcntl(source, fcntl.F_GETFL) | os.O_ASYNC)


def main() -> None:
    """Work for the process at the other end of the standard streams."""
    for number in (signal.SIGINT, signal.SIGHUP):  # they are for the one who gave the tasks
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _terminate)
    source, sink = sys.stdin.fileno(), os.dup(1)
    os.dup2(2, 1)  # whatever prints must not get between the answers
    try:
        with suppress(EOFError, BrokenPipeError):
            _end_with(source)
            Worker(source, sink).run()
    except _TerminatedError:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
