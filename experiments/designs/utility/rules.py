"""Utility of the rules of a logic program: savings of each on goals; those that cost more are forgotten (Minton 1990)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Sized
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from ....ebl.files.macro_file import load_library
from ....ebl.rule import Library
from ....rules.checked import checked
from ....rules.errors import InputError
from ....rules.later import Later
from ....rules.read_domain import is_prolog
from ....rules.source import EVERYWHERE, Source
from ....search.limits import Limits
from ...asked import program_of_moves
from ...board import BoardSource
from ...condition import Condition
from ...configuration import Configuration
from ...experiment import Experiment
from ...keeping import Keeping, Progress, no_progress
from ...problem_set import Instance, ProblemSet
from ...result_set import ResultSet, Total
from ...row import Row
from ...store.run import PRACTICE, Run
from ..compare import kind_of
from ..conditions import EVERY, NONE, in_use, some_of, with_, without
from ..reading_back import save_rules_and_read_back
from .ledger import Effort, Judgement, judged

KEPT = "kept"
"""The condition with the rules that are kept."""

JUDGING = f"judging, {PRACTICE}"
"""Name of the set of problems by which rules are judged, where others measure what is left."""

NODES = 20_000
"""Expansions of a search where no limit is given."""

FEW = 4
"""Goals from which on the rules that are left are measured on other goals than those by which they were judged."""


@dataclass(frozen=True, repr=False)
class RulesUtility(ResultSet):
    """Utility of the rules of a library; its rows are those of the problems on which what is left was measured.

    Parameters
    ----------
    library
        The rules.
    judgements
        Decision about each rule.
    used
        Problems in whose solutions each rule is used, by its name, where all rules are there.
    judged
        Numbers of the problems by which the rules were judged.
    configuration
        How was searched.
    read
        Reads a file of such rules.
    """

    _view = Later("explorer.views.utility", "rules_utility_view")

    library: Any = field(kw_only=True)
    judgements: tuple[Judgement, ...] = ()
    used: Mapping[str, int] = field(default_factory=dict)
    judged: tuple[int, ...] = ()
    configuration: str = ""
    read: Callable[[str | Path], Library[Any]] | None = field(default=None, compare=False)

    @property
    def totals(self) -> list[Total]:
        """Sums for each condition over the problems that measure, of its configuration alone."""
        return [one for one in super().totals if one.configuration == self.configuration]

    @property
    def left(self) -> Any:
        """The rules that are kept."""
        return self.library.only([one.name for one in self.judgements if not one.dropped])

    def save(self, path: str | Path) -> None:
        """Write the rules that are kept to a file, and read them back.

        Raises
        ------
        InputError
            A place that cannot be written to.
        FaultError
            Rules that are not read back as they were written.
        """
        read = self.read
        save_rules_and_read_back(self.left, path, None if read is None else lambda: read(path))

    @property
    def unit(self) -> str:
        """The unit of the work."""
        return self.run.unit

    def __repr__(self) -> str:
        kept = f"{len(self.left)} of {self.library.counted(self.library)} kept"
        return f"RulesUtility({self.library.name!r}, {kept})"


@checked
def rules_utility(
    domain: Any,
    rules: str | Path | Library[Any],
    problems: Any = None,
    *,
    algorithm: str | None = None,
    configuration: Configuration | None = None,
    use: str = EVERYWHERE,
    keeping: Keeping | None = None,
    progress: Progress = no_progress,
) -> RulesUtility:
    """Measure what each rule of a logic program saves, or each macro-operator of a program that makes moves.

    Those that cost more are forgotten, as `forget` does macros. Of four problems or more every other one judges, and what is
    left is measured on the rest. The work is inferences, or operator applications, in which a macro-operator counts its moves.

    Parameters
    ----------
    domain
        A logic program, or as for `learn`.
    rules
        Rules in front of the clauses of their predicates, macro-operators with conditions, or their file.
    problems
        As for `compare`: of a logic program goals, by default its facts ``problem(Goal)``.
    algorithm
        Of each search; by default depth-first of goals, A* of moves.
    configuration
        Limits, by default 100,000 inferences or 20,000 expansions; of moves all else about the searches too.
    use
        Where rules of a program are used: for every goal, or at the ``root`` of a proof alone.
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
    kind, words = kind_of(domain, problems)
    base = configuration or Configuration()
    source, read, how = kind.judging(domain, words, problems, algorithm, base)
    library = read(rules) if isinstance(rules, str | Path) else rules
    found = source.problems(problems)
    _check(library, found)
    facts = {**source.facts(found), **FACTS}
    experiment = Experiment(
        source, (found,), _conditions(library, use), (how,), facts, how.seed, timing=False
    )
    return replace(_judged(experiment, library, keeping, progress), read=read)


Judging: TypeAlias = tuple[Source, Callable[[str | Path], Library[Any]], Configuration]
"""The source whose rules are judged, how their file is read, and how problems are searched; see `Source.judging`."""


def judging_of_source(source: Source, algorithm: str | None, base: Configuration) -> Judging:
    """Rules of a library of the source; see `Source.judging`."""
    how = source.configured(base.using(algorithm or source.usual_algorithms[0]))
    return source, source.library, how


def judging_on_board(
    domain: Any, problems: Any, algorithm: str | None, base: Configuration
) -> Judging:
    """Macro-operators with conditions, of a program that makes the moves; see `Source.judging`.

    Raises
    ------
    InputError
        A board whose moves no program makes.
    """
    if problems is None and isinstance(domain, str | Path) and is_prolog(str(domain)):
        raise InputError(
            "no problems",
            expected="goals to prove, a file of problems, or a start and a goal, behind the program",
            found="none",
        )
    board = program_of_moves(domain, problems or []) or BoardSource.opened(domain)
    moves = board.clauses
    if moves is None:
        raise InputError(
            "macro-operators with conditions are for a Prolog program that arcwise's own prover runs",
            expected="the program that they were learned from",
            found=board.argument,
        )
    how = base.using(algorithm or "a-star")
    how.check_used([how.algorithm])
    how = replace(how, limits=Limits(nodes=NODES)) if how.limits == Limits() else how
    return board.holding_texts(), lambda path: load_library(path, moves.program), how


FACTS = {"command": "utility", "contrasts": [[NONE, EVERY], [NONE, KEPT]]}
"""Settings of a run of this design."""


def _check(library: Any, problems: Sized) -> None:
    """Refuse what leaves nothing to be measured.

    Raises
    ------
    InputError
        No problem, no rule, or rules that stand in the place of clauses.
    """
    if not len(problems) or not len(library):
        raise InputError("no utility without problems and rules", expected="one of each at least")
    if library.replaces:
        raise InputError(
            "unfolded clauses stand in the place of others, so that none can be forgotten",
            expected="rules of another learner",
            found=library.learner,
        )


def _conditions(library: Library[Any], use: str) -> tuple[Condition, Condition]:
    """The condition without rules, and that with all."""
    whole = with_(library, EVERY, f"{EVERY}.pl")
    return without(), in_use(whole, use)


def _halved(problems: ProblemSet) -> tuple[ProblemSet, ...]:
    """Problems, of which every other one judges if there are `FEW` or more; else all judge, and measure too."""
    if len(problems) < FEW:
        return (problems,)
    judging = tuple(replace(one, problem_set=JUDGING) for one in problems.instances[::2])
    return (
        replace(problems, instances=judging, name=JUDGING),
        replace(problems, instances=problems.instances[1::2]),
    )


def _judged(
    whole: Experiment, library: Library[Any], keeping: Keeping | None, progress: Progress
) -> RulesUtility:
    """Judge each rule, and measure what is left: searches without rules, with all, and with some."""
    (problems,) = whole.problem_sets
    experiment = replace(whole, problem_sets=_halved(problems))
    (how,) = experiment.configurations
    judging = experiment.problems_of(experiment.problem_sets[0].name)
    measuring = experiment.problems_of("")
    planned = len(judging) * (2 + len(library))
    planned += len(measuring) * (1 if judging == measuring else 3)
    names = [rule.name for rule in library]
    on_goals = experiment.source.unit == "inferences"
    with (
        experiment.begun(keeping, lambda configurations: planned) as runner,
        progress(len(library) + 3, "utility of the rules") as tick,
    ):

        def searched(condition: Condition, asked: Sequence[Instance]) -> list[Row]:
            tasks = [experiment.task(runner.ensure(condition), how, one) for one in asked]
            return runner.rows([replace(task, counting=on_goals) for task in tasks])

        def judged_with(condition: Condition) -> Sequence[Row]:
            return searched(condition, judging)

        judgements, used = _judgements(experiment.conditions, names, judged_with, tick)
        kept = tuple(one.name for one in judgements if not one.dropped)
        for condition in (*experiment.conditions, experiment.conditions[-1].only(kept, KEPT)):
            searched(condition, measuring)
            tick()
        runner.finish()
        run = runner.folder.read()
    numbers = tuple(one.id for one in judging)
    found = RulesUtility(run, library=library, judgements=judgements, used=used)
    return replace(found, judged=numbers, configuration=how.name)


def _judgements(
    conditions: Sequence[Condition],
    names: Sequence[str],
    rows: Callable[[Condition], Sequence[Row]],
    report: Callable[[], None] | None = None,
) -> tuple[tuple[Judgement, ...], Mapping[str, int]]:
    """Decision about each rule, and in how many solutions it is used where all are there.

    Parameters
    ----------
    conditions
        No rules, and all of them.
    names
        The rules.
    rows
        Searches of the problems that judge, under a condition.
    report
        Called after each rule that is measured before the first judgement.
    """
    bare, whole = conditions[0], conditions[-1]

    def some(chosen: Sequence[str]) -> Condition:
        if len(chosen) in (0, len(names)):
            return whole if chosen else bare
        return some_of(whole, names, chosen)

    def effort(chosen: Sequence[str]) -> Effort:
        found = rows(some(chosen))
        return Effort(sum(not row.answered for row in found), sum(row.work for row in found))

    everything = rows(whole)
    unit = "inferences" if any(row.inferences for row in everything) else "operator applications"
    used = Counter(name for row in everything for name in {*row.used} if name in names)
    return tuple(judged(names, effort, unit=unit, report=report)), used


def utilities_of_run(run: Run, library: Library[Any]) -> list[RulesUtility]:
    """The utility of rules as a run of `rules_utility` has it, for each strategy whose searches are all there.

    Parameters
    ----------
    run
        The run.
    library
        Its rules.
    """
    known = {row.key: row for row in run.searches}
    sets = [one.problem_set for one in run.problems]
    numbers = tuple(one.id for one in run.problems if one.problem_set == max(sets))
    found = []
    for how in run.settings.get("configurations") or ():

        def rows(condition: Condition, how: str = how) -> list[Row]:
            return [known[condition.name, how, number] for number in numbers]

        with suppress(KeyError):
            names = [rule.name for rule in library]
            judgements, used = _judgements(run.conditions[:2], names, rows)
            one = RulesUtility(run, library=library, judgements=judgements, used=used)
            found.append(replace(one, judged=numbers, configuration=how))
    return found
