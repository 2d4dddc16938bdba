"""Searches in worker processes on this machine."""

from __future__ import annotations

import select
from contextlib import suppress

from ..row import Key
from .pool import Done, now
from .task import Task
from .worker_process import CHANCES, WorkerDiedError, WorkerProcess, given_up


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
