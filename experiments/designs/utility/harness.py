"""The search harness of designs that find their conditions as they go: what is learned is kept, every search is a row."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from ....ebl.learner import Learner, TrainingProblem
from ....ebl.library import MacroLibrary
from ....rules.errors import InputError, Place
from ....rules.term import State
from ....search.algorithms import CLIMB
from ...condition import Condition
from ...configuration import Configuration
from ...execute.pool import Pool
from ...execute.practice import attention_to_rows
from ...execute.task import Task, in_random_order
from ...experiment import Experiment
from ...keeping import KnownRows
from ...problem_set import FOUND, Instance, ProblemSet
from ...progress import Tick, no_tick
from ...result_set import AFTER, BEFORE
from ...row import Key, Row
from ...store.rows import LedgerRow
from ...store.run_folder import RunFolder
from .macro_sources import LearnedMacros, Worked
from .subsets import Subsets

__all__ = ["AFTER", "BEFORE", "TRAINING", "Harness", "Trained"]

LOG = logging.getLogger("arcwise")

TRAINING = "training"
"""The condition that searches training examples again."""


@dataclass(frozen=True)
class Trained:
    """A condition, and the algorithms that search under it."""

    condition: Condition
    algorithms: tuple[str, ...]


class Harness:
    """Learns and searches for a run.

    Parameters
    ----------
    experiment
        The board, all problems (training examples last), the configurations, and the conditions that are known.
    folder, pool
        Where to write down what, and who searches.
    measured
        The names of the problem sets that are not for judging single macros.
    searches
        How many searches these take.
    """

    def __init__(
        self,
        experiment: Experiment,
        folder: RunFolder,
        pool: Pool,
        measured: Collection[str],
        searches: int,
    ) -> None:
        self.experiment, self._folder = experiment, folder
        self._known = KnownRows(folder, pool)
        self.conditions = {one.name: one for one in folder.read().conditions}
        self._problems = {
            problems.name: [one for one in experiment.problems if one.problem_set == problems.name]
            for problems in experiment.problem_sets
        }
        self._measured = {one.id for name in measured for one in self._problems[name]}
        self._searches = searches
        self._aside = {key for key in self._known.keys if self._is_aside(key)}
        self._report: Tick = no_tick
        self._interrupted = False
        if done := len(self._known.keys):
            LOG.info(f"{done:,} searches are done already")

    def watch(self, report: Tick) -> None:
        """From now on say what is being done: how many searches are done, and which one was last."""
        self._report = report

    def keep(
        self, name: str, label: str, seed: int, learn: Callable[[], LearnedMacros]
    ) -> Condition:
        """The condition of a name: what is learned now, or was before.

        Parameters
        ----------
        name
            Of the condition and the seed; no other has it.
        label
            What it is called in tables.
        seed
            Of its problems.
        learn
            How to learn it.

        Raises
        ------
        InputError
            What was learned before is damaged or gone.
        """
        if name in self.conditions:
            self.library(self.conditions[name])
        else:
            shape = self.experiment.recipe.make().domain.theory.shape
            self._enter(learn().condition(name, label, seed, shape))
        return self.conditions[name]

    def library(self, condition: Condition) -> MacroLibrary | None:
        """The macros of a condition, each once.

        Raises
        ------
        InputError
            A macro file that is damaged or gone.
        """
        library = self.experiment.recipe.under(condition).make().library
        known = {macro.name for macro in library or ()}
        found = sum(name in known for name in condition.chosen or known)
        if found != condition.facts.get("macros"):
            raise InputError(
                "these are not the macros that were learned",
                place=Place(str(condition.macros or condition.file or condition.name)),
                expected=f"{condition.facts.get('macros')} macros",
                found=str(found),
                remedy="--run with another folder",
            )
        return library

    def problems(self, group: ProblemSet) -> list[Instance]:
        """The problems of a set with their numbers."""
        return self._problems[group.name]

    def search(self, entries: Iterable[Trained], group: ProblemSet) -> None:
        """Search the problems of a set with all entries: problem by problem, in random order.

        Raises
        ------
        KeyboardInterrupt
            The user's.
        """
        searches = [
            self._tasks(entry.condition, algorithm, group)
            for entry in entries
            for algorithm in entry.algorithms
        ]
        tasks: list[Task] = []
        for of_a_problem in zip(*searches, strict=True):
            tasks += in_random_order(of_a_problem)
        self.make(tasks)
        if self._interrupted:
            raise KeyboardInterrupt

    def subsets(
        self, algorithm: str, entry: Trained, plain: str, group: ProblemSet, *, counting: bool
    ) -> Subsets:
        """Single macros, judged by the problems of a set.

        Parameters
        ----------
        algorithm, entry, group
            What searches where.
        plain
            The name of the condition without macros.
        counting
            Whether to count what becomes of each macro.
        """
        made = self.experiment.recipe.under(entry.condition).make()
        macros = made.schemas if algorithm == CLIMB else made.theory.macros
        first: dict[State, Instance] = {}
        for problem in self.problems(group):
            first.setdefault(problem.start, problem)
        subsets = Subsets(
            self.experiment,
            self._folder,
            self._made,
            self._configuration(algorithm),
            self.conditions[plain],
            entry.condition,
            list(map(made.macro_of, macros)),
            [first[problem.start] for problem in self.problems(group)],
        )
        subsets.ahead(counting=counting)
        return subsets

    def examples(self) -> Iterable[Row]:
        """Rows of a breadth-first search for each training example, without macros, in order."""
        if not self._problems[TRAINING]:
            return []
        self._enter(Condition.without_macros(TRAINING, label=TRAINING, judging=True))
        limits = self.experiment.configurations[0].limits
        configuration = Configuration("breadth-first", limits=limits)
        tasks = [
            self.experiment.task(self.conditions[TRAINING], configuration, problem)
            for problem in self._problems[TRAINING]
        ]
        self.make(tasks)
        return self._rows(task.key for task in tasks)

    def work(
        self, learner: Learner, problems: Mapping[int, TrainingProblem], name: str, before: int
    ) -> Worked:
        """Have training problems worked on, all at once.

        Parameters
        ----------
        learner, problems
            Whose, with their numbers.
        name
            The algorithm that searches them, or the learner's name.
        before
            How many problems of the run have lower numbers.

        Raises
        ------
        KeyboardInterrupt
            The user's.
        """
        self._enter(Condition.without_macros(TRAINING, label=TRAINING, judging=True))
        tasks = {}
        for number, problem in problems.items():
            one = Instance(problem.start, problem.goal, problem.origin, FOUND, id=before + number)
            self._folder.ensure_problem(one.id, one)
            how = Configuration(name, limits=problem.limits)
            task = self.experiment.task(self.conditions[TRAINING], how, one)
            tasks[problem.start, problem.goal] = replace(task, timing=False)
        self.make(list(tasks.values()))
        rows = dict(zip(tasks, self._rows(task.key for task in tasks.values()), strict=True))

        def row_of(problem: TrainingProblem) -> Row:
            return rows[problem.start, problem.goal]

        def elapsed(problem: TrainingProblem) -> float:
            row = rows.get((problem.start, problem.goal))
            return 0.0 if row is None else row.elapsed or 0.0

        return Worked(attention_to_rows(learner, row_of), elapsed)

    def enter(self, entries: Sequence[LedgerRow]) -> None:
        """Write down what the macros did."""
        self._folder.add_ledger(entries)

    def finish(self) -> None:
        """Write down that everything is done."""
        self._known.refresh()
        self._folder.put("searches", len(self._known.keys))

    def make(self, tasks: Sequence[Task]) -> None:
        """Make searches; what the user interrupts is missed when it is asked for."""
        if self._interrupted:
            return
        aside = {task.key for task in tasks if self._is_aside(task.key)} - self._aside
        if aside:
            self._aside |= aside
            self._folder.put("searches", self._searches + len(self._aside))
        try:
            with closing(self._known.making(tasks)) as made:
                for task, _ in made:
                    self._report(int(not self._is_aside(task.key)), str(task))
        except KeyboardInterrupt:
            self._interrupted = True

    def _made(self, tasks: Sequence[Task]) -> list[Row]:
        self.make(tasks)
        return list(self._rows(task.key for task in tasks))

    def _rows(self, keys: Iterable[Key]) -> Iterable[Row]:
        for key in keys:
            row = self._known.get(key)
            if row is None:
                raise KeyboardInterrupt
            yield row

    def _tasks(self, condition: Condition, algorithm: str, group: ProblemSet) -> list[Task]:
        configuration = self._configuration(algorithm)
        return [
            self.experiment.task(condition, configuration, problem)
            for problem in self.problems(group)
        ]

    def _configuration(self, algorithm: str) -> Configuration:
        return next(one for one in self.experiment.configurations if one.algorithm == algorithm)

    def _enter(self, condition: Condition) -> None:
        if condition.name not in self.conditions:
            self._folder.ensure_condition(condition)
            self.conditions[condition.name] = replace(condition, folder=self._folder.path)

    def _is_aside(self, key: Key) -> bool:
        """Whether a search judges single macros, which nobody knew before that it would be made."""
        name, _, problem = key
        condition = self.conditions.get(name)
        judging = condition is None or bool(condition.facts.get("judging"))
        return judging or problem not in self._measured
