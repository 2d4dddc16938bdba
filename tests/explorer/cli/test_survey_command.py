from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from arcwise.experiments import BoardSource, survey
from arcwise.experiments.designs.survey import usual_heuristics
from arcwise.explorer.cli import run
from arcwise.rules import open_source


def test_a_survey_averages_each_algorithm_and_heuristic(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = "survey sliding-tile:2x3 --count 6 --algorithms breadth-first,a-star --json"
    assert run(arguments.split()) == 0
    data = json.loads(capsys.readouterr().out)
    assert [row["algorithm"] for row in data["rows"]] == [
        "breadth-first",
        "a-star with misplaced",
        "a-star with manhattan",
        "a-star with linear-conflict",
    ]
    assert {row["engine"] for row in data["rows"]} == {"engine native"}
    assert [row["solved"] for row in data["rows"]] == [6] * 4
    assert len({row["moves"] for row in data["rows"]}) == 1
    work = [row["expanded"] for row in data["rows"]]
    assert work == sorted(work, reverse=True)
    assert data["unsolvable_recognised"] == 6


def test_counts_of_several_threads_are_said_to_differ(capsys: pytest.CaptureFixture[str]) -> None:
    words = "survey sliding-tile:2x3 --count 2 --algorithms batched-ida-star --heuristic manhattan --threads 2"
    assert run([*words.split(), "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert row["engine"] == "engine native; threads: 2 ran, and counts differ from run to run"


def test_problems_beyond_the_limit_count_as_unsolved(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = "survey sliding-tile:3x3 --count 3 --algorithms a-star --limit-nodes 2 --json"
    assert run(arguments.split()) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["solved"] for row in rows] == [0, 0, 0]
    assert rows[0]["expanded"] is None


def test_random_gives_the_seed_of_the_problems(capsys: pytest.CaptureFixture[str]) -> None:
    words = "survey sliding-tile:2x3 --count 3 --algorithms a-star --heuristics manhattan --json"
    means = []
    for seed in ("--random 5", "--seed 5", "--random 6"):
        assert run([*words.split(), *seed.split()]) == 0
        found = json.loads(capsys.readouterr().out)
        means.append([str(row["expanded"]) for row in found["rows"]])
    assert means[0] == means[1] != means[2]


def test_a_board_with_one_tile_can_be_surveyed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["survey", "sliding-tile:1x2", "--count", "2"]) == 0
    assert "a-star with manhattan" in capsys.readouterr().out


def test_an_unknown_heuristic_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["survey", "sliding-tile:2x2", "--heuristics", "magic"]) == 33
    assert "unknown heuristic" in capsys.readouterr().err


def test_the_same_in_python() -> None:
    found = survey("sliding-tile:2x3", None, ["a-star"], ["misplaced", "manhattan"], count=4)
    assert found.finished and len(found.rows) == 8
    assert found.solved == {"a-star with misplaced": 4, "a-star with manhattan": 4}
    mean = found.means["a-star with manhattan"]["expanded"]
    works = [row.expanded or 0 for row in found.rows if row.heuristic == "manhattan"]
    assert mean is not None and mean.mean == fmean(works)


@pytest.mark.slow
def test_a_run_whose_solved_rows_lack_a_number_has_means_of_the_others(
    call: Any, tmp_path: Path
) -> None:
    words = ("survey", "sliding-tile:2x2", "--count", "2", "--algorithms", "a-star", "--json")
    whole = call(*words, "--run", tmp_path / "run")
    with closing(sqlite3.connect(tmp_path / "run" / "run.sqlite")) as connection, connection:
        connection.execute("UPDATE search SET evaluated = NULL")
    again = call(*words, "--run", tmp_path / "run", "--resume")
    assert (whole.code, again.code) == (0, 0), again.err


@pytest.mark.parametrize(
    ("name", "surveyed"), [("pancake:5", True), ("topspin:6x4", False), ("8-puzzle", False)]
)
def test_gaps_are_surveyed_where_each_takes_a_move_of_its_own(name: str, surveyed: bool) -> None:
    made = open_source(name)
    assert isinstance(made, BoardSource)
    goal = made.domain.goal(made.theory.shape)
    assert ("gaps" in usual_heuristics(made.theory, goal)) == surveyed
