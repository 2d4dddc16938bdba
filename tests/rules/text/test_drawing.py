from __future__ import annotations

import pytest
from arcwise.rules import Blocks, Cube, Hanoi, Var, sliding_tile
from arcwise.rules.text.drawing import SHADES, Drawing, Piece, bar, spaced


def test_a_drawing_as_text_has_no_empty_rows_at_the_top_and_no_spaces_at_the_ends() -> None:
    drawing = Drawing(((Piece("  "),), (Piece(" a", 0), Piece("  "))))
    assert drawing.text == " a" and drawing.size == (4, 2) and drawing.shows_cells
    letters = Drawing(((Piece("a"),), (Piece("b"),)))
    assert not letters.shows_cells and letters.text == "a\nb"
    assert spaced([[Piece("a"), Piece("b")], [Piece("c")]]).text == "a b\nc"


@pytest.mark.parametrize("most", [3, 12])
def test_bars_of_all_sizes_take_the_same_room(most: int) -> None:
    bars = [bar(size, most, "=", size) for size in range(1, most + 1)]
    widths = {sum(len(piece.text) for piece in one) for one in bars}
    assert len(widths) == 1 and "".join(piece.text for piece in bars[-1]).startswith("===")


def test_a_board_is_drawn_with_its_cells_a_pattern_too() -> None:
    theory = sliding_tile(2, 2)
    drawing = theory.drawing((Var("A"), 1, 0, Var("B")))
    assert drawing.is_board and drawing.text == "A 1\n_ B"
    assert [piece.cell for row in drawing.rows for piece in row if piece.text != " "] == [
        0,
        1,
        2,
        3,
    ]


def test_every_sticker_of_a_cube_has_its_colour_and_its_place() -> None:
    for shape in ((4, 6), (6, 9)):
        pieces = [one for row in Cube().drawing(Cube().goal(shape), shape).rows for one in row]
        stickers = [piece for piece in pieces if piece.cell is not None]
        assert sorted(piece.cell for piece in stickers) == list(range(shape[0] * shape[1]))
        assert {piece.tint for piece in stickers} == set(SHADES)


def test_disks_are_bars_on_their_pegs_while_there_is_room() -> None:
    assert Hanoi(3).picture((1, 3), (1, 2)).splitlines() == [
        "  |     |     |",
        " =1=    |   ==2==",
    ]
    assert Hanoi(3).picture((1,) * 12, (1, 12)).splitlines()[0].split() == ["1", "|", "|"]


def test_towers_have_room_for_all_others() -> None:
    one, other = (Blocks().drawing(state, (2, 2)) for state in ((0, 0, 1, 1), (2, 0, 1, 0)))
    assert one.size == other.size and (one.text, other.text) == ("1 2", "1\n2")
