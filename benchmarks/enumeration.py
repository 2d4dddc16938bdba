"""How fast and how small whole state spaces are enumerated: ``python benchmarks/enumeration.py [--threads N]``.

Every kernel measurement of a space runs in a process of its own, so that its peak memory is its own. The 2x7 board takes
12 GB: ``--spaces sliding-tile:2x7 --repetitions 1``. ``--disk pancake:11 sliding-tile:2x6`` are enumerated in files, with a
tenth of the memory that their states take, by two worker processes of which one is killed half-way.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Sequence, Sized
from logging import CRITICAL
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from arcwise.rules.domains.sliding_tiles import sliding_tile
from arcwise.rules.read_domain import read_domain
from arcwise.rules.states.state_space import distances
from arcwise.rules.term import State
from arcwise.search._kernel import state_width
from arcwise.search.limits import Limits
from arcwise.search.native.compiled import compile_theory
from arcwise.search.state_space.disk_layers import enumerate_on_disk
from arcwise.search.state_space.enumerate_states import (
    Enumeration,
    distance_table,
    enumerate_layers,
)

SPACES = (
    "sliding-tile:2x3",
    "sliding-tile:2x4",
    "sliding-tile:3x3",
    "sliding-tile:2x5",
    "sliding-tile:3x4",
    "cube:2",
    "topspin:10x4",
    "pancake:10",
    "pancake:11",
)
ON_DISK = ("sliding-tile:2x5",)
WORKERS = 2
RUNS = 7
KIB = 1024


def goal_of(rows: int, columns: int) -> State:
    """Tiles in order, the blank last."""
    return (*range(1, rows * columns), 0)


def plain_distances(rows: int, columns: int) -> dict[tuple[int, ...], int]:
    """What a user writes: a deque, a dict, and the neighbours of the blank."""
    neighbours = [
        [
            other
            for other in range(rows * columns)
            if abs(cell // columns - other // columns) + abs(cell % columns - other % columns) == 1
        ]
        for cell in range(rows * columns)
    ]
    start: tuple[int, ...] = (*range(1, rows * columns), 0)
    found = {start: 0}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        distance = found[state] + 1
        blank = state.index(0)
        for cell in neighbours[blank]:
            cells = list(state)
            cells[blank], cells[cell] = cells[cell], 0
            successor = tuple(cells)
            if successor not in found:
                found[successor] = distance
                queue.append(successor)
    return found


def compare_distances() -> None:
    """The 8-puzzle with all distances, in turn by plain Python, by the rules in Python and by the kernel."""
    theory, start = sliding_tile(3, 3), goal_of(3, 3)
    assert dict(distance_table(theory, start)) == plain_distances(3, 3)
    contenders: dict[str, Callable[[], Sized]] = {
        "plain Python, deque and dict": lambda: plain_distances(3, 3),
        "rules.state_space.distances": lambda: distances(theory, start),
        "distance_table": lambda: distance_table(theory, start),
    }
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(RUNS):
        for name, count_all in contenders.items():
            gc.collect()
            began = perf_counter()
            found = count_all()
            seconds[name].append(perf_counter() - began)
            assert len(found) == 181_440
            del found
    kernel = median(seconds["distance_table"])
    print(f"8-puzzle, 181,440 distances, medians of {RUNS} alternating runs, one core:")
    for name, times in seconds.items():
        print(f"  {name:30}{median(times) * 1e3:10.2f} ms {median(times) / kernel:8.0f} x")


def peak_of_process() -> int:
    """The most bytes this process ever held; unlike getrusage, not what its parent held when it began."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) * KIB for line in status.splitlines() if "VmHWM" in line)


def measure(name: str, threads: int) -> None:
    """Print one enumeration as JSON, with the memory that the kernel and the process took."""
    domain, shape = read_domain(name)
    found = enumerate_layers(domain.theory(shape), domain.goal_state(shape), threads=threads)
    print(
        json.dumps(
            {
                "states": found.states,
                "depth": len(found.layers) - 1,
                "last": found.layers[-1],
                "seconds": found.elapsed,
                "kernel": found.peak_memory,
                "process": peak_of_process(),
            }
        )
    )


def table_of_spaces(names: Sequence[str], threads: int, repetitions: int) -> None:
    """Layer counts from the goal, each a median of several processes."""
    print(
        f"layer counts, {threads} thread{'s' * (threads > 1)}, medians of {repetitions} processes:"
    )
    print(
        f"  {'space':18}{'states':>15} depth  last    seconds   states/s  bytes/state  kernel MB  process MB"
    )
    for name in names:
        command = [sys.executable, __file__, "--measure", name, "--threads", str(threads)]
        runs = [
            json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
            for _ in range(repetitions)
        ]
        seconds = median(run["seconds"] for run in runs)
        run = runs[0]
        print(
            f"  {name:18}{run['states']:15,} {run['depth']:5} {run['last']:5} {seconds:10.5f}"
            f" {run['states'] / seconds:10.3g} {run['kernel'] / run['states']:12.2f}"
            f" {run['kernel'] / 1e6:10.2f} {max(run['process'] for run in runs) / 1e6:11.1f}"
        )


class Disk(NamedTuple):
    """An enumeration in files, after the same in memory."""

    memory: Enumeration
    files: Enumeration
    limit: int
    """Bytes that the kernel of one worker may hold."""
    workers_killed: int

    @property
    def equal(self) -> bool:
        """Whether the layers are the same, and the files' were made under the limit in spite of the kill."""
        return (
            self.files.layers == self.memory.layers
            and self.workers_killed == 1
            and self.files.peak_memory <= self.limit
        )


def on_disk(name: str, workers: int = WORKERS) -> Disk:
    """Layers in files, a tenth of the space in memory, by processes of which one is killed half-way; and layers in memory."""
    from dask import config
    from distributed import Client, LocalCluster

    domain, shape = read_domain(name)
    theory, start = domain.theory(shape), domain.goal_state(shape)
    expected = enumerate_layers(theory, start)
    width = state_width(compile_theory(theory, start).handle)
    limit = expected.states * width // 10 // workers
    killed: list[int] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        config.set({"distributed.comm.timeouts.tcp": "300s"}),  # for a busy machine
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address=":0",
            silence_logs=CRITICAL,
        ) as cluster,
        Client(cluster) as client,
    ):

        def kill_one(states: int) -> None:
            if states > expected.states // 2 and not killed:
                killed.append(next(iter(client.run(os.getpid).values())))
                os.kill(killed[0], signal.SIGKILL)

        found = enumerate_on_disk(
            theory,
            start,
            Path(folder),
            executor=client.get_executor(retries=3),
            limits=Limits(memory=limit),
            report=kill_one,
        )
    return Disk(expected, found, limit, len(killed))


def table_of_disk(names: Sequence[str]) -> None:
    """Spaces in files beside the same in memory."""
    print(f"layers in files, {WORKERS} workers, one of them killed half-way; seconds of the clock:")
    print(f"  {'space':18}{'states':>15}   in memory   in files  MB a worker  of at most  counts")
    for name in names:
        disk = on_disk(name)
        print(
            f"  {name:18}{disk.files.states:15,} {disk.memory.elapsed:11.2f} {disk.files.elapsed:10.1f}"
            f" {disk.files.peak_memory / 1e6:12.2f} {disk.limit / 1e6:11.2f}  {'equal' if disk.equal else 'DIFFERENT'}"
        )


def main() -> None:
    """Read the command line and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=1, help="for a second table of spaces")
    parser.add_argument("--spaces", nargs="+", default=SPACES, metavar="DOMAIN:SIZE")
    parser.add_argument("--repetitions", type=int, default=RUNS, help="processes for each space")
    parser.add_argument("--disk", nargs="*", metavar="DOMAIN:SIZE", help="only these, in files")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        measure(arguments.measure, arguments.threads)
        return
    if arguments.disk is not None:
        table_of_disk(arguments.disk or ON_DISK)
        return
    compare_distances()
    for threads in sorted({1, arguments.threads}):
        print()
        table_of_spaces(arguments.spaces, threads, arguments.repetitions)


if __name__ == "__main__":
    main()
