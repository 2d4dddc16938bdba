"""``arcwise learn --learner``: every problem that is practised is a task, and what it taught is in its row.

A learner walks through its problems again from the first when it is resumed; those that have a row teach what they taught
then, so that it comes to the same library as if it had not been interrupted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from ...ebl.files.macro_file import library_text, load_macros
from ...ebl.learners.learner import Course
from ...ebl.learners.practice import Exercise, Practice, Practise
from ...ebl.learners.table import LEARNERS
from ...ebl.library import MacroLibrary
from ...experiments.condition import Condition
from ...experiments.configuration import Configuration
from ...experiments.execute.recipe import Recipe
from ...experiments.execute.task import Task
from ...experiments.experiment import Experiment
from ...experiments.keeping import Keeping
from ...experiments.known_rows import KnownRows
from ...experiments.problem_set import Instance
from ...experiments.row import Row
from ...experiments.store import RunFolder, TrainingRow
from ...experiments.store.first_macros import first_macros
from ...rules.domain import Domain
from ...rules.text_file import read_text
from .console import note
from .learn_run import LIBRARY, PAUSE
from .macro_saver import MacroSaver


@dataclass(frozen=True)
class Asked:
    """What is to be practised.

    Parameters
    ----------
    family, course
        The boards, and which of them.
    learner
        The learner's name.
    recipe
        How to make the boards elsewhere.
    options
        Seed and limits.
    library
        What is known already.
    macros
        The file that it came from, or None.
    """

    family: Domain
    course: Course
    learner: str
    recipe: Recipe
    options: Configuration
    library: MacroLibrary
    macros: str | None

    def experiment(self) -> Experiment:
        """Without problems: the learner finds them as it goes."""
        shape = self.course.shapes[-1]
        facts: dict[str, Any] = {
            "command": "learn",
            "theory_name": self.family.spell(self.course.shape),
            "shape": list(shape),
            "blank": self.family.blank,
            "learner": self.learner,
            "quiescence": self.course.quiescence,
            "problems": self.course.problems,
            "macros": self.macros,
        }
        plain = Condition.without_macros(self.learner, label=self.learner)
        return Experiment(self.recipe, (), (plain,), (self.options.using(self.learner),), facts)


@dataclass(frozen=True)
class Practising:
    """Who practises, into which library, and where that is kept besides the user's own file."""

    library: MacroLibrary
    practise: Practise
    saver: MacroSaver


@contextmanager
def practising(asked: Asked, keeping: Keeping) -> Iterator[Practising]:
    """Practise for a run.

    Raises
    ------
    InputError
        A folder that cannot be used, or holds another run.
    """
    text = None if asked.macros is None else read_text(asked.macros)
    experiment = asked.experiment()
    with (
        keeping.begin(experiment.settings, (), experiment.conditions) as folder,
        first_macros(folder, asked.macros, text) as first,
        keeping.pool() as pool,
    ):
        library = asked.library if first is None else load_macros(first, family=asked.family)
        known = KnownRows(folder, pool)
        if known.keys:
            note(f"{len(known.keys):,} problems are practised already")
        practise = PracticeInRun(folder, known, asked.family, asked.learner, asked.recipe)
        yield Practising(
            library,
            practise,
            MacroSaver(folder.path / LIBRARY if folder.lasts else None, pause=PAUSE),
        )


class PracticeInRun:
    """Practises for a run folder; see `Practise`.

    Parameters
    ----------
    folder, known
        Where to write down what, and who practises.
    family
        The family of all problems.
    learner
        The learner's name.
    recipe
        How to make its boards elsewhere.
    """

    def __init__(
        self, folder: RunFolder, known: KnownRows, family: Domain, learner: str, recipe: Recipe
    ) -> None:
        self._folder, self._known = folder, known
        self._family, self._learner, self._recipe = family, learner, recipe
        self._written = {record.number: record for record in folder.read().training_records}
        self._practised = self._records = 0

    def __call__(self, library: MacroLibrary, exercise: Exercise) -> Practice:
        """Practise a problem, or find what it taught when it was practised."""
        self._practised += 1
        number = self._practised
        spelled, goal = self._family.spell(exercise.shape), self._family.goal(exercise.shape)
        self._folder.ensure_problem(number, Instance(exercise.start, goal, exercise.origin))
        key = (self._learner, self._learner, number)
        recipe = replace(self._recipe, theory=spelled)
        if LEARNERS[self._learner].builds_on and key not in self._known.keys:
            library.shape = exercise.shape
            recipe = replace(recipe, macros_name="macros.pl", macros_text=library_text(library))
        how = Configuration(self._learner, limits=exercise.limits)
        self._known.make([Task(key, recipe, exercise.start, goal, how)])
        row = self._known.get(key)
        assert row is not None
        practice = _practice(row, library, exercise)
        for admission in practice.admissions:
            self._records += 1
            record = TrainingRow(
                *(self._records, number, admission.macro.name),
                *(admission.accepted, admission.reason),
            )
            if self._written.get(self._records) != record:
                self._folder.add_training_row(record)
        return practice


def _practice(row: Row, library: MacroLibrary, exercise: Exercise) -> Practice:
    """What a practised problem taught; a row that died taught nothing."""
    record = row.practice
    if record is not None:
        return Practice.from_json(record, exercise, library)
    return Practice(
        *(exercise.number, exercise.shape, exercise.start, False, 0, 0, ()),
        limit=row.stopped_by,
    )
