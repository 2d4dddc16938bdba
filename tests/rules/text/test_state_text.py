"""States as people write them, and as they are shown."""

from random import Random

import pytest
from arcwise.rules import InputError, Var
from arcwise.rules.text.state_text import (
    cell_count,
    draw_state,
    format_state,
    parse_state,
    plain_text,
)
from hypothesis import given
from hypothesis import strategies as st

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3 4 5 6 7 8 0",
        "  1  2 3\t4 5 6 7 8 0 ",
        "1,2,3,4,5,6,7,8,0",
        "1, 2, 3, 4, 5, 6, 7, 8, 0",
        "1 2 3 / 4 5 6 / 7 8 0",
        "1 2 3 | 4 5 6 | 7 8 0",
        "1 2 3; 4 5 6; 7 8 0",
        "1 2 3\n4 5 6\n7 8 0\n",
        "1 2 3\r\n4 5 6\r\n7 8 0\r\n",
        "1 2 3 4 5 6 7 8 _",
        "1 2 3 4 5 6 7 8 -",
        "123456780",
        "12345678_",
        "board(1,2,3,4,5,6,7,8,0)",
        "board(1, 2, 3, 4, 5, 6, 7, 8, 0).",
        " b( 1 2 3 4 5 6 7 8 _ ) ",
        "[1,2,3,4,5,6,7,8,0]",
        "[1, 2, 3,\n 4, 5, 6,\n 7, 8, 0]",
    ],
)
def test_every_usual_way_to_write_a_board_is_read(text):
    assert parse_state(text, 9, 0) == GOAL


def test_numbers_of_two_digits_and_negative_numbers_are_read_whole():
    assert parse_state("10 11 -3", 3, None) == (10, 11, -3)


def test_words_are_symbols_with_or_without_quotes():
    assert parse_state("red 'blue' green", 3, None) == ("red", "blue", "green")


def test_digits_are_run_together_only_on_boards_of_two_to_ten_cells():
    assert parse_state("1234567890", 10, None) == (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
    assert parse_state("12", 1, None) == (12,)
    assert parse_state("12345678901", 11, None) == (12345678901,)


def test_the_blank_sign_is_a_word_where_a_domain_has_no_blank():
    assert parse_state("_ - 1", 3, None) == ("_", "-", 1)


def test_a_blank_sign_reads_as_whatever_the_blank_is():
    assert parse_state("a _ b", 3, "empty") == ("a", "empty", "b")


@pytest.mark.parametrize("text", ["", "   ", "\n", "[]", "board()", ",;/|"])
def test_an_empty_text_is_refused_with_what_was_expected(text):
    with pytest.raises(InputError) as caught:
        parse_state(text, 9, 0)
    assert str(caught.value) == (
        "empty state\n  expected: 9 symbols between spaces\n  found:    nothing"
    )


def test_a_pattern_is_shown_on_one_line():
    assert format_state((1, Var("A"), "x", 0)) == "1 A x 0"


def test_a_board_is_drawn_in_aligned_rows_with_its_blank_as_an_underscore():
    assert draw_state((1, 10, 0, 3, 4, 5), (2, 3), 0) == " 1 10  _\n 3  4  5"
    assert draw_state((1, 0), (1, 2)) == "1 0"


symbols = st.one_of(
    st.integers(-(10**18) + 1, 10**18 - 1), st.from_regex(r"[a-z][a-zA-Z0-9_]{0,5}", fullmatch=True)
)


@pytest.mark.slow
@given(st.lists(symbols, min_size=2, max_size=9).map(tuple))
def test_what_is_shown_can_be_read_again(state):
    size = len(state)
    assert parse_state(format_state(state), size, None) == state
    assert parse_state("[" + ",".join(map(str, state)) + "]", size, None) == state
    assert parse_state(draw_state(state, (1, size)), size, None) == state


@given(st.permutations(range(12)))
def test_a_drawn_board_can_be_read_again_with_its_blank(state):
    assert parse_state(draw_state(tuple(state), (3, 4), 0), 12, 0) == tuple(state)


@given(st.text(max_size=30), st.integers(1, 12))
def test_any_text_is_read_or_refused_politely(text, size):
    try:
        state = parse_state(text, size, 0)
    except InputError:
        return
    assert all(isinstance(symbol, int | str) for symbol in state)


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("'Big Box' x", ("Big Box", "x")),
        ("['it''s',a]", ("it's", "a")),
        (r"['it\'s',a]", ("it's", "a")),
        ("'1' 1", ("1", 1)),
        ("board('x,y',f(a,b))", ("x,y", "f(a,b)")),
        ("[')','(']", (")", "(")),
        ("it's o'clock", ("it's", "o'clock")),
    ],
)
def test_a_symbol_between_quotes_is_read_as_it_stands_and_written_so_that_it_is_read_again(
    text, state
):
    assert parse_state(text, 2, None) == state
    assert parse_state(format_state(state), 2, None) == state


@pytest.mark.parametrize("quotes", ["\u201c\u201d", "\u201e\u201c", "\u2018\u2019", "''", '""'])
def test_quotes_around_a_whole_state_are_no_part_of_it(quotes: str) -> None:
    text = f" {quotes[0]}4 5 3 0 1 2{quotes[1]} "
    assert parse_state(text, 6, 0) == (4, 5, 3, 0, 1, 2)
    assert parse_state("'Big Box'", 1, None) == ("Big Box",)
    assert parse_state("'a b' 'c'", 2, None) == ("a b", "c")


@pytest.mark.parametrize("seed", range(30))
def test_words_between_spaces_are_read_as_between_commas(seed):
    """A text without signs is not searched for any: what it says is the same."""
    random = Random(seed)
    words = [random.choice(["0", "7", "12", "007", "_", "box", "A1", "1_0"]) for _ in range(6)]
    for blank in (None, 0):
        assert parse_state(" ".join(words), 6, blank) == parse_state(", ".join(words), 6, blank)
    assert plain_text(" ".join(words)) == " ".join(words)
    assert cell_count(f" {'  '.join(words)} ", 6) == 6
