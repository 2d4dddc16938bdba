"""Measured numbers, and summaries of searches, as people read them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from math import floor, log10

from ...experiments.row import PROPERTIES
from ...experiments.statistics.comparison import Census, Comparison
from ...experiments.statistics.estimate import Estimate, Mean
from ...experiments.statistics.summary import Summary
from ...experiments.statistics.verdict import ratio_text
from ...experiments.store.run import Run
from ...rules.text.words import counted
from ...search.limits import Limits


def number(value: float | None, measure: str = "") -> str:
    """A value of a measure."""
    if value is None:
        return "-"
    if measure == "elapsed":
        return f"{value:,.5f}"
    return f"{value:,.0f}" if value == int(value) else f"{value:,.1f}"


def duration(seconds: float) -> str:
    """A time with its unit."""
    for unit, name in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= unit:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds * 1e6:.3g} \u00b5s"


def short(value: float) -> str:
    """A number for an axis: 2k, 1.5M, 0.02."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


def round_step(least: float) -> float:
    """1, 2 or 5 times a power of ten, at least so much."""
    power = 10.0 ** floor(log10(least)) if least > 0 else 1.0
    return next(digit * power for digit in (1, 2, 5, 10) if digit * power >= least * 0.999)


def ratio(value: float | None) -> str:
    """A ratio with two digits after the point, or that count; a dash where there is none."""
    return "-" if value is None else ratio_text(value)


def span(ends: tuple[float, float] | None) -> str:
    """An interval of a ratio."""
    return "-" if ends is None else f"{ratio(ends[0])} to {ratio(ends[1])}"


def rounded(value: float | None, digits: int = 1) -> str:
    """A number, with digits after the point only where it is not whole."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if value == int(value) else f"{value:,.{digits}f}"


def mean_text(
    found: Mean | None, digits: int = 0, factor: float = 1, *, signed: bool = False
) -> str:
    """A mean, and half the width of its interval."""
    if found is None:
        return "-"
    sign = "+" if signed else ""
    text = f"{found.mean * factor:{sign},.{digits}f}"
    if found.interval is None:
        return text
    low, high = found.interval
    return f"{text} ±{(high - low) / 2 * factor:,.{digits}f}"


def mean_ratio(found: Mean | None) -> str:
    """A ratio with its interval."""
    if found is None:
        return "-"
    text = ratio(found.mean)
    return text if found.interval is None else f"{text} ({span(found.interval)})"


ESTIMATED = ("before", "after", "ratio", "95% interval", "quartiles")
"""Columns of `estimate_texts`."""


def estimate_texts(found: Estimate) -> list[str]:
    """Texts of an estimate: before, after, their ratio, its interval and the quartiles of the problems' ratios."""
    return [
        number(found.before, found.name),
        number(found.after, found.name),
        ratio(found.ratio),
        span(found.interval),
        span(found.quartiles),
    ]


def comparison_rows(comparison: Comparison) -> list[list[str]]:
    """Rows with the number of solved problems and the change in every property, for a table with `ESTIMATED`."""
    before, after = comparison.solved
    return [
        ["solved", str(before), str(after), "", "", ""],
        *([PROPERTIES[name], *estimate_texts(one)] for name, one in comparison.estimates.items()),
    ]


CENSUS = ("mean", "before", "after", "ratio of means")
"""The columns of `census_rows`."""


def census_rows(census: Census) -> list[list[str]]:
    """The means over pairs of states."""
    return [
        [PROPERTIES[name], f"{before:,.2f}", f"{after:,.2f}", ratio(after / before)]
        for (name, before), after in zip(
            asdict(census.before).items(), asdict(census.after).values(), strict=True
        )
    ]


def census_title(census: Census) -> str:
    """Title of a census: the pairs that it covers."""
    if census.complete:
        return f"all {counted(census.pairs, 'pair')} of {counted(census.states, 'state')}"
    return (
        f"{counted(census.pairs, 'pair')}: every goal from {counted(census.starts, 'random start')}"
    )


def limits_text(limits: Limits, node: str = "expansion", work: str = "operator application") -> str:
    """Limits of a search, in words; ``node`` and ``work`` are what the limits on nodes and on work count."""
    parts = []
    if limits.time is not None:
        parts.append(f"{limits.time:g} s")
    if limits.nodes is not None:
        parts.append(counted(limits.nodes, node))
    if limits.work is not None:
        parts.append(counted(limits.work, work))
    if limits.memory is not None:
        gigabytes = limits.memory / 2**30
        parts.append(f"{gigabytes:.3g} GB" if gigabytes >= 1 else f"{limits.memory / 2**20:.3g} MB")
    return f"at most {' and '.join(parts)}" if parts else "no limits"


def limits_of(run: Run) -> str:
    """Limits of each search of a run, in words."""
    limits = Limits(**run.settings["options"]["limits"])
    text = limits_text(limits, *(("inference", "tried clause") if run.on_goals else ()))
    return f"{text} each" if text.startswith("at most") else text


Cell = Callable[[Summary], str]

SEARCHED: Sequence[tuple[str, Cell]] = (
    ("solved", lambda one: f"{one.solved:,}/{one.searches:,}"),
    ("expanded", lambda one: mean_text(one.mean("expanded"))),
    ("generated", lambda one: mean_text(one.mean("generated"))),
    ("applications", lambda one: mean_text(one.mean("operator_applications"))),
    ("moves", lambda one: mean_text(one.mean("moves"), 1)),
    ("time (ms)", lambda one: mean_text(one.mean("elapsed"), 2, 1000)),
)
"""Properties of a search, each with the heading of its column."""

COMPARED: Sequence[tuple[str, Cell]] = (
    ("macros", lambda one: rounded(one.macros)),
    ("refused", lambda one: rounded(one.fact("refused"))),
    *SEARCHED,
    ("ratio of work", lambda one: mean_ratio(one.ratio("operator_applications"))),
    ("learning", lambda one: rounded(one.learning(), 0)),
    ("gain a problem", lambda one: mean_text(one.gain("operator_applications"), signed=True)),
    ("pays after", lambda one: pays_text(one)),
)
"""Properties with macros against none, and the cost of learning."""

EXPLAINED = (
    "means with 95% intervals, work in operator applications; a search that a limit stopped counts ten times (PAR10); "
    "moves: over the problems that every condition solved; ratio: with macros over without (docs/measuring.md)"
)
"""Explanation of the columns."""


def pays_text(one: Summary) -> str:
    """Number of problems after which learning has paid for itself: a number, ``never``, or ``unclear`` where chance decides."""
    gain = one.gain("operator_applications")
    if gain is None or one.learning() is None:
        return "-"
    if gain.interval is not None and gain.interval[0] <= 0 < gain.interval[1]:
        return "unclear"
    after = one.pays_after("operator_applications")
    return "never" if after is None else f"{after:,}"
