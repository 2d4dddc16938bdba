"""Means over seeds and problems, with intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from statistics import fmean, variance

Groups = Sequence[Sequence[float]]
"""For every seed the values of its problems."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, with a 95 % interval where there are two values or more.

    Parameters
    ----------
    mean, low, high
        In the unit of what was measured.
    """

    mean: float
    low: float | None = None
    high: float | None = None

    def through(self, change: Callable[[float], float]) -> Estimate:
        """The same on another scale."""
        low = None if self.low is None else change(self.low)
        return Estimate(change(self.mean), low, None if self.high is None else change(self.high))


def mean_of(groups: Groups) -> Estimate | None:
    """The mean of all values; None without any.

    Another experiment would draw other seeds, and other problems for each: the variance of the mean is what seeds
    contribute and what problems contribute within them, as in a bootstrap of both stages, which makes the interval
    rather too wide than too narrow. It is 1.96 standard errors wide on either side.
    """
    filled = [group for group in groups if group]
    values = [value for group in filled for value in group]
    if not values:
        return None
    mean = fmean(values)
    spread = [variance(group) for group in filled if len(group) > 1]
    error = fmean(spread) / len(values) if spread else 0.0
    if len(filled) > 1:
        error += variance([fmean(group) for group in filled]) / len(filled)
    if len(values) == 1:
        return Estimate(mean)
    half = 1.96 * sqrt(error)
    return Estimate(mean, mean - half, mean + half)


def ratio_of(groups: Groups) -> Estimate | None:
    """The geometric mean of positive ratios; others are left out."""
    logs = [[log(value) for value in group if value > 0] for group in groups]
    found = mean_of(logs)
    return found and found.through(exp)
