"""The rules of one proof when its tree is cut at each level, from the most general one to the operational one."""

from __future__ import annotations

from ...rules.record import record
from ..program.program import HornClause, Indicator, LogicProgram, indicator
from ..prover.compiled import Database
from ..prover.proof import Proof
from .generalize import CONDITIONS, GeneralProof, NotGeneralizedError, generalize
from .operationality import Operationality

MOST_LEVELS = 40
"""Levels of a proof's tree at which it is cut to show the rules, at most."""


@record
class Cut:
    """The rule of a proof whose tree is cut at some level.

    Parameters
    ----------
    level
        Levels of clauses that are resolved, from 1: the clause that resolves the goal.
    rule
        The rule.
    operational
        Predicates that as operationality criterion give this rule; None where none do, as one stands above and below the cut.
    """

    level: int
    rule: HornClause
    operational: tuple[Indicator, ...] | None


def cuts(proof: Proof, database: Database, operationality: Operationality) -> tuple[Cut, ...]:
    """The rules of a proof at each level of its tree, from the clause that resolves the goal down to the operational goals.

    Parameters
    ----------
    proof, database, operationality
        As for `generalize`.

    Raises
    ------
    NotGeneralizedError
        As for `generalize`.
    """
    whole = generalize(proof, database, operationality)
    last = 1 + max(node.depth for node in whole.nodes if node.kind == "clause")
    found: list[Cut] = []
    known: dict[frozenset[Indicator], HornClause | None] = {}
    if operationality.predicates is not None and not operationality.patterns:
        known[operationality.predicates] = whole.rule
    for level in range(1, min(last, MOST_LEVELS) + 1):
        try:
            general = (
                whole
                if level == last
                else generalize(proof, database, operationality, deepest=level)
            )
        except NotGeneralizedError:
            continue
        if found and _same(found[-1].rule, general.rule):
            continue
        told = _asked_of_program(general, operationality.program)
        criterion = frozenset(told)
        if criterion not in known:
            known[criterion] = _rule_with(criterion, proof, database, operationality.program)
        again = known[criterion]
        same = again is not None and _same(again, general.rule)
        found.append(Cut(level, general.rule, told if same else None))
        if _same(general.rule, whole.rule):
            break
    return tuple(found)


def _asked_of_program(general: GeneralProof, program: LogicProgram) -> tuple[Indicator, ...]:
    """The predicates of the program that a rule asks as conditions."""
    asked = dict.fromkeys(indicator(one.goal) for one in general.nodes if one.kind in CONDITIONS)
    return tuple(one for one in asked if program.defines(one))


def _rule_with(
    criterion: frozenset[Indicator], proof: Proof, database: Database, program: LogicProgram
) -> HornClause | None:
    """The rule of a proof if these predicates are operational; None if it has none."""
    try:
        return generalize(proof, database, Operationality(program, criterion)).rule
    except NotGeneralizedError:
        return None


def _same(one: HornClause, other: HornClause) -> bool:
    return (one.head, one.body) == (other.head, other.body)
