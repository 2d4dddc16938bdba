"""Confidence intervals and tests: the t-interval of a mean, Wilson's score interval of a share, a bound for skewed values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import comb, exp, inf, lgamma, log, log1p, pi, sqrt
from statistics import NormalDist

CONFIDENCE = 0.95
"""Default confidence: the share of intervals that hold the true value."""

TINY = 1e-300


def t_interval(
    mean: float, error: float, freedom: float, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """The t-interval of a mean (Student 1908).

    Parameters
    ----------
    mean, error
        The mean and its standard error.
    freedom
        Degrees of freedom of the error, above 0.
    confidence
        Between 0 and 1.
    """
    half = t_quantile((1 + confidence) / 2, freedom) * error
    return mean - half, mean + half


def wilson_interval(hits: int, trials: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The score interval of a share (Wilson 1927).

    Parameters
    ----------
    hits, trials
        Number of successes, and of trials, one or more.
    confidence
        Between 0 and 1.
    """
    share, square = hits / trials, NormalDist().inv_cdf((1 + confidence) / 2) ** 2
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    spread = sqrt(square * (share * (1 - share) + square / (4 * trials)) / trials)
    spread /= 1 + square / trials
    return max(0.0, middle - spread), min(1.0, middle + spread)


def sign_test(one: int, other: int) -> float:
    """Two-sided p-value of the sign test: the chance that a fair coin falls at least as unevenly as the two counts.

    This is McNemar's exact test (1947) of two shares of the same problems, by those that differ.
    """
    trials = one + other
    tail = sum(comb(trials, hits) for hits in range(min(one, other) + 1))
    return min(1.0, 2 * tail / (1 << trials))


def unseen_test(values: Iterable[float], bound: float, worst: float) -> float:
    """One-sided p-value of a mean below ``bound``, for values that may be as skewed as they like up to ``worst``.

    One unseen value as bad as the worst joins the sample, and all get the random weights of the Bayesian bootstrap (Rubin
    1981). The p-value is the chance that the weighted mean is not below the bound. Of values that are all the same this is
    the exact binomial test of a share of others; no distribution is known for which the test is false more often than it
    says (Gaffke 2005; Learned-Miller and Thomas 2019).

    Parameters
    ----------
    values
        The sample.
    bound
        The mean to be tested.
    worst
        Greatest value that is possible; the greatest of the sample if that is greater.
    """
    known = list(values)
    distances = Counter(value - bound for value in (*known, max([worst, *known])))
    del distances[0.0]
    if max(distances, default=0.0) <= 0:
        return 0.0
    if min(distances) >= 0:
        return 1.0
    return _positive_chance(distances)


def _positive_chance(counts: Mapping[float, int]) -> float:
    """The chance that a sum of exponential variables with these factors, each so often, is positive.

    The moment-generating function is the product of 1/(1 - factor z); the chance is the integral of it over z along a line
    between 0 and its first pole, here through the saddle point, where the integrand falls fastest.
    """
    low, high = 0.0, 1 / max(counts)
    for _ in range(40):
        middle = (low + high) / 2
        slope = sum(count * d / (1 - d * middle) for d, count in counts.items()) - 1 / middle
        low, high = (middle, high) if slope < 0 else (low, middle)
    curvature = sum(count * (d / (1 - d * middle)) ** 2 for d, count in counts.items())
    step = 0.5 / sqrt(curvature + 1 / middle**2)
    total = 0.0
    for place in range(10_000):
        point = complex(middle, (place + 0.5) * step)
        value = 1 / point
        for d, count in counts.items():
            value /= (1 - d * point) ** count
        total += value.real
        if abs(value) <= 1e-8 * abs(total):
            break
    return min(1.0, max(0.0, total * step / pi))


def holm(chance: float, others: Sequence[float]) -> float:
    """The chance of one test as Holm (1979) corrects it, because others were made with it.

    Parameters
    ----------
    chance
        P-value of the test.
    others
        P-values of all other tests.
    """
    ordered = sorted([*others, chance])
    place = ordered.index(chance)
    return min(1.0, max((len(ordered) - n) * ordered[n] for n in range(place + 1)))


def t_distribution(t: float, freedom: float) -> float:
    """Cumulative distribution of Student's t; degrees of freedom need not be whole."""
    tail = 0.5 * _incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))
    return 1 - tail if t > 0 else tail


@lru_cache(maxsize=1024)
def t_quantile(probability: float, freedom: float) -> float:
    """The t below which Student's t lies with a probability between 0.5 and 1, to about twelve digits.

    Found by bisection of `t_distribution`.
    """
    low, high = 0.0, 1.0
    while t_distribution(high, freedom) < probability:
        low, high = high, 2 * high
        if high == inf:
            return inf
    while high - low > 1e-13 * high:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (
            (middle, high) if t_distribution(middle, freedom) < probability else (low, middle)
        )
    return high


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularized incomplete beta function I_x(a, b), by its continued fraction (Lentz's method)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    c, d = 1.0, 1 / _away(1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, 500):
        for factor in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _away(1 + factor * d)
            c = _away(1 + factor / c)
            fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction


def _away(value: float) -> float:
    """The value, moved away from 0."""
    return value if abs(value) > TINY else TINY
