"""Utility of the rules of a logic program: what each saves on goals, and which are forgotten as they cost more (Minton 1990)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ....ebl.logic.learners import UNFOLD
from ....ebl.logic.rule_library import LearnedRule, RuleLibrary
from ....rules.checked import checked
from ....rules.errors import InputError
from ....rules.term import PrologTerm
from ....search.limits import Limits
from ....search.logic.compiled import Database
from ....search.logic.prove import DEPTH_FIRST, prove
from ....search.result import Status
from ...progress import Progress, no_progress
from ..compare_logic import MOST_INFERENCES

FEW = 4
"""Goals from which on the rules that are left are measured on other goals than those by which they were judged."""


@dataclass(frozen=True, order=True)
class Effort:
    """Work on some goals; less is better, and a goal more that is answered is worth any.

    Parameters
    ----------
    unanswered
        Goals that a limit stopped.
    inferences
        Of all goals together.
    """

    unanswered: int
    inferences: int


@dataclass(frozen=True)
class RuleUtility:
    """Utility of one rule.

    Parameters
    ----------
    rule
        The rule.
    used
        Goals in whose proofs it is used.
    without, with_it
        Work on the goals without this rule, and with it; the other rules are those that were not forgotten by then.
    """

    rule: LearnedRule
    used: int
    without: Effort
    with_it: Effort

    @property
    def kept(self) -> bool:
        """Whether the work is less with it."""
        return self.with_it < self.without

    @property
    def saved(self) -> int:
        """Inferences that it saves; negative where it costs some."""
        return self.without.inferences - self.with_it.inferences


@dataclass(frozen=True)
class RulesUtility:
    """Utility of the rules of a library.

    Parameters
    ----------
    library
        The rules.
    rules
        Each with its utility, in the order in which they were looked at: the last one first.
    left
        The rules that save something.
    judged, measured
        Goals by which the rules were judged, and on which what is left was measured.
    none, every, kept
        Work on the measured goals without rules, with all, and with those that are left.
    limits
        Of each goal.
    """

    library: RuleLibrary
    rules: tuple[RuleUtility, ...]
    left: RuleLibrary
    judged: tuple[PrologTerm, ...]
    measured: tuple[PrologTerm, ...]
    none: Effort
    every: Effort
    kept: Effort
    limits: Limits


@checked
def rules_utility(
    library: RuleLibrary,
    problems: Sequence[PrologTerm],
    *,
    algorithm: str = DEPTH_FIRST,
    limits: Limits | None = None,
    progress: Progress = no_progress,
) -> RulesUtility:
    """Look at each rule, the last one first, and forget it where the goals take no more work without it.

    Of four goals or more every other one judges, and what is left is measured on the rest.

    Parameters
    ----------
    library
        Rules in front of the clauses of their predicates.
    problems
        Goals.
    algorithm, limits
        Of each proof search; 100,000 inferences where no limit is given.
    progress
        Shows how far it is.

    Raises
    ------
    InputError
        No goal, no rule, or rules that stand in the place of clauses.
    """
    if not problems or not len(library):
        raise InputError("no utility without goals and rules", expected="one of each at least")
    if library.learner == UNFOLD.name:
        raise InputError(
            "unfolded clauses stand in the place of others, so that none can be forgotten",
            expected="rules of another learner",
            found=UNFOLD.name,
        )
    limits = limits or Limits()
    if limits == Limits():
        limits = Limits(nodes=MOST_INFERENCES)
    judged, measured = tuple(problems), tuple(problems)
    if len(problems) >= FEW:
        judged, measured = judged[::2], measured[1::2]

    def effort(rules: RuleLibrary, goals: Sequence[PrologTerm]) -> Effort:
        database = Database(rules.learned_program)
        found = [prove(database, goal, algorithm, limits=limits) for goal in goals]
        for one in found:
            if one.limit == "interrupt":
                raise KeyboardInterrupt
        stopped = sum(one.status is Status.STOPPED for one in found)
        return Effort(stopped, sum(one.inferences for one in found))

    left, looked_at = _only(library, library.rules), []
    with progress(len(library) + 3, "utility of the rules") as tick:
        work = effort(left, judged)
        for rule in reversed(library.rules):
            rest = _only(library, [one for one in left if one is not rule])
            found = RuleUtility(
                rule, _uses(left, rule, judged, algorithm, limits), effort(rest, judged), work
            )
            looked_at.append(found)
            if not found.kept:
                left, work = rest, found.without
            tick()
        efforts = []
        for rules in (_only(library, []), library, left):
            efforts.append(effort(rules, measured))
            tick()
    none, every, kept = efforts
    return RulesUtility(
        library, tuple(looked_at), left, judged, measured, none, every, kept, limits
    )


def _only(library: RuleLibrary, rules: Sequence[LearnedRule]) -> RuleLibrary:
    """A library with some of its rules."""
    program = library.program.with_rules(one.clause for one in rules)
    return replace(library, rules=tuple(rules), learned_program=program)


def _uses(
    library: RuleLibrary,
    rule: LearnedRule,
    goals: Sequence[PrologTerm],
    algorithm: str,
    limits: Limits,
) -> int:
    """Number of goals in whose first proofs a rule is used."""
    database = Database(library.learned_program)
    count = 0
    for goal in goals:
        result = prove(database, goal, algorithm, limits=limits, proofs=True)
        proofs = result.answers[0].proof if result.solved else ()
        count += any(clause is rule.clause for proof in proofs for clause in proof.steps())
    return count
