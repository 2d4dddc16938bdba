"""Pictures of a view as drawings: the marks on two axes, or in rows below each other; and their scales."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from ...rules.view import Axis, Bars, Dots, Mark, Picture, Shades, Stairs, Table, Whisker
from ..text.numbers import duration, round_step, short
from .markup import Child, Markup, el, folded, svg

TIMES = "\u00d7"

WIDTH = 360
"""All drawings are as wide as a telephone; larger screens show several side by side."""

LEFT, RIGHT, TOP = 52, WIDTH - 14, 12

HEIGHT, SQUARE = 200, 296
"""Lowest line of a plot, and the side of one with two axes of the same values."""

EDGE = 18
"""Pixels for dots without a value on one axis."""

CROWD = 400
"""Dots of a kind beyond which they are drawn smaller."""


def figure(
    title: str,
    says: str,
    drawing: Markup,
    after: Child = None,
    table: Table | None = None,
    name: str | None = None,
    *,
    hidden: bool = False,
) -> Markup:
    """A drawing with its heading, what it says, what stands below it, and the table of its numbers to be opened."""
    return el(
        "figure",
        el("figcaption", el("strong", title), el("span", says)),
        drawing,
        after,
        None if table is None else folded("Numbers", table),
        data_name=name,
        hidden=hidden,
    )


def legend(items: Sequence[tuple[str, str]]) -> Markup | None:
    """Legend of the colours, from pairs of a class and words; None without any."""
    marks = [el("span", el("i", class_=f"swatch {name}"), words) for name, words in items]
    return el("p", marks, class_="legend") if marks else None


def picture_markup(picture: Picture) -> Markup:
    """A picture as a figure."""
    drawing, below = picture_svg(picture), [legend(picture.legend)]
    if picture.choosing:
        drawing = el(
            "div",
            drawing,
            class_="points",
            tabindex=0,
            role="group",
            aria_roledescription="scatter plot",
            aria_label=picture.choosing,
        )
        below.append(el("p", class_="chosen-text", aria_live="polite"))
    return figure(
        picture.title,
        picture.says,
        drawing,
        below,
        picture.table,
        picture.name,
        hidden=picture.hidden,
    )


def picture_svg(picture: Picture) -> Markup:
    """The drawing of a picture."""
    return _rows(picture) if picture.rows else _plot(picture)


def _plot(picture: Picture) -> Markup:
    """Marks between two axes."""
    square = picture.diagonal is not None
    bottom, right = (TOP + SQUARE, LEFT + SQUARE) if square else (HEIGHT, RIGHT)
    dots = [mark for mark in picture.marks if isinstance(mark, Dots)]
    edge = EDGE if any(None in spot for mark in dots for spot in mark.spots) else 0
    places = [one for mark in picture.marks for one in _places(mark)]
    values = [one for mark in picture.marks for one in _values(mark)]
    if square:
        places = values = places + values
    x = _scale(picture.across, places, LEFT, right - edge)
    y = _scale(picture.upward, values, bottom, TOP + edge)
    parts: list[Child] = [
        across(x, TOP, bottom, picture.across.title, UNITS[picture.across.unit])
        if not picture.across.names
        else _names(picture.across, x, bottom),
        upward(y, LEFT, right, picture.upward.title, UNITS[picture.upward.unit]),
    ]
    if picture.diagonal is not None:
        parts += _diagonal(picture.diagonal, x, y, right, bottom, edge)
    if picture.line is not None:
        at = y(picture.line)
        parts.append(el("line", x1=LEFT, x2=right, y1=at, y2=at, class_="unity"))
    step = (right - LEFT) / max(1, len(picture.across.names))
    far = (right - edge / 2, TOP + edge / 2)
    for mark in picture.marks:
        parts += MARKS[type(mark)](mark, x, y, step, far)
    if picture.choosing:
        parts.append(el("circle", r=8, class_="chosen", visibility="hidden"))
    label, class_ = picture.label or picture.says, "scatter" if picture.choosing else ""
    return svg(WIDTH, bottom + (48 if square else 40), label, parts, class_=class_)


def _places(mark: Mark) -> Iterator[float]:
    """Values of a mark on the axis across."""
    match mark:
        case Dots() | Bars():
            yield from (spot[0] for spot in mark.spots if spot[0] is not None)
        case Stairs():
            yield from mark.values
        case Whisker():
            yield mark.place
        case Shades():
            yield from (at[0] for at in mark.counts)


def _values(mark: Mark) -> Iterator[float]:
    """Values of a mark on the axis upward."""
    match mark:
        case Dots() | Bars():
            yield from (spot[1] for spot in mark.spots if spot[1] is not None)
        case Stairs():
            yield len(mark.values)
        case Whisker():
            yield from filter(None, (mark.low, mark.high))  # 0: it reaches beyond
        case Shades():
            yield from (at[1] for at in mark.counts)


def _scale(axis: Axis, values: Sequence[float], begin: float, end: float) -> Scale:
    """The scale of an axis for its values."""
    if axis.names:
        half = (end - begin) / (2 * len(axis.names))
        return Scale(0.0, max(len(axis.names) - 1, 1), begin + half, end - half)
    known = [*values, *axis.ends]
    if axis.log:
        return log_scale(known, begin, end)
    low, high = min(known, default=0.0), max(known, default=0.0)
    if low < 0:
        room = 0.04 * (high - low)
        return Scale(low - room, max(high, 0.0) + room, begin, end)
    return linear_scale(high, begin, end)


def _names(axis: Axis, x: Scale, bottom: float) -> Markup:
    """Names below the places of an axis, about ten of them, and the title of the axis."""
    stride = ceil(len(axis.names) / 10)
    parts = [
        el("text", name, x=x(place), y=bottom + 14, text_anchor="middle")
        for place, name in list(enumerate(axis.names))[::stride]
    ]
    middle = (LEFT + RIGHT) / 2
    parts.append(
        el("text", axis.title, x=middle, y=bottom + 30, text_anchor="middle", class_="axis-title")
    )
    return el("g", parts, class_="axis")


def _diagonal(
    words: tuple[str, str], x: Scale, y: Scale, right: float, bottom: float, edge: float
) -> Iterator[Markup]:
    """The line of equal values, what lies above and below it, and the edges for dots without a value."""
    above, below = words
    yield el("path", d=f"M{x.begin} {y.begin}L{x.end} {y.end}", class_="unity")
    yield from _hint(above, LEFT + 8, TOP + edge + 16)
    yield from _hint(below, right - edge - 8, bottom - 8, text_anchor="end")
    if edge:
        yield el("line", x1=LEFT, x2=right, y1=TOP + edge, y2=TOP + edge, class_="edge")
        yield el("line", x1=right - edge, x2=right - edge, y1=TOP, y2=bottom, class_="edge")


def _hint(words: str, x: float, y: float, text_anchor: str | None = None) -> Iterator[Markup]:
    """Words on a ground of their own, so that no line of the axes crosses them."""
    wide = 6.0 * len(words) + 6
    left = x - 3 if text_anchor is None else x + 3 - wide
    yield el("rect", x=left, y=y - 12, width=wide, height=16, class_="ground")
    yield el("text", words, x=x, y=y, class_="hint", text_anchor=text_anchor)


def _dots(
    mark: Dots, x: Scale, y: Scale, step: float, far: tuple[float, float]
) -> Iterator[Markup]:
    """Dots joined by a line; or lines of no length, whose round ends are the dots."""
    number, beside = mark.slot
    shift = (number - (beside - 1) / 2) * min(6.0, step / (beside + 1))
    spots = [
        (far[0] if one is None else x(one) + shift, far[1] if other is None else y(other))
        for one, other in mark.spots
    ]
    if mark.joined:
        line = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in spots)
        yield el("path", d=line, class_=f"line {mark.look}")
        yield from (el("circle", cx=a, cy=b, r=3.5, class_=mark.look) for a, b in spots)
    elif spots:
        line = "".join(f"M{a:.1f} {b:.1f}h0" for a, b in spots)
        crowd = " many" if len(spots) > CROWD else ""
        yield el("path", d=line, class_=f"dots {mark.look}{crowd}", data_kind=mark.look)


def _steps(
    mark: Stairs, x: Scale, y: Scale, step: float, far: tuple[float, float]
) -> Iterator[Markup]:
    """A staircase, a step for every place that can be distinguished."""
    path = f"M{x.begin:.1f} {y(0):.1f}"
    place = f"{x.begin:.1f}"
    for count, value in enumerate(mark.values, start=1):
        here = f"{x(value):.1f}"
        if here != place or count == len(mark.values):
            path += f"V{y(count - 1):.1f}H{here}"
            place = here
    end = f"V{y(len(mark.values)):.1f}H{x.end:.1f}"
    yield el("path", d=path + end, class_=f"line {mark.look}")


def _bars(
    mark: Bars, x: Scale, y: Scale, step: float, far: tuple[float, float]
) -> Iterator[Markup]:
    number, beside = mark.slot
    for place, value in mark.spots:
        yield el(
            "rect",
            x=round(x(place) + step * (0.08 - 0.5 + 0.84 * number / beside), 1),
            y=round(y(value), 1),
            width=round(step * 0.8 / beside, 1),
            height=round(y.begin - y(value), 1),
            class_=mark.look,
        )


def _whisker(
    mark: Whisker, x: Scale, y: Scale, step: float, far: tuple[float, float]
) -> Iterator[Markup]:
    number, beside = mark.slot
    at = x(mark.place) + (number - (beside - 1) / 2) * min(6.0, step / (beside + 1))
    line = f"M{at:.1f} {y(max(mark.low, y.low)):.1f}V{y(mark.high):.1f}"
    yield el("path", d=line, class_=f"error {mark.look}".strip())


def _grid(
    mark: Shades, x: Scale, y: Scale, step: float, far: tuple[float, float]
) -> Iterator[Markup]:
    most = log10(1 + max(mark.counts.values(), default=1))
    wide, high = (
        abs(scale.end - scale.begin) / max(1, len({at[axis] for at in mark.counts}))
        for axis, scale in enumerate((x, y))
    )
    for (one, other), count in mark.counts.items():
        yield el(
            "rect",
            x=round(x(one) - wide / 2, 1),
            y=round(y(other) - high / 2, 1),
            width=round(wide, 1),
            height=round(high, 1),
            fill="currentColor",
            fill_opacity=round(log10(1 + count) / most, 2),
        )


MARKS: Mapping[type, Callable[..., Iterator[Markup]]] = {
    Dots: _dots,
    Stairs: _steps,
    Bars: _bars,
    Whisker: _whisker,
    Shades: _grid,
}
"""How a mark is drawn between two axes, from its scales, the width of a place and the far edge."""

LONGEST_BESIDE = 24
"""Letters of a title beside which there is space for the text of its row."""

LONGEST_SHORT = 9
"""Letters of titles that stand left of their rows, and not above them."""


@dataclass(frozen=True)
class _RowPlaces:
    """Where rows stand: the ends of their scale, their height, the part of it above the marks, and where words stand."""

    left: float
    right: float
    head: float
    below: float
    high: float
    beside: bool

    def top(self, row: int) -> float:
        """The upper end of a row."""
        return 8 + self.high * row


def _rows_of(picture: Picture) -> _RowPlaces:
    """Rows that have room for the titles and marks of a picture."""
    longest = max(map(len, picture.rows), default=0)
    beside = longest <= LONGEST_SHORT and not picture.texts and not picture.own_scales
    below = 16 if longest > LONGEST_BESIDE and picture.texts else 0
    head = 0 if beside else 17 + below
    high = head + 14 * max((_slot(mark)[1] for mark in picture.marks), default=1) + 8
    right = WIDTH - (78 if picture.own_scales else 14)
    return _RowPlaces(62 if beside else 12, right, head, below, high, beside)


def _rows(picture: Picture) -> Markup:
    """Marks in rows below each other, whose titles stand above them or, where all are short and alone, on the left."""
    rows = _rows_of(picture)
    bottom = rows.top(len(picture.rows))
    values = [value for mark in picture.marks for value in _values(mark)]
    scale = _scale(picture.across, values, rows.left, rows.right)
    parts: list[Child] = []
    if not picture.own_scales:
        said = any(isinstance(mark, Bars) and mark.texts for mark in picture.marks)
        free = () if said else range(len(picture.rows))  # lines cross no words
        bands = [(rows.top(row) + rows.head, rows.top(row + 1)) for row in free]
        axis = across(scale, 4, bottom, picture.across.title, UNITS[picture.across.unit], bands)
        parts.append(axis)
    for row in range(len(picture.rows)):
        parts += _row(picture, row, rows, scale)
    foot = 4 if picture.own_scales else 38
    return svg(WIDTH, bottom + foot, picture.label or picture.says, parts)


def _row(picture: Picture, row: int, rows: _RowPlaces, scale: Scale) -> Iterator[Child]:
    """The title, the text and the marks of a row."""
    y = rows.top(row)
    here = [mark for mark in picture.marks if row in _places(mark)]
    if picture.own_scales:
        scale = linear_scale(_longest(here, row), rows.left, rows.right)
    elif picture.line is not None:
        at = scale(picture.line)  # beside the marks only, so that it crosses no words
        yield el("line", x1=at, x2=at, y1=y + rows.head, y2=rows.top(row + 1), class_="unity")
    texts = picture.texts[row : row + 1]
    yield from _row_words(
        picture.rows[row], texts, rows.left, y, beside=rows.beside, below=rows.below
    )
    for mark in here:
        yield from _in_row(mark, row, scale, y + rows.head, here)


def _row_words(
    title: str, texts: Sequence[str], left: float, y: float, *, beside: bool, below: float
) -> Iterator[Markup]:
    """The title of a row, on its left where it stands beside it, and the text at its right end."""
    if beside:
        yield el("text", title, x=left - 6, y=y + 11, text_anchor="end")
    else:
        yield el("text", title, x=left, y=y + 12, class_="row-title")
    for text in texts:
        yield el("text", text, x=WIDTH - 12, y=y + 12 + below, text_anchor="end")


def _slot(mark: Mark) -> tuple[int, int]:
    return (0, 1) if isinstance(mark, Stairs | Shades) else mark.slot


def _longest(marks: Sequence[Mark], row: int) -> float:
    """The greatest value of a row with a scale of its own."""
    highs = [mark.high for mark in marks if isinstance(mark, Whisker)]
    ends = [
        spot[1] for mark in marks if isinstance(mark, Bars) for spot in mark.spots if spot[0] == row
    ]
    return max([*highs, *ends])


def _in_row(
    mark: Mark, row: int, scale: Scale, top: float, marks: Sequence[Mark]
) -> Iterator[Markup]:
    """A mark in a row whose first slot begins at ``top``; ``marks`` are all of the row."""
    y = top + 14 * _slot(mark)[0] + 2
    match mark:
        case Whisker():
            yield whisker(scale, mark.low, mark.high, y + 5.5, mark.look or "interval")
        case Dots():
            for place, value in mark.spots:
                if place == row and value is not None:
                    yield _dot(scale(value), y + 5.5, mark.look)
        case Bars():
            for number, (place, value) in enumerate(mark.spots):
                if place != row:
                    continue
                begin, end = sorted((scale(0), scale(value)))
                width = max(end - begin, 0.8)
                yield el("rect", x=begin, y=y, width=width, height=11, rx=2, class_=mark.look)
                if mark.texts:
                    whiskers = (one for one in marks if isinstance(one, Whisker))
                    ends = (scale(one.high) for one in whiskers if one.slot == mark.slot)
                    right = max([begin + width, *ends])
                    yield el("text", mark.texts[number], x=right + 6, y=y + 10, class_="value")


def _dot(x: float, y: float, look: str) -> Markup:
    """A dot, whose shape says what its colour says: what does not pay is a diamond."""
    if "does-not-pay" not in look.split():
        return el("circle", cx=x, cy=y, r=5.5, class_=look)
    return el("path", d=f"M{x:.1f} {y - 7:.1f}l7 7l-7 7l-7 -7Z", class_=look)


def whisker(scale: Scale, low: float, high: float, y: float, name: str) -> Markup:
    """An interval as a line with ends."""
    begin, end = scale(low), scale(high)
    caps = "".join(f"M{x:.1f} {y - 3:.1f}v6" for x in (begin, end))
    return el("path", d=f"M{begin:.1f} {y:.1f}H{end:.1f}{caps}", class_=name)


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


Words = Callable[[float], str]

UNITS: Mapping[str, Words] = {"": short, "s": duration, "x": lambda value: f"{value:g}{TIMES}"}
"""How the numbers of an axis are written, by its unit."""


def _ticks(scale: Scale, many: int, words: Words) -> list[tuple[float, str]]:
    """Positions and labels of the marks on an axis."""
    zero = [] if scale.zero is None else [(scale.zero, "0")]
    return zero + [(scale(value), words(value)) for value in scale.ticks(many)]


def across(
    scale: Scale,
    top: float,
    bottom: float,
    title: str,
    words: Words = short,
    bands: Sequence[tuple[float, float]] | None = None,
) -> Markup:
    """A horizontal axis below the picture, with lines up to its top, or in some bands of it."""
    parts: list[Markup] = []
    for place, text in _ticks(scale, 6, words):
        for low, high in [(top, bottom)] if bands is None else bands:
            parts.append(el("line", x1=place, x2=place, y1=low, y2=high, class_="grid"))
        half = 3.5 * len(text)  # letters are 7 wide at most: no label leaves the picture
        x = min(max(place, half), WIDTH - half)
        parts.append(el("text", text, x=x, y=bottom + 14, text_anchor="middle"))
    middle = (scale.begin + scale.end) / 2
    parts.append(
        el("text", title, x=middle, y=bottom + 30, text_anchor="middle", class_="axis-title")
    )
    return el("g", parts, class_="axis")


def upward(scale: Scale, left: float, right: float, title: str, words: Words = short) -> Markup:
    """A vertical axis left of the picture, with lines to its right end."""
    parts: list[Markup] = []
    for place, text in _ticks(scale, 5, words):
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
