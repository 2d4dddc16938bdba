"""Utility of the rules of a logic program: what each saves on goals, and which are forgotten as they cost more (Minton 1990)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from ....ebl.example_set import first_start
from ....ebl.logic.learners import replaces_clauses
from ....ebl.logic.macros import macro_program
from ....ebl.logic.rule_file import load_rules
from ....ebl.logic.rule_library import RuleLibrary
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
from .ledger import Effort, Judgement, judged

Problem = TypeVar("Problem")

INFERENCES, APPLICATIONS = "inferences", "operator applications"

NODES = 20_000
"""Expansions of a search where no limit is given."""

FEW = 4
"""Goals from which on the rules that are left are measured on other goals than those by which they were judged."""


@dataclass(frozen=True)
class RulesUtility:
    """Utility of the rules of a library.

    Parameters
    ----------
    library
        The rules.
    judgements
        Decision about each rule.
    used
        Goals in whose proofs each rule is used, by its name, where all rules are there.
    left
        The rules that are kept.
    judged, measured
        Goals or problems by which the rules were judged, and on which what is left was measured.
    none, every, kept
        Effort on the measured goals without rules, with all, and with those that are left.
    limits
        Of each goal.
    unit
        What work is counted in.
    """

    library: RuleLibrary
    judgements: tuple[Judgement, ...]
    used: Mapping[str, int]
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
    """Measure what each rule saves, and forget those that cost more, as `forget` does macros.

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

    names = [rule.name for rule in library]
    every = Database(library.only(names).learned_program)  # its clauses are those of the rules

    def uses(goal: PrologTerm) -> list[str]:
        result = prove(every, goal, algorithm, limits=limits, proofs=True)
        proofs = result.answers[0].proof if result.solved else ()
        steps = [clause for proof in proofs for clause in proof.steps()]
        return [rule.name for rule in library if any(rule.clause is clause for clause in steps)]

    return _utility(library, problems, effort, uses, limits, INFERENCES, progress)


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
    """Measure what each macro-operator of a program that makes moves saves, as `rules_utility` measures rules.

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

    def uses(problem: Instance) -> list[str]:
        (made,) = results(library, [problem])
        steps = {arc.name for arc in made.operators}
        return [rule.name for rule in library if rule.name in steps]

    return _utility(library, found, effort, uses, how.limits, APPLICATIONS, progress)


def _utility(
    library: RuleLibrary,
    problems: Sequence[Problem],
    effort: Callable[[RuleLibrary, Sequence[Problem]], Effort],
    uses: Callable[[Problem], Iterable[str]],
    limits: Limits,
    unit: str,
    progress: Progress,
) -> RulesUtility:
    """Judge each rule, with a measure of work on some problems and the names of the rules that solve one."""
    by, measured = tuple(problems), tuple(problems)
    if len(problems) >= FEW:
        by, measured = by[::2], measured[1::2]
    with progress(len(library) + 3, "utility of the rules") as tick:
        used = Counter(name for problem in by for name in uses(problem))
        judgements = tuple(
            judged(
                [rule.name for rule in library],
                lambda names: effort(library.only(names), by),
                unit=unit,
                report=tick,
            )
        )
        left = library.only([one.name for one in judgements if not one.dropped])
        efforts = []
        for rules in (library.only(()), library, left):
            efforts.append(effort(rules, measured))
            tick()
    none, every, kept = efforts
    return RulesUtility(
        library, judgements, used, left, by, measured, none, every, kept, limits, unit
    )


def _check_finished(limits: Iterable[str | None]) -> None:
    """Raise what the user's Ctrl-C raises, where one of some searches was stopped by it."""
    if "interrupt" in limits:
        raise KeyboardInterrupt
