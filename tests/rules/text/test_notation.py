"""What a text is written in."""

from pathlib import Path

import pytest
from arcwise.rules.text.text_file import ending_of
from hypothesis import given
from hypothesis import strategies as st

ROOT = Path(__file__).parents[3]
ENDINGS = {".json", ".csv", ".pl", ".psvn", ".pddl"}
WRITTEN = sorted(
    path for path in (ROOT / "examples").rglob("*") if path.suffix in ENDINGS and path.is_file()
)


def test_there_are_examples_of_every_notation() -> None:
    assert {path.suffix for path in WRITTEN} == ENDINGS


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_every_example_is_recognised_by_its_text(path: Path) -> None:
    assert ending_of(path.read_text(encoding="utf-8")) == path.suffix


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("", None), ("hello", None), ("1 2 3 4 5 0", None), ("% only a comment", None),
        ("% said\n:- dynamic p/1.\n", ".pl"), ("/* said */ s(A, B) :- t(A, B).", ".pl"),
        ("\ufeff  [1]", ".json"), ("; said\n (DEFINE (domain d))", ".pddl"),
        ("(move a b)\n; cost = 1", ".plan"), ("goal , Start\n", ".csv"),
        ("# said\nDOMAIN d 2\n2\nd d\n0 1 => 1 0\n", ".psvn"), ("/* never ended", None),
    ],
)  # fmt: skip
def test_a_text_is_recognised_by_how_it_begins(text: str, ending: str | None) -> None:
    assert ending_of(text) == ending


@given(st.text())
def test_any_text_has_an_ending_or_none(text: str) -> None:
    assert ending_of(text) in {*ENDINGS, ".plan", None}
