"""Times of searches, by a clock that the test sets."""

from __future__ import annotations

import pytest
from arcwise.experiments.execute.task import FEWEST, repetitions_among, timed
from arcwise.search import Result, Statistics, Status

pytestmark = pytest.mark.usefixtures("times_that_count")


def lasting(seconds: float, limit: str | None = None) -> Result:
    spent = Statistics(elapsed=seconds)
    return Result(Status.SOLVED, ((0,),), (), spent, limit=limit, engine="python")


@pytest.mark.parametrize(
    ("first", "others", "time", "repetitions"),
    [
        (0.2, [], 0.2, 1),
        (0.02, [0.005], 0.005, 1),
        (0.002, [0.0003, 0.0001, 0.0009, 0.0002, 0.0002], 0.0002, 5),
        (0.0002, [0.0003, 0.0001, 0.0009, 0.0002, 0.0002], 0.0002, 5),
        (0.0002, [0.02, 0.0001, 0.0009, 0.0002, 0.0002], 0.0002, 5),
    ],
)
def test_a_search_that_is_cold_or_held_up_does_not_count_unless_it_is_long(
    first: float, others: list[float], time: float, repetitions: int
) -> None:
    left = list(others)
    result, more = timed(lasting(first), lambda: lasting(left.pop(0)))
    assert (result.statistics.elapsed, more["repetitions"]) == (time, repetitions)
    assert not left


def test_a_search_that_a_limit_ended_is_not_made_again() -> None:
    result, more = timed(lasting(0.001, "nodes"), lambda: pytest.fail("made again"))
    assert (result.statistics.elapsed, more["repetitions"]) == (0.001, 1)


def test_searches_of_many_problems_are_repeated_less() -> None:
    assert [repetitions_among(count) for count in (1, 200, 500, 1_000, 10_000)] == [
        FEWEST,
        5,
        2,
        1,
        1,
    ]
    left = [0.0006, 0.0004]
    result, more = timed(lasting(0.0002), lambda: lasting(left.pop(0)), least=1)
    assert (result.statistics.elapsed, more["repetitions"]) == (0.0005, 2)
