"""Search from both ends: fewest steps, proofs, and what it refuses."""

import networkx as nx
import pytest
from arcwise.rules import Arc, InputError, Theory, Var, sliding_tile
from arcwise.search import FunctionProblem, GraphProblem, Problem, Status, solve

GOAL = (1, 2, 3, 4, 5, 0)


@pytest.mark.slow
def test_fewest_steps_with_macros_are_those_of_breadth_first(five_with_macros, true_cost, replay):
    for start in list(true_cost(GOAL))[::3]:
        problem = Problem(five_with_macros, start, GOAL)
        result = solve(problem, "bidirectional")
        assert result.steps == solve(problem, "breadth-first").steps
        assert not result.optimal
        replay(problem, result)


@pytest.mark.slow
@pytest.mark.parametrize("directed", [False, True])
def test_shortest_paths_of_random_graphs_are_those_of_networkx(directed):
    solved = 0
    for seed in range(150):
        graph = nx.gnp_random_graph(20, 0.1, seed=seed, directed=directed)
        result = solve(GraphProblem(graph, 0, 19), "bidirectional")
        if nx.has_path(graph, 0, 19):
            assert nx.is_path(graph, result.path)
            assert result.steps == nx.shortest_path_length(graph, 0, 19)
            assert [move.name for move in result.operators] == [str(n) for n in result.path[1:]]
            solved += 1
        else:
            assert result.status is Status.UNSOLVABLE
    assert 20 < solved < 150


def test_both_ends_together_expand_less_than_one(eight_sample, eight_distances):
    goal = next(iter(eight_distances))
    for start in eight_sample(3, 16, 18):
        problem = Problem(sliding_tile(3, 3), start, goal)
        both, one = solve(problem, "bidirectional"), solve(problem, "breadth-first")
        assert 5 * both.statistics.expanded < one.statistics.expanded


def test_swapped_tiles_are_proved_unsolvable():
    problem = Problem(sliding_tile(2, 3), (2, 1, 3, 4, 5, 0), GOAL)
    result = solve(problem, "bidirectional", check=False)
    assert result.status is Status.UNSOLVABLE
    assert result.statistics.expanded >= 360


def test_function_problem_is_refused():
    problem = FunctionProblem(0, lambda number: number == 3, lambda number: [])
    with pytest.raises(InputError, match=r"goal and predecessors[\s\S]*FunctionProblem"):
        solve(problem, "bidirectional")


def test_goal_pattern_is_refused():
    pattern = (1, 2, 3, Var("A"), Var("B"), Var("C"))
    with pytest.raises(InputError, match=r"goals that are states[\s\S]*1 2 3 A B C"):
        solve(Problem(sliding_tile(2, 3), GOAL, pattern), "bidirectional")


def test_arc_without_an_inverse_is_refused():
    forget = Arc("forget", (Var("A"), Var("B")), (Var("A"), Var("A")))
    shift = Arc("shift", (Var("A"), Var("B")), (Var("B"), Var("A")))
    problem = Problem(Theory("copy", (shift, forget), (1, 2)), (1, 2), (3, 3))
    with pytest.raises(InputError, match="arc forget has no inverse"):
        solve(problem, "bidirectional")
