from __future__ import annotations

import os
import pickle
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from arcwise.experiments import Condition, Instance, Row
from arcwise.experiments.store import LedgerRow, RunFolder, TrainingRow, read_run
from arcwise.experiments.store.run import BLOCK, REMEMBERED, is_gone, new_owner, unfinished
from arcwise.rules import InputError, sliding_tile
from arcwise.search import Problem, solve

START, GOAL = (1, 2, 3, 4, 0, 5), (1, 2, 3, 4, 5, 0)
KEY = ("before", "a-star", 1)


@pytest.fixture
def row() -> Row:
    result = solve(Problem(sliding_tile(2, 3), START, GOAL), "a-star")
    return Row.of(KEY, result, started="2026-01-01T00:00:00+00:00", worker="here 1")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    place = tmp_path / "made" / "on" / "the way"
    conditions = [Condition("before"), Condition("after", "m.pl", "% macros\n", {"macros": 3})]
    problems = [Instance(START, GOAL, "x.json:1:1")]
    with RunFolder.create(place, {"configurations": ["a-star"], "seed": 7}, problems, conditions):
        pass
    return place


def test_what_is_written_is_read_again(place: Path, row: Row) -> None:
    with RunFolder.open(place) as folder:
        assert folder.record(row)
        folder.add_training_row(TrainingRow(1, 1, "m1", True, "new"))
        folder.add_ledger([LedgerRow("after", "a-star", "m1", 1, 5, 4, 3, 1, 0.5, -2.5, None)])
        folder.put("more", {"x": [1, 2]})
    run = read_run(place)
    assert run.settings == {"configurations": ["a-star"], "seed": 7, "more": {"x": [1, 2]}}
    assert [
        (problem.id, problem.start, problem.goal, problem.place) for problem in run.problems
    ] == [(1, START, GOAL, "x.json:1:1")]
    assert [
        (condition.name, condition.macros, condition.facts) for condition in run.conditions
    ] == [
        ("before", None, {}),
        ("after", place / "m.pl", {"macros": 3}),
    ]
    assert (place / "m.pl").read_text() == "% macros\n"
    (search,) = run.searches
    assert (search.condition, search.configuration, search.problem) == ("before", "a-star", 1)
    assert (search.status, search.moves, search.cost, search.solved) == ("solved", 1, 1, True)
    assert search.path == (START, GOAL)
    assert search.arcs == search.primitive_moves == ("right",)
    assert search.optimal is True
    assert run.training_records == (TrainingRow(1, 1, "m1", True, "new"),)
    assert run.ledger == (LedgerRow("after", "a-star", "m1", 1, 5, 4, 3, 1, 0.5, -2.5, None),)


def test_a_search_is_counted_once_whoever_brings_it(place: Path, row: Row) -> None:
    with RunFolder.open(place) as one, RunFolder.open(place) as other:
        assert one.record(row)
        assert not other.record(replace(row, moves=99))
    (search,) = read_run(place).searches
    assert search.moves == 1


def test_of_two_writers_one_gets_a_search_until_it_gives_it_up(place: Path) -> None:
    with RunFolder.open(place) as one, RunFolder.open(place) as other:
        assert one.claim(KEY)
        assert one.claim(KEY)
        assert not other.claim(KEY)
        one.release()
        assert other.claim(KEY)


def test_a_search_that_is_done_is_for_nobody(place: Path, row: Row) -> None:
    with RunFolder.open(place) as folder:
        folder.record(row)
        assert not folder.claim(KEY)


@pytest.mark.long
def test_what_a_dead_process_reserved_is_free_again(place: Path) -> None:
    script = (
        "import os, sys\n"
        "from arcwise.experiments.store import RunFolder\n"
        "RunFolder.open(sys.argv[1]).claim(('before', 'a-star', 1))\n"
        "os.kill(os.getpid(), 9)"
    )
    died = subprocess.run([sys.executable, "-c", script, str(place)], check=False)
    assert died.returncode == -9
    with RunFolder.open(place) as folder:
        assert folder.claim(KEY)


def test_owners_are_distinguished_by_when_their_process_began() -> None:
    mine = new_owner()
    assert not is_gone(mine)
    assert mine != new_owner()
    machine, pid, began, serial = mine.rsplit(" ", 3)
    assert is_gone(f"{machine} {pid} {int(began) - 1} {serial}")
    assert is_gone(f"elsewhere {pid} {began} {serial}")
    assert is_gone("nonsense")


def test_a_run_is_read_while_it_is_being_written(place: Path, row: Row) -> None:
    with RunFolder.open(place) as folder:
        folder.record(row)
        assert len(read_run(place).searches) == 1


def test_a_run_that_cannot_be_written_to_is_read(
    place: Path, row: Row, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = RunFolder.open(place)
    folder.record(row)  # still in the file beside the database, since nothing has closed it
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    assert len(read_run(place).searches) == 1
    folder.close()


def test_a_search_that_died_has_a_row_without_counters(place: Path) -> None:
    with RunFolder.open(place) as folder:
        folder.record(Row.without_result(KEY, "signal", "killed by signal 9", "now", "here 1"))
    (search,) = read_run(place).searches
    assert (search.status, search.stopped_by, search.note) == (
        "stopped",
        "signal",
        "killed by signal 9",
    )
    assert (search.expanded, search.moves, search.path, search.arcs) == (None, None, (), ())


def refusal(place: Path, make: bool = False) -> str:
    with pytest.raises(InputError) as caught:
        if make:
            RunFolder.create(place, {}).close()
        else:
            read_run(place)
    if not make:
        with pytest.raises(InputError):
            RunFolder.open(place).close()
    return str(caught.value)


def test_folders_without_a_run_are_refused(tmp_path: Path) -> None:
    assert "no such folder" in refusal(tmp_path / "nowhere")
    assert "no run in this folder" in refusal(tmp_path)
    file = tmp_path / "file"
    file.write_text("x")
    assert "this is a file" in refusal(file)
    (tmp_path / "run.sqlite").touch()
    assert "no run in this folder" in refusal(tmp_path)


def test_foreign_and_damaged_databases_are_refused_and_left_alone(tmp_path: Path) -> None:
    database = tmp_path / "run.sqlite"
    other = sqlite3.connect(database)
    other.execute("CREATE TABLE search (x)")
    other.close()
    before = database.read_bytes()
    assert "found:    a database of another program" in refusal(tmp_path)
    begun = refusal(tmp_path, make=True)
    assert "run.sqlite, which arcwise has not written" in begun and "--resume" not in begun
    assert database.read_bytes() == before
    database.write_bytes(b"anything else" * 100)
    assert "damaged" in refusal(tmp_path)


def test_a_truncated_database_is_refused(place: Path) -> None:
    database = place / "run.sqlite"
    database.write_bytes(database.read_bytes()[:5000])
    assert "damaged" in refusal(place)


def test_values_that_make_no_sense_are_refused(place: Path) -> None:
    with sqlite3.connect(place / "run.sqlite") as connection:
        connection.execute("UPDATE problem SET start = 'not JSON'")
    connection.close()
    with pytest.raises(InputError, match="damaged"):
        read_run(place)


def test_a_later_format_is_refused(place: Path) -> None:
    with sqlite3.connect(place / "run.sqlite") as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert "another version" in refusal(place)


def test_a_run_begins_only_in_a_folder_of_its_own(place: Path, tmp_path: Path) -> None:
    assert "--resume" in refusal(place, make=True)
    assert "holds something else" in refusal(tmp_path, make=True)
    file = tmp_path / "file"
    file.write_text("x")
    assert "cannot be made" in refusal(file, make=True)
    assert "cannot be made" in refusal(file / "below", make=True)
    (tmp_path / "strange" / "run.sqlite").mkdir(parents=True)
    assert "a plain file" in refusal(tmp_path / "strange", make=True)


def test_a_beginning_that_was_cut_short_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "run.sqlite").touch()
    (tmp_path / "m.pl").write_text("% half")
    with RunFolder.create(tmp_path, {}, conditions=[Condition("after", "m.pl", "% whole")]):
        pass
    assert (tmp_path / "m.pl").read_text() == "% whole"


def test_what_dead_processes_began_is_cleared_away(tmp_path: Path) -> None:
    dead, alive = "localhost 1 x 1", new_owner()
    for owner in (dead, alive):
        unfinished(tmp_path, owner).touch()
    Path(f"{unfinished(tmp_path, dead)}-journal").touch()
    RunFolder.create(tmp_path, {}).close()
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "run.sqlite",
        unfinished(tmp_path, alive).name,
    ]


@pytest.mark.long
def test_many_processes_begin_one_run(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "from arcwise.experiments.keeping import Keeping\n"
        "Keeping(sys.argv[1], True).begin({'configurations': [sys.argv[2]]}).close()"
    )
    begun = [
        subprocess.Popen([sys.executable, "-c", script, str(tmp_path / "run"), name])
        for name in ("greedy", "a-star", "beam")
    ]
    assert [process.wait() for process in begun] == [0, 0, 0]
    assert sorted(read_run(tmp_path / "run").settings["configurations"]) == [
        "a-star",
        "beam",
        "greedy",
    ]


def test_a_folder_that_is_removed_is_missed_at_once(place: Path, row: Row) -> None:
    with RunFolder.open(place) as folder:
        assert folder.claim(KEY)
        shutil.rmtree(place)
        for write in (lambda: folder.claim(KEY), lambda: folder.record(row)):
            with pytest.raises(InputError, match="was removed while it was written"):
                write()


def test_what_a_killed_process_has_begun_of_a_macro_file_is_removed(place: Path) -> None:
    script = "import os; print(os.getpid())"
    gone = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, check=True)
    dead = place / f".m.pl.{int(gone.stdout)}-1.part"
    alive = place / f".m.pl.{os.getppid()}-1.part"
    dead.write_text("begun")
    alive.write_text("begun")
    with RunFolder.open(place):
        assert not dead.exists()
        assert alive.exists()
        assert (place / "m.pl").read_text() == "% macros\n"


def test_rows_of_a_large_run_are_the_same_though_they_are_packed(row: Row) -> None:
    size = REMEMBERED + BLOCK + 3
    rows = [
        replace(
            row, problem=one, optimal=one % 2 == 0, cost=one / 2, reopened=one if one % 3 else None
        )
        for one in range(1, size + 1)
    ]
    known = [Instance(START, GOAL, "x.json:1:1")] * size
    with RunFolder.in_memory({}, known, [Condition("before")]) as folder:
        for one in rows:
            folder.record(one)
        found = folder.read().searches
    assert list(found) == rows
    last = pickle.loads(pickle.dumps(found[-1]))
    assert (last, replace(last, note="")) == (rows[-1], rows[-1])
    assert (last.untimed, last.elapsed) == (replace(last, elapsed=None), row.elapsed)
    assert (last.path, last.arcs, last.primitive_moves) == ((START, GOAL), ("right",), ("right",))
    assert (last.macro_counts, last.training_paths, last.optimal) == (None, [], rows[-1].optimal)
