"""Misuse of `solve` is named where it was made."""

from __future__ import annotations

from typing import Any

import pytest
from arcwise.rules.domains.tiles.sliding_tiles import sliding_tile
from arcwise.search.problem import FunctionProblem, Move, Problem
from arcwise.search.solve import solve

FIVE: Any = Problem(sliding_tile(2, 3), (4, 5, 3, 0, 1, 2), (1, 2, 3, 4, 5, 0))


class Own:
    """A problem of the user's own with these successors of every state."""

    def __init__(self, successors: Any, start: Any = 0) -> None:
        self.start = start
        self._successors = successors

    def successors(self, state: Any) -> Any:
        return self._successors

    def is_goal(self, state: Any) -> bool:
        return False


@pytest.mark.parametrize(
    ("arguments", "options", "said"),
    [
        ((42,), {}, "problem has to be a Problem, .* not 42"),
        (("sliding-tile:3x3",), {}, "any object with start, .* not 'sliding-tile:3x3'"),
        ((FIVE, 42), {}, "algorithm has to be a string or Algorithm, not 42"),
        ((FIVE,), {"heuristic": lambda state: 0}, "FunctionHeuristic"),
        ((FIVE,), {"heuristic": 42}, "heuristic has to be a string or .* not 42"),
        ((FIVE,), {"limits": 5}, "limits has to be Limits, not 5"),
        ((Own([], start=[1]), "breadth-first"), {}, r"the start cannot be hashed: \[1\]"),
        ((Own([], start=([1],)), "breadth-first"), {}, "because of a part"),
        ((Own(None), "breadth-first"), {}, "no list of"),
        ((Own([1]), "breadth-first"), {}, r"no \(operator, state\) pair: 1"),
        ((Own([("go", 1)]), "breadth-first"), {}, "not an operator: 'go' has no name"),
        ((Own([(Move("go"), [1])]), "breadth-first"), {}, "a successor cannot be hashed"),
    ],
)
def test_what_cannot_be_searched_is_named(arguments: Any, options: Any, said: str) -> None:
    with pytest.raises(TypeError, match=said):
        solve(*arguments, **options)


def test_problems_of_the_users_own_are_searched_as_before() -> None:
    asked = []

    def expand(state: int) -> list[tuple[str, float, int]]:
        asked.append(state)
        return [("next", 1, state + 1)]

    result = solve(FunctionProblem(0, lambda state: state == 3, expand), "breadth-first")
    assert (result.cost, result.statistics.expanded) == (3, 3)
    assert asked == [0, 1, 2]
