"""A worker as its employer sees it: a process that is given one task at a time."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import Any

from ...rules.errors import ArcwiseError, InputError
from ..row import Key, Row
from .task import Task

CHANCES = 2
"""How many workers a task may see die before its row says so."""


class WorkerDiedError(ArcwiseError):
    """A worker ended while it had a task, or can no longer be understood."""


class WorkerProcess:
    """A process of `worker`, started at once."""

    def __init__(self) -> None:
        self._messages = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the process
        self._process = subprocess.Popen(
            # -P: what lies in the user's folder must not be taken for a module of Python.
            [sys.executable, "-P", "-m", f"{__package__}.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._messages,
            bufsize=0,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._sink, self._source = self._process.stdin, self._process.stdout
        self._unread = b""
        self._known: set[str] = set()
        self._answered = False
        self._key: Key | None = None

    @property
    def pid(self) -> int:
        """Process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def fileno(self) -> int:
        """File descriptor that becomes readable when there is an answer."""
        return self._source.fileno()

    def begin(self, task: Task) -> None:
        """Give it a task; it must have none.

        Raises
        ------
        WorkerDiedError
            If it has ended.
        """
        self._key = task.key
        messages: list[dict[str, Any]] = []
        if task.recipe.key not in self._known:
            messages.append({"recipe": task.recipe.to_json()})
        messages.append({"task": task.to_json()})
        data = "".join(json.dumps(message) + "\n" for message in messages).encode()
        try:
            while data:
                data = data[self._sink.write(data) or 0 :]
        except OSError:
            raise self._death() from None
        self._known.add(task.recipe.key)

    def answer(self) -> Row | None:
        """The row, if it is complete; call it when `fileno` is readable.

        Raises
        ------
        WorkerDiedError
            If it has ended, or answers with something else.
        InputError
            If its recipe cannot be made.
        """
        more = os.read(self._source.fileno(), 1 << 20)
        if not more:
            raise self._death()
        self._unread += more
        if not more.endswith(b"\n"):
            return None
        data, self._unread = self._unread, b""
        self._answered = True
        assert self._key is not None
        try:
            match json.loads(data):
                case {"refused": str(reason)}:
                    pass
                case {"row": values}:
                    return Row.from_json(values, self._key)
                case _:
                    raise ValueError("neither a row nor a refusal")
        except (ValueError, RecursionError) as error:
            raise WorkerDiedError(f"its worker gave an answer of another form: {error}") from None
        raise InputError(reason)

    def wait(self, task: Task, unwanted: Callable[[], bool]) -> Row | None:
        """Do a task and wait for its row; None if it became unwanted, which ends this worker.

        Raises
        ------
        WorkerDiedError, InputError
            As for `answer`.
        """
        self.begin(task)
        while True:
            ready, _, _ = select.select([self], [], [], 1.0)
            if ready and (row := self.answer()) is not None:
                return row
            if not ready and unwanted():
                self.close()
                return None

    def dismiss(self) -> None:
        """Let it end itself and its search, which takes no time."""
        self._sink.close()  # that is how it knows

    def close(self) -> None:
        """End it and its search."""
        self.dismiss()
        try:
            self._process.wait(1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._source.close()
        self._messages.close()

    def _death(self) -> Exception:
        code = self._process.wait()
        self._messages.seek(0)
        lines = self._messages.read().decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        if not self._answered and code > 0:  # it cannot work here at all
            return InputError(f"a process that searches ended at once: {last}")
        return WorkerDiedError(f"its worker was killed by signal {-code}" if code < 0 else last)


def given_up(task: Task, error: WorkerDiedError, started: str) -> Row:
    """The row of a task that saw too many workers die."""
    return task.without_result("signal", f"{CHANCES} times {error}", started, "")
