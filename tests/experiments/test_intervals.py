from __future__ import annotations

from math import isclose, sqrt
from random import Random
from statistics import fmean, variance

from arcwise.experiments.intervals import Estimate, mean_of, ratio_of


def test_one_value_has_no_interval() -> None:
    assert mean_of([[3.0]]) == Estimate(3.0)
    assert mean_of([[], []]) is None


def test_with_one_seed_the_problems_alone_decide() -> None:
    values = [1.0, 2.0, 4.0, 9.0]
    found = mean_of([values])
    assert found is not None
    assert found.low is not None
    assert isclose(found.mean - found.low, 1.96 * sqrt(variance(values) / 4))


def test_seeds_that_differ_widen_the_interval() -> None:
    alike = mean_of([[1.0, 3.0], [1.0, 3.0]])
    apart = mean_of([[1.0, 3.0], [11.0, 13.0]])
    assert alike is not None and alike.low is not None
    assert apart is not None and apart.low is not None
    assert apart.mean - apart.low > 5 * (alike.mean - alike.low)


def test_the_interval_holds_the_mean_about_as_often_as_it_says() -> None:
    rng = Random(0)
    hits = 0
    for _ in range(300):
        seeds = [rng.gauss(0, 1) for _ in range(5)]
        found = mean_of([[seed + rng.gauss(0, 1) for _ in range(10)] for seed in seeds])
        assert found is not None and found.low is not None and found.high is not None
        hits += found.low <= 0 <= found.high
    assert 0.85 < hits / 300 < 0.99


def test_ratios_are_averaged_on_a_logarithmic_scale() -> None:
    found = ratio_of([[0.5, 2.0], [1.0, 1.0]])
    assert found is not None and found.low is not None and found.high is not None
    assert isclose(found.mean, 1)
    assert isclose(found.low * found.high, 1)
    assert ratio_of([[0.0]]) is None


def test_an_estimate_lies_within_its_interval() -> None:
    groups = [[1.0, 5.0, 2.0], [3.0]]
    found = mean_of(groups)
    assert found is not None and found.low is not None and found.high is not None
    assert found.low < fmean([1.0, 5.0, 2.0, 3.0]) < found.high
