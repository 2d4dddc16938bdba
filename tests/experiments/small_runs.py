"""Small boards as tasks, what their rows say, and whether processes have ended."""

from __future__ import annotations

import os
from pathlib import Path
from select import select
from typing import Any

from arcwise.experiments import BoardSource, Configuration, Row
from arcwise.experiments.execute.task import Task
from arcwise.experiments.store.run import beginning
from arcwise.rules import random_problems

COUNTERS = (
    "status",
    "stopped_by",
    "moves",
    "cost",
    "expanded",
    "generated",
    "operator_applications",
)


def make_tasks(
    board: str,
    algorithm: str,
    count: int = 1,
    *,
    first: int = 1,
    options: Configuration | None = None,
) -> list[Task]:
    """Random problems of a sliding-tile board as searches, numbered from ``first``."""
    made = BoardSource.opened(f"sliding-tile:{board}")
    goal = made.goal(None)
    starts = random_problems(made.theory, goal, count, 0)
    return [
        Task(
            ("before", algorithm, number),
            made.texts,
            start,
            goal,
            (options or Configuration()).using(algorithm),
        )
        for number, start in enumerate(starts, start=first)
    ]


def counted(row: Row) -> tuple[Any, ...]:
    """The part of a row that is the same on every machine."""
    return tuple(getattr(row, name) for name in COUNTERS)


def here(task: Task) -> tuple[Any, ...]:
    """The same part of a search that is made in this process."""
    return counted(task.do())


def process_of(row: Row) -> int:
    """The worker process that made a search."""
    return int(row.worker.rsplit(" ", 1)[1])


def has_ended(pid: int) -> bool:
    """Whether a process is gone, or is before long: Linux tells when it ends."""
    if not hasattr(os, "pidfd_open"):
        return not beginning(pid)
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select([process], [], [], 120)[0])
    finally:
        os.close(process)


def children_of(pid: int) -> list[int]:
    """The child processes of a process, where Linux tells them."""
    texts = [file.read_text() for file in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(word) for text in texts for word in text.split()]
