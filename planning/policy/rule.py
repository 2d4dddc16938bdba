"""Rules of a policy: what an action or a macro is good for, and what to see to before it is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...rules.later import Later
from ..pddl.action_domain import (
    CASE,
    Action,
    ActionDomain,
    Atom,
    is_case,
    is_parameter,
    substituted,
)
from ..pddl.action_schema import ActionSchema, is_of_effect
from ..pddl.repeated import changed_place

_check_policy = Later("planning.checking", "check_policy")


@dataclass(frozen=True, slots=True)
class RuleCondition:
    """A condition that a rule comes to after others.

    Parameters
    ----------
    atom
        One of the conditions of the rule's operator.
    achieve
        Whether rules make the condition true. If not, earlier conditions have done so, and its parameters get the objects of
        which it then holds.
    """

    atom: Atom
    achieve: bool = True


@dataclass(frozen=True, slots=True)
class Purpose:
    """Purpose of an operator in a policy.

    Parameters
    ----------
    goal
        One of its effects: the rule is for making that true. Of a rule for a single step what is not so yet when it is made.
    conditions
        Conditions in the order in which they are achieved; all others must hold at once. For a rule for a single step,
        conditions beside those of the operator.
    pause
        Number of one of these conditions, from 1, or one more than their number: before it is achieved, all other goals of
        the rule are brought as far. None if each goal is finished alone.
    again
        Whether the rule is for a single step: of such rules the first that applies is taken, again and again until the goals
        hold. It need not make its goal true.
    """

    goal: Atom
    conditions: tuple[RuleCondition, ...] = ()
    pause: int | None = None
    again: bool = False

    def canonical(self, action: Action) -> object:
        """Equal exactly for the same purpose of an action, whatever its parameters are called."""
        numbers = {one.name: f"?{n}" for n, one in enumerate(action.parameters)}
        goal = substituted(self.goal, numbers)
        if not self.again:
            return goal
        return goal, frozenset(substituted(one.atom, numbers) for one in self.conditions)


@dataclass(frozen=True)
class PolicyRule:
    """An operator with its purpose."""

    operator: ActionSchema
    purpose: Purpose

    @property
    def name(self) -> str:
        """Name of the rule."""
        return self.operator.name

    @property
    def action(self) -> Action:
        """Action of the rule, with its precondition and effects."""
        return self.operator.action

    @property
    def goal(self) -> Atom:
        """Goal that the rule achieves."""
        return self.purpose.goal

    @cached_property
    def types(self) -> Mapping[str, str]:
        """The types of its parameters."""
        return {parameter.name: parameter.type for parameter in self.action.parameters}

    @cached_property
    def asked(self) -> tuple[Atom, ...]:
        """Of a rule for a single step: all that must hold for it."""
        own = (*self.action.positive, *(one.atom for one in self.purpose.conditions))
        return tuple(dict.fromkeys(own))

    @cached_property
    def at_once(self) -> tuple[Atom, ...]:
        """The conditions that must hold before anything else is seen to."""
        later = {one.atom for one in self.purpose.conditions}
        return tuple(atom for atom in self.action.positive if atom not in later)

    @cached_property
    def chosen(self) -> tuple[str, ...]:
        """The parameters that neither the goal nor the conditions at once settle: one has to choose."""
        bound = {term for atom in (self.goal, *self.at_once) for term in atom[1:]}
        found: dict[str, None] = {}
        for condition in self.purpose.conditions:
            own = [one for one in condition.atom[1:] if is_parameter(one) and one not in bound]
            bound.update(own)
            if condition.achieve:
                found |= dict.fromkeys(own)
        found |= {one: None for one in self.types if one not in bound}
        return tuple(found)

    @cached_property
    def depends(self) -> bool:
        """Whether the conditions to achieve name objects that only the conditions at once settle."""
        asked = (one.atom for one in self.purpose.conditions if one.achieve)
        own = {term for atom in asked for term in atom[1:] if is_parameter(term)}
        return not own.issubset(self.goal[1:])

    def settles(self, atoms: Iterable[Atom], wanted: Atom) -> bool:
        """Whether the goal, and atoms that hang together with it, name all parameters of another atom."""
        known, left = set(self.goal[1:]), list(atoms)
        while joined := [one for one in left if not known.isdisjoint(one[1:])]:
            known.update(term for one in joined for term in one[1:])
            left = [one for one in left if one not in joined]
        return all(term in known for term in wanted[1:] if is_parameter(term))

    @cached_property
    def moved(self) -> Atom | None:
        """For a rule that moves something along: the condition that its goal takes the place of.

        The same predicate of the same things but one, which the rule deletes: applied again and again, the rule walks. It
        deletes nothing else, or, where a condition links the places, what it takes as it is of the place that it comes to.
        An effect that is had for other things at the same time moves nothing along.
        """
        goal, action = self.goal, self.action
        alone = self.operator.length == 1 and not any(map(is_of_effect, self.operator.step_names))
        alone = alone and not self.purpose.again
        for atom in action.positive if alone else ():
            place = changed_place(atom, goal) if atom in action.delete else None
            if place is None:
                continue
            from_to = {atom[place], goal[place]}
            linked = any(from_to.issubset(one[1:]) for one in action.positive)
            others = [one for one in action.delete if one != atom]
            if not others or (linked and all(self._taken(one, atom, place) for one in others)):
                return atom
        return None

    def _taken(self, deleted: Atom, moved: Atom, place: int) -> bool:
        """Whether what a step deletes is of the place that it comes to, and it makes no room there by leaving another."""
        left, reached = moved[place], self.goal[place]
        if reached not in deleted[1:] or left in deleted[1:]:
            return False
        return (
            deleted in self.at_once or substituted(deleted, {reached: left}) not in self.action.add
        )

    @cached_property
    def place(self) -> int:
        """Of a rule that walks: the argument of its goal that changes."""
        found = None if self.moved is None else changed_place(self.moved, self.goal)
        assert found is not None
        return found

    @cached_property
    def of_places(self) -> frozenset[str]:
        """Parameters of a walking rule's two places, with those that its conditions tie to them, as the key of a door."""
        assert self.moved is not None
        places = {self.moved[self.place], self.goal[self.place]}
        told = (atom[1:] for atom in self.at_once if not places.isdisjoint(atom[1:]))
        return frozenset(places.union(*told).difference(self.goal[1:]) | places)

    @cached_property
    def prior(self) -> tuple[RuleCondition, ...]:
        """Of a rule that walks: the conditions that have nothing to do with places, and are seen to before the walk."""
        return tuple(
            one
            for one in self.purpose.conditions
            if one.achieve and one.atom != self.moved and self.of_places.isdisjoint(one.atom[1:])
        )

    @cached_property
    def along(self) -> tuple[Atom, ...]:
        """Of a rule that walks: the conditions that are seen to on the way, as they are about its places."""
        return tuple(
            one.atom
            for one in self.purpose.conditions
            if one.achieve and one.atom != self.moved and one not in self.prior
        )


Precedence = tuple[Atom, ...]
"""Two goals over parameters, the first to be reached before the second, and the static conditions under which it is."""


def precedence_of(first: Atom, second: Atom, *where: Atom) -> Precedence:
    """Lift two goals and their conditions: each object becomes a parameter."""
    names: dict[str, str] = {}

    def general(atom: Atom) -> Atom:
        """The goal with the parameters that stand for its objects."""
        return (atom[0], *(names.setdefault(one, f"?x{len(names) + 1}") for one in atom[1:]))

    return general(first), general(second), *sorted(map(general, where))


@dataclass(frozen=True)
class LiftedPolicy:
    """Rules, and the order of goals.

    Parameters
    ----------
    domain
        The domain with the actions of which the rules are made.
    rules
        In the order in which they were learned.
    precedences
        Goals that come before other goals.
    """

    domain: ActionDomain
    rules: tuple[PolicyRule, ...] = ()
    precedences: frozenset[Precedence] = frozenset()

    @classmethod
    def of(
        cls,
        domain: ActionDomain,
        found: Iterable[tuple[ActionSchema, Purpose]],
        precedences: Iterable[Precedence] = (),
    ) -> LiftedPolicy:
        """Make the policy of operators with their purposes."""
        return cls(domain, tuple(PolicyRule(*one) for one in found), frozenset(precedences))

    def check(self, library: Any, board: Any, report: Callable[..., None] | None = None) -> Any:
        """Whether its rules solve a small problem from every state; see `MacroLibrary.check`.

        Parameters
        ----------
        library
            The rules.
        board
            The problem, a board or a planning task.
        report
            Called as `check_small` calls it.
        """
        return _check_policy(library, board, report)

    @cached_property
    def makers(self) -> Mapping[str, Sequence[PolicyRule]]:
        """The rules for a predicate that do not walk: those that undo least come first."""
        found: dict[str, list[PolicyRule]] = {}
        for rule in self.rules:
            if rule.moved is None and not rule.purpose.again:
                found.setdefault(rule.goal[0], []).append(rule)
        return {name: sorted(some, key=_undone) for name, some in found.items()}

    def called_for(self, predicate: str) -> tuple[PolicyRule, ...]:
        """The rules by which goals of a predicate are achieved: those that others call come before these."""
        found: dict[PolicyRule, None] = {}
        seen: set[str] = set()

        def visit(name: str) -> None:
            if name in seen:
                return
            seen.add(name)
            for rule in self.rules:
                if rule.goal[0] == name and not rule.purpose.again:
                    for one in rule.purpose.conditions:
                        if one.achieve:
                            visit(one.atom[0])
                    found[rule] = None

        visit(predicate)
        return tuple(found)

    @cached_property
    def steps(self) -> tuple[PolicyRule, ...]:
        """The rules for single steps, of which the first that applies is taken."""
        return tuple(rule for rule in self.rules if rule.purpose.again)

    @cached_property
    def conditional(self) -> tuple[str, ...]:
        """Names of the actions whose conditional effects the rules use."""
        steps = (name for rule in self.rules for name in rule.operator.step_names)
        return tuple(dict.fromkeys(name.partition(CASE)[0] for name in steps if is_case(name)))

    @cached_property
    def made(self) -> frozenset[str]:
        """The predicates that rules are for."""
        return frozenset(rule.goal[0] for rule in self.rules if not rule.purpose.again)

    @cached_property
    def walks(self) -> Mapping[tuple[str, tuple[int, ...]], Sequence[PolicyRule]]:
        """The rules that walk, by predicate and the arguments that change: one, or as many as there are coordinates."""
        found: dict[str, list[PolicyRule]] = {}
        for rule in self.rules:
            if rule.moved is not None:
                found.setdefault(rule.goal[0], []).append(rule)
        return {
            (name, tuple(sorted({one.place for one in rules}))): rules
            for name, rules in found.items()
        }


def given_back(rules: Sequence[PolicyRule]) -> Iterator[tuple[PolicyRule, PolicyRule, Atom]]:
    """Facts that a rule asks for and deletes and that no rule is for, each with a later rule that adds it."""
    made = {rule.goal[0] for rule in rules}
    for number, rule in enumerate(rules):
        for fact in rule.action.delete:
            if fact in rule.action.positive and fact[0] not in made:
                others = (
                    one
                    for one in rules[number + 1 :]
                    if fact[0] in {add[0] for add in one.action.add}
                )
                other = next(others, None)
                if other is not None:
                    yield rule, other, fact


def _undone(rule: PolicyRule) -> int:
    return len(rule.action.delete)
