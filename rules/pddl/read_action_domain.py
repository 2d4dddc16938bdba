"""Reading a PDDL domain: a domain or an error with its place, never something in between."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from ..errors import InputError
from ..text.text_file import read_text
from .action_domain import OBJECT, Action, ActionDomain, Atom, Signature, Typed
from .expression import Group, Node, Word, too_much
from .reading import (
    FRAGMENT,
    call_of,
    conjuncts,
    name_of,
    number_of,
    parameter_of,
    requirements,
    sections,
    signatures,
    typed_list,
)

Item = TypeVar("Item")

TOTAL_COST = "total-cost"

MOST_TYPES = 2_000
"""Types of a domain."""

DEEPEST_TYPES = 100
"""Types above a type."""

MOST_PARAMETERS = 100
"""Parameters of an action."""

MOST_CONDITIONS = 500
"""Preconditions of an action."""


def load_action_domain(path: str | Path) -> ActionDomain:
    """Read a domain from a file; see `read_action_domain`."""
    return read_action_domain(read_text(path), str(path))


def read_action_domain(text: str, source: str = "<text>") -> ActionDomain:
    """Read a domain.

    Raises
    ------
    InputError
        What is not PDDL, contradicts itself or is outside the fragment, with its place.
    """
    name, groups = sections(text, source, "domain", tuple(_SECTIONS), repeated=":action")
    reader = _DomainReader()
    for group in groups:
        _SECTIONS[group.head](reader, group)
    return ActionDomain(
        name,
        tuple(reader.requirements),
        reader.types,
        tuple(reader.constants),
        tuple(reader.predicates.values()),
        tuple(reader.functions.values()),
        tuple(reader.actions.values()),
        source,
    )


@dataclass
class _DomainReader:
    """What has been read so far. The sections are taken in the order of `_SECTIONS`, wherever they stand."""

    requirements: list[str] = field(default_factory=list)
    types: dict[str, str] = field(default_factory=dict)
    constants: list[Typed] = field(default_factory=list)
    predicates: dict[str, Signature] = field(default_factory=dict)
    functions: dict[str, Signature] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)

    def take_requirements(self, group: Group) -> None:
        self.requirements += requirements(group)

    def take_types(self, group: Group) -> None:
        listed = typed_list(
            group.items[1:],
            lambda node: name_of(node, "a type"),
            None,
            repeats=True,
            most=MOST_TYPES,
        )
        places = {}
        for kind, place in listed:
            if kind.name == OBJECT:
                if kind.type != OBJECT:
                    raise InputError("object is the type of everything", place=place)
                continue
            above = self.types.setdefault(kind.name, kind.type)
            if OBJECT in (above, kind.type):  # said twice, once that it is an object, which all are
                self.types[kind.name] = above if kind.type == OBJECT else kind.type
            elif above != kind.type:
                raise InputError(
                    f"type {kind.name} is of two kinds, which arcwise does not read",
                    place=place,
                    expected=f"{kind.name} - {above} alone, as it stands before",
                    found=f"{kind.name} - {kind.type}",
                    remedy=f"(either {kind.name} ...) where a predicate takes what is of the other kind",
                )
            places[kind.name] = place
        for parent in [kind.type for kind, _ in listed]:
            if parent != OBJECT:  # a type that stands only after a dash is an object
                self.types.setdefault(parent, OBJECT)
        for name in places:
            above, seen = self.types[name], {name}
            while above != OBJECT:
                if above in seen:
                    raise InputError(f"type {name} is a kind of itself", place=places[name])
                seen.add(above)
                if len(seen) > DEEPEST_TYPES + 1:
                    raise too_much(
                        places[name], "types above types", DEEPEST_TYPES, f"above {name}"
                    )
                above = self.types[above]

    def take_constants(self, group: Group) -> None:
        listed = typed_list(group.items[1:], lambda node: name_of(node, "a constant"), self.types)
        self.constants = [constant for constant, _ in listed]

    def take_predicates(self, group: Group) -> None:
        self.predicates = signatures(group.items[1:], "predicate", self.types)

    def take_functions(self, group: Group) -> None:
        items: list[Node] = []
        rest = iter(group.items[1:])
        for node in rest:
            if isinstance(node, Word) and node.text == "-":
                kind = next(rest, node)
                if name_of(kind, "a type") != "number":
                    raise InputError(
                        "object fluents are outside the part of PDDL that arcwise reads",
                        place=kind.place,
                        expected="number",
                        found=str(kind),
                    )
                continue
            items.append(node)
        self.functions = signatures(items, "function", self.types)
        if self.functions.get(TOTAL_COST, Signature(TOTAL_COST)).parameters:
            raise InputError(f"{TOTAL_COST} has no parameters", place=group.place)

    def take_action(self, group: Group) -> None:
        if len(group.items) < 2:
            raise InputError(
                "an action without a name", place=group.place, expected="(:action NAME ...)"
            )
        name = name_of(group.items[1], "the name of an action")
        if name in self.actions:
            raise InputError(f"action {name} is defined twice", place=group.place)
        parts = _parts(group)
        listed = parts.get(":parameters")
        if listed is not None and not isinstance(listed, Group):
            raise InputError(
                "not a list of parameters",
                place=listed.place,
                expected="(?X ...)",
                found=str(listed),
            )
        parameters = tuple(
            parameter
            for parameter, _ in typed_list(
                listed.items if listed else (),
                parameter_of,
                self.types,
                unions=True,
                most=MOST_PARAMETERS,
            )
        )
        body = _Body({thing.name: thing.type for thing in (*parameters, *self.constants)}, self)
        if ":precondition" in parts:
            body.take_precondition(parts[":precondition"])
        if ":effect" in parts:
            body.take_effect(parts[":effect"])
        self.actions[name] = Action(
            name,
            parameters,
            positive=_once(body.positive),
            negative=_once(body.negative),
            equal=_once(body.equal),
            unequal=_once(body.unequal),
            add=_once(body.add),
            delete=_once(body.delete),
            cost=body.cost,
            place=group.place,
        )


def _once(items: Iterable[Item]) -> tuple[Item, ...]:
    return tuple(dict.fromkeys(items))


_SECTIONS: dict[str, Callable[[_DomainReader, Group], None]] = {
    ":requirements": _DomainReader.take_requirements,
    ":types": _DomainReader.take_types,
    ":constants": _DomainReader.take_constants,
    ":predicates": _DomainReader.take_predicates,
    ":functions": _DomainReader.take_functions,
    ":action": _DomainReader.take_action,
}


def _parts(group: Group) -> Mapping[str, Node]:
    parts: dict[str, Node] = {}
    known = (":parameters", ":precondition", ":effect")
    rest = iter(group.items[2:])
    for key in rest:
        value = next(rest, None)
        if not isinstance(key, Word) or key.text not in known:
            raise InputError(
                "unknown part of an action",
                place=key.place,
                expected=", ".join(known),
                found=str(key),
            )
        if value is None:
            raise InputError(f"nothing after {key}", place=key.place)
        if key.text in parts:
            raise InputError(f"{key} stands here twice", place=key.place)
        parts[key.text] = value
    return parts


@dataclass
class _Body:
    """Precondition and effect of one action, as far as they have been read."""

    types_of: Mapping[str, str]
    reader: _DomainReader
    positive: list[Atom] = field(default_factory=list)
    negative: list[Atom] = field(default_factory=list)
    equal: list[tuple[str, str]] = field(default_factory=list)
    unequal: list[tuple[str, str]] = field(default_factory=list)
    add: list[Atom] = field(default_factory=list)
    delete: list[Atom] = field(default_factory=list)
    cost: float | Atom | None = None

    def atom(self, group: Group) -> Atom:
        reader = self.reader
        return call_of(group, "predicate", reader.predicates, self.types_of, reader.types)

    def take_precondition(self, node: Node) -> None:
        for group, holds in conjuncts(node, self.reader.predicates):
            if group.head == "=":
                (self.equal if holds else self.unequal).append(self.terms(group))
            else:
                (self.positive if holds else self.negative).append(self.atom(group))
            if len(self.positive) + len(self.negative) > MOST_CONDITIONS:
                raise too_much(
                    group.place, "this precondition is too long", MOST_CONDITIONS, "conditions"
                )

    def terms(self, group: Group) -> tuple[str, str]:
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

    def take_effect(self, node: Node) -> None:
        for group, holds in conjuncts(node, self.reader.predicates):
            if group.head == "increase" and holds:
                self.take_cost(group)
            elif group.head == "=":
                raise InputError("= cannot be an effect", place=group.place, found=str(group))
            else:
                (self.add if holds else self.delete).append(self.atom(group))

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
            raise InputError(
                f"{TOTAL_COST} is not declared", place=target.place, expected="it in :functions"
            )
        if self.cost is not None:
            raise InputError("an action increases total-cost once only", place=group.place)
        if isinstance(amount, Word) and amount.text not in self.reader.functions:
            self.cost = number_of(amount)
            return
        call = amount if isinstance(amount, Group) else Group((amount,), amount.place, amount.text)
        if call.head in ("+", "-", "*", "/"):
            raise InputError(
                "arithmetic in costs is outside the part of PDDL that arcwise reads",
                place=call.place,
                expected="a number or (FUNCTION ...)",
                found=str(call),
            )
        functions = {n: s for n, s in self.reader.functions.items() if n != TOTAL_COST}
        self.cost = call_of(call, "function", functions, self.types_of, self.reader.types)
