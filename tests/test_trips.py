"""The trips of docs/architecture.md are short: frames from the command line to the function that does the work."""

import sys
from types import FrameType
from typing import Any

import pytest
from arcwise.ebl import learner
from arcwise.ebl.generalize import macro_of
from arcwise.explorer.cli import run
from arcwise.logic.learning import generalize
from arcwise.rules import Pancakes
from arcwise.search.native.engine import search_in_kernel


def longest_way(words: tuple[str, ...], work: Any) -> list[str]:
    """The most functions that are at work at once when a function is called by a command, that of `run` first."""
    longest: list[str] = []

    def look(frame: FrameType, event: str, _: object) -> None:
        nonlocal longest
        if event == "call" and frame.f_code is work.__code__:
            outer: FrameType | None = frame
            names: list[str] = []
            while outer is not None and (not names or names[0] != run.__name__):
                names.insert(0, outer.f_code.co_qualname)
                outer = outer.f_back
            longest = max(longest, names, key=len)

    sys.setprofile(look)
    try:
        assert run(words) == 0
    finally:
        sys.setprofile(None)
    return longest


EIGHT = "8-puzzle", "2 3 5 0 1 4 6 7 8"


@pytest.mark.parametrize(
    ("words", "work", "frames"),
    [
        (("learn", "pancake:3", "3 1 2", "1 2 3"), learner.Learner.acquire, 10),
        (("learn", "sliding-tile:2x2", "--learner", "escapes"), learner.Learner.acquire, 10),
        (("learn", "sliding-tile:2x2", "--learner", "escapes"), macro_of, 15),  # of its images
        (("solve", *EIGHT, "--algorithm", "a-star"), search_in_kernel, 10),
        (("solve", *EIGHT), search_in_kernel, 15),
        (("learn", "examples/logic/kill.pl", "kill(A,B)"), generalize, 13),
        (("show", "pancake:3"), Pancakes.read, 9),
    ],
)
def test_a_trip_takes_few_frames(
    words: tuple[str, ...], work: Any, frames: int, capsys: pytest.CaptureFixture[str]
) -> None:
    way = longest_way(words, getattr(work, "__wrapped__", getattr(work, "__func__", work)))
    assert way[:1] == ["run"] and len(way) <= frames, " > ".join(way)
