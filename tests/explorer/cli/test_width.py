"""Lines of output fit the terminal, or a hundred columns of a pipe, and no word of them is cut."""

from __future__ import annotations

import random
from pathlib import Path
from textwrap import TextWrapper
from typing import Any

import pytest
from arcwise.explorer.cli.messages import PIPE_WIDTH, fitted

MACROS = "{macros}"

COMMANDS = [
    ("compare", "sliding-tile:2x3", "{examples}/five_puzzle.json", "--macros", MACROS),
    ("compare", "sliding-tile:2x3", "--random", "6", "--macros", MACROS, "--details"),
    ("compare", "{examples}/logic/principia.pl", "--in-order", "known/1", "--limit-work", "20"),
    ("doctor",),
    ("doctor", "--domain", "pancake:4"),
    ("domains",),
    ("domains", "sliding-tile"),
    ("enumerate", "sliding-tile:2x3"),
    ("explain", MACROS),
    ("explain", "{examples}/logic/cup.pl", "cup(obj1)"),
    ("explain", "sokoban:2"),
    ("learn", "sliding-tile:2x3", "{examples}/five_puzzle.json"),
    ("learn", "{examples}/logic/cup.pl"),
    ("reproduce",),
    ("show", "sliding-tile:3x3"),
    ("solve", "8-puzzle", "2 3 5 0 1 4 6 7 8"),
    ("solve", "8-puzzle", "1 2 3 4 5 6 8 7 0"),
    ("solve", "8-puzzle", "2 3 5"),
    ("solve", "--help"),
    ("solve", "{examples}/logic/cup.pl", "cup(obj1)", "--proof"),
    ("survey", "sliding-tile:2x3", "--count", "5"),
    ("utility", "sliding-tile:2x3", "--macros", MACROS, "--problems", "3"),
    ("nonsense",),
]
"""Commands and what they are asked; JSON, CSV and files of other formats are no lines for people."""

LONG = {"reproduce", "--details"}
"""Words of commands that take more than two seconds."""


@pytest.mark.slow
@pytest.mark.parametrize("columns", [60, None])
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(one, id=" ".join(one), marks=pytest.mark.long if LONG & {*one} else ())
        for one in COMMANDS
    ],
)
def test_lines_fit_and_no_word_is_cut(
    call: Any,
    monkeypatch: pytest.MonkeyPatch,
    macro_file: Any,
    examples: Path,
    words: tuple[str, ...],
    columns: int | None,
) -> None:
    places = {"examples": examples}
    if MACROS in words:
        places["macros"] = macro_file("sliding-tile:2x3", examples / "five_puzzle.json")
    if columns is None:
        monkeypatch.delenv("COLUMNS")
    else:
        monkeypatch.setenv("COLUMNS", str(columns))
    done = call(*(word.format(**places) for word in words))
    assert done.out or done.err
    width = columns or PIPE_WIDTH
    long = [
        line
        for line in (done.out + done.err).splitlines()
        if len(line) > width and max(map(len, line.split())) + 12 < width
    ]
    assert not long
    assert "\N{HORIZONTAL ELLIPSIS}" not in done.out


def test_a_line_is_continued_to_the_right_of_its_beginning() -> None:
    text = "one two three\n  a bb ccc dddd\n\nshort"
    assert fitted(text, 9) == "one two\n  three\n  a bb\n   ccc\n   dddd\n\nshort"


def test_a_part_of_an_error_is_continued_below_its_words() -> None:
    text = "arcwise: no\n  expected: one of check, compare, explain"
    assert fitted(text, 36) == (
        "arcwise: no\n  expected: one of check, compare,\n            explain"
    )


def test_a_word_longer_than_a_line_stays_whole() -> None:
    assert fitted("x" * 30, 20) == "x" * 30


@pytest.mark.parametrize("seed", range(20))
def test_plain_lines_are_broken_as_textwrap_breaks_them(seed):
    numbers = random.Random(seed)
    for _ in range(300):
        pieces = (
            numbers.choice(
                (" " * numbers.randrange(1, 9), "x" * numbers.randrange(1, 30), "a-b", "c")
            )
            for _ in range(numbers.randrange(1, 16))
        )
        line = "".join(pieces)
        wrapper = TextWrapper(12, break_long_words=False, break_on_hyphens=False)
        blanks = len(line) - len(line.lstrip(" "))
        wrapper.subsequent_indent = " " * min(blanks + 2 if line.strip() else blanks, 4)
        assert fitted(line, 12) == (wrapper.fill(line) if len(line) > 12 else line)
