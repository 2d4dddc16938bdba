"""Parberry's greedy algorithm: every plan is replayed, and its moves lie where they were published."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import pytest
from arcwise.rules import InputError, Pancakes, SlidingTiles, layers, open_source
from arcwise.search import Status

FAMILY = SlidingTiles()
SQUARE = [(size, size) for size in range(2, 9)]
OBLONG = [(2, 3), (3, 2), (2, 7), (7, 2), (3, 5), (6, 4)]


def parberry(*arguments: Any) -> Any:
    """A plan of the algorithm, which lies beside the benchmarks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(Path(__file__).parents[1] / "benchmarks"), *sys.path])
        from parberry import parberry
    return parberry(*arguments)


def drawn(shape: tuple[int, int], count: int) -> list[tuple[int | str, ...]]:
    return [FAMILY.draw(shape, Random(f"{shape}:{number}")) for number in range(count)]


@pytest.mark.slow
@pytest.mark.parametrize("shape", SQUARE + OBLONG)
def test_every_board_is_solved_and_every_plan_replays(shape: tuple[int, int]) -> None:
    for start in drawn(shape, 25):
        solution = parberry(FAMILY, shape, start)
        assert solution.solved
        assert solution.climb.plan.replay() == FAMILY.goal(shape)
        moves = solution.climb.plan.moves
        assert solution.statistics.operator_applications == moves == len(solution.climb.plan.steps)
        assert sum(use.applied for use in solution.climb.uses) == moves


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2)])
def test_every_state_of_a_small_board_is_solved(shape: tuple[int, int]) -> None:
    goal = FAMILY.goal(shape)
    for layer in layers(FAMILY.theory(shape), goal):
        for state in layer:
            assert parberry(FAMILY, shape, state).climb.plan.replay() == goal


def test_four_cells_are_turned_the_shorter_way() -> None:
    goal = FAMILY.goal((2, 2))
    for distance, layer in enumerate(layers(FAMILY.theory((2, 2)), goal)):
        for state in layer:
            assert parberry(FAMILY, (2, 2), state).climb.plan.moves == distance


@pytest.mark.slow
def test_the_moves_are_those_of_the_articles() -> None:
    fifteen = [parberry(FAMILY, (4, 4), start).climb.plan.moves for start in drawn((4, 4), 200)]
    assert 110 < fmean(fifteen) < 135  # 118 on average, and 195 at worst, down to 3 x 3 by search
    assert max(fifteen) < 195
    ten = [parberry(FAMILY, (10, 10), start).climb.plan.moves for start in drawn((10, 10), 20)]
    assert 2 * 10**3 < fmean(ten) < 8 / 3 * 10**3  # 8/3 n^3 from below
    assert max(ten) < 5 * 10**3


@pytest.mark.slow
def test_moves_grow_with_the_cube_of_the_size() -> None:
    means = [
        fmean(
            parberry(FAMILY, (size, size), start).climb.plan.moves
            for start in drawn((size, size), 5)
        )
        / size**3
        for size in (4, 8, 16)
    ]
    assert means == sorted(means)
    assert means[-1] < 8 / 3


def test_a_board_of_the_wrong_parity_is_unsolvable() -> None:
    one, other, *rest = FAMILY.goal((3, 3))
    assert parberry(FAMILY, (3, 3), (other, one, *rest)).status is Status.UNSOLVABLE


def test_the_tiles_may_be_wanted_in_another_order() -> None:
    goal = (3, 1, 2, 4, 5, 6, 7, 8, 0)
    start = (8, 7, 6, 5, 4, 3, 2, 1, 0)
    solution = parberry(FAMILY, (3, 3), start, goal)
    assert solution.climb.plan.replay() == goal


@pytest.mark.parametrize(("shape", "goal"), [((1, 5), None), ((3, 3), (0, 1, 2, 3, 4, 5, 6, 7, 8))])
def test_narrow_boards_and_other_goals_are_refused(
    shape: tuple[int, int], goal: tuple[int, ...] | None
) -> None:
    with pytest.raises(InputError, match="for sliding tiles"):
        parberry(FAMILY, shape, FAMILY.goal(shape), goal)


def test_other_domains_are_refused() -> None:
    with pytest.raises(InputError, match="for sliding tiles"):
        parberry(Pancakes(), (1, 4), (1, 2, 3, 4))
    with pytest.raises(InputError, match="for sliding tiles"):
        parberry(*open_source("heavy-tile:3x3").sized, (1, 2, 3, 4, 5, 6, 7, 0, 8))
    with pytest.raises(InputError, match="not states of one board"):
        parberry(FAMILY, (2, 2), (1, 2, 3, 4))
