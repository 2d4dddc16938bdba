from __future__ import annotations

from dataclasses import replace
from math import exp, isclose, sqrt
from random import Random
from statistics import fmean, variance
from typing import Any

import pytest
from arcwise.experiments import Mean, Row, contrast, mean_of, ratio_of
from arcwise.experiments.statistics.estimate import INTERVAL, Pair, pairs_of


def test_one_value_has_no_interval() -> None:
    assert mean_of([[3.0]]) == Mean(3.0)
    assert mean_of([[], []]) is None


def test_with_one_seed_the_problems_alone_decide() -> None:
    values = [1.0, 2.0, 4.0, 9.0]
    found = mean_of([values])
    assert found is not None
    assert found.low is not None
    assert isclose(found.mean - found.low, 3.182446 * sqrt(variance(values) / 4), rel_tol=1e-6)


def test_seeds_that_differ_widen_the_interval() -> None:
    alike = mean_of([[1.0, 3.0], [1.0, 3.0]])
    apart = mean_of([[1.0, 3.0], [11.0, 13.0]])
    assert alike is not None and alike.low is not None
    assert apart is not None and apart.low is not None
    assert apart.mean - apart.low > 5 * (alike.mean - alike.low)


@pytest.mark.slow
def test_the_interval_holds_the_mean_about_as_often_as_it_says() -> None:
    rng = Random(0)
    hits = 0
    for _ in range(150):
        seeds = [rng.gauss(0, 1) for _ in range(5)]
        found = mean_of([[seed + rng.gauss(0, 1) for _ in range(10)] for seed in seeds])
        assert found is not None and found.low is not None and found.high is not None
        hits += found.low <= 0 <= found.high
    assert 0.92 < hits / 150 < 0.99


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


def test_of_intervals_for_ten_problems_95_in_100_hold_the_true_ratio() -> None:
    rng = Random(1)
    hits = 0
    for _ in range(400):
        found = ratio_of([[exp(rng.gauss(0.3, 0.8)) for _ in range(10)]])
        assert found is not None and found.low is not None and found.high is not None
        hits += found.low <= exp(0.3) <= found.high
    assert 0.935 < hits / 400 < 0.965
    assert INTERVAL.startswith("95% confidence interval")


def rows(condition: str, works: list[int], **others: Any) -> list[Row]:
    """A solved search for every number of expansions."""
    return [
        Row(condition, "a-star", number, "solved", expanded=work, **others)
        for number, work in enumerate(works, start=1)
    ]


def test_halving_and_doubling_cancel() -> None:
    found = contrast([*rows("x", [10, 10]), *rows("y", [5, 20])], "x", "y", "expanded")
    assert found is not None and found.ratio is not None
    assert isclose(found.ratio, 1)
    assert found.quartiles == (0.875, 1.625)
    assert (found.before, found.after, found.problems) == (10, 12.5, 2)


def test_a_condition_compared_with_itself_gives_exactly_1() -> None:
    found = contrast(rows("x", [3, 50, 700, 8]), "x", "x", "expanded")
    assert found is not None
    assert (found.ratio, found.low, found.high) == (1, 1, 1)


def test_configurations_are_contrasted_too() -> None:
    greedy = [replace(row, configuration="greedy") for row in rows("x", [5, 5])]
    found = contrast(
        [*rows("x", [10, 10]), *greedy], "a-star", "greedy", "expanded", by="configuration"
    )
    assert found is not None and found.ratio == 0.5


def test_only_problems_solved_both_times_count() -> None:
    stopped = Row("y", "a-star", 3, "stopped", "nodes", expanded=1)
    interrupted = Row("y", "a-star", 4, "stopped", "interrupt", expanded=1)
    both = [*rows("x", [10, 10, 10, 10]), *rows("y", [5, 5]), stopped, interrupted]
    found = contrast(both, "x", "y", "expanded")
    assert found is not None and (found.problems, found.after) == (2, 5)
    assert len(pairs_of(both, "x", "y")) == 3


def test_times_that_the_clock_cannot_see_have_no_ratio() -> None:
    short = [*rows("x", [1] * 5, elapsed=1e-6, repetitions=3), *rows("y", [1] * 5, elapsed=1e-6)]
    found = contrast(short, "x", "y", "elapsed")
    assert found is not None and found.ratio is None
    assert found.note == "too short for the clock"
    long = [
        *rows("x", [1] * 5, elapsed=2e-6, repetitions=100),
        *rows("y", [1] * 5, elapsed=1e-6, repetitions=100),
    ]
    seen = contrast(long, "x", "y", "elapsed")
    assert seen is not None and seen.ratio == 0.5


def test_seeds_are_groups() -> None:
    both = [*rows("x", [10] * 4), *rows("y", [5, 5, 20, 20])]
    alone = contrast(both, "x", "y", "expanded")
    grouped = contrast(both, "x", "y", "expanded", seeds={1: 0, 2: 0, 3: 1, 4: 1})
    assert alone is not None and alone.high is not None
    assert grouped is not None and grouped.high is not None
    assert grouped.ratio == alone.ratio
    assert grouped.high > 10 * alone.high


def test_the_time_of_a_few_problems_has_no_ratio() -> None:
    times = {"elapsed": 0.5, "repetitions": 1}
    for problems in (1, 2, 4):
        both = [*rows("x", [1] * problems, **times), *rows("y", [1] * problems, **times)]
        found = contrast(both, "x", "y", "elapsed")
        assert found is not None and found.ratio is found.interval is None
        assert found.note == "fewer than 5 problems"
        work = contrast(both, "x", "y", "expanded")
        assert work is not None and work.ratio == 1
    enough = contrast(
        [*rows("x", [1] * 5, **times), *rows("y", [1] * 5, **times)], "x", "y", "elapsed"
    )
    assert enough is not None and (enough.ratio, enough.interval) == (1, (1, 1))


def test_times_of_two_engines_are_not_divided() -> None:
    timed = {"elapsed": 0.5, "repetitions": 1}
    apart = [
        *rows("x", [1] * 6, engine="python", **timed),
        *rows("y", [1] * 6, engine="native", **timed),
    ]
    assert contrast(apart, "x", "y", "elapsed") is None
    work = contrast(apart, "x", "y", "expanded")
    assert work is not None and (work.problems, work.ratio) == (6, 1)
    of_one = [replace(row, engine="native") if row.problem > 1 else row for row in apart]
    found = contrast(of_one, "x", "y", "elapsed")
    assert found is not None and (found.problems, found.ratio) == (5, 1)


def test_no_time_decides_which_problems_two_engines_solve() -> None:
    solved = Row("x", "a-star", 1, "solved", expanded=9, elapsed=0.1, engine="native")
    for engine, decides in (("native", True), ("python", False)):
        stopped = replace(solved, condition="y", status="stopped", elapsed=1.0, engine=engine)
        assert Pair(solved, stopped).decides("operator_applications") is decides


def test_a_search_that_a_limit_stopped_counts_where_the_other_one_solved() -> None:
    stopped = Row("y", "a-star", 2, "stopped", "nodes", expanded=30, moves=None)
    neither = [
        Row(one, "a-star", 3, "stopped", "nodes", expanded=work)
        for one, work in (("x", 30), ("y", 60))
    ]
    died = Row.without_result(("y", "a-star", 4), "memory", "", "", "", elapsed=1.0)
    both = [*rows("x", [10, 10], moves=5), *rows("y", [20], moves=5), stopped, *neither, died]
    both += [Row("x", "a-star", 4, "solved", expanded=10, elapsed=1.0)]
    found = contrast(both, "x", "y", "expanded", over="either")
    assert found is not None and found.ratio is not None
    assert isclose(found.ratio, sqrt(2 * 3))
    assert found.problems == 2
    moves = contrast(both, "x", "y", "moves", over="either")
    assert moves is not None and (moves.problems, moves.ratio) == (1, 1)
