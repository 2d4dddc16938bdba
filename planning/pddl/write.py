"""Domains and tasks as PDDL text that any planner reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from ...rules.errors import InputError, on_one_line
from .action_domain import (
    EQUAL,
    OBJECT,
    Action,
    ActionDomain,
    Atom,
    Derived,
    Effect,
    Every,
    Formula,
    Literal,
    PlanningTask,
    Signature,
    Some,
    Typed,
    atom_text,
    supertypes,
    united,
)
from .formula import formula_text
from .read_action_domain import TOTAL_COST
from .reading import is_name


def domain_text(domain: ActionDomain, remarks: Sequence[str] = ()) -> str:
    """A domain as a PDDL file.

    Parameters
    ----------
    domain
        The domain to write.
    remarks
        Lines of comment to put before it.

    Raises
    ------
    InputError
        A name that PDDL cannot hold.
    """
    _check_names(_names_in(domain))
    lines = [*(f"; {on_one_line(remark)}" for remark in remarks), f"(define (domain {domain.name})"]
    if domain.requirements:
        lines.append(f"  (:requirements {' '.join(domain.requirements)})")
    if domain.types:
        pairs = domain.types.items()
        kinds = (Typed(kind, parent) for kind, above in pairs for parent in supertypes(above))
        lines.append(f"  (:types {_typed(kinds)})")
    if domain.constants:
        lines.append(f"  (:constants {_typed(domain.constants)})")
    lines += _declared(":predicates", domain.predicates)
    if domain.functions:
        lines += _declared(":functions", domain.functions, " - number")
    for axiom in domain.axioms:
        lines += ["", _axiom_text(axiom)]
    for action in domain.actions:
        lines += ["", *_action_lines(action)]
    return "\n".join(lines) + ")\n"


def task_text(task: PlanningTask, remark: str = "") -> str:
    """A task as a PDDL problem file, with a line of comment before it if there is one.

    Raises
    ------
    InputError
        A name that PDDL cannot hold.
    """
    atoms = (*task.init, *task.values, *task.goal, *task.negative_goal)
    terms = {term for atom in atoms for term in atom}
    _check_names((task.name, task.domain.name, *_of_typed(task.objects), *terms))
    values = (f"(= {atom_text(call)} {value})" for call, value in task.values.items())
    goal = [*map(atom_text, task.goal), *(f"(not {atom_text(a)})" for a in task.negative_goal)]
    goal += [] if task.condition is None else [formula_text(task.condition)]
    lines = [
        *([f"; {on_one_line(remark)}"] if remark else []),
        f"(define (problem {task.name})",
        f"  (:domain {task.domain.name})",
        f"  (:objects {_typed(task.objects)})",
        "  (:init",
        *(f"    {fact}" for fact in (*map(atom_text, sorted(task.init)), *values)),
        "  )",
        f"  (:goal {_and(goal)})",
    ]
    if task.minimize:
        lines.append(f"  (:metric minimize ({TOTAL_COST}))")
    return "\n".join(lines) + ")\n"


def _check_names(names: Iterable[str]) -> None:
    for name in set(names):
        if not is_name(name):
            raise InputError(
                "PDDL cannot hold this name", expected="a name such as block-1", found=repr(name)
            )


def _of_typed(things: Iterable[Typed]) -> Iterator[str]:
    for one in things:
        yield one.name
        yield from united(one.type) or [one.type]


def _of_parameters(parameters: Iterable[Typed]) -> Iterator[str]:
    return _of_typed(replace(one, name=one.name.removeprefix("?")) for one in parameters)


def _of_atoms(atoms: Iterable[Atom]) -> Iterator[str]:
    """Predicates, unless that is ``=``, and terms without their question marks."""
    for name, *terms in atoms:
        yield from () if name == EQUAL else (name,)
        yield from (one.removeprefix("?") for one in terms)


def _names_in(domain: ActionDomain) -> Iterator[str]:
    """All names that a domain's text has."""
    yield domain.name
    yield from (one.removeprefix(":") for one in domain.requirements)
    above = (parent for one in domain.types.values() for parent in supertypes(one))
    yield from (*domain.types, *above, *_of_typed(domain.constants))
    for signature in (*domain.predicates, *domain.functions):
        yield from (signature.name, *_of_parameters(signature.parameters))
    for action in domain.actions:
        yield from (action.name, *_of_parameters(action.parameters))
        yield from _of_atoms(
            (*action.positive, *action.negative, *action.add, *action.delete)
            + tuple((EQUAL, *pair) for pair in (*action.equal, *action.unequal))
            + ((action.cost,) if isinstance(action.cost, tuple) else ())
        )
        yield from () if action.condition is None else _names_of(action.condition)
        for effect in action.effects:
            yield from _of_parameters(effect.parameters)
            yield from _of_atoms((*effect.add, *effect.delete))
            yield from _names_of(effect.condition)


def _names_of(formula: Formula) -> Iterator[str]:
    match formula:
        case Literal(atom, _):
            yield from _of_atoms([atom])
        case Derived(parameters, arguments, body):
            yield from (*_of_parameters(parameters), *_of_atoms([(EQUAL, *arguments)]))
            yield from _names_of(body)
        case Every(parts, parameters) | Some(parts, parameters):
            yield from _of_parameters(parameters)
            for part in parts:
                yield from _names_of(part)


def action_text(action: Action) -> str:
    """One action as it stands in a domain."""
    return "\n".join(line.removeprefix("  ") for line in _action_lines(action))


def _axiom_text(axiom: Action) -> str:
    """A rule of a derived predicate; objects beside its own parameters are those of a quantifier."""
    (name, *own) = axiom.add[0]
    parameters, more = axiom.parameters[: len(own)], axiom.parameters[len(own) :]
    body = _and(_conditions(axiom))
    body = f"(exists ({_typed(more)}) {body})" if more else body
    head = " ".join(filter(None, (name, _typed(parameters))))
    return f"  (:derived ({head}) {body})"


def _conditions(action: Action) -> list[str]:
    conditions = [
        *map(atom_text, action.positive),
        *(f"(not {atom_text(atom)})" for atom in action.negative),
        *(f"(= {one} {other})" for one, other in action.equal),
        *(f"(not (= {one} {other}))" for one, other in action.unequal),
    ]
    if action.condition is not None:
        conditions.append(formula_text(action.condition))
    return conditions


def _action_lines(action: Action) -> list[str]:
    conditions = _conditions(action)
    effects = [*_changes(action), *map(_effect, action.effects)]
    if action.cost is not None:
        effects.append(f"(increase ({TOTAL_COST}) {_cost(action.cost)})")
    return [
        f"  (:action {action.name}",
        f"    :parameters ({_typed(action.parameters)})",
        f"    :precondition {_and(conditions)}",
        f"    :effect {_and(effects)})",
    ]


def _changes(effect: Action | Effect) -> list[str]:
    added, deleted = map(atom_text, effect.add), map(atom_text, effect.delete)
    return [*added, *(f"(not {atom})" for atom in deleted)]


def _effect(effect: Effect) -> str:
    text = _and(_changes(effect))
    if effect.condition != Every(()):
        text = f"(when {formula_text(effect.condition)} {text})"
    return f"(forall ({_typed(effect.parameters)}) {text})" if effect.parameters else text


def _and(parts: Sequence[str]) -> str:
    return f"(and {' '.join(parts)})" if parts else "(and)"


def _cost(cost: float | Atom) -> str:
    return atom_text(cost) if isinstance(cost, tuple) else str(cost)


def _declared(section: str, signatures: Sequence[Signature], result: str = "") -> list[str]:
    lines = [f"  ({section}"]
    for one in signatures:
        parameters = _typed(one.parameters)
        lines.append(f"    ({one.name}{' ' if parameters else ''}{parameters}){result}")
    lines[-1] += ")"
    return lines


def _typed(things: Iterable[Typed]) -> str:
    """A typed list; things of the same type that follow each other share it, and untyped lists stay untyped."""
    listed = list(things)
    if all(thing.type == OBJECT for thing in listed):
        return " ".join(thing.name for thing in listed)
    words: list[str] = []
    for thing, following in zip(listed, [*listed[1:], None], strict=True):
        words.append(thing.name)
        if following is None or following.type != thing.type:
            words += ["-", thing.type]
    return " ".join(words)


def augmented(domain: ActionDomain, macros: Sequence[Action]) -> ActionDomain:
    """The domain with macros before its actions, for planners that know nothing of macros.

    The domain also gets the requirements of the macros' conditions.
    """
    needed = []
    if any(macro.unequal for macro in macros):
        needed += [":negative-preconditions", ":equality"]
    if any(macro.negative for macro in macros):
        needed.append(":negative-preconditions")
    old = domain.requirements or (":strips",)
    return replace(
        domain,
        requirements=tuple(dict.fromkeys((*old, *needed))),
        actions=(*macros, *domain.actions),
    )


DIFFERENT = "different"
"""The predicate of two objects that are not the same, for planners that cannot be told so in a condition."""


def has_inequality(domain: ActionDomain) -> bool:
    """Whether a condition of an action says that two objects differ."""
    return any(action.unequal for action in domain.actions)


def without_equality(domain: ActionDomain) -> ActionDomain:
    """A domain whose conditions name a predicate where they said that two objects differ; problems get its facts by `with_differences`."""
    actions = tuple(
        replace(
            action,
            positive=(*action.positive, *((DIFFERENT, *pair) for pair in action.unequal)),
            unequal=(),
        )
        for action in domain.actions
    )
    unused = {":equality"}
    if not any(action.negative for action in actions):
        unused.add(":negative-preconditions")
    return replace(
        domain,
        requirements=tuple(one for one in domain.requirements if one not in unused),
        predicates=(
            *domain.predicates,
            Signature(DIFFERENT, (Typed("?one", OBJECT), Typed("?other", OBJECT))),
        ),
        actions=actions,
    )


def with_differences(task: PlanningTask) -> PlanningTask:
    """A problem that says which objects are not the same, for a domain `without_equality`."""
    names = [one.name for one in (*task.domain.constants, *task.objects)]
    facts = {(DIFFERENT, *pair) for pair in permutations(names, 2)}
    return replace(task, init=task.init | facts)
