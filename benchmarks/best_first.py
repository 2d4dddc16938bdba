"""Best-first searches in the kernel: bytes a node, nodes a second, with and without macros, and how both grow.

usage: python benchmarks/best_first.py [MEGABYTES]     (the memory limit of the searches that grow; 200 unless given)
"""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial, reduce
from itertools import combinations
from random import Random

from arcwise.ebl.generalize import compose
from arcwise.rules import (
    Arc,
    Pattern,
    State,
    Theory,
    Var,
    random_problems,
    sliding_tile,
)
from arcwise.search import ALGORITHMS, Limits, Problem, Result, problem_with_goals, solve
from rich.console import Console
from rich.table import Table
from timing import alternate, instances

CONSOLE = Console(width=130)
EIGHT = sliding_tile(3, 3)
EIGHT_GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)


def row(table: Table, name: str, result: Result) -> None:
    """One search's figures: a node is a state that was put into open."""
    did = result.statistics
    table.add_row(
        name,
        f"{did.expanded:,}",
        f"{did.inserted:,}",
        f"{did.expanded / did.elapsed / 1e6:.2f}",
        f"{did.peak_memory / max(did.inserted, 1):.1f}",
        f"{did.peak_memory / max(did.expanded, 1):.1f}",
        result.limit or result.status.value,
    )


def figures(title: str) -> Table:
    """An empty table of searches."""
    return Table(
        "search", "expanded", "nodes", "million expanded/s", "bytes/node", "bytes/expanded", "ended", title=title,
    )  # fmt: skip


def a_star_on_the_easier_boards() -> None:
    """A* with Manhattan distance on Korf's 20 easiest 15-puzzle boards."""
    boards = instances("korf100_15puzzle.txt")
    if boards is None:
        return
    puzzle, goal = sliding_tile(4, 4), tuple(range(16))
    table = figures("15-puzzle, A*, Manhattan, ties newest first")
    for number in (79, 12, 42, 55, 97, 19, 94, 47, 93, 9, 74, 48, 30, 86, 31, 85, 73, 28, 45, 61):
        start, length = boards[number]
        result = solve(
            Problem(puzzle, start, goal),
            ALGORITHMS["a-star"].adjusted(ties="newest"),
            engine="native",
        )
        assert result.cost == length
        row(table, f"instance {number}", result)
    CONSOLE.print(table)


def macros(count: int, puzzle: Theory = EIGHT, goal: State = EIGHT_GOAL) -> list[Arc]:
    """Different macros of four to six moves, cut from solutions of random boards."""
    random = Random(1)
    made: dict[object, Arc] = {}
    while len(made) < count:
        start = random_problems(puzzle, goal, 1, random.randrange(10**6))[0]
        moves = solve(Problem(puzzle, start, goal), "greedy").operators
        length = 4 + len(made) % 3
        for place in range(0, len(moves) - length + 1, length):
            macro = reduce(compose, moves[place : place + length])
            made.setdefault(macro.canonical, macro)
    return list(made.values())[:count]


def fifty_macros() -> None:
    """Both engines on the same problems with 50 macros in front."""
    table = Table(
        "algorithm", "puzzle", "python, s", "native, s", "times as quick", "counters", title="50 macros, 10 boards"
    )  # fmt: skip
    fifteen, fifteen_goal = sliding_tile(4, 4), (*range(1, 16), 0)
    for puzzle, goal in ((EIGHT, EIGHT_GOAL), (fifteen, fifteen_goal)):
        theory = puzzle.with_macros(macros(50, puzzle, goal))
        problems = [Problem(theory, start, goal) for start in random_problems(puzzle, goal, 10, 5)]
        for algorithm in ("greedy", "beam", "breadth-first"):
            results: dict[str, list[Result]] = {}

            def run(
                engine: str,
                algorithm: str = algorithm,
                problems: list[Problem] = problems,
                results: dict[str, list[Result]] = results,
            ) -> None:
                limits = Limits(nodes=50_000)
                results[engine] = [
                    solve(p, algorithm, engine=engine, limits=limits) for p in problems
                ]

            seconds = alternate(
                {"python": partial(run, "python"), "native": partial(run, "native")}, 5
            )
            equal = all(
                replace(one.statistics, elapsed=0, peak_memory=0)
                == replace(two.statistics, elapsed=0, peak_memory=0)
                and one.path == two.path
                for one, two in zip(results["python"], results["native"], strict=True)
            )
            ratio = seconds["python"] / seconds["native"]
            table.add_row(
                algorithm, puzzle.name, f"{seconds['python']:.4f}", f"{seconds['native']:.5f}", f"{ratio:.1f}", "equal" if equal else "DIFFERENT",
            )  # fmt: skip
    CONSOLE.print(table)


def growth(megabytes: int) -> None:
    """Breadth-first and A* up to a memory limit, by board; breadth-first by number of macros."""
    limits = Limits(memory=megabytes * 1_000_000)
    table = figures(f"how cost grows with the board, up to {megabytes} MB")
    for shape in ["2x3", "2x4", "3x3", "3x4", "4x4", "4x5", "5x5", "8x8", "5x13", "9x9", "20x20"]:
        rows, columns = map(int, shape.split("x"))
        puzzle = sliding_tile(rows, columns)
        goal = (*range(1, rows * columns), 0)
        start = random_problems(puzzle, goal, 1, 3)[0]
        for algorithm in ("breadth-first", "a-star"):
            result = solve(Problem(puzzle, start, goal), algorithm, engine="native", limits=limits)
            row(table, f"{rows}x{columns} {algorithm}", result)
    CONSOLE.print(table)
    table = figures("how cost grows with macros: 8-puzzle, breadth-first")
    learned = macros(200)
    start = random_problems(EIGHT, EIGHT_GOAL, 1, 3)[0]
    for count in (0, 1, 2, 5, 10, 20, 50, 100, 200):
        theory: Theory = EIGHT.with_macros(learned[:count])
        row(
            table,
            f"{count} macros",
            solve(Problem(theory, start, EIGHT_GOAL), "breadth-first", engine="native"),
        )
    CONSOLE.print(table)


def goals() -> None:
    """Breadth-first search for one of several goals that cannot be reached."""
    table = figures("breadth-first by goals, 15-puzzle")
    puzzle, goal = sliding_tile(4, 4), (2, 1, *range(3, 16), 0)
    own = [Var(f"X{cell}") for cell in range(16)]
    twice = [  # no board has a tile in two cells
        tuple(1 if cell in pair else term for cell, term in enumerate(own))
        for pair in combinations(range(16), 2)
    ]
    for count in (1, 2, 10, 100):
        several: list[Pattern] = [goal, *twice[1:count]]
        problem = problem_with_goals(puzzle, (*range(1, 16), 0), several)
        row(
            table,
            f"{count} goals",
            solve(
                problem, "breadth-first", engine="native", limits=Limits(nodes=10**6), check=False
            ),
        )
    CONSOLE.print(table)


if __name__ == "__main__":
    a_star_on_the_easier_boards()
    goals()
    fifty_macros()
    growth(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
