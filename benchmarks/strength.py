"""Rates and times of searches, each beside what a user would have instead, or beside the same search where it is easier.

usage: python benchmarks/strength.py [--all] [PART ...]

Seconds are CPU time, so that a busy machine counts less. The plain loop is A* with heapq and dictionaries that knows nothing
of arcwise. Published figures are of other machines. ``--all`` takes an hour and 12 GB or more: all of Korf's boards, more
nodes, larger spaces, engines compared for an hour; what does not fit into the memory that there is says so. Beside this,
``planners.py`` has planners and ``no_options.py`` all domains with nothing said.
"""

from __future__ import annotations

import argparse
import gc
import heapq
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Hashable
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from shutil import which
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy
from arcwise.rules import Arc, State, Theory, Var, random_problems, sliding_tile
from arcwise.search import (
    ALGORITHMS,
    BatchHeuristic,
    FunctionHeuristic,
    FunctionProblem,
    Limits,
    Problem,
    problem_with_goals,
    solve,
)
from best_first import macros
from ida_star import EASIEST, FILE, GOAL, PUZZLE, SOURCE, by_hand
from python_libraries import GOAL as EIGHT_GOAL
from python_libraries import START as FAR
from python_libraries import manhattan, moved, moves
from rich.console import Console
from rich.table import Table
from scale import by_expansions, experiments, spaces
from timing import NODES, Row, drawn, instances, rate, timed, what_ran

EVERY_TENTH = tuple(range(5, 100, 10))
"""Of Korf's boards."""


def child_seconds(run: Callable[..., Any], *arguments: Any) -> float:
    """CPU seconds of the processes that a call runs."""
    before = os.times().children_user
    run(*arguments)
    return os.times().children_user - before


def plain_a_star(
    start: Hashable, goal: Hashable, expand: Callable[[Any], Any], h: Callable[[Any], float]
) -> int:
    """A* as one writes it down; the number of expansions."""
    cost, ages, closed = {start: 0.0}, count(1), set()
    parent: dict[Any, Any] = {}
    waiting: list[tuple[float, int, Any]] = [(h(start), 0, start)]
    while waiting:
        state = heapq.heappop(waiting)[2]
        if state in closed:
            continue
        if state == goal:
            break
        closed.add(state)
        for name, step, other in expand(state):
            g = cost[state] + step
            if g < cost.get(other, float("inf")):
                cost[other], parent[other] = g, (state, name)
                heapq.heappush(waiting, (g + h(other), next(ages), other))
    return len(closed)


def eight(state: Any) -> list[tuple[str, int, Any]]:
    """The 8-puzzle's moves as a user writes them."""
    return [(move, 1, moved(state, move)) for move in moves(state)]


def compared(name: str, problem: Problem, nodes: int = NODES) -> Row:
    """The kernel's rate beside that of the Python engine."""
    slow, _ = rate(problem, engine="python", nodes=2_000)
    quick, result = rate(problem, nodes=nodes)
    return name, f"Python engine: {slow}", quick, what_ran(result)


def korf(numbers: tuple[int, ...] = EVERY_TENTH) -> list[Row]:
    """Some of Korf's boards with nothing said, and the easiest of them in batches, beside a solver written by hand."""
    boards, compiler = instances(FILE), which("g++") or which("c++") or which("clang++")
    if boards is None or compiler is None:
        return []
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "scalar_ida"
        words = [compiler, "-O3", "-march=native", "-std=c++20", str(SOURCE), "-o", str(program)]
        subprocess.run(words, check=True)
        rows = [
            on_boards("nothing said", "auto", 1, boards, numbers, program),
            on_boards(
                "the 20 easiest, batched IDA*", "batched-ida-star", 1, boards, EASIEST, program
            ),
        ]
        if len(numbers) == len(boards):
            rows += [
                on_boards(f"batched IDA*, {some}", "batched-ida-star", threads, boards, numbers, program)
                for threads, some in ((1, "one thread"), (2, "two threads, seconds of the clock"))
            ]  # fmt: skip
    near = Problem(PUZZLE, (1, 0, *range(2, 16)), GOAL)
    solve(near, "batched-ida-star")  # compiles
    fixed, _ = timed(lambda: [solve(near, "batched-ida-star") for _ in range(100)])
    whole, _ = timed(lambda: [solve(near, "a-star") for _ in range(100)])
    call = f"{fixed * 10:.2f} ms", what_ran(solve(near, "batched-ida-star"))
    return [*rows, ("one call, a board of one move", f"A*: {whole * 10:.2f} ms", *call)]


def on_boards(
    name: str,
    algorithm: str,
    threads: int,
    boards: dict[int, tuple[State, int]],
    numbers: tuple[int, ...],
    program: Path,
) -> Row:
    """Boards of the 15-puzzle, whose lengths have to be the published ones, beside the solver written by hand."""
    clock = process_time if threads == 1 else perf_counter
    hand = child_seconds(by_hand, program, numbers)
    times = []
    for number in numbers:
        start, length = boards[number]
        chosen = ALGORITHMS[algorithm]
        if threads > 1:
            chosen = chosen.adjusted(threads=threads)
        began = clock()
        result = solve(Problem(PUZZLE, start, GOAL), chosen)
        times.append(clock() - began)
        assert result.optimal and result.cost == length
    said = (
        f"{sum(times):.3f} s, median {median(times):.3f}, most {max(times):.2f}; all proved optimal"
    )
    return f"{len(numbers)} of Korf's boards, {name}", f"IDA* by hand: {hand:.3f} s", said, what_ran(result)  # fmt: skip


def nothing_said() -> list[Row]:
    """Small problems with nothing said, beside breadth-first search from both ends."""
    rows = []
    for name in ("pancake:10", "pancake:14", "pancake:20", "cube:2", "topspin:10x4"):
        problem = drawn(name)
        solve(problem, limits=Limits(nodes=10))  # compiles
        limits = Limits(time=10, memory=1_000_000_000)
        other, both = timed(solve, problem, "bidirectional", limits=limits)
        seconds, result = timed(solve, problem, limits=limits)
        alternative = f"{other * 1e3:.1f} ms" if both.solved else f"stopped by {both.limit}"
        rows.append(
            (f"{name}, nothing said", f"bidirectional: {alternative}", f"{seconds * 1e3:.1f} ms, {result.cost:g} moves", what_ran(result))
        )  # fmt: skip
    return rows


def random_rules() -> Problem:
    """20,000 rules over 20 variables of 10 values, each of which tests three and changes two."""
    rng, arcs = Random(1), []
    for number in range(20_000):
        before: list[Any] = [Var(f"X{cell}") for cell in range(20)]
        for cell in rng.sample(range(20), 3):
            before[cell] = rng.randrange(10)
        after = list(before)
        for cell in rng.sample(range(20), 2):
            after[cell] = rng.randrange(10)
        arcs.append(Arc(f"rule{number}", tuple(before), tuple(after)))
    theory = Theory("random rules", tuple(arcs), (1, 20), values=(tuple(range(10)),) * 20)
    return Problem(theory, (0,) * 20, (9,) * 20)


def rules_and_boards() -> list[Row]:
    """Rates on theories of many rules and boards of many cells."""
    rows = [
        compared("20,000 rules over 20 variables", random_rules(), 20_000),
        compared("hanoi:4x10 (12,276 arcs)", drawn("hanoi:4x10"), 100_000),
        compared("pancake:14, A*", drawn("pancake:14")),
    ]
    few, _ = rate(drawn("sliding-tile:8x8"))
    for size, nodes in (("5x13", 100_000), ("20x20", 20_000)):
        many, result = rate(drawn(f"sliding-tile:{size}"), nodes=nodes)
        rows.append((f"sliding-tile:{size}, A*", f"8x8: {few}", many, what_ran(result)))
    return rows


def many_macros() -> list[Row]:
    """A* on the 15-puzzle with many macros beside few, and IDA* in batches beside none."""
    goal = (*range(1, 16), 0)
    start = random_problems(PUZZLE, goal, 1, 3)[0]
    found = macros(2_000, PUZZLE, goal)
    figures = []
    for number in (100, 2_000):
        problem = Problem(PUZZLE.with_macros(found[:number]), start, goal)
        solve(problem, "a-star", limits=Limits(nodes=100))
        seconds, result = timed(solve, problem, "a-star", limits=Limits(nodes=20_000))
        figures.append(f"{result.statistics.generated / seconds / 1e6:.1f} M generated/s")
    rows = [("2,000 macros, 4x4, A*", f"100 macros: {figures[0]}", figures[1], what_ran(result))]
    boards = instances(FILE)
    if boards is not None:
        near = boards[EASIEST[1]][0]
        problems = [Problem(t, near, GOAL) for t in (PUZZLE, PUZZLE.with_macros(found))]
        for problem in problems:
            solve(problem, "batched-ida-star")
        none, all_of_them = (timed(solve, p, "batched-ida-star") for p in problems)
        rows.append(
            ("2,000 macros, 4x4, batched IDA*", f"no macros: {none[0] * 1e3:.1f} ms", f"{all_of_them[0] * 1e3:.1f} ms", what_ran(all_of_them[1]))
        )  # fmt: skip
    return rows


def fuzzing(minutes: float = 0.1) -> list[Row]:
    """Random problems for both engines and networkx: what ``make torture KINDS=engines MINUTES=60`` does."""
    command = [sys.executable, "-m", "torture", "engines", "--minutes", str(minutes)]
    done = subprocess.run(
        command, cwd=Path(__file__).parent, capture_output=True, text=True, check=False
    )
    said = (
        done.stdout.splitlines()[1].split(maxsplit=1)[1]
        if done.stdout.count("\n") > 1
        else done.stderr
    )
    return [("random theories, problems, searches", "Python engine, networkx", said, "make torture KINDS=engines")]  # fmt: skip


def two_goals() -> list[Row]:
    """Two goals beside one."""
    theory = sliding_tile(3, 3)
    limits = Limits(nodes=50_000)
    times = []
    for goals in ([EIGHT_GOAL], [EIGHT_GOAL, (0, 1, 2, 3, 4, 5, 6, 7, 8)]):
        problem = problem_with_goals(theory, FAR, goals)
        solve(problem, "breadth-first", limits=Limits(nodes=10))
        seconds, result = timed(solve, problem, "breadth-first", limits=limits)
        times.append(f"{result.statistics.expanded / seconds:,.0f} expanded/s")
    return [("two goals, 8-puzzle", f"one goal: {times[0]}", times[1], what_ran(result))]


def written_in_python() -> list[Row]:
    """Heuristics and successors that are Python functions, beside the plain loop with the same functions."""
    h = FunctionHeuristic("own", manhattan, admissible=True, consistent=True)
    own = FunctionProblem(FAR, EIGHT_GOAL.__eq__, eight)
    arcs = Problem(sliding_tile(3, 3), FAR, EIGHT_GOAL)
    plain, ours, on_arcs = [], [], []
    for _ in range(5):
        seconds, expanded = timed(plain_a_star, FAR, EIGHT_GOAL, eight, manhattan)
        plain.append(expanded / seconds)
        seconds, result = timed(solve, own, "a-star", heuristic=h)
        ours.append(result.statistics.expanded / seconds)
        seconds, other = timed(solve, arcs, "a-star", heuristic=h)
        on_arcs.append(other.statistics.expanded / seconds)
    alternative = f"plain loop: {median(plain):,.0f} expanded/s"
    distances = numpy.array([[manhattan(tuple(tile if at == cell else 0 for at in range(9))) for tile in range(9)] for cell in range(9)])  # fmt: skip
    many = BatchHeuristic(
        "own in batches",
        lambda states: distances.take(states + 9 * numpy.arange(9)).sum(axis=1),
        admissible=True,
        consistent=True,
    )
    in_batches = []
    for _ in range(5):
        seconds, together = timed(solve, arcs, "a-star", heuristic=many)
        assert together.statistics.expanded == other.statistics.expanded
        in_batches.append(together.statistics.expanded / seconds)
    return [
        ("a heuristic of many states in numpy, A*", alternative, f"{median(in_batches):,.0f} expanded/s", what_ran(together)),
        ("own successors in Python, A*", alternative, f"{median(ours):,.0f} expanded/s", what_ran(result)),
        ("a heuristic in Python on arcs, A*", alternative, f"{median(on_arcs):,.0f} expanded/s", what_ran(other)),
    ]  # fmt: skip


def exact_order() -> list[Row]:
    """Depth-first searches in the order of the Python engine, beside what PSVN2C's authors published."""
    rows = []
    for name, published in (("pancake:15", 168), ("sliding-tile:4x4", 118)):
        problem = drawn(name)
        for algorithm, heuristic in (("iterative-deepening", None), ("ida-star", "manhattan")):
            rates = []
            for _ in range(3):
                seconds, result = timed(
                    solve, problem, algorithm, heuristic=heuristic, limits=Limits(nodes=5_000_000)
                )
                rates.append(result.statistics.generated / seconds / 1e6)
            rows.append(
                (f"{algorithm} in exact order, {name}", f"PSVN2C, published: {published} M generated/s", f"{median(rates):.0f} M generated/s", what_ran(result))
            )  # fmt: skip
    return rows


PARTS: dict[str, Callable[[], list[Row]]] = {
    "korf": korf,
    "nothing": nothing_said,
    "rules": rules_and_boards,
    "macros": many_macros,
    "goals": two_goals,
    "python": written_in_python,
    "exact": exact_order,
    "nodes": by_expansions,
    "spaces": spaces,
    "experiments": experiments,
    "fuzzing": fuzzing,
}

WHOLE: dict[str, Callable[[], list[Row]]] = {
    "korf": partial(korf, tuple(range(1, 101))),
    "nodes": partial(by_expansions, (5, 6, 7, 8)),
    "spaces": partial(spaces, ("sliding-tile:3x3", "cube:2", "pancake:12", "sliding-tile:2x7")),
    "experiments": partial(experiments, 10_000),
    "fuzzing": partial(fuzzing, 60),
}
"""What ``--all`` has in place of these."""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)  # fmt: skip
    parser.add_argument("--all", action="store_true", dest="everything")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    asked = parser.parse_args()
    if unknown := set(asked.parts) - set(PARTS):
        parser.error(f"unknown: {', '.join(unknown)}")
    parts = PARTS | WHOLE if asked.everything else PARTS
    table = Table("search", "the alternative", "arcwise", "what ran", title="CPU time")
    for name in asked.parts or parts:
        gc.collect()
        gc.freeze()  # what earlier parts left is not looked through in the searches of later ones
        for row in parts[name]():
            table.add_row(*row)
    Console(width=170).print(table)


if __name__ == "__main__":
    main()
