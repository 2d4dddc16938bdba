"""Times that can be believed: short searches are made again until the clock can see them together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from statistics import median
from time import process_time
from typing import Any

from ...search.result import Result

LONG_ENOUGH = 0.001
"""Seconds of searching that the clock sees to one part in a thousand and better."""

LONG_FROM_COLD = 0.05
"""Seconds of a search beside which it does not count that everything was cold when it began."""

PATIENCE = 0.004
"""Seconds of this process's own time to spend on repetitions of one search, with all that is around it."""

FEWEST = 5
"""Repetitions at least, so that one during which the machine did something else does not count."""


def timed(result: Result, again: Callable[[], Result]) -> tuple[Result, dict[str, Any]]:
    """A search with the median time of its repetitions.

    Parameters
    ----------
    result
        The search as it was made first; its time, in which everything is cold, counts only where it was long.
    again
        Makes the same search.

    Returns
    -------
    The result with its time, and how many searches that is the median of.
    """
    if (
        result.statistics.elapsed >= LONG_FROM_COLD
        or result.limit is not None
        or result.engine is None
    ):
        return result, {"repetitions": 1}
    began = process_time()
    times = [again().statistics.elapsed]
    while times[0] < LONG_ENOUGH and (
        len(times) < FEWEST or (sum(times) < LONG_ENOUGH and process_time() - began < PATIENCE)
    ):
        times.append(again().statistics.elapsed)
    statistics = replace(result.statistics, elapsed=median(times))
    return replace(result, statistics=statistics), {"repetitions": len(times)}
