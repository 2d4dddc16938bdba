"""Effects of actions by definition: the reference for the grounded theory and for every plan."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple, TypeAlias

from ...rules.errors import InputError, Place, TooLargeError
from ...rules.text.words import counted
from .action_domain import (
    EQUAL,
    Action,
    Atom,
    Every,
    Formula,
    Literal,
    PlanningTask,
    atom_text,
    is_a,
    substituted,
)
from .formula import (
    ALWAYS,
    MOST_CASES,
    Alternatives,
    cases,
    cases_or,
    conjunction,
    holds,
    outcomes,
    possible_effects,
    satisfying,
)

Facts: TypeAlias = frozenset[Atom]
"""A state: all that is true in it."""

FEW_OUTCOMES = 8
"""Outcomes of conditional effects, each of which becomes an action of its own; where there are more, effects stay conditional."""


class GroundEffect(NamedTuple):
    """A conditional effect of a ground action: what must and must not be true, what it adds and deletes."""

    positive: Facts
    negative: Facts
    add: Facts
    delete: Facts

    def takes_place(self, facts: Set[Atom]) -> bool:
        """Whether its condition holds where ``facts`` are true."""
        return self.positive <= facts and self.negative.isdisjoint(facts)


class GroundAction(NamedTuple):
    """An action whose parameters are objects.

    Parameters
    ----------
    positive, negative
        Atoms that must, and must not, be true.
    add, delete
        Atoms that become true, and atoms that become false unless added.
    values
        Number of last arguments that are values of object fluents, which plans leave out.
    effects
        Conditional effects, whose conditions are those of the state before. Adding comes after deleting for all together.
    """

    name: str
    arguments: tuple[str, ...]
    positive: Facts
    negative: Facts
    add: Facts
    delete: Facts
    cost: float
    values: int = 0
    effects: tuple[GroundEffect, ...] = ()

    @classmethod
    def of(cls, action: Action, binding: Mapping[str, str], cost: float = 1) -> GroundAction:
        """An action without effects under conditions, with the objects of a binding for its parameters."""

        def ground(atoms: Iterable[Atom]) -> Facts:
            return frozenset(substituted(atom, binding) for atom in atoms)

        asked = ground(action.positive), ground(action.negative)
        changed = ground(action.add), ground(action.delete)
        return cls(action.name, tuple(binding.values()), *asked, *changed, cost)

    @property
    def text(self) -> str:
        """Text of the action as in a plan: ``(move a b)``."""
        return atom_text((self.name, *self.arguments[: len(self.arguments) - self.values]))

    def result(self, facts: Facts) -> Facts:
        """Facts after the action."""
        taking_place = [one for one in self.effects if one.takes_place(facts)]
        deleted = self.delete.union(*(one.delete for one in taking_place))
        return (facts - deleted).union(self.add, *(one.add for one in taking_place))

    @property
    def conditions(self) -> Iterator[tuple[Facts, Facts]]:
        """Conditions of the action and of each of its effects: what must and must not be true."""
        yield self.positive, self.negative
        yield from ((one.positive, one.negative) for one in self.effects)

    @property
    def changes(self) -> Iterator[tuple[Facts, Facts]]:
        """Facts that it adds and deletes, always and by each of its effects."""
        yield self.add, self.delete
        yield from ((one.add, one.delete) for one in self.effects)


def instantiate(
    task: PlanningTask, action: Action, arguments: Sequence[str]
) -> GroundAction | None:
    """An action with objects for its parameters, or None where its equalities do not hold.

    Raises
    ------
    InputError
        A cost that the task gives no value for, unless the condition never holds.
    """
    binding = dict(zip((p.name for p in action.parameters), arguments, strict=True))
    if not equalities_hold(action, binding):
        return None
    try:
        cost = cost_of(task, action, binding)
    except InputError:
        if _never_holds(task, action.condition, binding):
            return None
        raise
    terms = (*arguments, *action.words)
    positive, negative, add, delete = [
        frozenset([ground(terms) for ground in atoms]) for atoms in action.grounders
    ]
    return GroundAction(
        action.name,
        tuple(arguments),
        positive,
        negative,
        add,
        delete if delete.isdisjoint(add) else delete - add,
        cost,
        len(action.values),
    )


def _never_holds(task: PlanningTask, condition: Formula | None, binding: Mapping[str, str]) -> bool:
    """Whether what never changes refutes a condition, as far as its cases can be gone through."""
    try:
        return condition is not None and not cases(task, condition, binding)
    except TooLargeError:
        return False


def ground_actions(
    task: PlanningTask,
    action: Action,
    arguments: Sequence[str],
    alternatives: Alternatives | None = None,
) -> list[GroundAction]:
    """Ground actions of a call, one for each case of its conditional effects; empty if it never applies.

    Conditional effects with more than `FEW_OUTCOMES` stay conditional. A condition with too many cases asks for atoms of
    its alternatives, if these are given to take the axioms.

    Raises
    ------
    InputError
        As for `instantiate`; too many cases.
    """
    ground = instantiate(task, action, arguments)
    if ground is None or action.plain:
        return [ground] if ground is not None else []
    binding = dict(zip((p.name for p in action.parameters), arguments, strict=True))
    first = cases_or(task, action.condition or Every(()), binding, alternatives)
    own = (ground.positive, ground.negative)
    first = conjunction(task, iter([[own], first]))
    effects = list(possible_effects(task, action.effects, binding, alternatives))
    few = FEW_OUTCOMES * max(1, len(first))
    if task.domain.object_fluents:  # whose effects may contradict each other
        few = MOST_CASES
    try:
        found = []
        for (true, false), add, delete in outcomes(task, first, effects, few):
            add |= ground.add
            if not one_value(task, add):
                continue
            delete = (delete | ground.delete) - add
            found.append(ground._replace(positive=true, negative=false, add=add, delete=delete))
        return found
    except TooLargeError:
        if task.domain.object_fluents:
            raise
    always = [(add, delete) for where, add, delete in effects if where == [ALWAYS]]
    add = ground.add.union(*(made for made, _ in always))
    delete = ground.delete.union(*(gone for _, gone in always)) - add
    conditional = tuple(
        GroundEffect(*case, made, gone - made)
        for where, made, gone in effects
        if where != [ALWAYS]
        for case in where
    )
    return [
        ground._replace(positive=true, negative=false, add=add, delete=delete, effects=conditional)
        for true, false in first
    ]


def in_state(
    task: PlanningTask, action: Action, ground: GroundAction, facts: Set[Atom]
) -> GroundAction | None:
    """Ground an action in one state as PDDL defines it; None if it is not applicable."""
    if action.plain:
        return ground
    facts = closed(task, facts)
    binding = dict(zip((p.name for p in action.parameters), ground.arguments, strict=True))
    if action.condition is not None and not holds(task, action.condition, binding, facts):
        return None
    add, delete = set(ground.add), set(ground.delete)
    for effect in action.effects:
        for inner in satisfying(task, effect.parameters, effect.condition, binding, facts):
            add |= {substituted(atom, inner) for atom in effect.add}
            delete |= {substituted(atom, inner) for atom in effect.delete}
    if not one_value(task, add):
        return None
    return ground._replace(add=frozenset(add), delete=frozenset(delete - add))


def one_value(task: PlanningTask, add: Collection[Atom]) -> bool:
    """Whether what becomes true gives no object fluent two values; PDDL knows no such action."""
    fluents = task.domain.object_fluents.values()
    if not fluents:
        return True
    calls = [atom[:-1] for atom in add if atom[0] in task.domain.object_fluents]
    undefined = {one.undefined: one.signature.name for one in fluents if one.partial}
    calls += [(undefined[atom[0]], *atom[1:]) for atom in add if atom[0] in undefined]
    return len(set(calls)) == len(calls)


def equalities_hold(action: Action, binding: Mapping[str, str]) -> bool:
    """Whether objects are equal and different as an action asks for."""

    def same(pair: tuple[str, str]) -> bool:
        return binding.get(pair[0], pair[0]) == binding.get(pair[1], pair[1])

    return all(map(same, action.equal)) and not any(map(same, action.unequal))


def cost_of(task: PlanningTask, action: Action, binding: Mapping[str, str]) -> float:
    """Cost of an action: its total-cost if the task minimizes that, else 1.

    Raises
    ------
    InputError
        A function without a value.
    """
    if not task.minimize:
        return 1
    if not isinstance(action.cost, tuple):
        return action.cost or 0
    call = substituted(action.cost, binding)
    if call not in task.values:
        raise InputError(
            f"{atom_text(call)} has no value, and action {action.name} costs as much",
            place=Place(task.source),
            expected=f"(= {atom_text(call)} NUMBER) in :init",
        )
    return task.values[call]


def misfit(task: PlanningTask, action: Action, arguments: Sequence[str]) -> str | None:
    """Why objects cannot be the arguments of an action, or None where they can."""
    if len(arguments) != len(action.parameters):
        wanted = len(action.parameters) - len(action.values)
        return f"{action.name} takes {counted(wanted, 'argument')}, not {len(arguments)}"
    for parameter, name in zip(action.parameters, arguments, strict=True):
        own = task.type_of.get(name)
        if own is None:
            return f"there is no object {name}"
        if not is_a(task.domain.types, own, parameter.type):
            return f"{name} is of type {own}, and {parameter.name} of type {parameter.type}"
    return None


def is_goal(task: PlanningTask, facts: Set[Atom]) -> bool:
    """Whether a state satisfies the goal of the task."""
    facts = closed(task, facts)
    literals = all(atom in facts for atom in task.goal) and facts.isdisjoint(task.negative_goal)
    return literals and (task.condition is None or holds(task, task.condition, {}, facts))


def closed(task: PlanningTask, facts: Set[Atom]) -> Set[Atom]:
    """Facts and what the axioms of the domain make true where they are; the last answer is kept."""
    if not task.domain.axioms:
        return facts
    if "strata" not in task.kept:
        task.kept["strata"] = _ground_axioms(task)
        task.kept["closed"] = None, frozenset()
    last, known = task.kept["closed"]
    if last != facts:
        true = set(facts)
        for stratum in task.kept["strata"]:
            left, size = stratum, -1
            while size != len(true):
                size = len(true)
                waiting = []
                for axiom in left:
                    if axiom.positive <= true and axiom.negative.isdisjoint(true):
                        true |= axiom.add
                    else:
                        waiting.append(axiom)
                left = waiting
        last, known = task.kept["closed"] = frozenset(facts), frozenset(true)
    found: Facts = known
    return found


def _ground_axioms(task: PlanningTask) -> list[list[GroundAction]]:
    """The ground axioms of a task, stratum by stratum; what no action changes is settled."""
    strata = task.domain.strata
    found: list[list[GroundAction]] = [[] for _ in range(1 + max(strata.values()))]
    fluents = task.domain.fluents
    for axiom in task.domain.axioms:
        static = Every(
            (
                *(Literal(atom) for atom in axiom.positive if atom[0] not in fluents),
                *(Literal(atom, False) for atom in axiom.negative if atom[0] not in fluents),
                *(Literal((EQUAL, *pair)) for pair in axiom.equal),
                *(Literal((EQUAL, *pair), False) for pair in axiom.unequal),
            )
        )
        for binding in satisfying(task, axiom.parameters, static, {}, task.init):
            arguments = [binding[one.name] for one in axiom.parameters]
            found[strata[axiom.add[0][0]]] += ground_actions(task, axiom, arguments)
    return found
