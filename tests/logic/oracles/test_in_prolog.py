"""Searches of arcwise beside those of the textbook in plain Prolog, and their published figures."""

from __future__ import annotations

import pytest
from arcwise.experiments import MARKOV_5, markov_library
from arcwise.experiments.designs.figures import MARKOV_8
from arcwise.logic.swi import QuestionLimits
from arcwise.rules import (
    Arc,
    Theory,
    Var,
    sliding_tile,
)
from arcwise.rules.domains.domain_table import written_as
from arcwise.search import ALGORITHMS, Problem, Status, solve

from .in_prolog import run_in_prolog

pytestmark = pytest.mark.usefixtures("swi", "trusted")


SEARCHES = [
    ("breadth-first", "path", None),
    ("breadth-first", "closed", None),
    ("depth-first", "closed", None),
    ("greedy", "path", "misplaced"),
    ("greedy", "closed", "misplaced"),
    ("greedy", "closed", "manhattan"),
]


def assert_equal_work(
    theory: Theory, problem: Problem, search: tuple[str, str, str | None]
) -> None:
    algorithm, duplicates, heuristic = search
    start, goal = problem.start, problem.goal
    there = run_in_prolog(theory, start, goal, algorithm, duplicates, heuristic)
    here = solve(
        Problem(theory, start, goal),
        ALGORITHMS[algorithm].adjusted(duplicates=duplicates),
        heuristic=heuristic,
    )
    did = here.statistics
    assert (there.status, there.path) == (here.status, here.path)
    assert (there.expanded, there.generated, there.inserted) == (
        did.expanded,
        did.generated,
        did.inserted,
    )


@pytest.mark.slow
@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("with_macro", [False, True])
def test_prolog_counts_what_python_counts(
    search: tuple[str, str, str | None], with_macro: bool
) -> None:
    theory = MARKOV_5.theory
    if with_macro:
        theory = theory.with_macros(markov_library().arcs(theory))
    assert_equal_work(theory, MARKOV_5, search)


@pytest.mark.long
@pytest.mark.parametrize("search", [SEARCHES[-1], ("depth-first", "path", None)])
def test_prolog_counts_the_same_on_the_eight_puzzle(search: tuple[str, str, str | None]) -> None:
    assert_equal_work(MARKOV_8.theory, MARKOV_8, search)


# The source text's figures, found by Prolog alone: expanded, inserted or generated, states of the path.
PUBLISHED = [
    (False, "path", 1192, 1590, 19),
    (True, "path", 644, 968, 13),
    (False, "closed", 332, 775, 19),
    (True, "closed", 186, 466, 13),
]


@pytest.mark.parametrize(("with_macro", "duplicates", "expanded", "made", "states"), PUBLISHED)
@pytest.mark.slow
def test_breadth_first_in_prolog_has_the_published_figures(
    with_macro: bool, duplicates: str, expanded: int, made: int, states: int
) -> None:
    theory = MARKOV_5.theory
    if with_macro:
        theory = theory.with_macros(markov_library().arcs(theory))
    run = run_in_prolog(theory, MARKOV_5.start, MARKOV_5.goal, "breadth-first", duplicates)
    counted = run.inserted if duplicates == "path" else run.generated
    assert (run.expanded, counted, len(run.path)) == (expanded, made, states)


@pytest.mark.long
@pytest.mark.parametrize(
    ("search", "expanded", "moves"),
    [
        (("breadth-first", "path", None), 393, 9),
        (("breadth-first", "closed", None), 346, 9),
        (("depth-first", "path", None), 45157, 43887),
        (("greedy", "closed", "misplaced"), 52, 11),
        (("greedy", "closed", "manhattan"), 13, 11),
    ],
)
def test_the_eight_puzzle_in_prolog_has_the_published_figures(
    search: tuple[str, str, str | None], expanded: int, moves: int
) -> None:
    run = run_in_prolog(MARKOV_8.theory, MARKOV_8.start, MARKOV_8.goal, *search)
    assert (run.expanded, len(run.path) - 1) == (expanded, moves)


@pytest.mark.parametrize("functor", ["board", "[]", "Öd 'n\\"])
@pytest.mark.slow
def test_symbols_and_functors_of_any_spelling_survive_the_way_to_prolog(functor: str) -> None:
    one, other = Var("A"), Var("B")
    arcs = (Arc("swap", (one, other, "é ß"), (other, one, "é ß")),)
    theory = written_as(Theory("odd", arcs, (1, 3)), functor)
    run = run_in_prolog(theory, ("\U0001d11e", "a'\\b", "é ß"), ("a'\\b", one, other))
    assert run.path[-1] == ("a'\\b", "\U0001d11e", "é ß")


def test_a_variable_twice_in_the_goal_wants_equal_cells() -> None:
    one, two, three = Var("A"), Var("B"), Var("C")
    theory = Theory("turn", (Arc("turn", (one, two, three), (three, one, two)),), (1, 3))
    run = run_in_prolog(theory, (1, 2, 2), (one, one, two))
    assert run.path == ((1, 2, 2), (2, 1, 2), (2, 2, 1))


@pytest.mark.long
def test_a_search_that_takes_too_long_is_stopped() -> None:
    start, goal = tuple(range(15, -1, -1)), (*range(1, 16), 0)
    run = run_in_prolog(
        sliding_tile(4, 4), start, goal, limits=QuestionLimits(inferences=None, seconds=0.05)
    )
    assert (run.status, run.path) == (Status.STOPPED, (start,))


def test_an_exhausted_space_is_unsolvable_in_prolog_too() -> None:
    found = run_in_prolog(sliding_tile(2, 2), (2, 1, 3, 0), (1, 2, 3, 0), "breadth-first")
    assert found.status is Status.UNSOLVABLE
    assert found.expanded == 12


def test_a_search_is_stopped_at_its_inference_limit_too() -> None:
    limits = QuestionLimits(inferences=10_000)
    run = run_in_prolog(MARKOV_8.theory, MARKOV_8.start, MARKOV_8.goal, limits=limits)
    assert run.status is Status.STOPPED
