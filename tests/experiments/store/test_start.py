from __future__ import annotations

from pathlib import Path

import pytest
from arcwise.experiments.keeping import Keeping
from arcwise.experiments.store.folder import NewArm, NewProblem
from arcwise.experiments.store.picture import read_run
from arcwise.experiments.store.start import begin, place_of
from arcwise.rules.errors import InputError

SETTINGS = {"theory": "x", "options": {"limits": {"time": None}}, "algorithms": ["a-star"]}
PROBLEMS = [NewProblem((1, 0), (0, 1)), NewProblem((0, 1), (1, 0))]
ARMS = [NewArm("before"), NewArm("after", "m.pl", "% macros")]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    with begin(tmp_path / "run", SETTINGS, PROBLEMS, ARMS):
        pass
    return tmp_path / "run"


def test_a_run_says_when_where_and_with_what_it_was_made(place: Path) -> None:
    settings = read_run(place).settings
    assert settings["theory"] == "x"
    assert set(settings["versions"]) == {"arcwise", "python"}
    assert settings["machine"]["cores"] > 0
    assert settings["started"].startswith("20")


def test_the_same_run_is_resumed_and_may_have_more_algorithms(place: Path) -> None:
    with begin(place, {**SETTINGS, "algorithms": ["beam"]}, PROBLEMS, ARMS, resume=True):
        pass
    assert read_run(place).settings["algorithms"] == ["a-star", "beam"]
    assert len(read_run(place).problems) == 2


def test_resuming_without_a_run_begins_one(tmp_path: Path) -> None:
    with begin(tmp_path / "run", SETTINGS, PROBLEMS, ARMS, resume=True):
        pass
    assert len(read_run(tmp_path / "run").problems) == 2


def test_a_run_is_not_begun_twice(place: Path) -> None:
    with pytest.raises(InputError, match="--resume to go on with it"):
        begin(place, SETTINGS, PROBLEMS, ARMS)


@pytest.mark.parametrize(
    ("settings", "problems", "arms", "expected", "found"),
    [
        ({"theory": "y"}, PROBLEMS, ARMS, "theory x", "theory y"),
        (
            {"options": {"limits": {"time": 5}}},
            PROBLEMS,
            ARMS,
            "options limits time none",
            "options limits time 5",
        ),
        ({}, PROBLEMS[:1], ARMS, "its 2 problems", "1 problems, others"),
        ({}, PROBLEMS[::-1], ARMS, "its 2 problems", "2 problems, another problem 1"),
        (
            {},
            PROBLEMS,
            [NewArm("after", "m.pl", "% others")],
            "the macros in",
            "other macros in m.pl",
        ),
    ],
)
def test_what_differs_is_said(
    place: Path,
    settings: dict[str, object],
    problems: list[NewProblem],
    arms: list[NewArm],
    expected: str,
    found: str,
) -> None:
    with pytest.raises(InputError) as caught:
        begin(place, {**SETTINGS, **settings}, problems, arms, resume=True)
    assert expected in (caught.value.expected or "")
    assert found in (caught.value.found or "")


def test_a_run_of_another_version_is_not_mixed_with_this_one(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arcwise.experiments.store.machine.ARCWISE", "9.9")
    with pytest.raises(InputError, match=r"arcwise 9\.9"):
        begin(place, SETTINGS, PROBLEMS, ARMS, resume=True)


def test_without_a_folder_the_run_is_thrown_away() -> None:
    with place_of(Keeping(jobs=2)) as place, begin(place, SETTINGS):
        assert place.is_dir()
    assert not place.exists()
