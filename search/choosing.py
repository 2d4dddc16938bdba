"""Choice of the algorithm where none is asked for: to prove a cheapest solution soonest, or to find any solution soonest.

For a proof, the choice goes in stages:

1. A short A* search is the first look. It measures how many successors are new states, and how much of the way h
   accounts for.
2. A narrow beam looks for some solution at once, and wider beams for shorter ones once the best heuristic is made. A limit
   that ends the proof, or Ctrl-C, then leaves a solution and a bound on the cost of any. Greedy search follows where a beam
   finds none, or one far above the bound, then a macro table if the moves generate a group, and a search from both ends where
   none finds one.
3. A heuristic that takes seconds to make is made for a problem that is still unsolved. LM-cut, which takes long for every
   state, is for problems whose symbols may repeat. It has a short trial, and all the rest if its values are so much larger
   that they make up for its time.
4. The proof is by the kind of search that the first look asks for: breadth-first from both ends where h accounts for
   little, iterative deepening where hardly a state is met twice, A* elsewhere.

Within limits too small for a beam, greedy search takes its place, also with pattern databases: of all algorithms it finds
most plans in few expansions and little memory. A search that runs out of memory is followed by one that needs little: for
some solution, by iterative deepening with a weight. All stages are bounded by work, such as expansions, and by the clock
only if the user limits time: a busy machine chooses alike.

For any solution, a library climbs if there is one. Otherwise the first look is a short weighted A* search, then comes lazy
greedy search with FF where symbols may repeat; for a planning problem a narrow beam has a turn after the first part of it.
Beams follow, each ten times as wide as the one before (as in Zhang 1998): a narrow one is soon at a goal or at its end, and a
wide one is hard to lead astray. Where no beam of the first round finds a plan and the moves generate a group, a macro table
is filled: it always has one, mostly a shorter one than greedy search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice, product
from math import inf, log
from typing import NamedTuple, TypeAlias

from ..rules.domains.domain_table import domain_of
from ..rules.errors import InputError
from ..rules.text.words import amount, counted
from .algorithms import ALGORITHMS, CLIMB, NEW_TABLE, Algorithm, Weights
from .attempts import (
    ATTEMPT_SHARE,
    CLOSEST,
    HOPEFUL,
    LEVELS,
    MOST,
    NARROWEST,
    NEARLY_ALL,
    SHORT,
    WIDEST,
    Attempts,
    Make,
    SearchFunction,
)
from .heuristic import ZERO, Heuristic
from .heuristics.batch import BatchHeuristic
from .limits import Limits
from .native.not_native import NotNativeError
from .problem import Problem, SearchProblem
from .result import Result, Statistics, Status

FIRST_LOOK, WIDE = 2_000, 100
"""Expansions of the first look, and number of successors of the start above which it has fewer."""

NEW = 0.8
"""Share of successors, the parent aside, that are new states; from this share on a space is searched as a tree."""

GREED = 5
"""The weight of h in a first look for any solution."""

DEARER, ARCS = 20, 400
"""Values of a cheap heuristic that take about as long as one of FF, and the number of arcs up to which this holds."""

DEAREST = 150
"""Values of a cheap heuristic that take as long as one of LM-cut."""

DEAR = {"lm_cut": DEAREST, "ff": DEARER, "h_add": DEARER, "h_max": DEARER}
"""Values of a cheap heuristic that take as long as one of a dear heuristic, by the name of the latter."""

CLIMBING = 1_000_000
"""Greatest number of states of a climb and its escapes before searches without macros follow."""

TRIAL, WITHOUT_H = 300_000, 10
"""Expansions, with a heuristic that costs nothing to make, before one is made that takes seconds; without h more."""

PLANS = 10
"""Factor by which a planning problem gets more expansions with FF; beams seldom find its plans."""

TURN, ASIDE = 60_000, 150_000
"""Expansions of lazy greedy search before a narrow beam has a turn, and states that the beam may evaluate, which takes about as
long: it is soon at its end, or at a plan where preferred operators lead astray.
"""

RESTARTS, SHORTER = 8, 4
"""Number of short lazy greedy searches before that, with the arcs in other orders, and divisor of their expansions: where
resources are scarce, one order of equal operators needs a thousand times the expansions of another (Gomes, Selman and Kautz 1998).
"""

FAR, AGAIN = 2, 4
"""Factor of the lower bound from which on a solution seems dear, and factor of its expansions within which a cheaper one is
sought before a proof.
"""

WEIGHTS, DEEPENING = (2, 2.5, 3), 1_000_000
"""Weights of h for iterative deepening where memory is short, and the expansions that each is given first."""

SPARSE = 3
"""Nodes in a level of the narrowest beam that is worth its expansions."""

SLOWER = 10
"""Expansions of the kernel that take about as long as one in Python, where trials are shorter."""

SHORTENING = 30_000
"""States that a beam may generate in Python to shorten a plan; it is narrower where the widest would generate more."""

TABLE = Algorithm(
    name="macro-table",
    summary="a macro table filled for one problem, and climbed by",
    loop=NEW_TABLE,
)
"""The way to a plan that is left where all searches fail and the moves generate a group."""

TABLE_NODES = 100_000
"""Words that are made longer for a table, and arrangements that are looked at when it is climbed by."""

OnSolution: TypeAlias = Callable[[Result], None]
"""Callback for a solution that is found while the proof that none is cheaper goes on."""


class Stage(NamedTuple):
    """A heuristic to search with."""

    heuristic: Heuristic
    nodes: int | None  # expansions that it is worth
    why: str
    algorithms: tuple[str, ...] = ()  # of those in turn; none are all of them
    hurried: bool = False  # whether it may take a share of a limit on time only


def search_by_choice(
    row: Algorithm,
    problem: SearchProblem,
    heuristic: Heuristic,
    limits: Limits,
    run: SearchFunction,
    *,
    blind: bool = True,
    make: Make | None = None,
    tell: OnSolution | None = None,
) -> Result:
    """Search a problem for a cheapest solution, or for any.

    Parameters
    ----------
    row
        The algorithm that was asked for; if it guarantees nothing, any solution will do.
    problem, heuristic, limits
        The problem, its heuristic, and the limits on all searches together.
    run
        Runs one algorithm.
    blind
        Whether an algorithm that does not look at h may be chosen.
    make
        Makes a heuristic that may say more, where another one may be taken: ``patterns``, ``lm_cut``, or for any solution
        ``ff`` and ``default``, of permutations the one that `greedy` takes.
    tell
        Called with every better solution while the proof goes on.

    Returns
    -------
    Result
        Of the algorithm that ended the search, with the work of all; the note says which it was and why.
    """
    attempts = Attempts(limits, run, _applications(problem) if limits.work else 1)
    if row.fewest is None:
        result = _any_solution(attempts, problem, heuristic, blind, make)
        if result.status is Status.STOPPED:
            limit = attempts.counted or result.limit
            ended = replace(result, limit=limit, statistics=attempts.done)
            return ended.noted(attempts.too_few(limit))
        return result
    return _cheapest_solution(attempts, problem, heuristic, blind, make, tell or (lambda _: None))


def _cheapest_solution(
    attempts: Attempts,
    problem: SearchProblem,
    heuristic: Heuristic,
    blind: bool,
    make: Make | None,
    tell: OnSolution,
) -> Result:
    first = attempts.part(look := _first_look(problem), attempts.look)
    sure = ZERO if blind and not heuristic.admissible else heuristic
    result = attempts.search(ALGORITHMS["a-star"], sure, _looked("A*", look), first)
    seen, slower = result.statistics, 1 if result.engine == "native" else SLOWER
    best = _Best(attempts, tell)
    if _ended(result, attempts):
        return best.or_not_proved(result)
    for tried in _some_solutions(attempts, problem, heuristic, blind, make, slower):
        if (end := best.take(tried)) is not None:
            return end
    for stage in _stages(attempts, problem, heuristic, seen, make, slower):
        if attempts.out_of_nodes:
            break
        h, nodes = stage.heuristic, stage.nodes
        if stage.algorithms == ("beam",):
            if attempts.short_of_memory and h is not heuristic:
                found = _greedy(attempts, h, attempts.part(TRIAL // slower))
                if (end := best.take(found)) is not None:
                    return end
            widest = WIDEST // slower
            for tried in _beams(attempts, list(dict.fromkeys((heuristic, h))), NARROWEST, widest):
                if (end := best.take(tried)) is not None:
                    return end
            continue
        for name, reason in _in_turn(problem, h, seen, blind):
            if stage.algorithms and name not in stage.algorithms:
                continue
            if name == "batched-ida-star" and attempts.scarce:  # a batch exceeds what is left
                continue
            row = ALGORITHMS[name]
            row = row.adjusted(ties=_ties(h) if row.takes("ties") else None)
            blindly = nodes is not None and not row.informed
            trial = nodes * WITHOUT_H // slower if nodes and blindly else nodes
            try:
                result = attempts.search(
                    row,
                    h,
                    reason + stage.why,
                    None if row.loop == "batched" else trial,
                    seconds=attempts.share if stage.hurried or blindly else None,
                )
            except NotNativeError:  # a search in batches that this theory does not allow
                continue
            if _ended(result, attempts):
                return best.or_not_proved(result)
            if result.limit == "nodes":
                break
    limit = attempts.counted or result.limit
    ended = replace(result, statistics=attempts.done, bound=attempts.bound, limit=limit)
    return best.or_not_proved(ended)


class _Best:
    """The cheapest solution so far, which is the result if a limit ends the proof."""

    def __init__(self, attempts: Attempts, tell: OnSolution) -> None:
        self._attempts, self._tell = attempts, tell
        self._found: Result | None = None

    def take(self, tried: Result) -> Result | None:
        """Record the result of a search; returns the final result if it is a proof or the user ended it."""
        if tried.optimal or tried.status is Status.UNSOLVABLE:
            return tried
        if tried.limit == "interrupt":
            return self.or_not_proved(tried)
        if tried.solved and (self._found is None or _cost(tried) < _cost(self._found)):
            self._found = replace(tried, bound=self._bound(tried))
            self._tell(self._found)
        return None

    def or_not_proved(self, result: Result) -> Result:
        """The solution that was found before, where a limit, or the user, ended the proof; else the result."""
        found = self._found
        if result.status is not Status.STOPPED:
            dear = found is not None and result.solved and _cost(found) < _cost(result)
            return replace(found, statistics=result.statistics) if found and dear else result
        if found is None:
            return result.noted(self._attempts.too_few(result.limit))
        ended = (
            "the user" if result.limit == "interrupt" else f"the limit on {result.limit}"
        ) + f" ended {result.method}"
        least = self._bound(found)
        moves = counted(found.solution().moves, "move")
        needed = "" if least is None else f"{moves} found, at least {amount(least)} needed: "
        note = f"{needed}cost {amount(_cost(found))} is not proved optimal, as {ended}"
        done = self._attempts.done
        return replace(found, limit=result.limit, statistics=done, bound=least).noted(note)

    def _bound(self, found: Result) -> float | None:
        bound, cost = self._attempts.bound, _cost(found)
        if bound is None or bound > cost * (1 + 1e-9):  # of a heuristic that is not admissible
            return None
        return min(bound, cost)


def _cost(found: Result) -> float:
    return found.solution().cost


def _some_solutions(
    attempts: Attempts,
    problem: SearchProblem,
    cheap: Heuristic,
    blind: bool,
    make: Make | None,
    slower: int,
) -> Iterator[Result]:
    """Some solution at little cost, or a proof that there is none, or what the user ended; nothing where none is found.

    A solution that costs more than `FAR` times the lower bound is compared with one of greedy search and one by a macro table,
    or if memory is short, with one of iterative deepening with a weight.
    """
    for result in _quick_searches(attempts, problem, cheap, blind, make, slower):
        if _tells(result):
            yield result
            break
        if attempts.out_of_nodes:
            return
    else:
        return
    near = result.solved and _cost(result) <= FAR * (attempts.bound or 0)
    if near or not result.solved or attempts.scarce or _is_planning(problem):
        return
    if attempts.short_of_memory:
        yield from islice(filter(_tells, _depth_first(attempts, cheap, slower, (1,))), 1)
        return
    greedy, heuristic = next(_unlike_beams(attempts, problem, cheap, blind, make))
    nodes = attempts.part(max(FIRST_LOOK, AGAIN * attempts.done.expanded))
    reason = f"the cost before was more than {FAR} times the lower bound"
    again = attempts.search(greedy, heuristic, reason, nodes, seconds=attempts.share)
    if _tells(again):
        yield again
    cheapest = min((one for one in (result, again) if one.solved), key=_cost)
    if _cost(cheapest) <= FAR * (attempts.bound or 0) or result.algorithm == TABLE.name:
        return
    table = _by_table(attempts, problem, cheap, attempts.share, cheapest)
    if table is not None and _tells(table):
        yield table


def _quick_searches(
    attempts: Attempts,
    problem: SearchProblem,
    cheap: Heuristic,
    blind: bool,
    make: Make | None,
    slower: int,
) -> Iterator[Result]:
    """Searches for some solution, the cheapest of them first; who takes a result may end them.

    A planning problem has a plan first: what finds one for `fast` may use half of the limits. Macros are climbed with.
    """
    if (climbed := _climb(attempts, problem, cheap)) is not None:
        yield climbed
    planning = _is_planning(problem)
    if planning and make is not None and (made := attempts.make(make, "ff")):
        yield _lazy(attempts, problem, made, slower, PLANS, "a plan comes before its proof")
    scarce, all_left = attempts.scarce, NARROWEST * SHORT
    least = HOPEFUL * max(CLOSEST, _in_steps(problem, cheap.estimate(problem.start)))
    if not scarce or make is None or attempts.part(all_left, 1 / 4) >= HOPEFUL * least:
        nodes = max(attempts.part(all_left, MOST), attempts.part(NARROWEST * LEVELS))
        width = max(SPARSE, min(NARROWEST, nodes // SHORT))
        nodes = attempts.part(nodes, 1 / 4 if scarce else 1)
        share = attempts.share
        result = _beam(attempts, cheap, width, nodes, None if share is None else share / 2)
        yield result
        if scarce or attempts.short_of_memory or share is not None:
            yield _greedy(attempts, cheap, attempts.part(TRIAL // slower, 1 / 4))
        if attempts.short_of_memory:
            for narrower in (width // 10, width // 30):
                yield _beam(attempts, cheap, max(1, narrower), nodes, attempts.share)
        elif not (scarce or planning):
            for row, heuristic in _unlike_beams(attempts, problem, cheap, blind, make):
                nodes = attempts.part(TRIAL // slower)
                reason = f"a beam by {cheap.name} found none"
                yield attempts.search(row, heuristic, reason, nodes, seconds=attempts.share)
    if make is not None and not planning and (made := attempts.make(make, "ff")):
        yield _lazy(attempts, problem, made, slower, 1, f"beams by {cheap.name} found none")
    if (found := _by_table(attempts, problem, cheap, attempts.share)) is not None:
        yield found
    if not scarce and not attempts.short_of_memory:
        yield from _beams(attempts, [cheap], 10 * NARROWEST, 10 * NARROWEST)
        return
    nodes = attempts.part(TRIAL // slower, NEARLY_ALL)
    best = None if make is None or nodes < least else attempts.make(make, "patterns")
    if scarce or best is not None:
        yield _greedy(attempts, best or cheap, nodes)
    if attempts.short_of_memory and cheap.estimate(problem.start) > 0:
        yield from _depth_first(attempts, cheap, slower, (1, 10))


def _depth_first(
    attempts: Attempts, heuristic: Heuristic, slower: int, rounds: Sequence[int]
) -> Iterator[Result]:
    """Iterative deepening with h times a weight (Korf 1993), which holds one path only; it may take long by one weight and
    be short by the next. A round gives each weight a multiple of `DEEPENING` expansions.
    """
    if isinstance(heuristic, BatchHeuristic):  # slow state by state
        return
    for times, weight in product(rounds, WEIGHTS):
        row = replace(ALGORITHMS["ida-star"], f=Weights(g=1, h=weight), fewest=None)
        reason = f"with {weight:g} times h it finds some solution in hardly any memory"
        nodes = attempts.part(times * DEEPENING // slower)
        yield attempts.search(row, heuristic, reason, nodes, seconds=attempts.share)


def _is_planning(problem: SearchProblem) -> bool:
    """Whether the arcs are the actions of a planning problem."""
    return isinstance(problem, Problem) and domain_of(problem.theory).lifted


def _climb(attempts: Attempts, problem: SearchProblem, cheap: Heuristic) -> Result | None:
    """A climb with the macros of a problem; None where it has none, or a goal that cannot be climbed to."""
    if not (isinstance(problem, Problem) and problem.theory.macros):
        return None
    nodes = attempts.part(CLIMBING)
    with suppress(InputError):
        return attempts.search(ALGORITHMS[CLIMB], cheap, "there are macros to climb with", nodes)
    return None


def _by_table(
    attempts: Attempts,
    problem: SearchProblem,
    cheap: Heuristic,
    seconds: float | None = None,
    before: Result | None = None,
) -> Result | None:
    """A plan by a macro table that is filled for it; None where the moves generate no group, or the kernel may not serve."""
    if attempts.scarce or attempts.short_of_memory or _is_planning(problem):
        return None
    reason = (
        f"{_found_by_others(attempts, before)}, and these moves generate a group, whose macro "
        "table leads to every state; learn keeps such a table"
    )
    with suppress(InputError):
        nodes = attempts.part(TABLE_NODES)
        return attempts.search(TABLE, cheap, reason, nodes, seconds=seconds)
    return None


def _lazy(
    attempts: Attempts, problem: SearchProblem, ff: Heuristic, slower: int, times: int, reason: str
) -> Result:
    """Lazy greedy search, within half of the time if it comes first, else within a share of it."""
    arcs = len(problem.theory.arcs) if isinstance(problem, Problem) else 0
    nodes = attempts.part(max(1, int(times * TRIAL / _times(arcs) / slower)))
    share = attempts.share
    seconds = share if share is None or times == 1 else share / ATTEMPT_SHARE / 2
    return attempts.search(ALGORITHMS["lazy-greedy"], ff, reason, nodes, seconds=seconds)


def _greedy(attempts: Attempts, heuristic: Heuristic, nodes: int) -> Result:
    """Greedy search, the newest of equal nodes first: of all algorithms it needs fewest expansions and least memory."""
    share = attempts.share
    return attempts.search(
        ALGORITHMS["greedy"].adjusted(ties="newest"),
        heuristic,
        "greedy search finds some solution within small limits",
        nodes,
        seconds=None if share is None else share / 2,
    )


def _applications(problem: SearchProblem) -> int:
    """Operator applications that the start's expansion takes, a macro counting its length; 10 for a problem without arcs."""
    if not isinstance(problem, Problem):
        return 10
    return max(1, sum(len(one.primitives) for one, _ in problem.successors(problem.start)))


def _beams(
    attempts: Attempts,
    heuristics: list[Heuristic],
    narrowest: int,
    widest: int,
) -> Iterator[Result]:
    """Try beams, each ten times as wide as the last, until one finds a solution or a proof, or the user ends it.

    Where one heuristic has led to a cheaper solution than the others, these are not asked again.
    """
    share = attempts.share
    width = max(1, attempts.part(narrowest * SHORT) // SHORT)  # narrower for few expansions
    end = None if share is None else attempts.spent + share / 2
    while width <= widest:
        leading: tuple[float, Heuristic] | None = None
        for heuristic in heuristics:
            seconds = None if end is None else end - attempts.spent
            if attempts.out_of_nodes or (seconds is not None and seconds <= 0):
                return
            result = _beam(attempts, heuristic, width, attempts.part(width * SHORT), seconds)
            if _tells(result):
                yield result
            if result.limit not in (None, "nodes"):
                return
            if result.solved and (leading is None or _cost(result) < leading[0]):
                leading = _cost(result), heuristic
        heuristics, width = [leading[1]] if leading else heuristics, width * 10


def _beam(
    attempts: Attempts, heuristic: Heuristic, width: int, nodes: int, seconds: float | None
) -> Result:
    beam = ALGORITHMS["beam"].adjusted(beam_width=width)
    reason = f"a beam of {width:,} states takes little time"
    return attempts.search(beam, heuristic, reason, nodes, seconds=seconds)


def _tells(result: Result) -> bool:
    """Whether a search found a solution, or proved that there is none, or the user ended it."""
    return result.solved or result.status is Status.UNSOLVABLE or result.limit == "interrupt"


def _ties(heuristic: Heuristic) -> str:
    """Tie-breaking among nodes of least f: the newest mostly has the largest g and is nearest to a goal (Asai and
    Fukunaga 2016), but only of the oldest are many known in advance, to be evaluated together.
    """
    return "oldest" if isinstance(heuristic, BatchHeuristic) else "newest"


def _ended(result: Result, attempts: Attempts) -> bool:
    """Whether no other search follows."""
    return result.limit not in ("nodes", "memory") or attempts.out_of_nodes


def _stages(
    attempts: Attempts,
    problem: SearchProblem,
    cheap: Heuristic,
    look: Statistics,
    make: Make | None,
    slower: int,
) -> Iterator[Stage]:
    """The heuristics to search with, the last one without end; before what has none, beams with the best one."""
    if make is None:
        yield Stage(cheap, None, "")
        return
    yield Stage(cheap, TRIAL, "")
    cuts = attempts.make(make, "lm_cut")
    least = cheap.estimate(problem.start)
    most = 0.0 if cuts is None else cuts.estimate(problem.start)
    dearer = DEAREST * _times(len(problem.theory.arcs) if isinstance(problem, Problem) else 0)
    said = f"; h of the start is {amount(least)} by {cheap.name}, "
    if cuts is not None and most > least:
        h = f"{said}{amount(most)} by {cuts.name}"
        yield Stage(cuts, max(1, int(TRIAL / dearer / slower)), h, ("a-star",), hurried=True)
    best, why = cheap, ""
    made = attempts.make(make, "patterns")
    if made is not None:
        one = made.estimate(problem.start)
        why = f"{said}{one:g} by {made.name} made in seconds"
        best, least = (made, one) if one > least else (best, least)
    yield Stage(best, None, why, ("beam",))
    if cuts is None or most <= least:
        yield Stage(best, None, why)
        return
    growth = max(1.01, look.inserted / max(1, look.expanded))
    if _in_steps(problem, most - least) * log(growth) > log(dearer):
        yield Stage(cuts, None, f"{h}, so much more that it is worth its time", ("a-star",))
        yield Stage(best, None, why)
        return
    yield Stage(best, None, why, ("batched-ida-star", "bidirectional", "a-star"))
    yield Stage(cuts, None, f"{h}; with {best.name} it ran out of memory", ("a-star",))
    yield Stage(best, None, why, ("ida-star",))


def _times(arcs: int) -> float:
    """Factor by which a value that depends on all arcs takes longer than with `ARCS` arcs."""
    return max(1, arcs / ARCS)


def _any_solution(
    attempts: Attempts, problem: SearchProblem, cheap: Heuristic, blind: bool, make: Make | None
) -> Result:
    climbed = _climb(attempts, problem, cheap)
    if climbed is not None and not _to_be_followed(climbed, attempts):
        return climbed
    arcs = len(problem.theory.arcs) if isinstance(problem, Problem) else 0

    def worth(heuristic: Heuristic, nodes: int) -> int:
        return nodes if heuristic is cheap else max(1, int(nodes / (DEARER * _times(arcs))))

    look = _first_look(problem)
    first = attempts.part(look, attempts.look) if attempts.scarce else look
    greedy = ALGORITHMS["weighted-a-star"].adjusted(weight=GREED, ties="newest")
    result = attempts.search(greedy, cheap, _looked("weighted A*", look), first)
    slower = 1 if result.engine == "native" else SLOWER
    if result.solved and not _is_planning(problem):
        return _or_shorter(attempts, problem, cheap, result, slower)
    little = attempts.scarce or result.limit == "memory"
    if not _tells(result) and not attempts.out_of_nodes and little:
        solutions = list(_some_solutions(attempts, problem, cheap, blind, make, slower))
        if solutions:
            return _cheapest(attempts, solutions)
    heuristics, width = [cheap], NARROWEST
    if (
        make is not None
        and _to_be_followed(result, attempts)
        and (made := attempts.make(make, "ff"))
    ):
        heuristics.append(made)
        if _is_planning(problem):
            result = _plan_by_turns(attempts, cheap, made, _times(arcs))
    before = 0
    while _to_be_followed(result, attempts):
        best: Result | None = None
        begun, cut = attempts.done.expanded, False
        nodes = max(TRIAL // slower, width * LEVELS)
        for row, heuristic in _a_round(attempts, problem, heuristics, width, blind, make):
            reason = _found_by_others(attempts, best)
            wide = f"; it is {width:,} states wide" if row.name == "beam" else ""
            beam = max(nodes, NARROWEST * SHORT // slower) if best is not None else nodes
            most = min(beam, width * LEVELS) if row.name == "beam" else nodes
            most = attempts.part(worth(heuristic, most))
            result = attempts.search(row, heuristic, reason + wide, most)
            cut |= result.limit is not None
            if result.solved and (best is None or _cost(result) < _cost(best)):
                best = result
            if result.optimal or not (result.solved or _to_be_followed(result, attempts)):
                break
            if best is not None:  # what finds a cheaper one may take as long as all before it
                nodes = min(nodes, max(FIRST_LOOK, attempts.done.expanded))
        if best is not None:
            ended = not (result.solved or _to_be_followed(result, attempts))
            if width == NARROWEST and best.algorithm != "beam" and not (best.optimal or ended):
                best = _or_by_table(attempts, problem, cheap, best)
            return replace(best, statistics=attempts.done)
        if width == NARROWEST and _to_be_followed(result, attempts):
            found = _by_table(attempts, problem, cheap)
            if found is not None and _tells(found):
                return found
        expanded = attempts.done.expanded - begun
        if not cut and expanded <= before:  # a wider beam looks at nothing more
            return result
        width, before = width * 10, expanded
    if result.limit == "memory" and attempts.short_of_memory and not little:
        return _cheapest(
            attempts, [*_some_solutions(attempts, problem, cheap, blind, make, slower), result]
        )
    return result


def _plan_by_turns(attempts: Attempts, cheap: Heuristic, ff: Heuristic, times: float) -> Result:
    """Lazy greedy search of a planning problem; restarts and a narrow beam where it has not found a plan soon."""
    lazy, beam = ALGORITHMS["lazy-greedy"], ALGORITHMS["beam"].adjusted(beam_width=NARROWEST)
    before = f"{counted(attempts.done.expanded, 'expansion')} by {cheap.name} found none"
    first = max(1, int(TURN / times))
    result = attempts.search(lazy, ff, before, first)
    for seed in range(1, RESTARTS + 1):
        if _to_be_followed(result, attempts):
            again = replace(lazy, arc_order=seed)
            before = f"{counted(attempts.done.expanded, 'expansion')} with the arcs in other orders found none"
            result = attempts.search(again, ff, before, max(1, first // SHORTER))
    if _to_be_followed(result, attempts):
        each = times * max(1, attempts.done.generated / max(1, attempts.done.expanded))
        aside = f"lazy greedy search found none in {counted(first, 'expansion')}"
        result = attempts.search(beam, ff, aside, attempts.part(max(1, int(ASIDE / each))))
    if _to_be_followed(result, attempts):
        before = f"{counted(attempts.done.expanded, 'expansion')} of other searches found none"
        result = attempts.search(lazy, ff, before, max(1, int(PLANS * TRIAL / times)))
    return result


def _or_shorter(
    attempts: Attempts, problem: SearchProblem, cheap: Heuristic, found: Result, slower: int
) -> Result:
    """The plan of a first look, or a cheaper one by a narrow beam, unless the plan costs as little as any can."""
    least = cheap.estimate(problem.start)
    cheapest = cheap.admissible and _cost(found) <= least * (1 + 1e-9)
    if cheapest or attempts.out_of_nodes:
        return found
    made = len(found.primitives) * found.statistics.generated / max(1, found.statistics.expanded)
    dear = slower * max(DEAR.get(part, 1) for part in cheap.name.split(":"))
    most = SHORTENING * SLOWER // dear // max(1, int(made)) if dear > 1 else NARROWEST
    width = min(NARROWEST, max(NARROWEST // dear, most))
    if not width:
        return found
    reason = (
        f"a beam of {width} states shortens the plan of cost {amount(_cost(found))} that came first"
    )
    beam = ALGORITHMS["beam"].adjusted(beam_width=width)
    nodes = attempts.part(width * SHORT)
    shorter = attempts.search(beam, cheap, reason, nodes, seconds=attempts.share)
    if shorter.solved and _cost(shorter) < _cost(found):
        return shorter
    limit = shorter.limit if shorter.limit == "interrupt" else found.limit
    return replace(found, statistics=attempts.done, limit=limit)


def _or_by_table(
    attempts: Attempts, problem: SearchProblem, cheap: Heuristic, found: Result
) -> Result:
    """A plan that greedy search found where beams found none, or a cheaper one by a macro table."""
    table = _by_table(attempts, problem, cheap, attempts.share, found)
    if table is None or not (table.solved and _cost(table) < _cost(found)):
        limit = "interrupt" if table is not None and table.limit == "interrupt" else found.limit
        return replace(found, limit=limit)
    return table


def _found_by_others(attempts: Attempts, found: Result | None) -> str:
    plan = "no plan" if found is None else f"a plan of cost {amount(_cost(found))}"
    return f"{counted(attempts.done.expanded, 'expansion')} of other searches found {plan}"


def _cheapest(attempts: Attempts, results: list[Result]) -> Result:
    """The cheapest solution of some searches, or the first of their results, with the work of all."""
    cheapest = min(results, key=lambda one: _cost(one) if one.solved else inf)
    return replace(cheapest, statistics=attempts.done)


def _a_round(
    attempts: Attempts,
    problem: SearchProblem,
    heuristics: Sequence[Heuristic],
    width: int,
    blind: bool,
    make: Make | None,
) -> Iterator[tuple[Algorithm, Heuristic]]:
    """Cheap searches that find very different solutions, of which the cheapest is taken; greedy search where it has not failed
    comes first."""
    if not _is_planning(problem):
        unlike = list(_unlike_beams(attempts, problem, heuristics[0], blind, make))
        yield from unlike if width == NARROWEST else unlike[::-1]
        for ff in heuristics[1:]:
            yield ALGORITHMS["lazy-greedy"], ff
    for heuristic in heuristics:
        yield ALGORITHMS["beam"].adjusted(beam_width=width), heuristic


def _unlike_beams(
    attempts: Attempts, problem: SearchProblem, cheap: Heuristic, blind: bool, make: Make | None
) -> Iterator[tuple[Algorithm, Heuristic]]:
    """Cheap searches that find solutions where beams by a heuristic find none, or long ones."""
    plain = None if make is None else attempts.make(make, "default")
    yield ALGORITHMS["greedy"].adjusted(ties="oldest"), plain or cheap
    if blind and _from_both_ends(problem):
        yield ALGORITHMS["bidirectional"], cheap


def _to_be_followed(result: Result, attempts: Attempts) -> bool:
    """Whether a search that found nothing has proved nothing either, and expansions are left."""
    gave_up = result.status is Status.INCOMPLETE and result.limit is None
    return (gave_up or result.limit == "nodes") and not attempts.out_of_nodes


def _first_look(problem: SearchProblem) -> int:
    """Expansions of the first look; a relaxed plan costs less than thousands of successors for each of them."""
    arcs = problem.theory.arcs if isinstance(problem, Problem) else ()
    if len(arcs) <= WIDE:
        return FIRST_LOOK
    wide = sum(arc.is_applicable(problem.start) for arc in arcs)  # filing them takes far longer
    return max(1, FIRST_LOOK * WIDE // max(WIDE, wide))


def _looked(name: str, expansions: int) -> str:
    return f"{name} is tried first, for {counted(expansions, 'expansion')}"


def _in_turn(
    problem: SearchProblem, heuristic: Heuristic, look: Statistics, blind: bool
) -> Iterator[tuple[str, str]]:
    """The algorithms, the best one first, each with the reason for it."""
    new = min(1.0, look.inserted / max(1, look.generated - look.expanded))
    met = f"{1 - new:.0%} of the first successors were known"
    distance = _in_steps(problem, heuristic.estimate(problem.start))
    moves = f"{distance:,.1f}".removesuffix(".0")
    ahead = log(FIRST_LOOK) / log(max(1.01, look.inserted / max(1, look.expanded)))  # steps
    depth_first = not isinstance(heuristic, BatchHeuristic)  # which is slow state by state
    if depth_first and distance >= ahead and new >= NEW and _one_cost(problem):
        reason = f"only {met}, and h is {moves} moves at the start"
        yield "batched-ida-star", reason
        yield "ida-star", reason
    elif blind and distance < ahead and _from_both_ends(problem):
        yield "bidirectional", f"h is no more than {moves} moves at the start"
    yield "a-star", met
    yield "ida-star", "A* ran out of memory"


def _in_steps(problem: SearchProblem, cost: float) -> float:
    """A cost as a number of steps of the cheapest arc."""
    cheapest = 1.0
    if isinstance(problem, Problem):
        cheapest = min((arc.cost for arc in problem.theory.primitives), default=1) or 1
    return cost / cheapest


def _one_cost(problem: SearchProblem) -> bool:
    """Whether all moves cost the same: bounds on f that grow by less than a move are gone through for little."""
    if not isinstance(problem, Problem):
        return True
    return len({arc.cost for arc in problem.theory.primitives}) <= 1


def _from_both_ends(problem: SearchProblem) -> bool:
    """Whether bidirectional search finds cheapest solutions."""
    return (
        isinstance(problem, Problem)
        and problem.ground_goals is not None
        and not problem.theory.macros
        and _one_cost(problem)
        and all(arc.inverse() is not None for arc in problem.theory.arcs)
    )
