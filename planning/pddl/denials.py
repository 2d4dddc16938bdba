"""Negative conditions and conditions for all objects as atoms: a predicate ``not-p`` is true of objects that ``p`` is false of.

Rules of a policy make atoms true. With such predicates they also achieve negative conditions of actions and negative goals
(Gazen and Knoblock 1997), and conditions for all objects, ``every-1``, one object after the other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count

from .action_domain import (
    DENIED,
    EQUAL,
    OBJECT,
    Action,
    ActionDomain,
    Atom,
    Derived,
    Effect,
    Every,
    Formula,
    Literal,
    PlanningTask,
    Signature,
    Some,
    Typed,
    Universal,
    alternatives,
    denial,
    is_parameter,
    literals_in,
    once,
    substituted,
)
from .formula import satisfying
from .strips import Facts

EVERY = "every-"
"""How the name of a predicate begins that stands for a condition for all objects."""


def denied_by(domain: ActionDomain, goals: Iterable[PlanningTask] = ()) -> frozenset[str]:
    """Predicates that conditions of actions and goals deny, and that actions change and could name the denial of.

    Parameters
    ----------
    domain
        The domain.
    goals
        Problems of it, with their goals.
    """
    denied = {atom[0] for task in goals for atom in task.negative_goal}
    for action in domain.actions:
        denied.update(atom[0] for atom in action.negative)
        for formula in (action.condition, *(one.condition for one in action.effects)):
            denied.update(one.atom[0] for one in literals_in(formula) if not one.holds)
    named = {one.name for one in domain.predicates}
    derived = {atom[0] for axiom in domain.axioms for atom in axiom.add}
    return frozenset(one for one in denied & domain.fluents - derived if DENIED + one not in named)


def denying(domain: ActionDomain, names: Collection[str]) -> ActionDomain:
    """The domain with a predicate that denies each of some, which its actions ask for and change as well.

    Parameters
    ----------
    domain
        A domain without such predicates.
    names
        The predicates that are denied.
    """
    denied = [one for one in domain.predicates if one.name in names]
    literals = _Literals(domain, names)
    actions = tuple(map(literals.action, domain.actions))
    universals = literals.universals
    return replace(
        domain,
        predicates=(
            *domain.predicates,
            *(Signature(DENIED + one.name, one.parameters) for one in denied),
            *(one.signature for one in universals.values()),
        ),
        actions=actions,
        denials={DENIED + one.name: one for one in denied},
        universals=universals,
    )


def denials_among(atoms: Iterable[Atom]) -> dict[str, Signature]:
    """Predicates of some atoms that are named as the denials of others among them."""
    size = {atom[0]: len(atom) for atom in atoms}
    return {
        DENIED + name: Signature(name, tuple(Typed(f"?x{n}") for n in range(1, arity)))
        for name, arity in sorted(size.items())
        if size.get(DENIED + name) == arity
    }


def changes_denial(action: Action, name: str) -> bool:
    """Whether an action ends the denial of what it makes true of a predicate, and makes no other denial of it true."""
    made = (denial(atom) for atom in action.add if atom[0] == name)
    ended = {denial(atom) for atom in action.delete if atom[0] == name}
    begun = (atom for atom in action.add if atom[0] == DENIED + name)
    return {*made} <= {*action.delete} and {*begun} <= ended


def holds_in(task: PlanningTask, domain: ActionDomain, atom: Atom, facts: Facts) -> bool:
    """Whether facts make an atom true, which may be a denial or stand for a condition for all objects."""
    if atom[0] in domain.universals:
        return all(holds_in(task, domain, one, facts) for one in needed_for(task, domain, atom))
    denied = domain.denials.get(atom[0])
    return atom in facts if denied is None else (denied.name, *atom[1:]) not in facts


def needed_for(task: PlanningTask, domain: ActionDomain, atom: Atom) -> Iterator[Atom]:
    """Atoms that must be true so that a condition for all objects holds."""
    found = domain.universals[atom[0]]
    names = (one.name for one in found.signature.parameters)
    own = dict(zip(names, atom[1:], strict=True))
    for full in satisfying(task, found.parameters, Every(found.given), own, task.init):
        yield substituted(found.needed, dict(full))


def with_goals(task: PlanningTask, goals: Iterable[Atom], domain: ActionDomain) -> PlanningTask:
    """The task with other goals, some of which may be denials."""
    listed = tuple(goals)
    return replace(
        task,
        goal=tuple(one for one in listed if one[0] not in domain.denials),
        negative_goal=tuple(
            (domain.denials[one[0]].name, *one[1:]) for one in listed if one[0] in domain.denials
        ),
    )


class _Literals:
    """The conditions of a domain as literals: denials of some predicates, and atoms for what is asked of all objects."""

    def __init__(self, domain: ActionDomain, names: Collection[str]) -> None:
        self._domain, self._names = domain, names
        self._known: dict[tuple[object, ...], Universal] = {}

    @property
    def universals(self) -> dict[str, Universal]:
        """The conditions for all objects that were found."""
        return {one.signature.name: one for one in self._known.values()}

    def action(self, action: Action) -> Action:
        """The action with such conditions, and with what it changes of denials."""
        names, scope = self._names, {one.name: one.type for one in action.parameters}
        asked = tuple(denial(one) for one in action.negative if one[0] in names)
        add, delete = _changed(action, names)
        condition = action.condition
        return replace(
            action,
            positive=(*action.positive, *asked),
            negative=tuple(one for one in action.negative if one[0] not in names),
            add=(*action.add, *add),
            delete=(*action.delete, *delete),
            condition=None if condition is None else self._formula(condition, scope),
            effects=tuple(self._effect(action, one, scope) for one in action.effects),
        )

    def _effect(self, action: Action, effect: Effect, scope: Mapping[str, str]) -> Effect:
        add, delete = _changed(effect, self._names, action)
        inner = {**scope, **{one.name: one.type for one in effect.parameters}}
        return replace(
            effect,
            condition=self._formula(effect.condition, inner),
            add=(*effect.add, *add),
            delete=(*effect.delete, *delete),
        )

    def _formula(self, formula: Formula, scope: Mapping[str, str]) -> Formula:
        if isinstance(formula, Literal):
            atom = formula.atom
            if formula.holds or atom[0] == EQUAL or atom[0] not in self._names:
                return formula
            return Literal(denial(atom))
        if isinstance(formula, Derived):
            pairs = zip(formula.parameters, formula.arguments, strict=True)
            own = {
                one.name: scope.get(term, OBJECT) if one.type == OBJECT else one.type
                for one, term in pairs
            }
            return replace(formula, body=self._formula(formula.body, own))
        if isinstance(formula, Every) and formula.parameters:
            found = self._universals(formula, scope)
            return formula if found is None else Every(found)
        inner = {**scope, **{one.name: one.type for one in formula.parameters}}
        parts = tuple(self._formula(one, inner) for one in formula.parts)
        return replace(formula, parts=parts)

    def _universals(self, formula: Every, scope: Mapping[str, str]) -> tuple[Literal, ...] | None:
        """Atoms that stand for a condition for all objects; None where it may be fulfilled in several ways for some."""
        found = []
        against = alternatives(negated(formula))
        for parameters, literals in against or ():
            fluents = self._domain.fluents
            changing = [one for one in literals if one.atom[0] in fluents]
            if len(changing) != 1:
                return None
            (last,) = changing
            if last.holds and last.atom[0] not in self._names:
                return None
            needed = denial(last.atom) if last.holds else last.atom
            given = tuple(one for one in literals if one is not last)
            found.append(self._universal(parameters, given, needed, scope))
        return None if against is None else tuple(found)

    def _universal(
        self,
        parameters: tuple[Typed, ...],
        given: tuple[Literal, ...],
        needed: Atom,
        scope: Mapping[str, str],
    ) -> Literal:
        inner = {one.name: f"?each{n}" for n, one in enumerate(parameters, start=1)}
        terms = (term for atom in (*(one.atom for one in given), needed) for term in atom[1:])
        free = [one for one in once(terms) if is_parameter(one) and one not in inner]
        names = {**inner, **{one: f"?x{n}" for n, one in enumerate(free, start=1)}}
        own = tuple(Typed(names[one], scope.get(one, OBJECT)) for one in free)
        said = (
            tuple(Typed(names[one.name], one.type) for one in parameters),
            tuple(replace(one, atom=substituted(one.atom, names)) for one in given),
            substituted(needed, names),
        )
        if (own, *said) not in self._known:
            taken = {one.name for one in self._domain.predicates}
            numbers = (f"{EVERY}{n}" for n in count(len(self._known) + 1))
            name = next(one for one in numbers if one not in taken | self.universals.keys())
            self._known[own, *said] = Universal(Signature(name, own), *said)
        return Literal((self._known[own, *said].signature.name, *free))


def negated(formula: Formula) -> Formula:
    """Negation of a formula."""
    if isinstance(formula, Literal):
        return Literal(formula.atom, not formula.holds)
    if isinstance(formula, Derived):
        return replace(formula, body=negated(formula.body), holds=not formula.holds)
    kind = Some if isinstance(formula, Every) else Every
    return kind(tuple(map(negated, formula.parts)), formula.parameters)


def _changed(
    one: Action | Effect, names: Collection[str], action: Action | None = None
) -> tuple[tuple[Atom, ...], tuple[Atom, ...]]:
    """Denials that come true and that end; none that comes true for what may be added at the same time."""
    added = (*one.add, *(action.add if action is not None else ()))
    own = one if action is None else action
    unequal = own.unequal if isinstance(own, Action) else ()
    return (
        tuple(
            denial(atom)
            for atom in one.delete
            if atom[0] in names and not any(_may_be_same(atom, other, unequal) for other in added)
        ),
        tuple(denial(atom) for atom in one.add if atom[0] in names),
    )


def _may_be_same(one: Atom, other: Atom, unequal: Collection[tuple[str, str]]) -> bool:
    """Whether two atoms may become equal when objects replace their parameters."""
    return one[0] == other[0] and all(
        left == right
        or (
            (is_parameter(left) or is_parameter(right))
            and (left, right) not in unequal
            and (right, left) not in unequal
        )
        for left, right in zip(one[1:], other[1:], strict=True)
    )
