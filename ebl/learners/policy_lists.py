"""Rules for single steps, where no rules were found that cut plans at goals: a list of which the first that applies is followed.

Some worlds have no subgoals: each pouring undoes what another one brought about. What is to be done next can be said of the
state all the same: a step, with what it asks for and at most two conditions more, to be made while a goal is not reached. Lists
of such rules are tried on all states of small training problems at once: the first rule that applies says the step, so that from
each state there is one way, to the goal, to an end or in a circle. The list grows by the rule with which most states come to
their goal, several lists beside each other, until all do; then what is not needed is left out.

Decision lists of production rules that are consistent with all examples are what Khardon learns (1999, L2Act); that they are
chosen by what following them comes to, not by agreement with plans of which there are several, is as in Fern, Yoon and Givan
(2006). No rank is known to go down along such rules: that they come to an end is what was tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from typing import TypeAlias

from ...rules.pddl.action_domain import ActionDomain
from .policy_steps import (
    MOST_CONDITIONS,
    Candidate,
    Situation,
    States,
    StepRule,
    bits,
    plainness,
)

MOST_CANDIDATES = 1_500
"""Rules that lists are made of, those with fewest and shortest conditions first."""

MOST_RULES = 8
"""Rules of a list."""

WIDTH, MOST_CHILDREN = 6, 2
"""Lists that grow beside each other, and those of them that grow out of the same one."""

MOST_WORK = 20_000_000
"""States that ways of lists of one kind are followed from: 5 to 15 s."""

FIRST_STATES, MORE_STATES, MOST_TIMES = 200, 60, 6
"""States that lists are sought on at first, and those of situations where one fails that are added, so often."""

MOST_IDLE = 4
"""Changes in a row that do not bring more states to their goal."""


_List: TypeAlias = tuple[Candidate, ...]


def step_rules(
    domain: ActionDomain,
    situations: Sequence[Situation],
    report: Callable[[int], None] | None = None,
) -> tuple[StepRule, ...] | None:
    """Rules that lead from every state to the goal, in their order; None where none are found.

    They are sought on the first situations, and on those where they fail then.

    Parameters
    ----------
    domain
        Whose actions the steps are.
    situations
        What they are to solve, the small ones first.
    report
        Called now and then with the number of lists that were tried.
    """
    states = States(domain, situations)
    candidates = sorted(states.candidates(), key=lambda one: plainness(one.rule))
    for size in range(1, MOST_CONDITIONS + 1):
        some = [one for one in candidates if one.size <= size][:MOST_CANDIDATES]
        found = _found(states, _Lists(states, some, report))
        if found is not None:
            return found
    return None


def _found(states: States, lists: _Lists) -> tuple[StepRule, ...] | None:
    looked_at = states.first(FIRST_STATES)
    best: _List = ()
    for _ in range(MOST_TIMES):
        best = lists.best(looked_at, best)
        failed = lists.failed(best)
        if not failed:
            return tuple(one.rule for one in lists.plainer(best))
        if not lists.goes_on or looked_at.issuperset(failed):
            break
        looked_at |= states.first(MORE_STATES, failed)
    return None


class _Lists:
    """Lists of rules, tried on states."""

    def __init__(
        self,
        states: States,
        candidates: Sequence[Candidate],
        report: Callable[[int], None] | None,
    ) -> None:
        self._done, self._counted, self._candidates = states.done, states.counted, candidates
        self._report = report
        self._tried = self._work = 0

    @property
    def goes_on(self) -> bool:
        """Whether more lists may be tried."""
        return self._work < MOST_WORK

    def best(self, among: Set[int], rules: _List) -> _List:
        """The list from which most of some states come to their goal, that grows out of another."""
        states = sorted(among)
        counted = [one for one in states if self._counted[one]]
        lists, seen = [rules], set[tuple[int, ...]]()
        best, left, idle = rules, len(self._left(rules, counted)), 0
        while left and idle < MOST_IDLE and self.goes_on:
            found = self._changed(lists, seen, states, counted)
            if not found:
                break
            idle += 1
            if found[0][0] < left:
                (left, best), idle = found[0], 0
            if not left:
                return min(
                    (one for more, one in found if not more), key=lambda one: len(self.failed(one))
                )
            lists = [one for _, one in found]
        return best

    def failed(self, rules: _List) -> set[int]:
        """The states of all from which the goal is not reached."""
        return self._left(rules, [n for n, counted in enumerate(self._counted) if counted])

    def plainer(self, rules: _List) -> _List:
        """Without rules, and without conditions of rules, that are not needed to solve all."""
        for one in reversed(rules):
            fewer = tuple(other for other in rules if other is not one)
            if not self.failed(fewer):
                rules = fewer
        for place, one in enumerate(rules):
            for other in self._candidates:
                if other is one:
                    break
                more = (*rules[:place], other, *rules[place + 1 :])
                same = (other.rule.action, other.rule.goal) == (one.rule.action, one.rule.goal)
                if same and not self.failed(more):
                    rules = more
                    break
        return rules

    def _changed(
        self,
        lists: Sequence[_List],
        seen: set[tuple[int, ...]],
        states: Sequence[int],
        counted: Sequence[int],
    ) -> list[tuple[int, _List]]:
        """The best lists that are one change away, none that lead where others did."""
        ranked: list[tuple[int, int, int, int, _List]] = []
        for parent, one in enumerate(lists):
            for more in self._neighbours(one, bits(sorted(self._left(one, counted)))):
                if not self.goes_on:
                    break
                size = sum(1 + rule.size for rule in more)
                ranked.append((len(self._left(more, counted)), size, len(ranked), parent, more))
        ranked.sort(key=lambda one: one[:3])
        kept: list[tuple[int, _List]] = []
        children: Counter[int] = Counter()
        for left, _, _, parent, more in ranked:
            after = self._next(more)
            followed = tuple(after[state] for state in states)
            if followed not in seen and (children[parent] < MOST_CHILDREN or len(lists) == 1):
                children[parent] += 1
                seen.add(followed)
                kept.append((left, more))
                if len(kept) == WIDTH:
                    break
        return kept

    def _neighbours(self, rules: _List, left: int) -> Iterator[_List]:
        """Lists with one rule more, or another one in the place of one, that change the way from states that are left."""
        before = [0]
        for one in rules:
            before.append(before[-1] | one.where)
        free = [left & ~one for one in before]
        for candidate in self._candidates:
            if candidate in rules:
                continue
            for place in range(len(rules) + 1):
                if len(rules) < MOST_RULES and candidate.where & free[place]:
                    yield (*rules[:place], candidate, *rules[place:])
                if place < len(rules) and (candidate.where | rules[place].where) & free[place]:
                    yield (*rules[:place], candidate, *rules[place + 1 :])

    def _next(self, rules: _List) -> list[int]:
        """Successor of each state."""
        found = [-1] * len(self._done)
        for rule in reversed(rules):
            found = [
                one if one >= 0 else other for one, other in zip(rule.next, found, strict=True)
            ]
        return found

    def _left(self, rules: _List, among: Sequence[int]) -> set[int]:
        """The states from which the goal is not reached."""
        self._tried += 1
        self._work += len(among)
        if self._report is not None and self._tried % 1000 == 0:
            self._report(self._tried)
        nexts, done, known = [rule.next for rule in rules], self._done, dict[int, bool]()
        for number in among:
            way, here = [], number
            while here >= 0 and here not in known:
                known[here] = done[here]
                way.append(here)
                if done[here]:
                    break
                here = next((one for own in nexts if (one := own[here]) >= 0), -1)
            reached = here >= 0 and known[here]
            if reached:
                for one in way:
                    known[one] = True
        return {number for number in among if not known[number]}
