"""Run an algorithm by name on a problem."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from math import inf
from typing import TypeVar

from ..rules.arc import replace_arc
from ..rules.errors import InputError
from ..rules.states.solvability import solvability
from ..rules.term import Pattern, State
from ..rules.theory import Theory
from .algorithms import ALGORITHMS, Algorithm, Settings
from .heuristics.table import HEURISTICS, ZERO, Heuristic
from .limits import NO_LIMITS, Limits
from .loops.open_list import TIES, OpenList
from .loops.python_engine import search_in_python
from .native.engine import (
    PRUNE_LENGTH,
    NotNativeError,
    batched_ida_star,
    not_native,
    search_in_kernel,
)
from .problem import Problem, SearchProblem
from .result import Result, Statistics, Status

Entry = TypeVar("Entry")

ENGINES = ("auto", "python", "native")
"""Who searches: the kernel where it can and Python elsewhere, or only one of them."""


def solve(
    problem: SearchProblem,
    algorithm: str = "a-star",
    *,
    heuristic: str | Heuristic | None = None,
    duplicates: str | None = None,
    ties: str = "oldest",
    move_back: bool = True,
    beam_width: int = 100,
    weight: float = 2.0,
    limits: Limits = NO_LIMITS,
    check: bool = True,
    seed: int = 0,
    engine: str = "auto",
    batched: bool = False,
    threads: int = 1,
    prune_length: int = PRUNE_LENGTH,
    wrap_open: Callable[[OpenList], OpenList] | None = None,
    report: Callable[[int], None] | None = None,
) -> Result:
    """Search a problem; the outcome is a result whatever happens.

    Parameters
    ----------
    problem
        A `Problem`, or any object with ``start``, ``successors(state)`` and ``is_goal(state)``.
    algorithm
        A name in `ALGORITHMS`.
    heuristic
        A name in `HEURISTICS` (for a `Problem`), or a `Heuristic`. Unless told otherwise, informed algorithms take
        `default_heuristic` for a `Problem` and zero for other problems.
    duplicates
        ``none``, ``path`` or ``closed``; None for the algorithm's own.
    ties
        ``oldest`` or ``newest`` first among equal f, or ``random``.
    move_back
        False to prune the successor that a node was made from.
    beam_width
        1 or more.
    weight
        1 or more.
    limits
        On time, nodes and memory.
    check
        Whether an unsolvable problem is recognised before searching, where the domain allows.
    seed
        For random ties.
    engine
        ``python``, ``native`` (the kernel), or ``auto``: the kernel where it can serve. Problems that bring an engine of
        their own, such as `SwiProblem`, run on that unless told otherwise.
    batched, threads, prune_length
        For ida-star: search in batches of states in the kernel, with so many threads, leaving out redundant sequences
        of so many arcs; see `batched_ida_star`.
    wrap_open
        A function put around the open list of a best-first loop, such as `SearchTree.watch`.
    report
        Called now and then with the number of expansions so far.

    Raises
    ------
    InputError
        An unknown name, or arguments that the algorithm cannot take.
    """
    row = named(ALGORITHMS, algorithm, "algorithm")
    if batched or threads != 1:
        _check_batched(algorithm, batched, threads, prune_length, engine)
    _check_arguments(
        algorithm, row, duplicates, ties, beam_width, weight, engine, wrap_open is not None
    )
    rule = duplicates or row.default_duplicates
    h = _heuristic(problem, row, heuristic)
    if check and isinstance(problem, Problem):
        verdict = solvability(problem.theory, problem.start, problem.goal)
        if verdict is not None and not verdict.solvable:
            return Result(
                Status.UNSOLVABLE,
                (problem.start,),
                (),
                Statistics(),
                algorithm=algorithm,
                heuristic=h.name if row.informed else None,
                engine="none",
                note=verdict.reason,
                theory=problem.theory,
            )
    settings = Settings(ties, beam_width, weight, seed)
    arguments = (problem, row, settings, rule, h)
    result: Result | None = None
    if batched:
        result = batched_ida_star(
            problem, h, prune_length=prune_length, threads=threads, limits=limits, report=report
        )
    elif engine != "python" and wrap_open is None:
        try:
            result = search_in_kernel(*arguments, move_back=move_back, limits=limits, report=report)
        except NotNativeError:
            if engine == "native":
                raise
    if result is None:
        result = search_in_python(
            *arguments, move_back=move_back, limits=limits, report=report, wrap_open=wrap_open
        )
        result = replace(result, engine=getattr(problem, "engine", "python"))
    return replace(
        result,
        algorithm=f"{algorithm}, batched" if batched else algorithm,
        heuristic=h.name if row.informed else None,
        optimal=result.solved and guarantees_optimal(problem, row, h),
        theory=problem.theory if isinstance(problem, Problem) else None,
    )


def guarantees_optimal(problem: SearchProblem, row: Algorithm, heuristic: Heuristic) -> bool:
    """Whether solutions are certain to be cheapest, given the arcs' costs and the heuristic."""
    if row.fewest is None or (row.informed and not heuristic.admissible):
        return False
    if not isinstance(problem, Problem):
        return row.fewest == "cost"
    arcs = problem.theory.arcs
    if row.fewest == "cost":
        return all(arc.cost == sum(move.cost for move in arc.primitives) for arc in arcs)
    return not problem.theory.macros and len({arc.cost for arc in arcs}) <= 1


def with_unit_macro_costs(theory: Theory) -> Theory:
    """The theory with every macro as cheap as its cheapest primitive arc.

    Search then prefers macros, and solutions may be suboptimal; `Result.cost` is the true cost all the same.
    """
    cheapest = min((arc.cost for arc in theory.primitives), default=1)
    arcs = tuple(replace_arc(a, cost=cheapest) if a.is_macro else a for a in theory.arcs)
    return replace(theory, arcs=arcs)


def _heuristic(problem: SearchProblem, row: Algorithm, wanted: str | Heuristic | None) -> Heuristic:
    if wanted is not None and not isinstance(wanted, str):
        return wanted if row.informed else ZERO
    maker = named(HEURISTICS, wanted, "heuristic") if wanted else default_heuristic
    if not row.informed or (not isinstance(problem, Problem) and wanted in (None, "zero")):
        return ZERO
    if not isinstance(problem, Problem):
        raise InputError(
            f"heuristic {wanted} needs a theory made of arcs",
            found=type(problem).__name__,
            remedy="zero, or a FunctionHeuristic of your own",
        )
    return maker(problem.theory, problem.goal, problem.start)


def default_heuristic(theory: Theory, goal: Pattern, start: State) -> Heuristic:
    """Manhattan distance where it has a meaning, else misplaced symbols."""
    try:
        return HEURISTICS["manhattan"](theory, goal, start)
    except InputError:
        return HEURISTICS["misplaced"](theory, goal, start)


def _check_batched(
    algorithm: str, batched: bool, threads: int, prune_length: int, engine: str
) -> None:
    if not batched:
        raise InputError("only batched searches use several threads", remedy="ida-star, batched")
    if algorithm != "ida-star":
        raise InputError("only ida-star is searched in batches", found=algorithm)
    if engine == "python":
        raise InputError("batches are searched by the kernel", found="engine python")
    for name, number in (("threads", threads), ("prune length", prune_length)):
        if not 1 <= number <= 1000:
            raise InputError(f"bad {name}", expected="1 to 1000", found=str(number))


def _check_arguments(
    algorithm: str,
    row: Algorithm,
    duplicates: str | None,
    ties: str,
    beam_width: int,
    weight: float,
    engine: str,
    watched: bool,
) -> None:
    if duplicates is not None and duplicates not in row.duplicates:
        raise InputError(
            f"{algorithm} cannot run with duplicates={duplicates}",
            expected=" or ".join(row.duplicates),
            found=duplicates,
        )
    if ties not in TIES:
        raise InputError("bad tie-breaking", expected=" or ".join(TIES), found=repr(ties))
    if beam_width < 1:
        raise InputError("bad beam width", expected="1 or more", found=str(beam_width))
    if engine not in ENGINES:
        raise InputError("unknown engine", expected=" or ".join(ENGINES), found=repr(engine))
    if engine == "native" and watched:
        raise not_native("an open list that is watched runs in Python")
    if not 1 <= weight < inf:
        raise InputError("bad weight", expected="a number of 1 or more", found=str(weight))


def named(table: Mapping[str, Entry], name: str, kind: str) -> Entry:
    """The entry of a table of names.

    Raises
    ------
    InputError
        A name that is not there.
    """
    if name not in table:
        close = get_close_matches(name, table, n=1)
        raise InputError(
            f"unknown {kind}",
            expected=f"one of {', '.join(table)}",
            found=repr(name),
            remedy=close[0] if close else None,
        )
    return table[name]
