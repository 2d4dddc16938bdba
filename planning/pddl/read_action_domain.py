"""Reading a PDDL domain, its actions among them: a domain or an error with its place, never something in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path

from ...rules.errors import InputError
from ...rules.text.text_file import read_text
from .action_domain import (
    BOTH,
    EQUAL,
    OBJECT,
    Action,
    ActionDomain,
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
    once,
    supertypes,
)
from .axioms import axioms_of, recursive_predicates
from .expression import Expression, Group, Word, too_much
from .read_formula import FluentValues, Scope, apart, formula_group, known_values, said_undefined
from .reading import (
    FRAGMENT,
    REFUSED,
    call_of,
    check_parts,
    name_of,
    note_once,
    number_of,
    parameter_of,
    refusal,
    requirements,
    sections,
    signatures,
    type_of,
    typed_list,
)

TOTAL_COST = "total-cost"

MOST_CONDITIONS = 500
"""Greatest number of preconditions of an action."""


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
    values: FluentValues
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

    def take_precondition(self, node: Expression) -> None:
        if self.reader.fluents:  # read once for the values that it says, wherever they stand in it
            formula = replace(self.scope, values=FluentValues(self.values.text)).formula(node)
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

    def take_effect(self, node: Expression) -> None:
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
    scope: Scope, node: Expression, take_cost: Callable[[Group], None] | None, depth: int = 0
) -> Iterator[Effect]:
    """The effects that an expression states, each with one atom.

    Parameters
    ----------
    scope
        Names that may stand in the effect.
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


def _assigned(scope: Scope, target: Group, value: Expression) -> Effect:
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


MOST_TYPES = 2_000
"""Greatest number of types of a domain."""

DEEPEST_TYPES = 100
"""Greatest number of types above a type."""

MOST_PARAMETERS = 100
"""Greatest number of parameters of an action."""


def load_action_domain(path: str | Path) -> ActionDomain:
    """Read a domain from a file; see `read_action_domain`."""
    return read_action_domain(read_text(path), str(path))


def read_action_domain(text: str, source: str = "<text>") -> ActionDomain:
    """Read a domain.

    Raises
    ------
    InputError
        Text that is not PDDL, contradicts itself or is outside the fragment, with its place.
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
        numeric: list[Expression] = []
        waiting: list[Expression] = []
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

    def take_object_fluents(self, nodes: Sequence[Expression], kind: str) -> None:
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
        body = ActionBody(types_of, self, FluentValues(group.text))
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


def _parts(group: Group) -> Mapping[str, Expression]:
    parts: dict[str, Expression] = {}
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
