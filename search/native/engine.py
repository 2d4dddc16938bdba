"""Searches in the kernel: the same algorithms, counters and results as in Python, for theories that are lists of arcs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from time import perf_counter
from typing import Any, TypeAlias

from ...rules.arc import Arc
from ...rules.cost import total_cost
from ...rules.errors import ArcwiseError
from ...rules.states.traps import NO_TRAPS, Traps
from ...rules.term import State
from ...rules.text.words import counted
from ...rules.theory import Theory
from .. import _kernel
from ..algorithms import LEAST_DEPTH, Algorithm, Weights
from ..heuristic import ZERO, Heuristic, denominator_of_f, is_exact
from ..limits import NO_LIMITS, Budget, Limits
from ..operator import MOST_DENOMINATOR
from ..problem import IteratedProblem, SearchProblem, iterated, of_arcs
from ..result import THREADS, Result, Status
from .compiled import CompiledTheory, compile_theory, kernel_limits, statistics_of
from .not_native import not_native

MakeInKernel: TypeAlias = "Callable[[CompiledTheory], _kernel.Heuristic]"


def search_in_kernel(
    problem: SearchProblem,
    algorithm: Algorithm,
    heuristic: Heuristic,
    *,
    limits: Limits = NO_LIMITS,
    report: Callable[[int], None] | None = None,
    instruction_set: str = "",
    traps: Traps = NO_TRAPS,
) -> Result:
    """Run an algorithm in the kernel.

    Parameters
    ----------
    problem, heuristic
        A plain `Problem`, and a heuristic that the kernel has too.
    algorithm
        One whose parts the kernel has.
    limits, report
        As for `solve`; a limit on memory counts the bytes that the kernel itself holds, as does ``peak_memory``.
    instruction_set
        For searches in batches one of `instruction_sets`; by default the best. All give the same result.
    traps
        Patterns of states that are left out.

    Raises
    ------
    NotNativeError
        A search that the kernel cannot do.
    MemoryError, LimitReached
        Before the search itself, which tells what it did.
    """
    began = perf_counter()
    arcs: Sequence[Arc] = ()
    left_out = 0
    made = of_arcs(problem)
    if made is not None:
        arcs = made.theory.arcs
        if algorithm.loop == "batched":
            plain, numbers = without_needless_macros(made.theory)
            left_out = len(arcs) - len(numbers)
            arcs = [arcs[number] for number in numbers]
            problem = replace(made, theory=plain)
            one_sum = getattr(heuristic, "by_cell", None)
            heuristic = heuristic if one_sum is None else one_sum()
    compiled, request = _request(problem, algorithm, heuristic, limits)
    request.instruction_set = instruction_set
    if traps:
        request.traps = _traps_in_kernel(compiled, traps)
    with_walks = iterated(problem, algorithm)
    if isinstance(with_walks, IteratedProblem):
        request.walks = _walks_in_kernel(compiled, with_walks)
    try:
        found = _kernel.search(compiled.handle, request, report)
    except ValueError as error:
        if error.__traceback__ is not None and error.__traceback__.tb_next is not None:
            raise  # of a function of the user's own, which the kernel called
        raise not_native(str(error), algorithm.name) from None
    operators = tuple(arcs[number] for number in found.arcs)
    if isinstance(with_walks, IteratedProblem):
        path, walks = iter(found.arcs), with_walks.walks
        steps = ([*islice(path, size)] for size in found.lengths)
        operators = tuple(walks.joined(act, taken) for act, *taken in steps)
    result = Result(
        Status(found.status),
        replayed(problem.start, operators),
        operators,
        statistics_of(found.counters, perf_counter() - began),
        found.limit,
        engine="native",
        note=_note(found, left_out),
        bound=found.bound,
    )
    return replace(result, exact=is_exact(problem, algorithm, heuristic, result))


def _traps_in_kernel(compiled: CompiledTheory, traps: Traps) -> _kernel.Traps:
    """The patterns that may hold in the kernel: all their symbols have a number."""
    codes = compiled.codes
    sets = [
        [number for cell, symbol in trap.facts for number in (cell, codes[symbol])]
        for trap in traps.each
        if all(symbol in codes for _, symbol in trap.facts)
    ]
    scarce = [symbol for symbol in traps.least if symbol in codes]
    return _kernel.Traps(sets, [codes[one] for one in scarce], [traps.least[one] for one in scarce])


def _walks_in_kernel(compiled: CompiledTheory, problem: IteratedProblem) -> _kernel.Walks:
    """The walks of a problem, the arcs that are taken behind them, and the walks that its goal asks for."""
    walks, codes = problem.walks, compiled.codes
    ends = walks.ends(problem.goal)
    arcs = problem.theory.arcs
    numbers = {id(arc): number for number, arc in enumerate(arcs)}

    def coded(needs: Iterable[tuple[int, Any]]) -> list[int]:
        """Walks, each before the number of its place."""
        return [
            number
            for walk, place in needs
            for number in (walk, place if walks.each[walk].cell is None else codes[place])
        ]

    def linked(links: Iterable[int | tuple[int, Any]]) -> list[int]:
        """Links in pairs: -1 and an arc, or a walk and its place."""
        pairs = ((-1, one) if isinstance(one, int) else coded([one]) for one in links)
        return [number for pair in pairs for number in pair]

    return _kernel.Walks(
        [-1 if one.cell is None else one.cell for one in walks.each],
        [-1 if one.symbol is None else codes[one.symbol] for one in walks.each],
        [list(one.arcs) for one in walks.each],
        [one.number for one in walks.acts],
        [numbers.get(id(arcs[one.number].primitives[-1]), one.number) for one in walks.acts],
        [coded(one.needs) for one in walks.acts],
        [linked(one.links) for one in walks.acts],
        coded(ends),
    )


def _request(
    problem: SearchProblem, algorithm: Algorithm, heuristic: Heuristic, limits: Limits
) -> tuple[CompiledTheory, _kernel.Request]:
    """Compile the problem of a search, and what is asked for, within its limits."""
    budget = Budget(Limits(time=limits.time))
    with budget:
        compiled, request = _compiled(problem, heuristic)
    request.limits = kernel_limits(limits.after(budget.elapsed))
    request.loop = _part(_kernel.Loop, algorithm.loop, "loop", algorithm)
    request.order = _part(_kernel.Order, algorithm.open_list, "open list", algorithm)
    request.rule = _part(_kernel.Rule, algorithm.rule, "duplicate rule", algorithm)
    request.ties = _part(_kernel.Ties, algorithm.ties, "ties", algorithm)
    denominator = denominator_of_f(algorithm.f, problem, heuristic)
    if algorithm.loop == "batched" and not compiled.theory.plain:
        raise not_native("batches take no conditional effects and no derived cells")
    if algorithm.loop == "batched" and denominator > MOST_DENOMINATOR:
        raise not_native(
            f"batches count costs and h in units of one over {MOST_DENOMINATOR} or more",
            f"one over {denominator:,}",
        )
    request.evaluation = _evaluation(algorithm, denominator)
    request.width = min(algorithm.beam_width, 2**32 - 1)
    request.seed = _seed(algorithm)
    request.move_back = algorithm.move_back
    request.prune_length = algorithm.prune_length
    request.threads = max(1, algorithm.threads)
    if algorithm.loop == "bidirectional":
        if getattr(problem, "ground_goals", None) is None:
            raise not_native(
                "bidirectional search needs goals that are states", remedy="breadth-first"
            )
        if not compiled.handle.invertible():
            raise not_native("an arc has no inverse")
    return compiled, request


@lru_cache(maxsize=64)
def without_needless_macros(theory: Theory) -> tuple[Theory, Sequence[int]]:
    """The theory without the macros that cost no less than their steps, which a cheapest solution does not need.

    And the numbers that its arcs had.
    """
    moves = set(theory.primitives)
    kept = [
        number
        for number, arc in enumerate(theory.arcs)
        if not arc.is_macro
        or arc.cost < total_cost([step.cost for step in arc.primitives])
        or not moves.issuperset(arc.primitives)
    ]
    if len(kept) == len(theory.arcs):
        return theory, kept
    return replace(theory, arcs=tuple(theory.arcs[number] for number in kept)), kept


def _note(found: _kernel.Outcome, left_out: int) -> str:
    """Note on a search in batches."""
    several = found.threads > 1
    threads = f"{THREADS}{found.threads} ran, and counts differ from run to run" if several else ""
    if found.pruning is None or found.bound is None:
        return threads
    macros = f"; {counted(left_out, 'macro')} left out, which cost no less than their steps"
    batches = (
        f"searched to bound {found.bound:g} in batches, whose counts are their own; "
        f"{found.pruning.sequences:,} redundant sequences of up to {found.pruning.length} arcs left out"
        f"{macros if left_out else ''}"
    )
    return f"{threads}; {batches}" if several else batches


def _seed(algorithm: Algorithm) -> int:
    if abs(algorithm.seed) >= 2**64:
        raise not_native("its seeds have 64 bits", str(algorithm.seed))
    return abs(algorithm.seed)


def _part(parts: Any, name: Any, what: str, algorithm: Algorithm) -> Any:
    """The kernel's part of a name, which it spells in capitals."""
    found = _by_name(parts).get(name) if isinstance(name, str) else None
    if found is None:
        raise not_native(f"the kernel has no such {what}", f"{name} of {algorithm.name}")
    return found


@lru_cache
def _by_name(parts: Any) -> dict[str, Any]:
    return {name.replace("_", "-").lower(): part for name, part in parts.__members__.items()}


def _evaluation(algorithm: Algorithm, denominator: int) -> _kernel.Evaluation:
    f = algorithm.f
    if not isinstance(f, Weights):
        if f != LEAST_DEPTH:
            raise not_native("the kernel has no such evaluation", f)
        return _kernel.Evaluation(least_depth=True)
    ordered = algorithm.loop == "iterative" or algorithm.open_list not in ("fifo", "lifo")
    if f.depth and ordered:
        raise not_native("the kernel does not weigh depths", algorithm.name)
    return _kernel.Evaluation(f.g, f.h, denominator=denominator)


def _compiled(
    problem: SearchProblem, heuristic: Heuristic
) -> tuple[CompiledTheory, _kernel.Request]:
    made = of_arcs(problem)
    if made is None or made.engine != "python":
        raise not_native("the kernel takes problems made of arcs")
    goals = made.wanted
    compiled = compile_theory(made.theory, made.start, *goals, conditional=True)
    request = _kernel.Request(
        compiled.encode(made.start), [compiled.encode_pattern(goal) for goal in goals]
    )
    request.heuristic = heuristic_in_kernel(compiled, heuristic)
    return compiled, request


def replayed(start: State, operators: tuple[Any, ...]) -> tuple[State, ...]:
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


def heuristic_in_kernel(compiled: CompiledTheory, heuristic: Heuristic) -> _kernel.Heuristic:
    """A heuristic as the kernel has it.

    Raises
    ------
    NotNativeError
        One that is written in Python.
    """
    if heuristic is ZERO:
        return _kernel.Zero()
    make: MakeInKernel | None = getattr(heuristic, "in_kernel", None)
    if make is None:
        raise not_native("the heuristic is written in Python", heuristic.name)
    return make(compiled)
