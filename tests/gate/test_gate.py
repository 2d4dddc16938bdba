"""The command line answers every question of the table as it did; ``make.py`` asks anew where an answer is to change."""

from __future__ import annotations

from pathlib import Path

import pytest
from arcwise.rules.view import Sentence

from .gate import ask, difference, long_sentences, read_table, words_kept

SECTIONS = read_table()
LONG = ("learn boards",)
"""Sections that take more than ten seconds."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "section",
    [pytest.param(one, marks=pytest.mark.long if one in LONG else ()) for one in SECTIONS],
)
def test_every_answer_is_as_in_the_table(section: str, tmp_path: Path) -> None:
    rows = SECTIONS[section]
    with words_kept() as words:
        changed = [
            difference(old, new)
            for old, new in zip(rows, ask(rows, tmp_path), strict=True)
            if old.answer != new.answer
        ]
    assert not long_sentences(words), "sentences of more than 25 words"
    assert not changed, "\n".join(changed) + f"\npython tests/gate/make.py --only {section!r}"


def test_a_sentence_of_more_than_25_words_is_found() -> None:
    long = "so that a reader who looks at it " * 4
    assert long_sentences({f"Short. {long}and so on"}) == []  # again and again, as in a plan
    words = " ".join(f"{one}{other}" for one in "abcdef" for other in "vwxyz")
    with words_kept() as kept:
        Sentence(f"Short; {words}. Short.")
    assert long_sentences(kept) == [words]
    assert not long_sentences({words.replace("f", "1")})
