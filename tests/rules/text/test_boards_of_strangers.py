"""Boards as tables, programs and other people write them."""

from __future__ import annotations

import pytest
from arcwise.rules import Arc, InputError, Theory, Var, sliding_tile
from arcwise.rules.text.state_text import format_state, parted

EIGHT = sliding_tile(3, 3)
BOARD = (2, 3, 5, 0, 1, 4, 6, 7, 8)
LINE = "+---+---+---+\n"


@pytest.mark.parametrize(
    "text",
    [
        "| 2 | 3 | 5 |\n|---|---|---|\n| 0 | 1 | 4 |\n| 6 | 7 | 8 |",
        "| 2 | 3 | 5 |\n|:-:|:-:|:-:|\n|   | 1 | 4 |\n| 6 | 7 | 8 |",
        f"{LINE}| 2 | 3 | 5 |\n{LINE}|   | 1 | 4 |\n{LINE}| 6 | 7 | 8 |\n{LINE}",
        "+-+-+-+\n|2|3|5|\n+-+-+-+\n| |1|4|\n+-+-+-+\n|6|7|8|\n+-+-+-+",
        "┌───┬───┬───┐\n│ 2 │ 3 │ 5 │\n├───┼───┼───┤\n│   │ 1 │ 4 │\n├───┼───┼───┤\n│ 6 │ 7 │ 8 │\n└───┴───┴───┘",
        "<table><tr><td>2</td><td>3</td><td>5</td></tr>\n<tr><td></td><td>1</td><td>4</td></tr>"
        "<tr><td>6</td><td>7</td><td>8</td></tr></table>",
        r"\begin{pmatrix}2 & 3 & 5\\ 0 & 1 & 4\\ 6 & 7 & 8\end{pmatrix}",
        r"\begin{tabular}{|c|c|c|}\hline 2 & 3 & 5 \\ \hline & 1 & 4 \\ \hline 6 & 7 & 8 \\ \hline\end{tabular}",
        "2\t3\t5\n\t1\t4\n6\t7\t8",
        "2,3,5,,1,4,6,7,8",
        "235\n014\n678",
        '["235", "014", "678"]',
        '["2", "3", "5", "0", "1", "4", "6", "7", "8"]',
        '{"state": [2, 3, 5, 0, 1, 4, 6, 7, 8]}',
        "[[2. 3. 5.]\n [0. 1. 4.]\n [6. 7. 8.]]",
        "start = [2, 3, 5, 0, 1, 4, 6, 7, 8]",
        "int[][] board = {{2, 3, 5}, {0, 1, 4}, {6, 7, 8}};",
        "235x14678",
        *(f"2 3 5 {blank} 1 4 6 7 8" for blank in ("x", "#", ".", "B", "blank", "□", "·", "*")),
    ],
)
def test_a_board_is_read_as_people_write_it(text):
    assert EIGHT.parse(text) == BOARD


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("2 3 5 1 4 6 7 8", "0 or _ for the blank"),
        ("2,3,5,1,4,6,7,8,", "0 or _ for the blank"),
        ("2 3 5 0 1 4 6 7 8 0 1 2 3 4 5 6 7 8", "an arrow -> between"),
        ("2 3 5 9 1 4 6 7 8", "0 or _ for the blank"),
        ("B C E _ A D F G H", "1 for A, 2 for B"),
        ("2 3 5 x 1 4 6 7 7", "no 8; more than one 7"),
    ],
)
def test_what_may_be_a_mistake_is_refused_with_what_to_write(text, remedy):
    with pytest.raises(InputError, match=remedy):
        EIGHT.parse(text)


def test_an_arrow_parts_a_start_from_a_goal():
    for sign in ("->", "=>", "-->", "→", "⇒", "to"):
        assert parted(f"[1, 2, 0] {sign} [0, 1, 2]") == ["[1, 2, 0]", "[0, 1, 2]"]
    for alone in (
        " " * 60_000 + "1 2",
        "-" * 60_000,
        "1 2 0",
        "-> 1 2 0",
        "walk to door",
        "go to 3",
        "'a->b' c",
    ):
        assert parted(alone) == [alone]


@pytest.mark.parametrize(
    "pair",
    [
        ("x:0", "x:1"),
        ("v=0", "v=1"),
        ("a&b", "c&d"),
        ('"a"', '"b"'),
        ("\u2502", "\u2551"),
        ("\uff11", "\uff12"),
        ("\u2460", "\u4e94"),
    ],
)
def test_symbols_of_the_rules_are_no_signs_of_other_notations(pair):
    before, after = pair
    theory = Theory("words", (Arc("go", (before, Var("Y")), (after, Var("Y"))),), (1, 2))
    assert theory.parse(f"{before} p") == (before, "p")
    assert theory.parse_goal(f"{after} ?")[0] == after
    assert theory.parse(theory.format((before, after))) == pair
    assert Theory("any", (), (1, 2)).parse(format_state(pair)) == pair


def test_a_missing_symbol_is_told_where_digits_could_be_parted():
    jugs = Theory("jugs", (Arc("swap", (Var("A"), 2, Var("B")), (Var("B"), 2, Var("A"))),), (1, 3))
    for text in ("12 0", "1 20"):
        with pytest.raises(InputError, match="wrong number of cells"):
            jugs.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "\u2463 \u2464 \u2462 \u24ea \u2460 \u2461",  # circled
        "\u2463\u2464\u2462\u24ea\u2460\u2461",
        "\u0664 \u0665 \u0663 \u0660 \u0661 \u0662",  # Arabic
        "\u2163 \u2164 \u2162 _ \u2160 \u2161",  # Roman
        "4\ufe0f\u20e3 5\ufe0f\u20e3 3\ufe0f\u20e3 0\ufe0f\u20e3 1\ufe0f\u20e3 2\ufe0f\u20e3",  # keys
    ],
)
def test_digits_of_other_scripts_are_digits(text):
    assert sliding_tile(2, 3).parse(text) == (4, 5, 3, 0, 1, 2)


def test_roman_digits_in_letters_are_told():
    with pytest.raises(InputError, match="4 for IV"):
        sliding_tile(2, 3).parse("IV V III 0 I II")
    theory = Theory("any", (), (1, 2))
    assert theory.parse("x\u00b2 \u00bd") == ("x\u00b2", "\u00bd")
