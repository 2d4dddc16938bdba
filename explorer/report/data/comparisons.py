"""Comparisons of a run, as ``arcwise compare`` makes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....experiments.problem_set import RANDOM_PAIRS
from ....experiments.result_set import AFTER, BEFORE, ResultSet
from ....experiments.row import Row, method_of
from ....experiments.statistics.comparison import Comparison
from ....experiments.store import Run

__all__ = [
    "AFTER",
    "BEFORE",
    "algorithms",
    "run_comparisons",
    "finished",
    "configuration_labels",
    "without_judging",
    "missing",
]

ASKED, PAIRS = "the problems asked for", "random pairs"
"""The two sets of problems of a comparison: those asked for, and the random pairs of start and goal beyond."""


def run_comparisons(run: Run) -> list[Comparison]:
    """The configurations of a run before and after learning, those problems first that were asked for.

    A problem counts where it was searched both times; a search that the user interrupted is none.
    """
    if not {BEFORE, AFTER} <= {condition.name for condition in run.conditions}:
        return []
    several = len({problem.problem_set for problem in run.problems}) > 1
    names = {"": ASKED, RANDOM_PAIRS: PAIRS} if several else {}
    return [
        replace(one, group=names.get(one.group, one.group)) for one in ResultSet(run).comparisons
    ]


def finished(run: Run) -> Iterator[Row]:
    """The searches that the user did not interrupt."""
    return (row for row in run.searches if row.stopped_by != "interrupt")


def algorithms(run: Run) -> list[str]:
    """The algorithms that searched, in the order in which they were asked for."""
    seen = dict.fromkeys(row.configuration for row in run.searches)
    asked = [name for name in run.settings.get("configurations") or [] if name in seen]
    return list(dict.fromkeys([*asked, *seen]))


def configuration_labels(run: Run) -> dict[str, str]:
    """For each configuration what searched, as `method_of` says it."""
    return {
        name: method_of(name, (row for row in run.searches if row.configuration == name))
        for name in algorithms(run)
    }


def without_judging(run: Run) -> Run:
    """A run without the searches by which ``arcwise utility`` judged single macros: they are no part of what it compares."""
    conditions = tuple(one for one in run.conditions if not one.facts.get("judging"))
    names = {condition.name for condition in conditions}
    practice = {
        problem.id for problem in run.problems if problem.problem_set.endswith(", practice")
    }
    searches = tuple(
        row for row in run.searches if row.condition in names and row.problem not in practice
    )
    return replace(run, conditions=conditions, searches=searches)


def missing(run: Run) -> int:
    """How many searches are to come if the run is resumed; 0 where it does not say how many there are in all."""
    return max(0, int(run.settings.get("searches") or 0) - sum(1 for _ in finished(run)))
