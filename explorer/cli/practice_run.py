"""``arcwise learn --learner`` as a run that lasts: every problem is practised in a process of its own, and is a row.

A learner walks through its problems again from the first when it is resumed; those that have a row teach what they taught
then, so that it comes to the same library as if it had not been interrupted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...ebl.files.macro_file import library_text, load_macros
from ...ebl.learners.learner import Course
from ...ebl.learners.practice import Exercise, Practice, Practise
from ...ebl.learners.table import LEARNERS
from ...ebl.library import MacroLibrary
from ...experiments.execute.recipe import Recipe
from ...experiments.execute.task import Task
from ...experiments.options import RunOptions, SearchOptions
from ...experiments.store.folder import Key, NewArm, NewProblem, RunFolder
from ...experiments.store.given import given_macros
from ...experiments.store.known import KnownRows
from ...experiments.store.picture import LessonRow, read_run
from ...experiments.store.start import begin, place_of, pool_of
from ...rules.domain import Domain
from ...rules.text_file import read_text
from .console import note
from .learn_run import LIBRARY, PAUSE, common_settings
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
    options: SearchOptions
    library: MacroLibrary
    macros: str | None

    def settings(self) -> dict[str, Any]:
        """What a run folder keeps of it."""
        shape = self.course.shapes[-1]
        return {
            **common_settings(self.recipe, self.options),
            "theory_name": self.family.spell(self.course.shape),
            "shape": list(shape),
            "blank": self.family.blank,
            "learner": self.learner,
            "algorithms": [self.learner],
            "quiescence": self.course.quiescence,
            "problems": self.course.problems,
            "macros": self.macros,
        }


@dataclass(frozen=True)
class Practising:
    """Who practises, into which library, and where that is kept besides the user's own file."""

    library: MacroLibrary
    practise: Practise | None
    saver: MacroSaver


@contextmanager
def practising(asked: Asked, wanted: RunOptions) -> Iterator[Practising]:
    """Practise in this process, or in processes that write into a run folder.

    Raises
    ------
    InputError
        A folder that cannot be used, or holds another run.
    """
    if not wanted.apart:
        yield Practising(asked.library, None, MacroSaver(None))
        return
    text = None if asked.macros is None else read_text(asked.macros)
    arms = [NewArm(asked.learner, facts={"label": asked.learner, "macros": 0})]
    with (
        place_of(wanted) as place,
        begin(place, asked.settings(), arms=arms, resume=wanted.resume) as folder,
        given_macros(folder, asked.macros, text) as given,
        pool_of(wanted) as pool,
    ):
        library = asked.library if given is None else load_macros(given, family=asked.family)
        known = KnownRows(folder, pool)
        if known.keys:
            note(f"{len(known.keys):,} problems are practised already")
        practise = PracticeInRun(folder, known, asked.family, asked.learner, asked.recipe)
        yield Practising(library, practise, MacroSaver(Path(place) / LIBRARY, pause=PAUSE))


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
        self._written = {lesson.number: lesson for lesson in read_run(folder.path).lessons}
        self._practised = self._lessons = 0

    def __call__(self, library: MacroLibrary, exercise: Exercise) -> Practice:
        """Practise a problem, or find what it taught when it was practised."""
        self._practised += 1
        number = self._practised
        spelled, goal = self._family.spell(exercise.shape), self._family.goal(exercise.shape)
        self._folder.ensure_problem(number, NewProblem(exercise.start, goal, exercise.origin))
        key = (1, self._learner, number)
        recipe = replace(self._recipe, theory=spelled, way="practice")
        if LEARNERS[self._learner].builds_on and key not in self._known.keys:
            library.shape = exercise.shape
            recipe = replace(recipe, macros_name="macros.pl", macros_text=library_text(library))
        options = SearchOptions(limits=exercise.limits)
        self._known.make([Task(key, recipe, exercise.start, goal, options, self._learner)])
        practice = self._practice(key, library, exercise)
        for admission in practice.admissions:
            self._lessons += 1
            lesson = LessonRow(
                *(self._lessons, number, admission.macro.name),
                *(admission.accepted, admission.reason),
            )
            if self._written.get(self._lessons) != lesson:
                self._folder.add_lesson(lesson)
        return practice

    def _practice(self, key: Key, library: MacroLibrary, exercise: Exercise) -> Practice:
        told, row = self._known.told(key), self._known.get(key)
        if told is not None:
            return Practice.from_json(told, exercise, library)
        assert row is not None
        return Practice(
            *(exercise.number, exercise.shape, exercise.start, False, 0, 0, ()),
            limit=row.stopped_by,
        )
