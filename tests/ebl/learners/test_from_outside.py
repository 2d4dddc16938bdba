"""A learner from another package: one file and one registration, and every command knows it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from arcwise.ebl.files.macro_file import load_macros
from arcwise.ebl.learners.table import LEARNERS
from arcwise.rules.errors import InputError

CORNERS = """
from arcwise.ebl import Learner, Outcome, TrainingPath, TrainingProblem


def experience(library, course, records):
    goal = library.family.goal_state(course.shape)
    return [TrainingProblem(course.shape, goal, goal, "around the corner")]


def attention(library, problem, take):
    moves = {schema.name: schema for schema in library.family.schemas(problem.shape)}
    steps = [(moves["right"], 0), (moves["down"], 1), (moves["left"], 3)]
    take(TrainingPath((0, 1, 2, 3, 4, 5), steps))
    return Outcome(True, 3, 3)


CORNERS = Learner("one walk around a corner", experience, attention)
"""


@pytest.fixture
def corners(plugin: Callable[..., None]) -> None:
    plugin("corners", CORNERS, {"arcwise.learners": "corners = corners:CORNERS"})


@pytest.mark.usefixtures("corners")
def test_it_is_learned_by_and_compared(call: Any, tmp_path: Path) -> None:
    assert "corners" in LEARNERS
    path = tmp_path / "m.pl"
    board = "sliding-tile:2x3"
    done = call("learn", board, "--learner", "corners", "-o", path)
    assert done.code == 0
    (macro,) = load_macros(path)
    assert [move.name for move, _ in macro.steps] == ["right", "down", "left"]
    assert (macro.origin, macro.window) == ("around the corner", (2, 2))
    done = call(
        *("compare", "sliding-tile:3x3", "--random", "1", "--count", "2", "--beyond", "0"),
        *("--algorithms", "a-star", "--macros", path, "--json"),
    )
    assert done.code == 0 and done.data["macros"] == 4  # at each of its places


def test_it_is_unknown_where_it_is_not_installed(call: Any) -> None:
    with pytest.raises(InputError, match="unknown learner"):
        LEARNERS.find("corners")
    assert call("learn", "sliding-tile:2x3", "--learner", "corners").code != 0
