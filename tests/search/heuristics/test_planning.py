"""Heuristics of the relaxed task on planning problems: against pyperplan, where it is installed, and against blind search."""

from importlib import import_module

import pytest
from arcwise.planning.pddl import ground_task, load_action_domain, load_task
from arcwise.search import HEURISTICS, Problem, solve


def planning(folder, name):
    domain, problem = folder / f"{name}.pddl", folder / f"{name}-1.pddl"
    return domain, problem, ground_task(load_task(load_action_domain(domain), problem))


@pytest.mark.parametrize("name", ["blocks", "gripper"])
def test_h_max_is_pyperplan_s(examples, name):
    relaxation = pytest.importorskip("pyperplan.heuristics.relaxation")
    planner = import_module("pyperplan.planner")
    space = import_module("pyperplan.search.searchspace")
    domain, problem, made = planning(examples / "pddl", name)
    task = planner._ground(planner._parse(str(domain), str(problem)))
    theirs = relaxation.hMaxHeuristic(task)(space.make_root_node(task.initial_state))
    assert HEURISTICS["h_max"](made.theory, made.goal, made.start).estimate(made.start) == theirs


@pytest.mark.parametrize("name", ["blocks", "gripper", "delivery"])
def test_admissible_ones_prove_what_a_blind_search_finds(examples, name):
    _, _, made = planning(examples / "pddl", name)
    problem = Problem(made.theory, made.start, made.goal)
    blind = solve(problem, "uniform-cost")
    for heuristic in ("h_max", "lm_cut"):
        found = solve(problem, "a-star", heuristic=heuristic)
        assert (found.cost, found.optimal) == (blind.cost, True)
        assert found.statistics.expanded <= blind.statistics.expanded
