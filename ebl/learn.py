"""The loop of learning: each path that gets attention is explained, generalized, admitted or refused, and recorded."""

from __future__ import annotations

from collections.abc import Iterator

from .learner import (
    Attention,
    Course,
    Learner,
    TrainingPath,
    TrainingProblem,
    TrainingRecord,
)
from .library import Admission, MacroLibrary


def learn(
    learner: Learner, library: MacroLibrary, course: Course, attention: Attention | None = None
) -> Iterator[TrainingRecord]:
    """Learn into a library.

    Parameters
    ----------
    learner
        Decides what is worked on, and what is made of it.
    library
        Where macros go; what is there already takes part where the learner builds on it.
    course
        What to learn.
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
    >>> sum(one.learned for one in learn(LEARNERS["escapes"], library, Course(shape, (shape,)))) > 0
    True
    """
    records: list[TrainingRecord] = []
    for number, problem in enumerate(learner.experience(library, course, records), start=1):
        records.append(study(learner, library, problem, number, attention))
        yield records[-1]


def study(
    learner: Learner,
    library: MacroLibrary,
    problem: TrainingProblem,
    number: int = 1,
    attention: Attention | None = None,
) -> TrainingRecord:
    """Learn from one problem, as `learn` does from each."""
    paths: list[TrainingPath] = []
    admissions: list[Admission] = []

    def take(path: TrainingPath) -> Admission:
        macro = learner.acquisition(library, problem.shape, path, problem.origin)
        paths.append(path)
        admissions.append(learner.retention(library, macro))
        return admissions[-1]

    outcome = (attention or learner.attention)(library, problem, take)
    if library.domain.every_size:
        library.shape = problem.shape
    return TrainingRecord(number, problem, outcome, tuple(paths), tuple(admissions))
