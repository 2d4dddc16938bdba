"""``arcwise compare`` with several macro files."""

from __future__ import annotations

import csv
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

BOARD = "sliding-tile:2x3"


@pytest.fixture
def files(call: Any, tmp_path: Path) -> tuple[Path, Path]:
    """A file of escapes and a macro table."""
    for name in ("escapes", "macro-table"):
        path = tmp_path / f"{name}.pl"
        assert call("learn", BOARD, "--learner", name, "-o", path).code == 0
    return tmp_path / "escapes.pl", tmp_path / "macro-table.pl"


def words(*macros: Path | str, count: int = 12) -> list[Any]:
    given = [word for one in macros for word in ("--macros", one)]
    asked = ["--random", 1, "--count", count, "--beyond", 0, "--algorithms", "greedy,a-star"]
    return ["compare", BOARD, *asked, *given]


@pytest.mark.long
def test_several_files_are_compared_with_no_macros_and_each_other(
    call: Any, files: tuple[Path, Path], tmp_path: Path
) -> None:
    table = tmp_path / "found.csv"
    done = call(*words(*files), "--json", "--csv", table)
    assert done.code == 0
    named = [
        (one["condition_before"], one["condition_after"], one["configuration"])
        for one in done.data["problems"]
    ]
    contrasts = [("none", "escapes"), ("none", "macro-table"), ("escapes", "macro-table")]
    assert named == [(*pair, name) for pair in contrasts for name in ("greedy", "a-star")]
    assert list(done.data["conditions"]) == ["none", "escapes", "macro-table"]
    with table.open(newline="", encoding="utf-8") as rows:
        told = {(row["condition_before"], row["condition_after"]) for row in csv.DictReader(rows)}
    assert told == set(contrasts)
    shown = call(*words(*files))
    whole = " ".join(shown.out.split())
    assert "A against B: before is B, after is A" in whole
    for before, after in contrasts:
        assert f"{after} against {before}, greedy" in whole


@pytest.mark.long
def test_none_among_files_is_the_condition_that_is_there_anyway(
    call: Any, files: tuple[Path, Path]
) -> None:
    alone, beside = (
        call(*words(*macros, count=3), "--json") for macros in (files[:1], ("none", files[0]))
    )
    assert alone.data["macros"] == beside.data["macros"] > 0
    assert "conditions" not in alone.data


@pytest.mark.slow
def test_two_files_of_one_name_are_refused(
    call: Any, files: tuple[Path, Path], tmp_path: Path
) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    copyfile(files[0], folder / "escapes.pl")
    copyfile(files[0], folder / "none.pl")
    for other, name in ((folder / "escapes.pl", "escapes"), (folder / "none.pl", "none")):
        done = call(*words(files[0], other))
        assert done.code == 33
        assert f"two conditions would be called {name}" in done.err


def test_several_files_of_rules_are_compared_on_goals(
    call: Any, examples: Path, tmp_path: Path
) -> None:
    program = examples / "logic" / "grammar.pl"
    files = [tmp_path / "rules.pl", tmp_path / "unfold.pl"]
    for file, learner in zip(files, ("examples", "unfold"), strict=True):
        assert call("learn", program, "--learner", learner, "-o", file).code == 0
    asked = ("compare", program, *(word for file in files for word in ("--macros", file)))
    shown = call(*asked)
    told = " ".join(shown.out.split())
    assert shown.code == 0 and "unfold against rules, depth-first" in told
    assert "unfold 2 6 of 6 46 0.43" in told
    found = call(*asked, "--json").data
    assert [one["condition"] for one in found["totals"]] == ["none", "rules", "unfold"]
    assert [one["condition_after"] for one in found["problems"]] == ["rules", "unfold", "unfold"]
