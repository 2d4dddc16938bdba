"""Purposes of the rules of a policy as Prolog terms; parameters are written by name, as in reasons."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.errors import InputError, Place
from ...rules.pddl.action_domain import Action, ActionDomain, Atom, is_parameter
from ...rules.prolog.term import Compound, PrologTerm, list_items, make_list
from ...rules.prolog.writer import write_term
from ...search.policy.rule import Condition, Precedence, Purpose, precedence_of
from .why import atom_term

NO_PAUSE = "none"

AGAIN = "again"
"""In the place of a pause: the rule is for a single step."""


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
    conditions: list[Condition] = []
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
        conditions.append(Condition(atom, kind == "achieve"))
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
    return Purpose(atoms[0], tuple(Condition(one, False) for one in atoms[1:]), again=True)


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
