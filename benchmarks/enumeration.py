"""How fast and how small whole state spaces are enumerated: ``python benchmarks/enumeration.py [--threads N]``.

Every kernel measurement of a space runs in a process of its own, so that its peak memory is its own. The 2x7 board takes
12 GB: ``--spaces sliding-tile:2x7 --repetitions 1``.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Sequence, Sized
from pathlib import Path
from statistics import median
from time import perf_counter

from arcwise.rules import open_source
from arcwise.rules.domains.sliding_tiles import sliding_tile
from arcwise.rules.states.state_space import distances
from arcwise.rules.term import State
from arcwise.search.state_space import distance_table, enumerate_layers

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
    domain, shape = open_source(name).sized
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


def main() -> None:
    """Read the command line and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=1, help="for a second table of spaces")
    parser.add_argument("--spaces", nargs="+", default=SPACES, metavar="DOMAIN:SIZE")
    parser.add_argument("--repetitions", type=int, default=RUNS, help="processes for each space")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        measure(arguments.measure, arguments.threads)
        return
    compare_distances()
    for threads in sorted({1, arguments.threads}):
        print()
        table_of_spaces(arguments.spaces, threads, arguments.repetitions)


if __name__ == "__main__":
    main()
