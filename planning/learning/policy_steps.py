"""Rules for single steps, from which lists are made: each with its successor for every state of the small training problems.

Such a rule is a step, with what it asks for and at most two conditions more, to be made while a goal is not reached. Lists of
them are tried in `policy_experience`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from math import prod

from ...ebl.explanation import LiftedExplanation
from ...ebl.macro import Macro
from ..pddl.action_domain import Action, ActionDomain, Atom, PlanningTask, Typed, is_a, substituted
from ..pddl.action_schema import ActionSchema
from ..pddl.strips import Facts
from ..policy.rule import Purpose, RuleCondition
from ..policy.small_problems import Space
from .lifted import compose_actions

EQUAL, UNEQUAL = "=", "!="
"""Conditions on two parameters: one object, or two."""

MOST_CONDITIONS = 2
"""Conditions of a rule beside those of its step; lists of rules with one at most are sought first."""

MOST_LITERALS = 80
"""Conditions of one action that are told apart, the plainest first."""

MOST_ATOMS = 2_000
"""Conditions of one predicate; one with more is left out."""

MOST_ALL = 4_000
"""States of all situations."""


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
class StepSituation:
    """All states of a small problem with one goal.

    Parameters
    ----------
    task
        Its things.
    space
        The states.
    goal
        The goal.
    """

    task: PlanningTask = field(repr=False)
    space: Space = field(repr=False)
    goal: tuple[Atom, ...]


@dataclass(frozen=True, eq=False)
class Candidate:
    """A rule and where it leads: for each state the next one, or -1."""

    rule: StepRule
    next: tuple[int, ...]

    @cached_property
    def where(self) -> int:
        """The states in which it applies, as bits."""
        return bits(number for number, one in enumerate(self.next) if one >= 0)

    @property
    def size(self) -> int:
        return len(self.rule.conditions)


class States:
    """The states of all situations, numbered one after the other, with the steps that can be made in each."""

    def __init__(self, domain: ActionDomain, situations: Sequence[StepSituation]) -> None:
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
        """States of the first situations, about a given number together."""
        wanted = sorted(set(self.situation) if of is None else {self.situation[one] for one in of})
        apart = max(1, len(wanted) * len(self.done) // (most * (1 + max(self.situation))))
        found: set[int] = set()
        for number in (*wanted[::apart], *wanted):
            if len(found) < most:
                first = self.situation.index(number)
                found.update(range(first, first + self.situation.count(number)))
        return found

    def _enter(self, one: StepSituation) -> None:
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

    def candidates(self) -> Iterator[Candidate]:
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
                    yield Candidate(StepRule(name, goal, atoms, first.binding), found)

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


def bits(numbers: Iterable[int]) -> int:
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


def plainness(rule: StepRule) -> tuple[int, int]:
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
    conditions = tuple(RuleCondition(one, False) for one in asked)
    purpose = Purpose(substituted(found.goal, same), conditions, again=True)
    objects = tuple(found.example[one.name] for one in parameters if found.example)
    explained = LiftedExplanation({}, reasons, objects)
    return Macro(ActionSchema(action, (call,)), None, origin, explained, purpose=purpose)


def _pairs(found: StepRule) -> Iterator[Atom]:
    return (one for one in found.conditions if one[0] in (EQUAL, UNEQUAL))
