"""Derived predicates that depend on themselves, and goals with alternatives, as axioms: rules that hold in every state.

Each axiom is an action without cost that adds one atom. Stratum by stratum axioms are taken until they add nothing more
(Thiebaux, Hoffmann and Nebel, In defense of PDDL axioms, AIJ 2005).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ...rules.errors import InputError, Place
from .action_domain import (
    EQUAL,
    OBJECT,
    Action,
    Atom,
    Definition,
    Derived,
    Every,
    Formula,
    Literal,
    PlanningTask,
    Some,
    Typed,
    substituted,
)
from .expression import Expression, Group
from .formula import Alternatives


def recursive_predicates(definitions: Mapping[str, Sequence[Definition]]) -> frozenset[str]:
    """The derived predicates that depend on themselves, perhaps through others."""
    below = {
        name: {word for way in ways for word in _heads(way.body) if word in definitions}
        for name, ways in definitions.items()
    }
    found = set()
    for name in below:
        seen: set[str] = set()
        waiting = list(below[name])
        while waiting:
            other = waiting.pop()
            if other not in seen:
                seen.add(other)
                waiting += below[other]
        if name in seen:
            found.add(name)
    return frozenset(found)


def _heads(node: Expression) -> Iterator[str]:
    """The first words of all groups of an expression."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Group):
            yield one.head
            waiting += one.items


def axioms_of(
    recursive: Sequence[str],
    definitions: Mapping[str, Sequence[Definition]],
    formula_of: Callable[[Definition], Formula],
) -> tuple[tuple[Action, ...], dict[str, int]]:
    """The axioms of recursive derived predicates, and the stratum of each predicate.

    Raises
    ------
    InputError
        A predicate that depends on its own negation.
    """
    axioms: list[Action] = []
    needs: dict[str, set[tuple[str, bool]]] = {name: set() for name in recursive}
    for name in recursive:
        for way in definitions[name]:
            formula = formula_of(way)
            needs[name] |= {one for one in _literals(formula) if one[0] in needs}
            head = (name, *(one.name for one in way.parameters))
            for parameters, body in _bodies(formula):
                label = f"{name} {len(axioms) + 1}"  # which is no name of an action
                axioms.append(_axiom(label, head, (*way.parameters, *parameters), body))
    strata = dict.fromkeys(recursive, 0)
    for _ in range(len(strata) + 1):
        above = {
            name: max((strata[other] + (not holds) for other, holds in needs[name]), default=0)
            for name in strata
        }
        if above == strata:
            return tuple(axioms), strata
        strata = above
    faulty = max(strata, key=strata.__getitem__)
    raise InputError(
        f"derived predicate {faulty} depends on its own negation",
        place=definitions[faulty][0].body.place,
        expected="derived predicates in strata: a rule denies only predicates that do not depend on its own",
    )


def _literals(formula: Formula) -> Iterator[tuple[str, bool]]:
    """The predicates of a formula, each with whether it is to hold."""
    match formula:
        case Literal(atom, holds):
            yield atom[0], holds
        case Derived():
            yield from _literals(formula.body)
        case _:
            for part in formula.parts:
                yield from _literals(part)


def _bodies(formula: Formula) -> Iterator[tuple[tuple[Typed, ...], list[Formula]]]:
    """The alternatives of a formula, each with the parameters that it adds and its conjuncts."""
    match formula:
        case Some(parts, parameters):
            for part in parts:
                for more, conjuncts in _bodies(part):
                    yield (*parameters, *more), conjuncts
        case Every(parts, ()):
            whole: list[Formula] = []
            added: tuple[Typed, ...] = ()
            for part in parts:
                ways = list(_bodies(part))
                if len(ways) == 1 and {one.name for one in ways[0][0]}.isdisjoint(
                    one.name for one in added
                ):
                    added = (*added, *ways[0][0])
                    whole += ways[0][1]
                else:
                    whole.append(part)
            yield added, whole
        case _:
            yield (), [formula]


def _axiom(
    label: str, head: Atom, parameters: tuple[Typed, ...], conjuncts: Sequence[Formula]
) -> Action:
    """An axiom; literals of its body are conditions by which its objects are found."""
    found: dict[bool, list[Atom]] = {True: [], False: []}
    same: dict[bool, list[tuple[str, str]]] = {True: [], False: []}
    rest: list[Formula] = []
    for one in conjuncts:
        if (
            isinstance(one, Derived)
            and isinstance(one.body, Literal)
            and all(parameter.type == OBJECT for parameter in one.parameters)
        ):
            names = (parameter.name for parameter in one.parameters)
            binding = dict(zip(names, one.arguments, strict=True))
            literal = Literal(substituted(one.body.atom, binding), one.body.holds)
        elif isinstance(one, Literal):
            literal = one
        else:
            rest.append(one)
            continue
        if literal.atom[0] == EQUAL:
            same[literal.holds].append((literal.atom[1], literal.atom[2]))
        else:
            found[literal.holds].append(literal.atom)
    return Action(
        label,
        parameters,
        tuple(found[True]),
        tuple(found[False]),
        tuple(same[True]),
        tuple(same[False]),
        add=(head,),
        condition=Every(tuple(rest)) if rest else None,
    )


class LiteralGoal:
    """A goal as literals, some of which stand for alternatives that axioms make true.

    Parameters
    ----------
    task
        The task.
    alternatives
        Takes the axioms.

    Attributes
    ----------
    true, false
        Atoms that must be true, and atoms that must be false.
    never
        Why no state can have the goal; empty where that is not known.
    """

    def __init__(self, task: PlanningTask, alternatives: Alternatives) -> None:
        self.true: dict[Atom, None] = dict.fromkeys(task.goal)
        self.false: dict[Atom, None] = dict.fromkeys(task.negative_goal)
        self.never = ""
        if task.condition is not None:
            found = alternatives.literals(task.condition, {})
            if found is None:
                self.never = "no alternative of the goal can hold, whatever is done"
            for one in found or ():
                (self.true if one.holds else self.false)[one.atom] = None
        both = [atom for atom in self.true if atom in self.false]
        if both:
            self.never = f"the goal asks for ({' '.join(both[0])}) and for its negation"


def check_plain_goal(task: PlanningTask) -> None:
    """Refuse a task whose goal is more than literals, or whose goal or actions need recursive derived predicates.

    Raises
    ------
    InputError
        Such a goal or domain, with the part that is more than literals.
    """
    if not task.plain_goal:
        raise InputError(
            "a policy reaches only goals that are literals which actions change",
            place=Place(task.source),
            found=task.beyond_atoms,
            remedy="another algorithm",
        )
