"""Means of conditions: over the same problems for all of them, with what was stopped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from arcwise.experiments import Condition, Row
from arcwise.experiments.problem_set import Instance
from arcwise.experiments.statistics.summary import summaries
from arcwise.experiments.store.run import Run


def row(condition: str, problem: int, expanded: int, moves: int | None) -> Row:
    solved = moves is not None
    return Row(
        condition,
        "greedy",
        problem,
        "solved" if solved else "stopped",
        None if solved else "work",
        expanded=expanded,
        operator_applications=expanded,
        moves=moves,
    )


def run_of(*rows: Row) -> Run:
    """A run of two conditions, of which the second has macros."""
    problems = tuple(Instance((n,), (0,), id=n) for n in sorted({one.problem for one in rows}))
    conditions = (Condition("plain", facts={"macros": 0}), Condition("macros", facts={"macros": 1}))
    return Run(Path(), {"configurations": ["greedy"]}, problems, conditions, rows)


def test_means_rise_where_searches_are_stopped_and_do_not_fall() -> None:
    """With macros two of four searches reach the limit: the two that are left are the easy ones."""
    plain = [row("plain", n, 1000 + n, 20) for n in range(1, 5)]
    macros = [row("macros", 1, 500, 22), row("macros", 2, 600, 24)]
    macros += [row("macros", n, 2000, None) for n in (3, 4)]
    before, after = summaries(run_of(*plain, *macros))
    assert (before.solved, after.solved) == (4, 2)
    means = [one.mean("expanded") for one in (before, after)]
    assert [mean.mean for mean in means if mean] == [1002.5, (500 + 600 + 2 * 10 * 2000) / 4]
    gain = after.gain("operator_applications")
    assert gain is not None and gain.mean < 0
    # Lengths are those of the problems that both solved.
    lengths = [one.mean("moves") for one in (before, after)]
    assert [mean.mean for mean in lengths if mean] == [20, 23]


def test_a_problem_that_comes_twice_is_in_a_mean_once() -> None:
    rows = [row(name, n, 100 * n, 5) for name in ("plain", "macros") for n in (1, 2, 3)]
    run = run_of(*rows)
    twice = replace(run, problems=tuple(replace(one, start=(one.id % 2,)) for one in run.problems))
    mean = summaries(twice)[0].mean("expanded")
    assert mean is not None and mean.mean == 150
