"""The state space near a solution: real states, real moves, no more than a person can read."""

from __future__ import annotations

import itertools

import pytest
from arcwise.experiments.statistics.verdict import change
from arcwise.experiments.store.rows import SolutionMoves, solution_moves
from arcwise.explorer.report import run_comparisons
from arcwise.explorer.report.graph_picture import Neighbourhood, choices, graphs, neighbourhood
from arcwise.rules import open_source

from .small_runs import FIVE, ONLY_AFTER, ONLY_BEFORE, Filled, everywhere


def both(
    filled: Filled, algorithm: str = "greedy", problem: int = 3
) -> tuple[SolutionMoves, SolutionMoves]:
    rows = {(row.condition, row.algorithm, row.problem): row for row in filled.run.searches}
    before, after = (
        solution_moves(rows[condition, algorithm, problem], FIVE)
        for condition in ("before", "after")
    )
    return before, after


def check(near: Neighbourhood) -> None:
    """Every edge is a move, every place is taken once, and neighbours in distance are neighbours in layer."""
    for one, other, move in near.edges:
        led = [(arc.name, state) for arc, state in FIVE.successors(near.states[one])]
        assert (move, near.states[other]) in led
        assert abs(near.places[one][0] - near.places[other][0]) <= 1
    assert len(set(near.places)) == len(near.places) == len(set(near.states))
    assert near.places[near.before[-1]][0] == max(column for column, _ in near.places)
    for path in (near.before, near.after):
        steps = {(one, other) for one, other, _ in near.edges}
        assert set(itertools.pairwise(path)) <= steps


@pytest.mark.parametrize("problem", [2, 3, 4, 5, 13, 14])
@pytest.mark.parametrize("algorithm", ["breadth-first", "greedy"])
def test_pictures_hold_both_solutions_and_real_moves(
    filled: Filled, algorithm: str, problem: int
) -> None:
    before, after = both(filled, algorithm, problem)
    near = neighbourhood(FIVE, before, after, 120)
    check(near)
    assert not near.cut
    assert tuple(near.states[node] for node in near.before) == before.states
    assert tuple(near.states[node] for node in near.after) == after.states
    assert len(near.jumps) == len(after.macros)
    for jump, (begin, count, name) in zip(near.jumps, after.macros, strict=True):
        assert jump.name == name
        assert near.states[jump.begin] == after.states[begin]
        assert near.states[jump.end] == after.states[begin + count]


@pytest.mark.parametrize("most", [2, 3, 10, 25, 80])
def test_no_more_states_than_the_cap(filled: Filled, most: int) -> None:
    before, after = both(filled, "greedy", 4)
    near = neighbourhood(FIVE, before, after, most)
    check(near)
    assert len(near.states) <= most
    assert near.more
    assert near.cut == (len({*before.states, *after.states}) > max(most * 3 // 4, 2))
    assert near.states[near.before[-1]] == before.states[-1]


def test_a_small_space_is_drawn_whole() -> None:
    named = open_source("pancake:3").sized
    theory = named[0].theory(named[1])
    start, goal = (3, 2, 1), (1, 2, 3)
    path = SolutionMoves((start, goal), ("reverse 3",), ())
    near = neighbourhood(theory, path, path, 80)
    assert len(near.states) == 6
    assert not near.more


def test_a_problem_at_its_goal_is_a_single_state() -> None:
    goal = (1, 2, 3, 4, 5, 0)
    here = SolutionMoves((goal,), (), ())
    near = neighbourhood(FIVE, here, here, 1)
    assert near.states == (goal,)
    assert near.edges == ()


def test_chosen_problems_are_where_learning_did_most_and_cost_most(filled: Filled) -> None:
    found = run_comparisons(filled.run)
    chosen = choices(found, 8, 80)
    assert len({(choice.algorithm, choice.problem) for choice in chosen}) == 8
    greedy = next(comparison for comparison in found if comparison.configuration == "greedy")
    works = {
        number: pair.after.operator_applications / pair.before.operator_applications
        for number, pair in zip(greedy.problems, greedy.pairs, strict=True)
        if pair.both_solved and pair.before.steps and pair.before.moves + pair.after.moves <= 60
    }
    for number in (
        min(works, key=lambda number: works[number]),
        max(works, key=lambda number: works[number]),
    ):
        why = next(c.why for c in chosen if (c.algorithm, c.problem) == ("greedy", number))
        assert why.startswith(change(works[number], "work"))


@pytest.mark.slow
def test_pictures_of_problems_solved_one_way_say_so(filled: Filled) -> None:
    drawn = graphs(filled.run, run_comparisons(filled.run), everywhere(filled.run, FIVE), 50, 40)
    titles = {one.partition("<strong>")[2].partition("<")[0]: one for one in drawn.pictures}
    before_only = titles[f"Problem {ONLY_BEFORE}, breadth-first"]
    after_only = titles[f"Problem {ONLY_AFTER}, breadth-first"]
    assert "No solution after learning" in before_only
    assert "way after" not in before_only
    assert "No solution before learning" in after_only
    assert "way before" not in after_only
    assert len(drawn.states) == len(drawn.pictures)
    assert all(len(states) <= 40 for states in drawn.states)


def test_no_pictures_without_arcs_or_on_huge_boards(filled: Filled) -> None:
    assert graphs(filled.run, run_comparisons(filled.run), {}, 3, 80).pictures == ()
    assert (
        graphs(
            filled.run, run_comparisons(filled.run), everywhere(filled.run, FIVE), 0, 80
        ).pictures
        == ()
    )


def test_states_of_a_cut_picture_are_counted_from_the_start(filled: Filled) -> None:
    before, after = both(filled, "greedy", 4)
    near = neighbourhood(FIVE, before, after, 10)
    for path, nodes, skipped in zip(
        (before, after), (near.before, near.after), near.skipped, strict=True
    ):
        for place, node in enumerate(nodes):
            assert path.states[skipped + place] == near.states[node]
