"""Run a table of stages: searches of one problem, one after the other, each by what those before it have shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property
from math import inf, isnan, log
from numbers import Real
from sys import maxsize
from typing import Any, TypeAlias

from ...rules.domains.domain_table import domain_of
from ...rules.errors import InputError
from ...rules.term import Var
from ...rules.text.words import amount, counted
from ..algorithms import ALGORITHMS, CLIMB, LOWER_H, NEW_TABLE, Algorithm, Weights
from ..heuristic import DEAREST, ZERO, Heuristic, is_of_all_arcs, price_of
from ..heuristics.batch import BatchHeuristic
from ..problem import (
    IteratedProblem,
    Problem,
    ReversibleProblem,
    SearchProblem,
    iterated,
    theory_of,
)
from ..result import NO_STAGE, Result, Statistics, Status
from .conditions import CONDITIONS, FAR
from .limits import CLOSEST, FIRST_LOOK, HOPEFUL, NARROWEST, SHORT, Attempts, Make
from .stage import ADMISSIBLE, BEST, OWN, Stage

WIDE = 100
"""Number of successors of the start above which the first look has fewer expansions: filing them takes far longer."""

NEW = 0.8
"""Share of successors, the parent aside, that are new states; from this share on a space is searched as a tree."""

ARCS = 400
"""Number of arcs up to which a heuristic by delete relaxation takes its usual time."""

SLOWER = 10
"""Expansions of the kernel that take about as long as one in Python."""

FEW = 2
"""Moves of a cell to its goal up to which it has no way of its own: an object is loaded and unloaded, a key taken and put."""

SPARSE = 3
"""Nodes in a level of the narrowest beam that is worth its expansions."""

POLICY = "learn on smaller problems of the domain may find a policy that solves it"
"""Advice for a planning problem without a plan; not given where learning was tried already."""

OF_THEIR_OWN = (CLIMB, NEW_TABLE)
"""Loops that are as fast without the kernel."""

SUITED = (*OF_THEIR_OWN, "batched")
"""Loops whose stages are left out where a problem, or the lack of the kernel, does not suit them."""

OnSolution: TypeAlias = Callable[[Result], None]
"""Callback for a solution that is found while the proof that none is cheaper goes on."""


class StagedSearch:
    """The searches of a table so far, and what they have shown: what conditions and amounts of stages are told from.

    Parameters
    ----------
    attempts
        Runs the searches within their common limits.
    problem, own
        The problem, and the heuristic of the whole search.
    blind
        Whether an algorithm that does not look at h may be chosen.
    make
        Makes a heuristic by its name, or None where it has no meaning; None where only ``own`` may be used.
    tell
        Called with every better plan.
    """

    def __init__(
        self,
        attempts: Attempts,
        problem: SearchProblem,
        own: Heuristic,
        *,
        blind: bool = True,
        make: Make | None = None,
        tell: OnSolution | None = None,
    ) -> None:
        self.attempts, self.problem, self.own = attempts, problem, own
        self.blind, self.make, self._tell = blind, make, tell or (lambda _: None)
        self.theory = theory_of(problem)
        self.plan: Result | None = None
        self.last: Result | None = None
        self.served = False
        self.exhausted = False
        self._proof: Result | None = None
        self._look: Result | None = None
        self._slower: int | None = None
        self._saw_one_cost = True
        self._made: dict[str, Heuristic | None] = {}
        self._searched: list[tuple[Algorithm, Heuristic, float]] = []
        self._round = _Round(0, None, None, 0)

    def run(self, stages: Iterable[Stage]) -> Result:
        """Make the searches of a table in order until one proves something, a limit is reached or the user ends it."""
        for stage in stages:
            if stage.together != self._round.number:
                self._begin_round(stage)
            if not self._is_due(stage):
                continue
            result = self._search(stage)
            if result is not None and self._ends(stage.row, result):
                break
        return self._outcome()

    def _begin_round(self, stage: Stage) -> None:
        expanded = self.attempts.done.expanded - self._round.begun
        if self._round.number and stage.together:
            self.exhausted = not self._round.cut and expanded <= self._round.before
        seconds = self._seconds(stage)
        end = None if seconds is None else self.attempts.spent + seconds
        before = expanded if self._round.number else 0
        begun = self.attempts.done.expanded
        self._round = _Round(stage.together, self.plan, end, begun, before)

    def _is_due(self, stage: Stage) -> bool:
        """Whether a stage is worth its work now, by what is known of all before."""
        known = self._round.plan if stage.together else self.plan
        if stage.until == "plan" and known is not None:
            return False
        if "instead" not in stage.conditions:
            self.served = False
        return all(self.holds(one, stage) for one in stage.conditions)

    def holds(self, condition: str, stage: Stage) -> bool:
        """Whether a condition of a stage holds."""
        name = condition.removeprefix("not ")
        return CONDITIONS[name][1](self, stage) != condition.startswith("not ")

    def _search(self, stage: Stage) -> Result | None:
        """The result of the search of a stage; None where it has no meaning or says nothing new."""
        heuristic = self.heuristic(stage.heuristic)
        if heuristic is None:
            return None
        row, nodes = self._bounded(stage, heuristic)
        seconds = self._seconds(stage)
        if self._round.number and self._round.end is not None:
            seconds = self._round.end - self.attempts.spent
        if (seconds is not None and seconds <= 0) or self._is_known(row, heuristic, nodes):
            return None
        reason = _Words(self, stage, row, heuristic).of(stage.why)
        try:
            result = self.attempts.search(row, heuristic, reason, nodes, seconds=seconds)
        except InputError:
            if row.loop in SUITED:
                return None
            raise
        most = inf if result.limit is None or nodes is None else nodes
        self._searched.append((row, heuristic, most))
        self._take(stage, row, heuristic, result)
        if stage.until == "proof" and row.fewest is not None:
            self._proof = result
        return result

    def _bounded(self, stage: Stage, heuristic: Heuristic) -> tuple[Algorithm, int | None]:
        """The algorithm of a stage and its expansions, by what is left."""
        row, nodes = stage.row, self._nodes(stage, heuristic)
        if row.ties in ("newest", LOWER_H) and isinstance(heuristic, BatchHeuristic):
            row = replace(row, ties="oldest")  # of them many are known in advance
        if row.open_list == "level-beam":
            width = row.beam_width
            if stage.narrowest is not None:
                told = _told(stage, "narrowest", stage.narrowest(self))
                width = max(1, int(min(told, maxsize)))
            if stage.levels and nodes is not None:
                width = max(min(SPARSE, width), min(width, nodes // stage.levels))
            row = replace(row, beam_width=width)
        return row, nodes

    def _nodes(self, stage: Stage, heuristic: Heuristic) -> int | None:
        given, share = stage.nodes, stage.share
        nodes: float
        if callable(given):
            nodes = _told(stage, "nodes", given(self))
        else:
            nodes = inf if given is None else given
        if is_of_all_arcs(heuristic):
            nodes /= self.times
        row = stage.row
        of_beam = row.open_list == "level-beam"
        if not of_beam and row.loop not in OF_THEIR_OWN and not callable(given):
            nodes /= self.slower
        found = self._round.found
        if found is not None and stage.until == "plan":
            # What may find a cheaper plan takes as long as all before the first one.
            least = NARROWEST * SHORT / self.slower if of_beam else 0
            nodes = min(nodes, max(found, least) / price_of(heuristic))
        if nodes == inf and share == 1:
            return None
        if callable(share):
            share = _told(stage, "share", share(self), most=1)
        return self.attempts.part(nodes, share or 1.0)

    def _seconds(self, stage: Stage) -> float | None:
        share = stage.time
        if callable(share):
            share = _told(stage, "time", share(self), most=1)
        return None if share is None else self.attempts.seconds(share)

    def _is_known(self, row: Algorithm, heuristic: Heuristic, nodes: int | None) -> bool:
        """Whether the same search was made before with as many expansions."""
        most = inf if nodes is None else nodes
        return any(
            (row, heuristic) == (before, h) and most <= made for before, h, made in self._searched
        )

    def _take(self, stage: Stage, row: Algorithm, heuristic: Heuristic, result: Result) -> None:
        """Record the result of a search."""
        if stage.look:
            self._look = replace(result, statistics=self.attempts.latest)
        if self._slower is None and row.loop not in OF_THEIR_OWN:
            self._slower = 1 if result.engine == "native" else SLOWER
        self.last = result
        self._saw_one_cost &= result.one_cost is not False
        self.served = result.limit != "memory"
        self._round.cut |= result.limit is not None
        if not result.solved:
            return
        cost = cost_of(result)
        self._round.lead(row, heuristic, cost)
        if self._round.number and self._round.found is None:
            self._round.found = max(FIRST_LOOK, self.attempts.done.expanded)
        if self.plan is None or cost < cost_of(self.plan):
            self.plan = replace(result, bound=self._bound_below(result))
            self._tell(self.plan)

    def _ends(self, row: Algorithm, result: Result) -> bool:
        """Whether no other search follows: there is a proof, or no time, expansion or user."""
        return (
            result.optimal
            or result.status is Status.UNSOLVABLE
            or result.limit in ("time", "interrupt")
            or (row.fewest == "cost" and result.limit is None)
            or self.attempts.out_of_nodes
        )

    def _outcome(self) -> Result:
        """The result of all searches."""
        done, last, plan = self.attempts.done, self.last, self.plan
        if last is None:
            return Result(
                *(Status.INCOMPLETE, (self.problem.start,), (), done),
                note=NO_STAGE,
            )
        interrupted = last.limit == "interrupt"
        if last.optimal or last.status is Status.UNSOLVABLE:
            return last
        ended = last if interrupted or self._proof is None else self._proof
        limit = last.limit if last.limit in ("time", "interrupt") else None
        limit = limit or self.attempts.counted or ended.limit
        stopped = ended.status is Status.STOPPED
        if plan is None:
            ended = replace(ended, statistics=done)
            if not stopped:
                return ended
            ended = replace(ended, limit=limit, bound=self.attempts.bound)
            few = self.attempts.too_few(limit)
            learning = POLICY if few and self.planning and not self.has_macros else ""
            return ended.noted("; ".join(filter(None, (few, learning))))
        if stopped and (interrupted or self._proof is not None):
            return self._not_proved(plan, replace(ended, limit=limit))
        return replace(plan, statistics=done, limit="interrupt" if interrupted else plan.limit)

    def _not_proved(self, plan: Result, ended: Result) -> Result:
        """The cheapest plan where a limit, or the user, ended the proof that none is cheaper."""
        by = "the user" if ended.limit == "interrupt" else f"the limit on {ended.limit}"
        least, done = self._bound_below(plan), self.attempts.done
        result = replace(plan, limit=ended.limit, statistics=done, bound=least)
        if self._proof is None:
            return result
        moves = counted(plan.solution().moves, "move")
        needed = "" if least is None else f"{moves} found, at least {amount(least)} needed: "
        cost = f"{needed}cost {amount(cost_of(plan))} is not proved optimal"
        return result.noted(f"{cost}, as {by} ended {ended.method}")

    def _bound_below(self, found: Result) -> float | None:
        bound, cost = self.attempts.bound, cost_of(found)
        if bound is None or bound > cost * (1 + 1e-9):  # of a heuristic that is not admissible
            return None
        return min(bound, cost)

    def heuristic(self, name: str) -> Heuristic | None:
        """The heuristic that a stage names; None where it has no meaning."""
        if name == OWN:
            return self.own
        if name == ADMISSIBLE:
            return ZERO if self.blind and not self.own.admissible else self.own
        if name == BEST:
            made = self.heuristic("patterns")
            start = self.problem.start
            more = made is not None and made.estimate(start) > self.own.estimate(start)
            return made if more else self.own
        if name not in self._made:
            make = self.make
            self._made[name] = None if make is None else self.attempts.make(make, name)
        made = self._made[name]
        return self.own if made is None and name == "default" else made

    def at_start(self, name: str) -> float:
        """The estimate of a heuristic for the start; 0 where it has no meaning."""
        heuristic = self.heuristic(name)
        return 0 if heuristic is None else heuristic.estimate(self.problem.start)

    @property
    def times(self) -> float:
        """Factor by which a value that depends on all arcs takes longer than with `ARCS` arcs."""
        return max(1, len(self.theory.arcs) / ARCS) if self.theory is not None else 1

    @cached_property
    def first_look(self) -> int:
        """Expansions of the first look."""
        arcs = self.theory.arcs if self.theory is not None else ()
        if len(arcs) <= WIDE:
            return FIRST_LOOK
        wide = sum(arc.is_applicable(self.problem.start) for arc in arcs)
        return max(1, FIRST_LOOK * WIDE // max(WIDE, wide))

    @cached_property
    def planning(self) -> bool:
        """Whether the arcs are the actions of a planning problem."""
        return self.theory is not None and domain_of(self.theory).lifted

    @cached_property
    def has_walks(self) -> bool:
        """Whether moves that repeat can be one step, and cells of the goal need more than `FEW` moves on average, each by itself."""
        problem = self.problem
        if not isinstance(problem, Problem):
            return False
        wrong = sum(
            not isinstance(term, Var) and term != symbol
            for term, symbol in zip(problem.wanted[0], problem.start, strict=True)
        )
        if self.steps(self.at_start("projections")) <= FEW * wrong:
            return False
        row = replace(ALGORITHMS["greedy"], iterated=True)
        return isinstance(iterated(self.problem, row), IteratedProblem)

    @property
    def one_cost(self) -> bool:
        """Whether all moves cost the same, as far as is known: bounds on f that grow by less than a move are gone through for little."""
        theory = self.theory
        if theory is None:
            return bool(getattr(self.problem, "one_cost", self._saw_one_cost))
        return len({arc.cost for arc in theory.primitives}) <= 1

    @property
    def costs_are_unknown(self) -> bool:
        """Whether only a search tells what moves cost."""
        return self.theory is None and not hasattr(self.problem, "one_cost")

    @property
    def without_estimate(self) -> bool:
        """Whether nothing estimates the remaining cost, and no heuristic can be made."""
        return self.own is ZERO and self.make is None

    @cached_property
    def both_ends(self) -> bool:
        """Whether bidirectional search may be made, and finds cheapest plans."""
        theory = self.theory
        if theory is None:
            return self.blind and self.one_cost and isinstance(self.problem, ReversibleProblem)
        return (
            self.blind
            and getattr(self.problem, "ground_goals", None) is not None
            and not theory.macros
            and self.one_cost
            and all(arc.inverse() is not None for arc in theory.arcs)
        )

    def steps(self, cost: float) -> float:
        """A cost as a number of steps of the cheapest arc."""
        moves = () if self.theory is None else self.theory.primitives
        return cost / (min((arc.cost for arc in moves), default=1) or 1)

    @property
    def seen(self) -> Statistics:
        """Counters of the first look."""
        look = self._look
        return Statistics(expanded=1, generated=2, inserted=1) if look is None else look.statistics

    @property
    def slower(self) -> int:
        """Factor by which the engine of the first search takes longer than the kernel."""
        return self._slower or 1

    @property
    def new(self) -> float:
        """Share of the successors of the first look, the parent aside, that were new states."""
        return min(1.0, self.seen.inserted / max(1, self.seen.generated - self.seen.expanded))

    @property
    def growth(self) -> float:
        """New states for each expansion of the first look, above 1."""
        return max(1.01, self.seen.inserted / max(1, self.seen.expanded))

    def is_far(self, name: str) -> bool:
        """Whether the goal is farther, by a heuristic, than a breadth-first search of the size of a first look sees."""
        return self.steps(self.at_start(name)) >= log(FIRST_LOOK) / log(self.growth)

    @property
    def as_a_tree(self) -> bool:
        """Whether hardly a state is met twice."""
        return self.new >= NEW and self.one_cost

    @property
    def limited(self) -> bool:
        """Whether some limit on the search is small, or on time."""
        return self.little or self.attempts.seconds(1) is not None

    @property
    def little(self) -> bool:
        """Whether expansions or memory are scarce."""
        return self.attempts.scarce or self.attempts.short_of_memory

    @property
    def hopeful(self) -> int:
        """Expansions from which on greedy search is worth a heuristic that takes seconds."""
        steps = self.steps(self.own.estimate(self.problem.start))
        return int(HOPEFUL * max(CLOSEST, steps)) if steps < inf else CLOSEST

    @property
    def cuts_say_more(self) -> float:
        """Steps by which LM-cut estimates more for the start than the heuristic of the whole search."""
        return self.steps(max(0.0, self.at_start("lm_cut") - self.own.estimate(self.problem.start)))

    @property
    def cuts_are_worth_it(self) -> bool:
        """Whether LM-cut estimates so much more than the best other heuristic that it makes up for its time."""
        more = self.steps(self.at_start("lm_cut") - self.at_start(BEST))
        return more > 0 and more * log(self.growth) > log(DEAREST * self.times)

    @property
    def cuts_wait(self) -> bool:
        """Whether LM-cut estimates more than the best other heuristic, but not enough to come first."""
        return self.at_start("lm_cut") > self.at_start(BEST) and not self.cuts_are_worth_it

    @property
    def may_hope(self) -> bool:
        """Whether as many expansions are left as greedy search needs with a heuristic that takes seconds, which may be made."""
        return self.make is not None and (self.attempts.part(inf, 1) or inf) >= self.hopeful

    @property
    def is_hopeless(self) -> bool:
        """Whether so few expansions are left that no beam, however narrow, is worth them."""
        if self.make is None or not self.attempts.scarce:
            return False
        return (self.attempts.part(inf, 1 / 4) or inf) < HOPEFUL * self.hopeful

    @property
    def one_by_one(self) -> bool:
        """Whether the heuristic is quick for single states, and more than 0 for the start."""
        return not isinstance(self.own, BatchHeuristic) and self.at_start(OWN) > 0

    def suits_a_tree(self, stage: Stage) -> bool:
        """Whether iterative deepening with the heuristic of a stage seems best."""
        batched = isinstance(self.heuristic(stage.heuristic), BatchHeuristic)
        return self.as_a_tree and not batched and self.is_far(stage.heuristic)

    @property
    def has_better(self) -> bool:
        """Whether pattern databases estimate more for the start than the heuristic of the whole search."""
        return self.heuristic(BEST) is not self.own

    @property
    def is_greedy(self) -> bool:
        """Whether the plan was found by greedy search."""
        return self.plan is not None and self.plan.algorithm in ("greedy", "lazy-greedy")

    @property
    def has_macros(self) -> bool:
        """Whether the problem has macros."""
        return self.theory is not None and bool(self.theory.macros)

    def is_behind(self, stage: Stage) -> bool:
        """Whether narrower beams of this round found a cheaper plan by another heuristic."""
        leading = self._round.leading(stage.row.beam_width)
        return leading is not None and leading is not self.heuristic(stage.heuristic)

    @property
    def is_dear(self) -> bool:
        """Whether the plan costs more than `FAR` times the lower bound."""
        return self.plan is not None and cost_of(self.plan) > FAR * (self.attempts.bound or 0)

    @property
    def may_be_shortened(self) -> bool:
        """Whether there is a plan by the first look that costs more than h of the start."""
        plan, look = self.plan, self._look
        if plan is None or look is None or plan.path is not look.path:
            return False
        least = self.own.estimate(self.problem.start)
        return not (self.own.admissible and cost_of(plan) <= least * (1 + 1e-9))

    @property
    def in_kernel(self) -> bool:
        """Whether the first search ran in the kernel."""
        return self.slower == 1

    @property
    def price_of_own(self) -> int:
        """Cheap evaluations in the kernel that take as long as one of the heuristic of the whole search."""
        return self.slower * price_of(self.own)


def _told(stage: Stage, name: str, value: Any, most: float = inf) -> float:
    """Check the number that a function of a stage returned."""
    if not isinstance(value, Real) or isnan(value) or not 0 <= float(value) <= most:
        raise InputError(
            f"bad {name} of a stage with {stage.row.name}",
            expected="a number from 0 to 1" if most == 1 else "a number, 0 or more",
            found=f"{value!r:.60}, as its function returned",
        )
    return float(value)


class _Round:
    """Stages that are made together.

    Parameters
    ----------
    number
        Their number in the table; 0 for a stage by itself.
    plan
        The plan that was there before.
    end
        When the round ends, in seconds of the whole search; None without a limit on time.
    begun, before
        Expansions before the round, and those of the round before it.
    """

    def __init__(
        self, number: int, plan: Result | None, end: float | None, begun: int, before: int = 0
    ) -> None:
        self.number, self.plan, self.end, self.begun, self.before = number, plan, end, begun, before
        self.cut = False
        self.found: int | None = None
        self._leads: dict[int, tuple[float, Heuristic]] = {}

    def lead(self, row: Algorithm, heuristic: Heuristic, cost: float) -> None:
        """Record the plan of a beam."""
        known = self._leads.get(row.beam_width)
        if row.open_list == "level-beam" and (known is None or cost < known[0]):
            self._leads[row.beam_width] = cost, heuristic

    def leading(self, width: int) -> Heuristic | None:
        """The heuristic of the cheapest plan of the widest of the narrower beams; None without a plan."""
        narrower = [one for one in self._leads if one < width]
        return self._leads[max(narrower)][1] if narrower else None


def cost_of(found: Result) -> float:
    """Cost of the plan of a result."""
    return found.solution().cost


class _Words:
    """Words that a reason names in braces."""

    def __init__(
        self, searches: StagedSearch, stage: Stage, row: Algorithm, heuristic: Heuristic
    ) -> None:
        self.searches, self.stage, self.row, self.h = searches, stage, row, heuristic

    def of(self, why: str) -> str:
        """A reason with the words filled in."""
        for name in [one for one in _WORDS if f"{{{one}}}" in why]:
            why = why.replace(f"{{{name}}}", _WORDS[name](self))
        return why

    @property
    def moves(self) -> str:
        """h of the start in moves."""
        moves = self.searches.steps(self.h.estimate(self.searches.problem.start))
        return f"{moves:,.1f}".removesuffix(".0")

    @property
    def others(self) -> str:
        """Plan, or none, of all searches before, with their work."""
        plan = self.searches.plan
        found = "no plan" if plan is None else f"a plan of cost {amount(cost_of(plan))}"
        return f"{_expansions(self)} of other searches found {found}"

    def compared(self, name: str) -> str:
        """h of the start by the own heuristic and another one; nothing where the other has no meaning."""
        searches, other = self.searches, self.searches.heuristic(name)
        if other is None:
            return ""
        start = searches.problem.start
        value = other.estimate(start)
        said = f"{value:g} by {other.name} made in seconds"
        if name == "lm_cut":
            said = f"{amount(value)} by {other.name}"
        return f"; h of the start is {amount(searches.own.estimate(start))} by {searches.own.name}, {said}"

    @property
    def best(self) -> str:
        """Name of the best heuristic but LM-cut."""
        best = self.searches.heuristic(BEST)
        return "h" if best is None else best.name

    @property
    def weight(self) -> str:
        """Weight of h in f."""
        f = self.row.f
        return f"{f.h:g}" if isinstance(f, Weights) else "1"


def _expansions(words: _Words) -> str:
    return counted(words.searches.attempts.done.expanded, "expansion")


_WORDS: dict[str, Callable[[_Words], str]] = {
    "look": lambda w: counted(w.searches.first_look, "expansion"),
    "met": lambda w: f"{1 - w.searches.new:.0%} of the first successors were known",
    "moves": lambda w: w.moves,
    "own": lambda w: w.searches.own.name,
    "others": lambda w: w.others,
    "expansions": _expansions,
    "width": lambda w: f"{w.row.beam_width:,}",
    "weight": lambda w: w.weight,
    "patterns": lambda w: w.compared("patterns"),
    "cuts": lambda w: w.compared("lm_cut"),
    "best": lambda w: w.best,
    "cost": lambda w: "" if w.searches.plan is None else amount(cost_of(w.searches.plan)),
}
