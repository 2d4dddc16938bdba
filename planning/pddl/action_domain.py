"""PDDL as records: domains, actions with parameters, tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import itemgetter
from typing import Any, TypeAlias, TypeVar

from ...rules.errors import Place
from ...rules.term import Atom as Atom
from ...rules.term import Term, Var
from ...rules.term import Typed as Typed
from .expression import Expression

Item = TypeVar("Item")

OBJECT = "object"
"""The type that all others are kinds of."""

EQUAL = "="
"""The predicate of two terms that are the same object."""


def substituted(atom: Atom, binding: Mapping[str, str]) -> Atom:
    """An atom with its parameters replaced."""
    return (atom[0], *map(binding.get, atom[1:], atom[1:]))


def atom_text(atom: Atom) -> str:
    """An atom as PDDL writes it: ``(on a b)``."""
    return f"({' '.join(atom)})"


DENIED = "not-"
"""How the name of a predicate begins that is true of what another is not true of."""


def denial(atom: Atom) -> Atom:
    """Atom that is true if and only if another is false."""
    return (DENIED + atom[0], *atom[1:])


def is_parameter(term: str) -> bool:
    """Whether an argument is a parameter rather than an object."""
    return term.startswith("?")


def as_term(argument: str) -> Term:
    """An argument of an atom as a term: a parameter is a variable, an object a constant."""
    return Var(argument) if is_parameter(argument) else argument


def is_a(types: Mapping[str, str], kind: str, ancestor: str) -> bool:
    """Whether everything of one type is of another; ``types`` maps every type to the one above it.

    A union of types is written as in PDDL: ``(either a b)``.
    """
    if kind != ancestor and (parts := united(kind)):
        return all(is_a(types, one, ancestor) for one in parts)
    if kind != ancestor and (parts := united(ancestor)):
        return any(is_a(types, kind, one) for one in parts)
    while kind != ancestor:
        if kind == OBJECT:
            return False
        above = supertypes(types[kind])
        if len(above) > 1:
            return any(is_a(types, one, ancestor) for one in above)
        kind = above[0]
    return True


BOTH = "(both "
"""How the types above a type begin where there are several, of each of which it is a kind."""


def supertypes(above: str) -> list[str]:
    """The types above a type, as they stand in a mapping of types."""
    return above[len(BOTH) : -1].split() if above.startswith(BOTH) else [above]


def united(kind: str) -> list[str]:
    """The types of a union; none of what is no union."""
    return kind.strip("()").split()[1:] if kind.startswith("(either ") else []


def common_type(types: Mapping[str, str], one: str, other: str) -> str | None:
    """The type of all that is of two types, or None where nothing can be of both."""
    if is_a(types, one, other):
        return one
    if is_a(types, other, one):
        return other
    parts, others = united(one) or [one], united(other) or [other]
    if len(parts) == len(others) == 1:
        if not any(above.startswith(BOTH) for above in types.values()):
            return None
        shared = (kind for kind in types if is_a(types, kind, one) and is_a(types, kind, other))
        found = list(dict.fromkeys(shared))
    else:
        pairs = (common_type(types, part, also) for part in parts for also in others)
        found = list(dict.fromkeys(kind for kind in pairs if kind is not None))
    widest = [a for a in found if not any(a != b and is_a(types, a, b) for b in found)]
    return union_of(widest) if widest else None


def union_of(kinds: Sequence[str]) -> str:
    """The union of some types as PDDL writes it; of one type that is itself."""
    return kinds[0] if len(kinds) == 1 else f"(either {' '.join(kinds)})"


@dataclass(frozen=True, slots=True)
class Signature:
    """A predicate or function, and what its arguments may be."""

    name: str
    parameters: tuple[Typed, ...] = ()


@dataclass(frozen=True, slots=True)
class ObjectFluent:
    """A function whose values are objects, which is read as a predicate with the value as its last argument.

    Parameters
    ----------
    signature
        Its name and its own parameters.
    type
        Type of its values.
    partial
        Whether the domain speaks of it as ``undefined``: another predicate then says where it is that.
    total
        Whether actions read it so that it must always have a value.
    """

    signature: Signature
    type: str
    partial: bool = False
    total: bool = False

    @property
    def undefined(self) -> str:
        """The predicate that says where it has no value."""
        return f"undefined-{self.signature.name}"

    @property
    def predicates(self) -> tuple[Signature, ...]:
        """Predicates that stand for the fluent: its value, and for a partial one that it has none."""
        name, own = self.signature.name, self.signature.parameters
        whole = Signature(name, (*own, Typed("?value", self.type)))
        return (whole, Signature(self.undefined, own)) if self.partial else (whole,)


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom that holds or does not."""

    atom: Atom
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Every:
    """All parts hold, for all objects of the parameters."""

    parts: tuple[Formula, ...]
    parameters: tuple[Typed, ...] = ()


@dataclass(frozen=True, slots=True)
class Some:
    """One of the parts holds, for one choice of objects of the parameters."""

    parts: tuple[Formula, ...]
    parameters: tuple[Typed, ...] = ()


@dataclass(frozen=True, slots=True)
class Derived:
    """Definition of a derived predicate; its own parameters are the arguments.

    Parameters
    ----------
    parameters
        Parameters of the rule, each with the type that its argument must have; `OBJECT` where that is known.
    arguments
        Terms for the parameters.
    body
        Condition of the rule, or its negation.
    holds
        Whether the predicate is to be true by this rule: all arguments are of the types and the body is true. Else one
        argument is not, or the body, which is negated then, is true.
    """

    parameters: tuple[Typed, ...]
    arguments: tuple[str, ...]
    body: Formula
    holds: bool = True


Formula: TypeAlias = Literal | Every | Some | Derived


@dataclass(frozen=True, slots=True)
class Effect:
    """Conditional effect: literals made true and false for all objects of the parameters that satisfy a condition
    before.
    """

    parameters: tuple[Typed, ...]
    condition: Formula
    add: tuple[Atom, ...]
    delete: tuple[Atom, ...]


@dataclass(frozen=True, slots=True)
class Definition:
    """A rule for a derived predicate, which is read where the predicate stands.

    Parameters
    ----------
    parameters
        The predicate's.
    body
        The formula that makes it true.
    constants
        Constants that the formula may name.
    """

    parameters: tuple[Typed, ...]
    body: Expression
    constants: tuple[Typed, ...]


@dataclass(frozen=True)
class Action:
    """An action with parameters.

    The action is applicable if all of ``positive`` is true, nothing of ``negative`` is, and the terms of ``equal`` and
    ``unequal`` are the same and different objects. It then deletes and after that adds.

    Parameters
    ----------
    cost
        A number of 0 or more, or a function of the parameters whose values the task gives; None where the action
        says nothing of costs.
    place
        Place in its file; it does not count in comparisons.
    condition
        Further condition that is no conjunction of literals; None for most.
    effects
        Effects that depend on more than the action being taken.
    values
        Conditions on object fluents that the action reads. The last term of each is one of the action's last parameters, in
        their order, which plans leave out.
    """

    name: str
    parameters: tuple[Typed, ...] = ()
    positive: tuple[Atom, ...] = ()
    negative: tuple[Atom, ...] = ()
    equal: tuple[tuple[str, str], ...] = ()
    unequal: tuple[tuple[str, str], ...] = ()
    add: tuple[Atom, ...] = ()
    delete: tuple[Atom, ...] = ()
    cost: float | Atom | None = None
    place: Place | None = field(default=None, compare=False)
    condition: Formula | None = None
    effects: tuple[Effect, ...] = ()
    values: tuple[Atom, ...] = ()

    @property
    def alternative(self) -> bool:
        """Whether it is a case of an action for an alternative of its condition."""
        return is_case(self.name) and self.name.count(":") == 2

    @property
    def plain(self) -> bool:
        """Whether its conditions are conjunctions of literals, and it has no effect on other objects."""
        return self.condition is None and not self.effects and not is_case(self.name)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Predicates and objects that its atoms name, beside its parameters."""
        atoms = (*self.positive, *self.negative, *self.add, *self.delete)
        parameters = {one.name for one in self.parameters}
        terms = dict.fromkeys(term for atom in atoms for term in atom)
        return tuple(term for term in terms if term not in parameters)

    @cached_property
    def grounders(self) -> tuple[tuple[Callable[[tuple[str, ...]], Atom], ...], ...]:
        """For `positive`, `negative`, `add` and `delete` a function for each atom, from arguments and `words` to a ground atom."""
        names = (*(one.name for one in self.parameters), *self.words)
        place = {name: number for number, name in enumerate(names)}

        def maker(atom: Atom) -> Callable[[tuple[str, ...]], Atom]:
            if len(atom) == 1:  # of which itemgetter makes no tuple
                return itemgetter(slice(place[atom[0]], place[atom[0]] + 1))
            return itemgetter(*(place[term] for term in atom))

        kinds = self.positive, self.negative, self.add, self.delete
        return tuple(tuple(map(maker, atoms)) for atoms in kinds)

    @cached_property
    def cases(self) -> tuple[Action, ...]:
        """Cases of the action for some objects, each a conjunction of literals (Pednault 1989).

        A plain action is its only case. With conditional effects, the first case, ``NAME/SIZE:0``, has the effects without a
        condition. One more for each effect, ``NAME/SIZE:1`` and so on, has the action's SIZE parameters and the effect's own.
        A condition with alternatives gives such cases for each of them, ``NAME/SIZE:1:0`` and so on, with the parameters of
        what it says that there is. None if a condition of the action or of an effect has no alternatives that are conjunctions
        of literals.
        """
        if self.plain or is_case(self.name):
            return (self,)
        name = f"{self.name}{CASE}{len(self.parameters)}:"
        if self.condition is None:
            return _with_effects(self, name)
        found: list[Action] = []
        for number, one in enumerate(alternatives(self.condition) or (), start=1):
            case = _in_alternative(replace(self, condition=None), one)
            some = () if case is None else _with_effects(case, f"{name}{number}:")
            if not some:
                return ()
            found += some
        return tuple(found)


CASE = "/"
"""Sign in the name of a case of an action; no name in PDDL has it."""


def is_case(name: str) -> bool:
    """Whether an action is one case of another, which may do more at the same time."""
    return CASE in name


def _with_effects(action: Action, name: str) -> tuple[Action, ...]:
    """Cases of an action without a further condition: without its conditional effects, and with each; () if one has none."""
    inner = [_in_case(action, effect) for effect in action.effects]
    if None in inner:
        return ()
    first = replace(action, name=f"{name}0", effects=())
    found = (one for one in inner if one is not None)
    return first, *(replace(one, name=f"{name}{n}") for n, one in enumerate(found, start=1))


MOST_ALTERNATIVES = 100
"""Alternatives of a condition; one with more has none that rules are made of."""

CaseCondition: TypeAlias = tuple[tuple[Typed, ...], tuple[Literal, ...]]
"""Parameters of what there is, and literals over these and others that all hold."""


def _in_alternative(action: Action, found: CaseCondition) -> Action | None:
    """The action in the case that an alternative of its condition holds; None if two terms must be one object for it."""
    parameters, literals = _joined((action.parameters, ()), found)
    equal = [one for one in literals if one.atom[0] == EQUAL]
    if any(one.holds for one in equal):
        return None
    others = [one for one in literals if one.atom[0] != EQUAL]
    return replace(
        action,
        parameters=parameters,
        positive=once((*action.positive, *(one.atom for one in others if one.holds))),
        negative=once((*action.negative, *(one.atom for one in others if not one.holds))),
        unequal=(*action.unequal, *((one.atom[1], one.atom[2]) for one in equal)),
    )


def alternatives(formula: Formula) -> list[CaseCondition] | None:
    """Conjunctions of literals one of which holds where a formula does; None if it is for all objects, or has too many."""
    if isinstance(formula, Literal):
        return [((), (formula,))]
    if isinstance(formula, Derived):
        return _of_definition(formula)
    parts = [alternatives(one) for one in formula.parts]
    if None in parts or (isinstance(formula, Every) and formula.parameters):
        return None
    found: list[CaseCondition] = [((), ())]
    if isinstance(formula, Some):
        found = [_joined((formula.parameters, ()), one) for some in parts for one in some or ()]
    else:
        for some in parts:
            found = [_joined(one, other) for one in found for other in some or ()]
            if len(found) > MOST_ALTERNATIVES:
                return None
    return found if len(found) <= MOST_ALTERNATIVES else None


def _of_definition(formula: Derived) -> list[CaseCondition] | None:
    """The alternatives of a derived predicate's rule for its arguments; None where it is for some types of them only."""
    found = alternatives(formula.body)
    if found is None or any(one.type != OBJECT for one in formula.parameters):
        return None
    names = dict(zip((one.name for one in formula.parameters), formula.arguments, strict=True))
    own = tuple(Typed(one) for one in names.values())
    ended: list[CaseCondition] = []
    for parameters, literals in (_joined((own, ()), one) for one in found):
        inner = parameters[len(own) :]
        free = {one: term for one, term in names.items() if one not in {own.name for own in inner}}
        ended.append(
            (inner, tuple(replace(one, atom=substituted(one.atom, free)) for one in literals))
        )
    return ended


def _joined(one: CaseCondition, other: CaseCondition) -> CaseCondition:
    """Two alternatives together; parameters of the second that are called as some of the first get other names."""
    known = {parameter.name for parameter in one[0]}
    names: dict[str, str] = {}
    for parameter in other[0]:
        tries = (parameter.name, *(f"{parameter.name}-{n}" for n in range(2, len(known) + 3)))
        names[parameter.name] = next(name for name in tries if name not in known)
        known.add(names[parameter.name])
    renamed = (replace(own, name=names[own.name]) for own in other[0])
    literals = (replace(own, atom=substituted(own.atom, names)) for own in other[1])
    return (*one[0], *renamed), (*one[1], *literals)


def _in_case(action: Action, effect: Effect) -> Action | None:
    """The action in the case that the condition of an effect holds for some objects; None if that condition is no
    conjunction.
    """
    names = [one.name for one in (*action.parameters, *effect.parameters)]
    literals = literals_of(effect.condition)
    if literals is None or len(set(names)) < len(names):
        return None
    equal = [one for one in literals if one.atom[0] == EQUAL]
    if any(one.holds for one in equal):
        return None
    others = [one for one in literals if one.atom[0] != EQUAL]
    return replace(
        action,
        parameters=(*action.parameters, *effect.parameters),
        positive=once((*action.positive, *(one.atom for one in others if one.holds))),
        negative=once((*action.negative, *(one.atom for one in others if not one.holds))),
        unequal=(*action.unequal, *((one.atom[1], one.atom[2]) for one in equal)),
        add=once((*action.add, *effect.add)),
        delete=once((*action.delete, *effect.delete)),
        effects=(),
    )


def once(items: Iterable[Item]) -> tuple[Item, ...]:
    """Items in the order in which each comes first."""
    return tuple(dict.fromkeys(items))


def literals_of(formula: Formula) -> list[Literal] | None:
    """The literals of a conjunction however it is nested; None for anything else."""
    if isinstance(formula, Literal):
        return [formula]
    if not isinstance(formula, Every) or formula.parameters:
        return None
    found = [literals_of(part) for part in formula.parts]
    return None if None in found else [one for parts in found for one in parts or ()]


def literals_in(formula: Formula | None) -> Iterator[Literal]:
    """All literals of a formula, with those of the definitions that stand in it."""
    if isinstance(formula, Literal):
        yield formula
    elif isinstance(formula, Derived):
        yield from literals_in(formula.body)
    elif formula is not None:
        for part in formula.parts:
            yield from literals_in(part)


@dataclass(frozen=True, slots=True)
class Universal:
    """A condition for all objects of some parameters, as an atom of its own over the others.

    Parameters
    ----------
    signature
        Predicate that stands for it, over the other parameters.
    parameters
        The parameters of which it says something for all objects.
    given
        Facts that never change, and for which objects they must hold or not hold.
    needed
        The atom that must be true of all these objects; it may be a denial.
    """

    signature: Signature
    parameters: tuple[Typed, ...]
    given: tuple[Literal, ...]
    needed: Atom

    @property
    def formula(self) -> Every:
        """The condition over the parameters of its predicate."""
        against = (Literal(one.atom, not one.holds) for one in self.given)
        return Every((Some((*against, Literal(self.needed))),), self.parameters)


@dataclass(frozen=True)
class ActionDomain:
    """A typed domain with action costs.

    Parameters
    ----------
    requirements
        As the file declares them, each with its colon.
    types
        Every type but ``object``, with the type that it is a kind of.
    source
        Name of the file in messages; it does not count in comparisons.
    definitions
        Definitions of the derived predicates, by name.
    object_fluents
        The functions whose values are objects, by name; the predicates that they are read as are among the others.
    axioms
        The rules of recursive derived predicates, as actions of no cost that add what they make true.
    strata
        The stratum of each recursive derived predicate, from 0: a rule denies derived predicates of lower strata only
        (Thiebaux, Hoffmann and Nebel, In defense of PDDL axioms, AIJ 2005).
    denials
        Predicates that are true of what another is not true of, by name, each with that one; only the domain of a policy has
        some (`denying`).
    universals
        Conditions for all objects that atoms stand for, by predicate; also of the domain of a policy only.
    """

    name: str
    requirements: tuple[str, ...] = ()
    types: Mapping[str, str] = field(default_factory=dict, hash=False)
    constants: tuple[Typed, ...] = ()
    predicates: tuple[Signature, ...] = ()
    functions: tuple[Signature, ...] = ()
    actions: tuple[Action, ...] = ()
    source: str = field(default="<text>", compare=False)
    definitions: Mapping[str, tuple[Definition, ...]] = field(default_factory=dict, hash=False)
    object_fluents: Mapping[str, ObjectFluent] = field(default_factory=dict, hash=False)
    axioms: tuple[Action, ...] = ()
    strata: Mapping[str, int] = field(default_factory=dict, hash=False)
    denials: Mapping[str, Signature] = field(default_factory=dict, hash=False)
    universals: Mapping[str, Universal] = field(default_factory=dict, hash=False)

    @cached_property
    def plain(self) -> bool:
        """Whether all actions are plain."""
        return all(action.plain for action in self.actions)

    @cached_property
    def by_name(self) -> Mapping[str, Action]:
        """The actions by name."""
        return {action.name: action for action in self.actions}

    @cached_property
    def cases(self) -> Mapping[str, Action]:
        """Cases of the actions for some objects, by name; see `Action.cases`."""
        return {case.name: case for action in self.actions for case in action.cases}

    @cached_property
    def asked(self) -> frozenset[str]:
        """The predicates that conditions of actions name."""
        atoms = (atom for one in self.actions for atom in (*one.positive, *one.negative))
        formulas = (
            formula
            for one in self.actions
            for formula in (one.condition, *(effect.condition for effect in one.effects))
        )
        literals = (literal.atom for formula in formulas for literal in literals_in(formula))
        return frozenset(atom[0] for atom in (*atoms, *literals))

    @cached_property
    def fluents(self) -> frozenset[str]:
        """The predicates that some action or axiom changes; all others are settled by the task."""
        return frozenset(
            atom[0]
            for action in (*self.actions, *self.axioms)
            for changed in (
                (*action.add, *action.delete),
                *((*effect.add, *effect.delete) for effect in action.effects),
            )
            for atom in changed
        ).union(self.universals)


@dataclass(frozen=True)
class PlanningTask:
    """A problem of a domain: its objects, what is true at first and what must be true in the end.

    Parameters
    ----------
    objects
        Without the domain's constants.
    init
        Everything that is true at first.
    values
        Values of the functions that costs refer to.
    goal, negative_goal
        Atoms that must, and must not, be true in the end.
    minimize
        Whether the metric is total-cost; without it every action costs 1.
    source
        Name of the file in messages.
    condition
        Further goal that is no conjunction of literals; None for most.
    """

    name: str
    domain: ActionDomain
    objects: tuple[Typed, ...] = ()
    init: frozenset[Atom] = frozenset()
    values: Mapping[Atom, float] = field(default_factory=dict, hash=False)
    goal: tuple[Atom, ...] = ()
    negative_goal: tuple[Atom, ...] = ()
    minimize: bool = False
    source: str = field(default="<text>", compare=False)
    condition: Formula | None = None

    @cached_property
    def type_of(self) -> Mapping[str, str]:
        """The type of every constant and object, in the order of the files."""
        return {thing.name: thing.type for thing in (*self.domain.constants, *self.objects)}

    @cached_property
    def _of_type(self) -> dict[str, tuple[str, ...]]:
        return {}

    @property
    def wanted(self) -> tuple[Atom, ...]:
        """The goal as atoms: what must not be true by its denial."""
        return (*self.goal, *map(denial, self.negative_goal))

    @property
    def plain_goal(self) -> bool:
        """Whether its goal is literals alone, and nothing of the domain depends on itself, as policies need it."""
        return not self.beyond_atoms

    @property
    def beyond_atoms(self) -> str:
        """Part of the goal or the domain that is no literal changed by an action, in words; empty if there is none."""
        if self.condition is not None:
            return "a goal with alternatives"
        others = {one.name for one in self.domain.predicates} - self.domain.denials.keys()
        for atom in self.negative_goal:
            if DENIED + atom[0] in others:
                return f"(not {atom_text(atom)}) beside the predicate {DENIED}{atom[0]}"
        recursive = {atom[0]: None for axiom in self.domain.axioms for atom in axiom.add}
        asked = self.domain.asked.union(atom[0] for atom in (*self.goal, *self.negative_goal))
        for name in recursive:
            if name in asked:
                return f"the recursive derived predicate {name}"
        return ""

    @cached_property
    def kept(self) -> dict[str, Any]:
        """Results about the task that other modules work out once, by their names for them."""
        return {}

    def objects_of(self, kind: str) -> tuple[str, ...]:
        """The names of all constants and objects of a type, in the order of the files."""
        if kind not in self._of_type:
            self._of_type[kind] = tuple(
                name for name, own in self.type_of.items() if is_a(self.domain.types, own, kind)
            )
        return self._of_type[kind]
