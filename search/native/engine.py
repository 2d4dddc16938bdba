"""Searches in the kernel: the same algorithms, counters and results as in Python, for theories that are lists of arcs."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, cast

from ...rules.errors import ArcwiseError, InputError
from ...rules.term import State
from .. import _kernel
from ..algorithms import LEAST_DEPTH, Algorithm, Weights
from ..any_goal import AnyGoalProblem
from ..heuristic import ZERO, Heuristic
from ..limits import NO_LIMITS, Limits
from ..problem import Problem, SearchProblem
from ..result import Result, Statistics, Status
from .compiled import CompiledTheory, compile_theory


class NotNativeError(InputError):
    """The kernel cannot run this search; the message says why."""


def not_native(why: str, found: str = "") -> NotNativeError:
    """The error that says why the kernel cannot run a search."""
    return NotNativeError(
        f"engine native cannot run this: {why}", found=found, remedy="--engine python, or auto"
    )


def search_in_kernel(
    problem: SearchProblem,
    algorithm: Algorithm,
    heuristic: Heuristic,
    *,
    move_back: bool = True,
    limits: Limits = NO_LIMITS,
    report: Callable[[int], None] | None = None,
    instruction_set: str = "",
) -> Result:
    """Run an algorithm in the kernel.

    Parameters
    ----------
    problem, heuristic
        A plain `Problem`, and a heuristic that the kernel has too.
    algorithm
        One whose parts the kernel has.
    move_back, limits, report
        As for `solve`; a limit on memory counts the bytes that the kernel itself holds, as does ``peak_memory``.
    instruction_set
        For searches in batches one of `kernel_variants`; the best unless told otherwise. All give the same result.

    Raises
    ------
    NotNativeError
        Where the kernel cannot serve.
    """
    if algorithm.loop == "batched":
        return _search_in_batches(problem, algorithm, heuristic, limits, report, instruction_set)
    began = perf_counter()
    if abs(algorithm.seed) >= 2**64:
        raise not_native("its seeds have 64 bits", str(algorithm.seed))
    loop = _part(_kernel.Loop, algorithm.loop, "loop", algorithm)
    compiled, request = _request(problem, heuristic, limits)
    if algorithm.loop == "bidirectional":
        if cast(Problem, problem).ground_goal is None:
            raise not_native("bidirectional search needs one goal state")
        if not compiled.handle.invertible():
            raise not_native("an arc has no inverse")
    request.loop = loop
    request.order = _part(_kernel.Order, algorithm.open_list, "open list", algorithm)
    request.rule = _part(_kernel.Rule, algorithm.rule, "duplicate rule", algorithm)
    request.ties = _part(_kernel.Ties, algorithm.ties, "ties", algorithm)
    request.width = min(algorithm.beam_width, 2**32 - 1)
    request.seed = abs(algorithm.seed)
    request.move_back = move_back
    request.set_evaluation(*_evaluation(algorithm))
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


def _part(parts: Any, name: Any, what: str, algorithm: Algorithm) -> Any:
    """The kernel's part of a name, which it spells in capitals."""
    found = isinstance(name, str) and parts.__members__.get(name.replace("-", "_").upper())
    if not found:
        raise not_native(f"it has no such {what}", f"{name} of {algorithm.name}")
    return found


def _evaluation(algorithm: Algorithm) -> tuple[float, float, bool]:
    """The weights of g and h, and whether f is the least depth."""
    f = algorithm.f
    if not isinstance(f, Weights):
        if f != LEAST_DEPTH:
            raise not_native("it has no such evaluation", f)
        return 0, 0, True
    ordered = algorithm.loop == "iterative" or algorithm.open_list not in ("fifo", "lifo")
    if f.depth and ordered:
        raise not_native("it does not weigh depths", algorithm.name)
    return f.g, f.h, False


def _search_in_batches(
    problem: SearchProblem,
    algorithm: Algorithm,
    heuristic: Heuristic,
    limits: Limits,
    report: Callable[[int], None] | None,
    instruction_set: str,
) -> Result:
    """IDA* in batches: the states of one kind take the same arc together, with the processor's vector instructions.

    It searches the same bounds as depth-first IDA* and proves the same cost, in an order and with counts of its own,
    which depend on the number of threads where there is a solution. Sequences of arcs that another sequence, no dearer,
    makes superfluous are left out (Taylor and Korf, AAAI 1993; Burch and Holte, SoCS 2011). Boards have 16 cells and 16
    symbols at most and whole costs, heuristics are sums over cells of whole numbers.
    """
    began = perf_counter()
    compiled, request = _request(problem, heuristic, limits)
    try:
        status, limit, counters, arcs, pruning, bound = _kernel.batched_ida(
            compiled.handle,
            request,
            algorithm.prune_length,
            algorithm.threads,
            instruction_set,
            report,
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
    request.heuristic = _in_kernel(compiled, heuristic)
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


def _in_kernel(compiled: CompiledTheory, heuristic: Heuristic) -> Any:
    """A heuristic as the kernel has it."""
    if heuristic is ZERO:
        return _kernel.HeuristicData()
    in_kernel = getattr(heuristic, "in_kernel", None)
    if in_kernel is None:
        raise not_native("it does not know this heuristic", heuristic.name)
    return in_kernel(compiled)
