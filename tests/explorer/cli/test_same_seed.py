"""The same seed draws the same problems in every command."""

from __future__ import annotations

from typing import Any

import pytest
from arcwise.experiments.problem_set import ProblemSet
from arcwise.experiments.sized_domain import load_domain
from arcwise.explorer.explore.session.session import random_start

SIZES = ["sliding-tile:3x3", "pancake:6", "hanoi:3x4", "keys:3x4", "sokoban:2"]


@pytest.mark.parametrize("argument", SIZES)
def test_a_seed_draws_the_same_start_whoever_asks(call: Any, argument: str) -> None:
    domain = load_domain(argument)
    goal = domain.goal(None)
    first = domain.starts(goal, 1, 7)[0]
    assert [p.start for p in ProblemSet.drawn(domain, goal, 1, "7", "seed 7", 7)] == [first]
    assert [p.start for p in ProblemSet.random(domain, goal, 1, 7)] == [first]
    assert random_start(domain, goal, 7) == first
    solved = call("solve", argument, "--random", "7", "--json")
    climbed = call("solve", argument, "--random", "7", "--algorithm", "climb", "--json")
    printed = call("problems", argument, "--seed", "7", "--count", "1").out
    assert tuple(solved.data["start"]) == first
    assert tuple(climbed.data["start"]) == first
    assert " ".join(map(str, first)) in printed
