"""Additive pattern databases: what they take to build, and what they save.

usage: python benchmarks/pattern_databases.py [FOLDER]     (where databases are kept; a temporary one unless given)
"""

from __future__ import annotations

import resource
import sys
import tempfile
from time import perf_counter

from arcwise.rules import sliding_tile
from arcwise.search import ALGORITHMS, Problem, pattern_databases, solve
from rich.console import Console
from rich.table import Table
from timing import instances

THREADS = 2
CONSOLE = Console(width=140)


def measure(folder: str) -> None:
    """Print the table."""
    table = Table(
        "puzzle", "partition", "ready, s", "peak MB so far", "boards", "expanded", "generated", "ms", "million generated/s",
        title=f"IDA* with pattern databases and reflection; means over the boards; built by {THREADS} threads",
    )  # fmt: skip
    for side, name, file, numbers in (
        (4, "6-6-3", "korf100_15puzzle.txt", range(1, 101)),
        (4, "7-8", "korf100_15puzzle.txt", range(1, 101)),
        (5, "6-6-6-6", "korf_felner50_24puzzle.txt", (40,)),
        (5, "6-6-6-6", "korf_felner50_24puzzle.txt", (38,)),
    ):
        boards = instances(file)
        if boards is None:
            continue
        puzzle, goal = sliding_tile(side, side), tuple(range(side * side))
        began = perf_counter()
        patterns = pattern_databases(puzzle, goal, name, folder=folder, threads=THREADS)
        ready = perf_counter() - began
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        expanded, generated, seconds = 0, 0, 0.0
        for number in numbers:
            start, length = boards[number]
            problem = Problem(puzzle, start, goal)
            result = solve(
                problem, ALGORITHMS["ida-star"].adjusted(move_back=False), heuristic=patterns
            )
            assert result.cost == length, (number, result.cost, length)
            expanded += result.statistics.expanded
            generated += result.statistics.generated
            seconds += result.statistics.elapsed
        count = len(numbers)
        table.add_row(
            puzzle.name,
            name,
            f"{ready:.1f}",
            f"{peak:,}",
            str(numbers[0]) if count == 1 else f"all {count}",
            f"{expanded / count:,.0f}",
            f"{generated / count:,.0f}",
            f"{1000 * seconds / count:.2f}",
            f"{generated / seconds / 1e6:.1f}",
        )
    CONSOLE.print(table)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        measure(sys.argv[1])
    else:
        with tempfile.TemporaryDirectory() as temporary:
            measure(temporary)
