from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from arcwise.experiments.execute.pool import FinishedTask, LocalPool, work_off
from arcwise.experiments.execute.task import Task
from arcwise.experiments.store import RunFolder, read_run
from arcwise.experiments.store.rows import result_of
from arcwise.rules import InputError

from ..small_runs import counted, here, make_tasks


class Here:
    """A pool of one that searches in this process, so that tests decide what happens when."""

    def __init__(self, meanwhile: Callable[[int], None] = lambda number: None) -> None:
        self.begun: list[Task] = []
        self._waiting: list[Task] = []
        self._meanwhile = meanwhile

    @property
    def free(self) -> int:
        return 1 - len(self._waiting)

    def give(self, task: Task) -> None:
        self.begun.append(task)
        self._waiting.append(task)

    def take(self, patience: float) -> list[FinishedTask]:
        self._meanwhile(len(self.begun))
        tasks, self._waiting = self._waiting, []
        return [FinishedTask(task, replace(task.do(), worker="here 1")) for task in tasks]

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *_: Any) -> None:
        pass


@pytest.mark.long
@pytest.mark.slow
def test_every_search_has_a_row_at_the_end(folder_of: Callable[..., RunFolder]) -> None:
    tasks = make_tasks("2x3", "a-star", 5) + make_tasks("2x3", "greedy", 5)
    with folder_of(tasks) as folder, LocalPool(2) as pool:
        list(work_off(folder, tasks, pool))
        run = read_run(folder.path)
    rows = {(row.algorithm, row.problem): row for row in run.searches}
    assert len(run.searches) == len(rows) == 10
    for task in tasks:
        row = rows[task.algorithm, task.key[2]]
        assert counted(row) == here(task)
        result = result_of(row, task.start, task.source.open().theory)
        assert (result.path[0], result.path[-1]) == (task.start, task.goal)
        assert (result.moves, result.cost) == (row.moves, row.cost)


def test_only_what_is_missing_is_searched(folder_of: Callable[..., RunFolder]) -> None:
    tasks = make_tasks("2x3", "a-star", 5)
    with folder_of(tasks) as folder:
        list(work_off(folder, tasks[:3], Here()))
        pool = Here()
        seen = [(task, done is not None) for task, done in work_off(folder, tasks, pool)]
    assert pool.begun == tasks[3:]
    assert seen == [(task, number > 3) for number, task in enumerate(tasks, start=1)]


def test_what_another_has_reserved_is_waited_for(folder_of: Callable[..., RunFolder]) -> None:
    tasks = make_tasks("2x3", "a-star", 3)
    with folder_of(tasks) as folder, RunFolder.open(folder.path) as other:
        assert other.claim(tasks[0].key)

        def meanwhile(begun: int) -> None:
            if begun == 2:  # the other is done, while this one is at the last of its own
                other.record(replace(tasks[0].do(), worker="there 1"))

        pool = Here(meanwhile)
        list(work_off(folder, tasks, pool))
        workers = [row.worker for row in read_run(folder.path).searches]
    assert pool.begun == tasks[1:]
    assert workers == ["there 1", "here 1", "here 1"]


def test_what_another_gave_up_is_taken_over(folder_of: Callable[..., RunFolder]) -> None:
    tasks = make_tasks("2x3", "a-star", 2)
    with folder_of(tasks) as folder, RunFolder.open(folder.path) as other:
        assert other.claim(tasks[0].key)
        pool = Here(lambda begun: other.release())
        list(work_off(folder, tasks, pool))
        assert len(read_run(folder.path).searches) == 2
    assert pool.begun == [tasks[1], tasks[0]]


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, InputError])
def test_an_interruption_keeps_what_is_done_and_frees_the_rest(
    folder_of: Callable[..., RunFolder], interruption: type[BaseException]
) -> None:
    tasks = make_tasks("2x3", "a-star", 4)

    def interrupt(begun: int) -> None:
        if begun == 3:
            raise interruption("now")

    with folder_of(tasks) as folder, RunFolder.open(folder.path) as other:
        with pytest.raises(interruption):
            list(work_off(folder, tasks, Here(interrupt)))
        assert len(read_run(folder.path).searches) == 2
        assert other.claim(tasks[2].key)


def test_a_row_that_does_not_replay_is_refused(folder_of: Callable[..., RunFolder]) -> None:
    tasks = make_tasks("2x3", "a-star", 1)
    row = tasks[0].do()
    row = replace(row, arcs_json=json.dumps(row.arcs[::-1]))
    with folder_of(tasks) as folder:
        folder.record(row)
        (kept,) = read_run(folder.path).searches
    with pytest.raises(InputError, match="does not replay"):
        result_of(kept, tasks[0].start, tasks[0].source.open().theory)
