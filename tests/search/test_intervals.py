"""Intervals: against published ones, and against what defines them."""

from math import isclose, sqrt
from statistics import NormalDist

import pytest
from arcwise.search.intervals import t_distribution, t_interval, t_quantile, wilson_interval
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718), (10, 100, 0.0552, 0.1744), (10, 10, 0.7225, 1.0),
    ],
)  # fmt: skip
def test_intervals_of_a_share_are_those_of_the_literature(hits, trials, low, high):
    """The first four stand in Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    assert wilson_interval(hits, trials) == pytest.approx((low, high), abs=6e-5)


@given(st.integers(1, 5000), st.floats(0, 1), st.floats(0.5, 4))
def test_at_the_ends_of_an_interval_the_share_is_so_many_deviations_away(trials, part, deviations):
    hits = round(part * trials)
    share = hits / trials
    confidence = 2 * NormalDist().cdf(deviations) - 1
    low, high = wilson_interval(hits, trials, confidence)
    assert 0 <= low <= share + 1e-15
    assert share - 1e-15 <= high <= 1
    for end in (low, high):
        if 0 < end < 1:
            away = deviations * sqrt(end * (1 - end) / trials)
            assert abs(share - end) == pytest.approx(away, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [
        (1, 12.706205),
        (2, 4.302653),
        (9, 2.262157),
        (29, 2.045230),
        (199, 1.971957),
        (1e7, 1.959964),
    ],
)
def test_quantiles_are_those_of_the_tables(freedom: float, quantile: float) -> None:
    assert isclose(t_quantile(0.975, freedom), quantile, abs_tol=1e-6)
    assert isclose(t_distribution(quantile, freedom), 0.975, abs_tol=1e-7)
    assert isclose(t_distribution(-quantile, freedom), 0.025, abs_tol=1e-7)


def test_a_t_interval_lies_around_the_mean():
    assert t_interval(10, 2, 9) == pytest.approx((10 - 2 * 2.262157, 10 + 2 * 2.262157))
    low, high = t_interval(10, 2, 1e7, 0.99)
    assert high - low == pytest.approx(4 * 2.575829)
