"""Neighbours that are none in the goal: below every distance, along every arc, the same in the kernel."""

from random import Random

import networkx as nx
import pytest
from arcwise.rules import Arc, InputError, Theory, Var, distances, open_source, sliding_tile
from arcwise.search import Limits, Problem, solve
from arcwise.search.heuristics.boards import gaps
from hypothesis import given
from hypothesis import strategies as st


def board(name):
    domain, shape = open_source(name).sized
    return domain.theory(shape), domain.goal(shape)


def holds(theory, goal, known):
    """h is at most the distance, falls by no more than an arc costs, and is the same along arcs and anew."""
    for start in [*known][:: max(1, len(known) // 20)]:
        heuristic = gaps(theory, goal, start)
        assert heuristic.estimate(goal) == 0
        for state, distance in known.items():
            h = heuristic.estimate(state)
            assert h <= distance + 1e-9
            for arc in theory.arcs:
                successor = arc.apply(state)
                if successor is None:
                    continue
                assert h <= arc.cost + heuristic.estimate(successor) + 1e-9
                along = heuristic.update(h, arc, state, successor)
                assert along == pytest.approx(heuristic.estimate(successor))


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [
        *("pancake:5", "burnt-pancake:3", "topspin:5x4", "sliding-tile:1x4", "arrow:5"),
        pytest.param("topspin:6x4", marks=pytest.mark.slow),
    ],
)
def test_it_is_admissible_and_consistent_on_all_states(name):
    theory, goal = board(name)
    if any(isinstance(term, Var) for term in goal) or theory.shape[0] != 1:
        with pytest.raises(InputError, match="gaps has a meaning"):
            gaps(theory, goal)
        return
    holds(theory, goal, distances(theory, goal))


@pytest.mark.long
@given(st.data())
def test_it_is_admissible_for_any_rearrangements_and_costs(data):
    cells = data.draw(st.integers(2, 5))
    own = tuple(Var(f"X{cell}") for cell in range(cells))
    arcs = []
    for number in range(data.draw(st.integers(1, 3))):
        after = tuple(data.draw(st.permutations(own)))
        for name, (one, other) in {"there": (own, after), "back": (after, own)}.items():
            cost = data.draw(st.sampled_from([1, 2, 0.5])) if name == "there" else arcs[-1].cost
            arcs.append(Arc(f"{name}{number}", one, other, cost=cost))
    theory = Theory("line", tuple(arcs), (1, cells))
    goal = tuple(data.draw(st.lists(st.integers(0, 3), min_size=cells, max_size=cells)))
    known = distances(theory, goal)
    for state in list(known)[:20]:
        distance = solve(Problem(theory, state, goal), "uniform-cost").cost
        h = gaps(theory, goal, state).estimate(state)
        assert h <= distance + 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("name", ["water-jugs:5x3=4", "water-jugs:4x3=2", "missionaries:2x2"])
def test_it_is_admissible_where_arcs_make_symbols(name):
    theory, start = board(name)[0], open_source(name).domain.start(open_source(name).shape)
    graph = nx.DiGraph()
    waiting = [start or (1,) * theory.size]
    while waiting:
        state = waiting.pop()
        for arc, successor in theory.successors(state):
            if successor not in graph:
                waiting.append(successor)
            graph.add_edge(state, successor, weight=arc.cost)
    for state, known in nx.all_pairs_dijkstra_path_length(graph):
        for goal, distance in known.items():
            assert gaps(theory, goal, state).estimate(state) <= distance + 1e-9


def test_a_stack_of_thirty_pancakes_is_sorted_in_no_time():
    theory, goal = board("pancake:30")
    start = tuple(Random(3).sample(goal, len(goal)))
    result = solve(Problem(theory, start, goal))
    assert (result.heuristic, result.optimal) == ("gaps", True)


def test_greedy_search_takes_it_only_where_distances_say_nothing():
    theory, goal = board("pancake:50")
    start = tuple(Random(1).sample(goal, len(goal)))
    assert solve(Problem(theory, start, goal), "greedy", limits=Limits(nodes=1_000)).solved
    theory, goal = board("topspin:12x4")
    start = tuple(Random(1).sample(goal, len(goal)))
    assert solve(Problem(theory, start, goal), "greedy").heuristic == "manhattan"


def test_boards_of_several_rows_have_no_line_of_neighbours():
    with pytest.raises(InputError, match="gaps has a meaning for lines"):
        gaps(sliding_tile(2, 3), (1, 2, 3, 4, 5, 0))


def test_searches_take_it_by_default_where_it_says_more():
    theory, goal = board("pancake:8")
    problem = Problem(theory, (3, 1, 4, 2, 7, 5, 8, 6), goal)
    taken = {name: solve(problem, name).heuristic for name in ("a-star", "ida-star", "greedy")}
    assert set(taken.values()) == {"gaps"}
    batched = solve(problem, "batched-ida-star", engine="native")
    assert (batched.heuristic, batched.cost) == ("manhattan", solve(problem, "a-star").cost)


def test_batches_that_cannot_take_distances_leave_the_search_to_python_with_gaps():
    theory, goal = board("pancake:16")
    problem = Problem(theory, tuple(Random(1).sample(goal, len(goal))), goal)
    results = [solve(problem, "batched-ida-star", engine=engine) for engine in ("auto", "python")]
    assert {(one.heuristic, one.engine, one.optimal) for one in results} == {
        ("gaps", "python", True)
    }
    assert results[0].path == results[1].path
    assert "Python engine: batches take" in results[0].note
