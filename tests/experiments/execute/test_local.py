from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest
from arcwise.experiments import Configuration
from arcwise.experiments.execute import pool as local
from arcwise.experiments.execute.pool import FinishedTask, LocalPool, WorkerProcess
from arcwise.experiments.execute.task import Task
from arcwise.experiments.store.validation import row_of_json
from arcwise.rules import InputError
from arcwise.search import Limits

from ..small_runs import beginning, children_of, counted, has_ended, here, make_tasks

MEGABYTE = 2**20
MOMENT = 0.01
"""Seconds between two looks, which leave the core to what is waited for."""


def do_all(pool: LocalPool, tasks: list[Task]) -> dict[int, FinishedTask]:
    waiting, done = list(tasks), {}
    while len(done) < len(tasks):
        while waiting and pool.free:
            pool.give(waiting.pop(0))
        for one in pool.take(10):
            assert one.task.key[2] not in done
            done[one.task.key[2]] = one
    return done


def pids_of(pool: LocalPool) -> list[int]:
    """The process numbers of its workers."""
    return [worker.pid for worker in (*pool._idle, *pool._busy)]


@pytest.mark.long
@pytest.mark.slow
def test_searches_elsewhere_are_those_made_here() -> None:
    tasks = make_tasks("3x3", "a-star", 6) + make_tasks("2x3", "beam", 6, first=7)
    with LocalPool(2) as pool:
        done = do_all(pool, tasks)
        pids = pids_of(pool)
    for task in tasks:
        assert counted(done[task.key[2]].row) == here(task)
    assert len(pids) == 2
    assert all(has_ended(pid) for pid in pids)


@pytest.mark.long
@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_search_that_runs_out_of_memory_is_a_row_and_not_the_end(engine: str) -> None:
    options = Configuration(engine=engine, limits=Limits(memory=20 * MEGABYTE))
    tasks = [
        *make_tasks("4x4", "breadth-first", options=options),
        *make_tasks("2x3", "a-star", first=2, options=options),
    ]
    with LocalPool() as pool:
        done = do_all(pool, tasks)
    row = done[1].row
    assert (row.status, row.stopped_by) == ("stopped", "memory")
    assert (row.expanded or 0) > 0
    assert done[2].row.status == "solved"


@pytest.mark.slow
def test_a_search_stops_at_its_limit_on_time() -> None:
    options = Configuration(engine="python", limits=Limits(time=0.2))
    with LocalPool() as pool:
        (done,) = do_all(pool, make_tasks("4x4", "breadth-first", options=options)).values()
    assert (done.row.status, done.row.stopped_by) == ("stopped", "time")


@pytest.mark.slow
def test_a_search_that_is_not_possible_is_a_row_that_says_why() -> None:
    tasks = make_tasks("2x3", "weighted-a-star", options=Configuration(weight=0.5))
    with LocalPool() as pool:
        (done,) = do_all(pool, tasks).values()
    assert (done.row.status, done.row.stopped_by) == ("stopped", "error")
    assert "weight" in done.row.note


DEATHS = """
import json, os, signal, sys, time
from dataclasses import dataclass
from arcwise.experiments.configuration import Configuration
from arcwise.experiments.execute import worker
from arcwise.rules.source import SourceTexts
from arcwise.experiments.execute.task import Task
from arcwise.search.limits import Limits

class Deadly(Task):
    def make_ready(self): return None
    def do(self, report=None):
        match self.algorithm:
            case "eats": return bytearray(10**9)
            case "killed": os.kill(os.getpid(), signal.SIGKILL)
            case "sleeps": time.sleep(1000)
            case "fails": raise ValueError("not so")
            case "leaves": os._exit(3)

worker.GRACE = 0
reading, writing = os.pipe()
for name in ("eats", "killed", "sleeps", "fails", "leaves"):
    limits = Limits(memory=2**20, time=0.3 if name == "sleeps" else None)
    task = Deadly(("x", name, 1), SourceTexts("board", "x"), (), (), Configuration(name, limits=limits))
    row = json.loads(worker.Worker(reading, writing)._isolated(task))["row"]
    print(json.dumps([name, row["status"], row["stopped_by"], row["note"]]))
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="the limit on address space is Linux's")
def test_every_way_to_die_is_a_row_that_says_so() -> None:
    done = subprocess.run(
        [sys.executable, "-c", DEATHS], capture_output=True, text=True, check=True, timeout=300
    )
    assert done.stdout.splitlines() == [
        '["eats", "stopped", "memory", "out of memory"]',
        '["killed", "stopped", "signal", "killed by signal 9 (SIGKILL), as the system does where memory runs out"]',
        '["sleeps", "stopped", "time", "did not stop by itself at its limit on time and was ended"]',
        '["fails", "stopped", "error", "ValueError: not so"]',
        '["leaves", "stopped", "error", "its process ended with exit code 3"]',
    ]


@pytest.mark.long
@pytest.mark.slow
def test_the_search_of_a_worker_that_was_killed_is_made_by_another() -> None:
    tasks = make_tasks("3x3", "a-star", 4)
    with LocalPool() as pool:
        pool.give(tasks[0])
        os.kill(pids_of(pool)[0], signal.SIGKILL)
        (done,) = pool.take(60) or pool.take(60)
        assert counted(done.row) == here(tasks[0])
        os.kill(pids_of(pool)[0], signal.SIGKILL)  # now it has nothing to do
        assert has_ended(pids_of(pool)[0])
        rest = do_all(pool, tasks[1:])
    assert [counted(rest[task.key[2]].row) for task in tasks[1:]] == [here(t) for t in tasks[1:]]


@pytest.mark.slow
def test_a_search_that_kills_every_worker_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    tasks = make_tasks("3x3", "a-star", 2)
    begin = WorkerProcess.begin

    def deadly(self: WorkerProcess, task: Task) -> None:
        begin(self, task)
        if task == tasks[0]:
            os.kill(self.pid, signal.SIGKILL)

    monkeypatch.setattr(local.WorkerProcess, "begin", deadly)
    with LocalPool() as pool:
        done = do_all(pool, tasks)
    assert (done[1].row.status, done[1].row.stopped_by) == ("stopped", "signal")
    assert "2 times" in done[1].row.note
    assert done[2].row.status == "solved"


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks Linux for child processes")
@pytest.mark.parametrize("killed", [False, True])
def test_no_search_outlives_its_worker(killed: bool) -> None:
    options = Configuration(engine="python")
    (task,) = make_tasks("4x4", "breadth-first", options=options)
    worker = WorkerProcess()
    worker.begin(task)
    while not (children := children_of(worker.pid)):
        assert beginning(worker.pid)
        sleep(MOMENT)
    if killed:
        os.kill(worker.pid, signal.SIGKILL)
    else:
        worker.close()
    assert all(has_ended(child) for child in children)
    if killed:
        worker.close()


@pytest.mark.slow
def test_a_worker_that_cannot_make_the_theory_ends_the_batch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (task,) = make_tasks("2x3", "a-star")
    object.__setattr__(task.source, "arcwise", "0.0.0")
    with LocalPool() as pool, pytest.raises(InputError, match="another version of arcwise"):
        do_all(pool, [task])


def test_workers_that_cannot_even_start_end_the_batch(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYTHONHOME", str(tmp_path))
    with LocalPool() as pool, pytest.raises(InputError, match="ended at once"):
        do_all(pool, make_tasks("2x3", "a-star"))


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="pipes that tell who closed them are Linux's")
@pytest.mark.parametrize("sent", [None, signal.SIGTERM])
def test_a_worker_that_makes_ready_ends_when_nobody_waits_for_it_and_clears_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: signal.Signals | None
) -> None:
    """In the midst of a large pattern database, without being killed."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    worker = WorkerProcess()
    (task,) = make_tasks("4x4", "a-star", 1, options=Configuration(heuristic="patterns:7-8"))
    worker.begin(task)
    while not list(tmp_path.rglob("*.part")):
        assert worker.alive
        sleep(MOMENT)
    if sent is None:
        worker.dismiss()
    else:
        os.kill(worker.pid, sent)
    assert worker._process.wait(300) == (0 if sent is None else -sent)
    assert not [
        file for file in tmp_path.rglob("*") if not file.is_dir() and file.suffix != ".lock"
    ]
    worker.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "sent", [signal.SIGINT, pytest.param(signal.SIGHUP, marks=pytest.mark.slow)]
)
def test_what_ends_the_one_who_gave_the_tasks_does_not_end_workers_first(
    sent: signal.Signals,
) -> None:
    """As when a terminal is closed: every process in it gets the signal."""
    worker = WorkerProcess()
    (task,) = make_tasks("2x3", "a-star", 1)
    for _ in range(2):
        worker.begin(task)
        while (row := worker.answer()) is None:
            sleep(MOMENT)
        assert row.solved
        os.kill(worker.pid, sent)
    assert worker.alive
    worker.close()


ODD = [
    "x",
    "[" * 100_000,
    "null",
    "[]",
    '{"row": {}}',
    '{"row": {"condition": 3}}',
    '{"refused": 3}',
]

WORKER = """
import json, sys
for line in sys.stdin:
    if (task := json.loads(line).get("task")) is None:
        continue
    print(open(sys.argv[1]).read() if task["key"][2] == 1 else open(sys.argv[2]).read(), flush=True)
"""


@pytest.mark.parametrize("answer", ODD)
@pytest.mark.slow
def test_an_answer_of_another_form_is_a_row_that_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, answer: str
) -> None:
    first, second = make_tasks("2x3", "a-star", 2)
    good = second.without_result("error", "as asked", "", "")
    odd, even, program = (tmp_path / name for name in ("odd", "even", "worker.py"))
    odd.write_text(answer)
    even.write_text(json.dumps({"row": good.to_json()}))
    program.write_text(WORKER)
    popen = subprocess.Popen

    def start(command: list[str], **others: object) -> object:
        return popen([sys.executable, "-S", str(program), str(odd), str(even)], **others)

    monkeypatch.setattr("arcwise.experiments.execute.pool.subprocess.Popen", start)
    with LocalPool(2) as pool:
        done = do_all(pool, [first, second])
    assert done[2].row == good
    assert (done[1].row.status, done[1].row.stopped_by) == ("stopped", "signal")
    assert "its worker gave an answer of another form" in done[1].row.note
    assert "\n" not in done[1].row.note


@pytest.mark.parametrize("name", ["expanded", "path_json", "optimal", "note", "problem"])
def test_a_row_with_a_value_of_another_kind_is_none(name: str) -> None:
    (task,) = make_tasks("2x3", "a-star", 1)
    row = task.without_result("error", "as asked", "", "")
    assert row_of_json(row.to_json(), task.key) == row
    with pytest.raises(ValueError):
        row_of_json({**row.to_json(), name: 2 if name == "problem" else [1]}, task.key)
