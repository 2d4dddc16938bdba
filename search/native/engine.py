"""Searches in the kernel: the same algorithms, counters and results as in Python, for theories that are lists of arcs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any, cast

from ...rules.errors import ArcwiseError, InputError
from ...rules.term import State
from .. import _kernel
from ..algorithms import (
    Algorithm,
    Settings,
    by_depth,
    by_g,
    by_g_plus_h,
    by_g_plus_weighted_h,
    by_h,
    by_least_depth,
)
from ..any_goal import AnyGoalProblem
from ..heuristics.table import ZERO, CellSum, Heuristic, LinearConflict
from ..limits import Limits
from ..loops.duplicates import CheapestPath, FirstSeen, NoRule, OwnPath
from ..loops.open_list import (
    DirectedBeam,
    Fifo,
    LevelBeam,
    Lifo,
    Priority,
    SteepestDescent,
    UniquePriority,
)
from ..problem import Problem, SearchProblem
from ..result import Result, Statistics, Status
from .compiled import CompiledTheory, compile_theory

_LOOPS = {
    "best-first": _kernel.Loop.BEST_FIRST,
    "iterative": _kernel.Loop.ITERATIVE,
    "enforced": _kernel.Loop.ENFORCED,
    "bidirectional": _kernel.Loop.BIDIRECTIONAL,
}
_ORDERS = {
    Fifo: _kernel.Order.FIFO,
    Lifo: _kernel.Order.LIFO,
    Priority: _kernel.Order.PRIORITY,
    UniquePriority: _kernel.Order.UNIQUE,
    LevelBeam: _kernel.Order.LEVEL_BEAM,
    DirectedBeam: _kernel.Order.DIRECTED_BEAM,
    SteepestDescent: _kernel.Order.STEEPEST,
}
_RULES: Mapping[Any, Any] = {
    NoRule: _kernel.Rule.NONE,
    OwnPath: _kernel.Rule.PATH,
    FirstSeen: _kernel.Rule.FIRST_SEEN,
    CheapestPath: _kernel.Rule.CHEAPEST,
}
_TIES = {
    "oldest": _kernel.Ties.OLDEST,
    "newest": _kernel.Ties.NEWEST,
    "random": _kernel.Ties.RANDOM,
}
_WEIGHTS: Mapping[Any, Callable[[Settings], tuple[float, float, bool]]] = {
    by_depth: lambda settings: (0, 0, False),
    by_g: lambda settings: (1, 0, False),
    by_h: lambda settings: (0, 1, False),
    by_g_plus_h: lambda settings: (1, 1, False),
    by_g_plus_weighted_h: lambda settings: (1, settings.weight, False),
    by_least_depth: lambda settings: (0, 0, True),
}


PRUNE_LENGTH = 6
"""How long the redundant sequences are that batched IDA* looks for: two ways around a square of four cells, say."""


class NotNativeError(InputError):
    """The kernel cannot run this search; the message says why."""


def not_native(why: str, found: str = "") -> NotNativeError:
    """The error that says why the kernel cannot run a search."""
    return NotNativeError(
        f"engine native cannot run this: {why}", found=found, remedy="--engine python, or auto"
    )


def search_in_kernel(
    problem: SearchProblem,
    row: Algorithm,
    settings: Settings,
    rule: str,
    heuristic: Heuristic,
    *,
    move_back: bool = True,
    limits: Limits,
    report: Callable[[int], None] | None = None,
) -> Result:
    """Run one row of the table of algorithms in the kernel.

    Parameters
    ----------
    problem, heuristic
        A plain `Problem`, and a heuristic that is a sum over cells, with or without linear conflicts.
    row, settings, rule
        The algorithm, its numbers and the name of its duplicate rule.
    move_back, limits, report
        As for `solve`; a limit on memory counts the bytes that the kernel itself holds, as does ``peak_memory``.

    Raises
    ------
    NotNativeError
        Where the kernel cannot serve.
    """
    began = perf_counter()
    if abs(settings.seed) >= 2**64:
        raise not_native("its seeds have 64 bits", str(settings.seed))
    compiled, request = _request(problem, heuristic, limits)
    if row.loop == "bidirectional":
        if cast(Problem, problem).ground_goal is None:
            raise not_native("bidirectional search needs one goal state")
        if not compiled.handle.invertible():
            raise not_native("an arc has no inverse")
    request.loop = _LOOPS[row.loop]
    request.order = _ORDERS[type(row.open_list(settings))]
    request.rule = _RULES[row.duplicates[rule]]
    request.ties = _TIES[settings.ties]
    request.width = min(settings.beam_width, 2**32 - 1)
    request.seed = abs(settings.seed)
    request.move_back = move_back
    request.set_evaluation(*_WEIGHTS[row.evaluate](settings))
    status, limit, counters, arcs = _kernel.search(compiled.handle, request, report)
    operators = tuple(cast(Problem, problem).theory.arcs[number] for number in arcs)
    return Result(
        Status(status),
        follow(problem.start, operators),
        operators,
        Statistics(**counters, elapsed=perf_counter() - began),
        limit or None,
        engine="native",
    )


def batched_ida_star(
    problem: SearchProblem,
    heuristic: Heuristic,
    *,
    prune_length: int = PRUNE_LENGTH,
    threads: int = 1,
    instruction_set: str = "",
    limits: Limits,
    report: Callable[[int], None] | None = None,
) -> Result:
    """IDA* in batches: the states of one kind take the same arc together, with the processor's vector instructions.

    It searches the same bounds as depth-first IDA* and proves the same cost, in an order and with counts of its own.
    Sequences of arcs that another sequence, no dearer, makes superfluous are left out (Taylor and Korf, AAAI 1993;
    Burch and Holte, SoCS 2011).

    Parameters
    ----------
    problem
        Of 16 cells and 16 symbols at most, with whole costs.
    heuristic
        A sum over cells, of whole numbers.
    prune_length
        The longest redundant sequences that are looked for; 1 prunes nothing, 2 only what undoes or commutes.
    threads
        How many processors to use; counts depend on it where there is a solution.
    instruction_set
        One of `kernel_variants`; the best unless told otherwise. All give the same result.
    limits, report
        As for `solve`.

    Raises
    ------
    NotNativeError
        A problem or heuristic that does not fit.
    """
    began = perf_counter()
    compiled, request = _request(problem, heuristic, limits)
    try:
        status, limit, counters, arcs, pruning, bound = _kernel.batched_ida(
            compiled.handle, request, prune_length, threads, instruction_set, report
        )
    except ValueError as error:
        raise NotNativeError(
            f"cannot search in batches: {error}", remedy="ida-star in depth-first order"
        ) from None
    operators = tuple(cast(Problem, problem).theory.arcs[number] for number in arcs)
    return Result(
        Status(status),
        follow(problem.start, operators),
        operators,
        Statistics(**counters, elapsed=perf_counter() - began),
        limit or None,
        engine="native",
        note=f"searched to bound {bound:g} in batches, whose counts are their own; "
        f"{pruning['sequences']:,} redundant sequences of up to {pruning['length']} arcs left out",
    )


def _request(
    problem: SearchProblem, heuristic: Heuristic, limits: Limits
) -> tuple[CompiledTheory, Any]:
    if not isinstance(problem, Problem) or problem.engine != "python":
        raise not_native("it takes problems made of arcs", type(problem).__name__)
    if isinstance(problem, AnyGoalProblem):
        raise not_native("it looks for one goal", f"{len(problem.goals)} goals")
    try:
        compiled = compile_theory(problem.theory, problem.start, problem.goal)
    except InputError as error:
        raise NotNativeError(
            error.problem, expected=error.expected, found=error.found, remedy=error.remedy
        ) from None
    request = _kernel.Request()
    request.heuristic = heuristic_data(compiled, heuristic)
    request.goal = compiled.encode_pattern(problem.goal)
    request.set_start(compiled.encode(problem.start))
    request.set_limits(limits.time or 0, limits.nodes or 0, limits.memory or 0)
    return compiled, request


def follow(start: State, operators: tuple[Any, ...]) -> tuple[State, ...]:
    """The states along a path that the kernel found, made by the arcs themselves.

    Raises
    ------
    ArcwiseError
        An arc that does not match: the kernel would be wrong.
    """
    states = [start]
    for operator in operators:
        state = operator.apply(states[-1])
        if state is None:
            raise ArcwiseError(f"the kernel's path does not replay at arc {operator.name}")
        states.append(state)
    return tuple(states)


def heuristic_data(compiled: CompiledTheory, heuristic: Heuristic) -> Any:
    """A heuristic in the kernel's terms.

    Raises
    ------
    NotNativeError
        A heuristic that it does not know.
    """
    data = _kernel.HeuristicData()
    if heuristic is ZERO:
        return data
    if isinstance(heuristic, LinearConflict):
        data.lines = [list(line) for line in heuristic.lines]
        data.lines_of = [list(lines) for lines in heuristic.lines_of]
        data.place = [
            [place.get(symbol, -1) for symbol in compiled.symbols] for place in heuristic.place
        ]
        data.detour = heuristic.detour
        data.table = _table(compiled, heuristic.manhattan)
    elif isinstance(heuristic, CellSum):
        data.table = _table(compiled, heuristic)
    else:
        raise not_native("it does not know this heuristic", heuristic.name)
    return data


def _table(compiled: CompiledTheory, heuristic: CellSum) -> list[float]:
    return [values.get(symbol, 0) for values in heuristic.table for symbol in compiled.symbols]
