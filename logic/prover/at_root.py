"""Goals whose learned rules are used at the root of a proof alone: a copy of their predicate has the rules, and is asked in its place.

Limited use of rules, without chaining (Mooney 1989).
"""

from __future__ import annotations

from collections.abc import Sequence

from ..program.program import Goal, Roots, conjunction, conjuncts, indicator, with_name
from .compiled import CompiledClause, CompiledGoal, Database
from .proof import Proof


def asked_at_root(roots: Roots, goal: Goal) -> Goal:
    """The goal, with the copies of its predicates that have rules."""
    named = (with_name(one, roots.names.get(indicator(one))) for one in conjuncts(goal))
    return conjunction([*named])


def restored_goal(roots: Roots, goal: Goal) -> Goal:
    """A goal that was asked at the root, under its bindings, in the names of the program."""
    names = {(copy, predicate[1]): predicate[0] for predicate, copy in roots.names.items()}
    return conjunction([with_name(one, names.get(indicator(one))) for one in conjuncts(goal)])


def restored(roots: Roots, proofs: Sequence[Proof]) -> None:
    """Show proofs as those of the program whose rules are used everywhere."""
    database = Database(roots.whole)
    for whole in proofs:
        for _, one in whole.walk():  # a conjunction is a node of its own
            _restore(one, roots, database)


def _restore(proof: Proof, roots: Roots, database: Database) -> None:
    """Show a goal and its clause as those of the program whose rules are used everywhere."""
    at, rule = proof.literal, proof.rule
    clause = None if rule is None else roots.own.get(rule.clause, rule.clause)
    if rule is None or clause is None or clause.predicate not in roots.names:
        return
    name, target = clause.predicate[0], database.predicate(clause.predicate)
    proof.stated, proof.told = with_name(proof.goal, name), None
    proof.literal = CompiledGoal(
        at.kind, clause.predicate, at.args, target, at.place, with_name(at.goal, name)
    )
    proof.rule = CompiledClause(clause, rule.head, rule.body)
