"""A learner's problem as a task: the paths that got attention are a column of its row."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from time import perf_counter
from typing import Any

from ...ebl.learn import study
from ...ebl.learner import (
    Attention,
    Learner,
    Outcome,
    TrainingPath,
    TrainingPaths,
    TrainingProblem,
    TrainingRecord,
    each,
)
from ...ebl.learners.learner_table import LEARNERS
from ...ebl.library import MacroLibrary
from ...ebl.macro import Macro
from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.geometry import Shape
from ...rules.term import Pattern, State
from ...search.limits import Limits
from ...search.problem import Problem
from ...search.result import Result, Statistics, Status
from ..configuration import Configuration
from ..row import Row
from ..store.rows import result_of
from .recipe import Recipe

UNKNOWN = dict.fromkeys(
    (
        *("engine", "steps", "cost", "expanded", "generated", "inserted", "evaluated", "reopened"),
        *("peak_open", "peak_memory"),
    )
)
"""What nobody counts in practice."""


def practise(
    recipe: Recipe, configuration: Configuration, start: State, goal: Pattern
) -> tuple[Result, dict[str, Any]]:
    """Work on a problem as a learner does, with a copy of its library.

    Parameters
    ----------
    recipe
        The board, with the library so far where the learner builds on it.
    configuration
        Its algorithm is the learner's name.
    start, goal
        The problem.

    Returns
    -------
    How it ended, and the columns that only practice has.
    """
    made, learner = recipe.make(), LEARNERS[configuration.algorithm]
    domain, shape = made.domain.domain, made.domain.theory.shape
    library = MacroLibrary(
        domain,
        map(Macro, made.schemas),
        order=made.order or learner.order,
        table=learner.table,
    )
    began = perf_counter()
    problem = TrainingProblem(shape, start, goal, limits=configuration.limits)
    record = study(learner, library, problem)
    elapsed = perf_counter() - began
    return as_searched(record, configuration.algorithm, domain, elapsed)


def as_searched(
    record: TrainingRecord, algorithm: str, domain: Domain, elapsed: float | None = None
) -> tuple[Result, dict[str, Any]]:
    """A practised problem as the result of a search, with the columns that only practice has.

    Parameters
    ----------
    record
        What it taught.
    algorithm
        The learner's name.
    domain
        Of its board.
    elapsed
        Seconds that it took; None of a problem that was worked on together with others.

    Returns
    -------
    How it ended, and the columns that only practice has.
    """
    outcome = record.outcome
    status = Status.SOLVED if outcome.solved else Status.INCOMPLETE
    if outcome.limit is not None:
        status = Status.STOPPED
    statistics = Statistics(operator_applications=outcome.applications, elapsed=elapsed or 0.0)
    result = Result(status, (), (), statistics, outcome.limit, algorithm)
    moves = outcome.moves if outcome.solved else None
    paths = [_plain(path, domain, record.problem.shape) for path in record.paths]
    others = {**UNKNOWN, "moves": moves, "training_paths_json": json.dumps(paths)}
    if elapsed is None:
        others["elapsed"] = None
    return result, others


def training_paths(row: Row, library: MacroLibrary, shape: Shape) -> Iterator[TrainingPath]:
    """The paths of a practised problem's row; none if it died.

    Raises
    ------
    InputError
        A damaged row: steps that are no moves of the board.
    """
    domain = library.domain
    schemas = domain.schemas(shape)
    for plain in row.training_paths:
        try:
            start = tuple(plain["start"])
            steps = [(schemas[number], place) for number, place in plain["steps"]]
            fits = all(domain.geometry.cells(one.window, place, shape) for one, place in steps)
        except (KeyError, IndexError, TypeError, ValueError):
            fits = False
        if not (fits and steps and len(start) == shape[0] * shape[1]):
            raise InputError(
                f"the row of {row.configuration}, problem {row.problem} does not replay",
                expected=f"moves of {domain.spell(shape)}",
                found=str(plain)[:80],
            )
        yield TrainingPath(start, steps)


def outcome_of(row: Row) -> Outcome:
    """How a practised problem ended."""
    return Outcome(row.solved, row.moves, row.operator_applications or 0, row.stopped_by)


def attention_to_rows(learner: Learner, row_of: Callable[[TrainingProblem], Row]) -> Attention:
    """A learner's attention where tasks have searched, or practised, its problems.

    Parameters
    ----------
    learner
        What it would look at by itself.
    row_of
        The row of a problem's task.
    """

    def look(library: MacroLibrary, problem: TrainingProblem) -> TrainingPaths:
        if learner.from_examples:
            macros = learner.builds_on
            return learner.attention(
                library, problem, search=search_of(problem), with_macros=macros
            )
        if problem.outcome is not None:
            return learner.attention(library, problem)
        return paths_of_row(row_of(problem), library, problem)

    def paths_of_row(row: Row, library: MacroLibrary, problem: TrainingProblem) -> TrainingPaths:
        yield from each(training_paths(row, library, problem.shape))
        return outcome_of(row)

    def search_of(problem: TrainingProblem) -> Callable[[Problem, Limits], Result]:
        def search(asked: Problem, limits: Limits) -> Result:
            found = result_of(row_of(problem), asked.start, asked.theory)
            return replace(found, theory=asked.theory)

        return search

    return look


def _plain(path: TrainingPath, domain: Domain, shape: Shape) -> dict[str, Any]:
    """A path as plain values: moves by their numbers, each with its place."""
    numbers = _numbers(domain, shape)
    steps = [[numbers[move.canonical], place] for move, place in path.steps]
    return {"start": list(path.start), "steps": steps}


@lru_cache(maxsize=4)
def _numbers(domain: Domain, shape: Shape) -> dict[Any, int]:
    """The number of each move of a board."""
    return {move.canonical: number for number, move in enumerate(domain.schemas(shape))}
