"""A part of a problem is searched first, and the whole where the part has no solution."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic, sleep

import pytest
from arcwise.ebl import load_macros, save_macros
from arcwise.experiments import BoardSource, Condition
from arcwise.experiments.board_question import pose
from arcwise.planning import find_planner
from arcwise.planning.pddl import PlanningDomain, load_action_domain, read_task
from arcwise.rules import TooLargeError, match
from arcwise.search import ALGORITHMS, NOT_READY, Limits, Problem, Result, Statistics, Status, solve
from arcwise.search.part_first import ONLY_PART, UNUSED, WHOLE, PartFirst

from ..entangled_blocks import NOT_FROM_THE_TABLE, SWAPPED, entangled_library

STACKED = "(on c b) (on b a)"
"""To which all blocks go at once from where they stood, or by way of the table."""


def problem_of(examples, goal, library):
    """The whole problem, and the part that a library leaves of it before the whole."""
    actions = load_action_domain(str(examples / "pddl" / "blocks.pddl"))
    whole = PlanningDomain(actions, read_task(actions, SWAPPED.format(goal=goal)))
    parts = [
        Problem(domain.theory((1, 1)), domain.start((1, 1)), domain.goal((1, 1)))
        for domain in (whole, library.part_of(whole))
    ]
    return parts[0], PartFirst(parts[1], lambda: parts[0])


def carried_out(result):
    """The plan, step by step as the domain defines its actions."""
    domain = result.theory.domain
    assert result.path[0] == domain.start((1, 1))
    return domain.plan(result.path[0], [move.name for move in result.primitives])


def test_a_part_is_smaller_and_its_plans_are_plans_of_the_whole(examples):
    library = entangled_library(examples, stack_goal=True, unstack_start=True)
    whole, problem = problem_of(examples, STACKED, library)
    assert len(problem.part.theory.arcs) < len(whole.theory.arcs)
    result = solve(problem, "lazy-greedy")
    assert result.solved
    assert not result.note
    assert result.theory is problem.part.theory
    assert len(carried_out(result)) == result.moves


@pytest.mark.slow
@pytest.mark.skipif(find_planner() is None, reason="Fast Downward is not installed")
@pytest.mark.parametrize("algorithm", ["lazy-greedy", "a-star"])
def test_fast_downward_searches_a_part_first_too(examples, algorithm):
    library = entangled_library(examples, pick_up_start=True)
    all_of_it, problem = problem_of(examples, NOT_FROM_THE_TABLE, library)
    result = solve(problem, algorithm, heuristic="ff", engine="fast-downward")
    assert result.solved
    assert len(carried_out(result)) == result.moves
    assert result.cost >= solve(all_of_it, "a-star").cost


@pytest.mark.parametrize("algorithm", ["lazy-greedy", "greedy", "a-star"])
def test_where_the_part_has_no_solution_the_whole_is_searched(examples, algorithm):
    library = entangled_library(examples, pick_up_start=True)
    all_of_it, problem = problem_of(examples, NOT_FROM_THE_TABLE, library)
    result = solve(problem, algorithm)
    assert result.solved
    assert result.theory is all_of_it.theory
    assert len(carried_out(result)) == result.moves
    if algorithm == "a-star":  # the part says nothing of what is cheapest
        assert (result.cost, result.optimal) == (solve(all_of_it, algorithm).cost, True)
        assert result.note == UNUSED
    else:
        assert WHOLE in result.note
        alone = solve(all_of_it, algorithm).statistics
        assert result.statistics.expanded > alone.expanded


def test_limits_hold_for_part_and_whole_together(examples):
    library = entangled_library(examples, pick_up_start=True)
    _, problem = problem_of(examples, NOT_FROM_THE_TABLE, library)
    for nodes in (1, 2, 4):
        result = solve(problem, "greedy", limits=Limits(nodes=nodes))
        assert (result.status.name, result.limit) == ("STOPPED", "nodes")
        assert result.statistics.expanded <= nodes
        assert result.note == (ONLY_PART if nodes == 1 else WHOLE)


@pytest.mark.parametrize(
    ("limits", "counting", "for_part"),
    [
        (Limits(time=8, nodes=100), True, Limits(time=4, nodes=50)),
        (Limits(nodes=1), True, Limits(nodes=1)),
        (Limits(), True, Limits(nodes=200_000)),
        (Limits(nodes=1_000_000), True, Limits(nodes=200_000)),
        (Limits(), False, Limits(time=60)),
        (Limits(time=8), False, Limits(time=4)),
    ],
)
def test_the_part_has_half_of_the_limits(examples, limits, counting, for_part):
    _, problem = problem_of(
        examples, STACKED, entangled_library(examples, stack_goal=True, unstack_start=True)
    )
    seen = []

    def search(one, within):
        seen.append(within)
        return Result(Status.SOLVED, (one.start,), (), Statistics())

    problem.search_parts(search, limits, cheapest=False, counting=counting)
    assert seen == [for_part]


@pytest.mark.parametrize(
    ("limits", "for_part", "status"),
    [
        (Limits(), Limits(), Status.INCOMPLETE),
        (Limits(nodes=2), Limits(nodes=1), Status.STOPPED),
    ],
)
def test_what_the_part_says_is_not_lost_where_the_whole_is_too_large(
    examples, limits, for_part, status
):
    _, problem = problem_of(
        examples, NOT_FROM_THE_TABLE, entangled_library(examples, pick_up_start=True)
    )

    def refuse():
        raise TooLargeError("problem p is too large to ground", found="more")

    alone = solve(problem.part, "greedy", limits=for_part).statistics
    result = solve(replace(problem, whole=refuse), "greedy", limits=limits)
    assert result.status is status
    assert result.note == f"{ONLY_PART}: problem p is too large to ground; found: more"
    assert result.statistics.expanded == alone.expanded


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["greedy", "a-star"])
def test_a_limit_on_time_ends_the_making_of_the_whole(examples, algorithm):
    library = entangled_library(examples, pick_up_start=True)
    _, problem = problem_of(examples, NOT_FROM_THE_TABLE, library)

    def slowly():
        last = monotonic() + 30
        while monotonic() < last:
            sleep(0.01)
        raise AssertionError("nothing ended it")

    result = solve(replace(problem, whole=slowly), algorithm, limits=Limits(time=1))
    assert (result.status, result.limit) == (Status.STOPPED, "time")
    assert result.algorithm == algorithm
    assert result.note == (
        NOT_READY if algorithm == "a-star" else f"{ONLY_PART}, the whole {NOT_READY}"
    )


@pytest.mark.slow
def test_making_the_whole_is_preparation(examples):
    library = entangled_library(examples, pick_up_start=True)
    whole, problem = problem_of(examples, NOT_FROM_THE_TABLE, library)

    def slowly():
        sleep(0.1)
        return whole

    result = solve(replace(problem, whole=slowly), "greedy")
    assert result.solved
    assert result.statistics.preparation >= 0.1


def test_a_part_alone_proves_nothing_of_the_whole(examples):
    library = entangled_library(examples, pick_up_start=True)
    whole, problem = problem_of(examples, NOT_FROM_THE_TABLE, library)
    part = problem.part
    assert solve(whole, "greedy").solved
    alone = solve(part, "greedy")
    assert (alone.status, alone.note) == (Status.INCOMPLETE, ONLY_PART)
    later = next(state for _, state in part.successors(part.start))
    elsewhere = solve(replace(part, start=later), "greedy")
    assert (elsewhere.status, elsewhere.note) == (Status.INCOMPLETE, ONLY_PART)
    found = solve(replace(part, goal=later), "a-star")
    assert (found.solved, found.optimal, found.note) == (True, False, ONLY_PART)


def test_files_sources_and_boards_have_the_same_part(examples, tmp_path):
    library = entangled_library(examples, stack_goal=True, unstack_start=True)
    file, problem = tmp_path / "entangled.pl", tmp_path / "swapped.pddl"
    save_macros(library, file)
    problem.write_text(SWAPPED.format(goal=STACKED))
    read = load_macros(file, library.domain)
    assert [macro.operator for macro in read] == [macro.operator for macro in library]
    argument = f"{examples / 'pddl' / 'blocks.pddl'}#{problem}"
    part = problem_of(examples, STACKED, library)[1].part
    posed = pose(argument, macros=file).ready(ALGORITHMS["greedy"])
    assert posed.problem.part.theory.arcs == part.theory.arcs
    bare = BoardSource.opened(argument)
    board = bare.with_rules(Condition.with_library(file).rules())
    first = board.problem(board.start, board.goal(None))
    found = board.macros.in_whole(solve(first, "greedy"))
    state = board.start
    for operator, successor in zip(found.operators, found.path[1:], strict=True):
        names = {arc.name: reached for arc, reached in board.macros.theory.successors(state)}
        assert names[operator.name] == successor
        state = successor
    assert match(board.goal(None), state) is not None
    assert first.part.theory.arcs == part.theory.arcs
    assert first.whole().theory.arcs == board.theory.arcs
    whole = board.theory
    chosen = Condition("none", "entangled.pl", file.read_text(), {"chosen": []})
    none = bare.with_rules(chosen.rules())
    assert none.problem(none.start, none.goal(None)).theory.arcs == whole.arcs
