"""How a task is done: by search, by climbing, by a policy, by practice."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from ...ebl.learners.table import LEARNERS
from ...rules.term import Pattern, State
from ...search.algorithms import CLIMB
from ...search.result import Result, Statistics, Status
from ..configuration import Configuration
from ..counting import Tally, search_counting, tallies_of
from ..row import Row
from .practice import practise
from .recipe import Recipe

Report: TypeAlias = Callable[[int], None] | None

Performed: TypeAlias = tuple[Result, dict[str, Any]]
"""A result, and what else its row has."""

TOO_LARGE = "not searched: too large to ground"
"""The note of a problem that a policy alone can solve."""


def perform(
    recipe: Recipe,
    configuration: Configuration,
    start: State,
    goal: Pattern,
    report: Report,
    *,
    counting: bool = False,
) -> Performed:
    """Do what a configuration says.

    Parameters
    ----------
    recipe, configuration
        In what to search, and how.
    start, goal
        What to connect.
    report
        Called now and then with the number of expansions.
    counting
        Whether to count what becomes of each macro, which searches in Python.

    Raises
    ------
    InputError
        A search that is not possible so.

    Notes
    -----
    With macros that are a policy this is followed, whatever the algorithm. A problem that was not grounded is not searched.
    """
    name = configuration.algorithm
    made = recipe.make()
    if made.policy is not None:
        return configuration.search(made.lifted(start, goal), report, macros=made), {}
    if not recipe.grounded:
        unsearched = Result(Status.INCOMPLETE, (), (), Statistics(), None, name)
        return replace(unsearched, engine=None, note=TOO_LARGE), {}
    if name == CLIMB:
        return _climb(recipe, configuration, start, goal, report, counting=counting)
    if name in LEARNERS:
        return practise(recipe, configuration, start, goal)
    if counting:
        return _counted_search(recipe, configuration, start, goal, report)
    return _search(recipe, configuration, start, goal, report), {}


def _search(
    recipe: Recipe, configuration: Configuration, start: State, goal: Pattern, report: Report
) -> Result:
    made = recipe.make()
    found = configuration.search(made.problem(start, goal), report)
    return _with_proof(made.in_whole(found))


def _with_proof(result: Result) -> Result:
    """A search that a limit ended is no solved one to be compared, though a solution had been found by the way."""
    if not result.solved or result.limit is None:
        return result
    return replace(result, status=Status.STOPPED, states=result.states[:1], operators=())


def _counted_search(
    recipe: Recipe, configuration: Configuration, start: State, goal: Pattern, report: Report
) -> Performed:
    """The search in Python, where it is counted how often macros are tried and matched."""
    made = recipe.make()
    in_python = replace(configuration, engine="python")
    result, tallies = search_counting(
        made.theory,
        start,
        goal,
        lambda problem: _with_proof(in_python.search(problem, report)),
        made.macro_of,
    )
    return result, {"macro_counts_json": counts_json(tallies)}


def counts_json(tallies: Mapping[str, Tally]) -> str:
    """Tallies as a row has them."""
    return json.dumps(
        {name: [one.tried, one.matched, one.seconds, one.applied] for name, one in tallies.items()}
    )


def tallies_of_row(row: Row) -> dict[str, Tally] | None:
    """Counts of a counting search; None if it died."""
    counts = row.macro_counts
    return None if counts is None else {name: Tally(*values) for name, values in counts.items()}


def _climb(
    recipe: Recipe,
    configuration: Configuration,
    start: State,
    goal: Pattern,
    report: Report,
    *,
    counting: bool,
) -> Performed:
    made = recipe.make()
    found = configuration.search(made.lifted(start, goal), report, macros=made)
    if not counting or found.climb is None:
        return found, {}
    tallies = tallies_of(found.climb, found.statistics.elapsed, made.macro_of)
    return found, {"macro_counts_json": counts_json(tallies)}
