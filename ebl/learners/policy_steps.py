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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from math import prod
from typing import TypeAlias

from ...rules.pddl.action_domain import Action, ActionDomain, Atom, PlanningTask, Typed, is_a
from ...rules.pddl.action_schema import ActionSchema
from ...rules.pddl.strips import Facts, substituted
from ...search.policy.rule import Condition, Purpose
from ...search.proof.space import Space
from ..explanation import LiftedExplanation
from ..macro import Macro
from ..pddl.composition import compose_actions

EQUAL, UNEQUAL = "=", "!="
"""Conditions on two parameters: one object, or two."""

MOST_CONDITIONS = 2
"""Conditions of a rule beside those of its step; lists of rules with one at most are sought first."""

MOST_LITERALS = 80
"""Conditions of one action that are told apart, the plainest first."""

MOST_ATOMS = 2_000
"""Conditions of one predicate; one with more is left out."""

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

MOST_ALL = 4_000
"""States of all situations."""

MOST_IDLE = 4
"""Changes in a row that do not bring more states to their goal."""


@dataclass(frozen=True)
class StepRule:
    """A step that is made while a goal is not reached.

    Parameters
    ----------
    action
        Its name.
    goal
        What the rule is for, over parameters of its own.
    conditions
        What must hold beside what the action asks for: atoms over its parameters and those of the goal, and pairs of these that
        are one object or two.
    example
        What the parameters were where it was first taken.
    """

    action: str
    goal: Atom
    conditions: tuple[Atom, ...]
    example: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)


@dataclass(frozen=True)
class Situation:
    """All states of a small problem with one goal.

    Parameters
    ----------
    task
        Its things.
    space
        The states.
    goal
        What is to be reached.
    """

    task: PlanningTask = field(repr=False)
    space: Space = field(repr=False)
    goal: tuple[Atom, ...]


@dataclass(frozen=True, eq=False)
class _Candidate:
    """A rule and where it leads: for each state the next one, or -1."""

    rule: StepRule
    next: tuple[int, ...]

    @cached_property
    def where(self) -> int:
        """The states in which it applies, as bits."""
        return _bits(number for number, one in enumerate(self.next) if one >= 0)

    @property
    def size(self) -> int:
        return len(self.rule.conditions)


_List: TypeAlias = tuple[_Candidate, ...]


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
    states = _States(domain, situations)
    candidates = sorted(states.candidates(), key=lambda one: _plainness(one.rule))
    for size in range(1, MOST_CONDITIONS + 1):
        some = [one for one in candidates if one.size <= size][:MOST_CANDIDATES]
        found = _found(states, _Lists(states, some, report))
        if found is not None:
            return found
    return None


def _found(states: _States, lists: _Lists) -> tuple[StepRule, ...] | None:
    looked_at, best = states.first(FIRST_STATES), ()
    for _ in range(MOST_TIMES):
        best = lists.best(looked_at, best)
        failed = lists.failed(best)
        if not failed:
            return tuple(one.rule for one in lists.plainer(best))
        if not lists.goes_on or looked_at.issuperset(failed):
            break
        looked_at |= states.first(MORE_STATES, failed)
    return None


class _States:
    """The states of all situations, numbered one after the other, with the steps that can be made in each."""

    def __init__(self, domain: ActionDomain, situations: Sequence[Situation]) -> None:
        self._domain = domain
        self.done: list[bool] = []
        self.counted: list[bool] = []
        self.situation: list[int] = []
        self._steps: dict[tuple[Atom, str], list[_Step]] = {}
        self._numbers: dict[tuple[Facts, tuple[Atom, ...]], int] = {}
        for number, one in enumerate(situations):
            if len(self.done) + len(one.space.states) <= MOST_ALL:
                self._enter(one)
                self.situation += [number] * (len(self.done) - len(self.situation))

    def first(self, most: int, of: Iterable[int] | None = None) -> set[int]:
        """The states of the first situations, or of the first ones that states are of, that are about so many together."""
        wanted = sorted(set(self.situation) if of is None else {self.situation[one] for one in of})
        apart = max(1, len(wanted) * len(self.done) // (most * (1 + max(self.situation))))
        found: set[int] = set()
        for number in (*wanted[::apart], *wanted):
            if len(found) < most:
                first = self.situation.index(number)
                found.update(range(first, first + self.situation.count(number)))
        return found

    def _enter(self, one: Situation) -> None:
        wanted, solvable = set(one.goal), set(one.space.solvable(one.goal))
        things = (*one.task.domain.constants, *one.task.objects)
        place = {thing.name: number for number, thing in enumerate(things)}
        new = []
        for number, facts in enumerate(one.space.states):
            if (facts, one.goal) not in self._numbers:
                self._numbers[facts, one.goal] = len(self.done)
                self.done.append(wanted <= facts)
                self.counted.append(number in solvable)
                new.append((number, facts))
        for number_there, facts in new:
            number = self._numbers[facts, one.goal]
            if self.done[number]:
                continue
            made = [
                (action.name, action.arguments, self._numbers[action.result(facts), one.goal])
                for action in one.space.actions_in(number_there)
            ]
            for order, goal in enumerate(one.goal):
                if goal in facts:
                    continue
                pattern = (goal[0], *(f"?goal{number}" for number in range(1, len(goal))))
                for name, arguments, after in made:
                    names = (parameter.name for parameter in self._domain.by_name[name].parameters)
                    binding = dict(zip(names, arguments, strict=True))
                    binding |= zip(pattern[1:], goal[1:], strict=True)
                    rank = order, tuple(place[own] for own in binding.values())
                    step = _Step(number, rank, binding, facts, after)
                    self._steps.setdefault((pattern, name), []).append(step)

    def candidates(self) -> Iterator[_Candidate]:
        """All rules that lead to different states, those with fewest conditions first."""
        seen: set[tuple[int, ...]] = set()
        for (goal, name), steps in self._steps.items():
            steps.sort(key=lambda one: (one.state, one.rank))
            for conditions in self._conjunctions(goal, name, steps):
                mask = (1 << len(steps)) - 1
                for _, one in conditions:
                    mask &= one
                found = self._followed(steps, mask)
                if found not in seen:
                    seen.add(found)
                    atoms = tuple(atom for atom, _ in conditions)
                    first = steps[(mask & -mask).bit_length() - 1]
                    yield _Candidate(StepRule(name, goal, atoms, first.binding), found)

    def _conjunctions(
        self, goal: Atom, name: str, steps: Sequence[_Step]
    ) -> Iterator[tuple[tuple[Atom, int], ...]]:
        single = list(self._literals(goal, self._domain.by_name[name], steps))
        full, seen = (1 << len(steps)) - 1, set[int]()
        for size in range(MOST_CONDITIONS + 1):
            for some in combinations(single, size):
                mask = full
                for _, one in some:
                    mask &= one
                if mask and mask not in seen:
                    seen.add(mask)
                    yield some

    def _literals(
        self, goal: Atom, action: Action, steps: Sequence[_Step]
    ) -> Iterator[tuple[Atom, int]]:
        """Conditions with the steps that fulfil them, as bits; none that all do or none does, none twice."""
        types = {one.name: one.type for one in action.parameters}
        types |= goal_types(self._domain, goal)
        seen = {0, (1 << len(steps)) - 1}
        found = sorted(_atoms(self._domain, types), key=_condition_plainness)
        for atom in found:
            if atom in action.positive:
                continue
            mask = 0
            for number, step in enumerate(steps):
                mask |= step.fulfils(atom) << number
            if mask not in seen:
                seen.add(mask)
                yield atom, mask
            if len(seen) > MOST_LITERALS:
                return

    def _followed(self, steps: Sequence[_Step], mask: int) -> tuple[int, ...]:
        found = [-1] * len(self.done)
        for number, step in enumerate(steps):
            if mask >> number & 1 and found[step.state] < 0:
                found[step.state] = step.after
        return tuple(found)


@dataclass(frozen=True, slots=True)
class _Step:
    """A step that can be made for a goal in a state: its number, and the state that it leads to."""

    state: int
    rank: tuple[int, tuple[int, ...]]
    binding: dict[str, str]
    facts: Facts
    after: int

    def fulfils(self, condition: Atom) -> bool:
        """Whether a condition holds."""
        name, *terms = condition
        objects = [self.binding[term] for term in terms]
        if name in (EQUAL, UNEQUAL):
            return (objects[0] == objects[1]) == (name == EQUAL)
        return (name, *objects) in self.facts


def _bits(numbers: Iterable[int]) -> int:
    found = bytearray()
    for number in numbers:
        found.extend(bytes(max(0, number // 8 + 1 - len(found))))
        found[number // 8] |= 1 << number % 8
    return int.from_bytes(found, "little")


def goal_types(domain: ActionDomain, goal: Atom) -> dict[str, str]:
    """The types of a goal's parameters."""
    signature = next(one for one in domain.predicates if one.name == goal[0])
    return dict(zip(goal[1:], (one.type for one in signature.parameters), strict=True))


def _atoms(domain: ActionDomain, types: dict[str, str]) -> Iterator[Atom]:
    """All conditions over parameters."""
    for one, other in combinations(types, 2):
        if types[one] == types[other]:
            yield EQUAL, one, other
            yield UNEQUAL, one, other
    for signature in domain.predicates:
        fitting = [
            [name for name, kind in types.items() if is_a(domain.types, kind, parameter.type)]
            for parameter in signature.parameters
        ]
        if prod(map(len, fitting)) <= MOST_ATOMS:
            yield from ((signature.name, *terms) for terms in product(*fitting))


def _condition_plainness(condition: Atom) -> tuple[int, Atom]:
    return len(condition) + (condition[0] == UNEQUAL), condition


def _plainness(rule: StepRule) -> tuple[int, int]:
    return len(rule.conditions), sum(map(len, rule.conditions))


def rule_of_step(domain: ActionDomain, found: StepRule, name: str, origin: str) -> Macro:
    """The rule as a macro: what must be one object is one parameter."""
    own = domain.by_name[found.action]
    types = {one.name: one.type for one in own.parameters} | goal_types(domain, found.goal)
    same = {one: one for one in types}
    for _, one, other in (atom for atom in _pairs(found) if atom[0] == EQUAL):
        kept, merged = same[one], same[other]
        if is_a(domain.types, types[merged], types[kept]):
            types[kept] = types[merged]
        same = {term: kept if into == merged else into for term, into in same.items()}
    parameters = [Typed(one, types[one]) for one in types if same[one] == one]
    call = (own.name, *(same[one.name] for one in own.parameters))
    apart = [(same[one], same[other]) for kind, one, other in _pairs(found) if kind == UNEQUAL]
    unequal = [(same[one], same[other]) for one, other in own.unequal]
    action, reasons = compose_actions(domain, name, parameters, (call,), (*unequal, *apart))
    asked = (substituted(one, same) for one in found.conditions if one[0] not in (EQUAL, UNEQUAL))
    conditions = tuple(Condition(one, False) for one in asked)
    purpose = Purpose(substituted(found.goal, same), conditions, again=True)
    objects = tuple(found.example[one.name] for one in parameters)
    explained = LiftedExplanation({}, reasons, objects)
    return Macro(ActionSchema(action, (call,)), None, origin, explained, purpose=purpose)


def _pairs(found: StepRule) -> Iterator[Atom]:
    return (one for one in found.conditions if one[0] in (EQUAL, UNEQUAL))


class _Lists:
    """Lists of rules, tried on states."""

    def __init__(
        self,
        states: _States,
        candidates: Sequence[_Candidate],
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
        lists: Iterable[_List],
        seen: set[tuple[int, ...]],
        states: Sequence[int],
        counted: Sequence[int],
    ) -> list[tuple[int, _List]]:
        """The best lists that are one change away, none that lead where others did."""
        ranked: list[tuple[int, int, int, int, _List]] = []
        for parent, one in enumerate(lists):
            for more in self._neighbours(one, _bits(sorted(self._left(one, counted)))):
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
        """Where each state leads."""
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
