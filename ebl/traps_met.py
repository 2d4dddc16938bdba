"""Traps learned while a search goes on: dead ends among the states that it makes are explained, and the rest of it leaves them out.

A search asks of each successor whether it fits a trap. `TrapsMet` answers, remembers the state, and now and then takes a sample of
all states so far, and of those that random walks lead to from them, which the search may make later. Those that a trap explains are
dead ends; a trap that leaves out enough of the states is learned. What is in few states is not looked for, so that a sample will
do: a trap of two percent has one of two hundred states with 98 % certainty.

The Python engine makes the first states. For another engine this is a short look, after which the search begins again with the
traps; where the look solves the problem, that is the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from time import monotonic
from typing import Any

from ..rules.domains.domain_table import domain_of
from ..rules.record import record
from ..rules.states.traps import NO_TRAPS, Trap, Traps
from ..rules.term import State
from ..rules.text.words import counted, listed
from ..search.algorithms import ALGORITHMS, CHOICE, Algorithm
from ..search.limits import NO_LIMITS, Budget, LimitReached, Limits
from ..search.problem import Problem
from ..search.result import Result
from .library import MacroLibrary
from .traps import DeadEndPath, DeadEndsExplained, FactTable, TrapRule, facts_of

LOOK = 1_000
"""Expansions of the look for traps that another engine's search begins with."""

FIRST = 100
"""States after which the first sample is taken; each later one comes after twice as many."""

SAMPLE = 100
"""States of a sample."""

WALKS, MOVES = 20, 20
"""Random walks from states of a sample, and the moves of each."""

SAVING = 0.02
"""Least share of the states that a trap has to leave out."""

FACTS = 3
"""Greatest number of facts of a pattern."""

WORK = 200_000
"""Patterns that are looked at in all, before no more states are explained."""


@record
class StatesMet:
    """The states that a search made, and those that walks led to.

    Parameters
    ----------
    each
        Both, which grow.
    """

    each: tuple[dict[State, None], ...]

    def left(self, *traps: Traps) -> int:
        """Number of states that fit no pattern."""
        states = (state for part in self.each for state in part)
        return sum(not any(one.within(state) is not None for one in traps) for state in states)


class TrapsMet(Traps):
    """Traps that grow while a search asks for them.

    Parameters
    ----------
    problem
        The problem that is searched.
    facts
        Its facts.
    limits
        Limits of the search, which hold for what is explained too.

    Attributes
    ----------
    library
        The traps that were learned.
    """

    def __init__(self, problem: Problem, facts: FactTable, limits: Limits = NO_LIMITS) -> None:
        super().__init__(())
        self.library = MacroLibrary(domain_of(problem.theory), shape=problem.theory.shape)
        self.met: dict[State, None] = {problem.start: None}
        self._beyond: dict[State, None] = {}
        self._given: Traps = NO_TRAPS
        self._problem = problem
        self._explained = DeadEndsExplained(facts, StatesMet((self.met, self._beyond)))
        self._next = FIRST
        self._limits, self._began = limits, monotonic()

    @property
    def learned(self) -> Traps:
        """The patterns that were learned."""
        return self._explained.known

    def __bool__(self) -> bool:
        return True

    def __add__(self, other: Traps) -> Traps:
        self._given += other
        return self

    def within(self, state: State, changed: Iterable[int] | None = None) -> Trap | None:
        """A pattern that a state fits; see `Traps.within`. The state is remembered, and may lead to a new trap."""
        known = self.learned.within(
            state
        )  # wherever: the state before it may have been made before the trap
        if known is None:
            known = self._given.within(state, changed)
        if known is not None:
            return known
        self.met[state] = None
        if len(self.met) < self._next:
            return None
        self._next *= 2
        self._look()
        return self.learned.within(state)

    def _look(self) -> None:
        """Explain a sample of the states, within what is left of the limits."""
        budget = Budget(Limits(time=self._limits.after(monotonic() - self._began).time))
        try:
            with budget:
                self._explain()
        except LimitReached as reached:
            if reached.budget is not budget:  # one around this
                raise

    def _explain(self) -> None:
        each, explained, rng = [*self.met], self._explained, Random(len(self.met))
        sample = rng.sample(each, min(SAMPLE, len(each)))
        self._walk(sample[:WALKS], rng)
        beyond = [*self._beyond]
        sample = [each[0], *sample, *rng.sample(beyond, min(SAMPLE, len(beyond)))]
        for most in range(1, FACTS + 1):  # what fewer facts explain is learned first
            for state in sample:
                if any(
                    one.within(state) for one in (explained.known, explained.aside, self._given)
                ):
                    continue
                if explained.work > WORK:
                    return
                path = DeadEndPath(explained, state, most)
                rule: Any = path.rule(
                    self.library.next_name(TrapRule.initial), "the states of a search", SAVING
                )
                if not isinstance(rule, str) and self.library.add(rule).accepted:
                    explained.know(self.library.traps)

    def _walk(self, states: Iterable[State], rng: Random) -> None:
        """Walk from each of some states, and remember where that leads."""
        for state in states:
            for _ in range(MOVES):
                after = [one for _, one in self._problem.successors(state)]
                if not after:
                    break
                state = rng.choice(after)
                if state not in self.met:
                    self._beyond[state] = None


def look_by(row: Algorithm) -> Algorithm:
    """The algorithm of the look for traps: that of the search, or one like it where the search is by stages."""
    if row.loop != CHOICE:
        return row
    return ALGORITHMS["a-star" if row.fewest == "cost" else "greedy"]


def search_with_look(
    problem: Problem,
    row: Algorithm,
    limits: Limits,
    engine: str,
    search: Callable[[Problem, Limits, Algorithm, str], Result],
) -> Result:
    """Search a problem, and learn traps from the states that are made.

    Parameters
    ----------
    problem, row, limits, engine
        As for `solve`.
    search
        Searches a problem within limits by an algorithm with an engine.
    """
    facts = facts_of(problem)
    if facts is None:
        found = search(problem, limits, row, engine)
        return found.noted("its arcs or goals are none that traps are of")
    met = TrapsMet(problem, facts, limits)
    whole = engine == "python" and row.loop != CHOICE
    look = limits if whole else limits.within(Limits(nodes=LOOK))
    looked = replace(problem, traps=met + problem.traps)
    found = search(looked, look, look_by(row), "python")
    did = found.statistics
    left = limits.rest(did.elapsed, did.expanded, did.operator_applications)
    if not whole and found.limit == "nodes" and left is not None:
        traps = problem.traps + met.learned
        found = search(replace(problem, traps=traps), left, row, engine)
        found = replace(found, statistics=did.plus(found.statistics))
    return replace(found.noted(told(met, did.trapped)), traps=met.library)


def told(met: TrapsMet, left_out: int) -> str:
    """A sentence on what was learned, and on how many successors were left out meanwhile."""
    rules = met.library.traps
    if not rules:
        return f"no trap explains enough of {counted(len(met.met), 'state')} that were looked at"
    each = listed([f"{rule} ({rule.saving:.0%})" for rule in rules])
    return (
        f"learned {counted(len(rules), 'trap')} from {counted(len(met.met), 'state')}, with the share that each "
        f"leaves out: {each}; {counted(left_out, 'successor')} left out while learning"
    )
