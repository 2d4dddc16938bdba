"""Run an algorithm on a problem.

Many problems at once: the kernel works without Python's lock, so threads share the processors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache, partial
from math import ceil
from pathlib import Path
from random import Random
from threading import Event
from typing import TYPE_CHECKING, Any

from ..rules.checked import checked
from ..rules.cost import Exact, exact, total_cost
from ..rules.domains.domain_table import domain_of
from ..rules.errors import InputError
from ..rules.later import Later
from ..rules.solvability import solvability
from ..rules.states.permutation_group import moves_group
from ..rules.text.state_text import format_state, symbol_text
from ..rules.text.words import amount
from ..rules.theory import Theory
from .algorithms import (
    ALGORITHMS,
    CHOICE,
    CLIMB,
    FAST_DOWNWARD,
    LAZY,
    NEW_TABLE,
    PLANNER,
    Algorithm,
)
from .attempts import Attempts
from .choosing import Course
from .engines import OWN_ENGINES, check_engine, search_with
from .heuristic import ZERO, FunctionHeuristic, Heuristic, is_vouched, named_after
from .heuristics.boards import avoiding, heuristic_of
from .heuristics.heuristic_table import (
    HEURISTICS,
    OF_BOARDS,
    HeuristicMaker,
    default_heuristic,
    distances_home,
    heuristic_maker,
    strongest_heuristic,
)
from .limits import NO_LIMITS, Budget, LimitError, LimitReached, Limits
from .loops.expansion import WATCHED, Watcher
from .macros import LiftedProblem, Macros, Rules, with_macros
from .native.not_native import not_native
from .operator import denominator_of_costs
from .part_first import PartFirst, is_part, of_part, search_part_first
from .problem import Problem, SearchProblem, theory_of
from .result import PRUNED, STUCK, Result, Statistics, Status

if TYPE_CHECKING:
    from ..logic.prover.swi_problem import ProgramProblem

_read_macros = Later("ebl.files.macro_file", "read_macros")

ROUNDING = 1e-6
"""Greatest excess of a bound by rounding."""

OWN_ESTIMATES = "h/2"
"""Name of the heuristic that a program brings."""

VOUCHED = "h/2 of the program guided the search, and admissible(h/2) vouches for it"
NOT_VOUCHED = (
    "h/2 of the program guided the search; nothing vouches that it is admissible: "
    "where it never exceeds the cost, add the fact admissible(h/2)"
)
"""Remarks on the heuristic that a program brings."""


@checked
def solve(
    problem: SearchProblem,
    algorithm: str | Algorithm = "auto",
    *,
    macros: str | Path | Macros | Rules | None = None,
    macro_cost: str = "true",
    heuristic: str | Heuristic | Callable[[Any], float] | None = None,
    limits: Limits = NO_LIMITS,
    check: bool = True,
    engine: str = "auto",
    watcher: Watcher | None = None,
    report: Callable[[int], None] | None = None,
    tell: Callable[[Result], None] | None = None,
) -> Result:
    """Search a problem; the outcome is a result whatever happens.

    Parameters
    ----------
    problem
        A `Problem`, a `LiftedProblem`, or any object with ``start``, ``successors(state)`` and ``is_goal(state)``; of a
        `PartFirst` the whole too, where the part has no solution.
    algorithm
        How it is searched: a name in `ALGORITHMS`, or an `Algorithm`, such as
        ``ALGORITHMS["beam"].adjusted(beam_width=10)``.
    macros
        Macro-operators for a problem made of arcs, such as a `MacroLibrary`, or their file. They go in front of the arcs;
        ``climb`` uses them with their order of subgoals and their macro table. A policy is followed, whatever the
        algorithm.
    macro_cost
        Cost of a macro in front of the arcs: ``true`` for that of its moves, ``unit`` for that of the cheapest move.
    heuristic
        A name in `HEURISTICS` (for a `Problem`), perhaps with a parameter as in ``patterns:7-8``; a `Heuristic`; or a plain
        function of a state. Nothing is assumed of a plain function, so that the solution is not called optimal. By default,
        informed algorithms take `default_heuristic` for a `Problem` and zero for other problems.
    limits
        Limits on time, nodes and memory.
    check
        Whether an unsolvable problem is recognised before searching, where the domain allows.
    engine
        ``python``, ``native`` (the kernel), or ``auto``: the kernel where it can serve. Problems that bring an engine of
        their own, such as `SwiProblem`, run on that with ``auto``. ``fast-downward`` is `search_with_planner`.
    watcher
        Watcher that is told each step of a search in the Python engine; `watch` records it so.
    report
        Called now and then with the number of expansions so far.
    tell
        Called with each better solution that ``auto`` finds while its proof that none is cheaper goes on.

    Raises
    ------
    InputError
        An unknown name, or a problem or a heuristic that the algorithm or the engine cannot take; states that cannot be
        hashed, successors that are no pairs, costs and estimates that are no numbers of 0 or more.
    TypeError
        An argument that is no problem, algorithm, heuristic or limits.
    """
    row = ALGORITHMS.find(algorithm) if isinstance(algorithm, str) else algorithm
    if isinstance(heuristic, str):
        heuristic = HEURISTICS.named(heuristic) or heuristic
    elif heuristic is not None and not isinstance(heuristic, Heuristic):
        heuristic = named_after(heuristic)
    check_engine(engine, watched=watcher is not None)
    if isinstance(macros, Rules):
        raise InputError(
            "a problem takes no rules of a program",
            expected="solve(PROGRAM, START, GOAL, macros=RULES)",
            found=f"{macros!r:.60}",
        )
    if isinstance(macros, str | Path):
        lifted = _lifted(problem, "macros")
        macros = _macros_of(macros, lifted)
    if macros is not None and (policy := macros.policy) is not None:
        from ..planning.policy.policy_then_search import follow_then_search

        own = engine if engine in OWN_ENGINES else "auto"
        quickly = partial(
            _search, row=ALGORITHMS["fast"], heuristic=None, check=check, engine=own, report=report
        )
        lifted = _lifted(problem)
        found = follow_then_search(policy, lifted, limits, report, quickly)
        return replace(found, lifted=lifted)
    if macros is not None and row.loop == CLIMB:
        found = _climb(_lifted(problem), row, macros, limits, check, engine, report)
        return _with_remarks(found, problem)
    problem = with_macros(problem, macros, macro_cost, cheapest=row.fewest is not None)
    search = partial(
        _search,
        row=row,
        heuristic=heuristic,
        check=check,
        engine=engine,
        watcher=watcher,
        report=report,
        tell=tell,
    )
    if isinstance(problem, PartFirst):
        counting = engine != FAST_DOWNWARD and row.loop != PLANNER
        cheapest = row.fewest is not None
        found = search_part_first(problem, search, limits, cheapest=cheapest, counting=counting)
        return replace(found, algorithm=found.algorithm or row.name)
    found = _with_remarks(search(problem, limits), problem)
    return of_part(found) if isinstance(problem, Problem) and is_part(problem.theory) else found


def _made_of_arcs(problem: SearchProblem, what: str) -> Problem:
    if not isinstance(problem, Problem):
        raise InputError(f"{what} need a theory made of arcs", found=type(problem).__name__)
    return problem


def _lifted(problem: SearchProblem, what: str = "policies") -> LiftedProblem:
    if isinstance(problem, LiftedProblem):
        return problem
    return LiftedProblem.of(_made_of_arcs(problem, what))


def _macros_of(file: str | Path, problem: LiftedProblem) -> Macros:
    """The macros of a file for the boards of a problem."""
    found: Macros = _read_macros(file, problem.domain, problem.shape)
    return found


def _search(
    problem: SearchProblem,
    limits: Limits,
    row: Algorithm,
    heuristic: str | Heuristic | None,
    *,
    check: bool,
    engine: str,
    report: Callable[[int], None] | None,
    watcher: Watcher | None = None,
    tell: Callable[[Result], None] | None = None,
) -> Result:
    if engine == FAST_DOWNWARD or (engine == "auto" and row.loop == PLANNER):
        from ..planning.fast_downward import is_admissible, search_with_planner

        named = heuristic if heuristic is None or isinstance(heuristic, str) else heuristic.name
        result = search_with_planner(problem, row, named, limits)
        sure = guarantees_optimal(problem, row, is_admissible(result.heuristic))
        if sure and not result.exact:
            result, sure = result.noted(ROUNDED), False
        optimal = result.solved and sure
        return replace(result, optimal=optimal, bound=result.cost if optimal else None)
    budget = Budget(Limits(time=limits.time))
    try:
        with budget:
            h = heuristic_for(problem, row, heuristic, limits)
    except (LimitReached, LimitError) as reached:
        if isinstance(reached, LimitReached) and reached.budget.holds:  # one around this
            raise
        named = heuristic if isinstance(heuristic, str) else None
        path = (problem.start,)
        theory = problem.theory if isinstance(problem, Problem) else None
        found = Result.not_ready(path, reached.limit, budget.elapsed, row.name, named)
        return replace(found, theory=theory)
    preparation = budget.elapsed
    limits = limits.after(preparation)
    if isinstance(problem, Problem) and hasattr(h, "check"):
        h.check(problem)
    h_name = h.name if row.informed else None
    if check and isinstance(problem, Problem):
        proved = unsolvable(problem, row.name, h_name)
        if proved is not None:
            return proved
    if watcher is not None and row.loop not in WATCHED:
        raise InputError(
            f"{row.name} has no search of its own that can be watched", remedy="a-star, say"
        )
    if row.loop == CHOICE:
        return _search_by_stages(
            problem, row, h, limits, engine, report, blind=heuristic is None, tell=tell
        ).prepared_in(preparation)
    if row.loop == CLIMB:
        from .climbing.climb import climb_problem

        if isinstance(problem, Problem) and problem.library is not None and not _is_lifted(problem):
            bare = problem.with_theory(problem.theory.without_macros())
            lifted, library = LiftedProblem.of(bare), problem.library
            return _climb(lifted, row, library, limits, check, engine, report)
        return climb_problem(problem, row, limits=limits, engine=engine, report=report)
    result = search_with(engine, problem, row, h, limits=limits, watcher=watcher, report=report)
    if result.status is Status.INCOMPLETE and row.open_list == "steepest":
        result = result.noted(STUCK)
    if result.status is Status.INCOMPLETE and row.duplicates.startswith("novelty"):
        result = result.noted(PRUNED)
    proves = guarantees_optimal(problem, row, h.admissible)
    if proves and not result.exact:
        again = partial(search_with, problem=problem, row=row, heuristic=h, report=report)
        repeats = engine == "auto" and watcher is None
        result = _added_exactly(result, again if repeats else None, limits)
        proves = result.exact
    if proves and row.informed and result.solved and is_vouched(h):
        too_high = _overestimate(result, h)
        proves, result = not too_high, result.noted(too_high)
    return replace(
        result,
        statistics=result.statistics.prepared_in(preparation),
        algorithm=row.name,
        heuristic=h_name,
        optimal=result.solved and proves,
        theory=problem.theory if isinstance(problem, Problem) else None,
        bound=_proved_bound(result, row, problem) if proves else None,
    )


MOST_REPEATED = 200_000
"""Greatest number of expansions of a search that is repeated with exact costs."""

ROUNDED = "numbers of 64 bits cannot add its costs exactly, so that nothing is proved of cheaper solutions"
"""Remark on a result that rounding may have changed."""

SMALL = f"{ROUNDED}; engine auto adds them exactly where {MOST_REPEATED:,} expansions are enough"
"""Remark where another engine may do better."""


def _added_exactly(result: Result, again: Callable[..., Result] | None, limits: Limits) -> Result:
    """The result of the same search with exact costs where that is done soon; else the result with a remark that it proves nothing.

    Parameters
    ----------
    result
        Result of a search that may have rounded sums of costs.
    again
        Runs the search on a given engine within limits; None where it may not be repeated.
    limits
        Limits that hold for both searches together.
    """
    did = result.statistics
    left = limits.rest(did.elapsed, did.expanded, did.operator_applications)
    if again is not None and left is not None and result.solved and did.expanded <= MOST_REPEATED:
        left = left.within(Limits(nodes=4 * did.expanded + 10_000))
        repeated = again("python", limits=left, exactly=True)
        if repeated.limit == "interrupt" or repeated.solved:
            both = did.plus(repeated.statistics)
            found = repeated if repeated.solved else result.noted(ROUNDED)
            return replace(found, statistics=both)
    return replace(result, bound=None).noted(SMALL if again is None else ROUNDED)


def _climb(
    problem: LiftedProblem,
    row: Algorithm,
    macros: Macros,
    limits: Limits,
    check: bool,
    engine: str,
    report: Callable[[int], None] | None,
) -> Result:
    """Climb with macros, of which only the placed ones are made into arcs."""
    from .climbing.climb import climb_with

    check_engine(engine, OWN_ENGINES)
    budget = Budget(Limits(time=limits.time))
    try:
        with budget:
            if check and (proved := unsolvable(problem.board, row.name)) is not None:
                return proved
            climber = macros.climber(problem.shape, problem.domain, problem.goal, select=row.select)
    except LimitReached as reached:
        if reached.budget is not budget:  # one around this
            raise
        return Result.not_ready((problem.start,), reached.limit, budget.elapsed, row.name, None)
    left = limits.after(budget.elapsed)
    found = climb_with(climber, problem.start, row, limits=left, engine=engine, report=report)
    return found.prepared_in(budget.elapsed)


def _overestimate(result: Result, h: Heuristic) -> str:
    """Sentence on where a heuristic exceeds the remaining cost of a path, so that it is not admissible; empty if nowhere."""
    left: Exact = 0
    costs = [0, *(exact(operator.cost) for operator in result.operators[::-1])]
    for state, cost in zip(result.states[::-1], costs, strict=True):
        left += cost
        found = h.estimate(state)
        if found > left * (1 + 1e-9):
            shown = format_state(state) if isinstance(state, tuple) else str(state)
            where = f"{amount(found)} for {shown:.80}, from where {amount(float(left))} is enough"
            return f"{h.name} is not admissible: it is {where}, so that nothing is proved"
    return ""


def _proved_bound(result: Result, row: Algorithm, problem: SearchProblem) -> float | None:
    """Proved lower bound on the cost of a solution.

    The bound is the cost of an optimal solution that was found. Otherwise, if f counts costs, it is the f at which a limit
    ended the search: all nodes of lower f were expanded. It is whole if all costs are.
    """
    if result.solved:
        return result.cost
    if result.status is not Status.STOPPED or row.fewest != "cost":
        return None
    if result.bound is None:
        return None
    whole = isinstance(problem, Problem) and denominator_of_costs(problem.theory) == 1
    return max(0.0, float(ceil(result.bound - ROUNDING)) if whole else result.bound)


def _with_remarks(result: Result, problem: SearchProblem) -> Result:
    """A result with remarks: whether a program vouches for the h/2 that guided the search, and, where there is no solution, which
    symbols of the goal are nowhere else.
    """
    if result.solved and result.heuristic != OWN_ESTIMATES:
        return result
    from ..logic.prover.swi_problem import ProgramProblem

    if isinstance(problem, ProgramProblem) and result.heuristic == OWN_ESTIMATES:
        result = result.noted(VOUCHED if problem.program.vouched else NOT_VOUCHED)
    if result.solved or not isinstance(problem, Problem | ProgramProblem):
        return result
    if isinstance(problem, Problem) and _is_lifted(problem):  # its cells are ours
        return result
    found = ", ".join(map(symbol_text, problem.unknown_symbols))
    return result.noted(f"neither the start nor any rule has {found}") if found else result


def _is_lifted(problem: Problem) -> bool:
    """Whether the arcs were made of actions with parameters."""
    return domain_of(problem.theory).lifted


def unsolvable(problem: Problem, algorithm: str, heuristic: str | None = None) -> Result | None:
    """The result of a problem of which it is known without a search that it has no solution; None for others."""
    verdict = solvability(problem.theory, problem.start, problem.goal)
    if verdict is None or verdict.solvable:
        return None
    return Result(
        Status.UNSOLVABLE,
        (problem.start,),
        (),
        Statistics(),
        algorithm=algorithm,
        heuristic=heuristic,
        engine=None,
        note=verdict.reason,
        theory=problem.theory,
    )


def guarantees_optimal(problem: SearchProblem, row: Algorithm, admissible: bool) -> bool:
    """Whether solutions are certain to be cheapest, given the arcs' costs and what the heuristic is."""
    if row.fewest is None or (row.informed and not admissible):
        return False
    if not isinstance(problem, Problem):
        doubt = getattr(problem, "doubt", None)
        if doubt is not None and doubt(1):
            return False
        if row.fewest == "cost":
            return bool(getattr(problem, "costs_add_up", True))
        return bool(getattr(problem, "one_cost", False))
    theory = problem.theory
    if row.fewest == "cost":
        return _costs_add_up(theory)
    return not theory.macros and len({arc.cost for arc in theory.arcs}) <= 1


@lru_cache(maxsize=64)
def _costs_add_up(theory: Theory) -> bool:
    """Whether every macro costs what its moves cost."""
    return all(
        arc.cost == total_cost([move.cost for move in arc.primitives]) for arc in theory.arcs
    )


def _search_by_stages(
    problem: SearchProblem,
    row: Algorithm,
    h: Heuristic,
    limits: Limits,
    engine: str,
    report: Callable[[int], None] | None,
    *,
    blind: bool,
    tell: Callable[[Result], None] | None,
) -> Result:
    """Search by the stages of a table; with a heuristic that was asked for, no other is made by tables of ours."""
    from .portfolios import PORTFOLIOS

    arcs = theory_of(problem)
    applications = 10
    if arcs is not None and limits.work:
        first = problem.successors(problem.start)
        applications = max(1, sum(len(one.primitives) for one, _ in first))
    run = partial(_run, problem, row, engine, report)
    attempts = Attempts(limits, run, applications if limits.work else 1)
    make = None
    if isinstance(problem, Problem) and row.stages:
        make = partial(_make_named, problem, row)
    elif isinstance(problem, Problem) and blind:
        make = partial(_make, problem, row, engine)
    told = tell if row.stages or row.fewest is not None else None
    course = Course(attempts, problem, h, blind=blind, make=make, tell=told)
    return course.run(row.stages or PORTFOLIOS[row.name]())


def _make_named(problem: Problem, row: Algorithm, name: str, within: Limits) -> Heuristic:
    """Make a heuristic that the stage of a table names."""
    maker, parameter = heuristic_maker(name, within, row.threads or None)
    return heuristic_of(problem, maker, *parameter)


def _run(
    problem: SearchProblem,
    row: Algorithm,
    engine: str,
    report: Callable[[int], None] | None,
    chosen: Algorithm,
    heuristic: Heuristic,
    within: Limits,
) -> Result:
    """Run an algorithm that another one, ``row``, chose for a problem."""
    in_batches = chosen.loop == "batched"
    if in_batches and engine == "python":
        raise not_native("it is kept out")
    if chosen.loop == NEW_TABLE:
        return _by_new_table(problem, chosen, within, engine, report)
    adjusted = chosen.adjusted(
        threads=row.threads or None if in_batches else None,
        ties=(row.ties or None) if chosen.takes("ties") else None,
        seed=row.seed,
        move_back=row.move_back,
    )
    used = "native" if in_batches else engine
    if chosen.arc_order and isinstance(problem, Problem):
        other = _in_other_order(problem, chosen.arc_order)
        budget = Budget(within)
        made = _make(other, row, engine, "ff", within)  # its arcs are numbered in the same order
        spent = budget.elapsed
        if made is None:
            return Result.not_ready((problem.start,), "time", spent, chosen.name, heuristic.name)
        again = replace(chosen, arc_order=0)
        found = _run(other, row, engine, report, again, made, within.after(spent))
        return replace(found.prepared_in(spent), theory=problem.theory)
    found = _search(problem, within, adjusted, heuristic, check=False, engine=used, report=report)
    if row.threads > 1 and not in_batches:
        return found.on_one_thread(f"{row.name} takes more for batched-ida-star only")
    return found


def _in_other_order(problem: Problem, seed: int) -> Problem:
    """The problem with its arcs in an order by chance, which decides between equal successors and between relaxed plans."""
    arcs = [*problem.theory.arcs]
    Random(seed).shuffle(arcs)
    return replace(problem, theory=replace(problem.theory, arcs=tuple(arcs)))


def _make(
    problem: Problem, row: Algorithm, engine: str, name: str, within: Limits
) -> Heuristic | None:
    """Make a heuristic that an algorithm chose for a problem; None where it has no meaning or limits end it."""
    one_cost = len({arc.cost for arc in problem.theory.arcs}) <= 1
    ff = HEURISTICS["ff"] if one_cost else partial(HEURISTICS["ff"], counted="steps")
    relaxed: dict[str, HeuristicMaker] = {"ff": ff, "lm_cut": HEURISTICS["lm_cut"]}
    permutes = problem.theory.symbols is not None
    if name == "default":
        return heuristic_of(problem, default_heuristic) if permutes else None
    if name in relaxed and permutes:  # little is lost by any move
        return None
    if name == "ff" and moves_group(problem.theory) is not None:  # a macro table is quicker
        return None
    maker = relaxed.get(name)
    if maker is None:
        from .heuristics.patterns.ready import quick_patterns

        maker = partial(quick_patterns, limits=within, threads=row.threads or None)
    budget = Budget(Limits(time=within.time))
    try:
        with budget:
            made = heuristic_of(problem, avoiding(maker))
            if name != "ff" or engine == "python":  # the kernel makes what it needs itself
                made.estimate(problem.start)
            return made
    except InputError:
        return None
    except LimitReached as reached:
        if reached.budget is not budget:
            raise
        return None


def _by_new_table(
    problem: SearchProblem,
    row: Algorithm,
    limits: Limits,
    engine: str,
    report: Callable[[int], None] | None,
) -> Result:
    from .climbing.climb import climb_by_new_table

    if engine == "python":
        raise not_native("it is kept out")
    return replace(climb_by_new_table(problem, limits, report), algorithm=row.name)


def heuristic_for(
    problem: SearchProblem, row: Algorithm, wanted: str | Heuristic | None, limits: Limits
) -> Heuristic:
    """Heuristic of a search: the wanted one or the algorithm's own; zero for an uninformed algorithm.

    Raises
    ------
    InputError
        An unknown name, or one that needs arcs where there are none.
    """
    if wanted is not None and not isinstance(wanted, str):
        return wanted if row.informed else ZERO
    maker, parameter = (
        (_own_heuristic(row), ())
        if wanted is None
        else heuristic_maker(wanted, limits, row.threads or None)
    )
    if not row.informed:
        return ZERO
    if isinstance(problem, Problem):
        return heuristic_of(problem, maker, *parameter)
    from ..logic.prover.swi_problem import ProgramProblem

    if wanted in (None, "zero"):
        if isinstance(problem, ProgramProblem) and wanted is None:
            return own_estimates(problem)
        return ZERO
    of_board = OF_BOARDS.get(HEURISTICS.spelled(wanted))
    if of_board is not None and isinstance(problem, ProgramProblem):
        return of_board(problem.board, problem.goal, problem.start)
    known = (*OF_BOARDS, "zero") if isinstance(problem, ProgramProblem) else ("zero",)
    raise InputError(
        f"heuristic {wanted} needs a theory made of arcs",
        found=type(problem).__name__,
        remedy=f"{', '.join(known)}, or a FunctionHeuristic of your own",
    )


def own_estimates(problem: ProgramProblem) -> Heuristic:
    """The estimates of a program that has h/2, admissible where the program vouches for it; else zero."""
    if not problem.program.has_estimates:
        return ZERO
    program = problem.program
    return FunctionHeuristic(OWN_ESTIMATES, program.estimate, admissible=program.vouched)


def _own_heuristic(row: Algorithm) -> HeuristicMaker:
    if row.loop == LAZY:
        return avoiding(HEURISTICS["ff"])
    if row.loop == "batched":
        return distances_home
    best = row.loop == CHOICE or row.fewest == "cost"
    return strongest_heuristic if best else default_heuristic


@checked
def solve_many(
    problems: Iterable[SearchProblem],
    algorithm: str | Algorithm = "auto",
    *,
    threads: int = 1,
    done: Callable[[int], None] | None = None,
    **arguments: Any,
) -> list[Result]:
    """Search every problem; results come in the order of the problems and are those of `solve`.

    Ctrl-C ends the searches that run and leaves the rest out: each of those has the status STOPPED, by ``interrupt``.

    Parameters
    ----------
    problems, algorithm
        Problems, and the algorithm.
    threads
        Number of searches at the same time. Only searches in the kernel gain by it.
    done
        Called with the number of problems finished so far, from the threads that finish them.
    arguments
        Further arguments of `solve`, but not ``report``.

    Raises
    ------
    InputError
        As `solve` does, and for fewer than one thread.
    """
    from concurrent.futures import ThreadPoolExecutor

    if threads < 1:
        raise InputError("bad threads", expected="1 or more", found=str(threads))
    halt = Event()
    finished: list[None] = []

    def check(expanded: int) -> None:
        # The kernel and the Python loops end with a result when their reporter is interrupted.
        if halt.is_set():
            raise KeyboardInterrupt

    def search(problem: SearchProblem) -> Result:
        result = solve(problem, algorithm, report=check, **arguments)
        finished.append(None)
        if done is not None:
            done(len(finished))
        return result

    with ThreadPoolExecutor(threads) as pool:
        futures = [pool.submit(search, problem) for problem in problems]
        try:
            return [future.result() for future in futures]
        except KeyboardInterrupt:
            halt.set()
            return [future.result() for future in futures]
        except BaseException:
            halt.set()
            raise
