"""States that know their theory."""

from __future__ import annotations

import pickle

import pytest
from arcwise.rules import Board, InputError, sliding_tile

PUZZLE = sliding_tile(2, 3)


def test_a_board_is_its_tuple() -> None:
    board = PUZZLE.parse("4 5 3 0 1 2")
    assert isinstance(board, Board)
    assert board == (4, 5, 3, 0, 1, 2) and hash(board) == hash((4, 5, 3, 0, 1, 2))
    assert board[2:] == (3, 0, 1, 2)


def test_only_states_of_the_theory_become_boards() -> None:
    with pytest.raises(InputError, match="more than one"):
        PUZZLE.board((1, 1, 2, 3, 4, 0))


def test_a_board_survives_pickling() -> None:
    board = pickle.loads(pickle.dumps(PUZZLE.parse("4 5 3 0 1 2")))
    assert board == (4, 5, 3, 0, 1, 2) and board.theory == PUZZLE
