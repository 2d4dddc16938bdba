"""Macros over parameters, which PDDL domains have, as facts in Prolog: their actions as terms, and back.

Purposes of the rules of a policy as Prolog terms; parameters are written by name, as in reasons.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from ...ebl.explanation import LiftedExplanation, Why
from ...ebl.files.notation import RuleEntry, Wanted, declared, fact_text, facts
from ...ebl.files.operators import FACTS, FileStep, OperatorNotation, wrong_cost
from ...ebl.library import MacroLibrary
from ...ebl.macro import Macro
from ...rules.cost import MOST_COST
from ...rules.errors import InputError, Place, TooLargeError
from ...rules.prolog.reader import Clause
from ...rules.prolog.writer import write_atom, write_term
from ...rules.term import (
    Compound,
    PrologTerm,
    Var,
    argument_of,
    list_items,
    make_list,
)
from ...rules.text.words import counted
from ..pddl.action_domain import (
    CASE,
    DENIED,
    OBJECT,
    Action,
    ActionDomain,
    Atom,
    Signature,
    Typed,
    atom_text,
    is_parameter,
    united,
)
from ..pddl.action_schema import ActionSchema
from ..pddl.denials import changes_denial, denials_among, denying
from ..pddl.planning import PlanningDomain
from ..pddl.read_action_domain import DEEPEST_TYPES, MOST_PARAMETERS, MOST_TYPES
from ..pddl.reading import is_name
from ..pddl.repeated import REPEATED, action_of, is_repeated, repetition_of, repetitions_in
from ..policy.rule import Precedence, Purpose, RuleCondition, precedence_of
from .lifted import compose_actions, step_action
from .reasons import EQUAL, NOT, atom_term, read_why, why_term

OF_ACTIONS = {
    "macro_type": 2,
    "macro_constant": 2,
    "macro_denied": 2,
    "macro_shared": 3,
    "macro_only": 3,
    "macro_goal": 4,
    "macro_before": 2,
    "macro_before_where": 3,
}
"""Further facts of macros over parameters."""

RULE = "parameters([...]), Before, After, Cost"
"""The arguments of a rule."""

DIFFERENT = "\\="

_CASE_NUMBER = re.compile("[0-9]{1,9}(:[0-9]{1,9}){1,2}")


def rule_terms(action: Action) -> tuple[PrologTerm, ...]:
    """Parameters, preconditions, effects and cost of a rule."""
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
    parameters = tuple(parameter for parameter, _ in declared)
    names = {variable: parameter.name for parameter, variable in declared}
    if len(names) != len(parameters):
        raise InputError(
            f"{name}: every parameter needs a variable of its own",
            place=place,
            expected=f"{counted(len(parameters), 'variable')}",
            found=write_term(over),
        )
    if len({p.name for p in parameters}) != len(parameters):
        raise InputError(f"{name}: two parameters of one name", place=place)
    terms = _RuleTerms(name, names, place)
    asked = terms.sorted(before, NOT, EQUAL, DIFFERENT)
    made = terms.sorted(after, NOT)
    pairs = {kind: [(one, other) for one, other in asked[kind]] for kind in (EQUAL, DIFFERENT)}
    action = Action(
        name,
        parameters,
        tuple(asked[""]),
        tuple(asked[NOT]),
        tuple(pairs[EQUAL]),
        tuple(pairs[DIFFERENT]),
        tuple(made[""]),
        tuple(made[NOT]),
        _cost(cost, terms.atom, place),
        place,
    )
    _check_names(action, place)
    return action


@dataclass(frozen=True)
class _RuleTerms:
    """Terms of a rule, of which variables are parameters: a rule's name, parameters by variables, and its place."""

    name: str
    names: Mapping[Var, str]
    place: Place

    def _refused(self, why: str, term: PrologTerm) -> InputError:
        return InputError(f"{self.name}: {why}", place=self.place, found=write_term(term))

    def term(self, term: PrologTerm) -> str:
        """A parameter or a constant."""
        found = self.names.get(term) if isinstance(term, Var) else term
        if not isinstance(found, str) or (is_parameter(found) and not isinstance(term, Var)):
            raise self._refused("neither a parameter nor a constant", term)
        return found

    def atom(self, term: PrologTerm) -> Atom:
        """An atom over parameters and constants."""
        if isinstance(term, Compound):
            return (term.functor, *map(self.term, term.args))
        if not isinstance(term, str):
            raise self._refused("not an atom", term)
        return (term,)

    def sorted(self, terms: PrologTerm, *kinds: str) -> dict[str, list[Atom]]:
        """The atoms of a list by their kinds: those that are denied, pairs of terms, and all others by an empty name."""
        found: dict[str, list[Atom]] = {kind: [] for kind in (*kinds, "")}
        for item in _items(terms, self.place):
            kind = item.functor if isinstance(item, Compound) and item.functor in found else ""
            args = item.args if isinstance(item, Compound) else ()
            if kind == NOT and len(args) != 1:
                raise self._refused("not(...) is of one atom", item)
            if kind not in (NOT, "") and len(args) != 2:
                raise self._refused("bad conditions", terms)
            if kind == NOT:
                found[kind].append(self.atom(args[0]))
            else:
                found[kind].append(tuple(map(self.term, args)) if kind else self.atom(item))
        return found


def _check_names(action: Action, place: Place) -> None:
    """Refuse an action, predicate, function or constant that PDDL could not call so."""
    name, case, number = action.name.partition(CASE)
    pddl_name(name.removesuffix(REPEATED), place)
    if case and not _CASE_NUMBER.fullmatch(number):
        raise InputError("no case of an action", place=place, found=write_atom(action.name))
    for atom in atoms_of(action):
        named = [one for one in atom[1:] if not is_parameter(one)]
        for one in named if atom[0] == EQUAL else (atom[0].removesuffix(REPEATED), *named):
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


START, GOAL = "start", "goal"
"""Places at which a condition must hold, or an effect is wanted."""


class OverParameters(OperatorNotation[ActionSchema]):
    """Macros over parameters, for all problems of a domain."""

    expected: ClassVar[str] = RULE
    about = (*OperatorNotation.about, "macro_shared/3", "macro_only/3", "macro_goal/4")

    @property
    def _actions(self) -> ActionDomain:
        actions: ActionDomain = self.library.domain.relations
        return actions

    def comments(self) -> list[str]:
        return ["% They are actions over parameters, for all problems of the domain."]

    def head(self) -> list[str]:
        actions = self._actions
        return [
            *declared(FACTS | OF_ACTIONS),
            fact_text("macro_domain", Compound("pddl", (actions.name,))),
            *(
                fact_text("macro_type", one, actions.types[one])
                for one in _from_above(actions.types)
            ),
            *(fact_text("macro_constant", one.name, one.type) for one in actions.constants),
            *(
                fact_text("macro_denied", one.name, len(one.parameters))
                for one in actions.denials.values()
            ),
            *(
                fact_text(
                    "macro_before_where" if one[2:] else "macro_before", *precedence_terms(one)
                )
                for one in self.library.precedences
            ),
        ]

    def premises(self) -> list[ActionSchema]:
        actions = self._actions
        return [ActionSchema(one) for one in actions.actions] if actions.plain else []

    def rule(self, operator: ActionSchema) -> str:
        return ", ".join(map(write_term, rule_terms(operator.action)))

    def steps(self, macro: Macro) -> list[tuple[ActionSchema, PrologTerm]]:
        places = {p.name: number for number, p in enumerate(macro.action.parameters, start=1)}
        own = {
            call[0]: ActionSchema(step)
            for call in macro.calls
            if (step := action_of(self._actions, call[0])) is not None
        }
        return [
            (own[name], make_list(places.get(term, term) for term in terms))
            for name, *terms in macro.calls
        ]

    def repeated(self, move: ActionSchema) -> tuple[ActionSchema, ...]:
        found = repetition_of(self._actions, move.name)
        return () if found is None else (ActionSchema(found.step),)

    def example(self, macro: Macro) -> str:
        objects = macro.lifted.objects
        if not objects:
            return ""
        plan = make_list(map(atom_term, macro.unrolled(objects)))
        return f"{write_term(make_list(objects))}, {write_term(plan)}"

    def others(self, macro: Macro) -> list[str]:
        """Facts on purpose, shared parameters and useful instances of a macro."""
        purpose = macro.purpose
        said = (
            []
            if purpose is None
            else [fact_text("macro_goal", macro.name, *purpose_terms(purpose))]
        )
        shared = [
            fact_text("macro_shared", macro.name, parameter.name, why_term(why))
            for parameter in macro.action.parameters
            for why in macro.lifted.shared.get(parameter.name, ())
        ]
        schema = macro.action_schema
        only = [
            fact_text("macro_only", macro.name, place, atom_term(atom))
            for place, atoms in ((START, schema.initial), (GOAL, schema.goals))
            for atom in atoms
        ]
        return [*said, *shared, *only]

    @classmethod
    def of_file(cls, clauses: Sequence[Clause], named: Clause, asked: Wanted) -> Self:
        moves, domain = cls.moves_of(clauses), asked.home
        ((_, (argument,)),) = facts([named], "macro_domain/1")
        said = argument_of(argument, "pddl")
        if said is None:
            raise InputError(
                "no domain", place=named.place, expected="pddl(Name)", found=write_term(argument)
            )
        name = pddl_name(said, named.place)
        denied = _denied(clauses)
        if domain is None:  # which may have a predicate of that name itself
            atoms = [atom for one in moves.values() for atom in atoms_of(one.action)]
            inferred = {
                denial: one
                for denial, one in denials_among(atoms).items()
                if all(changes_denial(move.action, one.name) for move in moves.values())
            }
            own = {DENIED + one.name: one for one in denied.values()} or inferred
            domain = PlanningDomain(_own_actions(clauses, name, moves, own))
        elif not domain.lifted or facts(clauses, "macro_goal/4"):
            if domain.relations is None:
                raise InputError(
                    "these macros are over parameters",
                    place=asked.place,
                    found=f"{domain.name}: {domain.no_relations}",
                )
            needed = [atom for one in moves.values() for atom in one.action.positive]
            domain = _with_denials(domain.relations, denied, needed)
        if (domain.macros_for, domain.name) != ("parameters", name):
            raise InputError(
                "these macros are for another domain",
                place=named.place,
                expected=domain.name,
                found=name,
            )
        found = cls(MacroLibrary(domain))
        found.library.own_domain = asked.home is None
        found.library.precedences.update(
            dict.fromkeys(
                read_precedence(said, found._actions, one.place)
                for spelled in ("macro_before/2", "macro_before_where/3")
                for one, said in facts(clauses, spelled)
            )
        )
        return found

    def take(self, entry: RuleEntry) -> None:
        if entry.trap and not self.library.own_domain:
            self._check_kinds(entry)
        super().take(entry)

    def _check_kinds(self, entry: RuleEntry) -> None:
        """Refuse a trap whose atoms are of another domain of the same name; facts of boards are symbols."""
        actions = self._actions
        known = {one.name for one in actions.predicates}
        known.update(atom[0] for one in actions.actions for atom in atoms_of(one))
        for kind in map(str, list_items(entry.rule[0]) or ()):
            predicate, bracket, _ = kind.partition("(")
            if bracket and predicate.split(" ")[-1] not in known:
                raise InputError(
                    f"trap {entry.name} is of another domain",
                    place=entry.clause.place,
                    expected=f"facts of {actions.name}: {', '.join(sorted(known))}",
                    found=kind,
                )

    @classmethod
    def operator(cls, name: str, arguments: Sequence[PrologTerm], place: Place) -> ActionSchema:
        return ActionSchema(rule_of_terms(name, arguments, place))

    def composed(
        self, entry: RuleEntry, stated: ActionSchema, steps: Sequence[FileStep[ActionSchema]]
    ) -> Macro:
        actions, rule = self._actions, stated.action
        for parameter in rule.parameters:
            _check_type(actions.types, parameter.type, entry.clause.place)
        calls = tuple(_call(step, rule, actions) for step in steps)
        repetitions = repetitions_in(actions, calls)
        for _, found in repetitions:
            once = ActionSchema(found.step)
            for move in self._moves.values():
                if move.name == once.name and move.canonical != once.canonical:
                    raise _no_action(move)
        action, reasons = compose_actions(actions, entry.name, rule.parameters, calls, rule.unequal)
        own = actions.by_name.get(entry.name)
        if own is not None and own != action:
            raise InputError(
                f"{entry.name} is another action in the domain",
                place=entry.clause.place,
                found=str(own.place or actions.source),
            )
        lifted = LiftedExplanation({}, reasons, repetitions=repetitions)
        return Macro(ActionSchema(action, calls), None, entry.origin, lifted)

    def costs(
        self, stated: ActionSchema, steps: Sequence[FileStep[ActionSchema]], macro: Macro
    ) -> tuple[Any, Any]:
        return macro.action.cost, stated.action.cost

    def exemplified(self, entry: RuleEntry, macro: Macro) -> Macro:
        steps = [step_action(self._actions, call) for call in macro.calls]
        shared, objects = _shared(entry, macro.action, steps), _objects(entry, macro.action_schema)
        operator = replace(
            macro.action_schema,
            initial=_only(entry, START, macro.action.positive),
            goals=_only(entry, GOAL, macro.action.add),
        )
        purpose = None
        if (said := entry.last("macro_goal")) is not None:
            purpose = read_purpose(said[1], macro.action, self._actions, said[0].place)
        lifted = replace(macro.lifted, shared=shared, objects=objects)
        return replace(macro, operator=operator, lifted=lifted, purpose=purpose)


def _denied(clauses: Sequence[Clause]) -> dict[str, Signature]:
    """The predicates whose denials the rules of a file name, with the number of arguments of each."""
    found: dict[str, Signature] = {}
    for clause, (said, arity) in facts(clauses, "macro_denied/2"):
        name = pddl_name(said, clause.place)
        if not isinstance(arity, int) or not 0 <= arity <= MOST_PARAMETERS:
            raise InputError(
                "bad number of arguments",
                place=clause.place,
                expected=f"macro_denied(Predicate, a number from 0 to {MOST_PARAMETERS})",
                found=write_term(arity),
            )
        found[name] = Signature(name, tuple(Typed(f"?x{n}") for n in range(1, arity + 1)))
    return found


def _with_denials(
    actions: ActionDomain, denied: Mapping[str, Signature], atoms: Iterable[Atom]
) -> PlanningDomain:
    """The domain as its policy has it: with the denials that a file names, or, if it names none, those among its atoms.

    The cases of an action depend on all of them, not only on those that the rules of the file happen to use.

    Raises
    ------
    InputError
        A denial of what is no predicate of the domain.
    """
    known = {one.name: len(one.parameters) for one in actions.predicates}
    for one in denied.values():
        if known.get(one.name) != len(one.parameters):
            raise InputError(
                f"the rules deny {one.name}/{len(one.parameters)}, which is no predicate of the domain",
                place=Place(actions.source),
            )
    unknown = {atom[0] for atom in atoms} - known.keys()
    names = denied.keys() or {one.removeprefix(DENIED) for one in unknown if one.startswith(DENIED)}
    return PlanningDomain(
        denying(actions, {one for one in names if one in known and DENIED + one not in known})
    )


def _from_above(types: Mapping[str, str]) -> list[str]:
    """The types, each after the one that it is a kind of."""

    def depth(kind: str) -> int:
        return 0 if kind == OBJECT else 1 + depth(types[kind])

    return sorted(types, key=depth)


def _own_actions(
    clauses: Sequence[Clause],
    name: str,
    moves: Mapping[int, ActionSchema],
    denials: Mapping[str, Signature],
) -> ActionDomain:
    """A domain of what a file says: types, constants and the actions that its macros are made of."""
    types = _own_types(clauses)
    constants = []
    for clause, (constant, kind_of_it) in facts(clauses, "macro_constant/2"):
        _check_type(types, str(kind_of_it), clause.place)
        constants.append(Typed(pddl_name(constant, clause.place), str(kind_of_it)))
    arity: dict[str, int] = {}
    found = [move.action for move in moves.values()]
    for action in found:
        place = action.place or Place(name)
        for parameter in action.parameters:
            _check_type(types, parameter.type, place)
        known = {thing.name for thing in (*action.parameters, *constants)}
        for atom in atoms_of(action):
            _check_atom(action.name, atom, known, arity, place)
    return ActionDomain(
        name,
        types=types,
        constants=tuple(constants),
        actions=tuple(action for action in found if not is_repeated(action.name)),
        denials=denials,
    )


def _check_atom(
    action: str, atom: Atom, known: Collection[str], arity: dict[str, int], place: Place
) -> None:
    """Refuse an atom of an action with an unknown constant, or as many arguments as the predicate has nowhere else."""
    unknown = [term for term in atom[1:] if term not in known]
    if unknown:
        raise InputError(f"{action}: unknown constant {unknown[0]}", place=place)
    if arity.setdefault(atom[0], len(atom)) != len(atom):
        raise InputError(
            f"{action}: wrong number of arguments",
            place=place,
            expected=str(arity[atom[0]] - 1),
            found=atom_text(atom),
        )


def _own_types(clauses: Sequence[Clause]) -> dict[str, str]:
    """The types that a file states, each with the one that it is a kind of."""
    types: dict[str, str] = {}
    depth = {OBJECT: -1}
    for clause, said in facts(clauses, "macro_type/2"):
        kind, above = (pddl_name(one, clause.place) for one in said)
        if above != OBJECT and above not in types:
            raise InputError(
                f"unknown type {above}",
                place=clause.place,
                expected="a type that stands before, or object",
            )
        if kind in types:
            raise InputError(f"type {kind} stands here twice", place=clause.place)
        types[kind] = above
        depth[kind] = depth[above] + 1
        if len(types) > MOST_TYPES or depth[kind] > DEEPEST_TYPES:
            raise TooLargeError(
                "too many types",
                place=clause.place,
                expected=f"{MOST_TYPES:,} types at most, {DEEPEST_TYPES} above each other",
                found="more",
            )
    return types


def _check_type(types: Mapping[str, str], kind: str, place: Place) -> None:
    for one in united(kind) or [kind]:
        if one != OBJECT and one not in types:
            raise InputError(f"unknown type {one}", place=place)


def _shared(
    entry: RuleEntry, action: Action, steps: Sequence[Action]
) -> dict[str, tuple[Why, ...]]:
    """Why steps share parameters, which must be by what they need and make."""
    shared: dict[str, tuple[Why, ...]] = {}
    for clause, (said, term) in entry.all("macro_shared"):
        name = str(said)
        if name not in {parameter.name for parameter in action.parameters}:
            raise InputError(
                f"macro {entry.name} has no such parameter", place=clause.place, found=name
            )
        shared[name] = (*shared.get(name, ()), read_why(term, steps, clause.place))
    return shared


def _only(entry: RuleEntry, place: str, atoms: Sequence[Atom]) -> tuple[Atom, ...]:
    """The atoms of a macro that must be so at a place for an instance to be worth having."""
    found: list[Atom] = []
    for clause, (said, term) in entry.all("macro_only"):
        where = str(said)
        atom = next((one for one in atoms if atom_term(one) == term), None)
        if where == place and atom is not None:
            found.append(atom)
        elif where not in (START, GOAL) or where == place:
            raise InputError(
                f"macro {entry.name} has no such condition or effect",
                place=clause.place,
                expected=f"{START} with a condition, or {GOAL} with an effect",
                found=f"{where}, {write_term(term)}",
            )
    return tuple(found)


def _no_action(move: ActionSchema) -> InputError:
    return InputError(f"{move.name} is no such action of the domain", place=move.action.place)


def _call(step: FileStep[ActionSchema], rule: Action, actions: ActionDomain) -> Atom:
    """A step as a call of an action of the domain, which must be the move that the file has for it."""
    name = step.move.name
    own = action_of(actions, name)
    if own is None or ActionSchema(own).canonical != step.move.canonical:
        raise _no_action(step.move)
    said, cost = ActionSchema(own).canonical_cost, step.move.canonical_cost
    if said != cost:
        raise wrong_cost(name, said, cost, step.move.action.place)
    terms = []
    for argument in list_items(step.where) or []:
        if isinstance(argument, int) and 0 < argument <= len(rule.parameters):
            terms.append(rule.parameters[argument - 1].name)
        elif isinstance(argument, str) and is_name(argument):
            terms.append(argument)
        else:
            raise InputError(
                "bad step",
                expected="step(Action, Number, [Argument, ...]), numbers of parameters and constants",
                found=write_term(step.item),
            )
    return (name, *terms)


def _objects(entry: RuleEntry, operator: ActionSchema) -> tuple[str, ...]:
    """Objects of the parameters in the training plan, checked against the file."""
    said = entry.last("macro_example")
    if said is None:
        return ()
    clause, (listed, plan) = said
    objects = tuple(pddl_name(one, clause.place) for one in list_items(listed) or ())
    action = operator.action
    if len(objects) != len(action.parameters):
        raise InputError(
            "its example has other parameters",
            place=clause.place,
            expected=f"{counted(len(action.parameters), 'object')}",
            found=str(len(objects)),
        )
    calls = [atom_term(call) for call in operator.unrolled(objects)]
    if plan != make_list(calls):
        raise InputError(
            "its example is not what its steps make of the objects",
            place=clause.place,
            expected=write_term(make_list(calls)),
            found=write_term(plan),
        )
    binding = {p.name: one for p, one in zip(action.parameters, objects, strict=True)}
    if any(binding.get(a, a) == binding.get(b, b) for a, b in action.unequal):
        raise InputError(
            "its example has one object where it asks for different ones",
            place=clause.place,
        )
    return objects


NO_PAUSE = "none"

AGAIN = "again"
"""Word in the place of a pause that marks a rule for a single step."""


def purpose_terms(purpose: Purpose) -> tuple[PrologTerm, ...]:
    """Its goal, the conditions in their order, and the pause."""
    conditions = [
        Compound("achieve" if one.achieve else "holds", (atom_term(one.atom),))
        for one in purpose.conditions
    ]
    pause = NO_PAUSE if purpose.pause is None else purpose.pause
    if purpose.again:
        pause = AGAIN
    return atom_term(purpose.goal), make_list(conditions), pause


def read_purpose(
    terms: Sequence[PrologTerm], action: Action, domain: ActionDomain, place: Place
) -> Purpose:
    """A purpose from its terms.

    Parameters
    ----------
    action
        The rule's.
    domain
        Has the predicates of what a rule for a single step asks for.

    Raises
    ------
    InputError
        A goal that is no effect of it, conditions that are none of it, or a pause before none of them.
    """
    goal_term, listed, pause = terms
    if pause == AGAIN:
        return _of_single_step(goal_term, list_items(listed), action, domain, place)
    goal = next((one for one in action.add if atom_term(one) == goal_term), None)
    if goal is None:
        raise InputError(
            "a rule is for an effect of its own",
            place=place,
            expected=" or ".join(write_term(atom_term(one)) for one in action.add),
            found=write_term(goal_term),
        )
    known = {atom_term(atom): atom for atom in action.positive}
    conditions: list[RuleCondition] = []
    for item in list_items(listed) or ():
        kind = item.functor if isinstance(item, Compound) and len(item.args) == 1 else ""
        atom = known.pop(item.args[0], None) if isinstance(item, Compound) and kind else None
        if kind not in ("achieve", "holds") or atom is None:
            raise InputError(
                "not a condition of the rule, or one for the second time",
                place=place,
                expected="achieve(Condition) or holds(Condition)",
                found=write_term(item),
            )
        conditions.append(RuleCondition(atom, kind == "achieve"))
    if pause == NO_PAUSE:
        return Purpose(goal, tuple(conditions))
    if not isinstance(pause, int) or not 1 < pause <= len(conditions) + 1:
        raise InputError(
            "no such place for a pause",
            place=place,
            expected=f"{NO_PAUSE}, or a number from 2 to {len(conditions) + 1}",
            found=write_term(pause),
        )
    return Purpose(goal, tuple(conditions), pause)


def _of_single_step(
    goal_term: PrologTerm,
    listed: Sequence[PrologTerm] | None,
    action: Action,
    domain: ActionDomain,
    place: Place,
) -> Purpose:
    """The purpose of a rule for a single step, which may be for what it does not make true."""
    inside = [
        one.args[0]
        if isinstance(one, Compound) and (one.functor, len(one.args)) == ("holds", 1)
        else None
        for one in listed or ()
    ]
    found = [None if term is None else _goal(term) for term in (goal_term, *inside)]
    known = {one.name for one in action.parameters}
    atoms = [one for one in found if one is not None and known.issuperset(one[1:])]
    if listed is None or len(atoms) < len(found):
        raise InputError(
            "not what a rule for a single step is for",
            place=place,
            expected=f"macro_goal(Name, Goal, [holds(Condition), ...], {AGAIN}), over parameters of the rule",
            found=" ".join(map(write_term, (goal_term, make_list(listed or ())))),
        )
    for atom in atoms if domain.predicates else ():
        _check_predicate(atom, domain, place)
    return Purpose(atoms[0], tuple(RuleCondition(one, False) for one in atoms[1:]), again=True)


def precedence_terms(precedence: Precedence) -> tuple[PrologTerm, ...]:
    """Two goals of which the first is reached before the second, and the list of conditions, if there are any."""
    first, second, *where = map(atom_term, precedence)
    return (first, second, make_list(where)) if where else (first, second)


def read_precedence(terms: Sequence[PrologTerm], domain: ActionDomain, place: Place) -> Precedence:
    """Read an order of two goals from its terms.

    Parameters
    ----------
    domain
        Whose actions have the predicates of the goals among their conditions and effects.

    Raises
    ------
    InputError
        What are no two goals over parameters with conditions on these, or no predicates of the domain.
    """
    where = list_items(terms[2]) if len(terms) > 2 else []
    found = [_goal(term) for term in (*terms[:2], *(where or ()))]
    goals = [one for one in found if one is not None]
    known = {term for goal in goals[:2] for term in goal[1:]}
    if where is None or None in found or any(not known.issuperset(one[1:]) for one in goals):
        raise InputError(
            "not an order of goals",
            place=place,
            expected="macro_before(Goal, Goal), with parameters such as '?x1', or macro_before_where(Goal, Goal, Conditions)",
            found=" ".join(map(write_term, terms)),
        )
    for goal in goals:
        _check_predicate(goal, domain, place)
    return precedence_of(goals[0], goals[1], *goals[2:])


def _check_predicate(goal: Atom, domain: ActionDomain, place: Place) -> None:
    """Refuse a predicate, or a number of arguments, that neither the domain nor its actions have."""
    arities = {one.name: len(one.parameters) for one in domain.predicates}
    for action in domain.actions:
        for atom in (*action.positive, *action.negative, *action.add, *action.delete):
            arities.setdefault(atom[0], len(atom) - 1)
    name, arity = goal[0], len(goal) - 1
    if arities.get(name) != arity:
        known = name in arities
        raise InputError(
            f"{name} has another number of arguments" if known else f"unknown predicate {name}",
            place=place,
            expected=f"{name}/{arities[name]}" if known else ", ".join(sorted(arities)),
            found=f"{name}/{arity}",
        )


def _goal(term: PrologTerm) -> Atom | None:
    if isinstance(term, str):
        return (term,)
    if not isinstance(term, Compound):
        return None
    terms = [one for one in term.args if isinstance(one, str) and is_parameter(one)]
    return (term.functor, *terms) if len(terms) == len(term.args) else None
