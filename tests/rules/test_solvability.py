"""Solvability found in advance, against what can really be reached."""

from dataclasses import FrozenInstanceError, replace
from itertools import combinations, permutations

import pytest
from arcwise.rules import Arc, InputError, Solvability, Theory, sliding_tile, solvability
from arcwise.rules.domains.sliding_tiles import count_inversions
from hypothesis import given
from hypothesis import strategies as st

SMALL = [(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (3, 1), (4, 1), (2, 2)]


def moved(state, rows, columns):
    """The boards one move away, said without arcs."""
    blank = state.index(0)
    row, column = divmod(blank, columns)
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= r < rows and 0 <= c < columns:
            yield exchanged(state, blank, r * columns + c)


def exchanged(state, one, other):
    cells = list(state)
    cells[one], cells[other] = cells[other], cells[one]
    return tuple(cells)


def reachable(start, rows, columns):
    seen, todo = {start}, [start]
    while todo:
        for state in moved(todo.pop(), rows, columns):
            if state not in seen:
                seen.add(state)
                todo.append(state)
    return seen


def check_against_what_is_reachable(rows, columns, goals):
    theory = sliding_tile(rows, columns)
    for goal in goals:
        within_reach = reachable(goal, rows, columns)
        for start in permutations(range(rows * columns)):
            verdict = solvability(theory, start, goal)
            assert verdict.solvable == (start in within_reach), (start, goal)
            if verdict.solvable:
                assert verdict.twin is None
                continue
            tiles = [cell for cell, tile in enumerate(start) if tile]
            twins = {exchanged(start, *pair) for pair in combinations(tiles, 2)} & within_reach
            assert verdict.twin in twins if twins else verdict.twin is None


@pytest.mark.parametrize(("rows", "columns"), SMALL)
def test_on_small_boards_every_pair_is_judged_by_what_is_reachable(rows, columns):
    check_against_what_is_reachable(rows, columns, permutations(range(rows * columns)))


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (3, 2)])
def test_on_six_cells_every_start_is_judged_by_what_is_reachable(rows, columns):
    goals = [(1, 2, 3, 4, 5, 0), (5, 3, 0, 1, 4, 2), (0, 5, 4, 3, 2, 1), (2, 4, 1, 0, 3, 5)]
    check_against_what_is_reachable(rows, columns, goals)


@st.composite
def walks(draw):
    rows, columns = draw(st.integers(2, 6)), draw(st.integers(2, 6))
    start = state = tuple(draw(st.permutations(range(rows * columns))))
    for choice in draw(st.lists(st.integers(0, 3), max_size=60)):
        successors = list(moved(state, rows, columns))
        state = successors[choice % len(successors)]
    return (rows, columns), start, state


@given(walks(), st.data())
def test_a_walk_ends_on_a_solvable_board_and_swapping_two_tiles_of_it_on_an_unsolvable_one(
    walk, data
):
    (rows, columns), start, goal = walk
    theory = sliding_tile(rows, columns)
    assert solvability(theory, start, goal).solvable
    tiles = [cell for cell, tile in enumerate(start) if tile]
    one, other = data.draw(st.permutations(tiles))[:2]
    verdict = solvability(theory, exchanged(start, one, other), goal)
    assert not verdict.solvable
    assert solvability(theory, verdict.twin, goal).solvable


@given(st.permutations(range(7)), st.integers(0, 6), st.booleans())
def test_on_a_line_only_the_blank_can_change_its_place_among_the_tiles(start, place, upright):
    theory = sliding_tile(7, 1) if upright else sliding_tile(1, 7)
    tiles = [tile for tile in start if tile]
    assert solvability(theory, tuple(start), (*tiles[:place], 0, *tiles[place:])).solvable
    turned = tiles[1:] + tiles[:1]
    assert not solvability(theory, tuple(start), (*turned[:place], 0, *turned[place:])).solvable


@given(st.permutations(range(8)))
def test_inversions_are_the_pairs_of_tiles_in_falling_order(state):
    pairs = combinations([tile for tile in state if tile], 2)
    assert count_inversions(tuple(state)) == sum(one > other for one, other in pairs)


@pytest.mark.slow
def test_the_largest_board_is_judged_by_its_parity():
    theory = sliding_tile(32, 32)
    goal = (*range(1, 1024), 0)
    mirror = (*range(1023, 0, -1), 0)
    assert count_inversions(mirror) == 1023 * 1022 // 2
    assert not solvability(theory, mirror, goal).solvable
    assert solvability(theory, (*range(2, 1024), 1, 0), goal).solvable


def test_the_reason_for_odd_widths_names_both_counts_of_inversions():
    verdict = solvability(
        sliding_tile(3, 3), (2, 1, 3, 4, 5, 6, 7, 8, 0), (0, 8, 7, 6, 5, 4, 3, 2, 1)
    )
    assert verdict == Solvability(
        False,
        "inversions: 1 in the start, 28 in the goal; the width 3 is odd and a move never changes whether "
        "the count of inversions is odd or even, so the goal cannot be reached",
        (1, 2, 3, 4, 5, 6, 7, 8, 0),
    )


def test_the_reason_for_even_widths_adds_the_row_of_the_blank():
    theory = sliding_tile(2, 2)
    assert solvability(theory, (0, 2, 1, 3), (1, 2, 3, 0)) == Solvability(
        True,
        "inversions: 1 in the start, 0 in the goal; row of the blank: 1 and 2; sums: 2 and 2; the width 2 is even "
        "and a move never changes whether inversions plus row is odd or even; both are even, and then the goal can "
        "always be reached",
    )


def test_the_reason_on_a_line_names_the_first_tile_out_of_order():
    assert solvability(sliding_tile(4, 1), (3, 0, 2, 1), (1, 2, 0, 3)) == Solvability(
        False,
        "on a single column no tile can pass another, and their order differs: tile number 1 along the column is 3 "
        "in the start, 1 in the goal, so the goal cannot be reached",
        (1, 0, 2, 3),
    )


def test_a_line_with_three_tiles_out_of_order_has_no_twin():
    verdict = solvability(sliding_tile(1, 4), (2, 3, 1, 0), (1, 2, 3, 0))
    assert (verdict.solvable, verdict.twin) == (False, None)


def test_boards_with_different_tiles_are_unsolvable_and_the_reason_names_the_tiles():
    verdict = solvability(sliding_tile(2, 2), (1, 2, 2, 0), (3, 1, 2, 0))
    assert verdict == Solvability(
        False,
        "start and goal hold different symbols: 2 in the start where the goal has 3, and no move adds or removes a "
        "symbol",
    )


def test_tiles_may_be_words_and_numbers_together():
    theory = replace(sliding_tile(2, 2), symbols=None)
    assert solvability(theory, ("a", 7, "b", 0), ("a", 7, 0, "b")).solvable
    assert not solvability(theory, (7, "a", "b", 0), ("a", 7, 0, "b")).solvable


@pytest.mark.parametrize("state", [(1, 1, 2, 0), (1, 0, 2, 0), (1, 2, 3, 4)])
def test_boards_with_equal_tiles_or_not_one_blank_are_left_undecided(state):
    theory = replace(sliding_tile(2, 2), symbols=None)
    assert solvability(theory, state, state) is None


def test_the_rules_count_and_not_the_name_or_the_macros_of_a_theory():
    theory = sliding_tile(2, 2)
    there = theory.arcs[0]
    macro = Arc("nothing", there.before, there.before, 2, (there, there.inverse()))
    learned = replace(theory, name="read", arcs=(macro, *theory.arcs[::-1]))
    assert not solvability(learned, (2, 1, 3, 0), (1, 2, 3, 0)).solvable


def test_another_domain_is_left_undecided():
    rules = Theory("still", (), (2, 2), 0, (0, 1, 2, 3))
    assert solvability(rules, (1, 2, 3, 0), (2, 1, 3, 0)) is None


@pytest.mark.parametrize(
    ("start", "goal", "role"),
    [((1, 2, 0), (1, 2, 3, 0), "start"), ((1, 2, 3, 0), (), "goal")],
)
def test_a_start_or_goal_of_the_wrong_length_is_refused(start, goal, role):
    with pytest.raises(InputError, match=f"the {role} does not fit the board of theory"):
        solvability(sliding_tile(2, 2), start, goal)


def test_a_verdict_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        solvability(sliding_tile(1, 1), (0,), (0,)).solvable = False
