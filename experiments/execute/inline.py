"""Searches in this process, one after the other."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Self

from ...rules.errors import ArcwiseError, sentence_of
from ..row import Row
from .pool import Done, now, worker_name
from .task import Task


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
