"""Rows of ``strength.py`` that grow: A* by nodes, whole spaces in memory, and in files with a worker killed half-way."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from arcwise.rules.read_domain import read_domain
from arcwise.search import enumerate_layers
from enumeration import on_disk, plain_distances
from timing import Row, drawn, rate, timed, what_ran

BYTES_A_NODE = 100
"""So many bytes for every expansion have to be there before a search is begun."""

SPACE_2X7 = 13_000_000_000
"""Bytes that enumerating it takes, and some."""


def by_expansions(powers: tuple[int, ...] = (5, 6, 7)) -> list[Row]:
    """A* by the number of expansions: tables outgrow one cache after the other."""
    rows = []
    for name in ("sliding-tile:4x4", "pancake:14", "topspin:12x4"):
        problem = drawn(name)
        slow, _ = rate(problem, engine="python", nodes=2_000, heuristic="misplaced")
        for power in powers:
            title = f"{name}, A*, 10^{power} expansions"
            if memory_available() < 10**power * BYTES_A_NODE:
                rows.append((title, f"Python engine: {slow}", "not run: too little memory", ""))
                continue
            quick, result = rate(problem, nodes=10**power, heuristic="misplaced")
            did = result.statistics
            size = f"{did.peak_memory / did.inserted:.0f} bytes a node"
            fewer = "" if result.limit else f", solved after {did.expanded:,}"
            rows.append((title, f"Python engine: {slow}", f"{quick}, {size}{fewer}", what_ran(result)))  # fmt: skip
            if not result.limit:
                break
    return rows


def memory_available() -> int:
    """Bytes that processes may take without others having to give some back; 0 where the system does not tell."""
    told = Path("/proc/meminfo")
    lines = told.read_text(encoding="ascii").splitlines() if told.exists() else []
    return 1024 * sum(int(line.split()[1]) for line in lines if line.startswith("MemAvailable"))


def spaces(names: tuple[str, ...] = ("sliding-tile:3x3", "cube:2", "pancake:10")) -> list[Row]:
    """Whole spaces numbered by their group, beside a deque and a dict."""
    seconds, states = timed(lambda: len(plain_distances(3, 3)))
    plain = f"deque and dict, 3x3: {states / seconds / 1e6:.2f} M states/s"
    rows = []
    for name in names:
        if name == "sliding-tile:2x7" and memory_available() < SPACE_2X7:
            rows.append((f"all states of {name}", plain, "not run: too little memory", ""))
            continue
        domain, shape = read_domain(name)
        theory, goal = domain.theory(shape), domain.goal_state(shape)
        seconds, found = timed(enumerate_layers, theory, goal)
        figures = f"{found.states:,} states, {seconds:.3f} s, {found.peak_memory / 1e6:,.1f} MB"
        rows.append((f"all states of {name}", plain, figures, found.representation))
    return rows


def disk(names: tuple[str, ...] = ("sliding-tile:2x4",)) -> list[Row]:
    """Spaces in files, a tenth of them in memory, one of two workers killed half-way, beside the same in memory."""
    if find_spec("distributed") is None:
        return [("enumeration on disk", "", "not run: distributed is not installed", "")]
    rows = []
    for name in names:
        found = on_disk(name)
        counts = "equal" if found.equal else "DIFFERENT"
        figures = f"{found.files.elapsed:.1f} s of the clock, {found.files.peak_memory / 1e3:,.0f} KB a worker; layers {counts}"
        size = f"in memory: {found.memory.elapsed:.2f} s, {found.memory.peak_memory / 1e3:,.0f} KB"
        rows.append((f"all states of {name}, on disk", size, figures, "a worker killed half-way"))
    return rows
