"""Run an algorithm on a problem.

Also here: `solve_batch` runs it on many problems at once. The kernel works without Python's lock, so threads share the processors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from math import ceil
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

from ..rules.checked import checked
from ..rules.cost import Exact, exact, total_cost
from ..rules.domains.domain_table import domain_of
from ..rules.errors import InputError
from ..rules.later import Later
from ..rules.record import record
from ..rules.solvability import solvability
from ..rules.text.state_text import format_state, symbol_text
from ..rules.text.words import amount
from ..rules.theory import Theory
from .algorithms import (
    ALGORITHMS,
    CHOICE,
    CLIMB,
    LAZY,
    NEW_TABLE,
    Algorithm,
)
from .engines import OTHER_ENGINES, OWN_ENGINES, check_engine, search_with, trapped
from .heuristic import ZERO, Heuristic, as_heuristic, is_made_by_kernel, is_vouched
from .heuristics.combined import avoiding, of_problem
from .heuristics.heuristic_table import (
    HEURISTICS,
    OF_BOARDS,
    HeuristicMaker,
    default_heuristic,
    distances_home,
    heuristic_maker,
    quick_heuristic,
    strongest_heuristic,
)
from .limits import NO_LIMITS, Budget, LimitError, LimitReached, Limits
from .loops.expansion import WATCHED, Watcher
from .macros import LiftedProblem, Macros, Rules, with_macros
from .native.not_native import NotNativeError, not_native
from .operator import denominator_of_costs
from .part_first import of_part
from .problem import Problem, SearchProblem, made_of_arcs, of_arcs, theory_of
from .result import PRUNED, STUCK, Result, Statistics, Status
from .stages.limits import Attempts, Make
from .stages.run import StagedSearch
from .stages.stage import Stage, table_of
from .stages.tables import stages_of

_follow_then_search = Later("planning.policy.policy_then_search", "follow_then_search")
_read_macros = Later("ebl.files.macro_file", "load_macros")
_with_look = Later("ebl.traps_met", "search_with_look")

ROUNDING = 1e-6
"""Greatest excess of a bound by rounding."""

VOUCHED = "h/2 of the program guided the search, and admissible(h/2) vouches for it"
NOT_VOUCHED = (
    "h/2 of the program guided the search; nothing vouches that it is admissible: "
    "where it never exceeds the cost, add the fact admissible(h/2)"
)
"""Remarks on the heuristic that a program brings."""


@checked
def solve(
    problem: SearchProblem,
    algorithm: str | Algorithm | Sequence[Stage] = "auto",
    *,
    macros: str | Path | Macros | Rules | None = None,
    macro_cost: str = "true",
    heuristic: str | Heuristic | Callable[[Any], float] | None = None,
    ties: str | None = None,
    limits: Limits = NO_LIMITS,
    check: bool = True,
    engine: str = "auto",
    watcher: Watcher | None = None,
    report: Callable[[int], None] | None = None,
    tell: Callable[[Result], None] | None = None,
    learn_traps: bool = False,
) -> Result:
    """Search a problem; the outcome is a result whatever happens.

    Parameters
    ----------
    problem
        A `Problem`, a `LiftedProblem`, or any object with ``start``, ``successors(state)`` and ``is_goal(state)``; of a
        `PartFirst` the whole too, where the part has no solution.
    algorithm
        How it is searched: a name in `ALGORITHMS`, or an `Algorithm`, such as
        ``ALGORITHMS["beam"].adjusted(beam_width=10)``; a table of stages of your own, as a list of `Stage` or the name of
        its TOML file.
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
    ties
        Which of two nodes of equal f is expanded first: one of `TIES`; by default the algorithm's own.
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
    learn_traps
        Whether dead ends among the first states that the search makes are explained, and what explains enough of them is
        left out of the rest. The first states are made in Python. `Result.traps` has what was learned.

    Raises
    ------
    InputError
        An unknown name, or a problem or a heuristic that the algorithm or the engine cannot take; states that cannot be
        hashed, successors that are no pairs, costs and estimates that are no numbers of 0 or more.
    TypeError
        An argument that is no problem, algorithm, heuristic or limits.
    """
    row = row_of(algorithm).adjusted(ties=ties)
    asked = SearchCall(
        row=row,
        heuristic=_known(heuristic),
        check=check,
        engine=row.engine_for(engine),
        report=report,
        watcher=watcher,
        tell=tell,
    )
    check_engine(engine, watched=watcher is not None)
    if hasattr(macros, "learned_program"):
        raise InputError(
            "a problem takes no rules of a program",
            expected="solve(PROGRAM, START, GOAL, macros=RULES)",
            found=f"{macros!r:.60}",
        )
    if isinstance(macros, str | Path):
        macros = _macros_of(macros, lifted_of(problem, "macros"))
    if learn_traps and (row.loop == CLIMB or getattr(macros, "policy", None) is not None):
        raise InputError("climbs and policies learn no traps", remedy="greedy, say")
    if macros is not None and macros.policy is not None:
        return _by_policy(macros, lifted_of(problem), limits, asked)
    if macros is not None and asked.row.loop == CLIMB:
        return remarked(_climb(lifted_of(problem), macros, limits, asked), problem)
    cheapest = asked.row.fewest is not None
    problem = with_macros(problem, macros, macro_cost, cheapest=cheapest)
    if learn_traps:
        _check_to_learn_traps(problem, asked)
    search = partial(_search_and_learn if learn_traps else _search, asked=asked)
    parts = getattr(problem, "search_parts", None)
    if parts is not None:
        counting = asked.engine not in OTHER_ENGINES
        found: Result = parts(search, limits, cheapest=cheapest, counting=counting)
        return replace(found, algorithm=found.algorithm or asked.row.name)
    found = remarked(search(problem, limits), problem)
    theory = theory_of(problem)
    return of_part(found) if theory is not None and theory.is_part else found


def _check_to_learn_traps(problem: SearchProblem, asked: SearchCall) -> None:
    """Refuse what learns no traps."""
    made_of_arcs(problem, "traps")
    if asked.engine in OTHER_ENGINES:
        raise InputError("traps are learned by engines of arcwise", found=asked.engine)
    if asked.watcher is not None:
        raise InputError("a search that is watched learns no traps")


def _search_and_learn(problem: SearchProblem, limits: Limits, asked: SearchCall) -> Result:
    """Search a problem made of arcs as it is, and learn traps on the way."""

    def search(part: Problem, within: Limits, row: Algorithm, engine: str) -> Result:
        return _search(part, within, replace(asked, row=row, engine=engine))

    made = made_of_arcs(problem, "traps")
    found: Result = _with_look(made, asked.row, limits, asked.engine, search)
    return found


@record
class SearchCall:
    """The arguments of a search but its problem and limits; see `solve`."""

    row: Algorithm
    heuristic: str | Heuristic | None = None
    check: bool = True
    engine: str = "auto"
    report: Callable[[int], None] | None = None
    watcher: Watcher | None = None
    tell: Callable[[Result], None] | None = None


def row_of(algorithm: str | Algorithm | Sequence[Stage]) -> Algorithm:
    """The algorithm of a name, or of a table of stages."""
    if isinstance(algorithm, str):
        return ALGORITHMS.find(algorithm)
    return algorithm if isinstance(algorithm, Algorithm) else table_of(algorithm)


def _known(heuristic: str | Heuristic | Callable[[Any], float] | None) -> str | Heuristic | None:
    """A heuristic as searches take it: its name as it is spelled in the table, or the object."""
    if isinstance(heuristic, str):
        return HEURISTICS.named(heuristic) or heuristic
    return None if heuristic is None else as_heuristic(heuristic)


def lifted_of(problem: SearchProblem, what: str = "policies") -> LiftedProblem:
    """The problem as its domain describes it.

    Raises
    ------
    InputError
        A problem that is not made of arcs.
    """
    if isinstance(problem, LiftedProblem):
        return problem
    return LiftedProblem.of(made_of_arcs(problem, what))


def _macros_of(file: str | Path, problem: LiftedProblem) -> Macros:
    """The macros of a file for the boards of a problem."""
    found: Macros = _read_macros(file, problem.domain, problem.shape)
    return found


def _by_policy(macros: Macros, problem: LiftedProblem, limits: Limits, asked: SearchCall) -> Result:
    """Follow a policy, and search as ``fast`` does where its rules end."""
    own = asked.engine if asked.engine in OWN_ENGINES else "auto"
    fast = replace(asked, row=ALGORITHMS["fast"], heuristic=None, engine=own, tell=None)

    def search(part: Problem, within: Limits, row: Algorithm = fast.row) -> Result:
        return _search(part, within, replace(fast, row=row, watcher=None))

    found: Result = _follow_then_search(
        macros.policy, problem, limits, asked.report, search, macros
    )
    return replace(found, lifted=problem)


def _search(problem: SearchProblem, limits: Limits, asked: SearchCall) -> Result:
    """Search a problem as it is."""
    row, made = asked.row, of_arcs(problem)
    if asked.engine in OTHER_ENGINES:
        return _by_other(asked.engine, problem, limits, asked)
    ready = _ready(problem, limits, asked)
    if isinstance(ready, Result):
        return ready
    h, preparation = ready
    limits = limits.after(preparation)
    if made is not None and hasattr(h, "check"):
        h.check(problem)
    if asked.check and made is not None:
        proved = unsolvable(made, row.name, h.name if row.informed else None)
        if proved is not None:
            return proved
    if made is not None and (lost := trapped(made.known_traps, made.start)) is not None:
        named = replace(lost, algorithm=row.name, heuristic=h.name if row.informed else None)
        return named.prepared_in(preparation)
    if asked.watcher is not None and row.loop not in WATCHED:
        raise InputError(
            f"{row.name} has no search of its own that can be watched", remedy="a-star, say"
        )
    if row.loop == CHOICE:
        return _by_stages(problem, h, limits, asked).prepared_in(preparation)
    if row.loop == CLIMB:
        return _climb_problem(problem, limits, asked)
    return _by_loop(problem, h, limits, asked).prepared_in(preparation)


def _by_other(engine: str, problem: SearchProblem, limits: Limits, asked: SearchCall) -> Result:
    """Search with an engine that is not ours."""
    wanted = asked.heuristic
    named = wanted if wanted is None or isinstance(wanted, str) else wanted.name
    result: Result
    result, admissible = OTHER_ENGINES[engine](problem, asked.row, named, limits)
    sure = guarantees_optimal(problem, asked.row, admissible)
    if sure and not result.exact:
        result, sure = result.noted(ROUNDED), False
    optimal = result.solved and sure
    return replace(result, optimal=optimal, bound=result.cost if optimal else None)


def _ready(
    problem: SearchProblem, limits: Limits, asked: SearchCall
) -> tuple[Heuristic, float] | Result:
    """The heuristic and the seconds that making it took, or what a limit left of that."""
    budget = Budget(Limits(time=limits.time))
    wanted, row = asked.heuristic, asked.row
    if row.loop == "batched" and asked.engine == "python":
        row = replace(row, loop="iterative")
    try:
        with budget:
            made = of_arcs(problem)
            if made is not None:
                made.prepare()
            return heuristic_for(problem, row, wanted, limits), budget.elapsed
    except (LimitReached, LimitError) as reached:
        if isinstance(reached, LimitReached) and reached.budget.holds:  # one around this
            raise
        named = wanted if isinstance(wanted, str) else None
        start = (problem.start,)
        found = Result.not_ready(start, reached.limit, budget.elapsed, row.name, named)
        return replace(found, theory=theory_of(problem))


def _climb_problem(problem: SearchProblem, limits: Limits, asked: SearchCall) -> Result:
    """Climb without macros, or with those that a problem of boards has among its arcs."""
    from .climbing.climb import climb_problem

    theory, library = theory_of(problem), getattr(problem, "library", None)
    if library is not None and theory is not None and not domain_of(theory).lifted:
        bare = made_of_arcs(problem, "climbs").with_theory(theory.without_macros())
        return _climb(LiftedProblem.of(bare), library, limits, asked)
    row, engine = asked.row, asked.engine
    return climb_problem(problem, row, limits=limits, engine=engine, report=asked.report)


def _by_loop(problem: SearchProblem, h: Heuristic, limits: Limits, asked: SearchCall) -> Result:
    """Search with the loop of an algorithm, and say what that proves."""
    row, engine, theory = asked.row, asked.engine, theory_of(problem)
    once = partial(search_with, problem=problem, row=row, heuristic=h, report=asked.report)
    of_batches = row.loop == "batched" and asked.heuristic is None and engine == "auto"
    try:
        result = once("native" if of_batches else engine, limits=limits, watcher=asked.watcher)
    except NotNativeError:
        if not of_batches:
            raise
        ready = _ready(problem, limits, replace(asked, engine="python"))
        if isinstance(ready, Result):
            return ready
        other, seconds = ready
        found = _by_loop(problem, other, limits.after(seconds), replace(asked, heuristic=other))
        return found.prepared_in(seconds)
    if result.status is Status.INCOMPLETE and row.open_list == "steepest":
        result = result.noted(STUCK)
    if result.status is Status.INCOMPLETE and row.duplicates.startswith("novelty"):
        result = result.noted(PRUNED)
    proves = guarantees_optimal(problem, row, h.admissible, result.one_cost)
    if proves and not result.exact:
        repeats = engine == "auto" and asked.watcher is None
        result = _added_exactly(result, once if repeats else None, limits)
        proves = result.exact
    if proves and row.informed and result.solved and is_vouched(h):
        too_high = _overestimate(result, h)
        proves, result = not too_high, result.noted(too_high)
    return replace(
        result,
        algorithm=row.name,
        heuristic=h.name if row.informed else None,
        optimal=result.solved and proves,
        theory=theory,
        bound=_proved_bound(result, row, theory) if proves else None,
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


def _climb(problem: LiftedProblem, macros: Macros, limits: Limits, asked: SearchCall) -> Result:
    """Climb with macros, of which only the placed ones are made into arcs."""
    from .climbing.climb import climb_with

    row, engine = asked.row, asked.engine
    check_engine(engine, OWN_ENGINES)
    budget = Budget(Limits(time=limits.time))
    try:
        with budget:
            if asked.check and (proved := unsolvable(problem.board, row.name)) is not None:
                return proved
            traps = macros.traps_in(problem)
            if (lost := trapped(traps, problem.start)) is not None:
                return replace(lost, algorithm=row.name)
            climber = macros.climber(problem.shape, problem.domain, problem.goal, select=row.select)
    except LimitReached as reached:
        if reached.budget is not budget:  # one around this
            raise
        return Result.not_ready((problem.start,), reached.limit, budget.elapsed, row.name, None)
    left = limits.after(budget.elapsed)
    start, report = problem.start, asked.report
    climber = climber.without(traps)
    found = climb_with(climber, start, row, limits=left, engine=engine, report=report)
    if any(one.iterated for one in getattr(macros, "macros", ())):
        found = found.noted(
            "climbs take no walks: of macros that repeat moves they take what stands behind these"
        )
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


def _proved_bound(result: Result, row: Algorithm, theory: Theory | None) -> float | None:
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
    whole = theory is not None and denominator_of_costs(theory) == 1
    return max(0.0, float(ceil(result.bound - ROUNDING)) if whole else result.bound)


def remarked(result: Result, problem: SearchProblem) -> Result:
    """A result with remarks: whether a program vouches for the h/2 that guided the search, and, where there is no solution, which
    symbols of the goal are nowhere else.
    """
    own = own_estimates(problem)
    if own is not None and result.heuristic == own.name:
        result = result.noted(VOUCHED if own.admissible else NOT_VOUCHED)
    if result.solved:
        return result
    found = ", ".join(map(symbol_text, getattr(problem, "unknown_symbols", ())))
    return result.noted(f"neither the start nor any rule has {found}") if found else result


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


def guarantees_optimal(
    problem: SearchProblem, row: Algorithm, admissible: bool, one_cost: bool | None = None
) -> bool:
    """Whether solutions are certain to be cheapest, given the arcs' costs and what the heuristic is.

    Where a search for fewest steps saw one cost only, each cheaper path would have fewer steps, as its first moves were all seen.

    Parameters
    ----------
    problem, row, admissible
        Problem, algorithm, and whether the heuristic never exceeds the remaining cost.
    one_cost
        Whether all moves that the search made cost the same.
    """
    if row.fewest is None or (row.informed and not admissible):
        return False
    theory = theory_of(problem)
    if theory is not None:
        if row.fewest == "cost":
            return _costs_add_up(theory)
        return not theory.macros and len({arc.cost for arc in theory.arcs}) <= 1
    doubt = getattr(problem, "doubt", None)
    if doubt is not None and doubt(1):
        return False
    if row.fewest == "cost":
        return bool(getattr(problem, "costs_add_up", True))
    return bool(one_cost or getattr(problem, "one_cost", False))


@lru_cache(maxsize=64)
def _costs_add_up(theory: Theory) -> bool:
    """Whether every macro costs what its moves cost."""
    return all(
        arc.cost == total_cost([move.cost for move in arc.primitives]) for arc in theory.arcs
    )


def _by_stages(problem: SearchProblem, h: Heuristic, limits: Limits, asked: SearchCall) -> Result:
    """Search by the stages of a table; with a heuristic that was asked for, no other is made by tables of ours."""
    row, blind, made = asked.row, asked.heuristic is None, of_arcs(problem)
    applications = 1
    if limits.work:
        first = () if made is None else made.successors(made.start)
        each = [len(one.primitives) for one, _ in first]
        applications = 10 if made is None else max(1, sum(each))
    attempts = Attempts(limits, partial(_run, problem, asked), applications)
    make: Make | None = None
    if made is not None and row.stages:
        make = partial(_make_named, made, row)
    elif made is not None and blind:
        make = partial(_make, made, asked)
    tell = asked.tell if row.stages or row.fewest is not None else None
    searches = StagedSearch(attempts, problem, h, blind=blind, make=make, tell=tell)
    found = searches.run(stages_of(row))
    return found if found.algorithm else replace(found, algorithm=row.name)


def _make_named(problem: Problem, row: Algorithm, name: str, within: Limits) -> Heuristic:
    """Make a heuristic that the stage of a table names."""
    maker, parameter = heuristic_maker(name, within, row.threads or None)
    return of_problem(problem, maker, *parameter)


def _run(
    problem: SearchProblem,
    asked: SearchCall,
    chosen: Algorithm,
    heuristic: Heuristic,
    within: Limits,
) -> Result:
    """Run an algorithm that the table of another one, ``asked.row``, chose for a problem."""
    row, in_batches = asked.row, chosen.loop == "batched"
    if asked.engine == "python" and (in_batches or chosen.loop == NEW_TABLE):
        raise not_native("it is kept out")
    if chosen.loop == NEW_TABLE:
        from .climbing.climb import climb_by_new_table

        found = climb_by_new_table(problem, within, asked.report)
        return replace(found, algorithm=chosen.name)
    if chosen.arc_order:
        return _in_other_order(problem, asked, chosen, heuristic, within)
    adjusted = chosen.adjusted(
        threads=row.threads or None if in_batches else None,
        ties=(row.ties or None) if chosen.takes("ties") else None,
        seed=row.seed,
        move_back=row.move_back,
        iterated=(row.iterated or None) if chosen.takes("iterated") else None,
    )
    engine = "native" if in_batches else chosen.engine_for(asked.engine)
    one = replace(asked, row=adjusted, engine=engine, check=False, watcher=None, tell=None)
    if chosen.loop == CLIMB or chosen.engine is not None:  # which take no heuristic of ours
        return _search(problem, within, replace(one, heuristic=None))
    found = _by_loop(problem, heuristic if chosen.informed else ZERO, within, one)
    if row.threads > 1 and not in_batches:
        return found.on_one_thread(f"{row.name} takes more for batched-ida-star only")
    return found


def _in_other_order(
    problem: SearchProblem,
    asked: SearchCall,
    chosen: Algorithm,
    heuristic: Heuristic,
    within: Limits,
) -> Result:
    """Run a search by FF with the arcs in an order by chance, which decides between equal successors and relaxed plans."""
    again, whole = replace(chosen, arc_order=0), made_of_arcs(problem, "orders of arcs")
    arcs = [*whole.theory.arcs]
    Random(chosen.arc_order).shuffle(arcs)
    traps, theory = whole.known_traps, replace(whole.theory, arcs=tuple(arcs))
    other = replace(whole, theory=theory, library=None, traps=traps)
    budget = Budget(within)
    made = _make(other, asked, "ff", within)  # its arcs are numbered in the same order
    spent = budget.elapsed
    if made is None:
        return Result.not_ready((problem.start,), "time", spent, chosen.name, heuristic.name)
    found = _run(other, asked, again, made, within.after(spent))
    return replace(found.prepared_in(spent), theory=whole.theory)


def _make(problem: Problem, asked: SearchCall, name: str, within: Limits) -> Heuristic | None:
    """Make a heuristic that a table of ours chose for a problem; None where it has no meaning or limits end it."""
    if name == "default":
        return (
            of_problem(problem, default_heuristic) if problem.theory.symbols is not None else None
        )
    maker = quick_heuristic(name, within, asked.row.threads or None)
    budget = Budget(Limits(time=within.time))
    try:
        with budget:
            made = of_problem(problem, avoiding(maker))
            if asked.engine == "python" or not is_made_by_kernel(made):
                made.estimate(problem.start)
            return made
    except InputError:
        return None
    except LimitReached as reached:
        if reached.budget is not budget:
            raise
        return None


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
    if theory_of(problem) is not None:
        return of_problem(made_of_arcs(problem, wanted or row.name), maker, *parameter)
    if wanted in (None, "zero"):
        return (own_estimates(problem) if wanted is None else None) or ZERO
    board: Theory | None = getattr(problem, "board", None)
    of_board = OF_BOARDS.get(HEURISTICS.spelled(wanted))
    if of_board is not None and board is not None:
        return of_board(board, getattr(problem, "goal", ()), problem.start)
    known = (*OF_BOARDS, "zero") if board is not None else ("zero",)
    raise InputError(
        f"heuristic {wanted} needs a theory made of arcs",
        found=type(problem).__name__,
        remedy=f"{', '.join(known)}, or a FunctionHeuristic of your own",
    )


def own_estimates(problem: SearchProblem) -> Heuristic | None:
    """The estimates that a problem brings, such as h/2 of a program; None without any."""
    found: Heuristic | None = getattr(problem, "estimates", None)
    return found


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
