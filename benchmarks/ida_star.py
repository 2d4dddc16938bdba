"""IDA* with Manhattan distance on the 15-puzzle, against a solver written by hand for nothing else.

usage: python benchmarks/ida_star.py [--all]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from shutil import which
from time import perf_counter

from arcwise.rules import sliding_tile
from arcwise.search import ALGORITHMS, Problem, solve
from arcwise.search.heuristics.boards import manhattan
from arcwise.search.native.compiled import instruction_sets
from arcwise.search.native.engine import search_in_kernel
from rich.console import Console
from timing import DATA, alternate, instances, ratios

EASIEST = (79, 12, 42, 55, 97, 19, 94, 47, 93, 9, 74, 48, 30, 86, 31, 85, 73, 28, 45, 61)
FILE = "korf100_15puzzle.txt"
GOAL = tuple(range(16))
PUZZLE = sliding_tile(4, 4)
SOURCE = Path(__file__).with_name("scalar_ida.cpp")


def by_hand(program: Path, numbers: tuple[int, ...]) -> tuple[float, int]:
    """Seconds that the hand-written solver says it took, and the nodes it generated."""
    words = [str(program), str(DATA / FILE), *map(str, numbers)]
    lines = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [line.split() for line in lines]
    return sum(float(row[4]) for row in rows), sum(int(row[3]) for row in rows)


def batched(
    numbers: tuple[int, ...], instruction_set: str, prune_length: int = 6
) -> tuple[float, int]:
    """The same for the kernel; every length is compared with the published one."""
    boards = instances(FILE) or {}
    seconds, generated = 0.0, 0
    for number in numbers:
        start, length = boards[number]
        problem = Problem(PUZZLE, start, GOAL)
        result = search_in_kernel(
            problem,
            ALGORITHMS["batched-ida-star"].adjusted(prune_length=prune_length),
            manhattan(PUZZLE, GOAL, start),
            instruction_set=instruction_set,
        )
        assert result.cost == length, (number, result.cost, length)
        seconds += result.statistics.elapsed
        generated += result.statistics.generated
    return seconds, generated


def main() -> None:
    """Print the tables."""
    if instances(FILE) is None:
        return
    compiler = which("g++") or which("c++") or which("clang++")
    if compiler is None:
        Console().print("not run: the solver written by hand needs a C++ compiler")
        return
    everything = tuple(range(1, 101))
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "scalar_ida"
        subprocess.run(
            [compiler, "-O3", "-march=native", "-std=c++20", str(SOURCE), "-o", str(program)],
            check=True,
        )
        numbers, rounds = (everything, 1) if "--all" in sys.argv[1:] else (EASIEST, 9)
        generated = {"by hand": by_hand(program, numbers)[1]}
        contestants = {"by hand": lambda: by_hand(program, numbers)[0]}
        variants = instruction_sets() if rounds > 1 else instruction_sets()[:1]
        for variant in variants:
            generated[variant] = batched(numbers, variant)[1]
            contestants[variant] = lambda variant=variant: batched(numbers, variant)[0]
        seconds = alternate(contestants, rounds)
    notes = {
        name: f"{count:,} generated, {count / seconds[name] / 1e6:,.0f} million a second"
        for name, count in generated.items()
    }
    kind = "all 100 instances" if rounds == 1 else "the 20 easiest instances"
    ratios(f"15-puzzle, IDA*, Manhattan, {kind}, one core", seconds, "by hand", notes)
    if rounds > 1:
        effect_of_pruning()


def effect_of_pruning() -> None:
    """What leaving out redundant sequences saves on one long search."""
    start, _ = (instances(FILE) or {})[15]
    for length in (2, 6, 8):
        began = perf_counter()
        result = solve(
            Problem(PUZZLE, start, GOAL),
            ALGORITHMS["batched-ida-star"].adjusted(prune_length=length),
        )
        Console(width=150).print(
            f"instance 15, sequences of up to {length} arcs: {result.statistics.generated:,} generated, "
            f"{perf_counter() - began:.2f} s"
        )


if __name__ == "__main__":
    main()
