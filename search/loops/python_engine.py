"""Searches in plain Python: the reference, for anything that has successors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf
from operator import attrgetter
from typing import Any, TypeAlias

from ...rules.cost import Exact, exact
from ...rules.errors import InputError
from ...rules.registry import find
from ...rules.states.traps import NO_TRAPS, CountedTraps, Traps
from ...rules.term import ground
from ...rules.text.state_text import goal_cells
from ..algorithms import LEAST_DEPTH, Algorithm, Weights
from ..heuristic import Heuristic, denominator_of_f, is_exact
from ..limits import NO_LIMITS, Budget, Limits, Meter, backstop
from ..problem import ReversibleProblem, SearchProblem, iterated, of_arcs
from ..result import Result
from .duplicates import FARTHER, RULES, CheapestPath, DuplicateRule, Node
from .expansion import (
    Evaluator,
    InexactError,
    NodeSuccessors,
    WatchedRule,
    Watcher,
    no_move_back,
    plain_successors,
    watched_evaluation,
)
from .loops import (
    best_first_search,
    bidirectional_search,
    depth_first_iterative_search,
    enforced_hill_climbing,
    lazy_search,
)
from .open_list import OPEN_LISTS, OpenList, Priority

SUMS = (Weights(1, 0), Weights(1, 1))
"""Evaluations that are a cost, and a cost with an estimate."""


@dataclass(frozen=True)
class Parts:
    """The parts of an algorithm, made for one problem, which a loop puts together.

    Parameters
    ----------
    problem, algorithm, heuristic
        The problem, the algorithm and its heuristic.
    meter
        Holds the search to its limits.
    watcher
        Watcher of the loop, or None.
    exactly
        Whether costs are added as ints and fractions, so that no sum is rounded.
    traps
        Patterns of states that are left out.
    made
        The open list and the duplicate rule, once they are made.
    """

    problem: SearchProblem
    algorithm: Algorithm
    heuristic: Heuristic
    meter: Meter = field(default_factory=Meter)
    watcher: Watcher | None = None
    exactly: bool = False
    traps: Traps = NO_TRAPS
    made: list[Any] = field(default_factory=list)

    @cached_property
    def successors(self) -> NodeSuccessors:
        """The successors of a node."""
        make = plain_successors if self.algorithm.move_back else no_move_back
        return make(self.problem, self.exactly).without(self.traps)

    def proves(self, result: Result) -> bool:
        """Whether rounded sums of costs cannot have changed what a result tells of the cheapest solution."""
        seen = self.successors.costs
        if self.exactly:
            return True
        if seen is None:
            return is_exact(self.problem, self.algorithm, self.heuristic, result)
        costs = None if seen.too_many else frozenset(map(exact, seen.values))
        return is_exact(
            self.problem, self.algorithm, self.heuristic, result, costs, in_ints=seen.whole
        ) or self._tells_apart(result)

    def _tells_apart(self, result: Result) -> bool:
        """Whether all costs that a best-first search compared differ by more than rounding errors, and the solution's from all left."""
        f = self.algorithm.f
        if not (result.solved and isinstance(f, Weights) and f in SUMS):
            return False
        rule = next((one for one in self.made if isinstance(one, CheapestPath)), None)
        waiting = next((one for one in self.made if isinstance(one, Priority)), None)
        if rule is None or waiting is None or rule.near:
            return False
        return result.solution().cost < waiting.least * FARTHER

    def open_list(self) -> OpenList:
        """An empty open list.

        Raises
        ------
        InputError
            An algorithm that makes something else.
        """
        made = _part(OPEN_LISTS, self.algorithm.open_list, "open list")(self.algorithm)
        if not isinstance(made, OpenList):
            raise InputError(
                f"no open list of {self.algorithm.name}",
                expected="an object with complete, extend, pop and a length",
                found=f"{made!r:.80}",
            )
        self.made.append(made)
        return made

    def duplicates(self) -> DuplicateRule:
        """A duplicate rule that knows no state yet."""
        rule = RULES[self.algorithm.rule]()
        self.made.append(rule)
        return rule if self.watcher is None else WatchedRule(rule, self.watcher)

    def evaluate(self) -> Evaluator:
        """f of a node."""
        make = exact_evaluator if self.exactly else evaluator
        evaluate = make(self.algorithm.f, self.problem, self.heuristic)
        return evaluate if self.watcher is None else watched_evaluation(evaluate, self.watcher)


def evaluator(f: Weights | str, problem: SearchProblem, heuristic: Heuristic) -> Evaluator:
    """A function that computes f of a node, exactly where h is a fraction of a known denominator.

    Raises
    ------
    InputError
        A name other than `LEAST_DEPTH`.
    """
    if f == LEAST_DEPTH:
        is_goal = problem.is_goal
        return lambda node: node.depth if is_goal(node.state) else node.depth + 1
    if isinstance(f, str):
        raise InputError("no such evaluation", expected=f"weights, or {LEAST_DEPTH}", found=f)
    weighted = _weighted(f)
    denominator = denominator_of_f(f, problem, heuristic)
    if denominator == 1:
        return weighted

    def exact(node: Node) -> float:
        value = weighted(node)
        return value if value == inf else round(value * denominator) / denominator

    return exact


MARGIN = 2**-30
"""Part by which an estimate that may be rounded is lowered where costs are added exactly, so that it stays admissible."""


def exact_evaluator(f: Weights | str, problem: SearchProblem, heuristic: Heuristic) -> Evaluator:
    """A function that computes f of a node without rounding, from an exact g."""
    if not isinstance(f, Weights):
        return evaluator(f, problem, heuristic)
    from fractions import Fraction

    of_g, of_h, of_depth = map(exact, (f.g, f.h, f.depth))
    denominator = getattr(heuristic, "denominator", 0)
    kept = Fraction(1 - MARGIN)

    def evaluate(node: Node) -> float:
        h = node.h
        if h == inf and of_h:
            return inf
        estimate: Exact
        if denominator:
            estimate = Fraction(round(h * denominator), denominator)
        else:
            estimate = h if isinstance(h, int) else Fraction(h) * kept
        value: Any = of_g * node.g + of_h * estimate + of_depth * node.depth
        return value  # type: ignore[no-any-return]

    return evaluate


ALONE: Mapping[tuple[float, ...], str] = {(1, 0, 0): "g", (0, 1, 0): "h", (0, 0, 1): "depth"}
"""Value of a node that is f, by the weights of g, h and depth."""


def _weighted(f: Weights) -> Evaluator:
    g, h, depth = f.g, f.h, f.depth
    if (g, h, depth) in ALONE:
        return attrgetter(ALONE[g, h, depth])
    if (g, h, depth) == (1, 1, 0):
        return lambda node: node.g + node.h
    if depth == 0:
        return (lambda node: g * node.g + h * node.h) if g else (lambda node: h * node.h)
    return lambda node: g * node.g + (h and h * node.h) + depth * node.depth


def _best_first(problem: SearchProblem, parts: Parts) -> Result:
    return best_first_search(
        problem,
        successors=parts.successors,
        open_list=parts.open_list(),
        evaluate=parts.evaluate(),
        heuristic=parts.heuristic,
        duplicates=parts.duplicates(),
        meter=parts.meter,
    )


def _lazy(problem: SearchProblem, parts: Parts) -> Result:
    return lazy_search(
        problem,
        successors=parts.successors,
        heuristic=parts.heuristic,
        evaluate=parts.evaluate(),
        meter=parts.meter,
    )


def _iterative(problem: SearchProblem, parts: Parts) -> Result:
    return depth_first_iterative_search(
        problem,
        successors=parts.successors,
        evaluate=parts.evaluate(),
        heuristic=parts.heuristic,
        duplicates=parts.duplicates(),
        meter=parts.meter,
    )


def _enforced(problem: SearchProblem, parts: Parts) -> Result:
    return enforced_hill_climbing(
        problem, successors=parts.successors, heuristic=parts.heuristic, meter=parts.meter
    )


def _bidirectional(problem: SearchProblem, parts: Parts) -> Result:
    successors = parts.successors
    if not parts.algorithm.move_back:  # which each side's closed list rules out
        successors = plain_successors(problem, parts.exactly).without(parts.traps)
    return bidirectional_search(reversible(problem), successors=successors, meter=parts.meter)


Loop: TypeAlias = Callable[[SearchProblem, Parts], Result]

LOOPS: Mapping[str, Loop] = {
    "best-first": _best_first,
    "lazy": _lazy,
    "iterative": _iterative,
    "batched": _iterative,  # one state after the other: batches are for the kernel
    "enforced": _enforced,
    "bidirectional": _bidirectional,
}
"""The loops that Python has, by name."""


def search_in_python(
    problem: SearchProblem,
    algorithm: Algorithm,
    heuristic: Heuristic,
    *,
    limits: Limits = NO_LIMITS,
    report: Callable[[int], None] | None = None,
    watcher: Watcher | None = None,
    exactly: bool = False,
    traps: Traps = NO_TRAPS,
) -> Result:
    """Run an algorithm in Python.

    Parameters
    ----------
    problem, algorithm, heuristic, limits, report, watcher
        As for `solve`.
    exactly
        Whether costs are added as ints and fractions, which is slower; done in any case where a cost is neither int nor float.
    traps
        Patterns of states that are left out.

    Raises
    ------
    InputError
        Bidirectional search without a single goal or without inverse arcs; an open list or a loop of one's own that is none.
    LimitReached
        Before the search itself, which tells what it did.
    """
    loop = _part(LOOPS, algorithm.loop, "loop")
    prepare: Callable[[], None] | None = getattr(heuristic, "prepare", None)
    if prepare is not None:
        budget = Budget(Limits(time=limits.time))
        with budget:
            prepare()
        limits = limits.after(budget.elapsed)
    if hasattr(problem, "check_functions"):
        problem.check_functions()
    problem = iterated(problem, algorithm)
    traps = counted = CountedTraps(traps)
    parts = Parts(problem, algorithm, heuristic, Meter(limits, report), watcher, exactly, traps)
    held = backstop(limits)
    with held:
        try:
            result = loop(problem, parts)
        except InexactError:
            counted.counts.clear()
            left = Meter(limits.after(parts.meter.elapsed), report)
            parts = Parts(problem, algorithm, heuristic, left, watcher, True, traps)
            result = loop(problem, parts)
    if not isinstance(result, Result):
        raise InputError(
            f"no result of the loop of {algorithm.name}",
            expected="a Result",
            found=f"{result!r:.80}",
        )
    if held.reached and result.limit == "interrupt":
        result = replace(result, limit=held.reached)
    result = result.left_out(counted.left_out)
    costs = parts.successors.costs
    if costs is not None and costs.one is not None:
        result = replace(result, one_cost=costs.one)
    return result if parts.proves(result) else replace(result, exact=False)


def _part(table: Mapping[str, Any], wanted: Any, kind: str) -> Any:
    """A part of the table, or one that an algorithm brings along."""
    return find(table, wanted, kind) if isinstance(wanted, str) else wanted


def reversible(problem: SearchProblem) -> ReversibleProblem:
    """The problem, if it can be searched backwards.

    Raises
    ------
    InputError
        A goal that is a pattern, or a problem without predecessors.
    """
    made = of_arcs(problem)
    if made is not None and made.ground_goals is None:
        goals = made.wanted
        open_goal = next(goal for goal in goals if ground(goal) is None)
        raise InputError(
            "bidirectional search needs goals that are states",
            found=f"the pattern {' '.join(map(str, goal_cells(open_goal)))}",
            remedy="breadth-first",
        )
    if not isinstance(problem, ReversibleProblem):
        raise InputError(
            "bidirectional search needs a problem with a goal and predecessors",
            found=type(problem).__name__,
            remedy="breadth-first",
        )
    return problem
