"""Options that would have no effect, or cannot have theirs, are refused, whichever command takes them."""

from __future__ import annotations

import pytest
from arcwise.explorer.cli import run

START = "2 3 5 0 1 4 6 7 8"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", "8-puzzle", START, "--algorithm", "ida-star", "--weight", "2"], "weight has no"),
        (["problems", "8-puzzle", "-o", "no/such/folder.json"], "no such folder"),
        (["solve", "8-puzzle", START, "--select", "first"], "select has no effect on auto"),
        (["solve", "8-puzzle", START, "--algorithm", "a-star", "--no-escape"], "escape has no"),
        (["solve", "8-puzzle", START, "--macro-cost", "unit"], "--macro-cost is for macros"),
        (["watch", "8-puzzle", START, "--algorithm", "greedy", "--weight", "2"], "weight has no"),
        (
            ["survey", "5-puzzle", "--algorithms", "breadth-first", "--heuristics", "misplaced"],
            "no",
        ),
        (
            [
                "compare",
                "5-puzzle",
                "--random",
                "1",
                "--macros",
                "none",
                "--beam-width",
                "2",
                "--algorithms",
                "greedy",
            ],
            "beam width has no effect on greedy",
        ),
        (
            ["solve", "examples/logic/kill.pl", "kill(X,Y)", "--weight", "2"],
            "--weight does not go with a goal of a program",
        ),
    ],
)
def test_an_option_that_the_algorithm_does_not_have_is_refused(arguments, message, capsys):
    assert run(arguments) == 33
    assert message in capsys.readouterr().err
