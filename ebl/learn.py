"""The loop of learning: for each training problem, solve, explain, generalize, admit.

| step | who does it | usually |
|---|---|---|
| solve | `Learner.attend`, which yields training paths | `solve` |
| explain, generalize | `Learner.acquire`, which makes a macro of a path | `explain_on_window`, `macro_of` |
| admit | `Learner.retain`, which asks the library | `MacroLibrary.add` |
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from itertools import islice
from time import perf_counter
from typing import Any

from ..rules.checked import checked
from ..search.heuristics.heuristic_table import default_heuristic
from .filters import NEW, SHORT, SHORTEST, UPHILL
from .learner import (
    Attention,
    Course,
    Learner,
    Outcome,
    Records,
    Solving,
    TrainingPaths,
    TrainingProblem,
    TrainingRecord,
)
from .library import Admission, MacroLibrary
from .macro import Macro
from .rule import Library


@checked
def train(
    learner: Learner, library: Library[Any], course: Course, attention: Attention | None = None
) -> Generator[TrainingRecord, None, None]:
    """Learn into a library.

    Parameters
    ----------
    learner
        Chooses the problems and has a method for each step.
    library
        Receives the macros; those that it has already take part where the learner builds on them.
    course
        Sizes and number of training problems, and limits.
    attention
        Solves the problems in place of the learner in this process, and finds the same paths: `Learner.attend` by default.

    Raises
    ------
    KeyboardInterrupt
        The user's; what was learned until then is in the library.

    Yields
    ------
    A record for each problem, as soon as it is done.

    Examples
    --------
    >>> from arcwise.ebl import LEARNERS
    >>> from arcwise.rules.domains.domain_table import read_built_in
    >>> domain, shape = read_built_in("sliding-tile:2x3")
    >>> library = LEARNERS["escapes"].library(domain)
    >>> sum(one.learned for one in train(LEARNERS["escapes"], library, Course(shape, (shape,)))) > 0
    True
    """
    records: list[TrainingRecord] = []
    kept: Any = library  # of what its learner makes
    if learner.closed:
        kept.close()
    first = tuple(kept)
    try:
        problems = islice(learner.experience(kept, course, records), learner.lessons)
        for number, problem in enumerate(problems, start=1):
            if NEW in learner.filters and _known(problem, records):
                ended = Outcome(solved=False, passed_over=("filter new: worked on before",))
                records.append(TrainingRecord(number, problem, ended))
                yield records[-1]
                continue
            paths = (attention or learner.attend)(kept, problem)
            records.append(study(learner, kept, problem, number, paths))
            if learner.builds_on:
                _select(learner, kept, first, records)
            yield records[-1]
    finally:
        _select(learner, kept, first, records)
        if learner.closed:
            kept.close()


def _select(
    learner: Learner, library: MacroLibrary, first: Sequence[Macro], records: Records
) -> None:
    """Keep the first macros of the library, and of the learned ones those that the learner selects."""
    if learner.selects:
        library.keep((*first, *learner.select(records, first).macros))


def study(
    learner: Learner,
    library: Any,
    problem: TrainingProblem,
    number: int = 1,
    paths: TrainingPaths | None = None,
) -> TrainingRecord:
    """Learn from one problem: solve it, explain and generalize each path, and admit each macro or refuse it.

    Parameters
    ----------
    learner, library
        As for `train`.
    problem
        The training problem.
    number
        The number of the record.
    paths
        The training paths, if not those that the learner finds.
    """
    began = perf_counter()
    solving = Solving(learner.attend(library, problem) if paths is None else paths)
    looked_at: list[Any] = []
    admissions: list[Admission] = []
    filtered: list[str] = []
    for path in solving:
        stopped = _stopped_by(learner, library, problem, path)
        macro = stopped or learner.acquire(library, problem.shape, path, problem.origin)
        if SHORT in learner.filters and not isinstance(macro, str) and macro.length > SHORTEST:
            macro = stopped = f"filter short: more than {SHORTEST} moves"
        if stopped:
            filtered.append(stopped)
        if isinstance(macro, str):  # the reason why nothing can be made of the path
            solving.answer = macro
            continue
        solving.answer = admission = learner.retain(library, macro)
        looked_at.append(path)
        admissions.append(admission)
    library.shape = problem.shape
    elapsed = perf_counter() - began if problem.outcome is None else None
    found = tuple(looked_at), tuple(admissions)
    outcome = solving.outcome
    if filtered:
        outcome = replace(outcome, passed_over=(*outcome.passed_over, *filtered))
    return TrainingRecord(number, problem, outcome, *found, elapsed)


def _known(problem: TrainingProblem, records: Records) -> bool:
    """Whether a problem was worked on before."""
    ends = problem.shape, problem.start, problem.goal, problem.domain
    return any(
        (one.problem.shape, one.problem.start, one.problem.goal, one.problem.domain) == ends
        for one in records
    )


def _stopped_by(learner: Learner, library: Any, problem: TrainingProblem, path: Any) -> str:
    """The filter of paths that stops one, with the reason; empty where none does."""
    if UPHILL not in learner.filters or not hasattr(path, "first_move"):
        return ""  # a learner of one's own may find what is no path
    if _uphill(library, problem, path):
        return ""
    return "filter uphill: its first move lowers the estimate"


def _uphill(library: MacroLibrary, problem: TrainingProblem, path: Any) -> bool:
    """Whether the first move of a path does not lower the estimate."""
    domain = problem.domain or library.domain
    theory = domain.theory(problem.shape).without_macros()
    estimate = default_heuristic(theory, problem.goal, problem.start).estimate
    before, after = path.first_move(domain, problem.shape)
    return estimate(after) >= estimate(before)
