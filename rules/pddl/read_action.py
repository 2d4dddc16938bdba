"""Reading the precondition and the effect of an action.

Reading effects: what becomes true and false, for all objects, under a condition, and which value a function gets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from ..errors import InputError
from .action_domain import (
    EQUAL,
    Atom,
    Definition,
    Effect,
    Every,
    Formula,
    Literal,
    ObjectFluent,
    Signature,
    Typed,
    atom_text,
    is_a,
)
from .axioms import recursive_predicates
from .expression import Group, Node, Word, too_much
from .read_formula import Scope, Values, apart, formula_group, known_values
from .reading import FRAGMENT, REFUSED, call_of, check_parts, note_once, number_of, refusal

TOTAL_COST = "total-cost"

MOST_CONDITIONS = 500
"""Preconditions of an action."""


@dataclass
class Declared:
    """Declarations of a domain, as far as it has been read."""

    types: dict[str, str] = field(default_factory=dict)
    constants: list[Typed] = field(default_factory=list)
    predicates: dict[str, Signature] = field(default_factory=dict)
    functions: dict[str, Signature] = field(default_factory=dict)
    fluents: dict[str, ObjectFluent] = field(default_factory=dict)
    definitions: dict[str, tuple[Definition, ...]] = field(default_factory=dict)

    @cached_property
    def recursive(self) -> frozenset[str]:
        """The derived predicates that depend on themselves; known when all rules have been read."""
        return recursive_predicates(self.definitions)


@dataclass
class ActionBody:
    """Precondition and effect of one action, as far as they have been read."""

    types_of: Mapping[str, str]
    reader: Declared
    values: Values
    known: dict[Atom, str | None] = field(default_factory=dict)
    positive: list[Atom] = field(default_factory=list)
    negative: list[Atom] = field(default_factory=list)
    equal: list[tuple[str, str]] = field(default_factory=list)
    unequal: list[tuple[str, str]] = field(default_factory=list)
    condition: Formula | None = None
    effects: list[Effect] = field(default_factory=list)
    add: list[Atom] = field(default_factory=list)
    delete: list[Atom] = field(default_factory=list)
    cost: float | Atom | None = None

    @property
    def scope(self) -> Scope:
        reader = self.reader
        return Scope(
            reader.predicates,
            reader.types,
            self.types_of,
            reader.definitions,
            fluents=reader.fluents,
            values=self.values,
            known=self.known,
            recursive=reader.recursive,
        )

    def take_precondition(self, node: Node) -> None:
        if self.reader.fluents:  # read once for the values that it says, wherever they stand in it
            formula = replace(self.scope, values=Values(self.values.text)).formula(node)
            said = known_values(formula, self.reader.fluents)
            self.known = {
                call: value
                for call, value in said.items()
                if {*call[1:], *([value] if value else [])} <= self.types_of.keys()
            }
        waiting = [self.scope.formula(node)]
        beyond = []
        while waiting:
            part = waiting.pop()
            if isinstance(part, Every) and not part.parameters:
                waiting += reversed(part.parts)
            elif not isinstance(part, Literal):
                beyond.append(part)
            elif part.atom[0] == EQUAL:
                _, one, other = part.atom
                (self.equal if part.holds else self.unequal).append((one, other))
            else:
                (self.positive if part.holds else self.negative).append(part.atom)
            if len(self.positive) + len(self.negative) > MOST_CONDITIONS:
                raise too_much(
                    node.place, "this precondition is too long", MOST_CONDITIONS, "conditions"
                )
        if beyond:
            self.condition = Every(tuple(beyond))

    def take_effect(self, node: Node) -> None:
        asked = Every(tuple(map(Literal, self.positive)))
        self.known = {**known_values(asked, self.reader.fluents), **self.known}
        for effect in effects(self.scope, node, self.take_cost):
            if not effect.parameters and effect.condition == Every(()):
                self.add += effect.add
                self.delete += effect.delete
                continue
            last = self.effects[-1] if self.effects else None
            if last and (last.parameters, last.condition) == (effect.parameters, effect.condition):
                add, delete = (*last.add, *effect.add), (*last.delete, *effect.delete)
                self.effects[-1] = replace(last, add=add, delete=delete)
            else:
                self.effects.append(effect)

    def settle(self, group: Group) -> None:
        """Add what must be so for the parameters to be the values of object fluents."""
        fluents = self.reader.fluents
        undefined = {one.undefined: name for name, one in fluents.items() if one.partial}
        surely = {(undefined[a[0]], *a[1:]) for a in self.negative if a[0] in undefined}
        for call in self.values.needed((*self.positive, *((EQUAL, *pair) for pair in self.equal))):
            if call in surely:
                continue
            fluent = fluents[call[0]]
            if fluent.partial:
                raise InputError(
                    f"this action needs a value of {atom_text(call)}, which the domain says may be undefined",
                    place=group.place,
                    expected=f"(= {atom_text(call)} VALUE) in its precondition",
                )
            fluents[call[0]] = replace(fluent, total=True)
        self.positive += self.values.atoms
        self.negative = [atom for atom in self.negative if not self.differs(atom, undefined)]
        assigned = [atom[:-1] for atom in self.add if atom[0] in fluents]
        assigned += [(undefined[atom[0]], *atom[1:]) for atom in self.add if atom[0] in undefined]
        self.unequal += apart(assigned, group.place)

    def differs(self, atom: Atom, undefined: Mapping[str, str]) -> bool:
        """Whether what must be false comes down to terms that differ, as the value of an object fluent is known."""
        call = (undefined[atom[0]], *atom[1:]) if atom[0] in undefined else atom[:-1]
        known = self.known.get(call) or (call in self.values.found and self.values.found[call].name)
        if not known:
            return False
        if atom[0] not in undefined:
            self.unequal.append((known, atom[-1]))
        return True

    def take_cost(self, group: Group) -> None:
        if len(group.items) != 3:
            raise InputError(
                "not a cost",
                place=group.place,
                expected="(increase (total-cost) COST)",
                found=str(group),
            )
        target, amount = group.items[1:]
        names = target.items if isinstance(target, Group) else (target,)
        if [str(name) for name in names] != [TOTAL_COST]:
            raise InputError(
                "numeric fluents (increase) are outside the part of PDDL that arcwise reads",
                place=group.place,
                expected=f"(increase ({TOTAL_COST}) COST)",
                found=str(group),
            )
        if TOTAL_COST not in self.reader.functions:
            note_once(f"{target.place}: {TOTAL_COST} is not declared, and read as if it were")
            self.reader.functions[TOTAL_COST] = Signature(TOTAL_COST)
        if self.cost is not None:
            raise InputError("an action increases total-cost once only", place=group.place)
        if isinstance(amount, Word) and amount.text not in self.reader.functions:
            self.cost = number_of(amount)
            return
        call = amount if isinstance(amount, Group) else amount.alone
        if call.head in ("+", "-", "*", "/"):
            raise InputError(
                "arithmetic in costs is outside the part of PDDL that arcwise reads",
                place=call.place,
                expected="a number or (FUNCTION ...)",
                found=str(call),
            )
        functions = {n: s for n, s in self.reader.functions.items() if n != TOTAL_COST}
        value = partial(self.scope.value, None)
        self.cost = call_of(call, "function", functions, self.types_of, self.reader.types, value)


def effects(
    scope: Scope, node: Node, take_cost: Callable[[Group], None] | None, depth: int = 0
) -> Iterator[Effect]:
    """The effects that a node says, each with one atom.

    Parameters
    ----------
    scope
        What may stand in it.
    take_cost
        Takes an increase; None where it may not stand.
    """
    node = formula_group(node, depth)
    head, parts = node.head, node.items[1:]
    if not node.items:
        return
    if head in scope.predicates:
        yield Effect((), Every(()), (_changed(scope, node),), ())
    elif head == "and":
        for part in parts:
            yield from effects(scope, part, take_cost, depth + 1)
    elif head == "forall":
        parameters, part = scope.quantified(node)
        for effect in effects(scope.inside(parameters), part, None, depth + 1):
            yield replace(effect, parameters=(*parameters, *effect.parameters))
    elif head == "when":
        check_parts(node, 2, "(when CONDITION EFFECT)")
        condition = scope.formula(parts[0])
        known = {**scope.known, **known_values(condition, scope.fluents)}
        for effect in effects(replace(scope, known=known), parts[1], None, depth + 1):
            whole = (condition, effect.condition) if effect.condition != Every(()) else (condition,)
            yield replace(effect, condition=Every(whole))
    elif head == "not":
        check_parts(node, 1, "(not ATOM)")
        if not isinstance(parts[0], Group):
            raise InputError("not an atom", place=parts[0].place, found=str(parts[0]))
        yield Effect((), Every(()), (), (_changed(scope, parts[0]),))
    elif head == "increase":
        if take_cost is None:
            raise InputError(
                "costs that depend on a condition are outside the part of PDDL that arcwise reads",
                place=node.place,
                expected=FRAGMENT,
            )
        take_cost(node)
    elif head == EQUAL:
        raise InputError("= cannot be an effect", place=node.place, found=str(node))
    elif head == "assign" and isinstance(parts[0], Group) and parts[0].head in scope.fluents:
        check_parts(node, 2, "(assign (FUNCTION ...) VALUE)")
        yield _assigned(scope, parts[0], parts[1])
    elif head in ("or", "exists", "imply"):
        raise InputError(f"{head} cannot be an effect", place=node.place, found=str(node))
    elif head in REFUSED:
        raise refusal(head, node.place)
    else:
        yield Effect((), Every(()), (_changed(scope, node),), ())


def _assigned(scope: Scope, target: Group, value: Node) -> Effect:
    """An object fluent gets another value: what it was is no longer so."""
    add = scope.valued(None, target, value)
    call = scope.call(None, target)
    fluent = scope.fluents[call[0]]
    if add[:-1] == call and not is_a(scope.types, scope.kind(add[-1]), fluent.type):
        raise InputError(
            f"{value} may not be a value of {call[0]}",
            place=value.place,
            expected=fluent.type,
            found=scope.kind(add[-1]),
        )
    if call in scope.known and scope.known[call] is None:
        old: Atom = (fluent.undefined, *call[1:])
    else:
        old = (*call, scope.value(None, target).name)
    return Effect((), Every(()), (add,), (old,))


def _changed(scope: Scope, group: Group) -> Atom:
    """An atom that may be an effect."""
    atom = scope.atom(group)
    if atom[0] in scope.definitions:
        raise InputError("a derived predicate cannot be an effect", place=group.place)
    return atom
