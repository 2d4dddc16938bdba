"""Effects of actions by definition: the reference for the grounded theory and for every plan."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from typing import NamedTuple, TypeAlias

from ..errors import InputError, Place
from .action_domain import Action, Atom, Every, PlanningTask, atom_text, is_a
from .formula import cases, conjunction, holds, outcomes, satisfying

Facts: TypeAlias = frozenset[Atom]
"""A state: all that is true in it."""


class GroundAction(NamedTuple):
    """An action whose parameters are objects.

    Parameters
    ----------
    positive, negative
        What must and must not be true.
    add, delete
        What becomes true, and what becomes false unless it is added.
    values
        How many of the last arguments are values of object fluents, which plans leave out.
    """

    name: str
    arguments: tuple[str, ...]
    positive: Facts
    negative: Facts
    add: Facts
    delete: Facts
    cost: float
    values: int = 0

    @property
    def text(self) -> str:
        """As in a plan: ``(move a b)``."""
        return atom_text((self.name, *self.arguments[: len(self.arguments) - self.values]))

    def result(self, facts: Facts) -> Facts:
        """Facts after the action."""
        return (facts - self.delete) | self.add


def instantiate(
    task: PlanningTask, action: Action, arguments: Sequence[str]
) -> GroundAction | None:
    """An action with objects for its parameters, or None where its equalities do not hold.

    Raises
    ------
    InputError
        A cost that the task gives no value for.
    """
    binding = dict(zip((p.name for p in action.parameters), arguments, strict=True))

    def ground(atoms: Iterable[Atom]) -> Facts:
        return frozenset([substituted(atom, binding) for atom in atoms])

    def same(pair: tuple[str, str]) -> bool:
        return binding.get(pair[0], pair[0]) == binding.get(pair[1], pair[1])

    if not all(map(same, action.equal)) or any(map(same, action.unequal)):
        return None
    add, delete = ground(action.add), ground(action.delete)
    return GroundAction(
        action.name,
        tuple(arguments),
        ground(action.positive),
        ground(action.negative),
        add,
        delete if delete.isdisjoint(add) else delete - add,
        cost_of(task, action, binding),
        len(action.values),
    )


def ground_actions(
    task: PlanningTask, action: Action, arguments: Sequence[str]
) -> list[GroundAction]:
    """An action with objects for its parameters: one for every case in which it does the same; none where it never can.

    Raises
    ------
    InputError
        As for `instantiate`; too many cases.
    """
    ground = instantiate(task, action, arguments)
    if ground is None or action.plain:
        return [ground] if ground is not None else []
    binding = dict(zip((p.name for p in action.parameters), arguments, strict=True))
    first = cases(task, action.condition or Every(()), binding)
    own = (ground.positive, ground.negative)
    first = conjunction(task, iter([[own], first]))
    found = []
    for (true, false), add, delete in outcomes(task, first, action.effects, binding):
        add |= ground.add
        if not one_value(task, add):
            continue
        delete = (delete | ground.delete) - add
        found.append(ground._replace(positive=true, negative=false, add=add, delete=delete))
    return found


def in_state(
    task: PlanningTask, action: Action, ground: GroundAction, facts: Set[Atom]
) -> GroundAction | None:
    """Ground an action in one state as PDDL defines it; None if it is not applicable."""
    if action.plain:
        return ground
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


def substituted(atom: Atom, binding: Mapping[str, str]) -> Atom:
    """An atom with its parameters replaced."""
    return (atom[0], *map(binding.get, atom[1:], atom[1:]))


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
        return f"{action.name} takes {wanted} arguments, not {len(arguments)}"
    for parameter, name in zip(action.parameters, arguments, strict=True):
        own = task.type_of.get(name)
        if own is None:
            return f"there is no object {name}"
        if not is_a(task.domain.types, own, parameter.type):
            return f"{name} is of type {own}, and {parameter.name} of type {parameter.type}"
    return None


def is_goal(task: PlanningTask, facts: Set[Atom]) -> bool:
    """Whether all that the task wants is so."""
    return all(atom in facts for atom in task.goal) and facts.isdisjoint(task.negative_goal)
