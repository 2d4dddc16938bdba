"""Several runs side by side."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from arcwise.experiments import Condition, Instance, Row
from arcwise.experiments.statistics.across_runs import AcrossRuns, names_of
from arcwise.experiments.store import Run

GOAL = (1, 2, 3, 0)
STARTS = ((1, 2, 0, 3), (0, 2, 1, 3), (1, 2, 0, 3))


def run(path: str, expanded: list[int | None], numbers: list[int], **facts: object) -> Run:
    """A run of greedy on the three problems, numbered as said; None is not solved."""
    problems = tuple(
        replace(Instance(start, GOAL), id=number)
        for start, number in zip(STARTS, numbers, strict=True)
    )
    rows = tuple(
        Row(
            "none",
            "greedy",
            number,
            "incomplete" if work is None else "solved",
            algorithm="greedy",
            expanded=work,
            elapsed=None if work is None else work / 1000,
        )
        for number, work in zip(numbers, expanded, strict=True)
    )
    settings = {"theory_name": "sliding-tile:2x2", **facts}
    return Run(Path(path), settings, problems, (Condition.without_macros("none"),), rows)


def test_the_same_problems_are_found_whatever_their_numbers_and_each_as_often_as_it_is_there() -> (
    None
):
    across = AcrossRuns(
        {"a": run("a", [5, 7, 9], [1, 2, 3]), "b": run("b", [2, 8, None], [3, 2, 7])}
    )
    (one,) = across.pairwise
    works = [(pair.before.expanded, pair.after.expanded) for pair in one.comparison.pairs]
    assert works == [(5, 2), (7, 8), (9, None)]
    assert one.less_equal_more("expanded") == (1, 0, 1)
    assert one.comparison.solved == (3, 2)


def test_solved_searches_come_the_quickest_first() -> None:
    (series,) = AcrossRuns({"a": run("a", [9, None, 2], [1, 2, 3])}).series
    assert [row.expanded for row in series.solved] == [2, 9]
    assert (series.method, len(series.rows)) == ("greedy", 3)


def test_searches_that_judge_macros_and_their_problems_are_no_part_of_it() -> None:
    one = run("a", [9, 4, 2], [1, 2, 3])
    practice = replace(one.problems[2], problem_set="seed 0, practice")
    judging = replace(one.searches[0], condition="with m1")
    more = replace(
        one,
        problems=(*one.problems[:2], practice),
        conditions=(*one.conditions, Condition("with m1", facts={"judging": True})),
        searches=(*one.searches, judging),
    )
    (series,) = AcrossRuns({"a": more}).series
    assert [row.expanded for row in series.solved] == [4, 9]


def test_runs_of_other_rules_have_nothing_in_common() -> None:
    one, other = run("a", [1, 2, 3], [1, 2, 3]), run("b", [1, 2, 3], [1, 2, 3], arc_cost=2)
    assert not AcrossRuns({"a": one, "b": other}).pairwise


def test_names_tell_folders_apart() -> None:
    runs = [run(path, [1, 2, 3], [1, 2, 3]) for path in ("/x/old/run", "/x/new/run")]
    assert list(names_of(runs)) == ["old/run", "new/run"]
    assert list(names_of(runs[:1])) == ["run"]


def test_problems_of_other_domains_are_others_whatever_their_text() -> None:
    one, other = (run("a", [1, 2, 3], [1, 2, 3], theory_text=text) for text in ("(a)", "(b)"))
    assert not AcrossRuns({"a": one, "b": other}).pairwise


def test_what_else_differs_is_known() -> None:
    here, there = {"processor": "A", "cores": 2}, {"processor": "B", "cores": 2}
    runs = {
        name: run(name, [1, 2, 3], [1, 2, 3], machine=m) for name, m in (("a", here), ("b", there))
    }
    across = AcrossRuns(runs)
    assert across.differences == {"processor": ["A", "B"]}
    assert not across.one_machine
    assert AcrossRuns({"a": runs["a"], "c": runs["a"]}).one_machine
