"""``arcwise learn``: what is learned, kept and refused, and that nothing learned is lost."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from arcwise.ebl import library_text, load_macros
from arcwise.experiments.store.run_folder import LibraryFiles
from arcwise.explorer.cli import run
from arcwise.rules import open_source

from ...experiments.stopped import started

ENDED = """
import os, sys
from arcwise.explorer.cli.command_line import main

number, writes = int(sys.argv.pop(1)), 0

def heard(event, arguments):
    global writes
    if event == "os.rename" and str(arguments[1]) == sys.argv[-1]:
        writes += 1
        if writes == 2:
            os.kill(os.getpid(), number)

sys.addaudithook(heard)
main()
"""


def ended_by(number: signal.Signals, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Learn in another process, which gets a signal when it is about to write its file a second time."""
    words = [sys.executable, "-c", ENDED, str(int(number)), "learn", *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


@pytest.mark.long
@pytest.mark.parametrize(
    ("theory", "learner"),
    [
        *(("sliding-tile:2x3", learner) for learner in ("each-path", "escapes", "macro-table")),
        *(("topspin:7x3", "macro-table"), ("lights-out:2x2", "escapes")),
    ],
)
def test_what_is_learned_is_written_and_can_be_read_again(
    call: Any, tmp_path: Path, theory: str, learner: str
) -> None:
    path = tmp_path / "learned.pl"
    done = call("learn", theory, "--learner", learner, "-o", path)
    assert done.code == 0
    assert f"climbing with them on {theory}: " in done.out
    library = load_macros(path)
    domain, board = open_source(theory).sized
    assert len(library) > 0
    assert f"{len(library)} macro{'s' if len(library) != 1 else ''} in {path}" in done.out
    assert library.domain == domain
    assert all(side <= most for side, most in zip(library.shape or (), board, strict=True))
    assert library.table == (learner == "macro-table")
    assert library_text(library) == path.read_text()


@pytest.mark.slow
def test_options_in_brackets_are_refused_with_the_way_to_type_them(call: Any) -> None:
    done = call("learn", "8-puzzle", "--learner", "maclearn(reach=3)")
    assert done.code == 33 and "arcwise learn --learner maclearn --help" in done.err


def test_focused_macros_are_learned_too(call: Any, tmp_path: Path) -> None:
    path = tmp_path / "focused.pl"
    done = call("learn", "sliding-tile:2x3", "--learner", "focused", "-o", path, "--json")
    assert done.code == 0
    assert len(done.data["macros"]) == len(load_macros(path)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("theory", ["hanoi:3x3", "blocks:3"])
@pytest.mark.parametrize("learner", ["each-path", "escapes", "focused"])
def test_domains_without_a_table_have_the_other_learners(
    call: Any, tmp_path: Path, theory: str, learner: str
) -> None:
    path = tmp_path / "learned.pl"
    words = ("learn", theory, "--learner", learner, "--filters", "none")
    assert call(*words, "-o", path).code == 0
    assert load_macros(path).domain.name == theory.split(":")[0]
    done = call("learn", theory, "--learner", "macro-table")
    assert done.code == 33
    assert f"{theory} has no macro table" in done.err
    assert "--learner escapes" in done.err


@pytest.mark.slow
def test_json_is_one_object_that_says_everything(call: Any) -> None:
    done = call("learn", "sliding-tile:2x3", "--learner", "escapes", "--json")
    assert done.code == 0
    data = done.data
    assert (data["theory"], data["learner"]) == ("sliding-tile", "escapes")
    assert data["problems"] > 0
    assert data["operator_applications"] > 0
    assert data["completeness"].startswith("sliding-tile:2x3: complete for every goal")
    for macro in data["macros"]:
        assert macro["cost"] == len(macro["steps"]) > 1
        assert macro["origin"].startswith("sliding-tile:")


@pytest.mark.long
def test_the_table_counts_what_the_sum_says(call: Any) -> None:
    board, sizes = "topspin:6x3", 2
    done = call("learn", board, "--learner", "escapes", "--details")
    domain = board.partition(":")[0]
    rows = [line.split() for line in done.out.splitlines() if f"{domain}:" in line]
    counted = [row[1:] for row in rows if len(row) == 6]
    assert len(counted) == sizes
    macros = sum(int(row[3].replace(",", "")) for row in counted)
    applications = sum(int(row[4].replace(",", "")) for row in counted)
    assert f"{applications:,} operator applications, " in done.out
    assert f" cells: {macros} learned, " in done.out


@pytest.mark.long
def test_a_board_of_any_size_is_learned_on_small_ones(call: Any) -> None:
    done = call(
        *("learn", "sliding-tile:100x100", "--learner", "escapes", "--quiescence", 1, "--json")
    )
    assert done.code == 0
    assert all(max(macro["window"]) <= 4 for macro in done.data["macros"])


@pytest.mark.long
def test_the_seed_decides_what_is_learned(call: Any, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("one.pl", "same.pl", "other.pl")]
    for path, seed in zip(paths, ("7", "7", "8"), strict=True):
        words = ("learn", "sliding-tile:2x3", "--learner", "each-path", "--seed", seed)
        assert call(*words, "-o", path).code == 0
    one, same, other = (path.read_text() for path in paths)
    assert one == same != other


@pytest.mark.long
def test_problems_and_quiescence_say_how_long_to_practise(call: Any) -> None:
    def practised(*arguments: str) -> int:
        count: int = call("learn", "sliding-tile:2x3", "--json", *arguments).data["problems"]
        return count

    assert practised("--learner", "each-path", "--problems", "3") == 3
    assert practised("--learner", "each-path", "--problems", "12") == 12
    few, many = (practised("--learner", "escapes", "--quiescence", q) for q in ("1", "30"))
    assert few < many >= 30


@pytest.mark.slow
def test_learning_goes_on_from_a_macro_file(call: Any, tmp_path: Path) -> None:
    first, second = tmp_path / "first.pl", tmp_path / "second.pl"
    words = ("learn", "sliding-tile:3x3", "--learner", "each-path", "--problems", "2")
    assert call(*words, "-o", first).code == 0
    assert call(*words, "--seed", "1", "--macros", first, "-o", second).code == 0
    before, after = (load_macros(path) for path in (first, second))
    assert all(schema in after for schema in before)
    assert len(after) > len(before)
    names = [schema.name for schema in after]
    assert len(set(names)) == len(names)


def test_a_macro_table_is_no_start_for_boards_of_another_size(call: Any, tmp_path: Path) -> None:
    macros, mixed = tmp_path / "table.pl", tmp_path / "mixed.pl"
    assert call("learn", "pancake:4", "-o", macros).code == 0
    done = call("learn", "pancake:3", "--macros", macros, "-o", mixed)
    assert done.code == 33 and not mixed.exists()
    assert f"{macros}: this is a macro table for pancake:4" in done.err
    assert call("learn", "pancake:4", "--macros", macros, "-o", mixed).code == 0


def test_a_full_disk_does_not_lose_what_was_learned(call: Any) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("/dev/full is not there")
    done = call("learn", "sliding-tile:2x3", "--learner", "escapes", "-o", "/dev/full")
    assert done.code == 70
    assert done.out.count("macro(m1, ") == 1
    assert "/dev/full: cannot be written" in done.err


@pytest.mark.long
def test_control_c_keeps_what_was_learned(tmp_path: Path) -> None:
    path = tmp_path / "kept.pl"
    done = ended_by(signal.SIGINT, "sliding-tile:3x3", "--learner", "focused", "-o", path)
    assert done.returncode == 130
    assert "interrupted: what was learned until then is kept" in done.stderr
    assert f"macros in {path}" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    assert len(load_macros(path)) > 0


def test_control_c_in_the_last_write_keeps_what_was_learned(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, save, lasts = tmp_path / "kept.pl", LibraryFiles.save, []

    def saving(self: LibraryFiles, library: Any, *, last: bool = False) -> None:
        lasts.extend([last] * last)
        if lasts == [True]:
            raise KeyboardInterrupt
        save(self, library, last=last)

    monkeypatch.setattr(LibraryFiles, "save", saving)
    done = call(
        "learn", "sliding-tile:2x3", "--learner", "each-path", "--filters", "none", "-o", path
    )
    assert done.code == 130 and "is kept" in done.err
    assert len(load_macros(path)) > 0


@pytest.mark.long
def test_a_learner_that_is_killed_leaves_a_file_that_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "kept.pl"
    done = ended_by(signal.SIGKILL, "sliding-tile:3x3", "--learner", "focused", "-o", path)
    assert done.returncode == -signal.SIGKILL
    assert len(load_macros(path)) > 0


@pytest.mark.long
@pytest.mark.slow
def test_two_learners_of_one_file_leave_the_whole_library_of_one(tmp_path: Path) -> None:
    path = tmp_path / "shared.pl"
    processes = [
        started(["learn", "sliding-tile:2x3", "--learner", learner, "-o", path])
        for learner in ("each-path", "macro-table")
    ]
    for process in processes:
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        assert f"macros in {path}" in out
    library = load_macros(path)
    assert library.shape == (2, 3)
    assert len(library) > 0
    assert [entry.name for entry in tmp_path.iterdir()] == ["shared.pl"]


def test_a_learner_that_learns_nothing_leaves_the_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "keep.pl"
    path.write_text("kept")
    assert run(["learn", "hanoi:3x4", "--learner", "macro-table", "-o", str(path)]) == 33
    assert run(["learn", "sliding-tile:1x4", "--learner", "escapes", "-o", str(path)]) == 12
    assert path.read_text() == "kept"


@pytest.mark.parametrize("cost", ["inf", "nan", "-1", "much"])
def test_a_cost_that_is_no_finite_number_is_refused(cost: str) -> None:
    assert run(["learn", "sliding-tile", "--learner", "escapes", "--arc-cost", cost]) == 33


@pytest.mark.slow
def test_the_order_of_subgoals_is_found_said_and_kept(call: Any, tmp_path: Path) -> None:
    path = tmp_path / "towers.pl"
    done = call("learn", "hanoi:3x4", "--learner", "escapes", "-o", path)
    assert (
        "subgoals: smallest disk first: 6 macros expected on hanoi:3x4 and 17.3 moves, against 72 and 10.0"
        in done.out
    )
    assert load_macros(path).order == "first-to-last"
    assert call("check", path, "hanoi:3x4").out.startswith("hanoi:3x4, smallest disk first: ")
    assert "smallest disk first" in call("explain", path).out
    solved = call("solve", "hanoi:3x4", "--macros", path, "--algorithm", "climb", "--json")
    assert solved.code == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "kept"),
    [
        pytest.param("given", "given", marks=pytest.mark.slow),
        pytest.param("last-to-first", "last-to-first", marks=pytest.mark.slow),
        ("2,3,1", (1, 2, 0)),
    ],
)
def test_the_order_of_subgoals_can_be_said(
    call: Any, tmp_path: Path, said: str, kept: object
) -> None:
    path = tmp_path / "m.pl"
    asked = ("learn", "missionaries:3x2", "--learner", "escapes", "--subgoals", said)
    assert call(*asked, "-o", path, "--json").data["subgoals"]["why"] is None
    assert load_macros(path).order == kept
    # What is there already keeps its order, and no other is put beside it.
    more = call("learn", "missionaries:3x2", "--learner", "escapes", "--macros", path, "--json")
    shown = said if isinstance(kept, str) else [2, 3, 1]
    assert more.data["subgoals"]["order"] == shown
    other = call(*asked[:-1], "first-to-last", "--macros", path)
    assert other.code == 33
    assert "another order of subgoals" in other.err


@pytest.mark.parametrize("bad", ["sideways", "1,2", "1,1,2", "0,1,2", "1,2,3,4", ","])
def test_an_order_of_subgoals_that_is_none_is_refused(call: Any, bad: str) -> None:
    done = call("learn", "missionaries:3x2", "--learner", "escapes", "--subgoals", bad)
    assert done.code != 0
    assert "Traceback" not in done.err
    assert not done.out


@pytest.mark.slow
def test_pddl_problems_teach_a_policy_unless_pieces_are_asked_for(
    call: Any, examples: Path, tmp_path: Path
) -> None:
    two = tmp_path / "two.pddl"
    four = (examples / "pddl" / "gripper-1.pddl").read_text()
    two.write_text(re.sub(r" (blue|white)|\(in (blue|white) \w+\)", "", four))
    files = (examples / "pddl" / "gripper.pddl", two)
    done = call("learn", *files, "-o", tmp_path / "policy.pl")
    assert done.code == 0
    assert done.out.startswith("learner policy: ")
    again = call("learn", *files, "--keep", "2", "-o", tmp_path / "pieces.pl")
    assert again.out.startswith("learner pieces: ")
