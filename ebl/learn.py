"""The loop of learning: each path that gets attention is explained, generalized, admitted or refused, and recorded."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from ..rules.checked import checked
from .learner import (
    Attention,
    Course,
    Learner,
    Outcome,
    Records,
    Reply,
    TrainingPaths,
    TrainingProblem,
    TrainingRecord,
)
from .library import Admission, MacroLibrary
from .macro import Macro


@checked
def train(
    learner: Learner, library: MacroLibrary, course: Course, attention: Attention | None = None
) -> Generator[TrainingRecord, None, None]:
    """Learn into a library.

    Parameters
    ----------
    learner
        Decides what is worked on, and what is made of it.
    library
        Where macros go; what is there already takes part where the learner builds on it.
    course
        Sizes and number of training problems, and limits.
    attention
        Who works on the problems, in place of the learner in this process: another that finds the same paths.

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
    >>> from arcwise.rules.domains.table import read_built_in
    >>> domain, shape = read_built_in("sliding-tile:2x3")
    >>> library = LEARNERS["escapes"].library(domain)
    >>> sum(one.learned for one in train(LEARNERS["escapes"], library, Course(shape, (shape,)))) > 0
    True
    """
    records: list[TrainingRecord] = []
    if learner.closed:
        library.close()
    first = tuple(library)
    try:
        for number, problem in enumerate(learner.experience(library, course, records), start=1):
            paths = (attention or learner.attention)(library, problem)
            records.append(study(learner, library, problem, number, paths))
            if learner.builds_on:
                _select(learner, library, first, records)
            yield records[-1]
    finally:
        _select(learner, library, first, records)
        if learner.closed:
            library.close()


def _select(
    learner: Learner, library: MacroLibrary, first: Sequence[Macro], records: Records
) -> None:
    """See to it that the library has those macros only that the learner chooses of all, and its first ones."""
    if learner.selection is not None:
        library.keep((*first, *learner.selection(records, first).macros))


@checked
def study(
    learner: Learner,
    library: MacroLibrary,
    problem: TrainingProblem,
    number: int = 1,
    paths: TrainingPaths | None = None,
) -> TrainingRecord:
    """Learn from one problem: each training path is explained, generalized, and admitted or refused.

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
    paths = learner.attention(library, problem) if paths is None else paths
    looked_at: list[Any] = []
    admissions: list[Admission] = []
    answer: Reply | None = None
    while True:
        try:
            path = next(paths) if answer is None else paths.send(answer)
        except StopIteration as ended:
            outcome: Outcome = ended.value
            break
        macro = learner.acquisition(library, problem.shape, path, problem.origin)
        if isinstance(macro, str):  # nothing can be made of the path
            answer = macro
            continue
        answer = learner.retention(library, macro)
        looked_at.append(path)
        admissions.append(answer)
    library.shape = problem.shape
    return TrainingRecord(number, problem, outcome, tuple(looked_at), tuple(admissions))
