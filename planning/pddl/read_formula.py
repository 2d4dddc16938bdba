"""Reading conditions: connectives, quantifiers, derived predicates, values of functions.

A function whose values are objects becomes a predicate: ``(at ?truck)`` gets one more argument. Where an action reads its
value, a further parameter stands for that; assigning deletes the old value and adds the new, so that never more than one
is true.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from ...rules.errors import InputError, Place
from .action_domain import (
    EQUAL,
    OBJECT,
    Atom,
    Definition,
    Derived,
    Every,
    Formula,
    Literal,
    ObjectFluent,
    Signature,
    Some,
    Typed,
    common_type,
    is_a,
)
from .expression import Expression, Group, renamed, too_much
from .reading import FRAGMENT, REFUSED, call_of, check_parts, parameter_of, refusal, typed_list

DEEPEST_FORMULA = 100
"""Greatest depth of formulas within formulas."""


def formula_group(node: Expression, depth: int) -> Group:
    """The group of a formula or an effect.

    Raises
    ------
    InputError
        A word, or a group that is nested too deeply.
    """
    if not isinstance(node, Group):
        raise InputError(
            "not a formula", place=node.place, expected="(PREDICATE ...)", found=str(node)
        )
    if depth > DEEPEST_FORMULA:
        raise too_much(node.place, "nested too deeply", DEEPEST_FORMULA, "formulas in formulas")
    return node


@dataclass(frozen=True)
class Scope:
    """Names that may occur in a formula.

    Parameters
    ----------
    predicates, types
        Declared names.
    types_of
        The types of all parameters, constants and objects that may stand here.
    definitions
        Parameters and formulas of every derived predicate, which any of the formulas makes true.
    fluents
        The functions whose values are objects.
    values
        Object fluents that the action reads, if the scope is that of an action.
    known
        Values that the conditions ask for; None stands for no value.
    bound
        Parameters of the quantifiers around the formula.
    recursive
        Derived predicates that are no formula in their place, as they depend on themselves.
    """

    predicates: Mapping[str, Signature]
    types: Mapping[str, str]
    types_of: Mapping[str, str]
    definitions: Mapping[str, tuple[Definition, ...]] = field(default_factory=dict)
    fluents: Mapping[str, ObjectFluent] = field(default_factory=dict)
    values: FluentValues | None = None
    known: Mapping[Atom, str | None] = field(default_factory=dict)
    bound: frozenset[str] = frozenset()
    recursive: frozenset[str] = frozenset()

    def atom(self, group: Group, read: dict[Atom, Typed] | None = None) -> Atom:
        """A predicate with its arguments; see `value` for those that are functions."""
        value = partial(self.value, read)
        return call_of(group, "predicate", self.predicates, self.types_of, self.types, value)

    def call(self, read: dict[Atom, Typed] | None, group: Group, depth: int = 0) -> Atom:
        """An object fluent with its arguments."""
        if depth > DEEPEST_FORMULA:
            raise too_much(group.place, "nested too deeply", DEEPEST_FORMULA, "terms in terms")
        known = {name: one.signature for name, one in self.fluents.items()}
        value = partial(self.value, read, depth=depth + 1)
        return call_of(group, "function", known, self.types_of, self.types, value)

    def value(self, read: dict[Atom, Typed] | None, group: Group, depth: int = 0) -> Typed:
        """Parameter for the value of an object fluent: one of the action, or a new one that is added to ``read``.

        Raises
        ------
        InputError
            A value that depends on a quantifier, where ``read`` is None.
        """
        call = self.call(read, group, depth)
        kind = self.fluents[call[0]].type
        known = self.known.get(call)
        if known is not None:
            return Typed(known, self.kind(known))
        taken = self.bound | {one.name for one in (read or {}).values()}
        if self.values is not None and taken.isdisjoint(call[1:]):
            return self.values.of(call, kind)
        if read is None:
            raise InputError(
                "effects that read object fluents of quantified objects are outside the part of PDDL that arcwise reads",
                place=group.place,
                expected=f"(when (= {group} VALUE) EFFECT), which says the value",
                found=str(group),
            )
        return self.anew(read, call, group)

    def anew(self, read: dict[Atom, Typed], call: Atom, group: Group) -> Typed:
        """A parameter for the value of an object fluent, added to ``read``."""
        if call not in read:
            others = self.values.found.values() if self.values is not None else ()
            name = fresh_name(call, group.text, (*read.values(), *others))
            read[call] = Typed(name, self.fluents[call[0]].type)
        return read[call]

    def is_undefined(self, node: Expression) -> bool:
        """Whether an expression is the word for no value."""
        return str(node) == UNDEFINED and UNDEFINED not in self.types_of

    def inside(self, parameters: tuple[Typed, ...]) -> Scope:
        """The scope of a quantifier."""
        names = frozenset(one.name for one in parameters)
        return replace(
            self,
            types_of={**self.types_of, **{p.name: p.type for p in parameters}},
            known={
                call: value
                for call, value in self.known.items()
                if names.isdisjoint((*call[1:], value))
            },
            bound=self.bound | names,
        )

    def formula(self, node: Expression, positive: bool = True, depth: int = 0) -> Formula:
        """A formula, or with ``positive`` false its negation; negations are left before atoms only.

        Raises
        ------
        InputError
            An expression that is no formula or is outside the fragment, with its place.
        """
        node = formula_group(node, depth)
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
            check_parts(node, 1, "(not FORMULA)")
            return self.formula(parts[0], not positive, depth + 1)
        if head == "imply":
            check_parts(node, 2, "(imply FORMULA FORMULA)")
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
            return self.equality(node, positive)
        return self.literal(node, positive)

    def literal(self, group: Group, positive: bool) -> Formula:
        read: dict[Atom, Typed] = {}
        atom = self.atom(group, read)
        return _with_values(read, self.defined(group, atom, positive), positive)

    def equality(self, group: Group, positive: bool) -> Formula:
        """An equality of two terms; an object fluent in it becomes its predicate."""
        sides = group.items[1:]
        calls = [one for one in sides if isinstance(one, Group)]
        if len(sides) != 2 or not calls or not all(one.head in self.fluents for one in calls):
            return Literal((EQUAL, *self.terms(group)), positive)
        read: dict[Atom, Typed] = {}
        left = calls[0]
        right = sides[0] if left is sides[1] else sides[1]
        if isinstance(right, Group) and self.term_for(self.call(read, left)) is not None:
            left, right = right, left
        if self.is_undefined(right) and not self.fluents[left.head].partial:
            self.anew(read, self.call(read, left), group)
            never = Some(()) if positive else Every(())
            return _with_values(read, never, not positive)
        atom = self.valued(read, left, right)
        known = self.term_for(atom[:-1]) if atom[0] == left.head else None
        if known not in (None, atom[-1]):
            atom = (EQUAL, str(known), atom[-1])
        return _with_values(read, Literal(atom, positive), positive)

    def term_for(self, call: Atom) -> str | None:
        """The parameter or object that is known to be the value of an object fluent."""
        if self.values is None or call in self.known or not self.bound.isdisjoint(call[1:]):
            return self.known.get(call)
        return self.values.found[call].name if call in self.values.found else None

    def valued(self, read: dict[Atom, Typed] | None, left: Group, right: Expression) -> Atom:
        """The atom that says that an object fluent has a value."""
        call = self.call(read, left)
        fluent = self.fluents[call[0]]
        if self.is_undefined(right):
            return (fluent.undefined, *call[1:])
        if isinstance(right, Group):
            value = self.value(read, right)
        elif str(right) in self.types_of:
            value = Typed(str(right), self.types_of[str(right)])
        else:
            raise InputError("unknown parameter or object", place=right.place, found=str(right))
        if common_type(self.types, value.type, fluent.type) is None:
            raise InputError(
                f"{right} has the wrong type for a value of {call[0]}",
                place=right.place,
                expected=fluent.type,
                found=value.type,
            )
        return (*call, value.name)

    def defined(self, group: Group, atom: Atom, positive: bool) -> Formula:
        """An atom; a derived one is replaced by its definition."""
        if atom[0] in self.recursive:
            own = tuple(f"?{n}" for n in range(1, len(atom)))
            body = Literal((atom[0], *own), positive)
            return Derived(tuple(map(Typed, own)), atom[1:], body, positive)
        ways = self.definitions.get(atom[0])
        if ways is None:
            return Literal(atom, positive)
        kind = Some if positive else Every
        return kind(
            tuple(
                Derived(
                    tuple(
                        Typed(own.name) if self.surely(term, own.type) else own
                        for own, term in zip(way.parameters, atom[1:], strict=True)
                    ),
                    atom[1:],
                    self.of_definition(way).formula(way.body, positive),
                    positive,
                )
                for way in ways
            )
        )

    def surely(self, term: str, kind: str) -> bool:
        """Whether a term stands for objects of a type only, as far as is known here."""
        own = self.types_of.get(term)
        return kind == OBJECT or (own is not None and is_a(self.types, own, kind))

    def of_definition(self, way: Definition) -> Scope:
        """The scope of the formula that makes a derived predicate true."""
        own = {one.name: one.type for one in (*way.constants, *way.parameters)}
        return Scope(
            self.predicates,
            self.types,
            own,
            self.definitions,
            self.fluents,
            recursive=self.recursive,
        )

    def quantified(self, group: Group) -> tuple[tuple[Typed, ...], Expression]:
        """Parameters of a quantifier and its formula; a parameter that hides another is renamed."""
        check_parts(group, 2, f"({group.head} (?X ...) FORMULA)")
        listed, part = group.items[1:]
        if not isinstance(listed, Group):
            raise InputError(
                "not a list of parameters",
                place=listed.place,
                expected="(?X ...)",
                found=str(listed),
            )
        found = [one for one, _ in typed_list(listed.items, parameter_of, self.types, unions=True)]
        taken = {one.name for one in found} | self.types_of.keys()
        others: dict[str, str] = {}
        for one in found:
            if one.name in self.types_of:
                name = one.name
                while name in taken or name in group.text:
                    name += "-inner"
                taken.add(name)
                others[one.name] = name
        own = tuple(Typed(others.get(one.name, one.name), one.type) for one in found)
        return own, renamed(part, others) if others else part

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

    def kind(self, term: str) -> str:
        """The type of a parameter or object, those for values included."""
        found = self.values.found.values() if self.values is not None else ()
        return {**{one.name: one.type for one in found}, **self.types_of}[term]


def _with_values(read: Mapping[Atom, Typed], formula: Formula, positive: bool) -> Formula:
    """A formula about the values of object fluents, or its negation: that there are such values, or none."""
    if not read:
        return formula
    looked = (Literal((*call, one.name), positive) for call, one in read.items())
    inner, outer = (Every, Some) if positive else (Some, Every)
    return outer((inner((*looked, formula)),), tuple(read.values()))


UNDEFINED = "undefined"
"""The word for no value."""


@dataclass
class FluentValues:
    """Values of object fluents that an action reads.

    Parameters
    ----------
    text
        The action as it stands in its file, whose names are not taken again.
    found
        For every function with its arguments that is read, in that order, the parameter for its value.
    """

    text: str
    found: dict[Atom, Typed] = field(default_factory=dict)

    def of(self, call: Atom, kind: str) -> Typed:
        """The parameter for the value of a function with its arguments."""
        if call not in self.found:
            self.found[call] = Typed(fresh_name(call, self.text, self.found.values()), kind)
        return self.found[call]

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """Atoms that must hold for the parameters to be the values."""
        return tuple((*call, one.name) for call, one in self.found.items())

    def needed(self, positive: Iterable[Atom]) -> list[Atom]:
        """The functions, with their arguments, that must have a value for more than the action's conditions to hold."""
        asked = {term for atom in positive for term in atom[1:]}
        needed = []
        for call, one in reversed(self.found.items()):
            if one.name in asked:
                asked.update(call[1:])
            else:
                needed.append(call)
        return needed


def fresh_name(call: Atom, text: str, others: Collection[Typed]) -> str:
    """A name for the value of a function with its arguments: ``?at-truck``."""
    name = "?" + "-".join(part.lstrip("?") for part in call)
    while name in text or any(name == one.name for one in others):
        name += "-value"
    return name


def known_values(formula: Formula, fluents: Mapping[str, ObjectFluent]) -> dict[Atom, str | None]:
    """The values that a condition asks for, None for none."""
    undefined = {one.undefined: name for name, one in fluents.items() if one.partial}
    found: dict[Atom, str | None] = {}
    waiting = [formula]
    while waiting:
        match waiting.pop():
            case Every(parts, ()):
                waiting += reversed(parts)
            case Literal(atom, True) if atom[0] in fluents:
                found.setdefault(atom[:-1], atom[-1])
            case Literal(atom, True) if atom[0] in undefined:
                found.setdefault((undefined[atom[0]], *atom[1:]), None)
    return found


def said_undefined(nodes: Iterable[Expression]) -> frozenset[str]:
    """The functions that are compared with `UNDEFINED`, or assigned it."""
    found: set[str] = set()
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if not isinstance(node, Group):
            continue
        waiting += node.items
        if node.head in ("=", "assign") and any(str(one) == UNDEFINED for one in node.items):
            found.update(one.head for one in node.items if isinstance(one, Group))
    return frozenset(found)


def apart(changed: Iterable[Atom], place: Place) -> list[tuple[str, str]]:
    """The terms that must differ for no function to be assigned twice by one action.

    Raises
    ------
    InputError
        A function that is assigned twice, or where more than one argument tells two apart.
    """
    calls = list(changed)
    pairs = []
    for number, one in enumerate(calls):
        for other in calls[:number]:
            if one[0] != other[0]:
                continue
            differing = [
                pair for pair in zip(other[1:], one[1:], strict=True) if len(set(pair)) > 1
            ]
            if len(differing) != 1:
                raise InputError(
                    f"{one[0]} is assigned twice, perhaps for the same objects, which arcwise does not read",
                    place=place,
                    expected="one argument that differs",
                    found=f"({' '.join(other)}) and ({' '.join(one)})",
                )
            pairs += differing
    return pairs
