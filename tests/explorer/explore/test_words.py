from __future__ import annotations

from collections.abc import Callable

import pytest
from arcwise.explorer.explore.session import Session
from arcwise.explorer.explore.text import (
    HELP,
    arc_text,
    match_rows,
    misses_text,
    missing_row,
    move_title,
    path_head,
    path_words,
    text_width,
    title,
    wrapped,
)

Made = Callable[..., Session]
Walked = Callable[[Session, str], None]


def test_rows_tell_keys_lengths_and_places_where_names_are_shared(
    session: Made, walked: Walked
) -> None:
    made = session()
    walked(made, "up right down right")
    made.learn()
    made.walk.back(4)
    assert match_rows(made.here.matches, made.walk.state) == ["1 m1  4 moves", "2 up", "3 right"]
    ring = session("topspin:5x2", "2 1 3 4 5")
    assert match_rows(ring.here.matches, ring.walk.state)[0] == "1 turn  cells 1, 2"


def test_rows_of_missing_arcs_tell_the_first_reason(session: Made) -> None:
    rows = [missing_row(missing) for missing in session().here.missing]
    assert "- left (4): cell 2 must be 0, is 5" in rows
    hanoi = [missing_row(m) for m in session("hanoi:3x3", "1 1 1").here.missing]
    assert any(row.endswith(", and 1 more") for row in hanoi)


def test_reasons_come_with_their_places(session: Made) -> None:
    made = session()
    misses = made.misses("up")
    assert misses_text(misses, alone=False).splitlines() == [
        "cells 2, 5: cell 5 must be 0, is 1",
        "cells 3, 6: cell 6 must be 0, is 2",
    ]
    assert misses_text(misses[:1], alone=True) == "cell 5 must be 0, is 1"


def test_a_macro_is_described_with_its_steps(session: Made, walked: Walked) -> None:
    made = session()
    walked(made, "up right")
    made.learn()
    made.walk.back(2)
    macro = made.here.matches[0].move
    assert move_title(macro) == "m1: 2 moves, cost 2\n= up right"
    assert title(made).endswith("1 macro (1 not saved)")


def test_the_path_tells_where_one_is(session: Made, walked: Walked) -> None:
    made = session()
    walked(made, "up right down")
    made.walk.set_mark()
    walked(made, "right")
    made.walk.back()
    assert path_head(made.walk) == "3 moves, cost 3; 1 step ahead"
    assert path_words(made.walk, 80, 3) == "start up right down (mark) (here) right"


@pytest.mark.parametrize("at", [0, 1, 50, 99, 100])
def test_of_a_long_path_the_part_around_the_cursor_is_shown(
    session: Made, walked: Walked, at: int
) -> None:
    made = session()
    walked(made, "up down " * 50)
    made.walk.back(100 - at)
    text = path_words(made.walk, 30, 4)
    assert "(here)" in text and len(text) <= 120
    assert text.startswith("start") or text.startswith("...")
    assert text.startswith("start") == (at < 10)
    assert text.endswith("...") == (at < 90)


def test_sentences_are_broken_and_boards_are_not() -> None:
    board = "1 2 3 " * 20
    text = wrapped(f"{board}\ncell 4: " + "needed " * 20, 40)
    lines = text.splitlines()
    assert lines[0] == board and text_width("\n".join(lines[1:])) <= 40


def test_help_fits_on_80_columns() -> None:
    assert text_width(HELP) <= 75


@pytest.mark.slow
def test_an_arc_tells_what_it_asks(session: Made) -> None:
    made = session()
    up = made.here.matches[0].move
    text = arc_text(up.arc, made.domain.theory)
    assert "cell 4 must be 0" in text and "arc(board(A,B,C,0,D,E), board(0,B,C,A,D,E), 1)." in text
    large = session("sliding-tile:11x11", " ".join(map(str, [*range(1, 121), 0])))
    text = arc_text(large.here.matches[0].move.arc, large.domain.theory)
    assert "Of 121 cells it changes 110" in text


def test_a_goal_beyond_the_window_keeps_an_indentation() -> None:
    line = " " * 49 + "word(det(E),[A,B,C|D],[B,C|D])  by word(A,[B|C],C) :- lexicon(B,A)."
    first, second = wrapped(line, 74).splitlines()
    assert first == " " * 24 + "word(det(E),[A,B,C|D],[B,C|D])  by word(A,[B|C],C)"
    assert second == " " * 30 + ":- lexicon(B,A)."
