"""Formulas of conditions beyond conjunctions, and effects that depend on them: what they say of a state, and how they compile away.

A ground formula becomes its cases, each a conjunction of literals (disjunctive normal form); an action with conditional
effects becomes an action for every choice of those that happen (Gazen and Knoblock 1997). What never changes is settled
on the way, so that few of the cases are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import product
from typing import TypeAlias

from ...rules.errors import Place, TooLargeError
from .action_domain import (
    EQUAL,
    OBJECT,
    Atom,
    Derived,
    Effect,
    Every,
    Formula,
    Literal,
    PlanningTask,
    Typed,
    atom_text,
    is_a,
    literals_of,
    substituted,
)

MOST_CASES = 1_000
"""Greatest number of cases of one ground action, or of one goal."""


ParameterBinding: TypeAlias = Mapping[str, str]

Case: TypeAlias = tuple[frozenset[Atom], frozenset[Atom]]
"""Atoms that must be true, and atoms that must be false."""

ALWAYS: Case = (frozenset(), frozenset())


def plain_parts(formula: Formula) -> list[Literal] | None:
    """The literals of a conjunction however it is nested, equalities aside; None for anything else."""
    found = literals_of(formula)
    return None if found is None or any(one.atom[0] == EQUAL for one in found) else found


def bindings(
    task: PlanningTask, parameters: Sequence[Typed], binding: ParameterBinding
) -> Iterator[ParameterBinding]:
    """All ways to choose objects for some more parameters."""
    if not parameters:
        yield binding
        return
    for objects in product(*(task.objects_of(one.type) for one in parameters)):
        yield {**binding, **dict(zip((one.name for one in parameters), objects, strict=True))}


def applied(
    task: PlanningTask, formula: Derived, binding: ParameterBinding
) -> ParameterBinding | None:
    """The objects of a derived predicate's rule, or None where one is not of the type that the rule is for."""
    found = {}
    for parameter, argument in zip(formula.parameters, formula.arguments, strict=True):
        name = found[parameter.name] = binding.get(argument, argument)
        if not is_a(task.domain.types, task.type_of[name], parameter.type):
            return None
    return found


def holds(
    task: PlanningTask, formula: Formula, binding: ParameterBinding, facts: Set[Atom]
) -> bool:
    """Whether a formula is true where ``facts`` are."""
    match formula:
        case Literal(atom, wanted):
            atom = substituted(atom, binding)
            there = atom[1] == atom[2] if atom[0] == EQUAL else atom in facts
            return there == wanted
        case Derived():
            own = applied(task, formula, binding)
            return not formula.holds if own is None else holds(task, formula.body, own, facts)
    found = (
        holds(task, part, inner, facts)
        for inner in bindings(task, formula.parameters, binding)
        for part in formula.parts
    )
    return all(found) if isinstance(formula, Every) else any(found)


def satisfying(
    task: PlanningTask,
    parameters: Sequence[Typed],
    formula: Formula,
    binding: ParameterBinding,
    facts: Set[Atom],
) -> Iterator[ParameterBinding]:
    """All choices of objects for more parameters that make a formula true; literals are tested as soon as they are ground."""
    parts = list(_conjuncts(formula))
    waiting = [(0, binding, parts)]
    while waiting:
        count, inner, left = waiting.pop()
        open_names = {one.name for one in parameters[count:]}
        settled = [
            one
            for one in left
            if not open_names or (isinstance(one, Literal) and open_names.isdisjoint(one.atom))
        ]
        if not all(holds(task, one, inner, facts) for one in settled):
            continue
        if not open_names:
            yield inner
            continue
        more = [one for one in left if one not in settled]
        one = parameters[count]
        choices = ({**inner, one.name: name} for name in reversed(task.objects_of(one.type)))
        waiting += [(count + 1, choice, more) for choice in choices]


def _conjuncts(formula: Formula) -> Iterator[Formula]:
    """The parts of a conjunction however it is nested."""
    if not isinstance(formula, Every) or formula.parameters:
        yield formula
        return
    for part in formula.parts:
        yield from _conjuncts(part)


def cases(task: PlanningTask, formula: Formula, binding: ParameterBinding = {}) -> list[Case]:  # noqa: B006
    """The cases in which a formula is true, none where it never is; what no action changes is settled.

    Raises
    ------
    InputError
        More than `MOST_CASES`.
    """
    match formula:
        case Literal(atom, wanted):
            atom = substituted(atom, binding)
            if atom[0] == EQUAL or atom[0] not in task.domain.fluents:
                there = atom[1] == atom[2] if atom[0] == EQUAL else atom in task.init
                return [ALWAYS] if there == wanted else []
            only = frozenset((atom,))
            return [(only, frozenset()) if wanted else (frozenset(), only)]
        case Derived():
            own = applied(task, formula, binding)
            if own is None:
                return [] if formula.holds else [ALWAYS]
            return cases(task, formula.body, own)
    found = (
        cases(task, part, inner)
        for inner in bindings(task, formula.parameters, binding)
        for part in formula.parts
    )
    if isinstance(formula, Every):
        return conjunction(task, found)
    whole: dict[Case, None] = {}
    for some in found:
        if ALWAYS in some:
            return [ALWAYS]
        whole.update(dict.fromkeys(some))
        _check_count(task, len(whole))
    return list(whole)


def conjunction(task: PlanningTask, found: Iterator[list[Case]]) -> list[Case]:
    """The cases in which one case of each formula is true."""
    whole = [ALWAYS]
    for some in found:
        joined = {(one[0] | other[0], one[1] | other[1]): None for one in whole for other in some}
        whole = [case for case in joined if case[0].isdisjoint(case[1])]
        _check_count(task, len(whole))
    return whole


def negated(task: PlanningTask, found: Sequence[Case]) -> list[Case]:
    """The cases in which none of the given cases is true."""
    return conjunction(
        task,
        (
            [
                *((frozenset[Atom](), frozenset((atom,))) for atom in sorted(true)),
                *((frozenset((atom,)), frozenset[Atom]()) for atom in sorted(false)),
            ]
            for true, false in found
        ),
    )


ONE_OF = "one of several"
"""The predicate of atoms that stand for alternatives. PDDL's names have no blanks."""


class Alternatives:
    """Ground formulas as conjunctions of literals: an atom stands for each disjunction, and axioms make it true.

    There are no more axioms than parts of the formula, while its cases may be too many to list.

    Parameters
    ----------
    task
        The task, whose objects the quantifiers go through. What no action changes is settled.

    Attributes
    ----------
    rules
        Atoms, each with what must be true and what must be false for one alternative; the atom of a rule is numbered after
        those that the rule asks for.
    """

    def __init__(self, task: PlanningTask) -> None:
        self.task = task
        self.rules: list[tuple[Atom, frozenset[Atom], frozenset[Atom]]] = []
        self._known: dict[frozenset[Case], Atom] = {}

    def case(self, formula: Formula, binding: ParameterBinding) -> Case | None:
        """Atoms that must be true and atoms that must be false; None where the formula never holds."""
        found = self.literals(formula, binding)
        case = None if found is None else _case(found)
        return None if case is None or not case[0].isdisjoint(case[1]) else case

    def literals(self, formula: Formula, binding: ParameterBinding) -> list[Literal] | None:
        """Literals that are true where the formula is; None where it never is."""
        match formula:
            case Literal(atom, wanted):
                atom = substituted(atom, binding)
                if atom[0] == EQUAL or atom[0] not in self.task.domain.fluents:
                    there = atom[1] == atom[2] if atom[0] == EQUAL else atom in self.task.init
                    return [] if there == wanted else None
                return [Literal(atom, wanted)]
            case Derived():
                own = applied(self.task, formula, binding)
                if own is None:
                    return None if formula.holds else []
                return self.literals(formula.body, own)
        each = (
            self.literals(part, inner)
            for inner in bindings(self.task, formula.parameters, binding)
            for part in formula.parts
        )
        if isinstance(formula, Every):
            whole: list[Literal] = []
            for one in each:
                if one is None:
                    return None
                whole += one
            return whole
        ways: list[list[Literal]] = []
        for one in each:
            if one == []:
                return []
            ways += [] if one is None else [one]
        if len(ways) < 2:
            return ways[0] if ways else None
        return [Literal(self._atom(frozenset(map(_case, ways))))]

    def _atom(self, ways: frozenset[Case]) -> Atom:
        """The atom that stands for some alternatives."""
        if ways not in self._known:
            atom = self._known[ways] = (ONE_OF, str(len(self._known) + 1))
            ordered = sorted(ways, key=lambda way: [*map(sorted, way)])
            self.rules += [(atom, *way) for way in ordered]
        return self._known[ways]


def _case(literals: Iterable[Literal]) -> Case:
    found = list(literals)
    return (
        frozenset(one.atom for one in found if one.holds),
        frozenset(one.atom for one in found if not one.holds),
    )


EffectCase: TypeAlias = tuple[Case, frozenset[Atom], frozenset[Atom]]
"""The case in which an effect takes place, and the atoms that it adds and deletes."""


def cases_or(
    task: PlanningTask,
    formula: Formula,
    binding: ParameterBinding,
    alternatives: Alternatives | None,
) -> list[Case]:
    """The cases in which a formula is true; where there are too many, one with atoms for its alternatives.

    Raises
    ------
    TooLargeError
        More than `MOST_CASES`, and no alternatives are wanted.
    """
    try:
        return cases(task, formula, binding)
    except TooLargeError:
        if alternatives is None:
            raise
        found = alternatives.case(formula, binding)
        return [] if found is None else [found]


def possible_effects(
    task: PlanningTask,
    effects: Sequence[Effect],
    binding: ParameterBinding,
    alternatives: Alternatives | None = None,
) -> Iterator[tuple[list[Case], frozenset[Atom], frozenset[Atom]]]:
    """Effects that may take place: for each its cases, what it adds and what it deletes."""
    none: frozenset[Atom] = frozenset()
    for effect in effects:
        for inner in bindings(task, effect.parameters, binding):
            add = frozenset(substituted(atom, inner) for atom in effect.add)
            delete = frozenset(substituted(atom, inner) for atom in effect.delete)
            where = cases_or(task, effect.condition, inner, alternatives)
            if where == [(delete, none)] and not add and len(delete) == 1:
                where = [ALWAYS]  # to delete what is there is to delete; adding comes after
            if where:
                yield where, add, delete


def outcomes(
    task: PlanningTask,
    first: Sequence[Case],
    effects: Iterable[tuple[list[Case], frozenset[Atom], frozenset[Atom]]],
    most: int = MOST_CASES,
) -> list[EffectCase]:
    """Outcomes of effects, one for every subset of them that takes place.

    Parameters
    ----------
    first
        The cases in which the action can be taken at all.
    effects
        As `possible_effects` has them.
    most
        Greatest number of outcomes.

    Raises
    ------
    TooLargeError
        More than ``most``.
    """
    none: frozenset[Atom] = frozenset()
    whole: list[EffectCase] = [(case, none, none) for case in first]
    for where, add, delete in effects:
        choices = [
            *((case, add, delete) for case in where),
            *((case, none, none) for case in negated(task, where)),
        ]
        whole = [
            ((true, false), known[1] | more[1], known[2] | more[2])
            for known in whole
            for more in choices
            if (true := known[0][0] | more[0][0]).isdisjoint(false := known[0][1] | more[0][1])
        ]
        _check_count(task, len(whole), most)
    return whole


def _check_count(task: PlanningTask, count: int, most: int = MOST_CASES) -> None:
    if count > most:
        raise TooLargeError(
            "too many cases: disjunctions that depend on too much at once",
            place=Place(task.source),
            expected=f"{most:,} at most for the same objects",
            found=f"{count:,}",
        )


def formula_text(formula: Formula, binding: ParameterBinding = {}) -> str:  # noqa: B006
    """A formula as PDDL writes it, with derived predicates replaced by their definitions.

    Parameters
    ----------
    binding
        Terms in place of its parameters.
    """
    match formula:
        case Literal(atom, wanted):
            text = atom_text(substituted(atom, binding))
            return text if wanted else f"(not {text})"
        case Derived():
            return _derived_text(formula, binding)
    inner, listed = dict(binding), []
    for one in formula.parameters:
        name = one.name
        while (
            name in binding.values()
        ):  # an argument of a derived predicate, which this must not hide
            name += "-inner"
        if binding:
            inner[one.name] = name
        listed.append(f"{name} - {one.type}")
    word, quantifier = ("and", "forall") if isinstance(formula, Every) else ("or", "exists")
    parts = [formula_text(part, inner) for part in formula.parts]
    text = parts[0] if len(parts) == 1 else f"({' '.join((word, *parts))})"
    return f"({quantifier} ({' '.join(listed)}) {text})" if listed else text


def _derived_text(formula: Derived, binding: ParameterBinding) -> str:
    """Definition of a derived predicate as text; a parameter with a type must be an object of it."""
    terms = [binding.get(one, one) for one in formula.arguments]
    pairs = list(zip(formula.parameters, terms, strict=True))
    body = formula_text(formula.body, {parameter.name: term for parameter, term in pairs})
    for parameter, term in pairs:
        if parameter.type == OBJECT:
            continue
        name = f"{parameter.name}-itself"
        while name in body or name == term:
            name += "-inner"
        of_type = f"(exists ({name} - {parameter.type}) (= {name} {term}))"
        body = f"(and {of_type} {body})" if formula.holds else f"(or (not {of_type}) {body})"
    return body
