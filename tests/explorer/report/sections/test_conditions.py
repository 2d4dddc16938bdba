"""Runs of many conditions: a line for each kind, with the intervals of `arcwise utility`."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from arcwise.ebl import MacroLibrary
from arcwise.experiments import Condition, Instance, mean_of, ratio_of, summaries
from arcwise.experiments.store import Run, RunFolder, read_run
from arcwise.explorer.html.markup import join
from arcwise.explorer.report import report_page, several_page
from arcwise.explorer.report.sections.verdicts import conditions, verdicts
from arcwise.explorer.views.utility import tables
from arcwise.rules import TheoryDomain, random_problems
from arcwise.search import Problem, solve

from ..small_runs import FIVE, FIVE_GOAL, TAUGHT, content, learned, recorded, settings_for

SEEDS = (0, 1)


@pytest.fixture(scope="module")
def sweep(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """No macros, one and two of good examples and one of random ones, for two seeds of three problems each."""
    folder = tmp_path_factory.mktemp("runs") / "sweep"
    both = list(learned(FIVE, TAUGHT))
    kinds = [("no macros", []), ("good examples", both[:1]), ("good examples", both)]
    kinds.append(("random examples", both[1:]))
    starts = [random_problems(FIVE, FIVE_GOAL, 3, seed) for seed in SEEDS]
    asked = settings_for(FIVE, command="utility", configurations=["greedy"])
    problems = [Instance(start, FIVE_GOAL) for some in starts for start in some]
    with RunFolder.create(folder, asked, problems) as run:
        for seed in SEEDS:
            for label, macros in kinds:
                facts = {"label": label, "macros": len(macros), "seed": seed}
                facts["learning"] = {"applications": 100 * len(macros), "seconds": 0.1}
                name = f"{label}:{len(macros)}:seed{seed}"
                run.ensure_condition(Condition(name, facts=facts))
                theory = FIVE.with_macros(MacroLibrary(TheoryDomain(FIVE), macros).arcs(FIVE))
                for number, start in enumerate(starts[seed], start=1 + 3 * seed):
                    result = solve(Problem(theory, start, FIVE_GOAL), "greedy")
                    run.record(recorded((name, "greedy", number), result))
    return read_run(folder)


def test_a_kind_without_its_words_goes_by_its_name(sweep: Run) -> None:
    bare = [replace(one, facts={}) for one in sweep.conditions]
    labels = [group.label for group in summaries(replace(sweep, conditions=bare))]
    assert set(labels) == {re.sub(":seed.*", "", one.name) for one in bare}


def test_conditions_of_several_seeds_are_one_group(sweep: Run) -> None:
    found = summaries(sweep)
    assert [(group.label, group.macros, group.learning()) for group in found] == [
        ("no macros", 0, 0),
        ("good examples", 1, 100),
        ("good examples", 2, 200),
        ("random examples", 1, 100),
    ]
    assert all(len(group.rows) == len(SEEDS) for group in found)


def test_means_and_ratios_are_those_over_seeds_and_problems(sweep: Run) -> None:
    works = {(row.condition, row.problem): row.operator_applications or 0 for row in sweep.searches}
    problems = {0: (1, 2, 3), 1: (4, 5, 6)}
    group = summaries(sweep)[2]
    values = [
        [float(works[f"good examples:2:seed{seed}", n]) for n in problems[seed]] for seed in SEEDS
    ]
    assert group.mean("operator_applications") == mean_of(values)
    ratios = [
        [
            works[f"good examples:2:seed{seed}", n] / works[f"no macros:0:seed{seed}", n]
            for n in problems[seed]
        ]
        for seed in SEEDS
    ]
    assert group.ratio("operator_applications") == ratio_of(ratios)
    assert summaries(sweep)[0].ratio("operator_applications") is None


def test_section_has_a_line_for_each_kind(sweep: Run) -> None:
    section = join(conditions(content(sweep)))
    assert section.count('class="swatch series') == 2 * 4
    assert "the dashed line is no macros at all" in section
    (table,) = tables(summaries(sweep))
    assert [row[3] for row in table.rows] == ["6/6"] * 4


@pytest.mark.slow
def test_verdicts_are_those_of_the_comparisons_with_no_macros(sweep: Run) -> None:
    section = re.sub(r' data-of="[^"]*"', "", join(verdicts(content(sweep))[-1]))
    for group in summaries(sweep)[1:]:
        ratio = group.ratio("operator_applications")
        assert ratio is not None and ratio.low is not None and ratio.high is not None
        word = group.comparison.verdict.word
        row = f'>{group.name}</th><td class="n">{ratio.mean:.2f}</td>'
        assert row in section
        assert re.search(
            re.escape(row) + f'<td class="n">[^<]*</td><td class="n">{word}</td>', section
        )
    assert "of 3 pay" in section
    assert re.search(r"searching (pays|does not pay|makes no clear difference) for \d", section)


@pytest.mark.slow
def test_searches_that_judge_single_macros_are_left_out(sweep: Run) -> None:
    conditions = (*sweep.conditions, Condition("with m1", facts={"judging": True}))
    practice = replace(sweep.problems[0], id=77, problem_set="seed 0, practice")
    searches = (
        *sweep.searches,
        replace(sweep.searches[0], condition="with m1"),
        replace(sweep.searches[0], problem=77),
    )
    more = replace(
        sweep, conditions=conditions, searches=searches, problems=(*sweep.problems, practice)
    )
    assert more.measured.searches == sweep.searches
    assert more.measured.conditions == sweep.conditions
    text = report_page(more)
    assert (
        "6 problems, 24 searches by greedy with manhattan in 8 conditions; 2 more searches to judge"
        in text
    )
    assert ": 6 problems, 24 searches." in several_page([more, more])


def test_conditions_without_facts_are_shown_too(tmp_path: Path) -> None:
    with RunFolder.create(
        tmp_path / "run",
        settings_for(FIVE, command="utility", configurations=["greedy"]),
        [Instance(TAUGHT[0][0], FIVE_GOAL)],
        [Condition("one"), Condition("two"), Condition("three")],
    ) as run:
        for condition in ("one", "two"):
            result = solve(Problem(FIVE, TAUGHT[0][0], FIVE_GOAL), "greedy")
            run.record(recorded((condition, "greedy", 1), result))
    found = summaries(read_run(tmp_path / "run"))
    assert [(group.name, group.learning()) for group in found] == [("one", None), ("two", None)]
    assert conditions(content(read_run(tmp_path / "run")))
