"""Reading conditions and effects: connectives, quantifiers, derived predicates, conditional effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ..errors import InputError
from .action_domain import (
    EQUAL,
    Atom,
    Definition,
    Derived,
    Effect,
    Every,
    Formula,
    Literal,
    Signature,
    Some,
    Typed,
)
from .expression import Group, Node, too_much
from .reading import FRAGMENT, REFUSED, call_of, parameter_of, refusal, typed_list

DEEPEST_FORMULA = 100
"""Formulas within formulas."""


@dataclass(frozen=True)
class Scope:
    """What may stand in a formula.

    Parameters
    ----------
    predicates, types
        What is declared.
    types_of
        The types of all parameters, constants and objects that may stand here.
    definitions
        Of every derived predicate its parameters and its formulas, any of which makes it true.
    above
        Derived predicates whose definition this stands in.
    """

    predicates: Mapping[str, Signature]
    types: Mapping[str, str]
    types_of: Mapping[str, str]
    definitions: Mapping[str, tuple[Definition, ...]] = field(default_factory=dict)
    above: tuple[str, ...] = ()

    def atom(self, group: Group) -> Atom:
        """A predicate with its arguments."""
        return call_of(group, "predicate", self.predicates, self.types_of, self.types)

    def inside(self, parameters: tuple[Typed, ...]) -> Scope:
        """The scope of a quantifier."""
        return replace(self, types_of={**self.types_of, **{p.name: p.type for p in parameters}})

    def formula(self, node: Node, positive: bool = True, depth: int = 0) -> Formula:
        """A formula, or with ``positive`` false its negation; negations are left before atoms only.

        Raises
        ------
        InputError
            What is no formula or is outside the fragment, with its place.
        """
        if not isinstance(node, Group):
            raise InputError(
                "not a formula", place=node.place, expected="(PREDICATE ...)", found=str(node)
            )
        if depth > DEEPEST_FORMULA:
            raise too_much(node.place, "nested too deeply", DEEPEST_FORMULA, "formulas in formulas")
        if not node.items:
            if not positive:
                raise InputError("nothing to negate", place=node.place, found=str(node))
            return Every(())
        head = node.head
        if head in self.predicates:
            return self.literal(node, positive)
        if head in REFUSED:
            raise refusal(head, node.place)
        parts = node.items[1:]
        if head in ("and", "or"):
            kind = Every if (head == "and") == positive else Some
            return kind(tuple(self.formula(part, positive, depth + 1) for part in parts))
        if head == "not":
            _check_parts(node, 1, "(not FORMULA)")
            return self.formula(parts[0], not positive, depth + 1)
        if head == "imply":
            _check_parts(node, 2, "(imply FORMULA FORMULA)")
            kind = Some if positive else Every
            left, right = (
                self.formula(part, positive == wanted, depth + 1)
                for part, wanted in zip(parts, (False, True), strict=True)
            )
            return kind((left, right))
        if head in ("forall", "exists"):
            parameters, part = self.quantified(node)
            kind = Every if (head == "forall") == positive else Some
            inner = self.inside(parameters)
            return kind((inner.formula(part, positive, depth + 1),), parameters)
        if head == EQUAL:
            return Literal((EQUAL, *self.terms(node)), positive)
        return self.literal(node, positive)

    def literal(self, group: Group, positive: bool) -> Formula:
        atom = self.atom(group)
        ways = self.definitions.get(atom[0])
        if ways is None:
            return Literal(atom, positive)
        if atom[0] in self.above:
            raise InputError(
                "recursive derived predicates are outside the part of PDDL that arcwise reads",
                place=group.place,
                expected=FRAGMENT,
                found=" -> ".join((*self.above, atom[0])),
            )
        kind = Some if positive else Every
        above = (*self.above, atom[0])
        return kind(
            tuple(
                Derived(
                    tuple(one.name for one in way.parameters),
                    atom[1:],
                    self.of_definition(way, above).formula(way.body, positive),
                )
                for way in ways
            )
        )

    def of_definition(self, way: Definition, above: tuple[str, ...]) -> Scope:
        """The scope of the formula that makes a derived predicate true."""
        own = {one.name: one.type for one in (*way.constants, *way.parameters)}
        return replace(self, types_of=own, above=above)

    def quantified(self, group: Group) -> tuple[tuple[Typed, ...], Node]:
        """The parameters of a quantifier, and what stands in it."""
        _check_parts(group, 2, f"({group.head} (?X ...) FORMULA)")
        listed, part = group.items[1:]
        if not isinstance(listed, Group):
            raise InputError(
                "not a list of parameters",
                place=listed.place,
                expected="(?X ...)",
                found=str(listed),
            )
        found = typed_list(listed.items, parameter_of, self.types, unions=True)
        return tuple(parameter for parameter, _ in found), part

    def terms(self, group: Group) -> tuple[str, str]:
        """The two terms of an equality."""
        sides = group.items[1:]
        if any(isinstance(side, Group) for side in sides):
            raise InputError(
                "numeric conditions (=) are outside the part of PDDL that arcwise reads",
                place=group.place,
                expected=FRAGMENT,
                found=str(group),
            )
        if len(sides) != 2:
            raise InputError(
                "wrong number of arguments for =", place=group.place, expected="2", found=str(group)
            )
        for side in sides:
            if str(side) not in self.types_of:
                raise InputError("unknown parameter or object", place=side.place, found=str(side))
        return str(sides[0]), str(sides[1])

    def effects(
        self, node: Node, take_cost: Callable[[Group], None] | None, depth: int = 0
    ) -> Iterator[Effect]:
        """The effects that a node says, each with one atom.

        Parameters
        ----------
        take_cost
            Takes an increase; None where it may not stand.
        """
        if not isinstance(node, Group):
            raise InputError(
                "not a formula", place=node.place, expected="(PREDICATE ...)", found=str(node)
            )
        if depth > DEEPEST_FORMULA:
            raise too_much(node.place, "nested too deeply", DEEPEST_FORMULA, "formulas in formulas")
        head, parts = node.head, node.items[1:]
        if not node.items:
            return
        if head in self.predicates:
            yield Effect((), Every(()), (self.changed(node),), ())
        elif head == "and":
            for part in parts:
                yield from self.effects(part, take_cost, depth + 1)
        elif head == "forall":
            parameters, part = self.quantified(node)
            for effect in self.inside(parameters).effects(part, None, depth + 1):
                yield replace(effect, parameters=(*parameters, *effect.parameters))
        elif head == "when":
            _check_parts(node, 2, "(when CONDITION EFFECT)")
            condition = self.formula(parts[0])
            for effect in self.effects(parts[1], None, depth + 1):
                whole = (
                    (condition, effect.condition) if effect.condition != Every(()) else (condition,)
                )
                yield replace(effect, condition=Every(whole))
        elif head == "not":
            _check_parts(node, 1, "(not ATOM)")
            if not isinstance(parts[0], Group):
                raise InputError("not an atom", place=parts[0].place, found=str(parts[0]))
            yield Effect((), Every(()), (), (self.changed(parts[0]),))
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
        elif head in ("or", "exists", "imply"):
            raise InputError(f"{head} cannot be an effect", place=node.place, found=str(node))
        elif head in REFUSED:
            raise refusal(head, node.place)
        else:
            yield Effect((), Every(()), (self.changed(node),), ())

    def changed(self, group: Group) -> Atom:
        """An atom that may be an effect."""
        atom = self.atom(group)
        if atom[0] in self.definitions:
            raise InputError("a derived predicate cannot be an effect", place=group.place)
        return atom


def _check_parts(group: Group, count: int, expected: str) -> None:
    if len(group.items) - 1 != count:
        article = "not takes one formula" if group.head == "not" else f"not a {group.head}"
        raise InputError(article, place=group.place, expected=expected, found=str(group))
