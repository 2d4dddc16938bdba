"""Goals that are determined by what a rule says of their arguments, whatever else is known where the rule is asked."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from ...rules.term import (
    EMPTY_LIST,
    Compound,
    Var,
    make_list,
    match,
    variables,
)
from ...search.limits import Limits
from ..program.calls import called_goals
from ..program.program import Goal, Indicator, indicator
from ..prover.arithmetic import items_of
from ..prover.built_ins import DETERMINISTIC
from ..prover.compiled import Database
from ..prover.prove import prove
from ..prover.variables import (
    Fresh,
    ProofTerm,
    Trail,
    bound_terms,
    unbound_variables,
    unify,
    walked,
)
from .operationality import Operationality

MOST_EXCLUDED = 4
"""Greatest number of answers of a negated goal that are excluded one by one."""

EVALUATED = Limits(nodes=2_000)
"""Limits on a search whose answers a rule has in the place of a goal."""

TAKEN_APART: dict[Indicator, int] = {("=..", 2): 0, ("functor", 3): 0, ("arg", 3): 1}
"""Predicates that take a term apart, each with the position of that term; if it is a variable they construct it or raise an error."""


def determined(goal: Compound, trail: Trail) -> bool | None:
    """Unify what a goal that takes a term apart computes of it, or of what the term is made of.

    Returns
    -------
    Whether that holds; None where too little is known.
    """
    args = [walked(one) for one in goal.args]
    match goal.functor:
        case "=..":
            items, tail = items_of(args[1])
            known = tail == EMPTY_LIST and bool(items) and _is_known(items[0])
            if not _is_known(args[0]) and not known:
                return None
        case "functor":
            if not _is_known(args[0]) and not (_is_known(args[1]) and _is_known(args[2])):
                return None
        case _:
            place, term, found = args
            if type(place) is not int or not isinstance(term, Compound):
                return None
            return 1 <= place <= len(term.args) and unify(found, term.args[place - 1], trail)
    return DETERMINISTIC[goal.functor, len(args)](goal.args, trail)


def _is_known(term: ProofTerm) -> bool:
    return not isinstance(walked(term), Fresh | Var)


_FUNCTIONS = frozenset(
    {(name, 3) for name in ("subtract", "delete", "union", "intersection")}
    | {(name, 2) for name in ("list_to_set", "sum_list", "sumlist", "max_list", "min_list")}
    | {(name, 2) for name in ("max_member", "min_member", "last", "memberchk", "subset")}
)
"""Predicates of the list library that have one answer at most if their first arguments are ground."""


def evaluated(
    predicate: Indicator, args: tuple[ProofTerm, ...], database: Database, trail: Trail
) -> bool:
    """Compute a goal of the list library whose first arguments are ground; whether that was done."""
    own = args if predicate in (("memberchk", 2), ("subset", 2)) else args[:-1]
    if predicate not in _FUNCTIONS or any(map(unbound_variables, own)):
        return False
    known = bound_terms(own)
    goal = Compound(predicate[0], known if len(own) == len(args) else (*known, Var("Result")))
    found = prove(database, goal, answers=2, limits=EVALUATED)
    if len(found.answers) != 1 or not found.exhausted:
        return False
    (answer,) = found.answers
    return unify(args[-1], answer.goal.args[-1], trail)  # type: ignore[union-attr]


INDEXED: frozenset[Indicator] = frozenset({("nth0", 3), ("nth1", 3)})
"""Predicates that tell an element of a list by its number."""


def indexed(predicate: Indicator, args: tuple[ProofTerm, ...], trail: Trail) -> bool | None:
    """Unify an element of a list that is told by its number; None of any other goal."""
    place = walked(args[0])
    if predicate not in INDEXED or type(place) is not int:
        return None
    place -= predicate[0] == "nth1"
    items, tail = items_of(args[1])
    if place >= len(items) and type(tail) is Fresh:
        cells: list[Any] = [Fresh() for _ in range(len(items), place + 1)]
        more: Any = Fresh()
        unify(tail, make_list(cells, more), trail)
        items += cells
    return 0 <= place < len(items) and unify(args[2], items[place], trail)


def excluded(goal: Goal, operationality: Operationality) -> list[Compound] | None:
    r"""Tests ``\\=`` to which the negation of a goal of the theory comes down: one for each of its answers.

    Parameters
    ----------
    goal
        The goal, a negation.
    operationality
        The criterion: what the negated goal calls is not operational, and does not depend on when it is called.

    Returns
    -------
    The tests, none if the negated goal has no answers; None of any other goal, and if that has many answers.
    """
    if not isinstance(goal, Compound) or indicator(goal) not in (("\\+", 1), ("not", 1)):
        return None
    inner = goal.args[0]
    if not isinstance(inner, str | Compound) or not operationality.is_theory(inner):
        return None
    called = [name for name, _ in called_goals(inner, operationality.program.clauses)]
    if not all(map(operationality.monotone, called)):
        return None
    found = prove(operationality.database, inner, answers=MOST_EXCLUDED + 1, limits=EVALUATED)
    if not found.exhausted or len(found.answers) > MOST_EXCLUDED:
        return None
    tests = []
    for answer in found.answers:
        bound = match((inner,), (answer.goal,)) or {}
        pairs = [both for both in bound.items() if both[0] is not both[1]]
        if not pairs or not bound.keys() >= {*variables(bound.values())}:
            return None
        sides = zip(*pairs, strict=True)
        tests.append(Compound("\\=", pairs[0] if len(pairs) == 1 else tuple(map(make_list, sides))))
    return tests


def differences(goal: ProofTerm, defined: Container[Indicator]) -> list[Compound] | None:
    r"""Tests ``\=`` and ``\==`` of terms to which a goal comes down.

    A negation of an equation is one of them, a negation of member/2 one for each element of the list.

    Parameters
    ----------
    goal
        The goal.
    defined
        Predicates that the program defines itself.

    Returns
    -------
    The tests; None of any other goal, or if the list is not known to its end.
    """
    match goal:
        case Compound("\\=" | "\\==" as name, (one, other)):
            return [Compound(name, (one, other))]
        case Compound("\\+" | "not", (inner,)):
            asked = walked(inner)
        case _:
            return None
    if not isinstance(asked, Compound) or indicator(asked) in defined or indicator(goal) in defined:
        return None
    match indicator(asked):
        case ("=" | "==", 2):
            return [Compound(f"\\{asked.functor}", asked.args)]
        case ("member" | "memberchk", 2):
            items, tail = items_of(asked.args[1])
            if tail == EMPTY_LIST:
                return [Compound("\\=", (asked.args[0], one)) for one in items]
    return None
