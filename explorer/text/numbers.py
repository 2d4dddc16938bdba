"""Measured numbers as people read them."""

from __future__ import annotations

from ...experiments.estimate import Estimate, Mean


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


def ratio(value: float | None) -> str:
    """A ratio with two digits."""
    return "-" if value is None else f"{value:.2f}"


def span(ends: tuple[float, float] | None) -> str:
    """An interval of a ratio."""
    return "-" if ends is None else f"{ends[0]:.2f} to {ends[1]:.2f}"


def mean_ratio(found: Mean | None) -> str:
    """A ratio with its interval."""
    if found is None:
        return "-"
    text = ratio(found.mean)
    return text if found.interval is None else f"{text} ({span(found.interval)})"


ESTIMATED = ("before", "after", "ratio", "95% interval", "quartiles")
"""What `estimate_texts` says."""


def estimate_texts(found: Estimate) -> list[str]:
    """Before, after, their ratio, its interval and the quartiles of the problems' ratios."""
    return [
        number(found.before, found.name),
        number(found.after, found.name),
        ratio(found.ratio),
        span(found.interval),
        span(found.quartiles),
    ]
