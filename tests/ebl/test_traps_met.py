"""Traps that a search learns on the way: costs stay the same, and what is left out are dead ends."""

import pytest
from arcwise.ebl.traps_met import LOOK, TrapsMet, look_by
from arcwise.rules import InputError, open_source
from arcwise.rules.states.traps import Trap, Traps
from arcwise.search import ALGORITHMS, FunctionProblem, Limits, Problem, Status, solve

from .test_traps import alive, built_in, facts_of, level, random_problem

HALL = """
########
#.. $  #
#.  $  #
# $    #
# @    #
#      #
########
"""


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize(
    ("algorithm", "heuristic"), [("breadth-first", None), ("a-star", "manhattan"), ("auto", None)]
)
def test_a_search_that_learns_has_the_same_cost(algorithm, heuristic, engine):
    problem = built_in("sokoban:3")
    plain, found = (
        solve(problem, algorithm, heuristic=heuristic, engine=engine, learn_traps=learns)
        for learns in (False, True)
    )
    assert (plain.cost, plain.optimal) == (found.cost, found.optimal) == (16, True)
    assert plain.traps is None


def test_a_search_that_learns_expands_less():
    problem = level(HALL)
    plain, found = (
        solve(problem, "a-star", heuristic="manhattan", learn_traps=learns)
        for learns in (False, True)
    )
    assert plain.cost == found.cost
    assert 2 * found.statistics.expanded < plain.statistics.expanded
    assert ("$",) in [rule.kinds for rule in found.traps]
    assert found.note.startswith("learned ")


def test_the_python_engine_learns_in_one_search_and_counts_what_is_left_out():
    problem = level(HALL)
    plain = solve(problem, "breadth-first", engine="python", limits=Limits(nodes=700))
    found = solve(
        problem, "breadth-first", engine="python", limits=Limits(nodes=700), learn_traps=True
    )
    assert found.statistics.inserted < plain.statistics.inserted
    assert found.statistics.trapped > plain.statistics.trapped == 0
    assert f" {found.statistics.trapped} successors left out while learning" in found.note


@pytest.mark.slow
def test_no_live_state_of_random_theories_is_left_out():
    learned = 0
    for problem in map(random_problem, range(150)):
        states, good = alive(problem)
        met = TrapsMet(problem, facts_of(problem))
        met._next = 2
        for state in states:
            met.within(state)
        assert not {state for state in states if met.learned.within(state)} & good
        learned += len(met.library)
        plain, found = (
            solve(problem, "uniform-cost", check=False, learn_traps=learns)
            for learns in (False, True)
        )
        assert (plain.status, plain.cost) == (found.status, found.cost)
    assert learned > 20


def test_given_traps_are_left_out_beside_those_that_are_learned():
    problem = built_in("sokoban:3")
    met = TrapsMet(problem, facts_of(problem)) + Traps([Trap(((0, "$"),), "given")])
    state = ("$", *problem.start[1:])
    assert met.within(state).name == "given"
    assert state not in met.met


def test_limits_hold_for_the_look_and_the_rest_together():
    problem = level(HALL)
    found = solve(
        problem, "breadth-first", limits=Limits(nodes=LOOK + 50), engine="native", learn_traps=True
    )
    assert (found.status, found.limit) == (Status.STOPPED, "nodes")
    assert found.statistics.expanded == LOOK + 50
    assert found.engine == "native"


def test_stages_are_looked_at_by_one_search_of_their_kind():
    assert look_by(ALGORITHMS["auto"]).name == "a-star"
    assert look_by(ALGORITHMS["fast"]).name == "greedy"
    assert look_by(ALGORITHMS["ida-star"]).name == "ida-star"


def test_what_learns_no_traps_is_told():
    problem = built_in("sokoban:2")
    with pytest.raises(InputError, match="climbs and policies learn no traps"):
        solve(problem, "climb", learn_traps=True)
    with pytest.raises(InputError, match="need a theory made of arcs"):
        solve(FunctionProblem(1, lambda n: n == 2, lambda n: []), "breadth-first", learn_traps=True)
    domain, shape = open_source("sliding-tile:2x2").sized
    theory, goal = domain.theory(shape), domain.goal(shape)
    puzzle = Problem(theory, theory.successors(goal)[0][1], goal)
    assert "no trap explains enough" in solve(puzzle, "breadth-first", learn_traps=True).note
