"""The design of ``arcwise learn``: each training problem is a task, and its paths become macros here, in order.

The loop of ``arcwise learn``: attention is paid by a pool, records are written down, the library is saved.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol, cast

from ...ebl.files.macro_file import head_of
from ...ebl.learn import train
from ...ebl.learner import Choice, Course, Learner, TrainingProblem, TrainingRecord
from ...ebl.learners.learner_table import ChosenLearner, learner_of
from ...ebl.learners.macro_table import table_order
from ...ebl.library import MacroLibrary
from ...ebl.rule import Library
from ...rules.checked import checked
from ...rules.domains.domain_table import PDDL
from ...rules.errors import InputError, Place
from ...rules.later import Later
from ...rules.text.text_file import check_writable, read_text
from ...rules.text.words import counted
from ...search.climbing.completeness import positional
from ...search.orders import FoundOrder
from ..asked import Problems, as_first_shows, program_of_moves
from ..board import BoardSource, sized_board
from ..checking import check_library
from ..configuration import Configuration
from ..execute.perform import as_searched, attention_to_rows
from ..execute.task import Task
from ..keeping import Keeping, Progress, Runner, no_progress
from ..result_set import ResultSet
from ..row import Row
from ..store.rows import TrainingRow
from ..store.run_folder import LIBRARY, LibraryFiles, RunFolder, first_macros
from .compare import kind_of, one_problem
from .reading_back import read_back, read_back_macros
from .training import (
    FROM_EXAMPLES,
    LearnedLibrary,
    LearnRequest,
    Training,
    check_learner,
)
from .trial import PlannerTrial, Trial, check_trial, trial_search, try_out


@dataclass(frozen=True)
class Learning(LearnedLibrary):
    """Result of learning.

    Parameters
    ----------
    learner
        The learner, with its options.
    library
        The macros.
    records
        What each training problem taught, in order.
    results
        The rows of the training problems; not finished where the user interrupted it.
    course
        What was asked for.
    choice
        What was chosen of all macros, where the learner does so in the end; None where it does not.
    subgoals
        The order of subgoals that was found, and why; None where none was looked for.
    files
        Where the library was written.
    faults
        What was wrong with the examples that were left out.
    trial
        What the macros save on other problems; None where they were not tried.
    problem_files
        The examples as the domain that was written has them, where that is not how their files have them.
    chosen
        The learner that was chosen, and why; None where it was named.
    beyond
        What the library did on larger problems, in sentences, each with whether it is good news.
    """

    _view = Later("explorer.views.learning", "learning_view")

    learner: Learner
    library: MacroLibrary
    records: tuple[TrainingRecord, ...]
    results: ResultSet
    course: Course
    choice: Choice | None = None
    subgoals: FoundOrder | None = None
    files: tuple[str, ...] = ()
    faults: tuple[InputError, ...] = ()
    trial: Trial | None = None
    problem_files: tuple[str, ...] = ()
    chosen: ChosenLearner | None = None
    beyond: tuple[tuple[str, bool], ...] = ()

    @property
    def rows(self) -> tuple[Row, ...]:
        """One for each training problem."""
        return self.results.rows

    @property
    def work(self) -> int:
        """Work of learning, in operator applications."""
        return self.applications

    @property
    def nothing(self) -> str:
        """Why the library is empty, where it is: nothing was learned, or no macro saved work in the trial."""
        if self.trial is None:
            vain = (one for one in self.records if one.outcome.passed_over)
            told = (f"{one.problem.origin}: {one.outcome.passed_over[0]}" for one in vain)
            return next(told, super().nothing)
        return f"none of {counted(len(self.trial.judgements), self.library.word)} saved work when it was tried"

    @property
    def applications(self) -> int:
        """Operator applications that learning took: of training searches or practice, and of the trial."""
        tried = (
            0 if self.trial is None or self.trial.spent is None else self.trial.spent.applications
        )
        return sum(record.outcome.applications for record in self.records) + tried

    def __repr__(self) -> str:
        return f"Learning({self.learner!r}, {self.library!r}, problems={len(self.records)})"

    def to_frame(self) -> Any:
        """The rows as a pandas DataFrame where pandas is installed, else a dict of columns."""
        return self.results.to_frame()

    @cached_property
    def completeness(self) -> str | None:
        """Whether climbing with the macros solves every problem of the board, in words; None for macros of one board."""
        library = self.library
        if self.learner.from_examples or not len(library):
            return None
        board = self.course.shape if library.table else self.course.shapes[-1]
        every_goal = library.closed and positional(library.climber(board))
        sized = sized_board(library.domain.spell(board), library.domain, board, arcs=False)
        found = check_library(library, sized, every_goal=every_goal, samples=100)
        return f"{library.domain.spell(board)}: {found.summary()}"


class AnyLearning(Protocol):
    """Outcome of `learn`, whatever it learned from: a `Learning`, or a `RuleLibrary` of rules of a program."""

    @property
    def library(self) -> Any:
        """The library, of macros or of rules."""

    @property
    def records(self) -> Sequence[Any]:
        """A record of each training problem."""

    @property
    def work(self) -> int:
        """Work of learning, in the unit of the source: operator applications, or inferences."""

    @property
    def finished(self) -> bool:
        """Whether neither the user nor a limit ended it."""

    @property
    def nothing(self) -> str:
        """Why the library is empty, where it is."""

    def __len__(self) -> int: ...

    def save(self, path: str | Path) -> None:
        """Write the library to a file."""

    def explain(self, width: int = 80) -> str:
        """Say why each rule is as it is."""


@checked
def learn(
    domain: Any,
    examples: Problems | None = None,
    learner: str | Learner | type[Learner] | None = None,
    *,
    macros: str | Path | Library[Any] | None = None,
    output: str | Path | None = None,
    configuration: Configuration | None = None,
    keeping: Keeping | None = None,
    progress: Progress = no_progress,
) -> AnyLearning:
    """Learn macros from training examples, or by a learner's practice.

    Parameters
    ----------
    domain
        As for `compare`.
    examples
        A `ProblemSet`, a file of training examples, or pairs of a start and a goal, as states or as texts; of a PDDL
        domain files of problems, each perhaps with a plan file after it, which is then learned from. Of a logic program
        goals, as texts, terms or files; by default its facts ``example(Goal)``.
    learner
        A name in `LEARNERS`, or a learner, perhaps with options, such as ``Escapes(quiescence=3)``.
        If None, it is chosen: without examples by what the moves are (`choose_learner`), with examples ``examples``, for PDDL problems ``policy``, or
        ``pieces`` where something is asked for that only these have.
    macros
        Macros to add to: a file, or a library, which is left as it is.
    output
        A macro file to write, again and again while the library grows; of macros for a PDDL domain also a ``.pddl`` file,
        which gets the domain with the macros, and the macro file beside it.
    configuration
        How examples are searched; of other learners, seed and limits.
    keeping
        Where the run is kept, and who works on the problems; in this process and nowhere, if None.
    progress
        Shows how far it is.

    Returns
    -------
    The library, the records and the rows; not finished where the user interrupted it. From examples of a Prolog program whose
    moves compute it is a `RuleLibrary` of macro-operators with conditions, of a logic program one of rules. All have ``library``, ``save``, ``explain`` and ``len``.

    Raises
    ------
    InputError
        Bad input, searches that are not possible, a folder or a file that cannot be used.

    Examples
    --------
    >>> found = learn("sliding-tile:2x3", [((1, 2, 3, 4, 0, 5), (1, 0, 2, 4, 5, 3))])
    >>> [macro.length for macro in found.library]
    [3]
    """
    one_problem("learn", examples, learner)
    named = None if learner is None else learner_of(learner)
    asked = LearnRequest(examples, named, macros, output, configuration, keeping, progress)
    kind, words = kind_of(domain, examples)
    found: AnyLearning = kind.learn(domain, words, asked)
    return found


def learned_on_board(domain: Any, asked: LearnRequest) -> AnyLearning:
    """Macros, or macro-operators with conditions where a program makes the moves; see `Source.learn`."""
    board = _of_moves(domain, asked)
    if board is not None:
        of_moves: AnyLearning = cast(Any, board.clauses).learn(board, asked)
        return of_moves
    base, where = asked.configuration or Configuration(), asked.keeping or Keeping()
    macros, text = _to_add_to(asked.macros)
    engine = "auto" if asked.examples is None else base.engine
    if asked.examples is not None and (
        asked.learner is None or asked.learner.name == FROM_EXAMPLES
    ):
        domain = as_first_shows(domain, asked.examples)
    source = BoardSource.opened(domain, engine=engine, enumerated=True)
    chosen = None if asked.learner is not None else _chosen(source, asked, where)
    learner = asked.learner or learner_of(chosen.name if chosen else FROM_EXAMPLES)
    if learner.values.get("number", True) is None and str(asked.output).lower().endswith(PDDL):
        learner = replace(learner, number=False)  # type: ignore[call-arg]  # no action of PDDL repeats
    check_learner(source, asked.examples, learner, where)
    training: Training = learner.training(source, asked.examples, base)
    known = training.library(macros, text)  # what is wrong with it is said before anything is begun
    library_file, planners = _checked(asked, learner, known, source.argument)
    experiment = training.experiment(macros)
    experiment.check()
    how = trial_search(learner)
    planner = learner.other_planner(source, training.held_out)
    if planner is None:
        check_trial(training.tried_on or source, training.held_out, how)
    with where.begin(experiment.settings, experiment.problems, experiment.conditions) as folder:
        library = training.library(macros, first_macros(folder, text))
        kept = folder.path / LIBRARY if folder.lasts else None
        files = LibraryFiles((library_file,), kept)
        work = TrainingLoop(training, library, folder, files, how, planner)
        finished = work.run(where, asked.progress)
        problem_files: list[Path] = []
        if len(library):
            _read_back(work, files, source, asked.progress)
        if len(library) and planners is not None:
            planners.save(library)
            files.written.insert(0, planners.output)
            read_back(planners.output, planners.read)
            problem_files = planners.problems
        found = training.subgoals if macros is None else None
        return Learning(
            learner,
            library,
            tuple(work.records),
            ResultSet.of(folder.read(), finished=finished),
            training.course,
            work.choice,
            table_order(library, training.order) if library.table else found,
            tuple(map(str, files.written)),
            training.faults,
            work.trial,
            tuple(map(str, problem_files)),
            chosen,
            work.beyond,
        )


def _of_moves(domain: Any, asked: LearnRequest) -> BoardSource | None:
    """The program whose moves compute, if macro-operators with conditions are to be learned of its examples; else None."""
    examples, macros = asked.examples, asked.macros
    if examples is None:
        return None
    base = asked.configuration or Configuration()
    base.check_used([base.algorithm])
    if asked.learner is not None and asked.learner.name != FROM_EXAMPLES:
        return None
    if macros is not None and not head_of(macros).proves:
        return None
    return program_of_moves(domain, examples)


def _to_add_to(macros: str | Path | Library[Any] | None) -> tuple[str | Path | None, str | None]:
    """The name of the file of macros to add to, and what is in it."""
    if isinstance(macros, Library):
        if macros.notation == "program":
            raise InputError(
                "rules learned from proofs are added to with the program and the learner that they come from",
                expected="a macro file or a MacroLibrary",
                found=f"{macros!r:.60}",
            )
        return LIBRARY, macros.text()
    return macros, None if macros is None else read_text(macros)


def _chosen(source: BoardSource, asked: LearnRequest, where: Keeping) -> ChosenLearner:
    """The learner that is chosen where none is named, and why."""
    others = {
        "macros to add to": asked.macros is not None,
        "several processes": where.jobs not in (None, 1) or where.cluster is not None,
    }
    pieces = next((one for one, given in others.items() if given), None)
    found: ChosenLearner = source.usual_learner(asked.examples, asked.output, pieces)
    return found


def _read_back(
    work: TrainingLoop, files: LibraryFiles, source: BoardSource, progress: Progress
) -> None:
    """Read the files of macros back, which says what is wrong with them before anybody uses them."""
    climbs = not work.learner.from_examples
    for place in files.written:
        with progress(None, f"reading {place} back"):
            read_back_macros(work.library, place, source, work.records, climbs=climbs)


def _files_of(examples: Problems | None) -> list[str | Path]:
    """The files among what is learned from."""
    files = examples if isinstance(examples, list | tuple) else [examples]
    return [one for one in files if isinstance(one, str | Path)]


def _checked(
    asked: LearnRequest, learner: Learner, library: MacroLibrary, domain: str
) -> tuple[str | Path | None, Any]:
    """The macro file of an output, and the files for other planners, if it is one of theirs."""
    output = asked.output
    if output is None:
        return None, None
    ending = Path(output).suffix.lower()
    if ending == PDDL and learner.for_planners is None:
        raise InputError(
            "only macros of a PDDL domain are written as PDDL",
            place=Place(str(output)),
            expected="FILE.pl",
            found=learner.makes,
            remedy=f"-o {Path(output).with_suffix('.pl')}",
        )
    if ending == PDDL and learner.values.get("number"):
        raise InputError(
            "no action of PDDL repeats, as macros of --number do",
            place=Place(str(output)),
            expected="FILE.pl",
            remedy=f"-o {Path(output).with_suffix('.pl')}",
        )
    if not learner.lifted:
        check_writable(output)
        return output, None
    if ending not in (".pl", PDDL):
        raise InputError(
            "neither a macro file nor a PDDL file",
            place=Place(str(output)),
            expected="FILE.pl or FILE.pddl",
        )
    files = _files_of(asked.examples)
    planners = None
    if ending == PDDL:
        tried = learner.values.get("trial") if learner.values.get("planner") else None
        files += _files_of(list(tried or ()))
        planners = learner.for_planners(library, output, files, learner.values.get("planner"))
    read = {Path(one).resolve() for one in (domain, *files) if isinstance(one, str | Path)}
    places = [Path(output)] + ([planners.macros, *planners.problems] if planners else [])
    for place in places:
        check_writable(place)
        if place.resolve() in read:
            raise InputError(
                "this file is read too", place=Place(str(place)), expected="another name"
            )
    return planners.macros if planners else output, planners


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
        planner: PlannerTrial | None = None,
    ) -> None:
        self.records: list[TrainingRecord] = []
        self.learner, self.library = training.learner, library
        self._training, self._library, self._folder, self._files = training, library, folder, files
        if training.learner.at_once and any(row.stopped_by for row in folder.read().searches):
            # What was cut short is done again as a whole, which has other problems if it comes further.
            folder.forget_problems()
        self._written = {row.number: row for row in folder.read().training_records}
        self._rows = 0
        self._first = tuple(library)
        self._tried_with, self._planner = tried_with, planner
        self.trial: Trial | None = None
        self.beyond: tuple[tuple[str, bool], ...] = ()

    @property
    def choice(self) -> Choice | None:
        """Selection among the macros of all records; None if the learner keeps each that it accepts."""
        learner = self._training.learner
        return learner.select(self.records, self._first) if learner.selects else None

    def run(self, where: Keeping, progress: Progress) -> bool:
        """Learn; False if the user interrupts it. What was learned is kept, whatever ended it."""
        training, library = self._training, self._library
        examples = training.course.examples
        finished = True

        def report(task: Task, expanded: int) -> None:
            tick(0, f"{self._macros}; this search: {expanded:,} expanded")

        try:
            with (
                progress(len(examples) or None, f"learning on {training.name}") as tick,
                where.pool(report) as pool,
            ):
                known = Runner(self._folder, pool)
                self._say_known(known)
                self._known = known
                here = where.inline and not training.learner.from_examples
                by_itself = here or training.learner.at_once  # its work is no task of the pool
                attention = None if by_itself else attention_to_rows(training.learner, self._row)
                what = "words" if training.learner.at_once else "states tried"
                course = replace(training.course, report=lambda count: tick(0, f"{count:,} {what}"))
                with closing(train(training.learner, library, course, attention)) as stream:
                    if not (training.learner.builds_on or by_itself or where.inline):
                        self._ahead(known, stream, tick)
                    for record in stream:
                        if by_itself and record.outcome.limit != "interrupt":
                            self._enter_row(record)
                        self._enter(record, tick)
            self._try_out(progress)
            if len(library):
                with progress(None, "trying larger problems"):
                    self.beyond = training.learner.beyond(library, training.course)
            self._enter_choice()
        except KeyboardInterrupt:
            finished = False
        finally:
            if len(library) or (examples and self.records):
                try:
                    self._files.save(library, last=True)
                except KeyboardInterrupt:  # what was learned is kept even then
                    finished = False
                    self._files.save(library, last=True)
        return finished

    def _try_out(self, progress: Progress) -> None:
        """Drop the macros that save nothing on the held-out problems, unless the run has that result already."""
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
            own = training.held_out.instances == training.instances
            doing = f"trying macros on {counted(len(training.held_out), 'problem')}"
            with progress(len(library) - len(first), doing) as tick:
                board = training.tried_on or training.source
                parts = library, first, board, training.held_out, self._tried_with
                self.trial = try_out(
                    *parts,
                    report=lambda: tick(1, ""),
                    learned_from=own,
                    planner=self._planner,
                )
            self._folder.put("trial", self.trial.to_json())
        if self.trial.dropped:
            library.closed = False  # an image of what is kept may be dropped
            library.keep(tuple(library.without(self.trial.dropped)))

    def _say_known(self, known: Runner) -> None:
        if done := len(known.keys):
            many = len(self._training.course.examples)
            of = f" of {many:,}" if many else ""
            LOG.info(f"{done:,}{of} training problems are done already")

    @property
    def _macros(self) -> str:
        return counted(len(self._library), "macro")

    def _ahead(
        self, known: Runner, stream: Iterator[TrainingRecord], tick: Callable[..., None]
    ) -> None:
        """Search the problems in any order, and learn from each as soon as all before it are done."""
        training = self._training
        tasks = []
        for number, one in enumerate(training.problems(self._library), start=1):
            if not training.instances:
                self._folder.ensure_problem(number, training.instance(number, one))
            tasks.append(None if one.plan is not None else self._task(number, one))

        def ready(number: int) -> bool:
            task = tasks[number]
            return task is None or known.get(task.key) is not None

        with closing(known.making([task for task in tasks if task is not None])) as made:
            for _ in made:
                while (done := len(self.records)) < len(tasks) and ready(done):
                    self._enter(next(stream), tick)

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
        """Write a record down."""
        together = record.problem.outcome
        self.records.append(record)
        if together is not None and together.limit == "interrupt":
            tick(1, self._macros)  # what is resumed works on all of them again
            return
        said: list[tuple[str | None, bool, str]] = [
            (one.macro.name, one.accepted, one.reason) for one in record.admissions
        ]
        if record.nothing is not None:
            said = [(None, False, record.nothing)]
        elif self._training.learner.selects:
            refused, all_of_it = record.refused, len(record.paths) + len(record.outcome.passed_over)
            piece, of, *_ = self._training.learner.looks_at
            words = f"{counted(all_of_it, piece)} of {of} looked at, {refused.total()} refused"
            said = [(None, False, words)]
        for macro, accepted, reason in said:
            self._write(record.number, macro, accepted, reason)
        if record.learned and not self._training.learner.selects:
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
        """Record the selected macros, each with the problem that it was learned from."""
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
            *_, whole, use = self._training.learner.looks_at
            words = f"{counted(uses, use)} in the {whole}s"
            dropped = {} if self.trial is None else self.trial.dropped
            said = dropped.get(macro.name, words)
            self._write(number, macro.name, macro.name not in dropped, said)

    def _write(self, problem: int, macro: str | None, accepted: bool, reason: str) -> None:
        self._rows += 1
        row = TrainingRow(self._rows, problem, macro, accepted, reason)
        if self._written.get(self._rows) != row:
            self._folder.add_training_row(row)
