"""A* on an 8-puzzle board 31 moves from its goal, against the Python libraries that a student would pick.

usage: python benchmarks/python_libraries.py
"""

from __future__ import annotations

import logging
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from shutil import which
from statistics import median
from time import perf_counter
from typing import Any

from arcwise.rules import distances, sliding_tile
from arcwise.search import Problem, solve
from rich.console import Console
from rich.table import Table
from timing import alternate

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
PUZZLE = sliding_tile(3, 3)
STEPS = {"up": -3, "left": -1, "right": 1, "down": 3}


def farthest() -> tuple[int, ...]:
    """A board at distance 31, the greatest there is."""
    far = distances(PUZZLE, GOAL)
    return next(state for state, distance in far.items() if distance == 31)


START = farthest()


def moves(state: tuple[int, ...]) -> list[str]:
    """The moves of the blank."""
    row, column = divmod(state.index(0), 3)
    fits = {"up": row > 0, "left": column > 0, "right": column < 2, "down": row < 2}
    return [name for name in STEPS if fits[name]]


def moved(state: tuple[int, ...], name: str) -> tuple[int, ...]:
    """The board after a move."""
    blank = state.index(0)
    other = blank + STEPS[name]
    cells = list(state)
    cells[blank], cells[other] = cells[other], cells[blank]
    return tuple(cells)


def manhattan(state: tuple[int, ...]) -> int:
    """The sum of the tiles' row and column distances."""
    return sum(
        abs(cell // 3 - (tile - 1) // 3) + abs(cell % 3 - (tile - 1) % 3)
        for cell, tile in enumerate(state)
        if tile
    )


def simpleai(count: Callable[[], None] | None) -> int:
    """The length that simpleai finds."""
    search = import_module("simpleai.search")

    class Eight(search.SearchProblem):  # type: ignore[misc, name-defined]
        def actions(self, state: Any) -> list[str]:
            if count:
                count()
            return moves(state)

        def result(self, state: Any, action: str) -> Any:
            return moved(state, action)

        def is_goal(self, state: Any) -> bool:
            return bool(state == GOAL)

        def heuristic(self, state: Any) -> int:
            return manhattan(state)

    return len(search.astar(Eight(START), graph_search=True).path()) - 1


def aima3(count: Callable[[], None] | None) -> int:
    """The length that aima3 finds."""
    search = import_module("aima3.search")

    class Eight(search.Problem):  # type: ignore[misc, name-defined]
        def actions(self, state: Any) -> list[str]:
            if count:
                count()
            return moves(state)

        def result(self, state: Any, action: str) -> Any:
            return moved(state, action)

    return len(search.astar_search(Eight(START, GOAL), lambda n: manhattan(n.state)).solution())


DOMAIN = """(define (domain tiles) (:requirements :strips)
 (:predicates (at ?t ?c) (empty ?c) (next ?c ?d))
 (:action slide :parameters (?t ?c ?d)
  :precondition (and (at ?t ?c) (empty ?d) (next ?c ?d))
  :effect (and (at ?t ?d) (empty ?c) (not (at ?t ?c)) (not (empty ?d)))))
"""


def pddl_problem() -> str:
    """The board for `DOMAIN`."""

    def facts(state: tuple[int, ...]) -> str:
        return " ".join(f"(at t{t} c{c})" if t else f"(empty c{c})" for c, t in enumerate(state))

    things = " ".join([*(f"t{tile}" for tile in range(1, 9)), *(f"c{cell}" for cell in range(9))])
    neighbours = [
        f"(next c{one} c{other})"
        for one in range(9)
        for other in range(9)
        if abs(one // 3 - other // 3) + abs(one % 3 - other % 3) == 1
    ]
    return (
        f"(define (problem far) (:domain tiles) (:objects {things})\n"
        f" (:init {facts(START)} {' '.join(neighbours)})\n (:goal (and {facts(GOAL)})))\n"
    )


class Expanded(logging.Handler):
    """Listens for pyperplan's own count of expanded nodes."""

    nodes = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Look at one message."""
        if found := re.match(r"(\d+) Nodes expanded", record.getMessage()):
            self.nodes = int(found.group(1))


def pyperplan() -> tuple[int, float]:
    """The nodes that pyperplan expands on PDDL, blind, and its seconds."""
    planner = import_module("pyperplan.planner")
    blind = import_module("pyperplan.heuristics.blind").BlindHeuristic
    listener = Expanded()
    logging.getLogger().addHandler(listener)
    logging.getLogger().setLevel(logging.INFO)
    with tempfile.TemporaryDirectory() as folder:
        domain, problem = Path(folder) / "domain.pddl", Path(folder) / "problem.pddl"
        domain.write_text(DOMAIN, encoding="ascii")
        problem.write_text(pddl_problem(), encoding="ascii")
        began = perf_counter()
        plan = planner.search_plan(str(domain), str(problem), planner.SEARCHES["astar"], blind)
        seconds = perf_counter() - began
    assert len(plan) == 31
    return listener.nodes, seconds


def installed(name: str) -> bool:
    """Whether a library can be imported."""
    try:
        import_module(name)
    except ImportError:
        return False
    return True


def main() -> None:
    """Print the table."""
    console = Console(width=120)
    problem = Problem(PUZZLE, START, GOAL)
    nodes: dict[str, int] = {}
    contestants: dict[str, Callable[[], float | None]] = {}
    for engine in ("native", "python"):
        name = f"arcwise, engine {engine}"
        result = solve(problem, "a-star", heuristic="manhattan", engine=engine)
        assert result.cost == 31
        nodes[name] = result.statistics.expanded
        contestants[name] = lambda engine=engine: (
            solve(problem, "a-star", heuristic="manhattan", engine=engine) and None
        )
    for module, run in (("simpleai.search", simpleai), ("aima3.search", aima3)):
        name = module.split(".")[0]
        if not installed(module):
            console.print(f"not run: {name} is not installed; pip install --no-deps {name}")
            continue
        counted: list[int] = []
        assert run(partial(counted.append, 1)) == 31
        nodes[name] = len(counted)
        contestants[name] = lambda run=run: (run(None), None)[1]
    seconds = alternate(contestants, 3)
    if installed("pyperplan.planner"):
        nodes["pyperplan on PDDL, blind"], seconds["pyperplan on PDDL, blind"] = pyperplan()
    else:
        console.print("not run: pyperplan is not installed; pip install pyperplan")
    table = Table(
        "contestant", "expanded", "seconds", "expanded a second", "arcwise is so many times as quick",
        title="8-puzzle, A*, 31 moves; Manhattan unless said (pyperplan: one run)",
    )  # fmt: skip
    rate = {name: nodes[name] / seconds[name] for name in seconds}
    for name, time in seconds.items():
        ratio = rate["arcwise, engine native"] / rate[name]
        table.add_row(
            name, f"{nodes[name]:,}", f"{time:.4f}", f"{rate[name]:,.0f}", f"{ratio:,.1f}"
        )
    console.print(table)
    start_up(console)


def start_up(console: Console) -> None:
    """The command line as a whole process."""
    command = which("arcwise", path=str(Path(sys.executable).parent))
    if command is None:
        console.print("not run: the arcwise command is not beside this Python")
        return
    words = [command, "solve", "sliding-tile:3x3", " ".join(map(str, START)), "--no-boards"]
    times = []
    for _ in range(10):
        began = perf_counter()
        subprocess.run(words, capture_output=True, check=True)
        times.append(perf_counter() - began)
    console.print(
        f"arcwise solve of the same board, as a process: {median(times):.3f} s (median of 10)"
    )


if __name__ == "__main__":
    main()
