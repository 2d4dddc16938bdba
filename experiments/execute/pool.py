"""Worker pools of an experiment: tasks that go to them, and rows that come back.

Searches in worker processes on this machine.

Searches in this process, one after the other.

Working off the searches of a run, beside others who may do the same.
"""

from __future__ import annotations

import os
import platform
import select
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple, Protocol, Self

from ...rules.errors import ArcwiseError, sentence_of
from ...search.limits import end_of_memory
from ..row import Key, Row
from ..store.run_folder import RunFolder
from .task import Task
from .worker_process import CHANCES, WorkerDiedError, WorkerProcess, given_up


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


class LocalPool:
    """A pool of worker processes; see `Pool`."""

    def __init__(self, jobs: int = 1) -> None:
        self._jobs = jobs
        self._idle: list[WorkerProcess] = []
        self._busy: dict[WorkerProcess, Task] = {}
        self._deaths: dict[Key, int] = {}
        self._given_up: list[Done] = []

    @property
    def free(self) -> int:
        """See `Pool`."""
        return self._jobs - len(self._busy)

    def give(self, task: Task) -> None:
        """See `Pool`."""
        while self._idle and not self._idle[-1].alive:
            self._idle.pop().close()
        worker = self._idle.pop() if self._idle else WorkerProcess()
        self._busy[worker] = task
        try:
            worker.begin(task)
        except WorkerDiedError as error:
            self._mourn(worker, error)

    def take(self, patience: float) -> list[Done]:
        """See `Pool`."""
        wait = 0.0 if self._given_up else patience
        ready, _, _ = select.select(list(self._busy), [], [], wait)
        finished: list[Done] = []
        for worker in ready:
            try:
                row = worker.answer()
            except WorkerDiedError as error:
                self._mourn(worker, error)
                continue
            if row is not None:
                finished.append(Done(self._busy.pop(worker), row))
                self._idle.append(worker)
        finished += self._given_up
        self._given_up = []
        for done in finished:
            self._deaths.pop(done.task.key, None)
        return finished

    def _mourn(self, worker: WorkerProcess, error: WorkerDiedError) -> None:
        """Give the task of a dead worker to a new one, but not for ever."""
        task = self._busy.pop(worker)
        worker.close()
        deaths = self._deaths[task.key] = self._deaths.get(task.key, 0) + 1
        if deaths < CHANCES:
            self.give(task)
        else:
            self._given_up.append(Done(task, given_up(task, error, now())))

    def __enter__(self) -> LocalPool:
        return self

    def __exit__(self, *error: object) -> None:
        workers = [*self._idle, *self._busy]
        self._idle, self._busy = [], {}
        for worker in workers:  # all at once
            worker.dismiss()
        for worker in workers:
            with suppress(OSError):
                worker.close()


class InlinePool:
    """A pool of this process alone; see `Pool`.

    The first search with a theory and a configuration is made once before, and that does not count: whatever comes first
    finds a cold machine.

    Parameters
    ----------
    report
        Called now and then with the task and the number of its expansions.
    """

    def __init__(self, report: Callable[[Task, int], None] = lambda task, expanded: None) -> None:
        self._report = report
        self._waiting: Task | None = None
        self._warm: set[tuple[str, str]] = set()

    @property
    def free(self) -> int:
        """See `Pool`."""
        return int(self._waiting is None)

    def give(self, task: Task) -> None:
        """See `Pool`."""
        self._waiting = task

    def take(self, patience: float) -> list[Done]:
        """See `Pool`."""
        if self._waiting is None:
            return []
        task, self._waiting = self._waiting, None
        row = self._row(task)
        if row.interrupted:
            raise KeyboardInterrupt
        return [Done(task, row)]

    def _row(self, task: Task) -> Row:
        started, worker = now(), worker_name(os.getpid())
        kind = task.recipe.key, task.key[1]
        try:
            if kind not in self._warm and (limit := task.make_ready()):
                return task.never_ready(limit, started, worker)
            self._warm.add(kind)
            row = task.do(lambda expanded: self._report(task, expanded))
        except ArcwiseError as error:
            note = sentence_of(error)
            return task.without_result("error", note, started, worker)
        return replace(row, started=started, worker=worker)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass


LISTEN = 0.5
"""Seconds between two looks at what others have done."""


def work_off(
    folder: RunFolder,
    tasks: Sequence[Task],
    pool: Pool,
    begun: Callable[[Task], None] = lambda task: None,
) -> Generator[tuple[Task, Done | None], None, None]:
    """Make all searches that have no row yet; at the end each has one.

    Searches that another living process has reserved are waited for, and taken over if it dies. On Ctrl-C and on errors
    the rows so far are kept, and what was reserved is free for others.

    Parameters
    ----------
    folder, tasks, pool
        Where to write down what, and who searches.
    begun
        Called for every task that is begun.

    Yields
    ------
    Every task once it has a row, with the row if it came from here.

    Raises
    ------
    InputError
        Where no search can be made at all.
    """
    known = folder.done()
    waiting: deque[Task] = deque()
    for task in tasks:
        if task.key in known:
            yield task, None
        else:
            waiting.append(task)
    elsewhere: list[Task] = []
    running = 0
    try:
        while waiting or running or elsewhere:
            while waiting and pool.free > 0:
                task = waiting.popleft()
                if folder.claim(task.key):
                    pool.give(task)
                    begun(task)
                    running += 1
                else:
                    elsewhere.append(task)
            for done in pool.take(LISTEN):
                running -= 1
                own = done.task.configuration.limits.memory
                if done.row.stopped_by == "memory" and own is None:
                    end_of_memory()
                folder.record(done.row)
                yield done.task, done
            if elsewhere and not waiting and pool.free > 0:
                known = folder.done()
                for task in elsewhere:
                    if task.key in known:
                        yield task, None
                    else:
                        waiting.append(task)
                elsewhere = []
    finally:
        folder.release()
