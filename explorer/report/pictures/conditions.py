"""Pictures of runs of several arms: what more and other macros do to searching."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from ....experiments.comparison import MEASURES
from ....experiments.intervals import Estimate
from ....experiments.store import Run
from ....experiments.verdict import MARGIN
from ..data.conditions import Group, groups
from ..data.duels import algorithms
from ..html.markup import Markup, el
from ..html.tables import Picture, Table, svg
from ..html.words import counted, duration, span
from .axes import log_scale, short, upward
from .charts import WIDTH, legend
from .ratios import Dot, dots

PICTURED = ("operator_applications", "expanded", "moves", "elapsed")

SERIES = 7
"""Different colours of lines."""


def verdicts(run: Run) -> list[Markup]:
    """For each algorithm which macros save work and which cost it, in words and as a picture."""
    parts = []
    for algorithm in algorithms(run):
        judged = [
            (group, ratio)
            for group in groups(run, algorithm)
            if group.macros and (ratio := group.ratio("operator_applications")) is not None
        ]
        if not judged:
            continue
        found = [
            Dot(group.name, ratio.mean, _known(ratio), _word(ratio)) for group, ratio in judged
        ]
        said = _said(found)
        table = Table(
            f"{algorithm}: operator applications with macros over without",
            ["arm", "ratio", "95% interval", "verdict"],
            [[dot.title, f"{dot.ratio:.2f}", span(dot.interval), dot.word] for dot in found],
        )
        key = legend(("dot pays", "pays"), ("dot costs", "costs"), ("dot unclear", "anything else"))
        drawing = dots(found, "operator applications: with / without")
        says = "With macros over without; lines are 95% intervals over problems and seeds."
        pays = sum(dot.word == "pays" for dot in found)
        words = el(
            "ul",
            el(
                "li",
                el(
                    "span",
                    f"{pays:,} of {len(found):,} pay",
                    class_=f"badge {'pays' if pays else ''}".strip(),
                ),
                el("strong", algorithm),
                el("span", said, class_="evidence"),
            ),
            class_="verdicts",
        )
        picture = Picture("Operator applications", says, drawing, table, key)
        parts.append(el("div", words, picture.markup(), class_="answers"))
    return parts


def _known(ratio: Estimate) -> tuple[float, float] | None:
    return None if ratio.low is None or ratio.high is None else (ratio.low, ratio.high)


def _word(ratio: Estimate) -> str:
    """The verdict on one kind of macros, by the rule of `judge`."""
    low, high = _known(ratio) or (ratio.mean, ratio.mean)
    if high < 1 - MARGIN:
        return "pays"
    if low > 1 + MARGIN:
        return "costs"
    return "no difference" if low >= 1 - MARGIN and high <= 1 + MARGIN else "unclear"


def _said(found: Sequence[Dot]) -> str:
    parts = []
    for word, verb, choose in (("pays", "least", min), ("costs", "most", max)):
        those = [dot for dot in found if dot.word == word and dot.ratio is not None]
        if those:
            end = choose(those, key=lambda dot: dot.ratio or 0)
            interval = f" ({span(end.interval)})" if end.interval else ""
            parts.append(
                f"{word} for {len(those):,}, the {verb} work with {end.title}: {end.ratio:.2f} times{interval}"
            )
    rest = sum(dot.word not in ("pays", "costs") for dot in found)
    if rest:
        parts.append(f"no clear difference for {rest:,}")
    return f"Of {counted(len(found), 'kind')} of macros, searching {'; '.join(parts)}."


def arms_section(run: Run) -> list[Markup]:
    """Pictures and a table for each algorithm."""
    parts = []
    for algorithm in algorithms(run):
        found = groups(run, algorithm)
        if not found:
            continue
        pictures = [
            picture.markup()
            for measure in (PICTURED if any(group.macros for group in found) else ())
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
