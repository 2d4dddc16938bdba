"""Pictures of runs of several conditions: what more and other macros do to searching."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from ...experiments.row import PROPERTIES
from ...experiments.statistics.estimate import Mean
from ...experiments.statistics.summary import Summary
from ...rules.text.state_text import counted
from ..html.markup import HtmlTable, Markup, Picture, el, svg
from ..text.numbers import COMPARED, EXPLAINED, duration
from .charts import WIDTH, Scale, log_scale, short, upward

PICTURED = ("operator_applications", "expanded", "moves", "elapsed")

SERIES = 7
"""Different colours of lines."""


def conditions_table(algorithm: str, found: Sequence[Summary]) -> HtmlTable:
    """All conditions of an algorithm."""
    rows = [[one.name, *(cell(one) for _, cell in COMPARED)] for one in found]
    columns = ["condition", *(words for words, _ in COMPARED)]
    return HtmlTable(f"{algorithm}: {EXPLAINED}", columns, rows)


def picture(algorithm: str, measure: str, found: Sequence[Summary]) -> Picture | None:
    """One measure over the number of macros, a line for each kind of conditions."""
    means = [(group, mean) for group in found if (mean := group.mean(measure)) is not None]
    if not means:
        return None
    words = PROPERTIES[measure]
    sizes = sorted({group.macros for group, _ in means})
    left, right, top, bottom = 52, WIDTH - 14, 12, 220
    step = (right - left) / len(sizes)
    place = {size: left + step * (number + 0.5) for number, size in enumerate(sizes)}
    lows = [mean.low for _, mean in means if mean.low is not None and mean.low > 0]
    values = [*(mean.mean for _, mean in means), *(mean.high or 0 for _, mean in means), *lows]
    y = log_scale([value for value in values if value > 0] or [1.0], bottom, top)
    labels = list(dict.fromkeys(group.label for group, _ in means if group.macros))
    axis = duration if measure == "elapsed" else short
    parts = [upward(y, left, right, words.split(" (")[0], axis)]
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
        parts += _series([(place[size] + shift, mean) for size, mean in line], y, name)
    says = f"Mean {words} of a search over the number of macros, with 95% intervals" + (
        "; the dashed line is no macros at all." if any(not g.macros for g, _ in means) else "."
    )
    marks = [
        el("span", el("i", class_=f"swatch series s{number % SERIES + 1}"), label)
        for number, label in enumerate(labels)
    ]
    numbers = _numbers(f"{algorithm}: {words}, mean and 95% interval", means)
    drawing = svg(WIDTH, 258, says, parts)
    title_words = f"{words.capitalize()} over macros"
    return Picture(title_words, says, drawing, numbers, el("p", marks, class_="legend"))


def _series(spots: Sequence[tuple[float, Mean]], y: Scale, name: str) -> Iterator[Markup]:
    """A line through the means of one kind of conditions, with their intervals."""
    drawing = "M" + "L".join(f"{x:.1f} {y(mean.mean):.1f}" for x, mean in spots)
    yield el("path", d=drawing, class_=f"line {name}")
    for x, mean in spots:
        if mean.low is not None and mean.high is not None:
            ends = f"M{x:.1f} {y(max(mean.low, y.low)):.1f}V{y(mean.high):.1f}"
            yield el("path", d=ends, class_=f"error {name}")
        yield el("circle", cx=x, cy=y(mean.mean), r=3.5, class_=name)


def _numbers(caption: str, means: Sequence[tuple[Summary, Mean]]) -> HtmlTable:
    return HtmlTable(
        caption,
        ["condition", "macros", "mean", "low", "high", "searches"],
        [
            [
                group.name,
                short(group.macros),
                f"{mean.mean:,.6g}",
                "-" if mean.low is None else f"{mean.low:,.6g}",
                "-" if mean.high is None else f"{mean.high:,.6g}",
                counted(group.searches, "search", "searches"),
            ]
            for group, mean in means
        ],
    )


def _mark(text: str, x: float, bottom: float) -> Markup:
    return el("g", el("text", text, x=x, y=bottom + 14, text_anchor="middle"), class_="axis")
