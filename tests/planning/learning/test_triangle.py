"""Triangle tables: kernels are what the rest of a plan needs, by taking it in ground states."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from arcwise.planning.learning.lifted import step_action
from arcwise.planning.learning.triangle import TriangleTable
from arcwise.planning.pddl.read_action_domain import read_action_domain

STEPS = (
    ("go-through", "d1", "r1", "r2"),
    ("push-through", "b1", "d1", "r2", "r1"),
    ("go-through", "d1", "r1", "r2"),
    ("push-through", "b2", "d2", "r2", "r3"),
)


@pytest.fixture
def robot(examples: Path) -> Any:
    path = examples / "pddl/robot.pddl"
    return read_action_domain(path.read_text(encoding="utf-8"), str(path))


def taken(domain: Any, state: set[Any], steps: Any) -> bool:
    for step in steps:
        action = step_action(domain, step)
        if not set(action.positive) <= state:
            return False
        state = (state - set(action.delete)) | set(action.add)
    return True


@pytest.mark.parametrize("first", range(len(STEPS)))
def test_a_kernel_is_what_the_rest_of_the_plan_needs_and_no_more(first: int, robot: Any) -> None:
    kernel = {atom for atom, holds in TriangleTable.of(robot, STEPS).kernel(first) if holds}
    assert taken(robot, kernel, STEPS[first:])
    assert not any(taken(robot, kernel - {one}, STEPS[first:]) for one in kernel)


def test_the_last_row_is_what_the_plan_has_made(robot: Any) -> None:
    made = {
        one.fact for cell in TriangleTable.of(robot, STEPS).rows[-1] for one in cell if one.fact[1]
    }
    assert made == {
        (("robot-in", "r3"), True),
        (("box-in", "b1", "r1"), True),
        (("box-in", "b2", "r3"), True),
    }


def test_explain_shows_the_table(call: Any, tmp_path: Path, examples: Path) -> None:
    pddl, file = examples / "pddl", tmp_path / "robot.pl"
    learned = call(
        "learn", pddl / "robot.pddl", pddl / "robot-1.pddl", "--learner", "pieces", "-o", file
    )
    assert learned.code == 0
    shown = call("explain", file, "--triangle").out
    assert "* (connects ?door-2 ?to ?to-2)" in shown and "Kernels" in shown
    assert call("explain", "8-puzzle", "--triangle").code == 33
