"""Who searches: the kernel where it can, and Python elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..rules.errors import InputError
from ..rules.swi.interpreter import INTERPRETER
from .heuristic import ZERO, Heuristic
from .limits import NO_LIMITS, Limits
from .loops.open_list import OpenList
from .loops.python_engine import search_in_python
from .native.engine import NotNativeError, not_native, search_in_kernel
from .planner.fast_downward import FAST_DOWNWARD
from .problem import SearchProblem
from .result import FALLBACK, Result
from .specification import Algorithm

OWN_ENGINES = ("auto", "python", "native")
"""The kernel where it can serve and Python elsewhere, or only one of them."""

ENGINES = (*OWN_ENGINES, FAST_DOWNWARD)


def check_engine(engine: str, known: Sequence[str] = ENGINES, *, watched: bool = False) -> None:
    """Refuse an engine that is not known, or that cannot serve where the open list is watched."""
    if engine not in known:
        raise InputError("unknown engine", expected=" or ".join(known), found=repr(engine))
    if engine in ("native", FAST_DOWNWARD) and watched:
        raise not_native("an open list that is watched runs in Python")


def search_with(
    engine: str,
    problem: SearchProblem,
    row: Algorithm,
    heuristic: Heuristic = ZERO,
    *,
    limits: Limits = NO_LIMITS,
    wrap_open: Callable[[OpenList], OpenList] | None = None,
    report: Callable[[int], None] | None = None,
) -> Result:
    """Run one loop on a problem; see `arcwise.search.solve.solve` for the arguments.

    Raises
    ------
    NotNativeError
        Where only the kernel may search and cannot.
    """
    fallback = ""
    if engine != "python" and wrap_open is None:
        try:
            return search_in_kernel(problem, row, heuristic, limits=limits, report=report)
        except NotNativeError as error:
            if engine == "native":
                raise
            fallback = f"{FALLBACK}{error.reason}"
    with INTERPRETER.within(limits.time):
        result = search_in_python(
            problem, row, heuristic, limits=limits, report=report, wrap_open=wrap_open
        )
    result = replace(result, engine=getattr(problem, "engine", "python"))
    return result.noted(fallback) if result.engine == "python" else result
