"""Problems of several runs in one experiment: each is searched, under a number of its own."""

from __future__ import annotations

from arcwise.experiments import ProblemSet, compare
from arcwise.rules import random_problems, sliding_tile

THEORY = sliding_tile(2, 3)
GOAL = (1, 2, 3, 4, 5, 0)


def problems(seed: int):
    return [(start, GOAL) for start in random_problems(THEORY, GOAL, 3, seed=seed)]


def test_problems_of_runs_are_numbered_anew():
    one, other = (
        compare("sliding-tile:2x3", problems(seed), None, ["a-star"]).run.problems
        for seed in (1, 2)
    )
    both = ProblemSet((*one, *other))
    found = compare("sliding-tile:2x3", both, None, ["a-star"])
    assert len({row.problem for row in found.rows}) == 6
    assert [problem.start for problem in found.run.problems] == [one.start for one in both]
    assert found.finished


def test_a_part_of_a_runs_problems_is_searched():
    run = compare("sliding-tile:2x3", problems(1) + problems(2), None, ["a-star"]).run
    found = compare("sliding-tile:2x3", ProblemSet(tuple(run.problems[3:])), None, ["a-star"])
    assert [problem.id for problem in found.run.problems] == [1, 2, 3]
    assert found.finished
