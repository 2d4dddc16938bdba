"""Summaries of searches as columns of a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...experiments.statistics.summary import Summary
from .numbers import mean_ratio, mean_text, rounded

Cell = Callable[[Summary], str]

SEARCHED: Sequence[tuple[str, Cell]] = (
    ("solved", lambda one: f"{one.solved:,}/{one.searches:,}"),
    ("expanded", lambda one: mean_text(one.mean("expanded"))),
    ("generated", lambda one: mean_text(one.mean("generated"))),
    ("applications", lambda one: mean_text(one.mean("operator_applications"))),
    ("moves", lambda one: mean_text(one.mean("moves"), 1)),
    ("time (ms)", lambda one: mean_text(one.mean("elapsed"), 2, 1000)),
)
"""What a search took, with the heading of each column."""

COMPARED: Sequence[tuple[str, Cell]] = (
    ("macros", lambda one: rounded(one.macros)),
    ("refused", lambda one: rounded(one.fact("refused"))),
    *SEARCHED,
    ("ratio of work", lambda one: mean_ratio(one.ratio("operator_applications"))),
    ("learning", lambda one: rounded(one.learning(), 0)),
    ("gain a problem", lambda one: mean_text(one.gain("operator_applications"), signed=True)),
    ("pays after", lambda one: pays_text(one)),
)
"""The same with macros against none, and what learning them took."""

EXPLAINED = (
    "means with 95% intervals over problems and seeds; applications, learning and gain in operator applications; "
    "ratio of work: with macros over without; pays after: so many problems"
)
"""What the columns are."""


def pays_text(one: Summary) -> str:
    """After how many problems learning is paid for: a number, ``never``, or ``unclear`` where chance decides."""
    gain = one.gain("operator_applications")
    if gain is None or one.learning() is None:
        return "-"
    if gain.interval is not None and gain.interval[0] <= 0 < gain.interval[1]:
        return "unclear"
    after = one.pays_after("operator_applications")
    return "never" if after is None else f"{after:,}"
