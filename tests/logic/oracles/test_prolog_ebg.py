from __future__ import annotations

import pytest
from arcwise.ebl import explain_result, generalize
from arcwise.rules import (
    Arc,
    State,
    Theory,
    Var,
    distances,
    random_problems,
    sliding_tile,
)
from arcwise.search import Problem, solve

from .in_prolog import prolog_ebg

pytestmark = pytest.mark.usefixtures("swi")

A, B, C = Var("A"), Var("B"), Var("C")


def assert_same_macro(theory: Theory, start: State, goal: State) -> None:
    found = solve(Problem(theory, start, goal), "breadth-first")
    ours = generalize(explain_result(found), "m").arc
    theirs = prolog_ebg(theory, start, goal)
    assert theirs.canonical == ours.canonical
    assert theirs.cost == ours.cost
    assert [step.name for step in theirs.steps] == [step.name for step in ours.steps]


@pytest.mark.slow
def test_the_training_example_of_the_source_text() -> None:
    macro = prolog_ebg(sliding_tile(2, 3), (4, 5, 3, 0, 1, 2), (5, 1, 3, 4, 2, 0))
    assert (macro.before, macro.after) == (
        (A, B, C, 0, Var("D"), Var("E")),
        (B, Var("D"), C, A, Var("E"), 0),
    )
    assert macro.cost == 4


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns", "distance"), [(2, 3, 9), (3, 3, 8), (2, 4, 7)])
def test_prolog_and_python_learn_the_same_macros(rows: int, columns: int, distance: int) -> None:
    theory = sliding_tile(rows, columns, cost=2)
    goal = (*range(1, rows * columns), 0)
    for start in random_problems(theory, goal, 4, seed=11, distance=distance):
        assert_same_macro(theory, start, goal)


@pytest.mark.slow
def test_repeated_variables_and_constants_are_generalized_alike() -> None:
    arcs = (
        Arc("turn", (A, B, C), (B, C, A)),
        Arc("melt", (A, A, B), (B, 0, A), 3),
        Arc("mark", (0, A, B), (1, B, A)),
    )
    theory = Theory("odd", arcs, (1, 3))
    start = (7, 5, 5)
    reached = {state: depth for state, depth in distances(theory, start).items() if depth > 1}
    assert len(reached) >= 3
    for goal in reached:
        assert_same_macro(theory, start, goal)


def test_a_goal_that_cannot_be_reached_teaches_nothing() -> None:
    assert prolog_ebg(sliding_tile(2, 2), (2, 1, 3, 0), (1, 2, 3, 0)) is None
