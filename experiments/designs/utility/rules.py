"""Utility of the rules of a logic program: what each saves on goals, and which are forgotten as they cost more (Minton 1990)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from ....ebl.example_set import first_start
from ....ebl.logic.learners import replaces_clauses
from ....ebl.logic.macros import macro_program
from ....ebl.logic.rule_file import load_rules
from ....ebl.logic.rule_library import LearnedRule, RuleLibrary
from ....rules.checked import checked
from ....rules.errors import InputError, Place
from ....rules.term import PrologTerm
from ....search.limits import Limits
from ....search.logic.compiled import Database
from ....search.logic.moves import MoveProgram
from ....search.logic.prove import DEPTH_FIRST, prove
from ....search.result import Result, Status
from ...configuration import Configuration
from ...problem_set import Instance
from ...progress import Progress, no_progress
from ...sized_domain import Named, load_domain
from ...sized_domain import domain as make_domain
from ..compare import Problems, problem_set
from ..compare_logic import MOST_INFERENCES

Problem = TypeVar("Problem")

INFERENCES, APPLICATIONS = "inferences", "operator applications"

NODES = 20_000
"""Expansions of a search where no limit is given."""

FEW = 4
"""Goals from which on the rules that are left are measured on other goals than those by which they were judged."""


@dataclass(frozen=True, order=True)
class Effort:
    """Work on some goals; less is better, and a goal more that is answered is worth any.

    Parameters
    ----------
    unanswered
        Goals that a limit stopped.
    work
        Of all goals together.
    """

    unanswered: int
    work: int


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
        """Work that it saves; negative where it costs some."""
        return self.without.work - self.with_it.work


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
        Goals or problems by which the rules were judged, and on which what is left was measured.
    none, every, kept
        Work on the measured goals without rules, with all, and with those that are left.
    limits
        Of each goal.
    unit
        What work is counted in.
    """

    library: RuleLibrary
    rules: tuple[RuleUtility, ...]
    left: RuleLibrary
    judged: tuple[Any, ...]
    measured: tuple[Any, ...]
    none: Effort
    every: Effort
    kept: Effort
    limits: Limits
    unit: str = INFERENCES


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
    if replaces_clauses(library.learner):
        raise InputError(
            "unfolded clauses stand in the place of others, so that none can be forgotten",
            expected="rules of another learner",
            found=library.learner,
        )
    limits = limits or Limits()
    if limits == Limits():
        limits = Limits(nodes=MOST_INFERENCES)

    def effort(rules: RuleLibrary, goals: Sequence[PrologTerm]) -> Effort:
        database = Database(rules.learned_program)
        found = [prove(database, goal, algorithm, limits=limits) for goal in goals]
        _check_finished(one.limit for one in found)
        stopped = sum(one.status is Status.STOPPED for one in found)
        return Effort(stopped, sum(one.inferences for one in found))

    def uses(rules: RuleLibrary, rule: LearnedRule, goals: Sequence[PrologTerm]) -> int:
        return _uses(rules, rule, goals, algorithm, limits)

    return _looked_at(library, problems, effort, uses, limits, INFERENCES, progress)


@checked
def moves_utility(
    domain: Named,
    macros: str | Path | RuleLibrary,
    problems: Problems,
    *,
    algorithm: str = "a-star",
    configuration: Configuration | None = None,
    progress: Progress = no_progress,
) -> RulesUtility:
    """Look at each macro-operator of a program that makes moves, as `rules_utility` looks at rules.

    The work is operator applications, in which a macro-operator counts its moves.

    Parameters
    ----------
    domain
        As for `learn_from_moves`.
    macros
        Macro-operators with conditions, or their file.
    problems
        As for `compare`.
    algorithm, configuration
        Of each search; 20,000 expansions where no limit is given.
    progress
        Shows how far it is.

    Raises
    ------
    InputError
        No problem, no rule, a domain whose moves no program makes.
    """
    if isinstance(domain, str | Path) and isinstance(problems, str | Path):
        board = load_domain(str(domain), start=first_start(problems))
    else:
        board = make_domain(domain)
    moves = board.program
    if not isinstance(moves, MoveProgram):
        raise InputError(
            "macro-operators with conditions are for programs that arcwise asks itself",
            place=Place(board.argument),
        )
    library = macros if isinstance(macros, RuleLibrary) else load_rules(macros, moves.program)
    found = list(problem_set(board, problems))
    if not found or not len(library):
        raise InputError("no utility without problems and rules", expected="one of each at least")
    how = replace(configuration or Configuration(), algorithm=algorithm)
    if how.limits == Limits():
        how = replace(how, limits=Limits(nodes=NODES))

    def results(rules: RuleLibrary, some: Sequence[Instance]) -> list[Result]:
        asked = board.asking(macro_program(moves, rules, how.macro_cost))
        made = [how.search(asked.problem(one.start, one.goal)) for one in some]
        _check_finished(one.limit for one in made)
        return made

    def effort(rules: RuleLibrary, some: Sequence[Instance]) -> Effort:
        made = results(rules, some)
        work = sum(one.statistics.operator_applications for one in made)
        return Effort(sum(not one.solved for one in made), work)

    def uses(rules: RuleLibrary, rule: LearnedRule, some: Sequence[Instance]) -> int:
        made = results(rules, some)
        return sum(any(arc.name == rule.name for arc in one.operators) for one in made)

    return _looked_at(library, found, effort, uses, how.limits, APPLICATIONS, progress)


def _looked_at(
    library: RuleLibrary,
    problems: Sequence[Problem],
    effort: Callable[[RuleLibrary, Sequence[Problem]], Effort],
    uses: Callable[[RuleLibrary, LearnedRule, Sequence[Problem]], int],
    limits: Limits,
    unit: str,
    progress: Progress,
) -> RulesUtility:
    """Look at each rule, the last one first, with whatever tells work and uses on some problems."""
    judged, measured = tuple(problems), tuple(problems)
    if len(problems) >= FEW:
        judged, measured = judged[::2], measured[1::2]
    left, looked_at = library.only([one.name for one in library]), []
    with progress(len(library) + 3, "utility of the rules") as tick:
        work = effort(left, judged)
        for rule in reversed(library.rules):
            rest = left.only([one.name for one in left if one is not rule])
            found = RuleUtility(rule, uses(left, rule, judged), effort(rest, judged), work)
            looked_at.append(found)
            if not found.kept:
                left, work = rest, found.without
            tick()
        efforts = []
        for rules in (library.only(()), library, left):
            efforts.append(effort(rules, measured))
            tick()
    none, every, kept = efforts
    return RulesUtility(
        library, tuple(looked_at), left, judged, measured, none, every, kept, limits, unit
    )


def _check_finished(limits: Iterable[str | None]) -> None:
    """Raise what the user's Ctrl-C raises, where one of some searches was stopped by it."""
    if "interrupt" in limits:
        raise KeyboardInterrupt


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
