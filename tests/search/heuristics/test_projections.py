"""Sums of distances of single cells, against searches in each cell and true costs."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from math import inf
from pathlib import Path

import pytest
from arcwise.rules import Arc, InputError, Theory, Var, match, open_source, sliding_tile
from arcwise.search import Problem, Status, make_heuristic, solve
from arcwise.search.algorithms import ALGORITHMS
from arcwise.search.stages.tables import behind_walks, quickest
from hypothesis import given
from hypothesis import strategies as st

from ...drawing import at_most, own_variables
from ..engines import same

PDDL = Path(__file__).parents[3] / "examples" / "pddl"
SYMBOLS = "abcd"


@st.composite
def problems(draw):
    """Arcs that put constants into one cell or two, whatever they ask of these and the others; a goal, some cells of it open."""
    cells = draw(st.integers(2, 3))
    arcs = []
    for number in range(draw(st.integers(1, 8))):
        before: list[object] = list(own_variables(cells))
        for cell in draw(st.lists(st.integers(0, cells - 1), max_size=cells, unique=True)):
            before[cell] = draw(st.sampled_from(SYMBOLS))
        after = list(before)
        for cell in draw(st.lists(st.integers(0, cells - 1), min_size=1, max_size=2, unique=True)):
            after[cell] = draw(st.sampled_from(SYMBOLS))
        cost = draw(st.sampled_from([0, 1, 2, 0.5]))
        arcs.append(Arc(f"arc{number}", tuple(before), tuple(after), cost))
    goal = [draw(st.sampled_from([*SYMBOLS, Var(f"Any{cell}")])) for cell in range(cells)]
    return Theory("drawn", tuple(arcs), (1, cells), symbols=tuple(SYMBOLS)), tuple(goal)


def least_costs(theory, goal):
    """The cost of a cheapest path to any goal, of each state that has one, by relaxing all arcs until nothing changes."""
    states = list(product(SYMBOLS, repeat=theory.size))
    costs = {state: 0 for state in states if match(goal, state) is not None}
    known: dict = {}
    while known != costs:
        known = dict(costs)
        for state in states:
            for arc, successor in theory.successors(state):
                if successor in costs:
                    costs[state] = min(costs.get(state, inf), arc.cost + costs[successor])
    return costs


def alone(theory, goal, cell, symbol):
    """The cost of the goal's symbol in one cell when other cells are ignored, by relaxing all arcs until nothing changes."""
    far: dict = defaultdict(lambda: inf, {goal[cell]: 0})
    for _ in SYMBOLS:
        for one, arc in product(SYMBOLS, theory.arcs):
            before = arc.before[cell]
            if cell in arc.changed and (isinstance(before, Var) or before == one):
                far[one] = min(far[one], arc.cost + far[arc.after[cell]])
    return far[symbol]


@at_most(60)
@given(problems())
def test_each_cell_of_the_goal_counts_what_a_search_in_it_alone_finds(problem):
    theory, goal = problem
    start = ("a",) * theory.size
    heuristic = make_heuristic("projections", theory, goal, start)
    named = [cell for cell, term in enumerate(goal) if not isinstance(term, Var)]
    met, waiting = {start}, [start]
    while waiting:
        for _, successor in theory.successors(waiting.pop()):
            if successor not in met:
                met.add(successor)
                waiting.append(successor)
    highest = 0
    for state in met:
        each = [alone(theory, goal, cell, state[cell]) for cell in named]
        if inf not in each:
            assert heuristic.estimate(state) == sum(each)
            highest = max(highest, sum(each))
    for state in met:
        if any(alone(theory, goal, cell, state[cell]) == inf for cell in named):
            assert heuristic.estimate(state) > highest


@at_most(100)
@given(problems())
def test_it_is_a_consistent_lower_bound_if_it_says_so(problem):
    theory, goal = problem
    costs = least_costs(theory, goal)
    heuristic = make_heuristic("projections", theory, goal, ("a",) * theory.size)
    two = any(sum(not isinstance(goal[c], Var) for c in arc.changed) > 1 for arc in theory.arcs)
    assert heuristic.admissible == heuristic.consistent == (not two)
    if not two:
        for state, cost in costs.items():
            assert heuristic.estimate(state) <= cost
            for arc, successor in theory.successors(state):
                assert heuristic.estimate(state) <= arc.cost + heuristic.estimate(successor)


def test_an_arc_that_mends_two_cells_makes_it_more_than_a_lower_bound():
    both = Arc("both", ("a", "a"), ("b", "b"))
    theory = Theory("pair", (both,), (1, 2), symbols=("a", "b"))
    heuristic = make_heuristic("projections", theory, ("b", "b"), ("a", "a"))
    assert heuristic.estimate(("a", "a")) == 2 > both.cost
    assert not heuristic.admissible


def test_a_pattern_that_does_not_tell_what_it_makes_is_refused():
    with pytest.raises(InputError, match=r"does not tell what the arc makes[\s\S]*arc "):
        make_heuristic("projections", sliding_tile(2, 3), (1, 2, 3, 4, 5, 0), (1, 2, 3, 4, 0, 5))


def room(name):
    """A problem of examples/pddl/, grounded."""
    domain = PDDL / f"{name.rpartition('-')[0]}.pddl"
    rules, shape = open_source(f"{domain}#{PDDL / name}.pddl").sized
    return Problem(rules.theory(shape), rules.start(shape), rules.goal(shape))


@pytest.mark.parametrize("iterated", [False, True], ids=["moves", "walks"])
@pytest.mark.parametrize("algorithm", ["greedy", "weighted-a-star", "a-star", "beam"])
def test_both_engines_search_alike(algorithm, iterated):
    found = same(room("sokoban-1"), algorithm, heuristic="projections", iterated=iterated)
    assert found.status is Status.SOLVED


WALKS = list(behind_walks(ALGORITHMS["weighted-a-star"]))


def test_fast_takes_walks_as_steps_in_short_searches():
    assert {(one.row.name, one.heuristic) for one in quickest() if one.row.iterated} == {
        ("weighted-a-star", "projections"),
        ("greedy", "projections"),
    }
    problem = room("sokoban-2")
    found = solve(problem, WALKS)
    assert found.status is Status.SOLVED
    assert found.heuristic == "projections"
    assert "moves that repeat are one step" in found.note
    assert found.statistics.expanded < solve(problem, "greedy").statistics.expanded


def test_stages_for_walks_are_left_out_where_no_move_is_one():
    assert solve(room("blocks-1"), WALKS).statistics.expanded == 0
