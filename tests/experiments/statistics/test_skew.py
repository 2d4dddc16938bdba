"""How often a verdict is false where learning changes nothing on average, whatever the shape of its effects."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log
from random import Random

import pytest
from arcwise.experiments import Comparison, Row
from arcwise.experiments.statistics.estimate import Pair
from arcwise.experiments.statistics.verdict import PENALTY
from arcwise.search.intervals import unseen_test

FALSE = ("pays", "does not pay")

SHARE = 0.06
"""Greatest share of false verdicts, at every number of problems."""

NUMBERS = (5, 10, 20, 50)

REPEATS = 250
"""Comparisons of each number of problems, enough to tell 6 % from 12 %."""

Effect = Callable[[Random], float]
"""Draws the logarithm of one problem's ratio."""


def two_points(share: float, ratio: float) -> Effect:
    """A share of the problems with one ratio, and the others with the one that makes the mean 1."""
    rest = -share * log(ratio) / (1 - share)
    return lambda chance: log(ratio) if chance.random() < share else rest


def noisy(effect: Effect, spread: float) -> Effect:
    """An effect with noise of its own for each problem."""
    return lambda chance: effect(chance) + chance.gauss(0, spread)


def heavy_tailed(chance: Random) -> float:
    """Student's t with three degrees of freedom."""
    return 0.5 * chance.gauss(0, 1) / (sum(chance.gauss(0, 1) ** 2 for _ in range(3)) / 3) ** 0.5


EFFECTS: dict[str, Effect] = {
    "80 % at 0.7": two_points(0.8, 0.7),
    "80 % at 0.5": two_points(0.8, 0.5),
    "80 % at 1.4": two_points(0.8, 1.4),
    "70 % at 0.7": two_points(0.7, 0.7),
    "90 % at 0.8": two_points(0.9, 0.8),
    "95 % at 0.9": two_points(0.95, 0.9),
    "80 % near 0.7": noisy(two_points(0.8, 0.7), 0.2),
    "90 % near 0.8": noisy(two_points(0.9, 0.8), 0.1),
    "normal": lambda chance: chance.gauss(0, 0.3),
    "wide": lambda chance: chance.gauss(0, 1.2),
    "heavy tails": heavy_tailed,
    "exponential": lambda chance: 0.7 * (chance.expovariate(1) - 1),
}


def compared(effect: Effect, problems: int, chance: Random, limit: float | None = None) -> str:
    """Verdict on problems of which each takes a thousand operator applications or so before."""
    pairs = []
    for number in range(problems):
        before = 1000 * exp(chance.gauss(0, 1))
        works = before, before * exp(effect(chance))
        pairs.append(Pair(*(row(number, work, limit) for work in works)))
    return Comparison("greedy", tuple(pairs)).verdict.word


def row(number: int, work: float, limit: float | None) -> Row:
    done = limit is None or work <= limit
    return Row(
        "x",
        "greedy",
        number,
        "solved" if done else "stopped",
        None if done else "work",
        expanded=round(work),
        operator_applications=round(work if limit is None else min(work, limit)),
    )


@pytest.mark.long
@pytest.mark.parametrize("name", EFFECTS)
def test_a_mean_ratio_of_1_is_seldom_judged_at_any_number_of_problems(name: str) -> None:
    chance = Random(name)
    for problems in NUMBERS:
        words = [compared(EFFECTS[name], problems, chance) for _ in range(REPEATS)]
        false = sum(word in FALSE for word in words)
        assert false <= SHARE * REPEATS, f"{false} of {REPEATS} with {problems} problems"


@pytest.mark.long
@pytest.mark.parametrize("limit", [600, 1500, 4000])
def test_learning_does_not_pay_where_a_limit_hides_what_takes_more(limit: float) -> None:
    """Within a limit fewer problems are solved, so that "does not pay" may be true."""
    chance = Random(limit)
    for problems in (8, 30):
        words = [compared(EFFECTS["80 % at 0.7"], problems, chance, limit) for _ in range(REPEATS)]
        assert words.count("pays") <= SHARE * REPEATS


@pytest.mark.parametrize(
    ("ratio", "fewest"), [(0.1, 6), (0.2, 8), (0.35, 11), (0.5, 15), (0.7, 28), (0.8, 44)]
)
def test_a_change_that_is_alike_for_all_is_judged_from_a_number_of_problems(
    ratio: float, fewest: int
) -> None:
    """The table of docs/measuring.md."""
    for change in (ratio, 1 / ratio):
        pair = Pair(row(1, 1_000_000, None), row(1, 1_000_000 * change, None))
        word = "pays" if change < 1 else "does not pay"
        for problems, expected in ((fewest, word), (fewest - 1, "too few")):
            assert Comparison("greedy", (pair,) * problems).verdict.word == expected


@pytest.mark.slow
@pytest.mark.parametrize("problems", [5, 12, 40])
def test_the_chance_of_an_unseen_value_is_that_of_random_weights(problems: int) -> None:
    chance = Random(problems)
    values = [chance.gauss(-0.3, 0.6) for _ in range(problems)]
    known = [*values, max(log(PENALTY), *values)]
    trials = 4000
    above = sum(
        sum(chance.expovariate(1) * (value + 0.02) for value in known) > 0 for _ in range(trials)
    )
    found = unseen_test(values, -0.02, log(PENALTY))
    assert found == pytest.approx(
        above / trials, abs=4 * (found * (1 - found) / trials) ** 0.5 + 0.001
    )


def test_of_equal_values_the_unseen_value_is_tested_as_a_share_exactly() -> None:
    """The weight of one value among n + 1 is beyond a share with the chance (1 - share)^n."""
    for problems in (1, 5, 30, 400):
        share = 0.3 / (0.3 + 1)
        assert unseen_test([-0.3] * problems, 0, 1) == pytest.approx(
            (1 - share) ** problems, rel=1e-4
        )
    assert unseen_test([0.5, 0.1], 0, 1) == 1
    assert unseen_test([-0.5, -0.1], 0, 0) == 0
