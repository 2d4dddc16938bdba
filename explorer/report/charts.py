"""Pictures of one algorithm before and after learning.

In this file:

- The pictures of one algorithm: bars, problems solved over expansions, lengths of solutions.
- The scatter of a comparison: a point for every problem, before against after.
- Scales and axes of the pictures.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from ...experiments.result_set import AFTER, BEFORE
from ...experiments.row import PROPERTIES, Row
from ...experiments.statistics.comparison import Comparison
from ...experiments.statistics.estimate import Estimate, Mean, Pair, mean_of
from ...rules.text.words import counted, listed
from ...rules.view import Table
from ..html.markup import Markup, Picture, el, svg
from ..text.numbers import duration, estimate_texts, number
from .headline import PAIRS

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
    counted_in = len(comparison.both)
    says = f"Means over the {counted(counted_in, 'problem')} solved both times, with 95% intervals; each measure has its own scale."
    table = Table(
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
        f"{title_of(comparison)}: means over {counted(counted_in, 'problem')} solved both times",
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
    both = [known for pair in comparison.both if (known := pair.values(measure)) is not None]
    found = [mean_of([[float(values[place]) for values in both]]) for place in (0, 1)]
    return [one for one in found if one is not None] or None


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
    says = f"Problems solved within a number of expansions, of {len(pairs):,}."
    label = f"{says} {listed(medians) if medians else 'None was solved'}."
    table = Table(
        ["expanded at most", *CONDITIONS],
        [
            [f"{limit:,}", *(f"{bisect_right(solved[name], limit):,}" for name in CONDITIONS)]
            for limit in _limits(everything)
        ],
        f"{title_of(comparison)}: problems solved within a number of expansions",
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
    table = Table(
        ["moves", *CONDITIONS],
        [
            [_bin(start, size), *(f"{counts[name][place]:,}" for name in CONDITIONS)]
            for place, start in enumerate(bins)
        ],
        f"{title_of(comparison)}: solutions by length",
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
        f"{comparison.title}, {comparison.group}" if comparison.group == PAIRS else comparison.title
    )


SHOWN = ("operator_applications", "expanded", "moves", "elapsed")
"""The measures that can be chosen."""

KINDS = ("solved-both", "only-before", "only-after")
"""The three kinds of points; problems that were never solved have none."""


@dataclass(frozen=True)
class Sides:
    """Names of the two axes: ``before`` and ``after``, or ``in A`` and ``in B`` for two runs."""

    before: str = "before"
    after: str = "after"
    later: str = "after learning"

    def words(self, kind: str) -> str:
        """A kind of points."""
        only = {"only-before": self.before, "only-after": self.after}.get(kind)
        return f"solved {only} only" if only else "solved both times"


LEARNING = Sides()

HEIGHT, LEFT, TOP, SIDE = 352, 52, 8, 296


def kind_of(pair: Pair) -> str | None:
    """Kind of point that stands for a problem."""
    if pair.both_solved:
        return "solved-both"
    if pair.before.solved:
        return "only-before"
    return "only-after" if pair.after.solved else None


def scatters(comparison: Comparison) -> list[Picture]:
    """One picture for each measure; all but the first are hidden until they are chosen. None has times of two engines."""
    apart = any(pair.of_two_engines for pair in comparison.pairs)
    shown = [measure for measure in SHOWN if not (apart and measure == "elapsed")]
    return [scatter(comparison, measure, hidden=place > 0) for place, measure in enumerate(shown)]


def scatter(
    comparison: Comparison, measure: str, sides: Sides = LEARNING, *, hidden: bool = False
) -> Picture:
    """The picture of one measure."""
    pairs = comparison.pairs
    kinds = [kind_of(pair) for pair in pairs]
    values = [
        value
        for pair in pairs
        for value in (_value(pair.before, measure), _value(pair.after, measure))
        if value is not None
    ]
    edge = 18 if {"only-before", "only-after"} & set(kinds) else 0
    right, bottom = LEFT + SIDE, TOP + SIDE
    x = log_scale(values, LEFT, right - edge)
    y = log_scale(values, bottom, TOP + edge)
    words = PROPERTIES[measure].split(" (")[0]
    parts = _ground(x, y, edge, measure, sides)
    present = [name for name in KINDS if name in kinds]
    for name in present:
        chosen = [place for place, kind in enumerate(kinds) if kind == name]
        crowd = " many" if len(chosen) > 400 else ""
        parts.append(
            el(
                "path",
                d=_dots([pairs[place] for place in chosen], measure, x, y, edge),
                class_=f"dots {name}{crowd}",
                data_kind=name,
            )
        )
    parts.append(el("circle", r=8, class_="chosen", visibility="hidden"))
    says = _says(comparison, measure, kinds, sides)
    drawing = svg(WIDTH, HEIGHT, says, parts, class_="scatter")
    marks = legend(*((f"mark {name}", sides.words(name)) for name in present))
    return Picture(
        f"Every problem: {words}",
        says,
        el(
            "div",
            drawing,
            class_="points",
            tabindex=0,
            role="group",
            aria_roledescription="scatter plot",
            aria_label=f"{comparison.method}, {words} {sides.before} and {sides.after}; arrow keys choose a problem, Enter opens it",
        ),
        None,
        [marks, el("p", class_="chosen-text", aria_live="polite")],
        name=measure,
        hidden=hidden,
    )


def _ground(x: Scale, y: Scale, edge: int, measure: str, sides: Sides) -> list[Markup]:
    """Background of the points: axes, the diagonal, and the edges for problems solved only once."""
    right, bottom = LEFT + SIDE, TOP + SIDE
    words = PROPERTIES[measure].split(" (")[0]
    axis = duration if measure == "elapsed" else short
    parts: list[Markup] = [
        across(x, TOP, bottom, f"{words} {sides.before}", axis),
        upward(y, LEFT, right, f"{words} {sides.after}", axis),
        el("path", d=f"M{x.begin} {y.begin}L{x.end} {y.end}", class_="unity"),
        el("text", f"more {sides.after}", x=LEFT + 8, y=TOP + edge + 16, class_="hint"),
        el(
            "text",
            f"less {sides.after}",
            x=right - edge - 8,
            y=bottom - 8,
            text_anchor="end",
            class_="hint",
        ),
    ]
    if edge:
        parts += [
            el("line", x1=LEFT, x2=right, y1=TOP + edge, y2=TOP + edge, class_="edge"),
            el("line", x1=right - edge, x2=right - edge, y1=TOP, y2=bottom, class_="edge"),
        ]
    return parts


def _says(comparison: Comparison, measure: str, kinds: Sequence[str | None], sides: Sides) -> str:
    pairs = [pair for pair in comparison.pairs if pair.both_solved]
    values = [(measure_of(pair.before, measure), measure_of(pair.after, measure)) for pair in pairs]
    less = sum(after < before for before, after in values)
    more = sum(after > before for before, after in values)
    said = f"{less:,} below the line took less {sides.later}, {more:,} above it more"
    if len(values) - less - more:
        said += f", {len(values) - less - more:,} on it the same"
    for kind, words in (
        ("only-before", f"only {sides.before}"),
        ("only-after", f"only {sides.after}"),
    ):
        if count := kinds.count(kind):
            said += f"; {count:,} at the edge {'was' if count == 1 else 'were'} solved {words}"
    if unsolved := kinds.count(None):
        said += f"; {counted(unsolved, 'problem')} solved neither time {'has' if unsolved == 1 else 'have'} no point"
    return f"A point is a problem. {said}."


def _value(result: Row, measure: str) -> float | None:
    return measure_of(result, measure) if result.solved else None


def _dots(pairs: Sequence[Pair], measure: str, x: Scale, y: Scale, edge: float) -> str:
    """Lines of no length, whose round ends are the points; those solved one time only lie on the edge of the other."""
    far_right, far_top = LEFT + SIDE - edge / 2, TOP + edge / 2
    path = []
    for pair in pairs:
        before, after = _value(pair.before, measure), _value(pair.after, measure)
        across_ = far_right if before is None else x(before)
        upward_ = far_top if after is None else y(after)
        path.append(f"M{across_:.1f} {upward_:.1f}h0")
    return "".join(path)


def ids(comparison: Comparison) -> dict[str, list[int]]:
    """The problems of the points of each kind, in the order in which they are drawn."""
    found: dict[str, list[int]] = {}
    for problem, pair in zip(comparison.problems, comparison.pairs, strict=True):
        kind = kind_of(pair)
        if kind is not None:
            found.setdefault(kind, []).append(problem)
    return found


@dataclass(frozen=True)
class Scale:
    """Scale that maps values to places on the page.

    Parameters
    ----------
    low, high
        The values at its two ends; a logarithmic scale starts above 0.
    begin, end
        The places of these values.
    log
        Whether the scale is logarithmic.
    zero
        Place of values of 0 on a logarithmic scale; None if there are none.
    """

    low: float
    high: float
    begin: float
    end: float
    log: bool = False
    zero: float | None = None

    def __call__(self, value: float) -> float:
        """The place of a value; values beyond an end stay at that end."""
        if self.log and value <= 0:
            return self.begin if self.zero is None else self.zero
        value = min(max(value, self.low), self.high)
        if self.log:
            part = log10(value / self.low) / log10(self.high / self.low)
        else:
            part = (value - self.low) / (self.high - self.low)
        return self.begin + part * (self.end - self.begin)

    def ticks(self, most: int = 6) -> list[float]:
        """Round values to mark."""
        if not self.log:
            step = round_step((self.high - self.low) / most)
            first = ceil(self.low / step - 1e-9)
            last = floor(self.high / step + 1e-9)
            return [number * step for number in range(first, last + 1)]
        exponents = range(floor(log10(self.low)), ceil(log10(self.high)) + 1)
        for digits in ((1, 1.5, 2, 3, 4, 5, 7), (1, 2, 5), (1, 3), (1,)):
            found = [
                digit * 10.0**exponent
                for exponent in exponents
                for digit in digits
                if self.low * 0.999 <= digit * 10.0**exponent <= self.high * 1.001
            ]
            if len(found) <= most:
                return found
        stride = ceil(len(found) / most)
        return found[::stride]


def round_step(least: float) -> float:
    """1, 2 or 5 times a power of ten, at least so much."""
    power = 10.0 ** floor(log10(least)) if least > 0 else 1.0
    return next(digit * power for digit in (1, 2, 5, 10) if digit * power >= least * 0.999)


GUTTER = 22
"""Pixels for values of 0 before a logarithmic scale."""


def log_scale(values: Sequence[float], begin: float, end: float) -> Scale:
    """A logarithmic scale for values of 0 or more; those of 0 get a place of their own before its start."""
    above = [value for value in values if value > 0]
    low, high = (min(above), max(above)) if above else (1.0, 10.0)
    if high < low * 2:
        low, high = low / 1.5, high * 1.5
    low, high = low / (high / low) ** 0.03, high * (high / low) ** 0.03
    if len(above) == len(values):
        return Scale(low, high, begin, end, log=True)
    inner = begin + (GUTTER if end > begin else -GUTTER)
    return Scale(low, high, inner, end, log=True, zero=(begin + inner) / 2)


def linear_scale(high: float, begin: float, end: float) -> Scale:
    """A scale from 0 on."""
    return Scale(0.0, high * 1.04 or 1.0, begin, end)


def short(value: float) -> str:
    """A number for an axis: 2k, 1.5M, 0.02."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


Words = Callable[[float], str]


def _marks(scale: Scale, many: int, words: Words) -> list[tuple[float, str]]:
    """Positions and labels of the marks on an axis."""
    zero = [] if scale.zero is None else [(scale.zero, "0")]
    return zero + [(scale(value), words(value)) for value in scale.ticks(many)]


def across(scale: Scale, top: float, bottom: float, title: str, words: Words = short) -> Markup:
    """A horizontal axis below the picture, with lines up to its top."""
    parts: list[Markup] = []
    for place, text in _marks(scale, 6, words):
        parts += [
            el("line", x1=place, x2=place, y1=top, y2=bottom, class_="grid"),
            el("text", text, x=place, y=bottom + 14, text_anchor="middle"),
        ]
    middle = (scale.begin + scale.end) / 2
    parts.append(
        el("text", title, x=middle, y=bottom + 30, text_anchor="middle", class_="axis-title")
    )
    return el("g", parts, class_="axis")


def upward(scale: Scale, left: float, right: float, title: str, words: Words = short) -> Markup:
    """A vertical axis left of the picture, with lines to its right end."""
    parts: list[Markup] = []
    for place, text in _marks(scale, 5, words):
        parts += [
            el("line", x1=left, x2=right, y1=place, y2=place, class_="grid"),
            el("text", text, x=left - 6, y=place + 4, text_anchor="end"),
        ]
    middle = (scale.begin + scale.end) / 2
    parts.append(
        el(
            "text",
            title,
            x=12,
            y=middle,
            text_anchor="middle",
            class_="axis-title",
            transform=f"rotate(-90 12 {middle:.0f})",
        )
    )
    return el("g", parts, class_="axis")
