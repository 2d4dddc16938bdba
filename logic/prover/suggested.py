"""A goal that a program proves, for messages where none was asked."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice

from ...rules.errors import InputError
from ...rules.term import Compound, PrologTerm, Var, canonical
from ...search.limits import Limits
from ..program.calls import called_goals
from ..program.clause_text import term_text
from ..program.program import Indicator, LogicProgram, indicator
from .prove import prove

FEW = Limits(nodes=2_000, time=2.0)
"""Limits of the proof of a goal that is proposed."""

MOST_TRIED = 5
"""Predicates that are tried at most."""


def suggested_goal(program: LogicProgram) -> str:
    """Text of a goal: one that the program states, else the first answer of a predicate that has rules; empty if there is none.

    Predicates that no other one calls are tried first.
    """
    stated = next((one.goal for one in (*program.problems, *program.examples)), None)
    if stated is not None:
        return term_text(stated, program.operators)
    for predicate in islice(_with_rules(program), MOST_TRIED):
        with suppress(InputError):
            found = prove(program, _general(predicate), limits=FEW)
            if found.answers:
                return term_text(canonical((found.answers[0].goal,))[0][0], program.operators)
    asked = next(iter(_with_rules(program)), None)
    return "" if asked is None else term_text(_general(asked), program.operators)


def _general(predicate: Indicator) -> PrologTerm:
    name, arity = predicate
    return Compound(name, tuple(Var(chr(65 + n % 26)) for n in range(arity))) if arity else name


def _with_rules(program: LogicProgram) -> list[Indicator]:
    """Predicates that have rules, those that no other predicate calls in front."""
    ruled = [
        one for one, clauses in program.clauses.items() if any(clause.body for clause in clauses)
    ]
    called: set[Indicator] = set()
    for clause in program:
        own = indicator(clause.head)
        for goal in clause.body:
            with suppress(InputError):
                called |= {one for one, _ in called_goals(goal, program.clauses) if one != own}
    return sorted(ruled, key=lambda one: one in called)
