"""Actions over parameters as terms in Prolog, and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from ...rules.arc import MOST_COST
from ...rules.errors import InputError, Place
from ...rules.pddl.action_domain import CASE, Action, Atom, Typed, is_parameter, united
from ...rules.pddl.reading import is_name
from ...rules.prolog.term import Compound, PrologTerm, argument_of, list_items, make_list
from ...rules.prolog.writer import write_atom, write_term
from ...rules.term import Var
from .facts import EQUAL, NOT

RULE = "parameters([...]), Before, After, Cost"
"""The arguments of a rule."""

DIFFERENT = "\\="

_CASE_NUMBER = re.compile("[0-9]{1,9}:[0-9]{1,9}")


def rule_terms(action: Action) -> tuple[PrologTerm, ...]:
    """Over what a rule is, what it asks for, what it makes and its cost."""
    inside = (*action.positive, *action.negative, *action.add, *action.delete)
    used = {term for atom in inside for term in atom[1:]}.union(*action.equal, *action.unequal)
    names = {
        p.name: Var(f"X{n}" if p.name in used or isinstance(action.cost, tuple) else f"_X{n}")
        for n, p in enumerate(action.parameters, start=1)
    }

    def pairs(functor: str, found: Sequence[tuple[str, str]]) -> list[PrologTerm]:
        return [Compound(functor, tuple(names.get(term, term) for term in pair)) for pair in found]

    def atoms(found: Sequence[Atom]) -> list[PrologTerm]:
        return [_atom_term(atom, names) for atom in found]

    def denied(found: Sequence[Atom]) -> list[PrologTerm]:
        return [Compound(NOT, (term,)) for term in atoms(found)]

    cost = action.cost
    parameters = [Compound("parameter", (p.name, p.type, names[p.name])) for p in action.parameters]
    return (
        Compound("parameters", (make_list(parameters),)),
        make_list(
            (
                *atoms(action.positive),
                *denied(action.negative),
                *pairs(EQUAL, action.equal),
                *pairs(DIFFERENT, action.unequal),
            )
        ),
        make_list((*atoms(action.add), *denied(action.delete))),
        Compound("value", (_atom_term(cost, names),))
        if isinstance(cost, tuple)
        else ("none" if cost is None else cost),
    )


def _atom_term(atom: Atom, names: Mapping[str, Var]) -> PrologTerm:
    terms = tuple(names.get(term, term) for term in atom[1:])
    return Compound(atom[0], terms) if terms else atom[0]


def rule_of_terms(name: str, arguments: Sequence[PrologTerm], place: Place) -> Action:
    """The action of ``parameters([parameter(Name, Type, Variable), ...]), Before, After, Cost``.

    Raises
    ------
    InputError
        No such rule.
    """
    over, before, after, cost = arguments
    listed = argument_of(over, "parameters")
    declared = [
        _parameter(item, place) for item in _items(over if listed is None else listed, place)
    ]
    parameters = [parameter for parameter, _ in declared]
    names = {variable: parameter.name for parameter, variable in declared}
    if len(names) != len(parameters):
        raise InputError(
            f"{name}: every parameter needs a variable of its own",
            place=place,
            expected=f"{len(parameters)} variables",
            found=write_term(over),
        )
    if len({p.name for p in parameters}) != len(parameters):
        raise InputError(f"{name}: two parameters of one name", place=place)

    def term_of(term: PrologTerm) -> str:
        found = names.get(term) if isinstance(term, Var) else term
        if not isinstance(found, str) or (is_parameter(found) and not isinstance(term, Var)):
            raise InputError(
                f"{name}: neither a parameter nor a constant", place=place, found=write_term(term)
            )
        return found

    def atom_of(term: PrologTerm) -> Atom:
        if isinstance(term, Compound):
            return (term.functor, *map(term_of, term.args))
        if not isinstance(term, str):
            raise InputError(f"{name}: not an atom", place=place, found=write_term(term))
        return (term,)

    parts: dict[str, list[Atom]] = {NOT: [], EQUAL: [], DIFFERENT: [], "": []}
    effects: dict[str, list[Atom]] = {NOT: [], "": []}
    for found, item in (
        *((parts, item) for item in _items(before, place)),
        *((effects, item) for item in _items(after, place)),
    ):
        kind = item.functor if isinstance(item, Compound) and item.functor in found else ""
        if kind != NOT:
            atom = atom_of(item)
            found[kind].append(atom[1:] if kind else atom)
        elif isinstance(item, Compound) and len(item.args) == 1:
            found[kind].append(atom_of(item.args[0]))
        else:
            raise InputError(
                f"{name}: not(...) is of one atom", place=place, found=write_term(item)
            )
    if not all(len(pair) == 2 for kind in (EQUAL, DIFFERENT) for pair in parts[kind]):
        raise InputError(f"{name}: bad conditions", place=place, found=write_term(before))
    action = Action(
        name,
        tuple(parameters),
        tuple(parts[""]),
        tuple(parts[NOT]),
        tuple((one, other) for one, other in parts[EQUAL]),
        tuple((one, other) for one, other in parts[DIFFERENT]),
        tuple(effects[""]),
        tuple(effects[NOT]),
        _cost(cost, atom_of, place),
        place,
    )
    _check_names(action, place)
    return action


def _check_names(action: Action, place: Place) -> None:
    """Refuse an action, predicate, function or constant that PDDL could not call so."""
    name, case, number = action.name.partition(CASE)
    pddl_name(name, place)
    if case and not _CASE_NUMBER.fullmatch(number):
        raise InputError("no case of an action", place=place, found=write_atom(action.name))
    for atom in atoms_of(action):
        named = [one for one in atom[1:] if not is_parameter(one)]
        for one in named if atom[0] == EQUAL else (atom[0], *named):
            pddl_name(one, place)


def atoms_of(action: Action) -> Iterator[Atom]:
    """All that an action names: atoms, the pairs that it asks to be equal or different, and its cost."""
    yield from (*action.positive, *action.negative, *action.add, *action.delete)
    yield from ((EQUAL, *pair) for pair in (*action.equal, *action.unequal))
    if isinstance(action.cost, tuple):
        yield action.cost


def pddl_name(term: PrologTerm, place: Place) -> str:
    """A term that is a name of PDDL.

    Raises
    ------
    InputError
        Anything else.
    """
    if not isinstance(term, str) or not is_name(term):
        raise InputError(
            "not a name of PDDL",
            place=place,
            expected="a name such as block-1",
            found=write_term(term),
        )
    return term


def _items(term: PrologTerm, place: Place) -> list[PrologTerm]:
    items = list_items(term)
    if items is None:
        raise InputError("bad rule", place=place, expected=RULE, found=write_term(term))
    return items


def _parameter(term: PrologTerm, place: Place) -> tuple[Typed, Var]:
    if isinstance(term, Compound) and term.functor == "parameter" and len(term.args) == 3:
        name, kind = map(str, term.args[:2])
        variable = term.args[2]
        named = is_parameter(name) and is_name(name[1:])
        if named and all(map(is_name, united(kind) or [kind])) and isinstance(variable, Var):
            return Typed(name, kind), variable
    raise InputError(
        "not a parameter",
        place=place,
        expected="parameter('?NAME', TYPE, VARIABLE)",
        found=write_term(term),
    )


def _cost(
    term: PrologTerm, atom_of: Callable[[PrologTerm], Atom], place: Place
) -> float | Atom | None:
    if term == "none":
        return None
    if (function := argument_of(term, "value")) is not None:
        return atom_of(function)
    if isinstance(term, bool) or not isinstance(term, int | float) or not 0 <= term <= MOST_COST:
        raise InputError(
            "bad cost",
            place=place,
            expected="a number of 0 or more, value(Function) or none",
            found=write_term(term),
        )
    return term
