"""Tables of stages of one's own: what they find, when their stages are made, how they are read, refused and shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from arcwise.rules import InputError, sliding_tile
from arcwise.search import (
    ALGORITHMS,
    Algorithm,
    FunctionProblem,
    Limits,
    Problem,
    Stage,
    solve,
    stages_view,
    table_of,
)

FAR = Problem(sliding_tile(3, 3), (8, 6, 7, 2, 5, 4, 3, 0, 1), (1, 2, 3, 4, 5, 6, 7, 8, 0))
NEAR = Problem(sliding_tile(3, 3), (1, 2, 3, 4, 5, 6, 7, 0, 8), (1, 2, 3, 4, 5, 6, 7, 8, 0))
COUNT = FunctionProblem(0, lambda n: n == 50, lambda n: [("one", 1, n + 1), ("two", 3, n + 2)])

GREEDY = Stage("greedy", "manhattan")
PROOF = Stage("ida-star", "manhattan", until="proof")


@pytest.mark.parametrize("engine", ["auto", "python"])
@pytest.mark.parametrize(
    ("problem", "stages", "algorithm", "optimal"),
    [
        (FAR, [GREEDY], "greedy", False),
        (FAR, [GREEDY, PROOF], "ida-star", True),
        (FAR, [Stage("a-star", nodes=20), GREEDY, PROOF], "ida-star", True),
        (NEAR, [Stage("a-star", nodes=20), GREEDY, PROOF], "a-star", True),
        (FAR, [GREEDY, Stage("beam", when="planning")], "greedy", False),
        (FAR, [Stage("greedy", when="not planning"), Stage("beam")], "greedy", False),
        (FAR, [Stage("climb", when="macros"), Stage("beam")], "beam", False),
        (FAR, [Stage("a-star", nodes=9), Stage("beam", when="instead")], "a-star", False),
        (FAR, [Stage("weighted-a-star", "ff"), Stage("greedy", "lm_cut")], "weighted-a-star", False),
        (COUNT, [Stage("greedy"), Stage("uniform-cost", until="proof")], "uniform-cost", True),
        (COUNT, [Stage("greedy", "manhattan"), Stage("breadth-first")], "breadth-first", False),
    ],
)  # fmt: skip
def test_a_table_is_followed_until_a_plan_or_a_proof(problem, stages, algorithm, optimal, engine):
    result = solve(problem, stages, engine=engine)
    assert result.algorithm == algorithm
    assert result.optimal == optimal
    assert "the next stage of the table" in result.note


@pytest.mark.parametrize(
    ("stages", "status", "note"),
    [
        ([Stage("climb", when="macros")], "INCOMPLETE", "no stage of the table suits the problem"),
        ([Stage("a-star", nodes=5)], "STOPPED", "no solution was found"),
        ([Stage("greedy"), Stage("a-star", nodes=5, until="proof")], "SOLVED", "is not proved optimal"),
    ],
)  # fmt: skip
def test_what_no_stage_finds_or_proves_is_said(stages, status, note):
    result = solve(FAR, stages)
    assert result.status.name == status
    assert note in result.note


@pytest.mark.parametrize(("wide", "algorithm"), [(True, "greedy"), (False, "ida-star")])
def test_conditions_measure_the_stage_that_is_the_first_look(wide, algorithm):
    """Near the start hardly a state is met twice; of most of the space many are."""
    stages = [
        Stage("breadth-first", nodes=150_000, look=wide),
        Stage("a-star", nodes=50, look=not wide),
        Stage("ida-star", "manhattan", when="tree"),
        Stage("greedy", when="not tree"),
    ]
    assert solve(FAR, stages).algorithm == algorithm


def test_shares_are_of_the_limits_left():
    stages = [Stage("greedy", "zero", share=0.5, until="proof"), Stage("breadth-first", share=0.5)]
    result = solve(FAR, stages, limits=Limits(nodes=1_000))
    assert result.statistics.expanded == 750


TABLE = """
[[stage]]
algorithm = "greedy"
heuristic = "manhattan"
ties = "newest"
nodes = 1_000

[[stage]]
algorithm = "weighted-a-star"
weight = 3
share = 0.5
until = "proof"
when = "not planning, not scarce"
why = "a cheaper plan may be near"
"""


def test_a_file_is_an_algorithm_by_its_name_and_travels(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(TABLE, encoding="utf-8")
    row = ALGORITHMS.find(str(file))
    greedy = ALGORITHMS["greedy"].adjusted(ties="newest")
    weighted = ALGORITHMS["weighted-a-star"].adjusted(weight=3)
    assert row.stages == (
        Stage(greedy, "manhattan", 1_000),
        Stage(
            weighted,
            share=0.5,
            until="proof",
            when="not planning, not scarce",
            why="a cheaper plan may be near",
        ),
    )
    assert Algorithm.from_json(json.loads(json.dumps(row.to_json()))) == row
    result = solve(FAR, str(file))
    assert (result.algorithm, result.note) == (
        "weighted-a-star",
        "chosen because a cheaper plan may be near",
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no table of stages"),
        ("[[stage]", "no TOML"),
        ("[[stages]]\nalgorithm = 'a-star'", "no table of stages"),
        ("[[stage]]\nnodes = 3", "without its algorithm"),
        ("[[stage]]\nalgorithm = 'a-starr'", "unknown algorithm"),
        ("[[stage]]\nalgorithm = 'auto'", "a table in a table"),
        ("[[stage]]\nalgorithm = 'a-star'\nheuristic = 'manhatten'", "try:      manhattan"),
        ("[[stage]]\nalgorithm = 'a-star'\nnodes = 0", "bad nodes"),
        ("[[stage]]\nalgorithm = 'a-star'\nshare = 2", "bad share"),
        ("[[stage]]\nalgorithm = 'a-star'\nshare = 'half'", "bad stage"),
        ("[[stage]]\nalgorithm = 'a-star'\nuntil = 'end'", "bad until"),
        ("[[stage]]\nalgorithm = 'a-star'\nwhen = 'planing'", "try:      planning"),
        ("[[stage]]\nalgorithm = 'a-star'\nwidth = 3", "unknown key of a stage"),
        ("[[stage]]\nalgorithm = 'a-star'\nwhen = 'not tree'", "without a first look"),
        ("[[stage]]\nalgorithm = 'a-star'\nwhen = 'near'\nlook = true", "without a first look"),
        ("[[stage]]\nalgorithm = 'a-star'\nlook = true\n" * 2, "two first looks"),
        ("[[stage]]\nalgorithm = 'a-star'\nbeam_width = 3", "beam width has no effect on a-star"),
        ("stage = ['greedy']", "this is no stage"),
        ("stage = [[]]", "this is no stage"),
        ("stage = [{algorithm = 'greedy'}, 3]", "this is no stage"),
        ("[[stage]]\nalgorithm = 3\nbeam_width = 3", "bad algorithm of a stage"),
        (
            "[[stage]]\nalgorithm = 'beam'\nbeam_width = 'x'",
            "beam_width has to be a whole number, not 'x'",
        ),
        ("[[stage]]\nalgorithm = 'beam'\nnodes = 'x'", "nodes has to be a whole number, not 'x'"),
        ("[[stage]]\nalgorithm = 'greedy'\ntogether = -1", "bad together"),
        ("[[stage]]\nalgorithm = 'beam'\nlevels = -1", "bad levels"),
    ],
)
def test_a_file_that_is_no_table_is_refused_with_its_place(tmp_path: Path, text, said):
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as refused:
        solve(FAR, str(file))
    assert said in str(refused.value)
    assert str(refused.value).startswith(str(file))


def test_no_stage_is_no_table():
    with pytest.raises(InputError, match="no stage"):
        table_of([])


@pytest.mark.parametrize("name", ["auto", "fast"])
def test_our_tables_are_shown_with_what_their_conditions_mean(name):
    view = stages_view(name)
    text = view.text()
    for stage in view.data["stages"]:
        for condition in stage["when"]:
            meaning = condition.removeprefix("not ")
            assert f"\n{meaning} " in text or stage["search"].endswith(")")
    assert json.loads(json.dumps(view.data)) == view.data
    with pytest.raises(InputError, match="has no stages"):
        stages_view("a-star")


@pytest.mark.parametrize(
    ("stage", "said"),
    [
        (Stage("greedy", nodes=lambda _: "x"), "bad nodes of a stage with greedy"),  # type: ignore[arg-type, return-value]
        (Stage("greedy", nodes=lambda _: -4), "bad nodes"),
        (Stage("greedy", share=lambda _: 7), "bad share"),
        (Stage("greedy", time=lambda _: float("nan")), "bad time"),
        (Stage("beam", narrowest=lambda _: float("nan")), "bad narrowest"),
    ],
)
def test_what_a_function_of_a_stage_returns_is_checked(stage, said):
    with pytest.raises(InputError, match=said):
        solve(FAR, [stage])
