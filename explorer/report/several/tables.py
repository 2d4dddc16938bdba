"""Tables of several runs, shared by the page and the LaTeX file."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from ....experiments.row import PROPERTIES
from ....experiments.statistics.across_runs import AcrossRuns, Pairwise, Series
from ....experiments.statistics.comparison import Comparison
from ...html.tables import HtmlTable
from ...text.numbers import number, ratio, rounded, span
from ..data.comparisons import run_comparisons

WORK = "operator_applications"
COMPARED = ("expanded", WORK, "moves", "elapsed")
"""Properties in which the searches of two runs are compared."""


def tables(across: AcrossRuns) -> list[HtmlTable]:
    """All that have any rows."""
    found = [verdict_table(across), coverage_table(across), pairwise_table(across)]
    return [table for table in found if table.rows]


def verdict_table(across: AcrossRuns) -> HtmlTable:
    """Whether learning paid in each run that compared searches before and after."""
    rows = [
        _verdict_row(name, one) for name, run in across.runs.items() for one in run_comparisons(run)
    ]
    columns = ["run", "algorithm", "verdict", "work ratio", "95% interval"]
    columns += ["expanded ratio", "moves ratio", "time ratio", "problems", "solved before"]
    columns += ["solved after", "best without macros", "against it", "its work ratio"]
    caption = (
        "After learning over before, run by run: geometric means of the ratios over the problems solved both times; work is "
        "operator applications"
    )
    return HtmlTable(caption, columns, rows, left=3)


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
        *_against_best(one),
    ]


def _against_best(one: Comparison) -> list[str]:
    """The best searches without macros, the verdict against them, and the ratio of the work."""
    best = one.reference
    if best is None:
        return ["-"] * 3
    found = best.least_work.finding.work
    return [best.method, best.verdict.word, ratio(found.ratio if found else None)]


def coverage_table(across: AcrossRuns) -> HtmlTable:
    """How many problems were solved, and what that took on average."""
    columns = ["run", "algorithm", "condition", "problems", "solved"]
    columns += ["mean expanded", "mean moves", "mean time (s)"]
    rows = [_coverage_row(one) for one in across.series]
    caption = "Coverage; arithmetic means over the problems that each solved, which are not the same for all"
    return HtmlTable(caption, columns, rows, left=3)


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


def pairwise_table(across: AcrossRuns) -> HtmlTable:
    """Table of two runs on common problems: which solved more, and which took less work."""
    columns = ["first", "second", "algorithm", "condition", "problems", "only first", "only second"]
    columns += ["measure", "less in first", "equal", "less in second", "ratio", "95% interval"]
    rows = []
    for one in across.pairwise:
        pairs = one.comparison.pairs
        only = (
            sum(pair.before.solved and not pair.after.solved for pair in pairs),
            sum(pair.after.solved and not pair.before.solved for pair in pairs),
        )
        which = [one.first.run, one.second.run, one.comparison.method, one.condition]
        which += [f"{count:,}" for count in (len(pairs), *only)]
        known = [
            name
            for name in COMPARED
            if name in one.comparison.estimates and (name != "elapsed" or across.one_machine)
        ]
        rows += [[*which, *_changed(one, name)] for name in known]
        if not known:  # no problem was solved in both
            rows.append([*which, *["-"] * 6])
    caption = "The same problems in two runs; ratios, second over first, are geometric means over the problems solved in both"
    return HtmlTable(caption, columns, rows, left=4)


def _changed(one: Pairwise, name: str) -> list[str]:
    """One property: in how many problems it was less in either run, and the ratio."""
    estimate = one.comparison.estimates[name]
    counts = [f"{count:,}" for count in one.less_equal_more(name)]
    return [
        PROPERTIES[name].split(" (")[0],
        *counts,
        ratio(estimate.ratio),
        span(estimate.interval),
    ]
