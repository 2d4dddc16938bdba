"""Searching the same problems without and with macros, and what the difference is."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import fmean, quantiles
from typing import Any

from ..rules.term import Pattern, State
from ..rules.theory import Theory
from ..search.problem import Problem
from ..search.result import Result, Status

Searcher = Callable[[Problem], Result]

MEASURES = {
    "expanded": "expanded",
    "generated": "generated",
    "operator_applications": "operator applications",
    "peak_open": "peak open",
    "steps": "steps",
    "moves": "moves",
    "cost": "cost",
    "elapsed": "time (s)",
}
"""What is compared, by attribute name, with the words for it."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One problem searched without and with the macros."""

    start: State
    goal: Pattern
    before: Result
    after: Result

    @property
    def both_solved(self) -> bool:
        """Whether the two can be compared."""
        return self.before.solved and self.after.solved


@dataclass(frozen=True, slots=True)
class Change:
    """How one measure changed over the problems that were solved both times.

    Parameters
    ----------
    before, after
        Means over these problems.
    ratio
        The geometric mean of after/before over problems; None where nothing can be divided.
    spread
        The quartiles of after/before, or None with fewer than two ratios.
    interval
        A 95% bootstrap interval of ``ratio`` over problems, or None with fewer than five ratios.
    """

    before: float
    after: float
    ratio: float | None
    spread: tuple[float, float] | None
    interval: tuple[float, float] | None

    def texts(self, digits: int) -> tuple[str, str, str, str]:
        """Before, after, ratio and interval as people read them, means with so many digits."""
        ratio = "-" if self.ratio is None else f"{self.ratio:.2f}"
        interval = "-" if self.interval is None else "{:.2f} - {:.2f}".format(*self.interval)
        return f"{self.before:,.{digits}f}", f"{self.after:,.{digits}f}", ratio, interval


@dataclass(frozen=True)
class Comparison:
    """One algorithm on one set of problems, before and after learning."""

    algorithm: str
    pairs: tuple[Pair, ...]

    @property
    def solved(self) -> tuple[int, int]:
        """How many problems were solved before and after."""
        return (
            sum(pair.before.solved for pair in self.pairs),
            sum(pair.after.solved for pair in self.pairs),
        )

    def __repr__(self) -> str:
        return f"Comparison({self.algorithm!r}, {len(self.pairs)} problems)"

    def change(self, measure: str) -> Change | None:
        """The change in one of `MEASURES`, or None where no problem was solved both times."""
        values = [
            (float(_value(pair.before, measure)), float(_value(pair.after, measure)))
            for pair in self.pairs
            if pair.both_solved
        ]
        if not values:
            return None
        ratios = [after / before for before, after in values if before > 0 and after > 0]
        spread = None
        if len(ratios) > 1:
            low, _, high = quantiles(ratios, n=4, method="inclusive")
            spread = (low, high)
        return Change(
            fmean(before for before, _ in values),
            fmean(after for _, after in values),
            geometric_mean(ratios) if ratios else None,
            spread,
            bootstrap_interval(ratios) if len(ratios) >= 5 else None,
        )


def _value(result: Result, measure: str) -> Any:
    return getattr(result if measure in ("steps", "moves", "cost") else result.statistics, measure)


def geometric_mean(ratios: Sequence[float]) -> float:
    """The mean of positive ratios on a logarithmic scale, where halving and doubling cancel."""
    return exp(fmean(log(ratio) for ratio in ratios))


def bootstrap_interval(ratios: Sequence[float], resamples: int = 1000) -> tuple[float, float]:
    """A 95% percentile interval of the geometric mean, from resampling the problems (Efron 1979)."""
    rng = random.Random(0)
    logs = [log(ratio) for ratio in ratios]
    means = sorted(fmean(rng.choices(logs, k=len(logs))) for _ in range(resamples))
    return exp(means[int(0.025 * resamples)]), exp(means[int(0.975 * resamples)])


def compare(
    before: Theory,
    after: Theory,
    problems: Sequence[tuple[State, Pattern]],
    searchers: dict[str, Searcher],
    turn: int = 0,
) -> Iterator[tuple[str, Pair]]:
    """Search every problem with every algorithm, without and with macros.

    Which of the two comes first changes from problem to problem, so that neither always finds a warm machine.

    Parameters
    ----------
    before, after
        The theory without and with macros.
    problems
        Starts and goals.
    searchers
        For each algorithm a function that searches a problem.
    turn
        The number of the first problem, where these are not the first.

    Yields
    ------
    The algorithm's name and the pair of results, as they come. An interrupted search ends the sequence, and the pair
    that it belongs to is not given.
    """
    for number, (start, goal) in enumerate(problems, start=turn):
        for name, search in searchers.items():
            results: dict[str, Result] = {}
            arms = [("before", before), ("after", after)]
            for arm, theory in arms if number % 2 == 0 else reversed(arms):
                result = search(Problem(theory, start, goal))
                if result.status is Status.STOPPED and result.limit == "interrupt":
                    return
                results[arm] = result
            yield name, Pair(start, goal, results["before"], results["after"])


def collect(pairs: Sequence[tuple[str, Pair]]) -> list[Comparison]:
    """The pairs of each algorithm together, in order of first appearance."""
    names = dict.fromkeys(name for name, _ in pairs)
    return [Comparison(name, tuple(p for n, p in pairs if n == name)) for name in names]
