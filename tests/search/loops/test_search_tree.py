"""The recorded search tree: a tree that agrees with the counters and with the path."""

import networkx as nx
import pytest
from arcwise.rules.domains.tiles.sliding_tiles import sliding_tile
from arcwise.search.algorithms import ALGORITHMS
from arcwise.search.loops.search_tree import SearchTree
from arcwise.search.problem import Problem
from arcwise.search.solve import solve

PROBLEM = Problem(sliding_tile(2, 3), (1, 5, 2, 4, 3, 0), (1, 2, 3, 4, 5, 0))
BEST_FIRST = [name for name, row in ALGORITHMS.items() if row.loop == "best-first"]


@pytest.mark.parametrize("name", BEST_FIRST)
def test_recorded_tree_agrees_with_the_counters_and_changes_nothing(name):
    tree = SearchTree()
    result = solve(PROBLEM, name, wrap_open=tree.watch)
    plain = solve(PROBLEM, name)
    assert result.path == plain.path
    assert result.statistics.generated == plain.statistics.generated
    assert result.statistics.peak_open == plain.statistics.peak_open
    graph = tree.graph()
    assert nx.is_arborescence(graph)
    assert len(graph) == result.statistics.inserted + 1
    taken = sorted(t for _, t in graph.nodes(data="taken") if t is not None)
    assert taken == list(range(len(tree.taken)))
    assert len(taken) >= result.statistics.expanded
    for one, other, edge in graph.edges(data=True):
        parent, child = graph.nodes[one], graph.nodes[other]
        assert child["depth"] == parent["depth"] + 1
        assert child["g"] == parent["g"] + edge["cost"]
        assert (edge["operator"], child["state"]) in [
            (arc.name, state) for arc, state in PROBLEM.successors(parent["state"])
        ]


def test_path_is_a_branch_of_the_tree():
    tree = SearchTree()
    result = solve(PROBLEM, "a-star", wrap_open=tree.watch)
    graph = tree.graph()
    goal = max((t, n) for n, t in graph.nodes(data="taken") if t is not None)[1]
    branch = nx.shortest_path(graph, 0, goal)
    assert tuple(graph.nodes[number]["state"] for number in branch) == result.path
    assert graph.nodes[goal]["h"] == 0
    assert graph.nodes[goal]["f"] == graph.nodes[goal]["g"] == result.cost


@pytest.mark.parametrize("most", [0, 1, 5, 10**6])
def test_graph_of_the_first_nodes_is_a_part_of_the_tree(most):
    tree = SearchTree()
    solve(PROBLEM, "breadth-first", wrap_open=tree.watch)
    graph = tree.graph(max_nodes=most)
    assert len(graph) == min(most, len(tree.inserted))
    assert nx.is_empty(graph) if most < 2 else nx.is_arborescence(graph)
    assert set(graph.edges) <= set(tree.graph().edges)
