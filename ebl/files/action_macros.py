"""Macros over parameters, which PDDL domains have, as facts in Prolog."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import cast

from ...rules.arc import MOST_COST
from ...rules.domain import Domain
from ...rules.errors import ArcwiseError, InputError, Place
from ...rules.pddl.action_domain import (
    OBJECT,
    Action,
    ActionDomain,
    Atom,
    Typed,
    atom_text,
    is_parameter,
    united,
)
from ...rules.pddl.action_schema import ActionSchema
from ...rules.pddl.planning import PlanningDomain
from ...rules.pddl.read_action_domain import DEEPEST_TYPES, MOST_TYPES
from ...rules.pddl.reading import NAME
from ...rules.prolog.reader import Clause
from ...rules.prolog.term import Compound, PrologTerm, list_items, make_list
from ...rules.prolog.writer import write_term
from ...rules.term import Var
from ..explanation import LiftedExplanation
from ..library import MacroLibrary
from ..macro import Macro
from ..pddl.composition import compose_actions, step_action
from ..reasons import Why
from .facts import FACTS, OF_ACTIONS, Entry, declared, entries, facts
from .why import EQUAL, NOT, atom_term, read_why, why_term

DIFFERENT = "\\="

RULE = "Parameters, Variables, Before, After, Cost"


def action_lines(library: MacroLibrary) -> list[str]:
    """The facts about macros over parameters."""
    actions = cast(PlanningDomain, library.domain).actions
    used = dict.fromkeys(call[0] for macro in library for call in macro.calls)
    moves = {name: number for number, name in enumerate(used, start=1)}
    lines = [
        "% They are actions over parameters, for all problems of the domain.",
        *declared(FACTS | OF_ACTIONS),
        _fact("macro_domain", Compound("pddl", (actions.name,))),
        *(_fact("macro_type", kind, actions.types[kind]) for kind in _from_above(actions.types)),
        *(_fact("macro_constant", thing.name, thing.type) for thing in actions.constants),
        *(
            _fact("macro_move", number, name, *_rule_terms(actions.by_name[name]))
            for name, number in moves.items()
        ),
    ]
    for macro in library:
        lines += ["", *_macro_lines(macro, moves)]
    return lines


def _from_above(types: Mapping[str, str]) -> list[str]:
    """The types, each after the one that it is a kind of."""

    def depth(kind: str) -> int:
        return 0 if kind == OBJECT else 1 + depth(types[kind])

    return sorted(types, key=depth)


def _fact(name: str, *arguments: PrologTerm) -> str:
    return write_term(Compound(name, arguments)) + "."


def _macro_lines(macro: Macro, moves: Mapping[str, int]) -> list[str]:
    places = {p.name: number for number, p in enumerate(macro.action.parameters, start=1)}
    steps = make_list(
        Compound(
            "step",
            (name, moves[name], make_list(places.get(term, term) for term in terms)),
        )
        for name, *terms in macro.calls
    )
    lines = [
        _fact("macro", macro.name, *_rule_terms(macro.action)),
        _fact("macro_steps", macro.name, steps),
    ]
    if macro.lifted.objects:
        plan = (atom_term(call) for call in macro.unrolled(macro.lifted.objects))
        lines.append(
            _fact("macro_example", macro.name, make_list(macro.lifted.objects), make_list(plan))
        )
    lines += [
        _fact("macro_shared", macro.name, parameter, why_term(why))
        for parameter in places
        for why in macro.lifted.shared.get(parameter, ())
    ]
    if macro.origin:
        lines.append(_fact("macro_origin", macro.name, macro.origin))
    return lines


def _rule_terms(action: Action) -> tuple[PrologTerm, ...]:
    names = {p.name: Var(f"X{n}") for n, p in enumerate(action.parameters, start=1)}

    def pairs(functor: str, found: Sequence[tuple[str, str]]) -> list[PrologTerm]:
        return [Compound(functor, tuple(names.get(term, term) for term in pair)) for pair in found]

    def atoms(found: Sequence[Atom]) -> list[PrologTerm]:
        return [_atom_term(atom, names) for atom in found]

    def denied(found: Sequence[Atom]) -> list[PrologTerm]:
        return [Compound(NOT, (term,)) for term in atoms(found)]

    cost = action.cost
    return (
        make_list(Compound("parameter", (p.name, p.type)) for p in action.parameters),
        make_list(names.values()),
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


def is_of_actions(clauses: Sequence[Clause]) -> bool:
    """Whether a file has macros over parameters."""
    return any(_pddl(named) for _, (named,) in facts(clauses, "macro_domain"))


def _pddl(named: PrologTerm) -> str | None:
    """The name in ``pddl(Name)``."""
    if isinstance(named, Compound) and named.functor == "pddl" and len(named.args) == 1:
        return str(named.args[0])
    return None


def read_actions(clauses: Sequence[Clause], domain: Domain | None) -> MacroLibrary:
    """The macros over parameters of a file; see `load_macros`."""
    clause, name = next(
        (clause, name)
        for clause, (named,) in facts(clauses, "macro_domain")
        if (name := _pddl(named))
    )
    if domain is not None and not (isinstance(domain, PlanningDomain) and domain.name == name):
        raise InputError(
            "these macros are for another domain",
            place=clause.place,
            expected=domain.name,
            found=name,
        )
    moves = _moves(clauses)
    if domain is None:
        domain = PlanningDomain(_own_actions(clauses, name, moves))
    library = MacroLibrary(domain)
    for entry in entries(clauses):
        admission = library.add(_macro(entry, moves, domain.actions))
        if not admission.accepted:
            raise InputError(f"macro {entry.name} {admission.reason}", place=entry.clause.place)
    return library


def _own_actions(
    clauses: Sequence[Clause], name: str, moves: Mapping[int, tuple[Action, Place]]
) -> ActionDomain:
    """A domain of what a file says: types, constants and the actions that its macros are made of."""
    types: dict[str, str] = {}
    depth = {OBJECT: -1}
    for clause, (kind, above) in facts(clauses, "macro_type"):
        if above != OBJECT and str(above) not in types:
            raise InputError(
                f"unknown type {above}",
                place=clause.place,
                expected="a type that stands before, or object",
            )
        if str(kind) in types:
            raise InputError(f"type {kind} stands here twice", place=clause.place)
        types[str(kind)] = str(above)
        depth[str(kind)] = depth[str(above)] + 1
        if len(types) > MOST_TYPES or depth[str(kind)] > DEEPEST_TYPES:
            raise InputError(
                "too many types",
                place=clause.place,
                expected=f"{MOST_TYPES:,} types at most, {DEEPEST_TYPES} above each other",
                found="more",
            )
    constants = []
    for clause, (constant, kind) in facts(clauses, "macro_constant"):
        _check_type(types, str(kind), clause.place)
        constants.append(Typed(str(constant), str(kind)))
    arity: dict[str, int] = {}
    for action, place in moves.values():
        for parameter in action.parameters:
            _check_type(types, parameter.type, place)
        known = {thing.name for thing in (*action.parameters, *constants)}
        for atom in _atoms(action):
            unknown = [term for term in atom[1:] if term not in known]
            if unknown:
                raise InputError(f"{action.name}: unknown constant {unknown[0]}", place=place)
            if arity.setdefault(atom[0], len(atom)) != len(atom):
                raise InputError(
                    f"{action.name}: wrong number of arguments",
                    place=place,
                    expected=str(arity[atom[0]] - 1),
                    found=atom_text(atom),
                )
    return ActionDomain(
        name,
        types=types,
        constants=tuple(constants),
        actions=tuple(action for action, _ in moves.values()),
    )


def _atoms(action: Action) -> Iterator[Atom]:
    """All that an action names: atoms, the pairs that it asks to be equal or different, and its cost."""
    yield from (*action.positive, *action.negative, *action.add, *action.delete)
    yield from ((EQUAL, *pair) for pair in (*action.equal, *action.unequal))
    if isinstance(action.cost, tuple):
        yield action.cost


def _check_type(types: Mapping[str, str], kind: str, place: Place) -> None:
    for one in united(kind) or [kind]:
        if one != OBJECT and one not in types:
            raise InputError(f"unknown type {one}", place=place)


def _moves(clauses: Sequence[Clause]) -> dict[int, tuple[Action, Place]]:
    moves: dict[int, tuple[Action, Place]] = {}
    for clause, (number, name, *rule) in facts(clauses, "macro_move"):
        if not isinstance(number, int) or number in moves:
            raise InputError(
                "bad move",
                place=clause.place,
                expected=f"macro_move(Number, Action, {RULE})",
                found=write_term(number),
            )
        moves[number] = (_rule(str(name), rule, clause.place), clause.place)
    return moves


def _macro(entry: Entry, moves: Mapping[int, tuple[Action, Place]], actions: ActionDomain) -> Macro:
    """A macro composed from its steps again, so that what is used is what the domain proves."""
    place = entry.clause.place
    rule = _rule(entry.name, entry.rule, place)
    for parameter in rule.parameters:
        _check_type(actions.types, parameter.type, place)
    try:
        calls = tuple(_call(step, moves, rule, actions) for step in entry.step_terms())
        action, reasons = compose_actions(actions, entry.name, rule.parameters, calls, rule.unequal)
    except ArcwiseError as error:
        raise InputError(
            f"macro {entry.name} is none of {actions.name}: {error}", place=place
        ) from None
    operator = ActionSchema(action, calls)
    if operator.canonical != ActionSchema(rule).canonical:
        raise InputError(f"macro {entry.name}: its rule is not what its steps do", place=place)
    if action.cost != rule.cost:
        raise InputError(f"macro {entry.name}: its cost is not that of its steps", place=place)
    own = actions.by_name.get(entry.name)
    if own is not None and own != action:
        raise InputError(
            f"{entry.name} is another action in the domain",
            place=place,
            found=str(own.place or actions.source),
        )
    explanation = LiftedExplanation(
        _shared(entry, action, [step_action(actions, call) for call in calls]),
        reasons,
        _objects(entry, operator),
    )
    return Macro(operator, explanation, entry.origin)


def _shared(entry: Entry, action: Action, steps: Sequence[Action]) -> dict[str, tuple[Why, ...]]:
    """Why steps share parameters, which must be by what they need and make."""
    shared: dict[str, tuple[Why, ...]] = {}
    for clause, name, term in entry.shared:
        if name not in {parameter.name for parameter in action.parameters}:
            raise InputError(
                f"macro {entry.name} has no such parameter", place=clause.place, found=name
            )
        shared[name] = (*shared.get(name, ()), read_why(term, steps, clause.place))
    return shared


def _call(
    step: tuple[PrologTerm, str, int, PrologTerm],
    moves: Mapping[int, tuple[Action, Place]],
    rule: Action,
    actions: ActionDomain,
) -> Atom:
    """A step as a call of an action of the domain, which must be the move that the file has for it."""
    item, name, number, place = step
    move = moves.get(number)
    if move is None or move[0].name != name:
        raise InputError(
            f"there is no such move: {write_term(item)}",
            expected="the name and number of a macro_move/7",
        )
    own = actions.by_name.get(name)
    if own is None or ActionSchema(own).canonical != ActionSchema(move[0]).canonical:
        raise InputError(f"{name} is no such action of the domain", place=move[1])
    terms = []
    for argument in list_items(place) or []:
        if isinstance(argument, int) and 0 < argument <= len(rule.parameters):
            terms.append(rule.parameters[argument - 1].name)
        elif isinstance(argument, str) and not is_parameter(argument):
            terms.append(argument)
        else:
            raise InputError(
                "bad step",
                expected="step(Action, Number, [Argument, ...]), numbers of parameters and constants",
                found=write_term(item),
            )
    return (name, *terms)


def _objects(entry: Entry, operator: ActionSchema) -> tuple[str, ...]:
    """What the parameters stood for in the training plan, which must be what the file says."""
    if entry.example is None:
        return ()
    assert isinstance(entry.example.term, Compound)
    _, listed, plan = entry.example.term.args
    objects = tuple(map(str, list_items(listed) or ()))
    action = operator.action
    if len(objects) != len(action.parameters):
        raise InputError(
            f"macro {entry.name}: its example has other parameters",
            place=entry.example.place,
            expected=f"{len(action.parameters)} objects",
            found=str(len(objects)),
        )
    calls = [atom_term(call) for call in operator.unrolled(objects)]
    if plan != make_list(calls):
        raise InputError(
            f"macro {entry.name}: its example is not what its steps make of the objects",
            place=entry.example.place,
            expected=write_term(make_list(calls)),
            found=write_term(plan),
        )
    binding = {p.name: one for p, one in zip(action.parameters, objects, strict=True)}
    if any(binding.get(a, a) == binding.get(b, b) for a, b in action.unequal):
        raise InputError(
            f"macro {entry.name}: its example has one object where it asks for different ones",
            place=entry.example.place,
        )
    return objects


def _rule(name: str, arguments: Sequence[PrologTerm], place: Place) -> Action:
    """The action of ``Parameters, Variables, Before, After, Cost``."""
    listed, variables, before, after, cost = arguments
    parameters = [_parameter(item, place) for item in _items(listed, place)]
    terms = _items(variables, place)
    names = {term: p.name for term, p in zip(terms, parameters, strict=False)}
    if len(names) != len(parameters) or not all(isinstance(term, Var) for term in terms):
        raise InputError(
            f"{name}: every parameter needs a variable of its own",
            place=place,
            expected=f"{len(parameters)} variables",
            found=write_term(variables),
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
        if kind == NOT:
            assert isinstance(item, Compound)
            found[kind].append(atom_of(item.args[0]))
        elif kind:
            found[kind].append(atom_of(item)[1:])
        else:
            found[kind].append(atom_of(item))
    if not all(len(pair) == 2 for kind in (EQUAL, DIFFERENT) for pair in parts[kind]):
        raise InputError(f"{name}: bad conditions", place=place, found=write_term(before))
    return Action(
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


def _items(term: PrologTerm, place: Place) -> list[PrologTerm]:
    items = list_items(term)
    if items is None:
        raise InputError("bad rule", place=place, expected=RULE, found=write_term(term))
    return items


def _parameter(term: PrologTerm, place: Place) -> Typed:
    if isinstance(term, Compound) and term.functor == "parameter" and len(term.args) == 2:
        name, kind = map(str, term.args)
        if is_parameter(name) and all(map(NAME.fullmatch, (name[1:], *(united(kind) or [kind])))):
            return Typed(name, kind)
    raise InputError(
        "not a parameter", place=place, expected="parameter('?NAME', TYPE)", found=write_term(term)
    )


def _cost(
    term: PrologTerm, atom_of: Callable[[PrologTerm], Atom], place: Place
) -> float | Atom | None:
    if term == "none":
        return None
    if isinstance(term, Compound) and term.functor == "value" and len(term.args) == 1:
        return atom_of(term.args[0])
    if isinstance(term, bool) or not isinstance(term, int | float) or not 0 <= term <= MOST_COST:
        raise InputError(
            "bad cost",
            place=place,
            expected="a number of 0 or more, value(Function) or none",
            found=write_term(term),
        )
    return term
