from __future__ import annotations

import pytest
from arcwise.explorer.figures import MARKOV_5, MARKOV_8, markov_library
from arcwise.rules.errors import InputError
from arcwise.rules.sliding_tile import sliding_tile
from arcwise.rules.theory import Theory
from arcwise.search.problem import Problem
from arcwise.search.prolog_search import run_in_prolog
from arcwise.search.result import Status
from arcwise.search.solve import solve

pytestmark = pytest.mark.usefixtures("swipl")

WAYS = [
    ("breadth-first", "path", None),
    ("breadth-first", "closed", None),
    ("depth-first", "closed", None),
    ("greedy", "path", "misplaced"),
    ("greedy", "closed", "misplaced"),
    ("greedy", "closed", "manhattan"),
]


def assert_equal_work(theory: Theory, problem: Problem, way: tuple[str, str, str | None]) -> None:
    algorithm, duplicates, heuristic = way
    start, goal = problem.start, problem.goal
    there = run_in_prolog(theory, start, goal, algorithm, duplicates, heuristic)
    here = solve(
        Problem(theory, start, goal), algorithm, duplicates=duplicates, heuristic=heuristic
    )
    did = here.statistics
    assert (there.status, there.path) == (here.status, here.path)
    assert (there.expanded, there.generated, there.inserted) == (
        did.expanded,
        did.generated,
        did.inserted,
    )


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("with_macro", [False, True])
def test_prolog_counts_what_python_counts(
    way: tuple[str, str, str | None], with_macro: bool
) -> None:
    theory = MARKOV_5.theory
    if with_macro:
        theory = theory.with_macros(markov_library())
    assert_equal_work(theory, MARKOV_5, way)


@pytest.mark.parametrize("way", [*WAYS, ("depth-first", "path", None)])
def test_prolog_counts_the_same_on_the_eight_puzzle(way: tuple[str, str, str | None]) -> None:
    assert_equal_work(MARKOV_8.theory, MARKOV_8, way)


def test_an_exhausted_space_is_unsolvable_in_prolog_too() -> None:
    found = run_in_prolog(sliding_tile(2, 2), (2, 1, 3, 0), (1, 2, 3, 0), "breadth-first")
    assert found.status is Status.UNSOLVABLE
    assert found.expanded == 12


def test_an_algorithm_that_prolog_does_not_have_is_refused() -> None:
    with pytest.raises(InputError):
        run_in_prolog(MARKOV_5.theory, MARKOV_5.start, MARKOV_5.goal, "a-star")
