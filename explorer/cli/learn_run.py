"""``arcwise learn`` as a run that lasts: every search a row, every lesson written down as soon as it is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from ...ebl.files.macro_file import library_text, load_macros
from ...ebl.learn import Lesson, lessons
from ...ebl.library import MacroLibrary
from ...ebl.training import Example
from ...experiments.domain import Domain
from ...experiments.execute.recipe import Recipe
from ...experiments.execute.task import Task
from ...experiments.options import RunOptions, SearchOptions
from ...experiments.store.folder import NewArm, NewProblem, RunFolder
from ...experiments.store.given import given_macros
from ...experiments.store.known import KnownRows
from ...experiments.store.picture import LessonRow, read_run
from ...experiments.store.rows import result_of
from ...experiments.store.start import begin, place_of, pool_of
from ...search.problem import Problem
from ...search.result import Result
from .console import note
from .macro_saver import MacroSaver
from .utility_tables import counted

ARM = "training"

LIBRARY = "macros.pl"
"""What the library is called in a run folder."""

PAUSE = 1.0
"""Seconds between two times of writing it."""


@dataclass
class Pupil:
    """Who learns from examples.

    Parameters
    ----------
    domain
        The board.
    library
        What is known.
    lessons
        What was learned so far.
    """

    domain: Domain
    library: MacroLibrary
    lessons: list[Lesson] = field(default_factory=list)


@dataclass(frozen=True)
class Asked:
    """What is to be learned.

    Parameters
    ----------
    recipe
        How to make the board elsewhere.
    examples
        What to learn from.
    algorithm, options
        How to search.
    with_macros
        Whether macros take part in the search of the examples after them.
    macros, text
        The macro file to add to, and what is in it; or None.
    """

    recipe: Recipe
    examples: tuple[Example, ...]
    algorithm: str
    options: SearchOptions
    with_macros: bool
    macros: str | None
    text: str | None

    def settings(self, domain: Domain) -> dict[str, Any]:
        """What a run folder keeps of it."""
        return {
            **common_settings(self.recipe, self.options),
            "theory_name": domain.theory.name,
            "shape": list(domain.theory.shape),
            "blank": domain.theory.blank,
            "algorithm": self.algorithm,
            "algorithms": [self.algorithm],
            "with_macros": self.with_macros,
            "macros": self.macros,
            "searches": len(self.examples),
        }


def common_settings(recipe: Recipe, options: SearchOptions) -> dict[str, Any]:
    """What a run folder keeps of any learning."""
    return {
        "command": "learn",
        "theory": recipe.theory,
        "theory_text": recipe.theory_text,
        "order": recipe.order,
        "arc_cost": recipe.arc_cost,
        "options": {**asdict(options), "engine": recipe.engine},
        "seed": options.seed,
    }


def learn_in_run(asked: Asked, wanted: RunOptions, pupil: Pupil, tick: Callable[..., None]) -> None:
    """Learn from examples by searches that are kept in a run folder.

    Parameters
    ----------
    asked
        What to learn from, and how.
    wanted
        Where to keep it, and who searches.
    pupil
        Whose library and lessons grow; they are up to date whatever ends the learning.
    tick
        Called after every lesson.

    Raises
    ------
    KeyboardInterrupt
        The user's.
    InputError
        Searches that are not possible; a folder that cannot be used, or holds another run.
    """
    _refuse(asked, pupil.domain)
    problems = [
        NewProblem(example.start, example.goal, str(example.place)) for example in asked.examples
    ]
    arms = [NewArm(ARM, facts={"label": ARM, "macros": 0})]
    settings = asked.settings(pupil.domain)
    with (
        place_of(wanted) as place,
        begin(place, settings, problems, arms, resume=wanted.resume) as folder,
        given_macros(folder, asked.macros, asked.text) as given,
    ):
        if given is not None:
            pupil.library = load_macros(given, pupil.domain.theory)
        with pool_of(wanted) as pool:
            _Learning(asked, pupil, folder, KnownRows(folder, pool), tick).run()


def _refuse(asked: Asked, domain: Domain) -> None:
    """Refuse what no search can do, before anything is written, by one expansion."""
    first = asked.examples[0]
    problem = domain.problem(first.start, first.goal)
    asked.options.with_nodes(1).search(problem, asked.algorithm)


class _Learning:
    """Lessons in the order of the examples, in whatever order the searches end."""

    def __init__(
        self,
        asked: Asked,
        pupil: Pupil,
        folder: RunFolder,
        known: KnownRows,
        tick: Callable[..., None],
    ) -> None:
        self._asked, self._pupil, self._folder, self._known = asked, pupil, folder, known
        self._tick = tick
        self._saver = MacroSaver(folder.path / LIBRARY, pause=PAUSE)
        self._written = {lesson.number: lesson for lesson in read_run(folder.path).lessons}
        self._stream = lessons(
            pupil.domain.theory,
            asked.examples,
            pupil.library,
            self._search,
            with_macros=asked.with_macros,
        )

    def run(self) -> None:
        known = sum(key[0] == 1 for key in self._known.keys)
        if known:
            note(f"{known:,} of {len(self._asked.examples):,} searches are done already")
        try:
            if not self._asked.with_macros:
                tasks = [self._task(number) for number in range(1, len(self._asked.examples) + 1)]
                self._known.make(tasks, lambda task, here: self._listen())
            for lesson in self._stream:
                self._learn(lesson)
        finally:
            if len(self._pupil.library):
                self._save(last=True)

    def _task(self, number: int) -> Task:
        asked, example = self._asked, self._asked.examples[number - 1]
        recipe = asked.recipe
        if asked.with_macros and len(self._pupil.library):
            text = library_text(self._pupil.library)
            recipe = replace(recipe, macros_name=LIBRARY, macros_text=text)
        key = (1, asked.algorithm, number)
        return Task(key, recipe, example.start, example.goal, asked.options, ARM)

    @property
    def _next(self) -> int:
        """The number of the example whose lesson comes next."""
        return len(self._pupil.lessons) + 1

    def _search(self, problem: Problem) -> Result:
        task = self._task(self._next)
        self._known.make([task])
        row = self._known.get(task.key)
        assert row is not None
        return result_of(row, problem.start, problem.theory)

    def _listen(self) -> None:
        """Learn from all examples that have been searched, as far as none before them is missing."""
        while self._known.get((1, self._asked.algorithm, self._next)) is not None:
            self._learn(next(self._stream))

    def _learn(self, lesson: Lesson) -> None:
        number = self._next
        self._pupil.lessons.append(lesson)
        told = lesson_row(number, lesson)
        if self._written.get(number) != told:
            self._folder.add_lesson(told)
        if lesson.admission is not None and lesson.admission.accepted:
            self._save()
        self._tick(1, counted(len(self._pupil.library), "macro"))

    def _save(self, *, last: bool = False) -> None:
        self._saver.save(lambda: library_text(self._pupil.library), last=last)


def lesson_row(number: int, lesson: Lesson) -> LessonRow:
    """A lesson as a run keeps it."""
    if lesson.admission is None:
        return LessonRow(number, number, None, False, why_nothing(lesson))
    admission = lesson.admission
    return LessonRow(number, number, admission.macro.name, admission.accepted, admission.reason)


def why_nothing(lesson: Lesson) -> str:
    """Why there was no macro to admit."""
    if lesson.result.solved:
        return "nothing to learn: start and goal are the same"
    return f"no path: {lesson.result.summary()}"


def saved_in(output: str | None, wanted: RunOptions) -> list[str]:
    """The files in which macros are kept; where there is none, the user is told how to keep them."""
    files = [] if output is None else [output]
    if wanted.folder is not None:
        files.append(str(Path(wanted.folder) / LIBRARY))
    if not files:
        note("not saved: -o FILE keeps the macros")
    return files
