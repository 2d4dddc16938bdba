"""Measures where arcwise once was far behind a peer, each beside that peer in the same run, and their ratios.

usage: python benchmarks/cliffs.py [ROW ...] [--rounds N] [--growth]

A row is a function of `ROWS` that returns two contestants: arcwise, which returns its counts, and the peer, a small program of our
own in benchmarks/peers/ or a library. Seconds are those of processors, child processes included: the median of the rounds, in
which the two take turns. With --growth the rows of `GROWTH` are measured at one size after the other, each beside its order: the
exponent by which the seconds grow with the size since the size before, 1 for linear. The counts of rows that need neither data nor a compiler are held to `Row.most` by tests/test_cliffs.py.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import tempfile
import tracemalloc
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import log
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias

import arcwise as aw
import networkx
from arcwise.ebl.library import placed_macros
from arcwise.experiments import Keeping, all_pairs, markov_library
from arcwise.experiments.store import RunFolder
from arcwise.logic.program import load_program, read_goal
from arcwise.logic.program.facts import FactRows
from arcwise.logic.prover import Database
from arcwise.logic.prover.prove import AskedGoal, proved
from arcwise.logic.views import proof_tree
from arcwise.rules import sliding_tile
from arcwise.rules.text.plain import tree_lines
from arcwise.search import (
    FunctionProblem,
    GraphProblem,
    Limits,
    Problem,
    Result,
    enumerate_layers,
    solve,
)
from arcwise.search.state_space import PACKED
from planning_cliffs import airport, fast, grounded, lm_cut, sokoban, visitall
from rich.console import Console
from rich.table import Table
from timing import DATA, instances

PEERS = Path(__file__).with_name("peers")
KORF = "korf100_15puzzle.txt"
EASIEST = (79, 12, 42, 55, 97, 19, 94, 47, 93, 9, 74, 48, 30, 86, 31, 85, 73, 28, 45, 61)
SIDE = 400
"""Cells along an edge of the open grid."""

Counts: TypeAlias = Mapping[str, int]
Contestants: TypeAlias = tuple[Callable[[], Counts], Callable[[], object] | None]


@dataclass(frozen=True)
class Row:
    """A measure and its peer.

    Parameters
    ----------
    name, peer
        What is measured, and what it is measured beside.
    reach
        Largest ratio of the seconds of arcwise to those of the peer that is aimed at.
    make
        Makes the two contestants, in a folder of their own; None where what they need is not there. Without a peer the second is
        None.
    most
        Largest value of each count.
    everywhere
        Whether the counts need nothing but arcwise.
    """

    name: str
    peer: str
    reach: float
    make: Callable[[Path], Contestants | None]
    most: Counts
    everywhere: bool = True


def counted(*results: Result) -> Counts:
    """Counters of several searches together."""
    return {"expanded": sum(one.statistics.expanded for one in results)}


def compiled(name: str, folder: Path) -> Path | None:
    """A peer in C++, compiled; None without a compiler."""
    compiler = shutil.which("c++") or shutil.which("g++")
    if compiler is None:
        return None
    program = folder / name
    options = ("-O3", "-march=native", "-std=c++20")
    subprocess.run([compiler, *options, str(PEERS / f"{name}.cpp"), "-o", str(program)], check=True)
    return program


def easiest(algorithm: str) -> Counts:
    """Korf's twenty easiest boards, solved with an algorithm."""
    boards, puzzle, goal = instances(KORF), sliding_tile(4, 4), tuple(range(16))
    assert boards is not None
    found = [solve(Problem(puzzle, boards[one][0], goal), algorithm) for one in EASIEST]
    assert [one.cost for one in found] == [boards[one][1] for one in EASIEST]
    return counted(*found)


def a_star(folder: Path) -> Contestants | None:
    """A* with Manhattan distance on Korf's twenty easiest boards."""
    program = compiled("a_star", folder)
    if not (DATA / KORF).exists() or program is None:
        return None
    words = [str(program), str(DATA / KORF), *map(str, EASIEST)]
    return partial(easiest, "a-star"), lambda: subprocess.run(
        words, check=True, capture_output=True
    )


def nothing_said(folder: Path) -> Contestants | None:
    """Korf's twenty easiest boards without an algorithm; the peer is iterative deepening in batches, asked for by name."""
    if not (DATA / KORF).exists():
        return None
    return partial(easiest, "auto"), partial(easiest, "batched-ida-star")


def neighbours(state: tuple[int, int]) -> list[tuple[str, int, tuple[int, int]]]:
    """The moves on the open grid."""
    x, y = state
    moves = []
    if x + 1 < SIDE:
        moves.append(("right", 1, (x + 1, y)))
    if y + 1 < SIDE:
        moves.append(("down", 1, (x, y + 1)))
    if x:
        moves.append(("left", 1, (x - 1, y)))
    if y:
        moves.append(("up", 1, (x, y - 1)))
    return moves


START, GOAL = (0, 0), (SIDE - 1, SIDE - 1)
GRID = FunctionProblem(START, lambda state: bool(state == GOAL), neighbours)


def far(state: tuple[int, int]) -> int:
    """Steps to the goal of the grid."""
    return 2 * SIDE - 2 - state[0] - state[1]


def open_grid(folder: Path) -> Contestants:
    """A* with a heuristic of one's own on the open grid; the peer is the same heuristic followed downhill."""

    def downhill() -> None:
        state = START
        while state != GOAL:
            state = min((one for _, _, one in neighbours(state)), key=far)

    return lambda: counted(solve(GRID, "a-star", heuristic=far)), downhill


def blind_grid(folder: Path) -> Contestants:
    """The open grid without a heuristic and without an algorithm."""

    def by_hand() -> None:
        known, queue = {START}, deque([START])
        while queue[0] != GOAL:
            for _, _, state in neighbours(queue.popleft()):
                if state not in known:
                    known.add(state)
                    queue.append(state)

    return lambda: counted(solve(GRID)), by_hand


def graph(algorithm: str, peer: Callable[..., object]) -> Callable[[Path], Contestants]:
    """The open grid as a graph of networkx."""

    def make(folder: Path) -> Contestants:
        grid = networkx.grid_2d_graph(SIDE, SIDE)
        problem = GraphProblem(grid, START, GOAL)
        return lambda: counted(solve(problem, algorithm)), lambda: peer(grid, START, GOAL)

    return make


def moves_program(folder: Path) -> Contestants:
    """The 8-puzzle as a program of moves, without a heuristic and without an algorithm."""
    start, goal = "board(8,0,6,5,4,7,2,3,1)", "board(1,2,3,4,5,6,7,8,0)"
    swipl = shutil.which("swipl")
    words = [swipl or "", "-O", "-g", "main", str(PEERS / "eight_by_hand.pl")]

    def peer() -> object:
        return subprocess.run(words, check=True, capture_output=True, cwd=PEERS)

    return lambda: counted(aw.solve(PEERS / "eight.pl", start, goal)), peer if swipl else None


def kept_run(folder: Path, searches: int = 300) -> Contestants:
    """Short searches, each in a process of its own or of some like it, and kept in a folder; the peer makes them here."""
    goal = (*range(1, 9), 0)
    problems = [
        (start, goal) for start in aw.random_problems(sliding_tile(3, 3), goal, searches // 2, 1)
    ]

    def search(keeping: Keeping | None) -> Counts:
        found = aw.compare("sliding-tile:3x3", problems, None, "greedy", keeping=keeping)
        return {"rows": len(found.all_rows)}

    def ours() -> Counts:
        with tempfile.TemporaryDirectory(dir=folder) as place:
            return search(Keeping(Path(place) / "run"))

    return ours, lambda: search(None)


def rows_read(folder: Path, size: int = 5_000) -> Contestants:
    """Rows of a comparison, read back as its process does at the end."""
    known = aw.compare(
        "sliding-tile:3x3", [((8, 0, 6, 5, 4, 7, 2, 3, 1), (*range(1, 9), 0))], None, "greedy"
    ).run
    row, problem = known.searches[0], known.problems[0]
    run = RunFolder.in_memory(known.settings, [problem] * size, known.conditions)
    for number in range(1, size + 1):
        run.record(replace(row, problem=number, started=f"{row.started} {number}"))

    def ours() -> Counts:
        tracemalloc.start()
        rows = run.read().searches
        held, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return {"rows": len(rows), "bytes a row": held // size, "bytes a row at most": peak // size}

    return ours, None


def placed(folder: Path, searches: int = 10) -> Contestants:
    """Short greedy searches with macros on a board of 10x10, of which they are placed once; the peer is one of them."""
    library = aw.load_macros(PEERS / "macros.pl")
    puzzle = sliding_tile(10, 10)
    goal = tuple(range(puzzle.size))
    near = Problem(puzzle, goal, goal)
    start = near.start
    for _ in range(5):
        start = near.successors(start)[-1][1]
    problem = Problem(puzzle, start, goal)

    def search(times: int) -> Counts:
        before = placed_macros.cache_info().misses
        found = [solve(problem, "greedy", macros=library) for _ in range(times)]
        return {**counted(*found), "placements": placed_macros.cache_info().misses - before}

    def peer() -> None:
        placed_macros.cache_clear()
        search(1)

    return lambda: search(searches), peer


def every_pair(folder: Path, rows: int = 3, columns: int = 3) -> Contestants:
    """All goals of a sliding-tile puzzle from one start, without and with a macro; the peer finds the states once."""
    puzzle = sliding_tile(rows, columns)
    theory, start = puzzle.with_macros(markov_library().arcs(puzzle)), (*range(1, puzzle.size), 0)

    def ours() -> Counts:
        tracemalloc.start()
        found = all_pairs(theory, start)
        held = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert found is not None
        return {"pairs": found.pairs, "bytes of Python": held}

    return ours, lambda: enumerate_layers(puzzle, start, representation=PACKED)


def proof(
    goal: str, facts: str = "e(0,0).\n", *, text: str = "proofs.pl", **asked: Any
) -> Callable[[Path], Contestants]:
    """A goal of a program in peers/ with more facts; the peer is SWI-Prolog, which writes all answers where they are told here."""

    def make(folder: Path) -> Contestants:
        file, swipl = folder / "proofs.pl", shutil.which("swipl")
        file.write_text((PEERS / text).read_text() + facts)
        program = load_program(str(file))
        database = Database(program)

        def ours() -> Counts:
            found = proved(AskedGoal(database, read_goal(goal, program), **asked))
            assert found.solved and found.engine == "native"
            return {
                "inferences": found.inferences,
                "tried": found.tried,
                "kept": len(found.answers),
            }

        asks = f"({goal}, writeq({goal}), nl, {'fail' if 'tell' in asked else 'true'} ; true)"
        words = [swipl or "", "-O", "-g", asks, "-t", "halt", str(file)]

        def peer() -> object:
            return subprocess.run(words, check=True, capture_output=True)

        return ours, peer if swipl else None

    return make


def facts_of(count: int) -> str:
    """Facts of e/2, each number once in both arguments."""
    return "".join(f"e({one},{one * 7919 % count}).\n" for one in range(count))


def closure(size: int) -> Callable[[Path], Contestants]:
    """The tabled closure of a cycle."""
    edges = "".join(f"edge({one}, {one % size + 1}).\n" for one in range(1, size + 1))
    return proof("path(X,Y)", edges, text="tabled.pl", answers=None, tell=len)


def proof_shown(folder: Path, size: int = 400) -> Contestants:
    """The proof of a reversal of a list as text; the peer is a meta-interpreter in SWI-Prolog."""
    program = load_program(str(PEERS / "proofs.pl"))
    goal, swipl = read_goal(f"numlist(1,{size},L), reversed(L,R)", program), shutil.which("swipl")

    def ours() -> Counts:
        found = proved(AskedGoal(Database(program), goal, proofs=True))
        tree = proof_tree(found.answers[0].proof, program)
        letters = sum(map(len, tree_lines(tree)))
        made = sum(
            node.stated is not None for one in found.answers[0].proof for _, node in one.walk()
        )
        return {"inferences": found.inferences, "letters": letters, "goals made": made}

    words = [swipl or "", "-O", "-g", f"main({size})", "-t", "halt", str(PEERS / "proof_trees.pl")]

    def peer() -> object:
        return subprocess.run(words, check=True, stdout=subprocess.DEVNULL)

    return ours, peer if swipl else None


def loaded(folder: Path, count: int = 100_000) -> Contestants:
    """A program with facts read, and one of them asked for."""
    file, swipl = folder / "facts.pl", shutil.which("swipl")
    file.write_text(facts_of(count).replace("e(", "f("))

    def ours() -> Counts:
        program = load_program(str(file))
        found = proved(AskedGoal(Database(program), read_goal("f(5,X)", program)))
        made = sum(len(one.made) for one in program.clauses.values() if isinstance(one, FactRows))
        return {"tried": found.tried, "clauses made": made}

    words = [swipl or "", "-O", "-g", "f(5,X)", "-t", "halt", str(file)]
    return ours, (lambda: subprocess.run(words, check=True)) if swipl else None


ROWS: dict[int, list[Row]] = {
    1: [Row("A*, Manhattan, Korf's twenty easiest", "by hand, C++", 1.7, a_star, {"expanded": 7_000_000}, False)],
    2: [Row("A*, LM-cut, all cells of a grid 12x12 visited", "Fast Downward", 1.5, lm_cut(visitall, 12), {"expanded": 143})],
    3: [Row("functions, open grid 400x400, own h, A*", "downhill, by hand", 40, open_grid, {"expanded": 1_000})],
    4: [Row("functions, the same, no h, auto", "deque, by hand", 2.7, blind_grid, {"expanded": 160_200})],
    5: [
        Row("graph, grid 400x400, auto", "networkx", 2, graph("auto", networkx.shortest_path), {"expanded": 160_200}),
        Row("graph, breadth-first", "networkx", 2, graph("breadth-first", networkx.shortest_path), {"expanded": 160_000}),
        Row("graph, uniform-cost", "networkx", 2, graph("uniform-cost", networkx.dijkstra_path), {"expanded": 160_000}),
    ],
    6: [Row("8-puzzle as a program, nothing said", "SWI-Prolog, by hand", 0.6, moves_program, {"expanded": 181_440})],
    7: [Row("100,000 look-ups in facts by their second argument", "SWI-Prolog", 1.5, proof("asked(100000)", facts_of(100_000)), {"tried": 200_001})],
    8: [Row("100,000 facts, loaded", "SWI-Prolog", 1.5, loaded, {"tried": 1, "clauses made": 0})],
    9: [Row("a loop of ten million inferences in 24 MB", "SWI-Prolog", 1.5, proof("loop(2500000)", limits=Limits(memory=24 << 20)), {"inferences": 10_000_001})],
    10: [Row("a million answers, told", "SWI-Prolog", 1.5, proof("pair(X,Y)", answers=None, tell=len), {"inferences": 2_001_002, "kept": 0})],
    11: [Row("a proof of 80,602 goals as text", "SWI-Prolog, meta-interpreter", 1.5, proof_shown, {"inferences": 81_813, "goals made": 406})],
    12: [Row("a tabled closure of a cycle of 300, 90,000 answers", "SWI-Prolog", 2.5, closure(300), {"inferences": 180_004, "kept": 0})],
    14: [Row("all goals of the 8-puzzle, without and with a macro", "enumerate, packed", 10, every_pair, {"pairs": 181_439, "bytes of Python": 500_000})],
    15: [Row("300 greedy searches of the 8-puzzle, kept as a run", "in one process", 2, kept_run, {"rows": 300})],
    16: [Row("ten greedy searches with 2,293 macros", "one, placed anew", 1.1, placed, {"expanded": 50, "placements": 1})],
    17: [Row("Korf's twenty easiest, nothing said", "batched-ida-star", 1.1, nothing_said, {"expanded": 34_000_000}, False)],
    18: [Row("airport with 200 segments and 8 airplanes, read and grounded", "translator", 1.2, grounded(airport, 200, 8), {"choices tried": 2_900})],
    19: [
        Row("18 queens", "SWI-Prolog -O", 1.5, proof("queens(18)"), {"inferences": 5_992_016}),
        Row("fib(23)", "SWI-Prolog -O", 1.5, proof("fib(23,_)"), {"inferences": 278_203}),
        Row("ack(2,1000)", "SWI-Prolog -O", 1.5, proof("ack(2,1000,_)"), {"inferences": 5_017_011}),
        Row("zebra, 300 times", "SWI-Prolog -O", 1.5, proof("zebras(300)"), {"inferences": 174_003}),
    ],
    22: [Row("sokoban, 8 boxes in a room of 9x9, fast", "LAMA, first search", 1.5, fast(sokoban, 9, 8), {"expanded": 7_601})],
    23: [Row("sokoban, 10 boxes in a room of 16x16, read and grounded", "translator", 1.2, grounded(sokoban, 16, 10), {"choices tried": 45_000})],
    21: [Row("5,000 rows of a comparison, read back", "none", 1, rows_read, {"rows": 5_000, "bytes a row": 750, "bytes a row at most": 3_300})],
}  # fmt: skip
"""The rows by the number that they have."""


@dataclass(frozen=True)
class Growth:
    """A row at several sizes.

    Parameters
    ----------
    name, unit
        What is measured, and what its size counts.
    sizes
        The sizes.
    make
        Makes the contestants of a size.
    """

    name: str
    unit: str
    sizes: tuple[int, ...]
    make: Callable[[Path, int], Contestants]


THOUSANDS = (1_000, 10_000, 100_000, 1_000_000)
GROWTH: dict[int, Growth] = {
    7: Growth("each of n facts looked up by its second argument", "facts", THOUSANDS[:3], lambda folder, size: proof(f"\\+ (between(1,{size},N), X is (N*31) mod {size}, \\+ e(_,X))", facts_of(size))(folder)),
    8: Growth("facts, loaded", "facts", THOUSANDS[:3], loaded),
    9: Growth("a loop", "inferences", (10_000, 100_000, 1_000_000, 10_000_000), lambda folder, size: proof(f"loop({size // 4})")(folder)),
    10: Growth("answers, told", "answers", THOUSANDS, lambda folder, size: proof(f"between(1,{size},A), X = f(A,[A,a])", answers=None, tell=len)(folder)),
    11: Growth("a proof as text", "goals", (1_326, 12_561, 80_601), lambda folder, size: proof_shown(folder, int((2 * size) ** 0.5) - 1)),
    12: Growth("a tabled closure", "answers", (10_000, 90_000, 1_000_000), lambda folder, size: closure(int(size**0.5))(folder)),
    15: Growth("greedy searches of the 8-puzzle, kept as a run", "searches", (30, 300, 3_000), kept_run),
    16: Growth("greedy searches with 2,293 macros", "searches", (10, 100, 1_000), placed),
    21: Growth("rows of a comparison, read back", "rows", (1_000, 5_000, 20_000), rows_read),
    14: Growth("all goals of a sliding-tile puzzle", "states", (360, 20_160, 181_440), lambda folder, size: every_pair(folder, *{360: (2, 3), 20_160: (2, 4)}.get(size, (3, 3)))),
}  # fmt: skip
"""Rows at sizes that grow tenfold, about."""

LEAST = 0.005
"""Seconds below which times tell no order."""


def spent() -> float:
    """CPU seconds of this process and of its children that have ended."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in both)


def timed(run: Callable[[], object]) -> tuple[float, object]:
    """CPU seconds of a call, and what it returned."""
    began = spent()
    found = run()
    return spent() - began, found


def measure(number: int, row: Row, rounds: int, table: Table) -> None:
    """Add the line of a row to a table."""
    with tempfile.TemporaryDirectory() as folder:
        contestants = row.make(Path(folder))
        if contestants is None:
            table.add_row(str(number), row.name, "not run", row.peer, "", "", "")
            return
        ours, peer = contestants
        seconds: dict[str, list[float]] = {"ours": [], "peer": []}
        for _ in range(rounds):
            one, counts = timed(ours)
            seconds["ours"].append(one)
            if peer is not None:
                seconds["peer"].append(timed(peer)[0])
    assert isinstance(counts, Mapping)
    mine, other = (median(times) if times else None for times in seconds.values())
    said = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    ratio = f"{mine / other:.2f}" if mine is not None and other else ""
    table.add_row(
        str(number), row.name, f"{mine:.3f}", row.peer, "" if other is None else f"{other:.3f}",
        f"{ratio} ({row.reach:g})" if ratio else "", said,
    )  # fmt: skip


def measure_growth(number: int, row: Growth, rounds: int, table: Table) -> None:
    """Add the lines of a row at each of its sizes to a table."""
    before: tuple[int, float] | None = None
    for size in row.sizes:
        with tempfile.TemporaryDirectory() as folder:
            ours, _ = row.make(Path(folder), size)
            seconds = median(timed(ours)[0] for _ in range(rounds))
        order = ""
        if before is not None and before[1] >= LEAST:
            order = f"{log(seconds / before[1]) / log(size / before[0]):.2f}"
        table.add_row(
            str(number), row.name, f"{size:,} {row.unit}", f"{seconds:.3f}", f"{seconds / size * 1e6:.3f}", order
        )  # fmt: skip
        before = size, seconds


def main() -> None:
    """Print the rows that were asked for, or all."""
    parser = argparse.ArgumentParser(description="Measures beside their peers.")
    parser.add_argument("rows", nargs="*", type=int, metavar="ROW")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--growth", action="store_true", help="at several sizes, without peers")
    asked = parser.parse_args()
    if asked.growth:
        growing = Table(
            "row", "measure", "size", "CPU s", "microseconds each", "order", title="Growth"
        )
        for number in asked.rows or GROWTH:
            measure_growth(number, GROWTH[number], asked.rounds, growing)
        Console(width=130).print(growing)
        return
    table = Table(
        "row", "measure", "CPU s", "peer", "CPU s", "ratio (to reach)", "counts", title="Cliffs"
    )
    for number in asked.rows or ROWS:
        for row in ROWS[number]:
            measure(number, row, asked.rounds, table)
    Console(width=150).print(table)


if __name__ == "__main__":
    main()
