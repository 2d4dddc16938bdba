"""Shorter conditions of a rule that say the same: what is decided is left out, and what another condition implies.

An answer is as before, and stands where it stood. Only an error of a rule may become a failure: a stronger comparison takes
the place of a weaker one in front of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import TypeAlias

from ...rules.errors import InputError
from ...rules.record import record
from ...rules.term import Compound, PrologTerm, Var, leaves, variables
from ..program.program import Goal, indicator
from ..program.vocabulary import properties
from ..prover.arithmetic import value
from ..prover.built_ins import DETERMINISTIC
from ..prover.variables import (
    Fresh,
    Trail,
    bound_terms,
    unbound_variables,
    unify,
    with_fresh,
)
from .determined import TAKEN_APART, determined, differences, excluded
from .operationality import Operationality

_COMPARED = frozenset({"<", ">", "=<", ">=", "=:=", "=\\=", "is"})

_SYMMETRIC = frozenset({"\\=", "\\==", "==", "=:=", "=\\="})

_STABLE = frozenset(
    {(name, 2) for name in (*_COMPARED, "\\=", "==")}
    | {(name, 1) for name in ("nonvar", "atom", "number", "integer", "float", "atomic", "compound")}
    | {(name, 1) for name in ("callable", "is_list", "string", "ground")}
)
"""Tests that hold for ever once they hold, and bind nothing more."""


@record
class BodyGoal:
    """A condition of a rule.

    Parameters
    ----------
    goal
        The goal.
    number
        Its number among the conditions as they were found.
    ground
        Whether it has no unbound variables when it is asked.
    """

    goal: Goal
    number: int
    ground: bool = False


def simplified(conditions: Sequence[BodyGoal], operationality: Operationality) -> list[BodyGoal]:
    """Conditions with computations done, without those that are decided and those that others imply.

    Parameters
    ----------
    conditions
        The conditions, which all hold of the example.
    operationality
        The criterion, with the program.
    """
    kept: list[BodyGoal] = []
    seen: set[Hashable] = set()
    last: Goal | None = None
    for condition in conditions:
        for one in _plainer(condition, operationality):
            goal, key = one.goal, _key(one.goal)
            again = key in seen and _holds_again(one, operationality)
            same = goal == last and _holds_at_once(goal)
            if again or same or _decided(goal, operationality) or _implied(one, kept):
                continue
            seen.add(key)
            last = goal
            kept.append(one)
    return kept


def _plainer(condition: BodyGoal, operationality: Operationality) -> Iterator[BodyGoal]:
    """The plainer conditions that a condition comes down to."""
    defined = operationality.program.clauses
    goal = _folded(condition.goal)
    if not isinstance(goal, Compound):
        yield replace(condition, goal=goal)
        return
    tests = differences(goal, defined)
    if tests is None:
        tests = excluded(goal, operationality)
    if tests is not None:
        for test in tests:
            if (left := _difference(test)) is not None:
                yield replace(condition, goal=left)
        return
    predicate = indicator(goal)
    if predicate in TAKEN_APART and predicate not in defined:
        for made in _taken_apart(goal, condition):
            yield replace(condition, goal=made)
        return
    yield replace(condition, goal=goal)


def _difference(test: Compound) -> Compound | None:
    """A test that two terms differ, of their parts alone if one pair of these decides; None if they differ in any case."""
    known: dict[Var, Fresh] = {}
    trail: Trail = []
    one, other = (with_fresh(term, known) for term in test.args)
    if not unify(one, other, trail):
        return None
    if len(trail) != 1 or any(isinstance(term, Var) for term in test.args):
        return test
    names = {fresh: name for name, fresh in known.items()}
    (bound,) = trail
    (made,) = bound_terms((bound,), names)
    return Compound(test.functor, (names[bound], made))


def _taken_apart(goal: Compound, condition: BodyGoal) -> list[Goal]:
    """Equations in the place of a goal that takes a term apart, if enough is known of it; else the goal."""
    known: dict[Var, Fresh] = {}
    trail: Trail = []
    term = goal.args[TAKEN_APART[indicator(goal)]]
    fresh = with_fresh(goal, known)
    if not determined(fresh, trail):
        return [goal]
    names = {fresh: name for name, fresh in known.items()}
    for number, one in enumerate(unbound_variables(fresh)):
        names.setdefault(one, Var(f"_Part{condition.number}_{number}"))
    made = [
        Compound("=", (name, *bound_terms((one,), names)))
        for name, one in known.items()
        if one.value is not None
    ]
    tested = isinstance(term, Var) and not condition.ground and known[term].value is not None
    return [Compound("nonvar", (term,)), *made] if tested else [*made]


def _decided(goal: Goal, operationality: Operationality) -> bool:
    """Whether a goal has no variables and asks no operational predicate of the program: it holds as it held in the proof."""
    if goal == "true":
        return True
    if variables((goal,)):
        return False
    kind = properties(indicator(goal), operationality.program.clauses).kind
    if kind == "control":
        once = (("\\+", 1), ("not", 1), ("once", 1))
        return indicator(goal) in once and operationality.is_theory(goal)
    return kind in ("test", "arithmetic")


def _holds_again(condition: BodyGoal, operationality: Operationality) -> bool:
    """Whether a condition that held in the proof still holds in general, with the same single answer."""
    goal, predicate = condition.goal, indicator(condition.goal)
    if not operationality.sensitive(goal):
        return True
    if predicate in operationality.program.clauses:
        return False
    return predicate in _STABLE or (condition.ground and _holds_at_once(goal))


def _holds_at_once(goal: Goal) -> bool:
    """Whether repeating a condition at once binds no further variable."""
    predicate = indicator(goal)
    return predicate in DETERMINISTIC or predicate in (("\\+", 1), ("between", 3))


def _key(goal: Goal) -> Hashable:
    """Key of a goal, equal for goals that ask the same thing; whole numbers and decimals differ."""
    if isinstance(goal, Compound) and goal.functor in _SYMMETRIC and len(goal.args) == 2:
        return goal.functor, frozenset((one, _kinds(one)) for one in goal.args)
    return goal, _kinds(goal)


def _kinds(term: PrologTerm) -> tuple[type, ...]:
    return tuple(map(type, leaves((term,))))


def _folded(condition: Goal) -> Goal:
    """A comparison or a computation with the values of its parts that have no variables; whole numbers only."""
    if not isinstance(condition, Compound) or condition.functor not in _COMPARED:
        return condition
    pending: list[tuple[Compound, Iterator[PrologTerm], list[PrologTerm]]] = []
    pending.append((condition, iter(condition.args), []))
    while True:
        whole, rest, parts = pending[-1]
        for one in rest:
            if isinstance(one, Compound):
                pending.append((one, iter(one.args), []))
                break
            parts.append(one)
        else:
            pending.pop()
            made: PrologTerm = Compound(whole.functor, tuple(parts))
            if not pending:
                return made
            if all(type(one) is int for one in parts):
                try:
                    found = value(made)
                except InputError:  # is told where the condition is asked
                    found = 0.0
                made = found if type(found) is int else made
            pending[-1][2].append(made)


_Bound: TypeAlias = tuple[Var, float, float]
"""A variable with a lower and an upper bound, both exclusive: an inclusive bound is moved outwards by a half."""


def _implied(condition: BodyGoal, kept: list[BodyGoal]) -> bool:
    """Whether bounds of a variable imply a condition; a bound that it tightens is replaced by the condition."""
    goal = condition.goal
    number = _excluded(goal)
    bound = _bound(goal)
    if number is None and bound is None:
        return False
    for place, other in enumerate(kept):
        known = _bound(other.goal)
        if known is None:
            continue
        if number is not None:
            if known[0] is number[0] and (known[1] >= number[1] or known[2] <= number[1]):
                return True
        elif bound is not None and _within(known, bound):
            return True
        elif bound is not None and _within(bound, known):
            kept[place] = condition
            return True
    return False


def _excluded(goal: Goal) -> tuple[Var, int] | None:
    """The variable and the whole number from which a test says it differs."""
    match goal:
        case Compound("=\\=" | "\\=", (Var() as one, int(number))):
            return one, number
        case Compound("=\\=" | "\\=", (int(number), Var() as one)):
            return one, number
    return None


def _bound(condition: Goal) -> _Bound | None:
    """The bounds that a comparison of a variable with a whole number sets; None for another goal."""
    match condition:
        case Compound(sign, (Var() as one, int(number))):
            pass
        case Compound(sign, (int(number), Var() as one)):
            sign = {"<": ">", ">": "<", "=<": ">=", ">=": "=<"}.get(sign, "")
        case _:
            return None
    return {
        ">": (one, number, inf),
        ">=": (one, number - 0.5, inf),
        "<": (one, -inf, number),
        "=<": (one, -inf, number + 0.5),
    }.get(sign)


def _within(one: _Bound, other: _Bound) -> bool:
    """Whether the bounds of a variable lie within others of it."""
    return one[0] is other[0] and one[1] >= other[1] and one[2] <= other[2]
