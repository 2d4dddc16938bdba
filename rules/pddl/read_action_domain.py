"""Reading a PDDL domain: a domain or an error with its place, never something in between."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import InputError
from ..text.text_file import read_text
from .action_domain import (
    BOTH,
    OBJECT,
    Action,
    ActionDomain,
    Definition,
    ObjectFluent,
    Signature,
    once,
    supertypes,
)
from .axioms import axioms_of
from .expression import Group, Node, Word, too_much
from .read_action import TOTAL_COST, ActionBody, Declared
from .read_formula import Scope, Values, said_undefined
from .reading import (
    name_of,
    note_once,
    parameter_of,
    requirements,
    sections,
    signatures,
    type_of,
    typed_list,
)

MOST_TYPES = 2_000
"""Types of a domain."""

DEEPEST_TYPES = 100
"""Types above a type."""

MOST_PARAMETERS = 100
"""Parameters of an action."""


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
    name, groups = sections(
        text, source, "domain", tuple(_SECTIONS), repeated=(":derived", ":action")
    )
    reader = _DomainReader(undefined=said_undefined(groups))
    for group in groups:
        _SECTIONS[group.head](reader, group)
    read_as = (one for fluent in reader.fluents.values() for one in fluent.predicates)
    rules = Scope(
        reader.predicates,
        reader.types,
        {},
        reader.definitions,
        reader.fluents,
        recursive=reader.recursive,
    )
    axioms, strata = axioms_of(
        sorted(reader.recursive),
        reader.definitions,
        lambda way: rules.of_definition(way).formula(way.body),
    )
    return ActionDomain(
        name,
        reader.needed_requirements,
        reader.types,
        tuple(reader.constants),
        (*reader.predicates.values(), *read_as),
        tuple(reader.functions.values()),
        tuple(reader.actions.values()),
        source,
        reader.definitions,
        reader.fluents,
        axioms,
        strata,
    )


@dataclass
class _DomainReader(Declared):
    """A domain while it is read. Sections are taken in the order of `_SECTIONS`, wherever they stand."""

    undefined: frozenset[str] = frozenset()
    requirements: list[str] = field(default_factory=list)
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
            above = self.types.setdefault(kind.name, OBJECT)
            places[kind.name] = place
            if kind.type == kind.name:
                note_once(
                    f"{place}: type {kind.name} stands before a dash and {kind.name}, which takes in the lines before it; "
                    f"that it is a kind of itself is passed over"
                )
            elif above == OBJECT:  # which all are
                self.types[kind.name] = kind.type
            elif kind.type not in (OBJECT, *supertypes(above)):
                self.types[kind.name] = f"{BOTH}{' '.join((*supertypes(above), kind.type))})"
        for parent in [kind.type for kind, _ in listed]:
            if parent != OBJECT:  # a type that stands only after a dash is an object
                self.types.setdefault(parent, OBJECT)
        for name in places:
            seen: set[str] = set()
            waiting = supertypes(self.types[name])
            while waiting:
                above = waiting.pop()
                if above == name:
                    raise InputError(f"type {name} is a kind of itself", place=places[name])
                if above == OBJECT or above in seen:
                    continue
                seen.add(above)
                if len(seen) > DEEPEST_TYPES:
                    raise too_much(
                        places[name], "types above types", DEEPEST_TYPES, f"above {name}"
                    )
                waiting += supertypes(self.types[above])

    def take_constants(self, group: Group) -> None:
        listed = typed_list(group.items[1:], lambda node: name_of(node, "a constant"), self.types)
        self.constants = [constant for constant, _ in listed]

    def take_predicates(self, group: Group) -> None:
        self.predicates = signatures(group.items[1:], "predicate", self.types)

    def take_functions(self, group: Group) -> None:
        numeric: list[Node] = []
        waiting: list[Node] = []
        rest = iter(group.items[1:])
        for node in rest:
            if not isinstance(node, Word) or node.text != "-":
                waiting.append(node)
                continue
            kind = next(rest, node)
            if str(kind) == "number":
                numeric += waiting
            else:
                self.take_object_fluents(waiting, type_of(kind, self.types, True))
            waiting = []
        self.functions = signatures([*numeric, *waiting], "function", self.types)
        for name in self.fluents.keys() & self.functions.keys():
            raise InputError(f"function {name} is declared twice", place=group.place)
        if self.functions.get(TOTAL_COST, Signature(TOTAL_COST)).parameters:
            raise InputError(f"{TOTAL_COST} has no parameters", place=group.place)

    def take_object_fluents(self, nodes: Sequence[Node], kind: str) -> None:
        found = signatures(nodes, "function", self.types)
        for node, (name, one) in zip(nodes, found.items(), strict=True):
            fluent = ObjectFluent(one, kind, name in self.undefined)
            if name in self.fluents:
                raise InputError(f"function {name} is declared twice", place=node.place)
            for read_as in fluent.predicates:
                if read_as.name in self.predicates:
                    raise InputError(
                        f"{read_as.name} is both a predicate and an object fluent",
                        place=node.place,
                    )
            self.fluents[name] = fluent

    @property
    def needed_requirements(self) -> tuple[str, ...]:
        """PDDL requirements after compilation; :object-fluents is no longer among them."""
        if not self.fluents:
            return tuple(self.requirements)
        left = [one for one in self.requirements if one not in (":fluents", ":object-fluents")]
        if self.functions:
            left.append(":action-costs")
        return tuple(dict.fromkeys(left))

    def take_derived(self, group: Group) -> None:
        items = group.items[1:]
        if len(items) != 2 or not isinstance(items[0], Group):
            raise InputError(
                "not a derived predicate",
                place=group.place,
                expected="(:derived (PREDICATE ?X ...) FORMULA)",
                found=str(group),
            )
        (name, one), *_ = signatures(items[:1], "predicate", self.types, False).items()
        if len(self.predicates.get(name, one).parameters) != len(one.parameters):
            raise InputError(f"{name} is declared with other parameters", place=items[0].place)
        self.predicates.setdefault(name, one)
        way = Definition(one.parameters, items[1], tuple(self.constants))
        self.definitions[name] = (*self.definitions.get(name, ()), way)

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
        types_of = {thing.name: thing.type for thing in (*parameters, *self.constants)}
        body = ActionBody(types_of, self, Values(group.text))
        if ":precondition" in parts:
            body.take_precondition(parts[":precondition"])
        if ":effect" in parts:
            body.take_effect(parts[":effect"])
        body.settle(group)
        self.actions[name] = Action(
            name,
            (*parameters, *body.values.found.values()),
            positive=once(body.positive),
            negative=once(body.negative),
            equal=once(body.equal),
            unequal=once(body.unequal),
            add=once(body.add),
            delete=once(body.delete),
            cost=body.cost,
            condition=body.condition,
            effects=tuple(body.effects),
            place=group.place,
            values=body.values.atoms,
        )


_SECTIONS: dict[str, Callable[[_DomainReader, Group], None]] = {
    ":requirements": _DomainReader.take_requirements,
    ":types": _DomainReader.take_types,
    ":constants": _DomainReader.take_constants,
    ":predicates": _DomainReader.take_predicates,
    ":functions": _DomainReader.take_functions,
    ":derived": _DomainReader.take_derived,
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
