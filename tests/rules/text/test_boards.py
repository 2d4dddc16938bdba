from __future__ import annotations

from arcwise.rules import Var, sliding_tile
from arcwise.rules.text.boards import beside, rule_boards
from arcwise.rules.view import Boards, View

PUZZLE = sliding_tile(2, 2)


def test_blocks_of_different_height_stand_side_by_side() -> None:
    assert beside(["a\nbb", "c"], " - ") == "a  - c\nbb"
    assert beside([]) == ""


def path_text(states, names, width):
    return View([Boards(PUZZLE, states, ["start", *names])], {}).text(width)


def test_a_path_shows_the_move_above_each_board() -> None:
    drawn = path_text([(0, 1, 2, 3), (1, 0, 2, 3)], ["right"], 80)
    assert drawn == "start   right\n_ 1     1 _\n2 3     2 3"


def test_a_long_path_is_broken_into_rows_that_fit() -> None:
    states = [(0, 1, 2, 3), (1, 0, 2, 3)] * 10
    drawn = path_text(states, ["right", "left"] * 9 + ["right"], 40)
    assert max(map(len, drawn.splitlines())) <= 40
    assert drawn.count("right") == 10


def test_a_rule_is_two_boards_with_an_arrow() -> None:
    a, b, c = (Var(name) for name in "ABC")
    assert rule_boards(PUZZLE, (0, a, b, c), (a, 0, b, c)) == "_ A  ->  A _\nB C      B C"
