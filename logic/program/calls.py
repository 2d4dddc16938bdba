"""Predicates that goals and clauses call: what a goal may reach, and what of it is neither defined nor built in."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from ...rules.errors import InputError, Place
from ...rules.term import Compound, Var, list_items
from ...rules.trust import TRUST
from .program import (
    Goal,
    HornClause,
    Indicator,
    LogicProgram,
    having_bodies,
    indicator,
    spelled,
)
from .vocabulary import (
    BUILT_IN_PREDICATES,
    instead,
    kind_in_swi,
    library,
    properties,
)

NEAR = 0.65
"""Least similarity, of 1, to the name of a program's predicate of the same arity that is proposed for one that is not known."""

VERY_NEAR = 0.8
"""Least similarity to the name of a built-in predicate, or of one with another arity."""


def called_goals(
    goal: Goal, defined: Container[Indicator] = ()
) -> Iterator[tuple[Indicator, Goal]]:
    """Predicates that a goal calls, through control constructs too, as far as they are visible in the text.

    Parameters
    ----------
    goal
        The goal.
    defined
        Predicates of the program, which call none of their arguments, whatever predicate of the library has that name.
    """
    pending = [goal]
    while pending:
        one = pending.pop()
        if isinstance(one, Var):
            continue
        if isinstance(one, str):
            yield (one, 0), one
            continue
        if not isinstance(one, Compound):  # an error when it is called
            continue
        called = one.functor, len(one.args)
        yield called, one
        row = properties(called, defined)
        if not row.looks_inside:
            continue
        pending += [one.args[place] for place in reversed(row.calls)]
        if row.closure is not None:
            place, more = row.closure
            target = one.args[place]
            while isinstance(target, Compound) and target.functor == ">>" and len(target.args) == 2:
                yield (">>", 2 + more), target
                parameters = list_items(target.args[0])
                more = 0 if parameters is None else max(0, more - len(parameters))
                target = target.args[1]
            if not more:
                pending.append(target)
            elif isinstance(target, str | Compound) and target not in ("[]",):
                name, arity = indicator(target)
                if name != "[|]":
                    yield (name, arity + more), target


@dataclass(frozen=True, slots=True)
class CallSite:
    """A goal that calls a predicate, with the clause whose body holds it; the clause is None for a goal of the query."""

    predicate: Indicator
    goal: Goal
    clause: HornClause | None


def calls_of(
    clauses: Mapping[Indicator, Iterable[HornClause]], goals: Iterable[Goal]
) -> Iterator[CallSite]:
    """Calls reachable from goals, their own first, each clause once, as far as calls are visible in the text."""
    waiting: deque[tuple[Goal, HornClause | None]] = deque((goal, None) for goal in goals)
    seen = set[Indicator]()
    while waiting:
        asked, caller = waiting.popleft()
        for name, goal in called_goals(asked, clauses):
            yield CallSite(name, goal, caller)
            if name not in seen:
                seen.add(name)
                waiting += [
                    (one, clause)
                    for clause in having_bodies(clauses.get(name, ()))
                    for one in clause.body
                ]


def reachable(program: LogicProgram, goal: Goal) -> Iterator[HornClause]:
    """Clauses reachable from a goal, as far as calls are visible in the text, but for long runs of facts."""
    seen = set[Indicator]()
    for call in calls_of(program.clauses, (goal,)):
        if call.predicate not in seen:
            seen.add(call.predicate)
            yield from having_bodies(program.clauses.get(call.predicate, ()))


def unknown_predicate(
    called: Indicator, defined: Collection[Indicator], place: Place | None
) -> InputError:
    """Error for a call of a predicate that is neither defined nor built in: refused by name, or unknown.

    Parameters
    ----------
    called
        Name and arity.
    defined
        Predicates of the program.
    place
        Place of the call.
    """
    name = spelled(called)
    if other := instead(called):
        problem, remedy = f"{name} is not among the built-in predicates", other
    elif kind := kind_in_swi(called):
        problem, remedy = f"{name} is a {kind} of SWI-Prolog that arcwise does not have", TRUST
    else:
        nearest = near_predicate(called, defined)
        problem = f"unknown predicate {name}"
        remedy = f":- dynamic {name}.\n{TRUST}" if nearest is None else spelled(nearest)
    known = problem.startswith("unknown")
    expected = (
        "a predicate of the program, or a built-in one" if known else "predicates that only compute"
    )
    return InputError(problem, place=place, expected=expected, found=name, remedy=remedy)


def near_predicate(called: Indicator, defined: Collection[Indicator]) -> Indicator | None:
    """The predicate of a program, or the built-in one, whose name is nearest to one that is not known; None if none is near."""
    name, arity = called
    known = [one for one in {*defined, *BUILT_IN_PREDICATES, *library()} if one[0][:1] != "$"]
    names = {one[0] for one in known}
    own = {one[0] for one in defined if one[1] == arity}
    near = [name] if name in names else get_close_matches(name[:40], sorted(names), 1, VERY_NEAR)
    near = near or get_close_matches(name[:40], sorted(own), 1, NEAR)
    alike = sorted(one for one in known if near and one[0] == near[0])
    return min(alike, key=lambda one: abs(one[1] - arity), default=None)
