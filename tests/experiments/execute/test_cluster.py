from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from arcwise.experiments.execute import pool as cluster
from arcwise.experiments.execute.pool import ClusterPool, FinishedTask, work_off
from arcwise.experiments.execute.task import Task
from arcwise.experiments.store import RunFolder, read_run
from arcwise.rules import InputError

from ..small_runs import children_of, counted, has_ended, here, make_tasks, process_of


@pytest.fixture(scope="module")
def distributed() -> Any:
    """The package, which takes long to import."""
    return pytest.importorskip("distributed")


@dataclass
class Cluster:
    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


SCHEDULER = """
import asyncio
from distributed import Scheduler

async def main():
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()

asyncio.run(main())
"""


@pytest.fixture
def cluster_here(distributed: Any, tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler and its two workers, each a process."""
    options = ["--host", "127.0.0.1", "--no-dashboard", "--no-nanny", "--nthreads", "1"]
    options += ["--local-directory", str(tmp_path)]
    with (tmp_path / "log").open("wb") as log, ExitStack() as stack:

        def start(*words: str) -> subprocess.Popen[bytes]:
            process = subprocess.Popen(
                [sys.executable, *words], stdout=subprocess.PIPE, stderr=log, cwd=tmp_path
            )
            stack.enter_context(process)
            stack.callback(process.kill)
            return process

        scheduler = start("-c", SCHEDULER)
        assert scheduler.stdout is not None
        address = scheduler.stdout.readline().decode().strip()
        assert address, (tmp_path / "log").read_text()
        worker = ("-m", "distributed.cli.dask_worker", address, *options)
        yield Cluster(address, scheduler, [start(*worker) for _ in range(2)])


@pytest.mark.long
@pytest.mark.slow
def test_no_result_is_lost_or_counted_twice_when_a_worker_is_killed_half_way_and_then_all_ends(
    cluster_here: Cluster, folder_of: Callable[..., RunFolder], monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks = make_tasks("3x3", "a-star", 24)
    names: set[str] = set()
    victim = cluster_here.workers[0]
    arrived: list[Task] = []

    def seen(task: Task, done: FinishedTask | None) -> None:
        assert done is not None
        arrived.append(task)
        names.add(done.row.worker)
        # When both work, or at the latest half-way.
        if victim.poll() is None and (len(names) == 2 or len(arrived) == 12):
            victim.kill()
            victim.wait()

    with folder_of(tasks) as folder:
        with ClusterPool(cluster_here.address) as pool:
            for task, done in work_off(folder, tasks, pool):
                seen(task, done)
        run = read_run(folder.path)
    assert victim.returncode == -9
    assert cluster_here.workers[1].poll() is None
    assert sorted(task.key for task in arrived) == [task.key for task in tasks]
    assert [row.problem for row in run.searches] == [task.key[2] for task in tasks]
    assert [counted(row) for row in run.searches] == [here(task) for task in tasks]
    ends_with_those_who_wait(cluster_here, monkeypatch)
    cluster_here.workers[1].kill()
    assert all(has_ended(process_of(row)) for row in run.searches)


def ends_with_those_who_wait(cluster_here: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches end with those who wait for them, and waiting ends with the scheduler."""
    (task,) = make_tasks("4x4", "iterative-deepening")  # it takes for ever
    with ClusterPool(cluster_here.address) as pool:
        while not pool.free:
            assert pool.take(0.1) == []
        pool.give(task)
        searching: list[int] = []
        while not searching and Path("/proc/self/task").exists():
            assert pool.take(0.1) == []
            searching = [
                child
                for process in children_of(cluster_here.workers[1].pid)
                for child in children_of(process)
            ]
    assert all(has_ended(child) for child in searching)
    with ClusterPool(cluster_here.address) as pool:
        while not pool.free:
            assert pool.take(0.1) == []
        pool.give(task)
        cluster_here.scheduler.kill()
        monkeypatch.setattr(cluster, "PATIENCE", 0.5)
        with pytest.raises(InputError, match="the scheduler is gone"):
            while True:
                assert pool.take(0.1) == []


@pytest.mark.slow
@pytest.mark.usefixtures("distributed")
def test_without_a_scheduler_there_is_one_message(
    call: Any, examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as deaf, socket.socket() as mute:
        for server in (deaf, mute):
            server.bind(("127.0.0.1", 0))
        mute.listen()  # calls are taken, but never answered
        nobody, somebody = (f"tcp://127.0.0.1:{one.getsockname()[1]}" for one in (deaf, mute))
        monkeypatch.setattr(cluster, "PATIENCE", 0.3)
        macros = tmp_path / "m.pl"
        call("learn", "sliding-tile:2x3", examples / "five_puzzle.json", "-o", macros)
        words = ("compare", "sliding-tile:2x3", examples / "five_puzzle.json", "--macros", macros)
        for address in (nobody, somebody, "nonsense://x:1", "tcp://127.0.0.1:none"):
            done = call(*words, "--cluster", address)
            assert done.code == 33
            assert done.err.startswith(f"arcwise: {address}: no scheduler answers")


def test_without_the_package_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match="pip install distributed"):
        ClusterPool("tcp://127.0.0.1:1")
