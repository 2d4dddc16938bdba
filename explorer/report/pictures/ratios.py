"""Pictures of ratios with their intervals: after over before, with macros over without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....experiments.row import PROPERTIES
from ....experiments.statistics.comparison import Comparison
from ....experiments.statistics.estimate import INTERVAL, RATIO, Estimate
from ...html.markup import Markup, el
from ...html.tables import HtmlTable, Picture, svg
from ...text.numbers import ESTIMATED, estimate_texts
from .axes import Scale, across
from .charts import WIDTH, title_of, whisker

TIMES = "\u00d7"

LONGEST_BESIDE = 24
"""Letters of a title beside which there is space for a ratio and its interval."""


@dataclass(frozen=True)
class Dot:
    """A ratio in a picture.

    Parameters
    ----------
    title
        Of what.
    ratio
        Its value, or None where there is nothing to divide.
    interval
        Its 95% interval, or None.
    word
        The verdict that colours it.
    """

    title: str
    ratio: float | None
    interval: tuple[float, float] | None = None
    word: str = ""

    def __str__(self) -> str:
        if self.ratio is None:
            return "nothing to divide"
        said = f"{self.ratio:.2f}{TIMES}"
        return f"{said} ({self.interval[0]:.2f}-{self.interval[1]:.2f})" if self.interval else said


def dots(found: Sequence[Dot], axis: str) -> Markup:
    """Ratios below each other on one logarithmic axis, with a line at 1."""
    ends = [1.0]
    for dot in found:
        if dot.ratio is not None:
            ends += dot.interval or (dot.ratio, dot.ratio)
    low, high = min(0.8, min(ends) / 1.1), max(1.25, max(ends) * 1.1)
    scale = Scale(low, high, 12, WIDTH - 12, log=True)
    below = 13 if max((len(dot.title) for dot in found), default=0) > LONGEST_BESIDE else 0
    row = below + (40 if len(found) <= 8 else 34)
    bottom = 16 + row * len(found)
    parts = [across(scale, 14, bottom, axis, lambda value: f"{value:g}{TIMES}")]
    for place, dot in enumerate(found):
        top = 16 + row * place
        parts += [  # the dashed line stands beside the dots only, so that it crosses no words
            el(
                "line",
                x1=scale(1),
                x2=scale(1),
                y1=top + below + 17,
                y2=top + row,
                class_="unity",
            ),
            el("text", dot.title, x=12, y=top + 12, class_="row-title"),
            el("text", str(dot), x=WIDTH - 12, y=top + below + 12, text_anchor="end"),
        ]
        if dot.ratio is None:
            continue
        if dot.interval:
            parts.append(whisker(scale, *dot.interval, top + below + 24, "interval"))
        class_ = f"dot {dot.word.replace(' ', '-')}".strip()
        parts.append(el("circle", cx=scale(dot.ratio), cy=top + below + 24, r=5.5, class_=class_))
    label = "; ".join(f"{dot.title} {dot}" for dot in found)
    return svg(WIDTH, bottom + 38, f"{axis}: {label}.", parts)


def ratio_picture(comparisons: Sequence[Comparison], measure: str) -> Picture:
    """After over before of one measure, with intervals, for all algorithms."""
    words = PROPERTIES[measure]
    found, rows = [], []
    for comparison in comparisons:
        change = comparison.estimates.get(measure)
        judged = measure == "operator_applications"
        word = comparison.verdict.word if judged else ""
        title = title_of(comparison)
        if change is None:
            found.append(Dot(title, None))
            rows.append([title, *["-"] * 5, "0"])
            continue
        found.append(Dot(title, change.ratio, change.interval, word))
        rows.append(_row(comparison, change))
    says = f"{RATIO[0].upper()}{RATIO[1:]}; left of the dashed line is less. Lines: {INTERVAL}."
    columns = ["algorithm", *ESTIMATED, "problems"]
    table = HtmlTable(f"{words}: after over before", columns, rows)
    return Picture(words.capitalize(), says, dots(found, f"{words}: after / before"), table)


def _row(comparison: Comparison, change: Estimate) -> list[str]:
    return [
        title_of(comparison),
        *estimate_texts(change),
        f"{sum(pair.both_solved for pair in comparison.pairs):,}",
    ]
