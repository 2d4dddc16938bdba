"""Pattern databases: what they take to build, and what they save, of sliding tiles and of any theory.

usage: python benchmarks/pattern_databases.py [FOLDER]     (where databases are kept; a temporary one unless given)
"""

from __future__ import annotations

import resource
import sys
import tempfile
from random import Random
from time import perf_counter, process_time

from arcwise.rules import open_source, sliding_tile
from arcwise.rules.states.random_states import scramble
from arcwise.search import ALGORITHMS, Limits, Problem, pattern_databases, solve
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
        (4, "5-5-5", "korf100_15puzzle.txt", range(1, 101)),
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


STARTS = 5
LIMITS = Limits(time=10, memory=2 * 2**30)


def measure_any(folder: str) -> None:
    """Print what chosen patterns make of A*, beside the heuristic that is taken where none is named."""
    table = Table(
        "domain", "abstract states", "ready, s", "heuristic", "solved", "expanded", "ms",
        title=f"A* on {STARTS} random starts, {LIMITS.time:g} s and 2 GB each; means over those solved",
    )  # fmt: skip
    for name in (
        *("pancake:10", "topspin:12x4", "topspin:14x4", "heavy-tile:3x3", "heavy-tile:3x4"),
        *("hanoi:4x8", "lights-out:5x5", "cube:2"),
    ):
        domain, shape = open_source(name).sized
        theory, goal = domain.theory(shape), domain.goal(shape)
        starts = [domain.draw(shape, Random(f"{name} {number}")) for number in range(STARTS)]
        began = perf_counter()
        patterns = pattern_databases(theory, goal, start=starts[0], folder=folder, threads=THREADS)
        ready = perf_counter() - began
        sizes = " + ".join(f"{len(each):,}" for each in patterns.databases)
        for heuristic in (patterns, None):
            results = [
                solve(Problem(theory, start, goal), "a-star", heuristic=heuristic, limits=LIMITS)
                for start in starts
            ]
            solved = [one for one in results if one.solved]
            count = max(1, len(solved))
            table.add_row(
                name if heuristic else "",
                sizes if heuristic else "",
                f"{ready:.1f}" if heuristic else "",
                results[0].heuristic,
                f"{len(solved)} of {STARTS}",
                f"{sum(one.statistics.expanded for one in solved) / count:,.0f}",
                f"{1000 * sum(one.statistics.elapsed for one in solved) / count:,.1f}",
            )
    CONSOLE.print(table)


CORNERS = "10,12,16,18,37,39,43,45"
EDGES = ("2,4,6,8,11,13", "17,22,26,31,35,44")
"""A sticker each of the eight corners and of six of the twelve edges."""


def measure_cube(folder: str) -> None:
    """Print what corners and edges (Korf 1997) make of IDA* on cube:3, by names of cells alone."""
    table = Table(
        "quarter turns", "abstract states", "ready, CPU s", "mean h", "cost", "expanded", "generated", "ms",
        title=f"IDA* on cube:3 with patterns:{CORNERS}/{'/'.join(EDGES)}; means of {STARTS} scrambles",
    )  # fmt: skip
    domain, shape = open_source("cube:3").sized
    theory, goal = domain.theory(shape), domain.goal(shape)
    began = process_time()
    patterns = pattern_databases(
        theory, goal, "/".join((CORNERS, *EDGES)), folder=folder, threads=THREADS
    )
    ready = process_time() - began
    for moves in (10, 12, 14):
        draw = scramble(theory, goal, moves)
        starts = [draw(Random(f"{moves} {number}")) for number in range(STARTS)]
        row = ALGORITHMS["ida-star"].adjusted(move_back=False)
        results = [solve(Problem(theory, start, goal), row, heuristic=patterns) for start in starts]
        table.add_row(
            str(moves),
            " + ".join(f"{len(each):,}" for each in patterns.databases),
            f"{ready:.1f}",
            f"{sum(map(patterns.estimate, starts)) / STARTS:.1f}",
            f"{sum(one.cost or 0 for one in results) / STARTS:.1f}",
            f"{sum(one.statistics.expanded for one in results) / STARTS:,.0f}",
            f"{sum(one.statistics.generated for one in results) / STARTS:,.0f}",
            f"{1000 * sum(one.statistics.elapsed for one in results) / STARTS:,.1f}",
        )
    CONSOLE.print(table)


FEWER_EDGES = "2,4,6,8,11"
COMPRESSED = {
    "cube:3": (*(EDGES[0] + each for each in ("", ":2", ":4", ":8", ":16")), FEWER_EDGES),
    "sliding-tile:4x4": ("6-6-3", "6-6-3:2", "6-6-3:4", "6-6-3:8", "5-5-5"),
    "pancake:12": ("1..8", "1..8:2", "1..8:4", "1..8:8", "1..7"),
}
"""The whole databases, compressed ones, and last smaller ones. Searched are ten of Korf's boards, and scrambles of 11 moves."""


def measure_compressed(folder: str) -> None:
    """Print what compression takes and costs, beside the whole database and a smaller one."""
    table = Table(
        "domain", "patterns", "MB", "ready, CPU s", "mean h", "expanded", "ratio", "CPU ms", "ratio",
        title="IDA* with compressed pattern databases; means over the starts, ratios to the whole database",
    )  # fmt: skip
    for name, kinds in COMPRESSED.items():
        domain, shape = open_source(name).sized
        theory, goal = domain.theory(shape), domain.goal(shape)
        boards = instances("korf100_15puzzle.txt") if name == "sliding-tile:4x4" else None
        if boards is not None:
            goal, starts = tuple(range(16)), [boards[number][0] for number in range(1, 101, 10)]
        else:
            draw = scramble(theory, goal, 11)
            starts = [draw(Random(f"compressed {number}")) for number in range(STARTS)]
        row, first, costs = ALGORITHMS["ida-star"].adjusted(move_back=False), None, None
        for kind in kinds:
            began = process_time()
            patterns = pattern_databases(theory, goal, kind, folder=folder, threads=THREADS)
            ready = process_time() - began
            began = process_time()
            results = [
                solve(Problem(theory, start, goal), row, heuristic=patterns) for start in starts
            ]
            seconds = (process_time() - began) / len(starts)
            found_costs = [one.cost for one in results]
            assert costs in (None, found_costs)
            costs = found_costs
            expanded = sum(one.statistics.expanded for one in results) / len(starts)
            first = first or (expanded, seconds)
            table.add_row(
                name,
                kind,
                f"{sum(each.space.bytes for each in patterns.databases) / 1e6:.1f}",
                f"{ready:.1f}",
                f"{sum(map(patterns.estimate, starts)) / len(starts):.2f}",
                f"{expanded:,.0f}",
                f"{expanded / first[0]:.2f}",
                f"{1000 * seconds:,.1f}",
                f"{seconds / first[1]:.2f}",
            )
    CONSOLE.print(table)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        kept_in = sys.argv[1] if len(sys.argv) > 1 else temporary
        measure_compressed(kept_in)
        measure_cube(kept_in)
        measure_any(kept_in)
        measure(kept_in)
