from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from arcwise.ebl import LEARNERS, load_macros
from arcwise.experiments.store import RunFolder, read_run
from arcwise.rules import SlidingTiles
from arcwise.search.climbing.macro_table import FoundTable, fill_table

from ...experiments.stopped import interrupt_after, killed_after, started, untimed

BOARD = "sliding-tile:2x3"
UNSELECTED = ("--filters", "none")
"""What leaves the selection in the end out."""

PRACTISING = [name for name, learner in LEARNERS.items() if not learner.from_examples]


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    """Pairs that teach something, nothing, the same again, and one that is too far for a small limit."""
    path = tmp_path / "pairs.csv"
    lines = (
        "4 5 3 0 1 2,5 1 3 4 2 0",
        "1 2 3 4 5 0,1 2 3 4 5 0",
        "4 5 3 0 1 2,5 1 3 4 2 0",
        "4 5 3 0 1 2,1 2 3 4 5 0",
        "1 2 3 4 0 5,1 0 2 4 5 3",
    )
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


@pytest.mark.slow
@pytest.mark.usefixtures("searched_elsewhere")
@pytest.mark.parametrize("more", [["--limit-nodes", "20"], ["--with-macros"]])
def test_a_run_teaches_what_learning_in_one_process_teaches(
    call: Any, tmp_path: Path, pairs: Path, more: list[str]
) -> None:
    place, plain, kept = tmp_path / "run", tmp_path / "plain.pl", tmp_path / "kept.pl"
    words = ("learn", BOARD, pairs, "--json", *more)
    one = call(*words, "-o", plain)
    other = call(*words, "-o", kept, "--run", place)
    assert one.code == other.code == 0
    assert untimed(one.data) == untimed(other.data)
    assert plain.read_text() == kept.read_text() == (place / "macros.pl").read_text()
    run = read_run(place)
    assert [condition.name for condition in run.conditions] == ["training"]
    assert [row.problem for row in run.searches] == [1, 2, 3, 4, 5]
    assert [problem.place for problem in run.problems] == [
        record["place"] for record in one.data["training_records"]
    ]
    assert [(record.number, record.problem) for record in run.training_records] == [
        (number, number) for number in (1, 2, 3, 4, 5)
    ]
    assert [(record.macro, record.accepted) for record in run.training_records] == [
        (record["macro"], record["accepted"]) for record in one.data["training_records"]
    ]
    assert run.training_records[1].reason == "nothing to learn: start and goal are the same"
    settings = run.settings
    assert (settings["command"], settings["configurations"]) == ("learn", ["a-star"])
    assert (settings["theory"], settings["searches"]) == (BOARD, 5)
    assert settings["argv"][:2] == ["learn", BOARD]


@pytest.mark.long
def test_training_records_come_in_the_order_of_the_examples(
    call: Any, tmp_path: Path, pairs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []
    add = RunFolder.add_training_row

    def adding(folder: RunFolder, record: Any) -> None:
        written.append(record.number)
        searched = {row.problem for row in read_run(folder.path).searches}
        assert searched >= set(range(1, record.number + 1))
        add(folder, record)

    monkeypatch.setattr(RunFolder, "add_training_row", adding)
    assert call("learn", BOARD, pairs, "--run", tmp_path / "run", "--jobs", "2").code == 0
    assert written == [1, 2, 3, 4, 5]


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("more", [[], ["--with-macros"]])
def test_learning_that_was_stopped_goes_on_where_it_stopped(
    call: Any, tmp_path: Path, pairs: Path, monkeypatch: pytest.MonkeyPatch, more: list[str]
) -> None:
    place, file = tmp_path / "run", tmp_path / "macros.pl"
    words = ["learn", BOARD, pairs, *more]
    assert call(*words, "-o", file).code == 0
    if more:
        with monkeypatch.context() as patch:
            interrupt_after(3, patch)
            assert call(*words, "--run", place).code == 130
    else:
        killed_after(3, [*words, "--run", place])
    assert len(read_run(place).searches) == 3
    done = call(*words, "--run", place, "--resume")
    assert done.code == 0
    assert "3 of 5 training problems are done already" in done.err
    assert f"3 macros in {place / 'macros.pl'}" in done.out
    assert (place / "macros.pl").read_text() == file.read_text()
    assert len(read_run(place).training_records) == 5


@pytest.mark.long
@pytest.mark.slow
def test_a_run_that_adds_to_a_file_goes_on_from_what_was_in_it(
    call: Any, tmp_path: Path, pairs: Path
) -> None:
    place, file, whole = tmp_path / "run", tmp_path / "macros.pl", tmp_path / "whole.pl"
    first = tmp_path / "first.csv"
    first.write_text("3 1 2 0 4 5,1 4 2 3 0 5\n")
    assert call("learn", BOARD, first, "-o", file).code == 0
    words = ["learn", BOARD, pairs, "--macros", file]
    assert call(*words, "-o", whole).code == 0
    killed_after(3, [*words, "-o", file, "--run", place])
    file.write_text(whole.read_text())  # as if it had been written already
    assert call(*words, "-o", file, "--run", place, "--resume").code == 0
    assert file.read_text() == whole.read_text()
    assert len(load_macros(file, SlidingTiles(), (2, 3))) == 4


@pytest.mark.long
@pytest.mark.parametrize("learner", PRACTISING)
def test_every_learner_comes_to_the_same_library_in_a_run_that_is_stopped(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, learner: str
) -> None:
    place, plain, kept = tmp_path / "run", tmp_path / "plain.pl", tmp_path / "kept.pl"
    words = ("learn", BOARD, "--learner", learner, "--json", "--seed", "7")
    words += ("--problems", "7") if learner == "each-path" else ()
    words += ("--quiescence", "2") if learner == "escapes" else ()
    words += UNSELECTED
    one = call(*words, "-o", plain)
    if learner == "escapes":
        killed_after(3, [*words, "--run", place])
    else:
        with monkeypatch.context() as patch:
            interrupt_after(3, patch)
            assert call(*words, "--run", place).code == 130
    stopped = read_run(place)
    assert len(stopped.searches) == 3
    other = call(*words, "-o", kept, "--run", place, "--resume")
    assert one.code == other.code == 0
    assert one.data == other.data
    assert "3 training problems are done already" in other.err
    assert plain.read_text() == kept.read_text() == (place / "macros.pl").read_text()
    run = read_run(place)
    assert any(record.problem > 3 and record.accepted for record in run.training_records)
    numbers = list(range(1, one.data["problems"] + 1))
    assert [problem.id for problem in run.problems] == numbers
    assert [(row.condition, row.algorithm, row.problem) for row in run.searches] == [
        (learner, learner, number) for number in numbers
    ]
    work = [row.operator_applications for row in run.searches]
    assert sum(filter(None, work)) == one.data["operator_applications"]
    named = {record.macro for record in run.training_records if record.accepted}
    assert named >= {one["name"] for one in other.data["macros"] if one["image_of"] is None}
    closed = LEARNERS[learner].closed
    assert any(one["image_of"] for one in other.data["macros"]) == closed
    assert [record.number for record in run.training_records] == list(
        range(1, len(run.training_records) + 1)
    )


@pytest.mark.slow
@pytest.mark.parametrize("board", [BOARD, "pancake:5"])
def test_a_table_that_was_interrupted_while_it_was_filled_is_filled_to_the_end_by_its_run(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, board: str
) -> None:
    place, plain, kept = tmp_path / "run", tmp_path / "plain.pl", tmp_path / "kept.pl"
    words = ("learn", board, "--learner", "macro-table", "--json")
    one = call(*words, "-o", plain)

    def half(*arguments: Any, **options: Any) -> FoundTable:
        found = fill_table(*arguments, **options)
        half = len(found.order) // 2
        return replace(
            found, order=found.order[:half], columns=found.columns[:half], limit="interrupt"
        )

    with monkeypatch.context() as patch:
        patch.setattr("arcwise.ebl.learners.macro_table.fill_table", half)
        assert call(*words, "--run", place).code == 130
    stopped = read_run(place)
    assert not (stopped.problems or stopped.searches or stopped.training_records)
    assert 0 < len(load_macros(place / "macros.pl")) < len(load_macros(plain))
    other = call(*words, "-o", kept, "--run", place, "--resume")
    assert one.code == other.code == 0
    assert one.data == other.data
    assert plain.read_text() == kept.read_text() == (place / "macros.pl").read_text()
    assert len(read_run(place).searches) == one.data["problems"]


@pytest.mark.long
def test_two_processes_may_practise_for_one_run(call: Any, tmp_path: Path) -> None:
    place = tmp_path / "run"
    words = ["learn", BOARD, "--learner", "escapes", "--quiescence", "2", "--json"]
    words += ["--run", place, "--resume"]
    processes = [started(words) for _ in range(2)]
    found = []
    for process in processes:
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        found.append(json.loads(out))
    assert found[0] == found[1] == call(*words).data
    run = read_run(place)
    assert len(run.problems) == len(run.searches) == found[0]["problems"]


@pytest.mark.slow
@pytest.mark.usefixtures("searched_elsewhere")
def test_control_c_keeps_what_was_practised(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, file = tmp_path / "run", tmp_path / "macros.pl"
    words = ("learn", BOARD, "--learner", "focused", "-o", file, "--run", place)
    interrupt_after(2, monkeypatch)
    done = call(*words)
    assert done.code == 130
    assert "interrupted: what was learned until then is kept" in done.err
    assert f"--run {place} --resume goes on with the rest" in done.err
    assert len(read_run(place).searches) == 2
    assert f"macros in {file}" in done.out
    assert load_macros(file) == load_macros(place / "macros.pl")


@pytest.mark.slow
@pytest.mark.parametrize("learner", PRACTISING)
def test_a_limit_holds_for_every_problem_that_is_practised(call: Any, learner: str) -> None:
    words = ("learn", "sliding-tile:3x3", "--learner", learner, "--limit-nodes", "2")
    words += ("--problems", "2") if learner == "each-path" else ()
    words += ("--quiescence", "1") if learner == "escapes" else ()
    words += UNSELECTED if learner == "focused" else ()
    done = call(*words)
    assert "ended at the limit on nodes" in done.err
    table = learner == "macro-table"  # is one work, which the limit stopped
    assert done.code == (0 if learner == "focused" else 12)  # the others learned nothing
    assert ("stopped by the limit on nodes" in done.err) == table


@pytest.mark.slow
@pytest.mark.usefixtures("searched_elsewhere")
def test_a_limit_on_memory_ends_a_problem_and_not_the_learning(call: Any, tmp_path: Path) -> None:
    words = ("learn", BOARD, "--learner", "each-path", "--problems", "2", "--limit-memory", "1")
    done = call(*words, "--run", tmp_path / "run")
    assert done.code == 12  # nothing was learned
    assert "2 problems ended at the limit on memory" in done.err
    assert {row.stopped_by for row in read_run(tmp_path / "run").searches} == {"memory"}


@pytest.mark.slow
def test_another_learner_cannot_go_on_with_a_run(call: Any, tmp_path: Path) -> None:
    words = ("learn", BOARD, "--run", tmp_path / "run", "--learner")
    assert call(*words, "each-path", "--problems", "1").code == 0
    done = call(*words, "focused", "--resume")
    assert done.code == 33
    assert "learner each-path" in done.err
    assert "learner focused" in done.err


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("learner", ["each-path", "focused", "macro-table"])
def test_practice_in_several_processes_teaches_the_same(
    call: Any, tmp_path: Path, learner: str
) -> None:
    asked = ("learn", "sliding-tile:2x3", "--learner", learner, *UNSELECTED)
    assert call(*asked, "-o", tmp_path / "one.pl").code == 0
    assert call(*asked, "-o", tmp_path / "two.pl", "--jobs", "2").code == 0
    assert (tmp_path / "one.pl").read_text() == (tmp_path / "two.pl").read_text()


@pytest.mark.slow
def test_a_table_that_a_limit_cut_short_is_resumed(call: Any, tmp_path: Path) -> None:
    """With a limit that stops it elsewhere, it has other problems."""
    place = tmp_path / "run"
    words = (
        "learn",
        "sliding-tile:3x3",
        "--learner",
        "macro-table",
        "--alternatives",
        "1",
        "--run",
        place,
    )
    done = call(*words, "--limit-nodes", "3")
    assert done.code not in (0, 33)
    first = read_run(place)
    assert any(row.stopped_by for row in first.searches)
    with sqlite3.connect(place / "run.sqlite") as connection:  # as if it had been a limit on time
        connection.execute("UPDATE problem SET start = goal")
    connection.close()
    again = call(*words, "--limit-nodes", "3", "--resume")
    assert again.code == done.code, again.err
    assert read_run(place).problems == first.problems
    assert [row.key for row in read_run(place).searches] == [row.key for row in first.searches]


@pytest.mark.slow
def test_alternatives_are_kept_as_many_as_asked_for_and_for_tables_only(
    call: Any, tmp_path: Path
) -> None:
    words = ("learn", "pancake:5", "--learner", "macro-table", "--json")
    one, two = (call(*words, "--alternatives", number).data for number in (1, 2))
    assert len(one["macros"]) < len(two["macros"]) <= 2 * one["problems"]
    assert one["subgoals"]["why"]
    other = call("learn", "pancake:5", "--learner", "escapes", "--alternatives", "2")
    assert other.code == 33
    assert "--alternatives is for --learner macro-table" in other.err
    large = call("learn", "lights-out:999x999", "--learner", "macro-table")
    assert large.code == 34
    assert "lights-out:999x999 has no macro table" in large.err
