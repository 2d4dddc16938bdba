"""The one harness that compares the engines: whatever is searched, both have the same result, path and counters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from arcwise.rules import Pattern, Theory, open_source
from arcwise.search import ALGORITHMS, Heuristic, Limits, Problem, Result, solve

NODES = Limits(nodes=600)


def same(
    problem: Problem,
    algorithm: str,
    limits: Limits = NODES,
    *,
    heuristic: str | Heuristic | None = None,
    **choices: Any,
) -> Result:
    """Run both engines, compare everything but time and memory, and return the kernel's result."""
    row = ALGORITHMS[algorithm]
    row = row.adjusted(**{name: value for name, value in choices.items() if row.takes(name)})
    given = heuristic if row.informed else None
    python, native = (
        solve(problem, row, heuristic=given, limits=limits, engine=engine, check=False)
        for engine in ("python", "native")
    )
    assert native.engine == "native"
    assert python.engine == "python"
    volatile = {"peak_memory": 0, "elapsed": 0.0}
    assert replace(native.statistics, **volatile) == replace(python.statistics, **volatile)
    assert native.path == python.path
    assert native.operators == python.operators
    assert native == replace(python, engine="native", statistics=native.statistics)
    return native


def built_in(name: str) -> tuple[Theory, Pattern]:
    """Theory and goal of a built-in domain."""
    domain, shape = open_source(name).sized
    return domain.theory(shape), domain.goal(shape)
