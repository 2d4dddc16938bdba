"""Estimates: the ratio of a property under two conditions, with its confidence interval.

There is one kind of interval, the t-interval of the mean (`arcwise.search.intervals`). For a ratio it is that of the mean
of its logarithms: halving and doubling cancel there, and what is left is close to the normal distribution that the interval
supposes. A bootstrap would suppose less, but comes out too narrow for the ten to thirty problems that a comparison often
has.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import chain
from math import exp, fsum, log, sqrt
from statistics import fmean, quantiles

from ...rules.checked import checked, checked_when_it_fails
from ...rules.errors import InputError
from ...rules.later import Later
from ...rules.registry import find
from ...rules.view import Viewed
from ...search.intervals import t_interval
from ..row import Row

Groups = Sequence[Sequence[float]]
"""For every seed the values of its problems."""

RATIO = "ratio: geometric mean over the problems solved both times of after/before"

INTERVAL = "95% confidence interval of the mean ratio (docs/measuring.md)"

ENOUGH = 5
"""Problems solved both times; fewer say too little about others, and their times are noise."""

SEEN = 0.1 if sys.platform == "emscripten" else 0.00005
"""Seconds that the repetitions of a search must take together, a thousand times what the clock can tell apart.

The clock of a browser shows a page tenths of a millisecond, whatever it says of itself.
"""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean, with a 95% t-interval where there are two values or more.

    Parameters
    ----------
    mean, low, high
        In the unit of what was measured.
    """

    mean: float
    low: float | None = None
    high: float | None = None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Both ends, if there are any."""
        return None if self.low is None or self.high is None else (self.low, self.high)

    def through(self, change: Callable[[float], float]) -> Mean:
        """The mean on another scale."""
        low = None if self.low is None else change(self.low)
        return Mean(change(self.mean), low, None if self.high is None else change(self.high))


@checked_when_it_fails
def mean_of(groups: Groups) -> Mean | None:
    """The mean of all values with its interval; None without any.

    Another experiment would draw other seeds, and other problems for each: the variance of the mean is what seeds
    contribute and what problems contribute within them, which makes the interval rather too wide than too narrow. Its
    degrees of freedom are those of Satterthwaite (1946); with one seed they are one less than there are problems.

    Parameters
    ----------
    groups
        The values of every seed; all in one where there are no seeds.
    """
    found = moments_of(groups)
    if found is None:
        return None
    mean, error, freedom = found
    if freedom is None:
        return Mean(mean)
    return Mean(mean, *t_interval(mean, error, freedom)) if error else Mean(mean, mean, mean)


def moments_of(groups: Groups) -> tuple[float, float, float | None] | None:
    """The mean of all values, its standard error and the degrees of freedom of that; None without a value.

    With a single value there are no degrees of freedom, and with values that are all the same no error.
    """
    filled = [group for group in groups if group]
    values = [value for group in filled for value in group]
    if not values:
        return None
    mean = fmean(values)
    within = [(len(group) - 1, _variance(group)) for group in filled if len(group) > 1]
    parts = []
    if within:
        freedom = sum(free for free, _ in within)
        pooled = sum(free * spread for free, spread in within) / freedom
        parts.append((freedom, pooled / len(values)))
    if len(filled) > 1:
        between = _variance([fmean(group) for group in filled])
        parts.append((len(filled) - 1, between / len(filled)))
    if not parts:
        return mean, 0.0, None
    error = sum(part for _, part in parts)
    if not error:
        return mean, 0.0, 1.0
    return mean, sqrt(error), error**2 / sum(part**2 / free for free, part in parts)


def _variance(values: Sequence[float]) -> float:
    """Of a sample; exactly 0 where all values are the same."""
    if min(values) == max(values):
        return 0.0
    mean = fmean(values)
    return fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


@checked_when_it_fails
def ratio_of(groups: Groups) -> Mean | None:
    """The geometric mean of positive ratios with its interval; others are left out."""
    logs = [[log(value) for value in group if value > 0] for group in groups]
    found = mean_of(logs)
    return found and found.through(exp)


@dataclass(frozen=True, slots=True)
class Pair:
    """One problem searched under two conditions, all else being equal."""

    before: Row
    after: Row

    @property
    def both_solved(self) -> bool:
        """Whether it was solved both times."""
        return self.before.answered and self.after.answered

    @property
    def either_solved(self) -> bool:
        """Whether it was solved one way or the other; if not, it says nothing about the difference."""
        return self.before.answered or self.after.answered

    @property
    def began(self) -> bool:
        """Whether both searches did: what was made ready for them serves both, and only one may have found it there."""
        return not (self.before.never_ready or self.after.never_ready)

    @property
    def gave_up(self) -> bool:
        """Whether a search ended without a solution, or died, where no limit of its own had stopped it."""
        ends = (self.before, self.after)
        return any(row.died or not (row.answered or row.stopped) for row in ends)

    @property
    def of_two_engines(self) -> bool:
        """Whether one engine searched before and another one after: their times say what the engines are worth."""
        engines = {self.before.engine, self.after.engine} - {None}
        return len(engines) > 1

    def decides(self, name: str) -> bool:
        """Whether a problem that was solved one time only says more than where the limits were.

        It does where the other search gave up, or was stopped after at least the work that the solution took: so it
        would not have been solved with equal work either. Where no work was counted, the time of one engine decides.

        Parameters
        ----------
        name
            The property that is the work.
        """
        if self.before.answered == self.after.answered:
            return False
        found, failed = (
            (self.before, self.after) if self.before.answered else (self.after, self.before)
        )
        if self.gave_up:
            return True
        needed, spent = getattr(found, name), getattr(failed, name)
        if not spent and not self.of_two_engines:
            needed, spent = found.elapsed, failed.elapsed
        return needed is not None and spent is not None and needed <= spent

    def values(self, name: str) -> tuple[float, float] | None:
        """A property before and after; None where not known both times, of dead searches, and for times of two engines."""
        one, other = self.before, self.after
        if one.died or other.died or (name == "elapsed" and self.of_two_engines):
            return None
        before, after = getattr(one, name), getattr(other, name)
        return None if before is None or after is None else (before, after)


def work_spent(
    pairs: Iterable[Pair],
    name: str,
    seeds: Mapping[int, object] | None = None,
    *,
    before: float = 1,
    after: float = 1,
) -> list[list[float]]:
    """The logarithms of after/before over the problems solved at least once, by seed.

    A search that a limit stopped counts with what it spent, which is less than what it would have needed. A problem of
    which a search gave up is left out: no work of any size would have solved it.

    Parameters
    ----------
    pairs, seeds
        As for `contrast`.
    name
        The property that is the work.
    before, after
        How many times what it spent a stopped search is taken to have needed.
    """
    groups: dict[object, list[float]] = {}
    for pair in pairs:
        values = pair.values(name)
        if not pair.either_solved or pair.gave_up or values is None:
            continue
        was, now = values
        if was > 0 and now > 0:
            was *= 1 if pair.before.answered else before
            now *= 1 if pair.after.answered else after
            seed = None if seeds is None else seeds.get(pair.before.problem)
            groups.setdefault(seed, []).append(log(now / was))
    return list(groups.values())


def solved(pairs: Iterable[Pair]) -> tuple[int, int]:
    """Numbers of problems solved before and after."""
    found = [(pair.before.answered, pair.after.answered) for pair in pairs]
    return sum(before for before, _ in found), sum(after for _, after in found)


def pairs_of(rows: Iterable[Row], before: str, after: str, *, by: str = "condition") -> list[Pair]:
    """The rows of two conditions, problem by problem; a search that the user interrupted is none.

    Parameters
    ----------
    rows
        Of one configuration or several.
    before, after
        The names of the conditions; the same for both makes every ratio 1.
    by
        ``condition``; or ``configuration``, of which these are names then.
    """
    if by not in ("condition", "configuration"):
        raise InputError("what to contrast?", expected="condition or configuration", found=repr(by))
    other = "configuration" if by == "condition" else "condition"
    first: dict[tuple[str, int], Row] = {}
    second: dict[tuple[str, int], Row] = {}
    for row in rows:
        if row.interrupted:
            continue
        key, name = (getattr(row, other), row.problem), getattr(row, by)
        if name == before:
            first[key] = row
        if name == after:
            second[key] = row
    return [Pair(row, second[key]) for key, row in first.items() if key in second]


@dataclass(frozen=True, slots=True)
class Estimate(Viewed):
    """How one property changed over the problems that were solved both times, or at least once.

    Parameters
    ----------
    name
        The property's, one of `PROPERTIES`.
    problems
        How many problems these are.
    before, after
        Means over these problems.
    ratio
        The geometric mean of after/before over the problems; None where nothing can be divided, and of times that the
        clock cannot compare.
    low, high
        The ends of its 95% t-interval; None with fewer than two ratios.
    quartiles
        The lower and the upper quartile of after/before; None with fewer than two ratios.
    note
        Why there is no ratio; empty where there is one.
    """

    _view = Later("explorer.views.comparison", "estimate_view")

    name: str
    problems: int
    before: float
    after: float
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    quartiles: tuple[float, float] | None = None
    note: str = ""

    @property
    def interval(self) -> tuple[float, float] | None:
        """Both ends, if there are any."""
        return None if self.low is None or self.high is None else (self.low, self.high)


@checked
def contrast(
    rows: Iterable[Row],
    before: str,
    after: str,
    name: str,
    *,
    by: str = "condition",
    seeds: Mapping[int, object] | None = None,
    over: str = "both",
) -> Estimate | None:
    """How a property changed from one condition to another; None without a problem that counts.

    Parameters
    ----------
    rows
        The searches.
    before, after
        Two conditions.
    name
        The property, one of `PROPERTIES`.
    by
        As for `pairs_of`.
    seeds
        Of every problem the seed that it, and what was learned for it, was drawn with, if there are several.
    over
        The problems that count: those solved in ``both`` conditions, or in ``either`` of them, where a search that a
        limit stopped counts with what it did.
    """
    find({field.name: field for field in fields(Row)}, name, "property")
    return contrast_pairs(pairs_of(rows, before, after, by=by), name, seeds, over)


def contrast_pairs(
    pairs: Iterable[Pair],
    name: str,
    seeds: Mapping[int, object] | None = None,
    over: str = "both",
) -> Estimate | None:
    """Change of a property over pairs of rows; see `contrast`."""
    counting = [
        pair for pair in pairs if (pair.both_solved if over == "both" else pair.either_solved)
    ]
    found = [(pair, values) for pair in counting if (values := pair.values(name)) is not None]
    if not found:
        return None
    groups: dict[object, list[float]] = {}
    for pair, (was, now) in found:
        if was > 0 and now > 0:
            seed = None if seeds is None else seeds.get(pair.before.problem)
            groups.setdefault(seed, []).append(now / was)
    means = fmean(was for _, (was, _) in found), fmean(now for _, (_, now) in found)
    ratios = [*chain.from_iterable(groups.values())]
    if name == "elapsed" and (note := _against_times([pair for pair, _ in found])):
        return Estimate(name, len(found), *means, note=note)
    ratio = ratio_of(list(groups.values()))
    if ratio is None:
        return Estimate(name, len(found), *means, note="nothing to divide by")
    quartiles = None
    if len(ratios) > 1:
        low, _, high = quantiles(ratios, n=4, method="inclusive")
        quartiles = (low, high)
    return Estimate(
        name, len(found), *means, ratio.mean, ratio.low, ratio.high, quartiles=quartiles
    )


def _against_times(pairs: Collection[Pair]) -> str:
    """Reason why the times of some searches have no reliable ratio; empty if they have one."""
    if not all(seen(pair.before) and seen(pair.after) for pair in pairs):
        return "too short for the clock"
    return f"fewer than {ENOUGH} problems" if len(pairs) < ENOUGH else ""


def seen(row: Row) -> bool:
    """Whether the clock could see a search, or its repetitions together."""
    return row.elapsed is not None and row.elapsed * (row.repetitions or 1) >= SEEN
