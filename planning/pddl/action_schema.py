"""An action over parameters as an operator, such as a macro-operator that is composed of other actions."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ...rules.later import Later
from .action_domain import CASE, Action, Atom, is_case, substituted
from .repeated import is_repeated, parameters_in
from .write import action_text


@dataclass(frozen=True)
class ActionSchema:
    """An action over parameters, which holds for whatever objects these are.

    Parameters
    ----------
    action
        Its parameters, preconditions, effects and cost.
    moves
        For a learned one the names of the actions that it is composed of, in order, with their arguments: parameters of
        the whole or constants. Of an iterated macro-operator some are repeated actions.
    initial, goals
        Conditions that must be so at the start of a problem, and effects that must be goals of it, for an instance to be
        worth having: outer entanglements (Chrpa, McCluskey and Osborne 2012). The rule holds without them.
        An operator of one move that has some stands in place of its action.
    """

    over = "parameters"

    told = Later("planning.views", "ActionMacroText")

    action: Action
    moves: tuple[Atom, ...] = ()
    initial: tuple[Atom, ...] = ()
    goals: tuple[Atom, ...] = ()

    @property
    def name(self) -> str:
        """The action's name."""
        return self.action.name

    @property
    def cost(self) -> float:
        """Cost of one use; the number of moves if the domain has no costs or the problem gives them."""
        cost = self.action.cost
        return cost if isinstance(cost, int | float) else self.length

    @property
    def length(self) -> int:
        """Number of actions of one use."""
        return len(self.moves) or 1

    @property
    def repeated(self) -> tuple[Atom, ...]:
        """The calls of repeated actions of an iterated macro-operator."""
        return tuple(move for move in self.moves if is_repeated(move[0]))

    def within(self, terms: Container[str]) -> ActionSchema:
        """The operator over some of its parameters, without what it asks of others and without its repeated actions."""
        inside = {one.name for one in self.action.parameters if one.name in terms}
        action = self.action

        def over(atoms: tuple[Atom, ...]) -> tuple[Atom, ...]:
            return tuple(
                one
                for one in atoms
                if inside.issuperset(parameters_in(one)) and not is_repeated(one[0])
            )

        own = replace(
            action,
            parameters=tuple(one for one in action.parameters if one.name in inside),
            positive=over(action.positive),
            unequal=tuple(
                pair for pair in action.unequal if inside.issuperset(parameters_in(pair))
            ),
        )
        moves = tuple(move for move in self.moves if not is_repeated(move[0]))
        return ActionSchema(own, moves, over(self.initial), over(self.goals))

    @property
    def entangled(self) -> bool:
        """Whether the operator is an entangled action: an action of the domain, useful only if further facts hold."""
        return len(self.moves) == 1 and bool(self.initial or self.goals)

    @property
    def step_names(self) -> tuple[str, ...]:
        """The actions that a learned one takes."""
        return tuple(move[0] for move in self.moves)

    @property
    def rule(self) -> str:
        """Precondition and effect as PDDL."""
        return action_text(self.action)

    @property
    def does_nothing(self) -> bool:
        """Whether the action has no effects."""
        return not self.action.add and not self.action.delete

    @cached_property
    def canonical(self) -> object:
        """Canonical form, equal exactly for the same rule, whatever its parameters are called."""
        action = self.action
        names = {parameter.name: f"?{n}" for n, parameter in enumerate(action.parameters)}

        def atoms(found: Sequence[Atom]) -> frozenset[Atom]:
            return frozenset(substituted(atom, names) for atom in found)

        def pairs(found: Sequence[tuple[str, str]]) -> frozenset[frozenset[str]]:
            return frozenset(frozenset(names.get(term, term) for term in pair) for pair in found)

        return (
            tuple(parameter.type for parameter in action.parameters),
            *map(atoms, (action.positive, action.negative, action.add, action.delete)),
            *map(pairs, (action.equal, action.unequal)),
        )

    @cached_property
    def canonical_cost(self) -> object:
        """The cost, whatever the parameters are called."""
        cost = self.action.cost
        names = {parameter.name: f"?{n}" for n, parameter in enumerate(self.action.parameters)}
        return substituted(cost, names) if isinstance(cost, tuple) else cost

    def renamed(self, name: str) -> ActionSchema:
        """Copy of the schema under another name."""
        return replace(self, action=replace(self.action, name=name))

    def unrolled(self, arguments: Sequence[str]) -> tuple[Atom, ...]:
        """The moves for given objects."""
        names = (parameter.name for parameter in self.action.parameters)
        binding = dict(zip(names, arguments, strict=True))
        return tuple(substituted(move, binding) for move in self.moves)


def is_of_effect(name: str) -> bool:
    """Whether it is the case of an effect, which may be had for other objects too at the same time."""
    return is_case(name) and not name.endswith(":0")


def taken(call: Atom) -> Atom:
    """The call of the action whose case is called; any other call is returned unchanged."""
    name, _, size = call[0].partition(CASE)
    size = size.partition(":")[0]
    return (name, *call[1 : 1 + int(size)]) if size.isdecimal() else call
