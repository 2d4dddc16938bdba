"""Misuse of `solve` is named where it was made."""

from __future__ import annotations

from math import inf, nan
from types import SimpleNamespace
from typing import Any

import pytest
from arcwise.rules import Arc, InputError, Var, sliding_tile
from arcwise.search import (
    ALGORITHMS,
    Algorithm,
    FunctionHeuristic,
    FunctionProblem,
    GraphProblem,
    Move,
    Problem,
    Weights,
    solve,
)

FIVE: Any = Problem(sliding_tile(2, 3), (4, 5, 3, 0, 1, 2), (1, 2, 3, 4, 5, 0))


class Own:
    """A problem of the user's own: a line of numbers, with these successors of one of them."""

    start = 0

    def __init__(self, successors: Any, at: int) -> None:
        self.malformed = successors
        self.at = at

    def successors(self, state: Any) -> Any:
        return self.malformed if state == self.at else [(Move("on"), state + 1)]

    def is_goal(self, state: Any) -> bool:
        return bool(state == 5)


def operator(cost: Any) -> Any:
    return SimpleNamespace(name="go", cost=cost, length=1, primitives=())


@pytest.mark.parametrize(
    ("arguments", "options", "said"),
    [
        ((42,), {}, "problem has to be a Problem, .* not 42"),
        (("sliding-tile:3x3",), {}, "any object with start, .* not 'sliding-tile:3x3'"),
        ((FIVE, 42), {}, "algorithm has to be a string or Algorithm or a list of Stage, not 42"),
        ((FIVE,), {"heuristic": 42}, "heuristic has to be a string or .* not 42"),
        ((FIVE,), {"limits": 5}, "limits has to be Limits, not 5"),
    ],
)
def test_what_cannot_be_searched_is_named(arguments: Any, options: Any, said: str) -> None:
    with pytest.raises(TypeError, match=said):
        solve(*arguments, **options)


@pytest.mark.parametrize("at", [0, 3])
@pytest.mark.parametrize("algorithm", ["breadth-first", "uniform-cost", "ida-star", "auto"])
@pytest.mark.parametrize(
    ("successors", "expected", "found"),
    [
        (None, "a list of (operator, state) tuples", "None (NoneType)"),
        ([1], "(operator, state) tuples", "1 (int)"),
        ([(Move("go"),)], "(operator, state) tuples", "(Move(name='go', cost=1),) (tuple)"),
        (
            [(Move("go"), 1, 2)],
            "(operator, state) tuples",
            "(Move(name='go', cost=1), 1, 2) (tuple)",
        ),
        ([("go", 1)], "an operator, which has name", "'go' (str)"),
        ([(Move("go"), [1])], "a state that can be hashed", "[1] (list)"),
        ([(Move("go"), ([1],))], "a state that can be hashed", "([1],) (tuple)"),
        ([(operator(-1), 1)], "a cost of 0 or more", "-1 (int)"),
        ([(operator(nan), 1)], "a cost of 0 or more", "nan (float)"),
        ([(operator("1"), 1)], "a cost of 0 or more", "'1' (str)"),
    ],
)
def test_malformed_successors_are_named_with_their_state(
    successors: Any, expected: str, found: str, algorithm: str, at: int
) -> None:
    with pytest.raises(InputError) as error:
        solve(Own(successors, at), algorithm)
    assert str(error.value.place) == f"successors({at})"
    assert (error.value.expected, error.value.found) == (expected, found)


@pytest.mark.parametrize(
    ("triples", "expected", "found"),
    [
        (3, "a list of (name, cost, state) tuples", "3 (int)"),
        ([("go", 1)], "(name, cost, state) tuples", "('go', 1) (tuple)"),
        ([("go", -1, 4)], "a number of 0 or more, 1e+100 at most", "-1"),
        ([("go", nan, 4)], "a number of 0 or more, 1e+100 at most", "nan"),
        ([("go", "1", 4)], "a number of 0 or more, 1e+100 at most", "'1'"),
        ([(3, 1, 4)], "a string", "3"),
    ],
)
def test_malformed_triples_are_named_with_their_state(
    triples: Any, expected: str, found: str
) -> None:
    def expand(state: int) -> Any:
        return triples if state == 3 else [("on", 1, state + 1)]

    with pytest.raises(InputError) as error:
        solve(FunctionProblem(0, lambda state: state == 5, expand), "breadth-first")
    assert str(error.value.place) == "expand(3)"
    assert (error.value.expected, error.value.found) == (expected, found)


def test_successors_in_the_place_of_the_goal_test_are_refused() -> None:
    def line(state: int) -> list[tuple[str, float, int]]:
        return [("on", 1, state + 1)]

    with pytest.raises(InputError, match=r"line\(0\): not what a search can use"):
        FunctionProblem(0, line, lambda state: state == 5).solve()


@pytest.mark.parametrize("algorithm", [name for name, row in ALGORITHMS.items() if row.informed])
@pytest.mark.parametrize(
    ("at", "values"), [(0, (nan, -1, "2", [1])), (3, (-inf, None, 1j, nan))], ids=["0", "3"]
)
def test_an_estimate_that_is_none_is_named_with_its_state(
    values: tuple[Any, ...], algorithm: str, at: int
) -> None:
    def line(state: int) -> list[tuple[str, float, int]]:
        return [("on", 1, state + 1)]

    problem = FunctionProblem(0, lambda state: state == 5, line)
    for value in values:
        heuristic = FunctionHeuristic(
            "mine", lambda state, value=value: value if state == at else 5 - state
        )
        with pytest.raises(InputError) as error:
            solve(problem, algorithm, heuristic=heuristic)
        assert str(error.value.place) == f"heuristic mine({at})"
        assert error.value.found == f"{value!r} ({type(value).__name__})"


def test_an_infinite_estimate_says_that_no_path_leads_to_a_goal() -> None:
    def fork(state: int) -> list[tuple[str, float, int]]:
        return [("back", 1, -1), ("on", 1, state + 1)] if state >= 0 else []

    problem = FunctionProblem(0, lambda state: state == 3, fork)
    heuristic = FunctionHeuristic("mine", lambda state: inf if state < 0 else 0, admissible=True)
    assert solve(problem, "ida-star", heuristic=heuristic).cost == 3


def test_what_is_rounded_below_0_along_a_path_is_no_misuse() -> None:
    tenth = Problem(sliding_tile(2, 3, cost=0.1), (4, 5, 3, 0, 1, 2), (1, 2, 3, 4, 5, 0))

    class Rounded:
        name, admissible, consistent = "rounded", True, True

        def estimate(self, state: Any) -> float:
            return 0

        def update(self, h: float, operator: Any, state: Any, successor: Any) -> float:
            return -1e-17

    assert solve(tenth, "a-star", heuristic=Rounded()).solved
    summed = solve(tenth, "greedy", heuristic="misplaced+manhattan", engine="python")
    assert summed.solved


def test_an_exception_of_the_users_own_stays_what_it_is() -> None:
    def expand(state: int) -> Any:
        raise ValueError("my own")

    with pytest.raises(ValueError, match="my own"):
        solve(FunctionProblem(0, bool, expand), "breadth-first")
    with pytest.raises(ValueError, match="my own"):
        solve(FIVE, heuristic=FunctionHeuristic("mine", expand))


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Move("go", "1"), "move go: bad cost"),
        (lambda: Move(3, 1), "bad name of a move"),
        (lambda: ALGORITHMS["beam"].adjusted(beam_width="9"), "beam_width has to be a whole number"),
        (lambda: Algorithm(name="a", summary="", fewest="moves"), "a: bad fewest"),
        (lambda: Algorithm(name="a", summary="", parameters=("width",)), "a: unknown parameters"),
        (lambda: Algorithm(name="a", summary="", allows=("closed", "all")), "a: unknown duplicate rules"),
        (lambda: Weights(g=nan), "bad weight"),
        (lambda: GraphProblem(3, 1, 2), "not a graph"),
        (lambda: Var(3), "name has to be a string"),
        (lambda: Arc("a", (1.5,), (2,)), "before has to be a pattern"),
        (lambda: Arc("a", (1,), [2]), "after has to be a pattern"),
        (lambda: Arc("a", (True,), (1,)), "before has to be a pattern"),
    ],
)  # fmt: skip
def test_misuse_is_named_where_it_is_made(make: Any, said: str) -> None:
    with pytest.raises((InputError, TypeError), match=said):
        make()


def test_problems_of_the_users_own_are_searched_as_before() -> None:
    asked = []

    def expand(state: int) -> list[tuple[str, float, int]]:
        asked.append(state)
        return [("next", 1, state + 1)]

    result = solve(FunctionProblem(0, lambda state: state == 3, expand), "breadth-first")
    assert (result.cost, result.statistics.expanded) == (3, 3)
    assert asked == [0, 1, 2]
