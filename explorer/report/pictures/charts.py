"""The pictures of one algorithm: bars, problems solved over expansions, lengths of solutions."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from math import ceil

from ....experiments.row import PROPERTIES, Row
from ....experiments.statistics.comparison import Comparison
from ....experiments.statistics.estimate import Estimate, Mean, mean_of
from ....rules.text.sentences import counted, listed
from ...html.markup import Markup, el
from ...html.tables import HtmlTable, Picture, svg
from ...text.numbers import duration, estimate_texts, number
from ..data.comparisons import AFTER, BEFORE, PAIRS
from .axes import Scale, across, linear_scale, log_scale, round_step, short, upward

WIDTH = 360
"""All drawings are as wide as a telephone; larger screens show several side by side."""

CONDITIONS = (BEFORE, AFTER)


def legend(*items: tuple[str, str]) -> Markup:
    """Legend of the colours, from pairs of a class and words."""
    return el(
        "p",
        [el("span", el("i", class_=f"swatch {name}"), words) for name, words in items],
        class_="legend",
    )


BOTH = legend((BEFORE, "before: without macros"), (AFTER, "after: with macros"))


def bars(comparison: Comparison) -> Picture:
    """Means before and after, with 95% intervals, over the problems solved both times."""
    rows: list[tuple[str, list[Mean]]] = []
    changes: dict[str, Estimate] = {}
    for measure in PROPERTIES:
        change, found = comparison.estimates.get(measure), estimates(comparison, measure)
        if change is not None and found is not None:  # not every engine tells everything
            changes[measure] = change
            rows.append((measure, found))
    means = {measure: [one.mean for one in pair] for measure, pair in rows}
    drawn = [row for row in rows if row[0] != "cost" or means["cost"] != means.get("moves")]
    parts: list[Markup] = []
    left, right, row = 12, WIDTH - 78, 50
    for place, (measure, pair) in enumerate(drawn):
        top = place * row
        parts.append(
            el("text", PROPERTIES[measure].split(" (")[0], x=left, y=top + 13, class_="row-title")
        )
        longest = max(max(one.mean, one.high or 0) for one in pair)
        scale = linear_scale(longest, left, right)
        for name, estimate, y in zip(CONDITIONS, pair, (top + 19, top + 33), strict=True):
            width = max(scale(estimate.mean) - left, 0.8)
            parts.append(el("rect", x=left, y=y, width=width, height=11, rx=2, class_=name))
            end = left + width
            if estimate.low is not None and estimate.high is not None:
                parts.append(whisker(scale, estimate.low, estimate.high, y + 5.5, "error"))
                end = max(end, scale(estimate.high))
            text = duration(estimate.mean) if measure == "elapsed" else number(estimate.mean)
            parts.append(el("text", text, x=end + 6, y=y + 10, class_="value"))
    counted_in = sum(pair.both_solved for pair in comparison.pairs)
    says = f"Means over the {counted(counted_in, 'problem')} solved both times, with 95% intervals; each measure has its own scale."
    table = HtmlTable(
        f"{title_of(comparison)}: means over {counted(counted_in, 'problem')} solved both times",
        [
            "measure",
            "before",
            "interval",
            "after",
            "interval",
            "ratio",
            "95% interval",
            "quartiles",
        ],
        [_bar_row(changes[measure], measure, pair) for measure, pair in rows],
    )
    said = [
        f"{PROPERTIES[measure]} {number(one.mean, measure)} and {number(other.mean, measure)}"
        for measure, (one, other) in rows
    ]
    drawing = svg(WIDTH, row * len(drawn) + 4, f"Before and after: {'; '.join(said)}.", parts)
    return Picture("Before and after", says, drawing, table, BOTH, name="bars")


def _bar_row(change: Estimate, measure: str, pair: list[Mean]) -> list[str]:
    before, after, *others = estimate_texts(change)
    ends = (_ends(one, measure) for one in pair)
    return [PROPERTIES[measure], before, next(ends), after, next(ends), *others]


def estimates(comparison: Comparison, measure: str) -> list[Mean] | None:
    """The means of one measure before and after, with intervals, over the problems solved both times."""
    both = [pair for pair in comparison.pairs if pair.both_solved]
    found = []
    for results in ([pair.before for pair in both], [pair.after for pair in both]):
        estimate = mean_of([[measure_of(result, measure) for result in results]])
        if estimate is None:
            return None
        found.append(estimate)
    return found


def measure_of(result: Row, measure: str) -> float:
    """One of `PROPERTIES` of a search; 0 where a search died before it could report."""
    return float(getattr(result, measure) or 0)


def _ends(estimate: Mean, measure: str) -> str:
    if estimate.low is None or estimate.high is None:
        return "-"
    return f"{number(estimate.low, measure)} to {number(estimate.high, measure)}"


def cumulative(comparison: Comparison) -> Picture:
    """Chart of the number of problems solved within a number of expansions."""
    pairs = comparison.pairs
    solved = {
        BEFORE: sorted(p.before.expanded or 0 for p in pairs if p.before.solved),
        AFTER: sorted(p.after.expanded or 0 for p in pairs if p.after.solved),
    }
    everything = [*solved[BEFORE], *solved[AFTER]]
    left, right, top, bottom = 52, WIDTH - 14, 12, 200
    across_scale = log_scale([float(value) for value in everything], left, right)
    up = linear_scale(len(pairs), bottom, top)
    parts = [
        across(across_scale, top, bottom, "expanded"),
        upward(up, left, right, "problems solved"),
    ]
    parts += [stairs(solved[name], across_scale, up, f"line {name}") for name in CONDITIONS]
    medians = [
        f"{name} {values[(len(values) - 1) // 2]:,} for half of the {len(values):,} solved"
        for name, values in solved.items()
        if values
    ]
    says = f"Problems solved with at most so many expansions, of {len(pairs):,}."
    label = f"{says} {listed(medians) if medians else 'None was solved'}."
    table = HtmlTable(
        f"{title_of(comparison)}: problems solved with at most so many expansions",
        ["expanded at most", *CONDITIONS],
        [
            [f"{limit:,}", *(f"{bisect_right(solved[name], limit):,}" for name in CONDITIONS)]
            for limit in _limits(everything)
        ],
        left=0,
    )
    return Picture("Solved over expansions", says, svg(WIDTH, 240, label, parts), table, BOTH)


def stairs(values: Sequence[float], x: Scale, y: Scale, class_: str) -> Markup:
    """A staircase through sorted values, a step for every place that can be distinguished."""
    path = f"M{x.begin:.1f} {y(0):.1f}"
    place = f"{x.begin:.1f}"
    for count, value in enumerate(values, start=1):
        here = f"{x(value):.1f}"
        if here != place or count == len(values):
            path += f"V{y(count - 1):.1f}H{here}"
            place = here
    return el("path", d=f"{path}V{y(len(values)):.1f}H{x.end:.1f}", class_=class_)


def _limits(values: Sequence[int]) -> list[int]:
    """1, 2, 5, 10, ... up to the first that covers all values."""
    found, power = [0] if 0 in values else [], 1
    while values and (not found or found[-1] < max(values)):
        found += [digit * power for digit in (1, 2, 5)]
        power *= 10
    below = [limit for limit in found if limit < min(values)]
    return [limit for limit in found if limit not in below[:-1] and limit < max(values) * 5]


def lengths(comparison: Comparison) -> Picture:
    """How long the solutions are."""
    pairs = comparison.pairs
    moves = {
        BEFORE: [p.before.moves or 0 for p in pairs if p.before.solved],
        AFTER: [p.after.moves or 0 for p in pairs if p.after.solved],
    }
    everything = [*moves[BEFORE], *moves[AFTER]] or [0]
    low, high = min(everything), max(everything)
    size = max(1, ceil(round_step((high - low + 1) / 24)))
    first = low // size * size
    bins = list(range(first, high + 1, size))
    counts = {
        name: Counter((value - first) // size for value in moves[name]) for name in CONDITIONS
    }
    most = max((count for counter in counts.values() for count in counter.values()), default=1)
    left, right, top, bottom = 52, WIDTH - 14, 12, 200
    x = Scale(first, first + size * len(bins), left, right)
    y = linear_scale(most, bottom, top)
    parts = [upward(y, left, right, "solutions", short)]
    width = (right - left) / len(bins)
    for place, start in enumerate(bins):
        for side, name in enumerate(CONDITIONS):
            count = counts[name][place]
            if count:
                at = x(start) + width * (0.08 + 0.42 * side)
                parts.append(
                    el(
                        "rect",
                        x=round(at, 1),
                        y=round(y(count), 1),
                        width=round(width * 0.4, 1),
                        height=round(bottom - y(count), 1),
                        class_=name,
                    )
                )
    parts.append(_bins_axis(bins, size, x, width, bottom))
    means = [f"{name} {sum(values) / len(values):,.1f}" for name, values in moves.items() if values]
    longer = sum(p.both_solved and (p.after.moves or 0) > (p.before.moves or 0) for p in pairs)
    says = f"Moves of the solutions, macros unrolled; on average {listed(means)}. " if means else ""
    says += f"{counted(longer, 'solution')} got longer."
    table = HtmlTable(
        f"{title_of(comparison)}: solutions by length",
        ["moves", *CONDITIONS],
        [
            [_bin(start, size), *(f"{counts[name][place]:,}" for name in CONDITIONS)]
            for place, start in enumerate(bins)
        ],
    )
    return Picture("Lengths of solutions", says, svg(WIDTH, 240, says, parts), table, BOTH)


def _bin(start: int, size: int) -> str:
    return f"{start:,}" if size == 1 else f"{start:,} to {start + size - 1:,}"


def _bins_axis(bins: Sequence[int], size: int, x: Scale, width: float, bottom: float) -> Markup:
    stride = ceil(len(bins) / 8)
    middle = width / 2 if size == 1 else 0
    marks = [
        el("text", short(start), x=x(start) + middle, y=bottom + 14, text_anchor="middle")
        for start in bins[::stride]
    ]
    line = el("line", x1=x.begin, x2=x.end, y1=bottom, y2=bottom, class_="base")
    title = el(
        "text",
        "moves",
        x=(x.begin + x.end) / 2,
        y=bottom + 30,
        text_anchor="middle",
        class_="axis-title",
    )
    return el("g", line, marks, title, class_="axis")


def whisker(scale: Scale, low: float, high: float, y: float, name: str) -> Markup:
    """An interval as a line with ends."""
    begin, end = scale(low), scale(high)
    caps = "".join(f"M{x:.1f} {y - 3:.1f}v6" for x in (begin, end))
    return el("path", d=f"M{begin:.1f} {y:.1f}H{end:.1f}{caps}", class_=name)


def title_of(comparison: Comparison) -> str:
    """Title of a picture: an algorithm on a set of problems."""
    return (
        f"{comparison.method}, {comparison.group}"
        if comparison.group == PAIRS
        else comparison.method
    )
