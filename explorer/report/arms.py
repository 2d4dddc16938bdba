"""Runs of several arms, as ``arcwise utility`` makes them: what more and other macros do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from statistics import fmean

from ..comparison import MEASURES
from ..intervals import Estimate, mean_of, ratio_of
from ..runs import Run, RunArm, SearchRow
from .axes import log_scale, short, upward
from .charts import WIDTH
from .data import algorithms, finished
from .markup import Markup, el
from .tables import Picture, Table, svg
from .words import counted

PICTURED = ("operator_applications", "expanded", "moves", "elapsed")

SERIES = 7
"""Different colours of lines."""


@dataclass(frozen=True)
class Group:
    """Arms of one kind and size, one for each seed.

    Parameters
    ----------
    label
        The kind.
    name
        The arms' name without the seed.
    macros
        How many macros they have, on average.
    learning
        Operator applications that learning them took, on average; None where not known.
    rows
        The searches of each seed.
    baseline
        For each of these the same search without macros, or None.
    """

    label: str
    name: str
    macros: float
    learning: float | None
    rows: tuple[tuple[SearchRow, ...], ...]
    baseline: tuple[tuple[SearchRow | None, ...], ...]

    def mean(self, measure: str) -> Estimate | None:
        """The mean of a measure: lengths of those solved, everything else of all searches."""
        return mean_of([_values(rows, measure) for rows in self.rows])

    def ratio(self, measure: str) -> Estimate | None:
        """With macros over without, over the problems that were solved one way or the other."""
        groups = []
        for rows, without in zip(self.rows, self.baseline, strict=True):
            ratios = []
            for row, before in zip(rows, without, strict=True):
                if before is None or not (row.solved or before.solved):
                    continue
                was, now = getattr(before, measure), getattr(row, measure)
                if was and now is not None:
                    ratios.append(now / was)
            groups.append(ratios)
        return ratio_of(groups) if self.macros else None


def _values(rows: Sequence[SearchRow], measure: str) -> list[float]:
    found = [getattr(row, measure) for row in rows if row.solved or measure != "moves"]
    return [value for value in found if value is not None]


def groups(run: Run, algorithm: str) -> list[Group]:
    """The arms of a run by kind and size, none first."""
    rows: dict[str, list[SearchRow]] = {}
    for row in finished(run):
        if row.algorithm == algorithm:
            rows.setdefault(row.arm, []).append(row)
    plain = {_seed(arm): arm.name for arm in reversed(run.arms) if not _macros(arm)}
    without = {
        seed: {row.problem: row for row in rows.get(name, [])} for seed, name in plain.items()
    }
    kinds: dict[str, list[RunArm]] = {}
    for arm in run.arms:
        if arm.name in rows:
            kinds.setdefault(re.sub(r":seed-?\d+$", "", arm.name), []).append(arm)
    found = []
    for name, arms in kinds.items():
        costs = [cost for arm in arms if (cost := _learning(arm)) is not None]
        found.append(
            Group(
                str(arms[0].facts.get("label") or name),
                name,
                fmean(_macros(arm) for arm in arms),
                fmean(costs) if costs else None,
                tuple(tuple(rows[arm.name]) for arm in arms),
                tuple(
                    tuple(without.get(_seed(arm), {}).get(row.problem) for row in rows[arm.name])
                    for arm in arms
                ),
            )
        )
    return sorted(found, key=lambda group: group.macros > 0)


def _macros(arm: RunArm) -> float:
    count = arm.facts.get("macros", 0 if arm.macros is None else 1)
    return float(count) if isinstance(count, int | float) else 0.0


def _seed(arm: RunArm) -> object:
    return arm.facts.get("seed")


def _learning(arm: RunArm) -> float | None:
    learning = arm.facts.get("learning")
    if isinstance(learning, dict):
        learning = learning.get("applications", learning.get("operator_applications"))
    return float(learning) if isinstance(learning, int | float) else None


def arms_section(run: Run) -> list[Markup]:
    """Pictures and a table for each algorithm."""
    parts = []
    for algorithm in algorithms(run):
        found = groups(run, algorithm)
        if not found:
            continue
        pictures = [
            picture.markup()
            for measure in PICTURED
            if (picture := _picture(algorithm, measure, found)) is not None
        ]
        parts.append(
            el(
                "div",
                el("h3", algorithm),
                el("div", pictures, class_="figures"),
                table(algorithm, found).markup(),
            )
        )
    return parts


def table(algorithm: str, found: Sequence[Group]) -> Table:
    """All arms of an algorithm."""
    columns = ["arm", "macros", "solved", "expanded", "generated", "operator applications"]
    columns += ["moves", "time (ms)", "ratio of work", "learning"]
    return Table(
        f"{algorithm}: means with 95% intervals over problems and seeds; ratio of work: with macros over without",
        columns,
        [
            [
                group.name,
                short(group.macros),
                f"{sum(row.solved for rows in group.rows for row in rows):,} of "
                f"{sum(map(len, group.rows)):,}",
                *(
                    _spread(group.mean(measure))
                    for measure in ("expanded", "generated", "operator_applications")
                ),
                _spread(group.mean("moves"), 1),
                _spread(group.mean("elapsed"), 2, 1000),
                _interval(group.ratio("operator_applications")),
                "-" if group.learning is None else f"{group.learning:,.0f}",
            ]
            for group in found
        ],
    )


def _spread(found: Estimate | None, digits: int = 0, factor: float = 1) -> str:
    """A mean and half the width of its interval."""
    if found is None:
        return "-"
    text = f"{found.mean * factor:,.{digits}f}"
    if found.low is None or found.high is None:
        return text
    return f"{text} ±{(found.high - found.low) / 2 * factor:,.{digits}f}"


def _interval(found: Estimate | None) -> str:
    if found is None:
        return "-"
    text = f"{found.mean:.2f}"
    return text if found.low is None else f"{text} ({found.low:.2f} to {found.high:.2f})"


def _picture(algorithm: str, measure: str, found: Sequence[Group]) -> Picture | None:
    """One measure over the number of macros, a line for each kind of arms."""
    means = [(group, mean) for group in found if (mean := group.mean(measure)) is not None]
    if not means:
        return None
    words = MEASURES[measure]
    sizes = sorted({group.macros for group, _ in means})
    left, right, top, bottom = 52, WIDTH - 14, 12, 220
    step = (right - left) / len(sizes)
    place = {size: left + step * (number + 0.5) for number, size in enumerate(sizes)}
    lows = [mean.low for _, mean in means if mean.low is not None and mean.low > 0]
    values = [*(mean.mean for _, mean in means), *(mean.high or 0 for _, mean in means), *lows]
    y = log_scale([value for value in values if value > 0] or [1.0], bottom, top)
    labels = list(dict.fromkeys(group.label for group, _ in means if group.macros))
    parts = [upward(y, left, right, words)]
    shown = sizes[:: ceil(len(sizes) / 10)]
    parts += [_mark(short(size), place[size], bottom) for size in shown]
    title = (left + right) / 2
    parts.append(
        el("text", "macros", x=title, y=bottom + 30, text_anchor="middle", class_="axis-title")
    )
    for _, mean in [pair for pair in means if not pair[0].macros][:1]:
        parts.append(
            el("line", x1=left, x2=right, y1=y(mean.mean), y2=y(mean.mean), class_="unity")
        )
    for number, label in enumerate(labels):
        name = f"series s{number % SERIES + 1}"
        line = sorted(
            ((group.macros, mean) for group, mean in means if group.label == label),
            key=lambda spot: spot[0],
        )
        shift = (number - (len(labels) - 1) / 2) * min(6.0, step / (len(labels) + 1))
        spots = [(place[size] + shift, mean) for size, mean in line]
        drawing = "M" + "L".join(f"{x:.1f} {y(mean.mean):.1f}" for x, mean in spots)
        parts.append(el("path", d=drawing, class_=f"line {name}"))
        for x, mean in spots:
            if mean.low is not None and mean.high is not None:
                ends = f"M{x:.1f} {y(max(mean.low, y.low)):.1f}V{y(mean.high):.1f}"
                parts.append(el("path", d=ends, class_=f"error {name}"))
            parts.append(el("circle", cx=x, cy=y(mean.mean), r=3.5, class_=name))
    says = f"Mean {words} of a search over the number of macros, with 95% intervals" + (
        "; the dashed line is no macros at all." if any(not g.macros for g, _ in means) else "."
    )
    marks = [
        el("span", el("i", class_=f"swatch series s{number % SERIES + 1}"), label)
        for number, label in enumerate(labels)
    ]
    numbers = Table(
        f"{algorithm}: {words}, mean and 95% interval",
        ["arm", "macros", "mean", "low", "high", "searches"],
        [
            [
                group.name,
                short(group.macros),
                f"{mean.mean:,.6g}",
                "-" if mean.low is None else f"{mean.low:,.6g}",
                "-" if mean.high is None else f"{mean.high:,.6g}",
                counted(sum(map(len, group.rows)), "search", "searches"),
            ]
            for group, mean in means
        ],
    )
    drawing = svg(WIDTH, 258, says, parts)
    title_words = f"{words.capitalize()} over macros"
    return Picture(title_words, says, drawing, numbers, el("p", marks, class_="legend"))


def _mark(text: str, x: float, bottom: float) -> Markup:
    return el("g", el("text", text, x=x, y=bottom + 14, text_anchor="middle"), class_="axis")
