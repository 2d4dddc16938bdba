"""Climbing as an algorithm of the table: on a problem, with its own arcs and macros."""

from dataclasses import replace

import pytest
from arcwise.rules import Arc, InputError, Theory, Var, sliding_tile
from arcwise.rules.arc import replace_arc
from arcwise.search import NO_LIMITS, Climber, Problem, Status, climb, solve, watch

GOAL = (1, 2, 3, 4, 5, 0)
FAR = (4, 5, 3, 0, 1, 2)


def did(result):
    return result.status, result.path, replace(result.statistics, elapsed=0, peak_memory=0)


@pytest.mark.parametrize("learned", [False, True])
def test_both_engines_climb_alike_with_the_arcs_of_the_theory(learned, five_with_macros, replay):
    theory = five_with_macros if learned else sliding_tile(2, 3)
    problem = Problem(theory, FAR, GOAL)
    native, python = (solve(problem, "climb", engine=one) for one in ("native", "python"))
    assert (native.engine, python.engine) == ("native", "python")
    assert did(native) == did(python)
    assert native.solved and not native.optimal and native.algorithm == "climb"
    replay(problem, native)


def test_macros_lead_out_of_local_minima(macros, replay):
    theory = sliding_tile(2, 3)
    stuck = Climber(theory.domain, theory.shape, goal=GOAL).advance(FAR).climb.stuck
    problem = Problem(theory, stuck, GOAL)
    length = solve(problem, "a-star").steps
    (macro,) = macros(theory, stuck, GOAL, (length,))
    found = solve(replace(problem, theory=theory.with_macros([macro])), "climb")
    assert [arc.name for arc in found.operators] == [macro.name] and found.moves == length
    assert not found.climb.escapes
    replay(replace(problem, theory=theory.with_macros([macro])), found)


def test_it_is_the_climb_of_a_climber():
    theory = sliding_tile(2, 3)
    climber = Climber(theory.domain, theory.shape, goal=GOAL, select="best")
    alone = climb(climber, FAR, escape=NO_LIMITS)
    found = solve(Problem(theory, FAR, GOAL), "climb")
    assert (did(found), found.move_names) == (did(alone), alone.move_names)


def test_arcs_that_are_not_all_of_the_domain_s_or_cost_more_are_the_only_moves(replay):
    theory = sliding_tile(2, 3)
    arcs = tuple(replace_arc(arc, cost=3) for arc in theory.arcs if arc.name != "down")
    problem = Problem(replace(theory, arcs=arcs), (1, 2, 3, 0, 4, 5), GOAL)
    found = solve(problem, "climb")
    assert found.solved and found.cost == 3 * found.moves
    replay(problem, found)
    stuck = solve(replace(problem, start=(1, 2, 0, 4, 5, 3)), "climb")
    assert stuck.status is Status.INCOMPLETE and "local minimum" in stuck.note


def test_what_cannot_be_climbed_is_refused():
    problem = Problem(sliding_tile(2, 3), FAR, GOAL)
    with pytest.raises(InputError, match="single state"):
        solve(replace(problem, goal=(1, 2, Var("A"), Var("B"), Var("C"), 0)), "climb", check=False)
    with pytest.raises(InputError, match="can be watched"):
        watch(problem, "climb")


@pytest.mark.parametrize("costs", [(1, 4), (4, 1), (2, 2)])
def test_of_two_arcs_that_do_the_same_the_one_that_was_used_counts(costs):
    arcs = tuple(
        Arc(f"r{number}", (Var("B"),), ("other",), cost) for number, cost in enumerate(costs)
    )
    found = solve(Problem(Theory("two", arcs, (1, 1)), ("C",), ("other",)), "climb")
    (used,) = found.operators
    assert [used.name] == found.to_dict()["arcs"]
    assert found.cost == used.cost == costs[int(used.name[1])]
