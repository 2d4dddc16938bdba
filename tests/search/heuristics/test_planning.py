"""Heuristics of the relaxed task on planning problems: against pyperplan, where it is installed, and against blind search."""

from importlib import import_module

import pytest
from arcwise.planning.pddl import (
    ground_task,
    load_action_domain,
    load_task,
    read_action_domain,
    read_task,
)
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


@pytest.mark.parametrize("engine", ["python", "native"])
def test_lm_cut_counts_every_cell_that_is_to_be_visited(engine):
    """Each cell is entered by moves that enter no other, so that the cuts can be one for each cell."""
    side = 5
    cells = [(x, y) for x in range(side) for y in range(side)]
    ways = " ".join(
        f"(next c{x}{y} c{u}{v})"
        for x, y in cells
        for u, v in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        if (u, v) in cells
    )
    domain = read_action_domain(
        """(define (domain visit) (:predicates (next ?x ?y) (at ?x) (visited ?x))
        (:action move :parameters (?x ?y) :precondition (and (at ?x) (next ?x ?y))
         :effect (and (not (at ?x)) (at ?y) (visited ?y))))"""
    )
    goal = " ".join(f"(visited c{x}{y})" for x, y in cells)
    text = f"""(define (problem all) (:domain visit) (:objects {" ".join(f"c{x}{y}" for x, y in cells)})
        (:init (at c22) (visited c22) {ways}) (:goal (and {goal})))"""
    made = ground_task(read_task(domain, text))
    found = solve(
        Problem(made.theory, made.start, made.goal), "a-star", heuristic="lm_cut", engine=engine
    )
    assert (found.cost, found.statistics.expanded) == (len(cells) - 1, len(cells) - 1)
