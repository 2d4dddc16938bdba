"""``arcwise learn --learner``: schemas learned by practice, for boards of every size."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from ...ebl.files.macro_file import library_text, load_macros
from ...ebl.learners.learner import Course
from ...ebl.learners.practice import Practice
from ...ebl.learners.table import LEARNERS
from ...ebl.library import MacroLibrary
from ...experiments.configuration import Configuration
from ...experiments.execute.recipe import Recipe
from ...experiments.keeping import Keeping
from ...rules.domain import Domain
from ...rules.domains.table import read_built_in, spellings
from ...rules.errors import InputError, Place
from ...rules.text_file import check_writable
from ...search.climbing.climber import Climber
from ...search.climbing.completeness import check_completeness
from .console import emit, note, out, plain_table, progress_over, say
from .learn_run import saved_in
from .macro_saver import MacroSaver
from .practice_run import Asked, practising
from .utility_tables import counted

LIMITS = ("time", "nodes", "memory")


@dataclass(frozen=True)
class PracticeRequest:
    """The options of `learn --learner`.

    Parameters
    ----------
    argument, order, cost
        The domain.
    learner
        The learner's name.
    output, macros
        The file to write, and the one to add to.
    quiescence, problems
        As in `Course`.
    options
        Seed and limits.
    as_json
        Whether to print one JSON object.
    """

    argument: str
    order: str
    cost: float
    learner: str
    output: str | None
    macros: str | None
    quiescence: int
    problems: int
    options: Configuration
    as_json: bool


def learn_by_practice(request: PracticeRequest, wanted: Keeping) -> int:
    """Learn, save and print; the command's exit code."""
    asked = _asked(request)
    family, course, output = asked.family, asked.course, request.output
    practised: list[Practice] = []
    interrupted = False
    with practising(asked, wanted) as here:
        library = here.library
        mine = MacroSaver(output)
        learner = LEARNERS[request.learner]

        def save(*, last: bool = False) -> None:
            library.shape = practised[-1].shape if practised else course.shape
            for saver in (mine, here.saver):
                saver.save(lambda: library_text(library), last=last)

        try:
            with progress_over(None, f"{request.learner} on {family.name}") as tick:
                for practice in learner.teach(library, course, here.practise):
                    practised.append(practice)
                    if practice.learned:
                        save()
                    tick(1, f"{family.spell(practice.shape)}: {counted(len(library), 'macro')}")
        except KeyboardInterrupt:
            interrupted = True
        finally:  # what was learned is kept, whatever ended the learning
            if len(library) and (request.macros or any(one.learned for one in practised)):
                save(last=True)
    verdict = None
    if not interrupted and len(library):
        board = course.shape if learner.blank_first else course.shapes[-1]
        climber = Climber(family, board, library.schemas, blank_first=library.blank_first)
        found = check_completeness(climber, samples=100)
        verdict = f"{family.spell(board)}: {found.summary()}"
    if request.as_json:
        emit(_data(family, request.learner, library, practised, verdict))
    else:
        _print(family, library, practised, verdict, request, wanted)
    if interrupted:
        note("interrupted: what was learned until then is kept")
        if wanted.folder is not None:
            note(f"--run {wanted.folder} --resume goes on with the rest")
    return 130 if interrupted else 0


def _asked(request: PracticeRequest) -> Asked:
    cost = int(request.cost) if request.cost == int(request.cost) else request.cost
    built_in = read_built_in(request.argument, order=request.order, cost=cost)
    if built_in is None:
        raise InputError(
            f"learner {request.learner} needs a built-in domain",
            expected=spellings(),
            found=repr(request.argument),
            remedy="training examples: arcwise learn THEORY EXAMPLES",
        )
    family, shape = built_in
    learner = LEARNERS[request.learner]
    library = learner.library(family)
    if request.macros is not None:
        library = _loaded(request.macros, family, learner.blank_first)
    if request.output is not None:
        check_writable(request.output)
    options = request.options
    course = Course(
        shape,
        family.practice(shape),
        options.seed,
        request.quiescence,
        request.problems,
        options.limits,
    )
    recipe = Recipe(request.argument, order=request.order, arc_cost=request.cost)
    return Asked(family, course, request.learner, recipe, options, library, request.macros)


def _loaded(path: str, family: Domain, blank_first: bool) -> MacroLibrary:
    library = load_macros(path, family=family)
    if library.blank_first != blank_first:
        raise InputError(
            "macro tables and other macros do not mix",
            place=Place(path),
            expected="macros of a table" if blank_first else "no macro table",
        )
    return library


def _print(
    family: Domain,
    library: MacroLibrary,
    practised: list[Practice],
    verdict: str | None,
    request: PracticeRequest,
    wanted: Keeping,
) -> None:
    table = plain_table(
        "boards", "problems", "solved", "escapes", "new macros", "operator applications"
    )
    for shape in dict.fromkeys(practice.shape for practice in practised):
        group = [practice for practice in practised if practice.shape == shape]
        table.add_row(
            family.spell(shape),
            f"{len(group):,}",
            f"{sum(practice.solved for practice in group):,}",
            f"{sum(len(practice.admissions) for practice in group):,}",
            f"{sum(practice.learned for practice in group):,}",
            f"{sum(practice.applications for practice in group):,}",
        )
    out().print(table)
    stopped = Counter(practice.limit for practice in practised if practice.limit)
    for limit, count in stopped.items():
        ended = f"ended at the limit on {limit}" if limit in LIMITS else "died and taught nothing"
        note(f"{counted(count, 'problem')} {ended}")
    total = sum(practice.applications for practice in practised)
    work = f"{counted(len(practised), 'problem')}, {counted(total, 'operator application')}"
    if not len(library):
        say(f"{work}, nothing learned")
        return
    windows = sorted({f"{macro.window[0]}x{macro.window[1]}" for macro in library})
    say(f"{work}, {counted(len(library), 'macro')} of {', '.join(windows)} cells")
    if verdict is not None:
        say(f"climbing with them on {verdict}")
    for file in saved_in(request.output, wanted):
        say(f"{counted(len(library), 'macro')} in {file}")


def _data(
    family: Domain,
    learner: str,
    library: MacroLibrary,
    practised: list[Practice],
    verdict: str | None,
) -> dict[str, Any]:
    return {
        "family": family.name,
        "learner": learner,
        "problems": len(practised),
        "operator_applications": sum(practice.applications for practice in practised),
        "completeness": verdict,
        "macros": [
            {
                "name": macro.name,
                "window": list(macro.window),
                "cost": macro.cost,
                "steps": [move.name for move, _ in macro.steps],
                "origin": macro.origin,
            }
            for macro in library
        ],
    }
