"""A part of a problem is searched first, and the whole where the part has no solution."""

from __future__ import annotations

import pytest
from arcwise.ebl.files.macro_file import load_macros, save_macros
from arcwise.experiments.condition import Condition
from arcwise.experiments.execute.recipe import Recipe
from arcwise.experiments.sized_domain import load_domain
from arcwise.rules.pddl.planning import PlanningDomain
from arcwise.rules.pddl.read_action_domain import load_action_domain
from arcwise.rules.pddl.read_task import read_task
from arcwise.search.choosing.part_first import WHOLE
from arcwise.search.limits import Limits
from arcwise.search.planner.fast_downward import find_planner
from arcwise.search.problem import Problem
from arcwise.search.solve import solve

from ...entangled_blocks import NOT_FROM_THE_TABLE, SWAPPED, entangled_library

STACKED = "(on c b) (on b a)"
"""To which all blocks go at once from where they stood, or by way of the table."""


def problem_of(examples, goal, library):
    """The whole problem, and the part that a library leaves of it."""
    actions = load_action_domain(str(examples / "pddl" / "blocks.pddl"))
    whole = PlanningDomain(actions, read_task(actions, SWAPPED.format(goal=goal)))
    return [
        (domain, Problem(domain.theory((1, 1)), domain.start((1, 1)), domain.goal((1, 1))))
        for domain in (whole, library.part_of(whole))
    ]


def carried_out(domain, result):
    """The plan, step by step as the domain defines its actions."""
    return domain.plan(result.path[0], [move.name for move in result.primitives])


def test_a_part_is_smaller_and_its_plans_are_plans_of_the_whole(examples):
    library = entangled_library(examples, stack_goal=True, unstack_start=True)
    (whole, _), (part, problem) = problem_of(examples, STACKED, library)
    assert len(problem.theory.arcs) < len(whole.theory((1, 1)).arcs)
    result = solve(problem, "lazy-greedy")
    assert result.solved
    assert not result.note
    assert len(carried_out(part, result)) == result.moves


@pytest.mark.skipif(find_planner() is None, reason="Fast Downward is not installed")
@pytest.mark.parametrize("algorithm", ["lazy-greedy", "a-star"])
def test_fast_downward_searches_a_part_first_too(examples, algorithm):
    library = entangled_library(examples, pick_up_start=True)
    (_, all_of_it), (part, problem) = problem_of(examples, NOT_FROM_THE_TABLE, library)
    result = solve(problem, algorithm, heuristic="ff", engine="fast-downward")
    assert result.solved
    assert len(carried_out(part, result)) == result.moves
    assert result.cost >= solve(all_of_it, "a-star").cost


@pytest.mark.parametrize("algorithm", ["lazy-greedy", "greedy", "a-star"])
def test_where_the_part_has_no_solution_the_whole_is_searched(examples, algorithm):
    library = entangled_library(examples, pick_up_start=True)
    (_, all_of_it), (part, problem) = problem_of(examples, NOT_FROM_THE_TABLE, library)
    result = solve(problem, algorithm)
    assert result.solved
    assert len(carried_out(part, result)) == result.moves
    if (
        algorithm == "a-star"
    ):  # looks at the whole alone, for the part says nothing of what is cheapest
        assert (result.cost, result.optimal) == (solve(all_of_it, algorithm).cost, True)
    else:
        assert WHOLE in result.note
        alone = solve(all_of_it, algorithm).statistics
        assert result.statistics.expanded > alone.expanded


def test_limits_hold_for_part_and_whole_together(examples):
    library = entangled_library(examples, pick_up_start=True)
    _, (_, problem) = problem_of(examples, NOT_FROM_THE_TABLE, library)
    result = solve(problem, "greedy", limits=Limits(nodes=4))
    assert (result.status.name, result.limit) == ("STOPPED", "nodes")
    assert result.statistics.expanded <= 4


def test_files_recipes_and_boards_have_the_same_part(examples, tmp_path):
    library = entangled_library(examples, stack_goal=True, unstack_start=True)
    file, problem = tmp_path / "entangled.pl", tmp_path / "swapped.pddl"
    save_macros(library, file)
    problem.write_text(SWAPPED.format(goal=STACKED))
    read = load_macros(file, library.domain)
    assert [macro.operator for macro in read] == [macro.operator for macro in library]
    argument = f"{examples / 'pddl' / 'blocks.pddl'}#{problem}"
    board = load_domain(argument, macros=file)
    _, (_, part) = problem_of(examples, STACKED, library)
    assert board.theory.arcs == part.theory.arcs
    made = Recipe.of(argument, str(file)).make()
    assert made.problem(made.domain.start, made.domain.goal(None)).theory.arcs == part.theory.arcs
    whole = made.domain.theory
    chosen = Condition("none", "entangled.pl", file.read_text(), {"chosen": []})
    none = Recipe.of(argument).under(chosen).make()
    assert none.problem(none.domain.start, none.domain.goal(None)).theory.arcs == whole.arcs
