"""What several runs say, as tables; the page and the LaTeX file have the same."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from ....experiments.row import PROPERTIES
from ....experiments.statistics.across_runs import AcrossRuns, Series
from ....experiments.statistics.comparison import Comparison
from ...html.tables import HtmlTable
from ...text.numbers import number, ratio, rounded, span
from ..data.comparisons import run_comparisons

WORK = "operator_applications"
COMPARED = ("expanded", WORK, "moves", "elapsed")
"""Properties in which the searches of two runs are compared."""


def tables(across: AcrossRuns) -> list[HtmlTable]:
    """All that have any rows."""
    found = [verdict_table(across), coverage_table(across), duel_table(across)]
    return [table for table in found if table.rows]


def verdict_table(across: AcrossRuns) -> HtmlTable:
    """Whether learning paid in each run that compared searches before and after."""
    rows = [
        _verdict_row(name, one) for name, run in across.runs.items() for one in run_comparisons(run)
    ]
    columns = ["run", "algorithm", "verdict", "operator applications", "95% interval"]
    columns += ["expanded", "moves", "time", "problems", "solved before", "solved after"]
    return HtmlTable("After learning over before, run by run", columns, rows, left=3)


def _verdict_row(name: str, one: Comparison) -> list[str]:
    estimates = one.estimates
    work = estimates.get(WORK)
    before, after = one.solved
    others = [
        ratio(estimates[other].ratio) if other in estimates else "-"
        for other in ("expanded", "moves", "elapsed")
    ]
    return [
        name,
        one.method + (f": {one.group}" if one.group else ""),
        one.verdict.word,
        ratio(work.ratio) if work else "-",
        span(work.interval) if work else "-",
        *others,
        *(f"{count:,}" for count in (len(one.pairs), before, after)),
    ]


def coverage_table(across: AcrossRuns) -> HtmlTable:
    """How many problems were solved, and what that took on average."""
    columns = ["run", "algorithm", "condition", "problems", "solved"]
    columns += ["expanded", "moves", "time (s)"]
    rows = [_coverage_row(one) for one in across.series]
    return HtmlTable("Coverage; means over the problems solved", columns, rows, left=3)


def _coverage_row(one: Series) -> list[str]:
    solved = one.solved
    means = [
        _mean([getattr(row, name) for row in solved], name)
        for name in ("expanded", "moves", "elapsed")
    ]
    counts = [f"{len(one.rows):,}", f"{len(solved):,}"]
    return [one.run, one.method, one.condition, *counts, *means]


def _mean(values: Sequence[float | None], name: str) -> str:
    known = [value for value in values if value is not None]
    if not known:
        return "-"
    return number(fmean(known), name) if name == "elapsed" else rounded(fmean(known))


def duel_table(across: AcrossRuns) -> HtmlTable:
    """The same problems in two runs: who solved more, and who took less."""
    columns = ["first", "second", "algorithm", "condition", "problems", "only first", "only second"]
    columns += ["measure", "less in first", "equal", "less in second", "ratio", "95% interval"]
    rows = []
    for duel in across.duels:
        pairs = duel.comparison.pairs
        only = [
            sum(pair.before.solved and not pair.after.solved for pair in pairs),
            sum(pair.after.solved and not pair.before.solved for pair in pairs),
        ]
        for name in COMPARED:
            estimate = duel.comparison.estimates.get(name)
            if estimate is None:
                continue
            less, equal, more = duel.better(name)
            counts = [f"{count:,}" for count in (len(pairs), *only)]
            rows.append(
                [
                    duel.one.run,
                    duel.other.run,
                    duel.comparison.method,
                    _condition(duel.one, duel.other),
                    *counts,
                    PROPERTIES[name].split(" (")[0],
                    *(f"{count:,}" for count in (less, equal, more)),
                    ratio(estimate.ratio),
                    span(estimate.interval),
                ]
            )
    return HtmlTable("The same problems in two runs; second over first", columns, rows, left=4)


def _condition(one: Series, other: Series) -> str:
    same = one.condition == other.condition
    return one.condition if same else f"{one.condition}, {other.condition}"
