"""Fast Downward, where it is installed: it takes the domains with macros as they are, and its plans unroll."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from arcwise.planning.learning.macro_actions import save_augmented, unroll
from arcwise.planning.learning.pieces import Pieces
from arcwise.planning.other_planners import planner_of
from arcwise.planning.pddl import execute, ground_task, load_action_domain, load_task, read_plan
from arcwise.search import Problem, solve

from .pddl_worlds import learned_from

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", ["blocks", "gripper", "delivery"])
def test_an_outside_planner_plans_with_the_macros(
    examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(sys, "path", [str(Path(__file__).parents[1] / "benchmarks"), *sys.path])
    from planners import run_planner

    planner = planner_of("fast-downward:astar(lmcut())")
    if not planner.installed:
        pytest.skip("Fast Downward is not installed (pip install up-fast-downward)")
    path = examples / "pddl" / f"{name}.pddl"
    problem = examples / "pddl" / f"{name}-1.pddl"
    task = load_task(load_action_domain(path), problem)
    grounding = ground_task(task)
    result = solve(Problem(grounding.theory, grounding.start, grounding.goal), "a-star")
    library, choice = learned_from(task, learner=Pieces(parameters=8, untried=True))
    macros = choice.macros
    save_augmented(library, tmp_path / "more.pddl")
    own = run_planner(planner, path, problem, 60)
    assert own.plan is not None, own.output
    assert execute(task, read_plan(own.plan)).cost == result.cost
    assert own.operators == len(grounding.theory.arcs)
    found = run_planner(
        planner_of("fast-downward:lazy_greedy([ff()])"), tmp_path / "more.pddl", problem, 60
    )
    assert found.plan is not None, found.output
    done = unroll(task, read_plan(found.plan), macros)
    assert done.execution.cost >= result.cost
    assert (found.operators or 0) > (own.operators or 0)
