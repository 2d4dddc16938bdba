"""The design of ``arcwise learn``: each training problem is a task, and its paths become macros here, in order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from ...ebl.files.augmented_domain import macros_path, problem_paths, save_augmented, save_problems
from ...ebl.learner import Choice, Course, Learner, TrainingRecord
from ...ebl.learners.macro_table import table_order
from ...ebl.learners.policy import POLICY
from ...ebl.learners.table import LEARNERS
from ...ebl.library import MacroLibrary
from ...rules.checked import checked
from ...rules.errors import InputError, Place
from ...rules.read_domain import PDDL
from ...rules.text.text_file import check_writable, read_text
from ...search.climbing.completeness import (
    Completeness,
    EveryGoal,
    check_completeness,
    check_every_goal,
    positional,
)
from ...search.orders.find import FoundOrder
from ..configuration import Configuration
from ..execute.recipe import Recipe
from ..keeping import Keeping
from ..progress import Progress, no_progress
from ..result_set import ResultSet
from ..row import Row
from ..sized_domain import Named
from ..store.library import LIBRARY, LibraryFiles, first_macros
from .compare import Problems
from .learner_fits import check_learner, usual_learner
from .learners import Fitting, Pieces, fitting
from .training import (
    training_by_practice,
    training_by_relations,
    training_from_examples,
)
from .training_loop import TrainingLoop
from .trial import Trial, check_trial, usual_search


@dataclass(frozen=True)
class Learning:
    """Result of learning.

    Parameters
    ----------
    learner
        Its name.
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
    """

    learner: str
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

    @property
    def rows(self) -> tuple[Row, ...]:
        """One for each training problem."""
        return self.results.rows

    @property
    def finished(self) -> bool:
        """Whether the user did not interrupt it."""
        return self.results.finished

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
        if LEARNERS[self.learner].from_examples or not len(library):
            return None
        board = self.course.shape if library.table else self.course.shapes[-1]
        climber = library.climber(board)
        found: Completeness | EveryGoal
        if library.closed and positional(climber):
            found = check_every_goal(library.domain, board, partial(library.climber, board, None))
        else:
            found = check_completeness(climber, samples=100)
        return f"{library.domain.spell(board)}: {found.summary()}"


@checked
def learn(
    domain: Named,
    examples: Problems | None = None,
    learner: str | Fitting | None = None,
    *,
    macros: str | Path | None = None,
    output: str | Path | None = None,
    configuration: Configuration | None = None,
    with_macros: bool = False,
    keep_going: bool = False,
    trial: Problems | None = None,
    untried: bool = False,
    tried_with: Configuration | None = None,
    keeping: Keeping | None = None,
    progress: Progress = no_progress,
) -> Learning:
    """Learn macros from training examples, or by a learner's practice.

    Parameters
    ----------
    domain
        As for `compare`.
    examples
        A `ProblemSet`, a file of training examples, or pairs of a start and a goal, as states or as texts; of a PDDL
        domain files of problems, each perhaps with a plan file after it, which is then learned from.
    learner
        A name in `LEARNERS`, or a learner with options, such as ``Escapes(quiescence=3)``. If None, ``examples``, for PDDL
        ``pieces``.
    macros
        A macro file to add to.
    output
        A macro file to write, again and again while the library grows; of macros for a PDDL domain also a ``.pddl`` file,
        which gets the domain with the macros, and the macro file beside it.
    configuration
        How examples are searched; of other learners, seed and limits.
    with_macros
        Whether the macros learned so far take part in the search of the next example.
    keep_going
        Whether faulty entries of a file are left out.
    trial
        Problems that macros are tried on before they are kept. If None, for PDDL the largest third of the examples, where
        these are four or more.
    untried
        Whether macros are kept without a trial.
    tried_with
        How: what will use them. If None, what `usual_search` says.
    keeping
        Where the run is kept, and who works on the problems; in this process and nowhere, if None.
    progress
        Shows how far it is.

    Returns
    -------
    The library, the records and the rows; not finished where the user interrupted it.

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
    base = configuration or Configuration()
    recipe = Recipe.of(domain, engine="auto" if examples is None else base.engine)
    fitted = fitting(learner or usual_learner(recipe.theory))
    name = fitted.name
    where = keeping or Keeping()
    check_learner(recipe.theory, examples, name, where, with_macros=with_macros)
    if examples is None and LEARNERS[name] == POLICY:
        training = training_by_relations(recipe, base, fitted.course)
    elif examples is None:
        training = training_by_practice(recipe, name, base, fitted.course, fitted.order)
    else:
        row = fitted.sifted(entangled=not untried) if isinstance(fitted, Pieces) else fitted.row
        row = replace(row, builds_on=row.builds_on or with_macros)
        training = training_from_examples(
            recipe,
            row,
            examples,
            base,
            keep_going=keep_going,
            trial=trial,
            share=row.selection is not None and row.lifted and not untried,
        )
    text = None if macros is None else read_text(macros)
    known = training.library(macros, text)  # what is wrong with it is said before anything is begun
    if output is not None and training.learner == POLICY:
        _check_policy_file(output)
    library_file = (
        None
        if output is None
        else _checked(output, training.learner, known, recipe.theory, examples)
    )
    experiment = training.experiment(name, macros)
    experiment.check()
    how = tried_with or usual_search(lifted=training.learner.lifted)
    check_trial(recipe, training.held_out, how)
    with where.begin(experiment.settings, experiment.problems, experiment.conditions) as folder:
        library = training.library(macros, first_macros(folder, text))
        kept = folder.path / LIBRARY if folder.lasts else None
        files = LibraryFiles((library_file,), kept)
        problem_files: list[Path] = []
        work = TrainingLoop(training, library, folder, files, how)
        finished = work.run(where, progress)
        if output is not None and str(output) != str(library_file) and len(library):
            save_augmented(library, output)
            problem_files = save_problems(library, output, _files_of(examples))
            files.written.insert(0, output)
        return Learning(
            name,
            library,
            tuple(work.records),
            ResultSet.of(folder.read(), finished=finished),
            training.course,
            work.choice,
            table_order(library)
            if library.table
            else training.subgoals
            if macros is None
            else None,
            tuple(map(str, files.written)),
            training.faults,
            work.trial,
            tuple(map(str, problem_files)),
        )


def _check_policy_file(output: str | Path) -> None:
    """Refuse to write a policy as a domain: its rules as actions do what the domain's own do."""
    if Path(output).suffix.lower() == PDDL:
        raise InputError(
            "a policy cannot be written as a PDDL domain",
            place=Place(str(output)),
            expected="FILE.pl",
            remedy=f"-o {macros_path(output)}",
        )


def _files_of(examples: Problems | None) -> list[str | Path]:
    """The files among what is learned from."""
    files = examples if isinstance(examples, list | tuple) else [examples]
    return [one for one in files if isinstance(one, str | Path)]


def _checked(
    output: str | Path,
    learner: Learner,
    library: MacroLibrary,
    domain: str,
    examples: Problems | None,
) -> str | Path:
    """The macro file of an output; of macros over parameters it is beside a PDDL file."""
    if not learner.lifted:
        check_writable(output)
        return output
    if Path(output).suffix.lower() not in (".pl", ".pddl"):
        raise InputError(
            "neither a macro file nor a PDDL file",
            place=Place(str(output)),
            expected="FILE.pl or FILE.pddl",
        )
    files = _files_of(examples)
    read = {Path(one).resolve() for one in (domain, *files) if isinstance(one, str | Path)}
    places = (Path(output), macros_path(output), *problem_paths(library, output, files))
    for place in dict.fromkeys(places):
        check_writable(place)
        if place.resolve() in read:
            raise InputError(
                "this file is read too", place=Place(str(place)), expected="another name"
            )
    return macros_path(output)
