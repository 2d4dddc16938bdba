"""Choice of the engine: the kernel where it can serve, and Python elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from ..rules.arc import Arc
from ..rules.errors import InputError
from ..rules.later import Later
from ..rules.states.traps import Traps
from ..rules.term import State
from .algorithms import FAST_DOWNWARD, Algorithm
from .heuristic import ZERO, Heuristic
from .heuristics.combined import traps_of, untrapped
from .limits import NO_LIMITS, WITHIN, LimitReached, Limits, limit_of
from .native.engine import search_in_kernel
from .native.not_native import NotNativeError, not_native
from .problem import IteratedProblem, SearchProblem, iterated
from .result import FALLBACK, Result, Statistics, Status

if TYPE_CHECKING:
    from .loops.expansion import Watcher

OWN_ENGINES = ("auto", "python", "native")
"""The kernel where it can serve and Python elsewhere, or only one of them."""

OTHER_ENGINES = {FAST_DOWNWARD: Later("planning.fast_downward", "answer")}
"""Engines that are not ours: each is a function of a problem, an algorithm, the name of a heuristic and limits, and returns a
result and whether its heuristic is admissible."""

ENGINES = (*OWN_ENGINES, *OTHER_ENGINES)


def check_engine(engine: str, known: Sequence[str] = ENGINES, *, watched: bool = False) -> None:
    """Refuse an engine that is not known, or that cannot serve where the search is watched."""
    if engine not in known:
        raise InputError("unknown engine", expected=" or ".join(known), found=repr(engine))
    if engine in ("native", FAST_DOWNWARD) and watched:
        raise not_native("a search that is watched runs in Python")


def search_with(
    engine: str,
    problem: SearchProblem,
    row: Algorithm,
    heuristic: Heuristic = ZERO,
    *,
    limits: Limits = NO_LIMITS,
    watcher: Watcher | None = None,
    report: Callable[[int], None] | None = None,
    exactly: bool = False,
) -> Result:
    """Run one loop on a problem; see `arcwise.search.solve.solve` for the arguments.

    Costs that are to be added exactly are added in Python, as ints and fractions.

    Raises
    ------
    NotNativeError
        A search that only the kernel may do, and cannot.
    """
    began = perf_counter()
    traps, heuristic = traps_of(problem, heuristic), untrapped(heuristic)
    if (lost := trapped(traps, problem.start)) is not None:
        return lost
    fallback = ""
    own = getattr(problem, "engine", "python")
    at_work = "native" if engine != "python" and watcher is None else own
    try:
        if at_work == "native":
            try:
                found = search_in_kernel(
                    problem, row, heuristic, limits=limits, report=report, traps=traps
                )
                return _with_walks(_in_cases(found), problem, row)
            except NotNativeError as error:
                if engine == "native":
                    raise
                fallback = f"{FALLBACK}{error.reason}"
                at_work = own
        from .loops.python_engine import search_in_python

        with ExitStack() as stack:
            for within in WITHIN:
                stack.enter_context(within(limits.time))
            result = search_in_python(
                problem,
                row,
                heuristic,
                limits=limits,
                report=report,
                watcher=watcher,
                exactly=exactly,
                traps=traps,
            )
    except (MemoryError, LimitReached) as error:  # before the search, which tells what it did
        if isinstance(error, LimitReached) and error.budget.holds:  # one around this
            raise
        limit = error.limit if isinstance(error, LimitReached) else limit_of(error)
        spent = Statistics(elapsed=perf_counter() - began)
        result = Result(Status.STOPPED, (problem.start,), (), spent, limit)
    result = _believed(replace(_in_cases(result), engine=at_work), problem)
    result = _with_walks(result, problem, row)
    return result.noted(fallback) if at_work == "python" else result


def trapped(traps: Traps, start: State) -> Result | None:
    """The result of a start that fits a pattern; None of another."""
    trap = traps.within(start) if traps else None
    if trap is None:
        return None
    note = f"the start fits trap {trap.name}" if trap.name else ""
    return Result(Status.UNSOLVABLE, (start,), (), Statistics(), engine=None, note=note)


def _with_walks(result: Result, problem: SearchProblem, row: Algorithm) -> Result:
    """The result with a note on the moves that were walks, where walks are steps."""
    made = iterated(problem, row)
    if isinstance(made, IteratedProblem):
        return replace(result.noted(made.walks.told()), walked=made)
    return result.noted("no move is a walk") if row.iterated else result


def _in_cases(result: Result) -> Result:
    """The result whose arcs have no conditional effects: what each was in its state is an arc that tells why it holds."""
    if all(not isinstance(one, Arc) or one.plain for one in result.operators):
        return result
    pairs = zip(result.operators, result.states, strict=False)
    cases = (one.case(state) if isinstance(one, Arc) else one for one, state in pairs)
    return replace(result, operators=tuple(cases))


def _believed(result: Result, problem: SearchProblem) -> Result:
    """The result of a search, without a proof where the problem's own answers leave a doubt; see `ProgramProblem.doubt`."""
    doubt = getattr(problem, "doubt", None)
    if doubt is None or result.status is Status.STOPPED:
        return result
    reason = doubt(result.statistics.generated)
    if result.status is Status.UNSOLVABLE and reason:
        return replace(result, status=Status.INCOMPLETE).noted(reason)
    return result.noted(reason) if result.statistics.generated else result
