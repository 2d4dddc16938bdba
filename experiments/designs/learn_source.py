"""Learning from examples of a source of any kind: searched, generalized by the source, admitted by its library."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from ...ebl.learn import train
from ...ebl.learner import Course, Learner, Outcome, TrainingPaths, TrainingProblem, TrainingRecord
from ...ebl.learners.examples import Examples
from ...ebl.rule import Library
from ...rules.errors import InputError
from ...rules.later import Later
from ...rules.source import RuleTexts, Source
from ...rules.text.text_file import check_writable
from ..condition import Condition
from ..configuration import Configuration
from ..experiment import Experiment
from ..keeping import Keeping
from ..problem_set import ProblemSet
from ..result_set import ResultSet
from ..row import Row
from .training import LearnedLibrary, LearnRequest

TRAINING = "training"
"""The condition under which training examples are searched."""


@dataclass(frozen=True)
class SourceLearning(LearnedLibrary):
    """Result of learning from examples of a source.

    Parameters
    ----------
    source, learner
        What was learned of, and by whom.
    library
        The rules.
    records
        What each example taught, in order.
    results
        The rows of the searches; not finished where the user interrupted it.
    files
        Where the library was written.
    """

    _view = Later("explorer.views.learning", "source_learning_view")

    source: Source
    learner: Learner
    library: Library[Any]
    records: tuple[TrainingRecord, ...]
    results: ResultSet
    files: tuple[str, ...] = ()

    @property
    def work(self) -> int:
        """Work of the training searches, in the unit of the source."""
        return sum(row.work for row in self.results.rows)


def learn_of_source(source: Source, asked: LearnRequest) -> SourceLearning:
    """Learn rules of a source from examples.

    Raises
    ------
    InputError
        What `learn` refuses; another learner than that of examples, or an option of it without meaning here.
    """
    options = _options(source, asked.learner)
    if asked.output is not None:
        check_writable(asked.output)
    how = source.configured(asked.configuration or Configuration(source.usual_algorithms[0]))
    keep_going = bool(options.get("keep_going"))
    found = source.problems(asked.examples, training=True, keep_going=keep_going)
    library = source.library(asked.macros)
    able = Examples(**options)
    records, results = _trained(source, how, able, library, found, asked)
    files: tuple[str, ...] = ()
    if asked.output is not None and len(library):
        library.save(asked.output)
        files = (str(asked.output),)
    return SourceLearning(source, able, library, records, results, files)


def _options(source: Source, learner: Learner | None) -> dict[str, Any]:
    """The options of the learner from examples that have a meaning here."""
    options = {} if learner is None else learner.given
    if learner is not None and learner.name != Examples.name:
        raise InputError(
            f"learner {learner} does not learn of {source.kind}",
            expected=f"learner {Examples.name}, with examples",
            found=source.name,
        )
    others = [name for name in options if name not in ("with_macros", "keep_going", "lessons")]
    if others:
        raise InputError(f"{others[0]} is not for {source.name}", remedy=f"leave out {others[0]}")
    return options


def _trained(
    source: Source,
    how: Configuration,
    learner: Examples,
    library: Library[Any],
    found: ProblemSet,
    asked: LearnRequest,
) -> tuple[tuple[TrainingRecord, ...], ResultSet]:
    """Learn into a library, and keep the rows of the searches; the records, and the rows."""
    where, records, finished = asked.keeping or Keeping(), list[TrainingRecord](), True
    experiment = _experiment(source, found, how)
    with (
        where.begin(experiment.settings, experiment.problems, experiment.conditions) as folder,
        asked.progress(len(found), f"learning on {source.name}") as tick,
    ):

        def attention(known: Any, problem: TrainingProblem) -> TrainingPaths:
            """Search the example, and hand over its rule as the source generalizes the solution."""
            there = source
            if learner.with_macros and len(known):
                there = source.with_rules(RuleTexts.of(known))
            result, others = there.solve(
                problem.start, problem.goal, how, lambda count: tick(0, f"{count:,} expanded")
            )
            states = tuple(one if isinstance(one, tuple) else (one,) for one in result.states)
            row = replace(result, states=states)
            folder.record(Row.of((TRAINING, how.name, len(records) + 1), row, **others))
            if result.limit == "interrupt":
                raise KeyboardInterrupt
            ended = Outcome.of(result)
            if not result.solved:
                return ended
            rule = source.generalize(result, known.next_name(), problem.origin)
            if isinstance(rule, str):
                return replace(ended, passed_over=(rule,))
            yield rule
            return ended

        problems = tuple(
            TrainingProblem((1, 1), one.start, one.goal, one.place, how.limits) for one in found
        )
        course = Course((1, 1), ((1, 1),), examples=problems)
        try:
            with closing(train(learner, library, course, attention)) as stream:
                for record in stream:
                    records.append(record)
                    tick(1, library.counted(library))
        except KeyboardInterrupt:
            finished = False
        return tuple(records), ResultSet.of(folder.read(), finished=finished)


def _experiment(source: Source, found: ProblemSet, how: Configuration) -> Experiment:
    """The examples as searches of a run."""
    facts = {"command": "learn", "learner": Examples.name, **source.facts(found)}
    plain = Condition.without_macros(TRAINING)
    return Experiment(source, (found,), (plain,), (how,), facts)
