"""Utility of the rules of a logic program: savings of each on goals; those that cost more are forgotten (Minton 1990)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Sized
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from ....logic.learning.learners import replaces_clauses
from ....logic.learning.rule_file import load_rules
from ....logic.learning.rule_library import RuleLibrary
from ....logic.program.program import LogicProgram
from ....logic.prover.prove import DEPTH_FIRST
from ....logic.source import USED
from ....rules.checked import checked
from ....rules.errors import InputError, Place
from ....rules.source import open_source
from ....rules.text.words import counted
from ....search.limits import Limits
from ....search.result import Status
from ...asked import Problems, problem_set
from ...board import Named
from ...board import domain as make_domain
from ...condition import Condition
from ...configuration import Configuration
from ...experiment import Experiment
from ...keeping import Keeping, Progress, no_progress
from ...row import Row
from ...store.run import Run
from ..compare_logic import (
    EVERY,
    JUDGING,
    KEPT,
    NONE,
    asked_program,
    goals_experiment,
    goals_of_run,
    library_condition,
    limits_of_run,
    only_limits,
)
from ..learn import program_of_moves
from .ledger import Effort, Judgement, judged, subset_words

Rows: TypeAlias = Callable[[str, RuleLibrary, Sequence[int]], list[Row]]
"""Makes the searches of problems, by number, with some rules, under the name of a condition."""

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
    run
        Its searches.
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
    run: Run | None = None

    def __repr__(self) -> str:
        """The program and how many of its rules are kept, without the searches."""
        kept = f"{len(self.left)} of {counted(len(self.library), 'rule')} kept"
        return f"RulesUtility({self.library.program.name!r}, {kept})"


@checked
def rules_utility(
    domain: Named | LogicProgram,
    rules: str | Path | RuleLibrary,
    problems: Problems | None = None,
    *,
    algorithm: str | None = None,
    configuration: Configuration | None = None,
    keeping: Keeping | None = None,
    progress: Progress = no_progress,
) -> RulesUtility:
    """Measure what each rule of a logic program saves, or each macro-operator of a program that makes moves.

    Those that cost more are forgotten, as `forget` does macros. Of four problems or more every other one judges, and what is
    left is measured on the rest. The work is inferences, or operator applications, in which a macro-operator counts its moves.

    Parameters
    ----------
    domain
        A logic program, or as for `learn_from_moves`.
    rules
        Rules in front of the clauses of their predicates, macro-operators with conditions, or their file.
    problems
        As for `compare`: of a logic program goals, by default its facts ``problem(Goal)``.
    algorithm
        Of each search; by default depth-first of goals, A* of moves.
    configuration
        Limits, by default 100,000 inferences or 20,000 expansions; of moves all else about the searches too.
    keeping
        Where the run is kept, and who makes the searches; in this process and nowhere, if None.
    progress
        Shows how far it is.

    Raises
    ------
    InputError
        No problem, no rule, rules that stand in the place of clauses, a domain whose moves no program makes, or a folder that
        cannot be used.
    """
    asked = asked_program(domain, problems, "problem")
    if asked is not None:
        program, goals = asked
        library = rules if isinstance(rules, RuleLibrary) else load_rules(rules, program)
        limits = only_limits(configuration)
        names = [algorithm or DEPTH_FIRST]
        _check(library, goals)
        facts = _parts(len(goals))
        experiment = goals_experiment(program, goals, _conditions(library), names, limits, facts)
        return _searched(experiment, library, goals, INFERENCES, keeping, progress)
    assert not isinstance(domain, LogicProgram)
    board = program_of_moves(domain, problems or []) or make_domain(domain)
    moves = board.clauses
    if moves is None:
        raise InputError(
            "macro-operators with conditions are for a Prolog program that arcwise's own prover runs",
            place=Place(board.argument),
        )
    library = rules if isinstance(rules, RuleLibrary) else load_rules(rules, moves.program)
    found = problem_set(board, problems or [])
    _check(library, found)
    how = replace(configuration or Configuration(), algorithm=algorithm or "a-star")
    how.check_used([how.algorithm])
    if how.limits == Limits():
        how = replace(how, limits=Limits(nodes=NODES))
    source = open_source(board, engine=how.engine)
    experiment = Experiment(
        source,
        (found,),
        _conditions(library),
        (how,),
        {**source.facts(found), **_parts(len(found))},
        how.seed,
        timing=False,
    )
    return _searched(experiment, library, tuple(found), APPLICATIONS, keeping, progress)


def _check(library: RuleLibrary, problems: Sized) -> None:
    """Refuse what leaves nothing to be measured.

    Raises
    ------
    InputError
        No problem, no rule, or rules that stand in the place of clauses.
    """
    if not len(problems) or not len(library):
        raise InputError("no utility without problems and rules", expected="one of each at least")
    if replaces_clauses(library.learner):
        raise InputError(
            "unfolded clauses stand in the place of others, so that none can be forgotten",
            expected="rules of another learner",
            found=library.learner,
        )


def utilities_of_run(run: Run, library: RuleLibrary) -> list[RulesUtility]:
    """The utility of rules as a run of `rules_utility` has it, by each strategy whose searches are all there.

    Parameters
    ----------
    run
        The run.
    library
        Its rules.
    """
    known = {row.key: row for row in run.searches}
    problems, found = goals_of_run(run, library.program), []
    for algorithm in run.settings.get("configurations") or ():

        def rows(
            name: str, rules: RuleLibrary, numbers: Sequence[int], algorithm: str = algorithm
        ) -> list[Row]:
            return [known[name, algorithm, number] for number in numbers]

        limits = limits_of_run(run)
        with suppress(KeyError):
            utility = _utility(library, problems, rows, limits, INFERENCES, no_progress)
            found.append(replace(utility, run=run))
    return found


def _searched(
    experiment: Experiment,
    library: RuleLibrary,
    problems: Sequence[Any],
    unit: str,
    keeping: Keeping | None,
    progress: Progress,
) -> RulesUtility:
    """Make the searches of an experiment whose conditions are no rules and all, and those that judge each rule."""
    (how,) = experiment.configurations
    planned = _searches(len(problems), len(library))
    with experiment.begun(keeping, lambda configurations: planned) as runner:

        def rows(name: str, rules: RuleLibrary, numbers: Sequence[int]) -> list[Row]:
            condition = runner.ensure(_some(experiment.conditions, rules, name))
            asked = [experiment.problems[number - 1] for number in numbers]
            tasks = [experiment.task(condition, how, problem) for problem in asked]
            return runner.rows([replace(task, counting=unit == INFERENCES) for task in tasks])

        utility = _utility(library, problems, rows, how.limits, unit, progress)
        runner.finish()
        return replace(utility, run=runner.folder.read())


def _conditions(library: RuleLibrary) -> tuple[Condition, Condition]:
    """The condition without rules, and that with all."""
    return Condition.without_macros(NONE), library_condition(library, EVERY)


def _used(row: Row) -> Sequence[str]:
    """Names of the operators of a solution, or of the rules of a proof."""
    return row.note.removeprefix(USED).split(", ") if row.note.startswith(USED) else row.arcs


def _some(conditions: Sequence[Condition], rules: RuleLibrary, name: str) -> Condition:
    """The condition of some rules of a library: none, all, or others."""
    for known in conditions:
        if known.name == name:
            return known
    whole = conditions[-1]
    facts = {JUDGING: True} if name != KEPT else {}
    return whole.only(tuple(rule.name for rule in rules), name, **facts)


def _halves(count: int) -> tuple[range, range]:
    """Numbers of the problems by which rules are judged, and of those on which what is left is measured."""
    numbers = range(1, count + 1)
    return (numbers[::2], numbers[1::2]) if count >= FEW else (numbers, numbers)


def _parts(count: int) -> dict[str, Any]:
    """Settings of a run: its command, and which problems measure."""
    return {"command": "utility", "measured": list(_halves(count)[1])}


def _searches(problems: int, rules: int) -> int:
    """Least number of searches of a whole run."""
    by, measured = _halves(problems)
    return len(by) * (2 + rules) + len(measured) * (1 if by == measured else 3)


def _utility(
    library: RuleLibrary,
    problems: Sequence[Any],
    rows: Rows,
    limits: Limits,
    unit: str,
    progress: Progress,
) -> RulesUtility:
    """Judge each rule, with whatever searches problems."""
    by, measured = _halves(len(problems))
    names = [rule.name for rule in library]

    def some(chosen: Sequence[str]) -> list[Row]:
        name = EVERY if len(chosen) == len(names) else NONE
        if 0 < len(chosen) < len(names):
            name = subset_words(names, [one for one in names if one in chosen])
        return rows(name, library.only(chosen), by)

    with progress(len(library) + 3, "utility of the rules") as tick:
        judgements = tuple(
            judged(names, lambda chosen: _effort(some(chosen)), unit=unit, report=tick)
        )
        used = Counter(name for row in some(names) for name in set(_used(row)) if name in names)
        left = library.only([one.name for one in judgements if not one.dropped])
        efforts = []
        for name, rules in ((NONE, library.only(())), (EVERY, library), (KEPT, left)):
            efforts.append(_effort(rows(name, rules, measured)))
            tick()
    none, every, kept = efforts
    return RulesUtility(
        library,
        judgements,
        used,
        left,
        tuple(problems[number - 1] for number in by),
        tuple(problems[number - 1] for number in measured),
        none,
        every,
        kept,
        limits,
        unit,
    )


def _effort(rows: Sequence[Row]) -> Effort:
    """The work of some searches; a goal that is refuted is answered."""
    answers = (Status.SOLVED.value, Status.UNSOLVABLE.value)
    unanswered = sum(row.status not in answers for row in rows)
    return Effort(unanswered, sum(row.operator_applications or 0 for row in rows))
