"""What stands on a terminal is what was said, whatever the names in it."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from arcwise.rules import Arc, InputError, Place, Theory
from arcwise.rules.errors import on_one_line, sentence_of, visible, visible_json
from hypothesis import given
from hypothesis import strategies as st

ESCAPE = "\x1b]0;other title\x07"


@given(st.text())
def test_nothing_that_controls_a_terminal_is_left(text: str) -> None:
    assert not [
        sign for sign in visible(text) if unicodedata.category(sign) == "Cc" and sign not in "\n\t"
    ]
    assert not set("\n\r\t") & set(on_one_line(text))


@pytest.mark.long
@given(st.recursive(st.text() | st.integers(), st.lists))
def test_json_keeps_its_values(value: Any) -> None:
    assert json.loads(visible_json(json.dumps(value, ensure_ascii=False))) == value


def test_text_that_can_be_printed_stays_as_it_is() -> None:
    assert visible("größer → 日本\n\tx") == "größer → 日本\n\tx"
    assert visible(ESCAPE) == "\\x1b]0;other title\\x07"


@pytest.mark.parametrize("name", [ESCAPE, "a\nsolved: 0 moves", "a\rb", "\u202eb"])
def test_names_with_control_characters_are_refused(name: str) -> None:
    for make in (
        lambda: Arc(name, (1, 2), (2, 1)),
        lambda: Theory(name, (), (1, 2)),
    ):
        with pytest.raises(InputError, match="control characters"):
            make()


def test_a_message_cannot_be_forged_by_what_was_found() -> None:
    error = InputError("bad", place=Place("f"), found="x\n  try:      rm -rf", remedy="this")
    assert str(error).splitlines()[2].strip().startswith("try:") and str(error).count("\n  t") == 1


def test_names_in_tables_and_errors_show_what_they_are(call: Any, tmp_path: Path) -> None:
    """Neither markup of ours nor a terminal's."""
    place = tmp_path / "[red]a\x1b[2J[blue].pl"
    place.write_text("theory('[/evil]'). shape(1,2). arc([X,Y],[Y,X],1).", encoding="utf-8")
    for arguments in (("show", place), ("solve", place, "1 2", "2 1"), ("show", f"{place}x")):
        done = call(*arguments)
        assert "\x1b" not in done.out + done.err
    assert "\\x1b[2J" in done.err


def test_a_message_fits_on_one_line() -> None:
    error = InputError("bad\nthing", place=Place("f.pl", 3, 4), expected="a", found="b", remedy="c")
    assert sentence_of(error) == "f.pl:3:4: bad thing; expected: a; found: b; try: c"
    assert sentence_of(ValueError("two\nlines")) == "two lines"
