"""Problems of all kinds: theories, graphs, functions, and classes of one's own."""

import networkx as nx
import pytest
from arcwise.rules import Arc, InputError, Theory, Var, sliding_tile
from arcwise.search import (
    ALGORITHMS,
    FunctionProblem,
    GraphProblem,
    Limits,
    Move,
    Problem,
    SearchProblem,
    Status,
    solve,
)
from arcwise.search.problem import ReversibleProblem

GOAL = (1, 2, 3, 4, 5, 0)
CHEAPEST = ("a-star", "uniform-cost", "ida-star", "a-star-unique")


def test_the_goal_test_of_a_state_is_a_bool_whatever_it_is_given():
    is_goal = Problem(sliding_tile(2, 3), GOAL, GOAL).is_goal
    assert [is_goal(GOAL), is_goal(GOAL[::-1]), is_goal(3)] == [True, False, False]


class Countdown:
    """Down to zero by one or by halving, written by hand."""

    start = 37

    def successors(self, state):
        yield Move("one"), state - 1
        if state % 2 == 0:
            yield Move("half", 2), state // 2

    def is_goal(self, state):
        return state == 0


def roads(kind):
    graph = kind()
    graph.add_weighted_edges_from([("a", "b", 4), ("a", "c", 1), ("c", "b", 1), ("b", "d", 1)])
    graph.add_edge("d", "e")
    if graph.is_multigraph():
        graph.add_edge("a", "c", weight=9)
        graph.add_edge("d", "e", weight=5)
    return graph


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
@pytest.mark.parametrize("name", CHEAPEST)
def test_cheapest_path_of_a_graph_is_that_of_networkx(name, kind):
    graph = roads(kind)
    result = solve(GraphProblem(graph, "a", "e"), name)
    assert result.path == tuple(nx.dijkstra_path(graph, "a", "e"))
    assert result.cost == nx.dijkstra_path_length(graph, "a", "e") == 4
    assert [move.name for move in result.operators] == ["c", "b", "d", "e"]
    assert result.optimal


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
@pytest.mark.parametrize("name", ["breadth-first", "iterative-deepening", "bidirectional"])
def test_shortest_path_of_a_graph_is_that_of_networkx(name, kind):
    result = solve(GraphProblem(roads(kind), "a", "e"), name)
    assert result.path == ("a", "b", "d", "e")
    assert [move.name for move in result.operators] == ["b", "d", "e"]
    assert not result.optimal


ANYWHERE = [name for name in ALGORITHMS if name != "climb"]


@pytest.mark.parametrize("name", ANYWHERE)
def test_every_algorithm_stays_on_the_edges_of_a_random_graph(name):
    for seed in range(12):
        graph = nx.gnp_random_graph(14, 0.2, seed=seed, directed=seed % 2 == 0)
        result = solve(GraphProblem(graph, 0, 13), name)
        if result.solved:
            assert nx.is_path(graph, result.path)
            assert (result.path[0], result.path[-1]) == (0, 13)
            assert result.cost == len(result.path) - 1
        if result.status is Status.UNSOLVABLE:
            assert not nx.has_path(graph, 0, 13)
        if ALGORITHMS[name].fewest and nx.has_path(graph, 0, 13):
            assert result.steps == nx.shortest_path_length(graph, 0, 13)


class Barred(GraphProblem):
    """A graph with a road that is barred both ways."""

    def successors(self, state):
        return [one for one in super().successors(state) if {state, one[1]} != {"b", "d"}]

    def predecessors(self, state):
        return [one for one in super().predecessors(state) if {state, one[1]} != {"b", "d"}]


class ShortCountdown(FunctionProblem):
    """Numbers that do not go below three."""

    def successors(self, state):
        return [one for one in super().successors(state) if one[1] >= 3]


@pytest.mark.parametrize("name", ANYWHERE)
def test_successors_of_a_subclass_are_those_that_are_searched(name):
    down = ShortCountdown(5, lambda number: number == 0, lambda number: [("on", 1, number - 1)])
    problems = [Barred(roads(nx.Graph), "a", "e"), down]
    if ALGORITHMS[name].loop == "bidirectional":
        problems.pop()
    limits = Limits(nodes=500)
    assert not any(solve(problem, name, limits=limits).solved for problem in problems)


def test_graph_weight_may_have_another_name():
    graph = nx.Graph()
    graph.add_edge("a", "b", miles=7)
    assert solve(GraphProblem(graph, "a", "b", weight="miles")).cost == 7


@pytest.mark.parametrize("ends", [("a", "nowhere"), ("nowhere", "a")])
def test_graph_problem_refuses_ends_that_are_no_nodes(ends):
    with pytest.raises(InputError, match="no such node"):
        GraphProblem(roads(nx.Graph), *ends)


@pytest.mark.parametrize("cost", [-1, float("nan")])
def test_move_of_negative_cost_is_refused(cost):
    with pytest.raises(InputError, match="move back: bad cost"):
        Move("back", cost)
    graph = nx.DiGraph()
    graph.add_edge("a", "back", weight=cost)
    with pytest.raises(InputError, match="0 or more"):
        solve(GraphProblem(graph, "a", "back"), "uniform-cost")


@pytest.mark.parametrize("name", CHEAPEST)
def test_function_problem_is_searched(name):
    def expand(number):
        if number < 50:
            return [("add 1", 1, number + 1), ("double", 1.5, number * 2)]
        return []

    problem = FunctionProblem(1, lambda number: number == 24, expand)
    result = solve(problem, name)
    assert result.path == (1, 2, 3, 6, 12, 24)
    assert result.cost == 6.5
    assert result.engine == "python"


def test_climbing_asks_for_arcs():
    with pytest.raises(InputError, match="climbing needs a theory made of arcs"):
        solve(Countdown(), "climb")


@pytest.mark.parametrize("name", ANYWHERE)
def test_any_object_with_start_successors_and_goal_test_is_searched(name):
    problem = Countdown()
    assert isinstance(problem, SearchProblem)
    assert not isinstance(problem, ReversibleProblem)
    if name == "bidirectional":
        return
    result = solve(problem, name)
    if result.solved:
        assert result.path[0] == 37
        assert result.path[-1] == 0
        assert sum(move.cost for move in result.operators) == result.cost
    else:
        assert name == "hill-climbing"
        assert result.status is Status.INCOMPLETE


@pytest.mark.parametrize("name", ["breadth-first", "a-star", "ida-star", "iterative-deepening"])
def test_goal_pattern_is_met_by_the_nearest_state_that_matches(name, replay):
    theory = sliding_tile(2, 3)
    pattern = (1, 2, 3, Var("A"), Var("B"), Var("C"))
    problem = Problem(theory, (1, 2, 0, 4, 5, 3), pattern)
    assert problem.ground_goal is None
    result = solve(problem, name)
    assert result.path == ((1, 2, 0, 4, 5, 3), GOAL)
    replay(problem, result)


def test_repeated_variable_in_a_goal_pattern_means_equal_cells():
    turn = Arc("turn", (Var("A"), Var("B"), Var("C")), (Var("B"), Var("C"), Var("A")))
    same = (Var("X"), Var("X"), Var("Y"))
    theory = Theory("ring", (turn,), (1, 3))
    assert solve(Problem(theory, ("r", "g", "r"), same), "breadth-first").path[-1] == (
        "r",
        "r",
        "g",
    )
    assert solve(Problem(theory, ("r", "g", "b"), same)).status is Status.UNSOLVABLE


def test_predecessors_are_the_arcs_that_lead_to_a_state(five_with_macros):
    problem = Problem(five_with_macros, (4, 5, 3, 0, 1, 2), GOAL)
    seen = 0
    for state in solve(problem, "greedy").path:
        for arc, before in problem.predecessors(state):
            assert arc in five_with_macros.arcs
            assert arc.apply(before) == state
            seen += arc.is_macro
    assert seen


@pytest.mark.parametrize(
    ("start", "goal"),
    [((1, 2, 3), GOAL), (GOAL, (1, 2, 3)), ((1, 1, 2, 3, 4, 0), GOAL), (GOAL, (Var("A"), 2))],
)
def test_problem_refuses_what_is_no_state_of_its_theory(start, goal):
    with pytest.raises(InputError):
        Problem(sliding_tile(2, 3), start, goal)
