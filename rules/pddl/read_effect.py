"""Reading effects: what becomes true and false, for all objects, under a condition, and which value a function gets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ..errors import InputError
from .action_domain import EQUAL, Atom, Effect, Every, is_a
from .expression import Group, Node, too_much
from .object_fluents import known_values
from .read_formula import DEEPEST_FORMULA, Scope
from .reading import FRAGMENT, REFUSED, check_parts, refusal


def effects(
    scope: Scope, node: Node, take_cost: Callable[[Group], None] | None, depth: int = 0
) -> Iterator[Effect]:
    """The effects that a node says, each with one atom.

    Parameters
    ----------
    scope
        What may stand in it.
    take_cost
        Takes an increase; None where it may not stand.
    """
    if not isinstance(node, Group):
        raise InputError(
            "not a formula", place=node.place, expected="(PREDICATE ...)", found=str(node)
        )
    if depth > DEEPEST_FORMULA:
        raise too_much(node.place, "nested too deeply", DEEPEST_FORMULA, "formulas in formulas")
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


def _assigned(scope: Scope, target: Group, value: Node) -> Effect:
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
