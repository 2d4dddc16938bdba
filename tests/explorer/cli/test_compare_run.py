from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from arcwise.experiments import Comparison
from arcwise.experiments.statistics.estimate import Pair
from arcwise.experiments.store import Run, read_run
from arcwise.explorer.cli import compare_command
from arcwise.explorer.views.comparison import BRIEF, _brief_row
from arcwise.rules import save_theory, sliding_tile

from ...experiments.small_runs import has_ended, process_of
from ...experiments.statistics.test_comparison import row
from ...experiments.stopped import interrupt_after

BOARD = "sliding-tile:2x2"


@pytest.fixture
def example(tmp_path: Path) -> Path:
    path = tmp_path / "example.json"
    path.write_text('[["1 2 3 0", "0 1 3 2"]]')
    return path


@pytest.fixture
def macros(call: Any, example: Path, tmp_path: Path) -> Path:
    path = tmp_path / "macros.pl"
    assert call("learn", BOARD, example, "-o", path).code == 0
    return path


def command(macros: Path, *more: str | Path, count: int = 10, beyond: int = 0) -> list[str]:
    words = ["compare", BOARD, "--macros", macros, "--random", 7, "--count", count]
    words += ["--beyond", beyond, "--algorithms", "a-star,greedy", *more]
    return [str(word) for word in words]


def test_the_short_table_tells_both_sides_of_a_mixed_verdict() -> None:
    for elapsed, word in ((0.2, "mixed (more work, less time)"), (5.0, "does not pay")):
        pairs = tuple(Pair(row(100, elapsed=1.0), row(500, elapsed=elapsed)) for _ in range(20))
        told = dict(zip(BRIEF, _brief_row(Comparison("greedy", pairs)), strict=True))
        assert (told["work"], told["verdict"]) == ("5.00", word)


def test_a_long_comparison_by_the_usual_algorithms_says_which_took_most_of_the_time(
    call: Any, macros: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("compare", BOARD, "--macros", macros, "--random", 7, "--count", 2, "--beyond", 0)
    assert "of searching" not in call(*words).err
    monkeypatch.setattr(compare_command, "LONG", 0.0)
    monkeypatch.setattr(compare_command, "MOST", 0.0)
    said = r"(breadth-first|iterative-deepening|a-star|greedy).* took \d+ of \d+ s of searching; "
    assert re.search(said, call(*words).err)
    assert "of searching" not in call(*words, "--algorithms", "a-star,greedy").err


def untimed(value: Any) -> Any:
    """JSON data without what differs from one process to the next."""
    if isinstance(value, dict):
        left_out = ("elapsed", "preparation", "repetitions", "peak_memory", "evidence")
        left_out += ("elapsed_spread", "time", "started", "worker")
        return {key: untimed(part) for key, part in value.items() if key not in left_out}
    return [untimed(part) for part in value] if isinstance(value, list) else value


def counters(run: Run) -> dict[tuple[str, str, int], tuple[Any, ...]]:
    """What is the same in every run of the same searches, by search."""
    rows = {
        (row.condition, row.algorithm, row.problem): (
            *(row.status, row.moves, row.cost, row.expanded, row.generated),
            *(row.arcs, row.primitive_moves, row.path),
        )
        for row in run.searches
    }
    assert len(rows) == len(run.searches)
    return rows


@pytest.mark.long
@pytest.mark.usefixtures("searched_elsewhere")
def test_a_run_finds_what_comparing_in_one_process_finds(
    call: Any, macros: Path, tmp_path: Path
) -> None:
    plain = call(*command(macros, "--json", beyond=5))
    kept = call(*command(macros, "--json", "--run", tmp_path / "run", beyond=5))
    again = call(*command(macros, "--json", "--run", tmp_path / "run", "--resume", beyond=5))
    assert plain.code == kept.code == again.code == 0
    assert untimed(plain.data) == untimed(kept.data)
    assert kept.data == again.data
    assert kept.data["all_pairs"]["pairs"] == 12 * 11
    assert "60 of 60 searches are done already" in again.err


@pytest.mark.long
def test_a_run_holds_what_was_asked_and_found_and_what_the_macro_saves(
    call: Any, macros: Path, tmp_path: Path
) -> None:
    place = tmp_path / "run"
    assert call(*command(macros, "--run", place, "--limit-nodes", 5000, beyond=2)).code == 0
    run = read_run(place)
    settings = run.settings
    assert settings["command"] == "compare"
    assert settings["argv"][:2] == ["compare", BOARD]
    assert (settings["theory"], settings["shape"], settings["blank"]) == (BOARD, [2, 2], 0)
    assert settings["options"]["limits"]["nodes"] == 5000
    assert compared(run) == 2 * 2 * 12
    assert settings["searches"] == len(run.searches)
    assert [one.name for one in run.conditions][:2] == ["before", "after"]
    assert run.conditions[1].macros is not None
    assert run.conditions[1].macros.read_text() == macros.read_text()
    assert run.problems[0].place == "random problem 1, seed 7"
    assert run.problems[-1].place == "random pair 2, seed 0"
    assert [row.macro for row in run.ledger] == ["m1"]
    different = [n for n in range(1, 11) if n not in run.repeats]
    assert len(different) == 5
    assert (run.ledger[0].configuration, run.ledger[0].problems) == ("a-star", 5)
    rows = {(row.condition, row.problem): row for row in run.searches if row.algorithm == "a-star"}
    saved = [
        rows["before", n].operator_applications - rows["after", n].operator_applications
        for n in different
    ]
    applied = sum(rows["after", n].arcs.count("m1") for n in different)
    (entry,) = run.ledger
    assert entry.saved_applications == pytest.approx(sum(saved) / 5)
    assert entry.applied == applied
    assert entry.tried is not None and entry.matched is not None
    assert entry.tried >= entry.matched >= applied


def compared(run: Run) -> int:
    """How many searches there are besides those that judge single macros."""
    return sum(row.condition in ("before", "after") for row in run.searches)


DYING = """
import os, sys
from arcwise.explorer.cli.command_line import run
from arcwise.experiments.store import RunFolder

record, written = RunFolder.record, 0

def dying(self, row):
    global written
    record(self, row)
    written += 1
    if written == 7:
        os.kill(os.getpid(), 9)
    return True

RunFolder.record = dying
run(sys.argv[1:])
"""


@pytest.mark.long
@pytest.mark.slow
def test_a_run_that_is_killed_and_resumed_is_the_run_that_is_not(
    call: Any, macros: Path, tmp_path: Path
) -> None:
    words = command(macros, "--run", count=4)
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert call(*words, whole).code == 0
    dying = [sys.executable, "-c", DYING, *words, str(killed), "--jobs", "2"]
    died = subprocess.run(dying, check=False)
    assert died.returncode == -9
    left = read_run(killed)
    assert len(left.searches) == 7
    resumed = call(*words, killed, "--resume")
    assert resumed.code == 0
    assert "7 of 16 searches are done already" in resumed.err
    assert counters(read_run(killed)) == counters(read_run(whole))
    kept = read_run(killed).searches
    assert all(search in kept for search in left.searches)  # nothing is searched again
    # The workers of the killed process end by themselves.
    assert all(has_ended(process_of(row)) for row in left.searches)


@pytest.mark.long
@pytest.mark.slow
def test_two_processes_share_a_run(call: Any, macros: Path, tmp_path: Path) -> None:
    words = command(macros, "--json", "--resume", "--run", tmp_path / "run", count=6)
    script = "import sys; from arcwise.explorer.cli.command_line import main; main(sys.argv[1:])"
    both = [
        subprocess.Popen([sys.executable, "-c", script, *words], stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    outputs = [json.loads(process.communicate()[0]) for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert outputs[0] == outputs[1]
    assert untimed(outputs[0]) == untimed(call(*command(macros, "--json", count=6)).data)
    assert compared(read_run(tmp_path / "run")) == 2 * 2 * 6


@pytest.mark.long
@pytest.mark.slow
def test_an_interrupted_run_keeps_what_is_done(
    call: Any, macros: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_after(7, monkeypatch)
    words = command(macros, "--json", "--run", tmp_path / "run")
    done = call(*words)
    assert done.code == 130
    assert done.data["finished"] is False
    assert [part["count"] for part in done.data["problems"]] == [2, 1]
    monkeypatch.undo()
    resumed = call(*words, "--resume")
    assert resumed.code == 0
    assert untimed(resumed.data) == untimed(call(*command(macros, "--json")).data)


@pytest.mark.long
@pytest.mark.slow
def test_a_run_is_neither_overwritten_nor_mixed(call: Any, macros: Path, tmp_path: Path) -> None:
    words = command(macros, "--run", tmp_path / "run", count=2)
    assert call(*words).code == 0
    again = call(*words)
    assert again.code == 33
    assert "--resume to go on with it" in again.err
    other = call(*words, "--resume", "--limit-nodes", 7, "--order", "RDLU")
    assert other.code == 33
    assert "options limits nodes none" in other.err and "order RDLU" in other.err
    more = call(*words, "--resume", "--algorithms", "beam")
    assert more.code == 0
    assert read_run(tmp_path / "run").settings["configurations"] == ["a-star", "greedy", "beam"]
    assert read_run(tmp_path / "run").settings["references"] == [
        "greedy without macros",
        "a-star without macros",
    ]
    assert compared(read_run(tmp_path / "run")) == 2 * 3 * 2 + 2 * 2
    macros.write_text(macros.read_text() + "% changed\n")
    assert "other macros in" in call(*words, "--resume").err


def test_what_no_search_can_do_is_refused_before_a_folder_is_made(
    call: Any, macros: Path, tmp_path: Path
) -> None:
    refused = call(*command(macros, "--run", tmp_path / "run", "--threads", 2))
    assert refused.code == 33
    assert not (tmp_path / "run").exists()
    assert "threads have no effect" in refused.err
    assert "--run" in call(*command(macros, "--resume")).err
    assert "both" in call(*command(macros, "--jobs", "2", "--cluster", "x")).err


@pytest.mark.long
@pytest.mark.slow
def test_macros_on_windows_and_unit_costs_come_back_from_their_rows(
    call: Any, macro_file: Any
) -> None:
    schemas = macro_file("sliding-tile:2x3", "--learner", "escapes")
    words = ["compare", "sliding-tile:3x3", "--macros", schemas, "--random", 1, "--count", 3]
    words += ["--beyond", 0, "--macro-cost", "unit", "--algorithms", "greedy,bidirectional"]
    plain = call(*words, "--json")
    kept = call(*words, "--json", "--jobs", 1)
    assert plain.code == kept.code == 0
    assert untimed(plain.data) == untimed(kept.data)
    assert any(
        len(s["after"]["arcs"]) < s["after"]["moves"] for s in kept.data["problems"][0]["searches"]
    )


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.usefixtures("searched_elsewhere")
def test_theories_of_ones_own_travel_with_the_run(call: Any, example: Path, tmp_path: Path) -> None:
    theory = tmp_path / "mine.pl"
    save_theory(sliding_tile(2, 2), theory)
    macros = tmp_path / "m.pl"
    assert call("learn", theory, example, "-o", macros).code == 0
    words = ["compare", theory, example, "--macros", macros, "--beyond", 0]
    plain = call(*words, "--json")
    kept = call(*words, "--json", "--run", tmp_path / "run")
    assert untimed(plain.data) == untimed(kept.data)
    assert read_run(tmp_path / "run").settings["theory_text"] == theory.read_text()


@pytest.mark.slow
def test_the_verdict_stands_first_and_details_are_asked_for(call: Any, macros: Path) -> None:
    words = ("compare", BOARD, "--macros", macros, "--random", 7, "--count", 6, "--beyond", 0)
    short = call(*words, "--algorithms", "greedy,a-star").out.splitlines()
    whole = call(*words, "--algorithms", "greedy,a-star", "--details").out
    assert re.match("(Pays|Does not pay|No difference|Too few problems to tell): ", short[0])
    assert len([one for one in short if one.startswith((" greedy", " a-star"))]) == 2
    assert "--details" in " ".join(short) and "peak open" not in " ".join(short)
    assert whole.count("peak open") == 2
