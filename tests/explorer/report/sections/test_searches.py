"""The section with searches that are stepped through: it shows what the run says, or nothing."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from arcwise.experiments.store import Run
from arcwise.explorer.html.markup import join
from arcwise.explorer.report.sections import searches as section
from arcwise.explorer.report.sections.searches import recounted, watched

from ..small_runs import Filled, content


def changed(run: Run, **values: object) -> Run:
    """The run with something else in every search."""
    return replace(run, searches=tuple(replace(row, **values) for row in run.searches))


@pytest.mark.slow
def test_a_frame_has_the_counts_of_the_run(filled: Filled) -> None:
    _, *frames = watched(content(filled.run))
    assert frames
    for frame in map(join, frames):
        assert "srcdoc=" in frame
        form = r"<summary>(.+), problem (\d+): (\d+) and (\d+) expansions</summary>"
        method, problem, *counts = re.findall(form, frame)[0]
        rows = [
            row
            for row in filled.run.searches
            if (row.method, row.problem) == (method, int(problem)) and row.solved
        ]
        by_condition = {row.condition: row.expanded for row in rows}
        assert counts == [str(by_condition[one]) for one in ("before", "after")]


@pytest.mark.slow
def test_a_search_that_comes_out_otherwise_than_the_run_says_is_named(filled: Filled) -> None:
    rows = tuple(
        replace(row, expanded=(row.expanded or 0) + (row.condition == "after"))
        for row in filled.run.searches
    )
    whole, *notes = map(join, watched(content(replace(filled.run, searches=rows))))
    assert "searched once more for this page" in whole
    assert notes
    for note in notes:
        found = re.search(r"after learning, (\d+) expansions? recorded, (\d+) found when", note)
        assert found is not None and int(found[1]) == int(found[2]) + 1
        assert "srcdoc" not in note and "before learning" not in note


@pytest.mark.slow
def test_counts_that_were_made_smaller_are_named(filled: Filled) -> None:
    longest = max(filled.run.searches, key=lambda row: row.expanded or 0).expanded or 0
    assert longest > section.MOST_EXPANSIONS
    notes = map(join, watched(content(changed(filled.run, expanded=2))))
    assert any("2 expansions recorded" in note for note in notes)


@pytest.mark.parametrize("count", ["expanded", "generated", "operator_applications"])
def test_any_short_search_with_other_counts_is_named_not_only_those_that_are_shown(
    filled: Filled, count: str
) -> None:
    short = [
        row
        for row in filled.run.searches
        if (row.condition, row.algorithm) == ("after", "greedy")
        and row.solved
        and 0 < (row.expanded or 0) <= section.MOST_RECOUNTED
    ]
    least = min(short, key=lambda row: row.expanded or 0)
    lowered = replace(least, **{count: 1 + 3 * getattr(least, count)})
    rows = tuple(lowered if row is least else row for row in filled.run.searches)
    note = join(recounted(content(replace(filled.run, searches=rows))))
    assert "as the run's files have them. 1 came out otherwise: greedy" in note
    assert f"problem {least.problem}: after learning, {getattr(lowered, count):,} " in note


def test_the_page_tells_how_many_searches_were_made_once_more_and_how_many_not(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    total = len(filled.run.searches)
    told = re.search(
        rf"([\d,]+) of {total:,} searches were made.*All came out the same",
        join(recounted(content(filled.run))),
    )
    assert told is not None and 0 < int(told[1]) < total
    monkeypatch.setattr(section, "MOST_RECOUNTED", 0)
    assert f"None of {total:,} searches was made once more" in join(recounted(content(filled.run)))


def test_a_heuristic_or_an_option_that_is_not_here_shows_nothing(filled: Filled) -> None:
    assert watched(content(changed(filled.run, heuristic="of somebody"))) == []
    odd = {**filled.run.settings, "options": {"ties": 7, "limits": {}}}
    assert watched(content(replace(filled.run, settings=odd))) == []


def test_a_run_without_its_macros_shows_nothing(filled: Filled) -> None:
    bare = tuple(replace(one, file=None) for one in filled.run.conditions)
    assert watched(content(replace(filled.run, conditions=bare))) == []


@pytest.mark.slow
def test_the_first_algorithms_that_can_be_watched_are_shown(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(section, "MOST_SEARCHES", 1)
    assert len(watched(content(filled.run))) == 2
