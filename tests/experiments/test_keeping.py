from __future__ import annotations

from pathlib import Path

import pytest
from arcwise.experiments import Condition, Instance, Keeping, Row
from arcwise.experiments.execute.pool import InlinePool
from arcwise.experiments.keeping import Runner
from arcwise.experiments.store import RunFolder, read_run
from arcwise.rules import InputError

from .small_runs import make_tasks

SETTINGS = {"theory": "x", "options": {"limits": {"time": None}}, "configurations": ["a-star"]}
PROBLEMS = [Instance((1, 0), (0, 1)), Instance((0, 1), (1, 0))]
CONDITIONS = [Condition("before"), Condition("after", "m.pl", "% macros")]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    with Keeping(tmp_path / "run").begin(SETTINGS, PROBLEMS, CONDITIONS):
        pass
    return tmp_path / "run"


def test_a_run_says_when_where_and_with_what_it_was_made(place: Path) -> None:
    settings = read_run(place).settings
    assert settings["theory"] == "x"
    assert set(settings["versions"]) == {"arcwise", "python"}
    assert settings["machine"]["cores"] > 0
    assert settings["started"].startswith("20")


def test_the_same_run_is_resumed_and_may_have_more_algorithms(place: Path) -> None:
    with Keeping(place, True).begin({**SETTINGS, "configurations": ["beam"]}, PROBLEMS, CONDITIONS):
        pass
    assert read_run(place).settings["configurations"] == ["a-star", "beam"]
    assert len(read_run(place).problems) == 2


def test_resuming_without_a_run_begins_one(tmp_path: Path) -> None:
    with Keeping(tmp_path / "run", True).begin(SETTINGS, PROBLEMS, CONDITIONS):
        pass
    assert len(read_run(tmp_path / "run").problems) == 2


def test_a_run_is_not_begun_twice(place: Path) -> None:
    with pytest.raises(InputError, match="--resume to go on with it"):
        Keeping(place).begin(SETTINGS, PROBLEMS, CONDITIONS)


@pytest.mark.parametrize("resume", [True, False])
@pytest.mark.parametrize(
    ("settings", "problems", "conditions", "expected", "found"),
    [
        ({"theory": "y"}, PROBLEMS, CONDITIONS, "theory x", "theory y"),
        (
            {"options": {"limits": {"time": 5}}},
            PROBLEMS,
            CONDITIONS,
            "options limits time none",
            "options limits time 5",
        ),
        ({}, PROBLEMS[:1], CONDITIONS, "its 2 problems", "1 problem, others"),
        ({}, PROBLEMS[::-1], CONDITIONS, "its 2 problems", "2 problems, another problem 1"),
        (
            {},
            PROBLEMS,
            [Condition("after", "m.pl", "% others")],
            "the macros in",
            "other macros in m.pl",
        ),
    ],
)
def test_what_differs_is_said_and_no_resume_is_advised(
    place: Path,
    resume: bool,
    settings: dict[str, object],
    problems: list[Instance],
    conditions: list[Condition],
    expected: str,
    found: str,
) -> None:
    with pytest.raises(InputError) as caught:
        Keeping(place, resume).begin({**SETTINGS, **settings}, problems, conditions)
    assert caught.value.remedy == "--run with another folder"
    assert expected in (caught.value.expected or "")
    assert found in (caught.value.found or "")


def test_a_run_of_another_version_is_not_mixed_with_this_one(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arcwise.experiments.keeping.this_version", lambda: "9.9")
    with pytest.raises(InputError, match=r"arcwise 9\.9"):
        Keeping(place, True).begin(SETTINGS, PROBLEMS, CONDITIONS)


def test_without_a_folder_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Keeping(jobs=2).begin(SETTINGS, PROBLEMS, CONDITIONS) as folder:
        assert len(folder.read().problems) == 2
        assert not folder.lasts
    assert not list(tmp_path.iterdir())


def test_options_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(InputError, match="--run DIR"):
        Keeping(resume=True)
    with pytest.raises(InputError, match="both"):
        Keeping(jobs=2, cluster="tcp://x")


def test_a_runner_holds_the_latest_rows_and_reads_the_others_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arcwise.experiments.keeping.LATEST", 2)
    rows = [Row("before", "a-star", problem, status="unsolvable") for problem in (1, 2)]
    rows.append(Row("after", "a-star", 1, status="stopped", stopped_by="nodes"))
    with Keeping(tmp_path / "run").begin(SETTINGS, PROBLEMS, CONDITIONS) as folder:
        runner = Runner(folder, InlinePool())
        for row in rows:
            runner.enter(row)
        assert len(runner._latest) == 2
        assert [runner.get(row.key) for row in rows] == rows
        assert runner.get(("after", "a-star", 2)) is None
        again = Runner(folder, InlinePool())
        assert set(again.keys) == {row.key for row in rows}
        assert (again._latest, again.get(rows[0].key)) == ({}, rows[0])
        assert list(again.conditions) == ["before", "after"]


def test_a_task_is_made_when_a_worker_is_free_for_it() -> None:
    tasks = make_tasks("2x3", "greedy", 4)
    made: list[int] = []
    searched: list[tuple[int, int]] = []
    problems = [Instance(task.start, task.goal) for task in tasks]
    with RunFolder.in_memory({}, problems, [Condition("before")]) as folder:
        runner = Runner(folder, InlinePool())
        for task, _ in runner.making(made.append(task.key[2]) or task for task in tasks):
            searched.append((task.key[2], len(made)))
        again = [mine for _, mine in runner.making(tasks)]
        assert len(folder.read().searches) == len(tasks)
    assert searched == [(1, 2), (2, 3), (3, 4), (4, 4)]
    assert again == [False] * len(tasks)
