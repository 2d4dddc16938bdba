"""How a task is done, by what its row says."""

from __future__ import annotations

import pytest
from arcwise.experiments import Configuration
from arcwise.search import Limits, Problem, solve
from arcwise.search.stages import tables

from ..small_runs import make_tasks


@pytest.mark.long
@pytest.mark.slow
def test_a_solution_that_is_not_proved_within_the_limit_is_no_solved_search_of_an_experiment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tables, "TRIAL", 100)
    limits = Limits(nodes=40_000)
    (task,) = make_tasks("4x5", "auto", options=Configuration(limits=limits))
    problem = Problem(task.source.open().theory, task.start, task.goal)
    alone, row = solve(problem, "auto", limits=limits), task.do()
    assert (alone.solved, alone.optimal, alone.limit) == (True, False, "nodes")
    assert (row.status, row.stopped_by, row.moves) == ("stopped", "nodes", None)
    assert row.expanded == alone.statistics.expanded
