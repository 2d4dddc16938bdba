from __future__ import annotations

from random import Random

import pytest
from arcwise.ebl import cell_reasons, compose, explain, explain_result, generalize
from arcwise.rules import Arc, ArcwiseError, Var, canonical, match, sliding_tile
from arcwise.search import Problem, solve
from hypothesis import given
from hypothesis import strategies as st

from .worlds import random_state, random_theory, random_walk, random_world, replayed, unified

SEEDS = st.integers(min_value=0, max_value=10**9)
A, B, C, D, E = (Var(name) for name in "ABCDE")


def test_training_example_of_the_source_text_gives_its_macro() -> None:
    puzzle = sliding_tile(2, 3)
    problem = Problem(puzzle, (4, 5, 3, 0, 1, 2), (5, 1, 3, 4, 2, 0))
    macro = generalize(explain_result(solve(problem, "breadth-first")), "m1")
    assert (macro.arc.before, macro.arc.after) == ((A, B, C, 0, D, E), (B, D, C, A, E, 0))
    assert [step.name for step, _ in macro.steps] == ["up", "right", "down", "right"]
    assert (macro.cost, macro.length) == (4, 4)


@given(SEEDS)
@pytest.mark.slow
def test_macro_applies_exactly_where_its_steps_do(seed: int) -> None:
    rng = Random(seed)
    theory = random_world(rng)
    start, arcs = random_walk(theory, rng)
    if not arcs:
        return
    macro = generalize(explain(start, arcs), "m").arc
    assert macro.apply(start) == replayed(start, arcs)
    for _ in range(20):
        state = random_state(theory, rng)
        assert macro.apply(state) == replayed(state, arcs)
        assert (match(macro.before, state) is not None) == (replayed(state, arcs) is not None)


@given(SEEDS)
def test_following_the_symbols_finds_the_same_rule_as_unification(seed: int) -> None:
    rng = Random(seed)
    theory = random_world(rng)
    start, arcs = random_walk(theory, rng)
    if not arcs:
        return
    macro = generalize(explain(start, arcs), "m").arc
    assert macro.canonical == unified(arcs)
    before = tuple(reason.term for reason in cell_reasons(arcs))
    assert canonical(before) == canonical(macro.before)


@given(SEEDS)
def test_regression_from_the_end_equals_composition_from_the_start(seed: int) -> None:
    rng = Random(seed)
    theory = random_world(rng)
    start, arcs = random_walk(theory, rng, longest=5)
    if not arcs:
        return
    backward: Arc | None = arcs[-1]
    for arc in reversed(arcs[:-1]):
        assert backward is not None
        backward = compose(arc, backward)
    assert backward is not None
    assert backward.canonical == generalize(explain(start, arcs), "m").arc.canonical


@given(SEEDS)
def test_arcs_that_do_not_compose_never_follow_each_other(seed: int) -> None:
    rng = Random(seed)
    theory = random_theory(rng)
    first, second = rng.choice(theory.arcs), rng.choice(theory.arcs)
    composed = compose(first, second)
    for _ in range(30):
        state = random_state(theory, rng)
        together = replayed(state, [first, second])
        assert together == (composed.apply(state) if composed else None)


def test_constant_stays_only_where_a_step_needs_it() -> None:
    needs_one = Arc("check", (A, 1), (A, 1))
    swap = Arc("swap", (A, B), (B, A))
    macro = generalize(explain((1, 7), [swap, needs_one]), "m").arc
    assert (macro.before, macro.after) == ((1, A), (A, 1))


def test_two_variables_become_one_where_a_step_needs_them_equal() -> None:
    same = Arc("same", (A, A, B), (B, A, A))
    turn = Arc("turn", (A, B, C), (B, C, A))
    macro = generalize(explain((7, 5, 5), [turn, same]), "m").arc
    assert (macro.before, macro.after) == ((A, B, B), (A, B, B))


def test_nothing_to_generalize_is_said() -> None:
    with pytest.raises(ArcwiseError, match="same state"):
        generalize(explain((1, 2), []), "m")


def test_an_arc_that_does_not_apply_is_named_with_its_step() -> None:
    puzzle = sliding_tile(2, 2)
    up = next(arc for arc in puzzle.arcs if arc.name == "up")
    with pytest.raises(ArcwiseError, match="step 1: arc up"):
        explain((0, 1, 2, 3), [up])


def test_macros_in_a_path_are_unrolled_before_they_are_explained() -> None:
    puzzle = sliding_tile(2, 3)
    start = (4, 5, 3, 0, 1, 2)
    plain = solve(Problem(puzzle, start, (5, 1, 3, 4, 2, 0)), "breadth-first")
    macro = generalize(explain_result(plain), "m").arc
    quick = solve(Problem(puzzle.with_macros([macro]), start, (5, 1, 3, 4, 2, 0)), "breadth-first")
    assert quick.steps == 1
    assert explain_result(quick) == explain_result(plain)
