"""Published means over random boards, measured again on random boards of our own."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from ...search.intervals import t_interval
from ..condition import Condition
from ..configuration import Configuration
from ..execute.recipe import Recipe
from ..experiment import Experiment
from ..problem_set import ProblemSet

SEED = 2020

PUBLISHED_BOARDS = 1000
"""Boards of the published means."""


@dataclass(frozen=True)
class Average:
    """A published mean of expansions of A* over uniformly random solvable 8-puzzle boards.

    Parameters
    ----------
    heuristic
        The heuristic by name.
    published
        The mean over 1000 boards that the check of the text gives.
    boards
        How many boards are enough here; a dear search gets fewer.
    """

    heuristic: str
    published: float
    boards: int


AVERAGES = (
    Average("manhattan", 1670, 1000),
    Average("misplaced", 15987, 200),
    Average("misplaced+manhattan", 945, 1000),
)


@dataclass(frozen=True)
class MeasuredAverage:
    """A mean measured here, with its standard error.

    Parameters
    ----------
    average
        What was published.
    mean, error
        Expansions.
    """

    average: Average
    mean: float
    error: float

    @property
    def agrees(self) -> bool:
        """Whether the 99% t-interval of the difference between the two means holds 0.

        Both are means of samples, the published one of 1000 boards, so that the errors of both count.
        """
        boards, published = self.average.boards, self.average.published
        error = self.error * sqrt(1 + boards / PUBLISHED_BOARDS)
        low, high = t_interval(self.mean - published, error, boards - 1, 0.99)
        return low <= 0 <= high


def measure_average(average: Average) -> MeasuredAverage:
    """Search random boards with A*, closed list, ties oldest first."""
    recipe = Recipe.of("sliding-tile:3x3")
    domain = recipe.make().domain
    experiment = Experiment(
        recipe,
        (ProblemSet.random(domain, domain.goal(None), average.boards, SEED),),
        (Condition.without_macros(),),
        (Configuration("a-star", heuristic=average.heuristic),),
        timing=False,
    )
    expanded = [row.expanded or 0 for row in experiment.run().all_rows]
    return MeasuredAverage(average, fmean(expanded), stdev(expanded) / sqrt(len(expanded)))
