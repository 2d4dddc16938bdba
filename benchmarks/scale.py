"""Rows of ``strength.py`` that grow: A* by nodes, whole spaces in memory, comparisons by problems, macros and workers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import perf_counter

from arcwise.ebl import MacroLibrary, explain_result, generalize
from arcwise.experiments.designs.compare import compare
from arcwise.experiments.keeping import Keeping
from arcwise.rules import State, TheoryDomain, open_source, random_problems, sliding_tile
from arcwise.rules.room import available_bytes
from arcwise.search import Problem, enumerate_layers, solve
from enumeration import plain_distances
from timing import Row, drawn, rate, timed, what_ran

MARGIN = 1.5
"""So many times the bytes of a search of a tenth of the expansions, by ten, have to be there: tables double."""

SPACE_2X7 = 13_000_000_000
"""Bytes that enumerating it takes, and some."""


def by_expansions(powers: tuple[int, ...] = (5, 6, 7)) -> list[Row]:
    """A* by the number of expansions: tables outgrow one cache after the other. The last has costs that are fractions."""
    rows = []
    for name in ("sliding-tile:4x4", "pancake:14", "topspin:12x4", "inverse-tile:4x4"):
        problem = drawn(name)
        slow, _ = rate(problem, engine="python", nodes=2_000, heuristic="misplaced")
        bytes_each = 0.0
        for power in powers:
            title = f"{name}, A*, 10^{power} expansions"
            if lacking(10**power * bytes_each * MARGIN):
                rows.append((title, f"Python engine: {slow}", "not run: too little memory", ""))
                continue
            quick, result = rate(problem, nodes=10**power, heuristic="misplaced")
            did = result.statistics
            bytes_each = did.peak_memory / did.expanded
            size = f"{did.peak_memory / did.inserted:.0f} bytes a node"
            fewer = "" if result.limit else f", solved after {did.expanded:,}"
            rows.append((title, f"Python engine: {slow}", f"{quick}, {size}{fewer}", what_ran(result)))  # fmt: skip
            if not result.limit:
                break
    return rows


def lacking(memory: float) -> bool:
    """Whether it is known that fewer bytes than that are to be had."""
    there = available_bytes()
    return there is not None and there < memory


def spaces(names: tuple[str, ...] = ("sliding-tile:3x3", "cube:2", "pancake:10")) -> list[Row]:
    """Whole spaces numbered by their group, beside a deque and a dict."""
    seconds, states = timed(lambda: len(plain_distances(3, 3)))
    plain = f"deque and dict, 3x3: {states / seconds / 1e6:.2f} M states/s"
    rows = []
    for name in names:
        if name == "sliding-tile:2x7" and lacking(SPACE_2X7):
            rows.append((f"all states of {name}", plain, "not run: too little memory", ""))
            continue
        domain, shape = open_source(name).sized
        theory, goal = domain.theory(shape), domain.goal_state(shape)
        seconds, found = timed(enumerate_layers, theory, goal)
        figures = f"{found.states:,} states, {seconds:.3f} s, {found.peak_memory / 1e6:,.1f} MB"
        rows.append((f"all states of {name}", plain, figures, found.representation))
    return rows


def experiments(problems: int = 1_000) -> list[Row]:
    """``compare`` of many problems beside its searches alone: few macros and many, here, in processes and on a cluster."""
    puzzle, goal = sliding_tile(3, 3), (*range(1, 9), 0)
    starts = random_problems(puzzle, goal, problems, 0)
    rows = []
    for count in (5, 1_000):
        library = macros_of_walks(count, goal)
        for where, keeping in workplaces():
            began = perf_counter()
            found = compare("sliding-tile:3x3", starts, library, ["greedy"], keeping=keeping)
            each = 1e3 / len(found.rows)
            whole, alone = (
                (perf_counter() - began) * each,
                each * sum(row.elapsed or 0 for row in found.rows),
            )
            title = f"compare, {problems:,} problems, {count:,} macros, {where}"
            rows.append((title, f"searches alone: {alone:.2f} ms each", f"{whole:.2f} ms of the clock each", "greedy"))  # fmt: skip
    return rows


def macros_of_walks(count: int, goal: State) -> MacroLibrary:
    """Macros of the 8-puzzle from random walks."""
    puzzle, rng = sliding_tile(3, 3), Random(0)
    library = MacroLibrary(TheoryDomain(puzzle))
    while len(library) < count:
        start = end = tuple(rng.sample(goal, len(goal)))
        for _ in range(rng.randint(5, 12)):
            _, end = rng.choice(puzzle.successors(end))
        path = solve(Problem(puzzle, start, end), "breadth-first")
        if path.steps > 2:
            library.add(generalize(explain_result(path), library.next_name(), "a random walk"))
    return library


def workplaces() -> Iterator[tuple[str, Keeping]]:
    """This process, two processes, and two workers of a cluster where the package for that is installed."""
    yield "here", Keeping()
    yield "two processes", Keeping(jobs=2)
    try:
        from distributed import LocalCluster
    except ImportError:
        return
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        yield "two workers of a cluster", Keeping(cluster=cluster.scheduler_address)
