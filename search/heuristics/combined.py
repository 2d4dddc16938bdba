"""Heuristics made of any others: the least of those of several goals, and infinity in dead ends that the arcs alone tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, lcm

from ...rules.arc import Arc
from ...rules.errors import InputError
from ...rules.states.dead_ends import traps_told
from ...rules.states.traps import NO_TRAPS, Traps, changed_by
from ...rules.term import Pattern, State, symbol_order
from ...rules.theory import Theory
from .. import _kernel
from ..heuristic import (
    Heuristic,
    as_heuristic,
    infinity_is_true,
    is_made_by_kernel,
    is_of_all_arcs,
    price_of,
)
from ..native.compiled import CompiledTheory
from ..native.engine import heuristic_in_kernel
from ..problem import Problem, SearchProblem, of_arcs
from .boards import CellSum


class Minimum:
    """The least of several heuristics, worked out anew for every state.

    Parameters
    ----------
    each
        The heuristics. The least is admissible, and consistent, if all of them are.
    """

    def __init__(self, each: Sequence[Heuristic]) -> None:
        self.each = tuple(each)
        self.name = " or ".join(dict.fromkeys(one.name for one in each))
        self.admissible = all(one.admissible for one in each)
        self.consistent = all(one.consistent for one in each)
        self.denominator = lcm(*(getattr(one, "denominator", 0) for one in each))
        self.safe = all(infinity_is_true(one) for one in each)
        self.price = max(map(price_of, each))
        self.of_all_arcs = any(map(is_of_all_arcs, each))
        self.made_by_kernel = all(map(is_made_by_kernel, each))

    def estimate(self, state: State) -> float:
        """The least for a state."""
        return min(one.estimate(state) for one in self.each)

    def update(self, h: float, operator: Arc, state: State, successor: State) -> float:
        """The least for a successor, worked out anew."""
        return self.estimate(successor)

    def prepare(self) -> None:
        """Make what Python needs for the estimates of each."""
        for one in self.each:
            if (prepare := getattr(one, "prepare", None)) is not None:
                prepare()

    def by_cell(self) -> Heuristic:
        """One sum over cells: the least that each symbol in each cell is worth to any; itself where they are no such sums.

        The sum is no larger than their minimum, since one may be least in one cell and another in the next.
        """
        sums = [one for one in self.each if isinstance(one, CellSum)]
        if len(sums) < len(self.each):
            return self
        table = [
            {symbol: min(values.get(symbol, 0) for values in cell) for symbol in set().union(*cell)}
            for cell in zip(*(one.table for one in sums), strict=True)
        ]
        least = CellSum(self.name, table, admissible=self.admissible, denominator=self.denominator)
        least.consistent = False
        return least

    def in_kernel(self, compiled: CompiledTheory) -> _kernel.Minimum:
        """The heuristic in the kernel."""
        return _kernel.Minimum([heuristic_in_kernel(compiled, one) for one in self.each])


def of_problem(problem: Problem, make: Callable[..., Heuristic], *more: str) -> Heuristic:
    """The heuristic of a problem; with several goals the least of the heuristics of each.

    Parameters
    ----------
    make
        Makes the heuristic for a theory, a goal and a start; or a function of a state, which is one of which nothing is known.
    more
        The heuristic's parameter as text, if it takes one.

    Raises
    ------
    InputError
        A heuristic that has no meaning for the theory or a goal.
    """
    goals = problem.wanted
    each = [as_heuristic(make(problem.theory, goal, problem.start, *more)) for goal in goals]
    same = len(each) == 1 or all(one is each[0] for one in each)
    if same:
        return each[0]
    least = Minimum([untrapped(one) for one in each])
    first, *others = (one.traps if isinstance(one, AvoidsDeadEnds) else NO_TRAPS for one in each)
    traps = first.common(others)
    return AvoidsDeadEnds(least, traps, problem.start) if traps else least


PREFIX = "dead-ends:"


def without_dead_ends(
    heuristic: Heuristic, theory: Theory, goal: Pattern, start: State
) -> Heuristic:
    """A heuristic that is infinite in dead ends too; itself where the arcs tell none."""
    traps = traps_told(theory, goal, start)
    return AvoidsDeadEnds(heuristic, traps, start) if traps else heuristic


def avoiding(maker: Callable[..., Heuristic]) -> Callable[..., Heuristic]:
    """Wrap a maker of heuristics so that they are infinite in dead ends too."""

    def make(theory: Theory, goal: Pattern, start: State, *more: str) -> Heuristic:
        return without_dead_ends(maker(theory, goal, start, *more), theory, goal, start)

    return make


class AvoidsDeadEnds:
    """A heuristic with the dead ends that the arcs tell: searches by it leave them out.

    Parameters
    ----------
    heuristic
        The heuristic for all other states, which alone the engines see.
    traps
        The dead ends.
    start
        A state with as many copies of each symbol as the states that are searched have.
    """

    def __init__(self, heuristic: Heuristic, traps: Traps, start: State) -> None:
        self.heuristic = heuristic
        self.traps = traps
        self.name = PREFIX + heuristic.name
        self.admissible = heuristic.admissible
        self.consistent = heuristic.consistent
        self.safe = infinity_is_true(heuristic)
        self.price, self.of_all_arcs = price_of(heuristic), is_of_all_arcs(heuristic)
        self.made_by_kernel = is_made_by_kernel(heuristic)
        self.denominator: int = getattr(heuristic, "denominator", 0)
        named = {symbol for trap in traps.each for _, symbol in trap.facts} | {*traps.least}
        self._copies = {symbol: start.count(symbol) for symbol in sorted(named, key=symbol_order)}

    def estimate(self, state: State) -> float:
        """Infinity in a dead end, else the estimate of the heuristic."""
        return self.heuristic.estimate(state) if self.traps.within(state) is None else inf

    def update(self, h: float, operator: Arc, state: State, successor: State) -> float:
        """Estimate of a successor; only cells that the arc changes are examined for dead ends."""
        if h == inf or self.traps.within(successor, changed_by(operator)) is not None:
            return inf
        return self.heuristic.update(h, operator, state, successor)

    def check(self, problem: Problem) -> None:
        """Raise InputError for a start in which a symbol of the dead ends stands more often, or less often."""
        for symbol, copies in self._copies.items():
            if (count := problem.start.count(symbol)) != copies:
                raise InputError(
                    f"these dead ends are of states with {copies} {symbol}",
                    found=f"{count} in the start",
                    remedy="a heuristic made for this start",
                )
        if (check := getattr(self.heuristic, "check", None)) is not None:
            check(problem)


def untrapped(heuristic: Heuristic) -> Heuristic:
    """The heuristic without dead ends."""
    return heuristic.heuristic if isinstance(heuristic, AvoidsDeadEnds) else heuristic


def traps_of(problem: SearchProblem, heuristic: Heuristic) -> Traps:
    """The patterns that a search of a problem by a heuristic leaves out."""
    made = of_arcs(problem)
    learned = NO_TRAPS if made is None else made.known_traps
    told = heuristic.traps if isinstance(heuristic, AvoidsDeadEnds) else NO_TRAPS
    return learned + told
