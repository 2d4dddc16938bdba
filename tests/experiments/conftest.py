"""What the tests of runs share: folders to keep them in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from arcwise.experiments import Condition, Instance
from arcwise.experiments.execute.task import Task
from arcwise.experiments.store import RunFolder


@pytest.fixture
def folder_of(tmp_path: Path) -> Callable[[list[Task]], RunFolder]:
    """A new run folder for tasks of one condition."""

    def making(tasks: list[Task]) -> RunFolder:
        return RunFolder.create(
            tmp_path / "run",
            {"configurations": sorted({task.algorithm for task in tasks})},
            [Instance(task.start, task.goal) for task in tasks],
            [Condition("before")],
        )

    return making
