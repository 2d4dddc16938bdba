from __future__ import annotations

import pytest
from arcwise.explorer.explore.text import Box, Marks, best_box, draw_board, smallest_box
from arcwise.rules import sliding_tile

PUZZLE = sliding_tile(2, 2)
STATE = (1, 0, 2, 3)


def test_cells_that_change_and_cells_that_are_wrong_are_marked_without_colours() -> None:
    marks = Marks(changed=[0, 1], wrong=[3])
    drawn = draw_board(PUZZLE, STATE, smallest_box(PUZZLE, STATE), marks.of)
    assert drawn.plain.splitlines() == ["[1][_]", " 2 !3!"]


def test_boards_have_lines_where_there_is_room() -> None:
    drawn = draw_board(PUZZLE, STATE, Box(3, 1, 1), Marks().of)
    assert drawn.plain.splitlines() == [
        "┌───┬───┐",
        "│ 1 │ _ │",
        "├───┼───┤",
        "│ 2 │ 3 │",
        "└───┴───┘",
    ]


@pytest.mark.parametrize("space", [(3, 1), (9, 5), (17, 9), (25, 13), (33, 17), (80, 40)])
def test_a_drawing_is_as_large_as_its_box_says(space: tuple[int, int]) -> None:
    box = best_box(PUZZLE, STATE, space)
    lines = draw_board(PUZZLE, STATE, box, Marks().of).plain.splitlines()
    width, height = box.extent(PUZZLE.shape)
    assert len(lines) == height and {len(line) for line in lines} == {width}
    assert box.fits(PUZZLE.shape, space) or box == smallest_box(PUZZLE, STATE)


@pytest.mark.parametrize("box", [Box(3, 1, 0), Box(3, 1, 1), Box(7, 3, 1)])
def test_a_cell_stands_in_its_region(box: Box) -> None:
    lines = draw_board(PUZZLE, STATE, box, Marks().of).plain.splitlines()
    for cell, symbol in enumerate("1_23"):
        left, top, width, height = box.region(cell, PUZZLE.shape)
        assert symbol in "".join(line[left : left + width] for line in lines[top : top + height])
