"""Simulated comparisons of which the truth is known: what searches would take, and what a limit lets us see of it."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, exp, inf
from random import Random


@dataclass(frozen=True)
class Setting:
    """How searches before and after learning are drawn.

    Parameters
    ----------
    ratio
        The true ratio of work, after to before.
    problems
        In each comparison.
    hard, noise
        Standard deviations of the logarithms of what problems take, and of what one search of a problem takes.
    limit
        What is limited: ``work``, ``nodes``, ``time``, ``memory`` or nothing.
    strictness
        The share of problems that the limit would stop before learning, about.
    seeds
        Groups of problems for each of which something else is learned; 1 for none.
    between
        The standard deviation of the logarithm of what these change.
    algorithms
        Compared at the same time.
    """

    ratio: float
    problems: int
    hard: float
    noise: float
    limit: str
    strictness: float
    seeds: int
    between: float
    algorithms: int


@dataclass(frozen=True)
class Search:
    """One simulated search, as far as its limit lets it go."""

    solved: bool
    stopped_by: str | None
    work: int
    nodes: int
    seconds: float


TYPICAL = 2000
"""Operator applications of a problem of middling difficulty."""


def random_setting(rng: Random) -> Setting:
    """Any setting; in half of them learning changes nothing."""
    seeds = rng.choice((1, 1, 4, 6))
    return Setting(
        ratio=rng.choice((1, 1, 1, 0.5, 0.8, 1.25, 2)),
        problems=rng.choice((6, 10, 20, 30)),
        hard=rng.choice((0.5, 1.0, 2.0)),
        noise=rng.choice((0.05, 0.3, 1.0)),
        limit=rng.choice(("", "work", "nodes", "time", "memory")),
        strictness=rng.choice((0.1, 0.3, 0.6, 0.9)),
        seeds=seeds,
        between=rng.choice((0.0, 0.3)) if seeds > 1 else 0.0,
        algorithms=rng.choice((1, 1, 3)),
    )


def compared(setting: Setting, rng: Random) -> list[tuple[Search, Search, int]]:
    """The searches of one comparison, before and after, each pair with its seed."""
    changes = [rng.gauss(0, setting.between) for _ in range(setting.seeds)]
    quantile = sorted(rng.gauss(0, setting.hard) for _ in range(99))
    border = TYPICAL * exp(quantile[min(98, round(99 * (1 - setting.strictness)))])
    found = []
    for problem in range(setting.problems):
        seed = problem % setting.seeds
        middle = TYPICAL * exp(rng.gauss(0, setting.hard))
        before = _search(setting, middle * exp(rng.gauss(0, setting.noise)), border, rng)
        learned = setting.ratio * exp(changes[seed])
        after = _search(setting, middle * learned * exp(rng.gauss(0, setting.noise)), border, rng)
        found.append((before, after, seed))
    return found


def _search(setting: Setting, work: float, border: float, rng: Random) -> Search:
    """A search that takes so many operator applications; nodes, seconds and bytes go along with them, more or less."""
    speed = exp(rng.gauss(0, 0.1))
    limited = {"work": work, "nodes": work, "time": work * speed, "memory": work}
    seen = border / limited[setting.limit] if setting.limit else inf
    done = work * min(1.0, seen)
    solved = seen >= 1
    stopped_by = None if solved else setting.limit
    return Search(
        solved, stopped_by, max(1, round(done)), max(1, round(done / 2.5)), done * speed * 1e-4
    )


def beyond_chance(times: int, wrong: int, rate: float) -> bool:
    """Whether something that should be wrong at most so often was wrong more often than chance allows (one in 100,000)."""
    at_least = sum(
        comb(times, k) * rate**k * (1 - rate) ** (times - k) for k in range(wrong, times + 1)
    )
    return at_least < 1e-5
