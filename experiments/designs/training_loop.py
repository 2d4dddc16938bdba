"""The loop of ``arcwise learn``: attention is paid by a pool, records are written down, the library is saved.

Learning that is resumed walks through its problems again from the first; those that have a row teach what they taught then,
so that it comes to the same library as if it had not been interrupted.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace

from ...ebl.learner import Choice, TrainingProblem, TrainingRecord
from ...ebl.library import MacroLibrary
from ...ebl.train import train
from ..configuration import Configuration
from ..execute.practice import as_searched, attention_to_rows
from ..execute.task import Task
from ..keeping import Keeping
from ..known_rows import KnownRows
from ..progress import Progress
from ..row import Row
from ..store.library import LibraryFiles
from ..store.records import TrainingRow
from ..store.run_folder import RunFolder
from .training import Training
from .trial import Trial, try_out

LOG = logging.getLogger("arcwise")


class TrainingLoop:
    """The loop of learning with attention paid by a pool: its records are written down, its library saved."""

    def __init__(
        self,
        training: Training,
        library: MacroLibrary,
        folder: RunFolder,
        files: LibraryFiles,
        tried_with: Configuration,
    ) -> None:
        self.records: list[TrainingRecord] = []
        self._training, self._library, self._folder, self._files = training, library, folder, files
        if training.learner.at_once and any(row.stopped_by for row in folder.read().searches):
            # What was cut short is done again as a whole, which has other problems if it comes further.
            folder.forget_problems()
        self._written = {row.number: row for row in folder.read().training_records}
        self._rows = 0
        self._first = tuple(library)
        self._tried_with = tried_with
        self.trial: Trial | None = None

    @property
    def choice(self) -> Choice | None:
        """Selection among the macros of all records; None if the learner keeps each that it accepts."""
        selection = self._training.learner.selection
        return None if selection is None else selection(self.records, self._first)

    def run(self, where: Keeping, progress: Progress) -> bool:
        """Learn; False if the user interrupts it. What was learned is kept, whatever ended it."""
        training, library = self._training, self._library
        examples = training.course.examples

        def report(task: Task, expanded: int) -> None:
            tick(0, f"{self._macros}; this search: {expanded:,} expanded")

        try:
            with (
                progress(len(examples) or None, f"learning on {training.name}") as tick,
                where.pool(report) as pool,
            ):
                known = KnownRows(self._folder, pool)
                self._say_known(known)
                self._known = known
                attention = attention_to_rows(training.learner, self._row)
                what = "words" if training.learner.at_once else "states tried"
                course = replace(training.course, report=lambda count: tick(0, f"{count:,} {what}"))
                with closing(train(training.learner, library, course, attention)) as stream:
                    if not (training.learner.builds_on or training.learner.at_once):
                        self._ahead(known, stream, tick)
                    for record in stream:
                        self._enter(record, tick)
            self._try_out(progress)
            self._enter_choice()
        except KeyboardInterrupt:
            return False
        finally:
            if len(library) or (examples and self.records):
                self._files.save(library, last=True)
        return True

    def _try_out(self, progress: Progress) -> None:
        """Drop the macros that save nothing on the problems that are held out, unless the run knows what came of it."""
        training, library = self._training, self._library
        if len(library) == len(self._first):
            return
        if not len(training.held_out):
            library.keep([one for one in library if one in self._first or not one.entangled])
            return
        known = self._folder.settings().get("trial")
        if known is not None:
            self.trial = Trial.from_json(known)
        else:
            first = [macro.name for macro in self._first]
            doing = f"trying macros on {len(training.held_out)} problems"
            with progress(len(library) - len(first), doing) as tick:
                parts = library, first, training.recipe, training.held_out, self._tried_with
                self.trial = try_out(*parts, report=lambda: tick(1, ""))
            self._folder.put("trial", self.trial.to_json())
        library.keep(tuple(library.without(self.trial.dropped)))

    def _say_known(self, known: KnownRows) -> None:
        if done := len(known.keys):
            many = len(self._training.course.examples)
            of = f" of {many:,}" if many else ""
            LOG.info(f"{done:,}{of} training problems are done already")

    @property
    def _macros(self) -> str:
        many = len(self._library)
        return f"{many:,} macro{'s' if many != 1 else ''}"

    def _ahead(
        self, known: KnownRows, stream: Iterator[TrainingRecord], tick: Callable[..., None]
    ) -> None:
        """Work on all problems in whatever order, and learn from each as soon as all before it are done."""
        training = self._training
        tasks = []
        for number, one in enumerate(training.problems(self._library), start=1):
            if not training.instances:
                self._folder.ensure_problem(number, training.instance(number, one))
            tasks.append(None if one.plan is not None else self._task(number, one))

        def ready(number: int) -> bool:
            task = tasks[number]
            return task is None or known.get(task.key) is not None

        def seen(task: Task, here: bool) -> None:
            while (done := len(self.records)) < len(tasks) and ready(done):
                self._enter(next(stream), tick)

        known.make([task for task in tasks if task is not None], seen)

    def _task(self, number: int, problem: TrainingProblem) -> Task:
        return self._training.task(number, problem, self._library)

    def _row(self, problem: TrainingProblem) -> Row:
        """The row of the next problem, which is worked on unless it has one."""
        number = len(self.records) + 1
        self._folder.ensure_problem(number, self._training.instance(number, problem))
        task = self._task(number, problem)
        self._known.make([task])
        row = self._known.get(task.key)
        assert row is not None
        return row

    def _enter(self, record: TrainingRecord, tick: Callable[..., None]) -> None:
        """Write a record down, with its row where it was worked on together with others."""
        together = record.problem.outcome
        if together is not None and together.limit != "interrupt":
            self._enter_row(record)
        self.records.append(record)
        if together is not None and together.limit == "interrupt":
            tick(1, self._macros)  # what is resumed works on all of them again
            return
        said: list[tuple[str | None, bool, str]] = [
            (one.macro.name, one.accepted, one.reason) for one in record.admissions
        ]
        if record.nothing is not None:
            said = [(None, False, record.nothing)]
        elif self._training.learner.selection is not None:
            refused, all_of_it = record.refused, len(record.paths) + len(record.outcome.passed_over)
            words = f"{all_of_it} pieces of its plan looked at, {refused.total()} refused"
            said = [(None, False, words)]
        for macro, accepted, reason in said:
            self._write(record.number, macro, accepted, reason)
        if record.learned and self._training.learner.selection is None:
            self._files.save(self._library)
        tick(1, self._macros)

    def _enter_row(self, record: TrainingRecord) -> None:
        """Write down how a problem ended that no task was made for."""
        self._folder.ensure_problem(
            record.number, self._training.instance(record.number, record.problem)
        )
        task = self._task(record.number, record.problem)
        result, others = as_searched(record, task.algorithm, self._library.domain)
        self._known.enter(Row.of(task.key, result, **others))

    def _enter_choice(self) -> None:
        """Write down what was chosen in the end, each macro with the problem that it comes from."""
        choice = self.choice
        if choice is None:
            return
        for macro, uses in zip(choice.macros, choice.uses, strict=True):
            number = next(
                record.number
                for record in self.records
                if any(one.macro.origin == macro.origin for one in record.admissions)
            )
            if macro.entangled and self.trial is None:
                continue  # a trial alone may keep it
            words = f"{uses} use{'s' if uses != 1 else ''} in the training plans"
            dropped = {} if self.trial is None else self.trial.dropped
            said = dropped.get(macro.name, words)
            self._write(number, macro.name, macro.name not in dropped, said)

    def _write(self, problem: int, macro: str | None, accepted: bool, reason: str) -> None:
        self._rows += 1
        row = TrainingRow(self._rows, problem, macro, accepted, reason)
        if self._written.get(self._rows) != row:
            self._folder.add_training_row(row)
