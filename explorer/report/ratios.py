"""The picture of all algorithms: after over before, with intervals."""

from __future__ import annotations

from collections.abc import Sequence

from ..comparison import MEASURES, Change
from ..verdict import judge
from .axes import Scale, across
from .charts import WIDTH, duel_title, whisker
from .data import Duel
from .markup import el
from .tables import Picture, Table, svg
from .words import number, ratio, span

TIMES = "\u00d7"


def ratio_picture(duels: Sequence[Duel], measure: str) -> Picture:
    """After over before of one measure, with intervals, for all algorithms."""
    changes = [(duel, duel.comparison.change(measure)) for duel in duels]
    words = MEASURES[measure]
    ends = [1.0]
    for _, change in changes:
        if change is not None and change.ratio is not None:
            ends += change.interval or (change.ratio, change.ratio)
    low, high = min(0.8, min(ends) / 1.1), max(1.25, max(ends) * 1.1)
    scale = Scale(low, high, 12, WIDTH - 12, log=True)
    row = 40
    bottom = 16 + row * len(changes)
    parts = [
        across(scale, 14, bottom, f"{words}: after / before", lambda value: f"{value:g}{TIMES}")
    ]
    parts.append(el("line", x1=scale(1), x2=scale(1), y1=14, y2=bottom, class_="unity"))
    for place, (duel, change) in enumerate(changes):
        top = 16 + row * place
        value = change.ratio if change else None
        said = "nothing to divide" if value is None else f"{value:.2f}{TIMES}"
        if change and change.interval:
            said += f" ({change.interval[0]:.2f}-{change.interval[1]:.2f})"
        parts += [
            el("text", duel_title(duel), x=12, y=top + 12, class_="row-title"),
            el("text", said, x=WIDTH - 12, y=top + 12, text_anchor="end"),
        ]
        if change is None or value is None:
            continue
        middle = top + 26
        if change.interval:
            parts.append(whisker(scale, *change.interval, middle, "interval"))
        word = judge(duel.comparison).word.replace(" ", "-")
        class_ = f"dot {word}" if measure == "operator_applications" else "dot"
        parts.append(el("circle", cx=scale(value), cy=middle, r=5.5, class_=class_))
    told = [
        f"{duel_title(d)} {c.ratio:.2f}"
        for d, c in changes
        if c is not None and c.ratio is not None
    ]
    says = "After learning over before: left of the dashed line is less. Lines are 95% intervals."
    label = f"{words.capitalize()}, after over before: {'; '.join(told) or 'no ratios'}."
    table = Table(
        f"{words}: after over before",
        ["algorithm", "before", "after", "ratio", "95% interval", "quartiles", "problems"],
        [_ratio_row(duel, change, measure) for duel, change in changes],
    )
    drawing = svg(WIDTH, bottom + 38, label, parts)
    return Picture(words.capitalize(), says, drawing, table)


def _ratio_row(duel: Duel, change: Change | None, measure: str) -> list[str]:
    if change is None:
        return [duel_title(duel), *["-"] * 5, "0"]
    return [
        duel_title(duel),
        number(change.before, measure),
        number(change.after, measure),
        ratio(change.ratio),
        span(change.interval),
        span(change.spread),
        f"{sum(pair.both_solved for pair in duel.comparison.pairs):,}",
    ]
