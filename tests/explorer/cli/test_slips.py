"""Words of a command line in each other's places: one message names the slip, and the command that is meant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from arcwise.explorer.cli.slips import kind_of

EXAMPLES = Path(__file__).parents[3] / "examples"
ARCS = "arcs.pl"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Any) -> Path:
    """A folder with a file of each kind, which is the working one."""
    monkeypatch.chdir(tmp_path)
    for name, source in (
        (ARCS, "five_puzzle_arcs.pl"),
        ("examples.json", "five_puzzle.json"),
        ("examples.pl", "five_puzzle.pl"),
        ("family.pl", "logic/family.pl"),
        ("tile.psvn", "eight_puzzle.psvn"),
    ):
        Path(name).write_text((EXAMPLES / source).read_text())
    assert call("learn", "5-puzzle", "examples.json", "-o", "macros.pl").code == 0
    return tmp_path


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("5-puzzle", "a domain"),
        ("sliding-tile:2x3", "a domain"),
        (ARCS, "a domain"),
        ("tile.psvn", "a domain"),
        ("family.pl", "a program"),
        ("macros.pl", "a macro file"),
        ("examples.json", "a file of problems"),
        ("examples.pl", "a file of problems"),
        ("4 5 3 0 1 2", "a state"),
        ("[4,5,3,0,1,2]", "a state"),
        ("missing.json", None),
        ("m1", None),
    ],
)
def test_the_kind_of_a_word_is_told(word: str, kind: str | None) -> None:
    assert kind_of(word) == kind


START, GOAL = "4 5 3 0 1 2", "1 2 3 4 5 0"
SWAPPED = [
    (("solve", START, "5-puzzle"), f'arcwise solve 5-puzzle "{START}"'),
    (("solve", START, GOAL, ARCS), f'arcwise solve arcs.pl "{START}" "{GOAL}"'),
    (("solve", "macros.pl", "5-puzzle", START), f'arcwise solve 5-puzzle "{START}" --macros macros.pl'),
    (("solve", "macros.pl", START, GOAL), f'solve sliding-tile:2x3 "{START}" "{GOAL}" --macros macros.pl'),
    (("solve", "5-puzzle", "macros.pl"), "arcwise solve 5-puzzle --macros macros.pl"),
    (("solve", "examples.json", "5-puzzle"), "arcwise learn 5-puzzle examples.json"),
    (("solve", ARCS, "5-puzzle"), "arcwise solve arcs.pl or arcwise solve 5-puzzle"),
    (("solve", "ancestor(X,Y)", "family.pl"), 'arcwise solve family.pl "ancestor(X,Y)"'),
    (("learn", "examples.json", "sliding-tile:2x3"), "arcwise learn sliding-tile:2x3 examples.json"),
    (("learn", "macros.pl", "examples.json"), "learn sliding-tile:2x3 examples.json --macros macros.pl"),
    (("learn", "5-puzzle", "macros.pl"), "arcwise learn 5-puzzle --macros macros.pl"),
    (("learn", ARCS, "5-puzzle"), "arcwise learn arcs.pl or arcwise learn 5-puzzle"),
    (("compare", "examples.json", "5-puzzle", "--macros", "macros.pl"), "compare 5-puzzle examples.json"),
    (("compare", "5-puzzle", "macros.pl"), "arcwise compare 5-puzzle --macros macros.pl"),
    (("explain", "5-puzzle", "macros.pl"), "arcwise explain macros.pl"),
    (("explain", "macros.pl", "5-puzzle"), "arcwise explain macros.pl"),
    (("explain", "m1", "macros.pl"), "arcwise explain macros.pl m1"),
    (("check", "5-puzzle", "macros.pl"), "arcwise check macros.pl 5-puzzle"),
    (("check", "5-puzzle"), "arcwise learn 5-puzzle --learner escapes -o macros.pl; then arcwise check"),
    (("enumerate", GOAL, "5-puzzle"), f'arcwise enumerate 5-puzzle "{GOAL}"'),
    (("utility", "5-puzzle", "macros.pl"), "arcwise utility 5-puzzle --macros macros.pl"),
    (("watch", "macros.pl", "5-puzzle", "-o", "w.html"), "arcwise watch 5-puzzle --macros macros.pl"),
    (("explore", "macros.pl"), "arcwise explore sliding-tile:2x3 --macros macros.pl"),
    (("problems", "3", "5-puzzle"), "arcwise problems 5-puzzle"),
    (("survey", START, "5-puzzle"), f'arcwise survey 5-puzzle "{START}"'),
    (("doctor", "5-puzzle"), "arcwise doctor --domain 5-puzzle"),
]  # fmt: skip


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("words", "meant"), SWAPPED, ids=lambda one: " ".join(one)[:40])
def test_words_in_each_others_places_are_named(
    call: Any, words: tuple[str, ...], meant: str
) -> None:
    told = call(*words)
    assert told.code == 33
    assert told.err.startswith("arcwise: a word in the wrong place")
    assert meant in " ".join(told.err.split())
    assert told.out == ""


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("solve", "5-puzzle", "4 5 3 0 1"), "start: wrong number of cells"),
        (("solve", "5-puzle", START), "unknown domain"),
        (("learn", "5-puzzle", "missing.json"), "missing.json: no such file"),
        (("explain", "macros.pl", "m7"), "macros.pl: no such macro"),
        (("explain", "examples.json"), "examples.json: JSON where macros are wanted"),
        (("enumerate", "5-puzzle", "4 5 3 0 1"), "state: wrong number of cells"),
        (("enumerate", "5-puzzle", START, GOAL), "more than one state"),
    ],
)
def test_other_faults_are_told_as_they_are(call: Any, words: tuple[str, ...], problem: str) -> None:
    assert call(*words).err.startswith(f"arcwise: {problem}")


@pytest.mark.usefixtures("files")
def test_symbols_apart_are_put_into_quotes(call: Any) -> None:
    assert 'quotes around the state: "1 2 3 4 5 0"' in call("enumerate", ARCS, *GOAL.split()).err


@pytest.mark.usefixtures("files")
def test_a_macro_file_proves_nothing_unsolvable(call: Any) -> None:
    assert call("solve", "macros.pl", START, GOAL).code == 33


def test_help_of_a_command_is_its_option(call: Any) -> None:
    assert call("help", "solve").out == call("solve", "--help").out
    assert call("help").out == call("--help").out
    assert "unknown command" in call("help", "slove").err


def test_a_problem_that_a_file_repeats_is_told_with_both_places(call: Any, files: Path) -> None:
    pair = f'["{START}", "{GOAL}"]'
    (files / "twice.json").write_text(f"[{pair},\n{pair},\n{pair}]\n")
    told = call("learn", "5-puzzle", "twice.json", "-o", "learned.pl").err
    words = "twice.json:2:1: the same start and goal as in twice.json:1:2; 1 more pair repeated"
    assert words in " ".join(told.split())


def test_macros_without_variables_fit_only_their_examples(call: Any, files: Path) -> None:
    (files / "lower.pl").write_text("arc([a,b,c],[b,a,c],1). arc([b,a,c],[b,c,a],1).\n")
    (files / "lower.json").write_text('[["a b c", "b c a"]]\n')
    told = " ".join(call("learn", "lower.pl", "lower.json", "-o", "learned.pl").out.split())
    assert "warning: m1 has no variables and fits only its example, as the arcs have none" in told
    learned = call("learn", "5-puzzle", "examples.json", "-o", "learned.pl").out
    assert "no variables" not in learned


def test_a_bad_value_of_an_option_is_refused_as_such(call: Any) -> None:
    tower = str(EXAMPLES / "logic" / "tower.pl")
    told = call("compare", tower, "--macros", tower, "--use", "nonsense")
    assert told.code == 33
    assert "'--use'" in told.err and "wrong place" not in told.err


def test_an_option_for_programs_says_so_where_a_board_is_asked(call: Any) -> None:
    told = call("solve", "8-puzzle", "--random", 1, "--use", "root")
    assert told.code == 33 and "--use is for logic programs, and 8-puzzle is none" in told.err
