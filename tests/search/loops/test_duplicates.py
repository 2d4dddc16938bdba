"""Duplicate rules: what each drops, and that A* reopens what it must."""

from random import Random

import networkx as nx
import pytest
from arcwise.search import ALGORITHMS, FunctionHeuristic, GraphProblem, solve
from arcwise.search.loops.duplicates import CheapestPath, FirstSeen, Node, NoRule, OwnPath
from hypothesis import given
from hypothesis import strategies as st


def child(parent, state, g=0):
    return Node(state, parent, None, g, 0, parent.depth + 1 if parent else 0)


def fresh(rule, *states, g=0):
    """States that a rule keeps of a node's successors, all of one g."""
    successors = [(None, state) for state in states]
    return [state for _, state in rule.fresh(successors, g, lambda g, _: g)]


def ancestors(node):
    while node is not None:
        yield node.state
        node = node.parent


def misleading():
    """A graph where C is expanded by its dear path first, since its admissible h is inconsistent with that of A."""
    graph = nx.DiGraph()
    graph.add_weighted_edges_from([("S", "A", 1), ("A", "C", 1), ("S", "C", 3), ("C", "G", 10)])
    h = {"S": 12, "A": 11, "C": 0, "G": 0}
    problem = GraphProblem(graph, "S", "G")
    return problem, FunctionHeuristic("misleading", h.get, admissible=True)


def test_no_rule_drops_nothing():
    rule = NoRule()
    node = child(None, "S")
    assert rule.enter(node)
    assert fresh(rule, "S", "S") == ["S", "S"]


def test_first_seen_drops_every_later_copy():
    rule = FirstSeen()
    rule.start("S")
    assert fresh(rule, "A", "S", "B", "A", g=5) == ["A", "B"]
    assert not fresh(rule, "A", g=1)
    assert rule.enter(child(None, "A"))


def test_cheapest_path_takes_only_cheaper_copies_and_skips_superseded_ones():
    rule = CheapestPath()
    rule.start("S")
    assert fresh(rule, "A", "S", "A", g=5) == ["A"]
    assert not fresh(rule, "A", g=5)
    assert fresh(rule, "A", g=3)
    assert rule.reopened == 0
    assert rule.enter(child(None, "A", 3))
    assert not rule.enter(child(None, "A", 5))
    assert fresh(rule, "A", g=2)
    assert rule.reopened == 1
    assert fresh(rule, "A", g=1)
    assert rule.reopened == 1
    assert rule.enter(child(None, "A", 1))


@given(
    st.lists(st.integers(0, 10**6), min_size=1, max_size=40),
    st.lists(st.integers(0, 10**6), min_size=1, max_size=40),
)
def test_own_path_knows_exactly_the_states_of_the_path_wherever_the_search_jumps(parents, visits):
    nodes = [child(None, 0)]
    for place, pick in enumerate(parents, start=1):
        nodes.append(child(nodes[pick % len(nodes)], place))
    rule = OwnPath()
    for pick in visits:
        node = nodes[pick % len(nodes)]
        assert rule.enter(node)
        kept = set(fresh(rule, *(n.state for n in nodes)))
        assert {n.state for n in nodes} - kept == set(ancestors(node))


@pytest.mark.parametrize(("name", "rule"), [("a-star", "closed"), ("a-star-unique", "closed")])
def test_a_star_reopens_a_state_when_the_heuristic_is_inconsistent(name, rule):
    problem, heuristic = misleading()
    result = solve(problem, ALGORITHMS[name].adjusted(duplicates=rule), heuristic=heuristic)
    assert result.cost == 12
    assert result.path == ("S", "A", "C", "G")
    assert result.optimal
    assert result.statistics.reopened == 1
    assert result.statistics.expanded == 4


@pytest.mark.parametrize("name", ["a-star", "a-star-unique", "ida-star"])
@pytest.mark.parametrize("rule", ["none", "path"])
def test_tree_searches_are_optimal_with_an_inconsistent_heuristic(name, rule):
    problem, heuristic = misleading()
    result = solve(problem, ALGORITHMS[name].adjusted(duplicates=rule), heuristic=heuristic)
    assert result.cost == 12
    assert result.statistics.reopened == 0


@pytest.mark.slow
def test_a_star_with_random_admissible_heuristics_reopens_and_stays_optimal():
    rng = Random(3)
    reopened = 0
    for _ in range(60):
        graph = nx.gnp_random_graph(25, 0.2, seed=rng.randrange(10**6), directed=True)
        for _, _, data in graph.edges(data=True):
            data["weight"] = rng.randint(0, 20)
        far = nx.single_source_dijkstra_path_length(graph.reverse(), 24)
        h = {node: rng.uniform(0, far.get(node, 50)) for node in graph}
        heuristic = FunctionHeuristic("random", h.get, admissible=True)
        for name in ("a-star", "a-star-unique"):
            result = solve(
                GraphProblem(graph, 0, 24),
                ALGORITHMS[name].adjusted(duplicates="closed"),
                heuristic=heuristic,
            )
            assert result.solved == (0 in far)
            assert not result.solved or result.cost == far[0]
            reopened += result.statistics.reopened
    assert reopened > 20


@pytest.mark.parametrize("rule", ["closed", "path"])
@pytest.mark.parametrize("name", ["a-star", "a-star-unique", "weighted-a-star", "greedy-unique"])
def test_paths_that_differ_by_a_rounding_error_lose_no_state(name, rule):
    # 0.3 + 0.2 + 0.1 is less than 0.1 + 0.2 + 0.3, but beside h = 1000 both give the same f.
    assert 0.3 + 0.2 + 0.1 < 0.1 + 0.2 + 0.3
    graph = nx.DiGraph()
    graph.add_weighted_edges_from([("S", "A", 0.1), ("A", "B", 0.2), ("B", "X", 0.3)])
    graph.add_weighted_edges_from([("S", "C", 0.3), ("C", "D", 0.2), ("D", "X", 0.1)])
    graph.add_edge("X", "G", weight=1000)
    heuristic = FunctionHeuristic("far", lambda node: 0 if node == "G" else 1000, admissible=True)
    result = solve(
        GraphProblem(graph, "S", "G"),
        ALGORITHMS[name].adjusted(duplicates=rule),
        heuristic=heuristic,
    )
    assert result.solved
    assert result.cost == pytest.approx(1000.6)
