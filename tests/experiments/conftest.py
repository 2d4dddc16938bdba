"""What the tests of runs share: folders to keep them in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from arcwise.experiments.execute.task import Task
from arcwise.experiments.store.folder import NewArm, NewProblem, RunFolder


@pytest.fixture
def folder_of(tmp_path: Path) -> Callable[[list[Task]], RunFolder]:
    """A new run folder for tasks of one arm."""

    def making(tasks: list[Task]) -> RunFolder:
        return RunFolder.create(
            tmp_path / "run",
            {"algorithms": sorted({task.algorithm for task in tasks})},
            [NewProblem(task.start, task.goal) for task in tasks],
            [NewArm("before")],
        )

    return making
