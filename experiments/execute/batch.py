"""Working off the searches of a run, beside others who may do the same."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from ...search.budget import end_of_memory
from ..store.run_folder import RunFolder
from .pool import Done, Pool
from .task import Task

LISTEN = 0.5
"""Seconds between two looks at what others have done."""


def work_off(
    folder: RunFolder,
    tasks: Sequence[Task],
    pool: Pool,
    seen: Callable[[Task, Done | None], None] = lambda task, done: None,
    begun: Callable[[Task], None] = lambda task: None,
) -> None:
    """Make all searches that have no row yet; at the end each has one.

    Searches that another living process has reserved are waited for, and taken over if it dies. On Ctrl-C and on errors
    the rows so far are kept, and what was reserved is free for others.

    Parameters
    ----------
    folder, tasks, pool
        Where to write down what, and who searches.
    seen
        Called for every task that has a row now, with the row if it came from here.
    begun
        Called for every task that is begun.

    Raises
    ------
    InputError
        Where no search can be made at all.
    """
    known = folder.done()
    waiting: deque[Task] = deque()
    for task in tasks:
        if task.key in known:
            seen(task, None)
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
                seen(done.task, done)
            if elsewhere and not waiting and pool.free > 0:
                known = folder.done()
                for task in elsewhere:
                    if task.key in known:
                        seen(task, None)
                    else:
                        waiting.append(task)
                elsewhere = []
    finally:
        folder.release()
