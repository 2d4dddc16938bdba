"""``arcwise learn`` from training examples: each is searched as any other problem, its row kept, its path explained."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...ebl.files.macro_file import library_text, load_macros
from ...ebl.learn import TrainingRecord, training_records
from ...ebl.library import MacroLibrary
from ...ebl.training import Example
from ...experiments.condition import Condition
from ...experiments.configuration import Configuration
from ...experiments.domain import Domain
from ...experiments.execute.recipe import Recipe
from ...experiments.execute.task import Task
from ...experiments.experiment import Experiment
from ...experiments.keeping import Keeping
from ...experiments.known_rows import KnownRows
from ...experiments.problem_set import Instance, ProblemSet
from ...experiments.store import RunFolder, TrainingRow
from ...experiments.store.first_macros import first_macros
from ...experiments.store.rows import result_of
from ...search.problem import Problem
from ...search.result import Result
from .console import note
from .macro_saver import MacroSaver
from .utility_tables import counted

TRAINING = "training"
"""The condition under which training examples are searched."""

LIBRARY = "macros.pl"
"""What the library is called in a run folder."""

PAUSE = 1.0
"""Seconds between two times of writing it."""


@dataclass
class Training:
    """How far learning from examples is.

    Parameters
    ----------
    domain
        The board.
    library
        What is known.
    records
        What was learned so far.
    """

    domain: Domain
    library: MacroLibrary
    records: list[TrainingRecord] = field(default_factory=list)


@dataclass(frozen=True)
class Asked:
    """What is to be learned.

    Parameters
    ----------
    recipe
        How to make the board elsewhere.
    examples
        What to learn from.
    configuration
        How to search.
    with_macros
        Whether macros take part in the search of the examples after them.
    macros, text
        The macro file to add to, and what is in it; or None.
    """

    recipe: Recipe
    examples: tuple[Example, ...]
    configuration: Configuration
    with_macros: bool
    macros: str | None
    text: str | None

    def experiment(self, domain: Domain) -> Experiment:
        """The examples as problems."""
        problems = ProblemSet(
            tuple(Instance(one.start, one.goal, str(one.place)) for one in self.examples)
        )
        facts: dict[str, Any] = {
            "command": "learn",
            "theory_name": domain.theory.name,
            "shape": list(domain.theory.shape),
            "blank": domain.theory.blank,
            "algorithm": self.configuration.algorithm,
            "with_macros": self.with_macros,
            "macros": self.macros,
            "searches": len(self.examples),
        }
        plain = Condition.without_macros(TRAINING, label=TRAINING)
        return Experiment(self.recipe, (problems,), (plain,), (self.configuration,), facts)


def learn_from_examples(
    asked: Asked, keeping: Keeping, training: Training, tick: Callable[..., None]
) -> None:
    """Learn from examples by searches that are rows of a run.

    Parameters
    ----------
    asked
        What to learn from, and how.
    keeping
        Where to keep it, and who searches.
    training
        Its library and records grow; they are up to date whatever ends the learning.
    tick
        Called after every training record.

    Raises
    ------
    KeyboardInterrupt
        The user's.
    InputError
        Searches that are not possible; a folder that cannot be used, or holds another run.
    """
    experiment = asked.experiment(training.domain)
    experiment.check()

    def report(task: Task, expanded: int) -> None:
        tick(0, f"{counted(len(training.library), 'macro')}; this search: {expanded:,} expanded")

    with (
        keeping.begin(experiment.settings, experiment.problems, experiment.conditions) as folder,
        first_macros(folder, asked.macros, asked.text) as first,
    ):
        if first is not None:
            training.library = load_macros(first, training.domain.theory)
        with keeping.pool(report) as pool:
            _Learning(asked, experiment, training, folder, KnownRows(folder, pool), tick).run()


class _Learning:
    """Training records in the order of the examples, in whatever order the searches end."""

    def __init__(
        self,
        asked: Asked,
        experiment: Experiment,
        training: Training,
        folder: RunFolder,
        known: KnownRows,
        tick: Callable[..., None],
    ) -> None:
        self._asked, self._training, self._folder, self._known = asked, training, folder, known
        self._tick = tick
        self._tasks = experiment.tasks()
        self._saver = MacroSaver(folder.path / LIBRARY if folder.lasts else None, pause=PAUSE)
        self._written = {record.number: record for record in folder.read().training_records}
        self._stream = training_records(
            training.domain.theory,
            asked.examples,
            training.library,
            self._search,
            with_macros=asked.with_macros,
        )

    def run(self) -> None:
        known = len(self._known.keys)
        if known:
            note(f"{known:,} of {len(self._tasks):,} searches are done already")
        try:
            if not self._asked.with_macros:
                self._known.make(self._tasks, lambda task, here: self._listen())
            for record in self._stream:
                self._learn(record)
        finally:
            if len(self._training.library):
                self._save(last=True)

    def _task(self, number: int) -> Task:
        task = self._tasks[number - 1]
        if not (self._asked.with_macros and len(self._training.library)):
            return task
        text = library_text(self._training.library)
        recipe = replace(self._asked.recipe, macros_name=LIBRARY, macros_text=text)
        return replace(task, recipe=recipe)

    @property
    def _next(self) -> int:
        """The number of the example whose record comes next."""
        return len(self._training.records) + 1

    def _search(self, problem: Problem) -> Result:
        task = self._task(self._next)
        self._known.make([task])
        row = self._known.get(task.key)
        assert row is not None
        return replace(result_of(row, problem.start, problem.theory), theory=problem.theory)

    def _listen(self) -> None:
        """Learn from all examples that have been searched, as far as none before them is missing."""
        while (
            self._next <= len(self._tasks)
            and self._known.get(self._tasks[self._next - 1].key) is not None
        ):
            self._learn(next(self._stream))

    def _learn(self, record: TrainingRecord) -> None:
        number = self._next
        self._training.records.append(record)
        row = training_row(number, record)
        if self._written.get(number) != row:
            self._folder.add_training_row(row)
        if record.admission is not None and record.admission.accepted:
            self._save()
        self._tick(1, counted(len(self._training.library), "macro"))

    def _save(self, *, last: bool = False) -> None:
        self._saver.save(lambda: library_text(self._training.library), last=last)


def training_row(number: int, record: TrainingRecord) -> TrainingRow:
    """A training record as a run keeps it."""
    if record.admission is None:
        return TrainingRow(number, number, None, False, why_nothing(record))
    admission = record.admission
    return TrainingRow(number, number, admission.macro.name, admission.accepted, admission.reason)


def why_nothing(record: TrainingRecord) -> str:
    """Why there was no macro to admit."""
    if record.result.solved:
        return "nothing to learn: start and goal are the same"
    return f"no path: {record.result.summary()}"


def saved_in(output: str | None, wanted: Keeping) -> list[str]:
    """The files in which macros are kept; where there is none, the user is told how to keep them."""
    files = [] if output is None else [output]
    if wanted.folder is not None:
        files.append(str(Path(wanted.folder) / LIBRARY))
    if not files:
        note("not saved: -o FILE keeps the macros")
    return files
