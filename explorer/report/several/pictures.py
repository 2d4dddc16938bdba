"""Pictures of several runs: problems solved over time, and the same problems in two runs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from ....experiments.statistics.across_runs import AcrossRuns, Pairwise, Series
from ....rules.text.sentences import counted
from ...html.markup import Markup
from ...html.tables import HtmlTable, Picture, svg
from ...text.numbers import duration
from ..pictures.axes import across as across_axis
from ..pictures.axes import linear_scale, log_scale, short, upward
from ..pictures.charts import WIDTH, legend, stairs
from ..pictures.conditions import SERIES
from ..pictures.scatter import Sides, scatter

COLOURS = tuple(f"series s{place}" for place in (2, 1, *range(3, SERIES + 1)))
"""Of lines, in order: those before and after learning first, as on the page of one run."""

SCATTERED = ("operator_applications", "elapsed")
MOST_PAIRS = 12
"""Pairs of searches of two runs that are drawn; the table has all."""


def over_time(runs: AcrossRuns) -> list[Picture]:
    """For each algorithm the problems solved within a time, a line for each run and condition."""
    groups: dict[str, list[Series]] = {}
    for one in runs.series:
        if one.solved:
            groups.setdefault(one.configuration, []).append(one)
    return [_over_time(found[0].method, found[:SERIES], len(found)) for found in groups.values()]


def _over_time(title: str, found: Sequence[Series], all_lines: int) -> Picture:
    times = [[row.elapsed or 0.0 for row in one.solved] for one in found]
    everything = sorted(time for some in times for time in some)
    left, right, top, bottom = 52, WIDTH - 14, 12, 200
    x = log_scale(everything, left, right)
    y = linear_scale(max(len(one.rows) for one in found), bottom, top)
    parts: list[Markup] = [
        across_axis(x, top, bottom, "time at most", duration),
        upward(y, left, right, "problems solved", short),
    ]
    parts += [
        stairs(some, x, y, f"line {colour}") for some, colour in zip(times, COLOURS, strict=False)
    ]
    names = [f"{one.run}, {one.condition}" for one in found]
    says = "Problems solved within a time each."
    if all_lines > len(found):
        says += f" The first {counted(len(found), 'line')} of {all_lines}."
    table = HtmlTable(
        f"{title}: problems solved within a time each",
        ["time at most", *names],
        [
            [duration(limit), *(f"{bisect_right(some, limit):,}" for some in times)]
            for limit in _limits(everything)
        ],
    )
    marks = legend(*zip(COLOURS, names, strict=False))
    label = f"{title}: {says} " + "; ".join(
        f"{name} {len(some):,} of {len(one.rows):,}"
        for name, some, one in zip(names, times, found, strict=True)
    )
    return Picture(title, says, svg(WIDTH, 240, label, parts), table, marks)


def _limits(times: Sequence[float]) -> list[float]:
    """1, 2, 5, 10, ... microseconds and so on, as far as they tell the times apart."""
    found: list[float] = []
    power = 1e-6
    while not found or found[-1] < times[-1]:
        found += [digit * power for digit in (1, 2, 5)]
        power *= 10
    below = [limit for limit in found if limit < times[0]]
    return [limit for limit in found if limit not in below[:-1] and limit < times[-1] * 5]


def scatter_pictures(runs: AcrossRuns) -> list[list[Picture]]:
    """For each pair of searches of two runs the points of their problems."""
    measures = [name for name in SCATTERED if name != "elapsed" or runs.one_machine]
    return [[_scatter(one, measure) for measure in measures] for one in runs.pairwise[:MOST_PAIRS]]


def _scatter(one: Pairwise, measure: str) -> Picture:
    second = f"in {one.second.run}"
    return scatter(one.comparison, measure, Sides(f"in {one.first.run}", second, second))
