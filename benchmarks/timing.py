"""What the benchmarks share: contestants that take turns, medians, rates, and ratios against a named alternative."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from statistics import median
from time import get_clock_info, perf_counter, process_time
from typing import Any, TypeVar

from arcwise.rules import State, open_source
from arcwise.search import Limits, Problem, Result, solve
from arcwise.search.plan import Improvement
from rich.console import Console
from rich.table import Table

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
"""Where standard instance sets are looked for."""

LOOK = 0.05
"""Seconds of processor time that are spent to see how busy the machine is."""

NODES = 300_000
"""Expansions of searches that are only measured for their rate."""

Ended = TypeVar("Ended", Result, Improvement)

Row = tuple[str, str, str, str]
"""What is measured, the alternative and its figure, arcwise's figure, and what ran."""


def alternate(
    contestants: Mapping[str, Callable[[], float | None]], rounds: int
) -> dict[str, float]:
    """The median seconds of each contestant, run in turn so that a drifting machine is unfair to none.

    Parameters
    ----------
    contestants
        Functions by name. One that returns a number has timed itself; of others the call is timed.
    rounds
        How often each runs.
    """
    seconds: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, run in contestants.items():
            began = perf_counter()
            own = run()
            seconds[name].append(perf_counter() - began if own is None else own)
    return {name: median(times) for name, times in seconds.items()}


def ratios(
    title: str, seconds: Mapping[str, float], against: str, notes: Mapping[str, str]
) -> None:
    """Print seconds, and how many times as quick as ``against`` each one is."""
    table = Table("contestant", "seconds", f"times as quick as {against}", "", title=title)
    for name, time in seconds.items():
        table.add_row(name, f"{time:.4g}", f"{seconds[against] / time:.3g}", notes.get(name, ""))
    Console(width=150).print(table)


def instances(name: str) -> dict[int, tuple[State, int]] | None:
    """The boards of a standard set by number, each with its optimal length; None where the folder is absent."""
    path = DATA / name
    if not path.exists():
        Console().print(f"not run: {name} is not in {DATA.name}/ beside the project")
        return None
    boards = {}
    for line in path.read_text(encoding="ascii").splitlines():
        if line.strip() and not line.startswith("#"):
            number, *cells, length = map(int, line.split())
            boards[number] = (tuple(cells), length)
    return boards


def timed(run: Callable[..., Any], *arguments: Any, **more: Any) -> tuple[float, Any]:
    """CPU seconds of a call, no fewer than the clock can tell apart, and what it returned."""
    began = process_time()
    found = run(*arguments, **more)
    return max(process_time() - began, get_clock_info("process_time").resolution), found


def by_the_clock(seconds: float) -> float:
    """Seconds by the clock in which this process gets about so many of a processor, as busy as the machine is now."""
    began, clock = process_time(), perf_counter()
    while process_time() - began < LOOK:
        pass
    return seconds * max(1.0, (perf_counter() - clock) / LOOK)


def finished(found: Ended) -> Ended:
    """What a search, a climb or an improvement came to; KeyboardInterrupt where the user ended it, which they report."""
    if found.limit == "interrupt":
        raise KeyboardInterrupt
    return found


def what_ran(result: Result) -> str:
    """Engine, algorithm, heuristic."""
    return f"{result.method}, engine {result.engine}" if result.engine else result.method


def drawn(name: str, seed: int = 3) -> Problem:
    """A random problem of a domain."""
    domain, shape = open_source(name).sized
    start = domain.start(shape) or domain.draw(shape, Random(seed))
    return Problem(domain.theory(shape), start, domain.goal(shape))


def rate(
    problem: Problem,
    algorithm: str = "a-star",
    engine: str = "auto",
    nodes: int = NODES,
    heuristic: str | None = None,
) -> tuple[str, Result]:
    """Expansions a second of CPU time."""
    how: dict[str, Any] = {"heuristic": heuristic, "engine": engine, "check": False}
    solve(problem, algorithm, limits=Limits(nodes=100), **how)  # compiles
    seconds, result = timed(solve, problem, algorithm, limits=Limits(nodes=nodes), **how)
    return f"{result.statistics.expanded / seconds:,.0f} expanded/s", result
