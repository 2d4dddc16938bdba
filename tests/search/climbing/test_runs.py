"""Runs of powers of one move: as short as any way to do the same with these powers, and doing the same."""

from itertools import product
from random import Random

import pytest
from arcwise.rules import open_source
from arcwise.search.climbing.board_permutations import BoardPermutations
from arcwise.search.climbing.macro_table import reduced

BOARDS = ["cube:2", "cube:2-half", "cube:3", "topspin:7x4", "burnt-pancake:3"]


def moves_of(board):
    domain, shape = open_source(board).sized
    return BoardPermutations.of(domain, shape, domain.goal_state(shape))


@pytest.mark.parametrize("board", BOARDS)
def test_words_that_are_reduced_do_the_same_and_are_not_longer(board):
    moves, random = moves_of(board), Random(1)
    same, shortened = tuple(range(len(moves.goal))), 0
    for _ in range(300):
        few = random.sample(range(len(moves.steps)), 3)
        word = tuple(random.choice(few) for _ in range(8))
        found = reduced(moves, word)
        assert moves.after(same, found) == moves.after(same, word)
        assert len(found) <= len(word)
        shortened += len(found) < len(word)
    assert shortened


@pytest.mark.parametrize("board", BOARDS)
def test_a_power_of_one_move_is_as_short_as_any_word_of_its_powers(board):
    moves = moves_of(board)
    same = tuple(range(len(moves.goal)))
    powers = {moves.after(same, (0,) * count) for count in range(12)}
    of_it = [move for move in range(len(moves.steps)) if moves.goes[move] in powers]
    for count in range(9):
        does = moves.after(same, (0,) * count)
        least = next(
            length
            for length in range(count + 1)
            if any(moves.after(same, word) == does for word in product(of_it, repeat=length))
        )
        assert len(reduced(moves, (0,) * count)) == least


def test_three_quarter_turns_are_one_the_other_way_also_across_turns_of_the_opposite_face():
    moves = moves_of("cube:3")
    names = [schema.name for schema, _ in moves.steps]
    number = {name: names.index(name) for name in ("F", "F'", "B", "U")}
    asked = [number[name] for name in ("F", "B", "F", "F", "U")]
    assert [names[move] for move in reduced(moves, tuple(asked))] in (
        ["F'", "B", "U"],
        ["B", "F'", "U"],
    )


def test_moves_of_a_blank_are_left_alone():
    moves = moves_of("sliding-tile:2x2")
    assert reduced(moves, (0, 0, 0, 0)) == (0, 0, 0, 0)
