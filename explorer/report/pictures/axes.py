"""Scales and axes of the pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from ...html.markup import Markup, el


@dataclass(frozen=True)
class Scale:
    """From values to places on the page.

    Parameters
    ----------
    low, high
        The values at its two ends; a logarithmic scale starts above 0.
    begin, end
        The places of these values.
    log
        Whether it is logarithmic.
    zero
        On a logarithmic scale, where values of 0 go; None where there are none.
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
    """Where there are marks on an axis, and what they say."""
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
