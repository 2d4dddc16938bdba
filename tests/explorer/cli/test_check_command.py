"""`arcwise check` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from arcwise.ebl import MacroLibrary, save_macros
from arcwise.explorer.cli import run
from arcwise.rules import SlidingTiles


@pytest.fixture(scope="module")
def macros(macro_file):
    return str(macro_file("sliding-tile:3x3", "--learner", "escapes"))


@pytest.mark.slow
def test_complete_macros_are_proved_so(macros, capsys):
    assert run(["check", macros, "sliding-tile:5x5", "sliding-tile:2x7"]) == 0
    printed = capsys.readouterr().out
    assert "sliding-tile:5x5: complete (proved" in printed
    assert "sliding-tile:2x7: complete (proved" in printed


@pytest.mark.slow
def test_missing_macros_give_a_local_minimum_and_an_exit_code(macros, tmp_path, capsys):
    kept, fewer = [], 0
    for block in Path(macros).read_text().split("\n\n"):
        if block.startswith("macro(") and ", 11)." in block:
            fewer += 1
            continue
        kept.append(block)
    assert fewer
    path = tmp_path / "fewer.pl"
    path.write_text("\n\n".join(kept))
    assert run(["check", str(path), "sliding-tile:4x4"]) == 12
    printed = capsys.readouterr().out
    assert "incomplete" in printed
    assert "a local minimum:" in printed


def test_json_says_the_same(macros, capsys):
    assert run(["check", macros, "--json"]) == 0
    [check] = json.loads(capsys.readouterr().out)["checks"]
    assert check["board"] == "sliding-tile:3x3"
    assert check["complete"] is True
    assert check["minima"] == []


@pytest.mark.parametrize(
    ("boards", "message"),
    [
        (["nonsense:3"], "unknown theory"),
        (["pancake:5"], "another domain"),
        (["sliding-tile:0x3"], "bad board size"),
    ],
)
def test_bad_boards_get_one_message(macros, boards, message, capsys):
    assert run(["check", macros, *boards]) == 33
    assert message in capsys.readouterr().err


def test_a_library_of_one_board_is_checked_there(tmp_path, capsys):
    path = tmp_path / "one.pl"
    save_macros(MacroLibrary(SlidingTiles().of_size((2, 3))), path)
    assert run(["check", str(path)]) == 12
    assert "sliding-tile:2x3: incomplete" in capsys.readouterr().out


def test_another_goal_is_checked_where_it_is_given(macros, capsys):
    goal = "_ 1 2 3 4 5 6 7 8"
    assert run(["check", macros, "sliding-tile:3x3", "--goal", goal, "--json"]) == 0
    [check] = json.loads(capsys.readouterr().out)["checks"]
    assert check["goal"] == [0, *range(1, 9)]
    assert check["complete"] is True


@pytest.mark.slow
def test_every_goal_is_proved_and_the_proof_fails_without_a_macro(macros, tmp_path, capsys):
    assert run(["check", macros, "sliding-tile:3x3", "--every-goal"]) == 0
    printed = capsys.readouterr().out
    assert "complete for every goal with the blank in any of 9 cells (proved" in printed
    blocks = Path(macros).read_text().split("\n\n")
    path = tmp_path / "learned.pl"
    path.write_text("\n\n".join(block for block in blocks if "macro_image(" not in block[9:]))
    assert run(["check", str(path), "sliding-tile:3x3", "--every-goal"]) == 12
    printed = capsys.readouterr().out
    assert "incomplete for" in printed
    assert "on the way to:" in printed


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["sliding-tile:3x3", "--goal", "1 2 3"], "goal"),
        (["sliding-tile:3x3", "--goal", "_ 1 2 3 4 5 6 7 8", "--every-goal"], "does not go with"),
    ],
)
def test_goals_that_make_no_sense_get_one_message(macros, words, message, capsys):
    assert run(["check", macros, *words]) == 33
    assert message in capsys.readouterr().err
