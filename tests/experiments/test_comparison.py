from __future__ import annotations

from math import isclose

import pytest
from arcwise.experiments.comparison import (
    Comparison,
    Pair,
    bootstrap_interval,
    collect,
    compare,
    geometric_mean,
)
from arcwise.experiments.designs.figures import MARKOV_5, markov_library
from arcwise.experiments.verdict import judge
from arcwise.search.problem import Problem
from arcwise.search.result import Result, Statistics, Status
from arcwise.search.solve import solve

STATE = (1, 2)


def result(
    work: int,
    status: Status = Status.SOLVED,
    limit: str | None = None,
    elapsed: float | None = None,
) -> Result:
    seconds = work / 1000 if elapsed is None else elapsed
    statistics = Statistics(expanded=work, operator_applications=work, elapsed=seconds)
    return Result(status, (STATE,), (), statistics, limit)


def comparison(*works: tuple[int, int]) -> Comparison:
    pairs = tuple(Pair(STATE, STATE, result(one), result(other)) for one, other in works)
    return Comparison("breadth-first", pairs)


def test_the_texts_own_pair_halves_the_expansions() -> None:
    before = MARKOV_5.theory
    after = before.with_macros(markov_library())
    pairs = compare(
        before,
        after,
        [(MARKOV_5.start, (1, 2, 3, 4, 5, 0))],
        {"breadth-first": lambda problem: solve(problem, "breadth-first")},
    )
    (found,) = collect(list(pairs))
    change = found.change("expanded")
    assert change is not None
    assert (change.before, change.after) == (332, 186)
    assert judge(found).word == "pays"


def test_halving_and_doubling_cancel() -> None:
    change = comparison((10, 5), (10, 20)).change("expanded")
    assert change is not None
    assert change.ratio is not None
    assert isclose(change.ratio, 1)
    assert change.spread == (0.875, 1.625)


def test_only_problems_solved_both_times_are_compared() -> None:
    pairs = (
        Pair(STATE, STATE, result(10), result(5)),
        Pair(STATE, STATE, result(99, Status.STOPPED, "nodes"), result(7)),
    )
    change = Comparison("a-star", pairs).change("expanded")
    assert change is not None
    assert (change.before, change.after) == (10, 5)
    assert Comparison("a-star", pairs).solved == (1, 2)
    assert judge(Comparison("a-star", pairs)).word == "pays"


def test_an_interrupt_keeps_the_finished_pairs() -> None:
    answers = iter([result(1), result(2), result(3), result(4, Status.STOPPED, "interrupt")])
    found = list(
        compare(
            MARKOV_5.theory,
            MARKOV_5.theory,
            [(MARKOV_5.start, MARKOV_5.start)] * 3,
            {"a-star": lambda problem: next(answers)},
        )
    )
    assert len(found) == 1


def test_neither_arm_always_comes_first() -> None:
    seen: list[int] = []

    def search(problem: Problem) -> Result:
        seen.append(len(problem.theory.arcs))
        return result(1)

    after = MARKOV_5.theory.with_macros(markov_library())
    list(compare(MARKOV_5.theory, after, [(MARKOV_5.start, MARKOV_5.start)] * 2, {"x": search}))
    assert seen == [14, 15, 15, 14]


@pytest.mark.parametrize(
    ("works", "word"),
    [
        ([(100, 50)], "pays"),
        ([(100, 150)], "costs"),
        ([(100, 101)], "no difference"),
        ([(100, 50 + i) for i in range(10)], "pays"),
        ([(100, 150 + i) for i in range(10)], "costs"),
        ([(100, 100)] * 10, "no difference"),
        ([(100, 50), (100, 210)] * 5, "unclear"),
        ([], "unclear"),
        ([(0, 0)], "unclear"),
    ],
)
def test_verdict_follows_the_evidence(works: list[tuple[int, int]], word: str) -> None:
    assert judge(comparison(*works)).word == word


def test_less_time_for_more_work_is_mixed_and_says_both() -> None:
    pairs = tuple(
        Pair(STATE, STATE, result(100, elapsed=2.0), result(130, elapsed=1.0)) for _ in range(6)
    )
    verdict = judge(Comparison("breadth-first", pairs))
    assert verdict.word == "mixed"
    assert "1.30 times the primitive operator applications" in verdict.evidence
    assert "0.50 times the time" in verdict.evidence


def test_a_verdict_on_few_problems_says_how_few() -> None:
    assert "too few problems" in judge(comparison((100, 50))).evidence
    assert "too few" not in judge(comparison(*[(100, 50)] * 5)).evidence


def test_fewer_problems_solved_is_a_cost_whatever_the_work() -> None:
    pairs = (
        Pair(STATE, STATE, result(100), result(1)),
        Pair(STATE, STATE, result(5), result(9, Status.STOPPED, "nodes")),
    )
    verdict = judge(Comparison("greedy", pairs))
    assert verdict.word == "costs"
    assert "1 of 2 problems solved with the macros, 2 without" in verdict.evidence


def test_the_bootstrap_interval_holds_the_mean_and_is_the_same_each_time() -> None:
    ratios = [0.5, 0.7, 0.9, 1.1, 0.6, 0.8]
    low, high = bootstrap_interval(ratios)
    assert low < geometric_mean(ratios) < high
    assert bootstrap_interval(ratios) == (low, high)
