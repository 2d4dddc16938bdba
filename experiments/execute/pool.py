"""Worker pools of an experiment: tasks that go to them, and rows that come back."""

from __future__ import annotations

import platform
from datetime import UTC, datetime
from typing import NamedTuple, Protocol

from ..row import Row
from .task import Task


class Done(NamedTuple):
    """A task and its row."""

    task: Task
    row: Row


class Pool(Protocol):
    """Searchers, here or elsewhere. A pool is a context manager that ends its searches."""

    @property
    def free(self) -> int:
        """How many more tasks it takes now."""

    def give(self, task: Task) -> None:
        """Begin a task; `free` must not be 0."""

    def take(self, patience: float) -> list[Done]:
        """Return finished tasks; wait at most `patience` seconds for the first.

        Raises
        ------
        InputError
            Where no search can be made at all, such as without a way to the searchers.
        KeyboardInterrupt
            The user's.
        """

    def __enter__(self) -> Pool:
        """The pool itself."""

    def __exit__(self, *error: object) -> None:
        """End what runs."""


def now() -> str:
    """The time in ISO form."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def worker_name(pid: int) -> str:
    """This machine and a process."""
    return f"{platform.node() or 'localhost'} {pid}"
