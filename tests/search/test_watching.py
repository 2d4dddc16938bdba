"""Watched searches: the record agrees with the counters, with the path and with what the open list would have done."""

from dataclasses import replace

import networkx as nx
import pytest
from arcwise.rules import InputError, open_source, sliding_tile
from arcwise.search import ALGORITHMS, FunctionProblem, Problem, Status, solve, watch
from arcwise.search.loops.expansion import WATCHED
from arcwise.search.loops.open_list import LevelBeam, Lifo
from arcwise.search.result import STUCK

PROBLEM = Problem(sliding_tile(2, 3), (1, 5, 2, 4, 3, 0), (1, 2, 3, 4, 5, 0))
CAN_BE_WATCHED = [name for name, row in ALGORITHMS.items() if row.loop in WATCHED]
BEST_FIRST = [name for name, row in ALGORITHMS.items() if row.loop == "best-first"]


@pytest.mark.parametrize("name", CAN_BE_WATCHED)
def test_watching_changes_nothing_and_the_order_of_open_is_that_of_the_search(name):
    watched = watch(PROBLEM, name)
    plain = solve(PROBLEM, name, engine="python")
    assert watched.result.path == plain.path
    assert watched.result.statistics.generated == plain.statistics.generated
    assert watched.result.statistics.peak_open == plain.statistics.peak_open
    assert sum(watched.heat.values()) == plain.statistics.expanded
    for place, step in enumerate(watched.steps[:200]):
        assert watched.open_before(place, 1) == [watched.nodes[step.taken]]


@pytest.mark.parametrize("name", CAN_BE_WATCHED)
def test_every_successor_is_made_or_dropped_for_a_reason(name):
    watched = watch(PROBLEM, name)
    for place, step in enumerate(watched.steps[:60]):
        if not step.kept or watched.problem.is_goal(watched.nodes[step.taken].state):
            assert watched.dropped(place) == []
            continue
        node = watched.nodes[step.taken]
        successors = [state for _, state in PROBLEM.successors(node.state)]
        known = [one.state for one in watched.made_by(step)]
        dropped = watched.dropped(place)
        assert set(successors) == {
            *known,
            *(one.state for one in dropped if one.state in successors),
        }
        assert all(one.why for one in dropped)
        waiting = {id(one) for one in watched.open_before(place + 1)}
        if watched.algorithm.loop == "best-first":
            lost = [one for one in watched.made_by(step) if id(one) not in waiting]
            assert {one.state for one in lost} <= {one.state for one in dropped}


class First(Lifo):
    def extend(self, siblings):
        self.complete &= len(siblings) < 2
        super().extend(siblings[:1])


def test_what_an_open_list_of_ones_own_drops_is_told():
    row = replace(ALGORITHMS["depth-first"], name="first", open_list=lambda row: First())
    first = watch(PROBLEM, row).dropped(0)
    assert [(one.operator.name, one.why) for one in first] == [("left", "the open list drops it")]
    row = replace(row, open_list=lambda row: LevelBeam(1))
    assert [one.why for one in watch(PROBLEM, row).dropped(0)] == [LevelBeam.forgets]


@pytest.mark.parametrize("name", BEST_FIRST)
def test_the_tree_agrees_with_the_counters(name):
    watched = watch(PROBLEM, name)
    graph = watched.graph()
    assert nx.is_arborescence(graph)
    assert len(graph) == watched.result.statistics.inserted + 1
    taken = sorted(t for _, t in graph.nodes(data="taken") if t is not None)
    assert taken == list(range(len(watched.steps)))
    for one, other, edge in graph.edges(data=True):
        parent, child = graph.nodes[one], graph.nodes[other]
        assert child["depth"] == parent["depth"] + 1
        assert child["g"] == parent["g"] + edge["cost"]


def test_the_path_is_a_branch_of_the_tree():
    watched = watch(PROBLEM, "a-star")
    graph = watched.graph()
    goal = watched.steps[-1].taken
    branch = nx.shortest_path(graph, 0, goal)
    assert tuple(graph.nodes[number]["state"] for number in branch) == watched.result.path
    assert graph.nodes[goal]["h"] == 0
    assert graph.nodes[goal]["f"] == graph.nodes[goal]["g"] == watched.result.cost


@pytest.mark.parametrize("most", [0, 1, 5, 10**6])
def test_the_graph_of_the_first_nodes_is_a_part_of_the_tree(most):
    watched = watch(PROBLEM, "breadth-first")
    graph = watched.graph(max_nodes=most)
    assert len(graph) == min(most, len(watched.nodes))
    assert set(graph.edges) <= set(watched.graph().edges)


def test_what_comes_after_the_most_steps_is_counted_only():
    whole, part = watch(PROBLEM, "breadth-first"), watch(PROBLEM, "breadth-first", most_steps=10)
    assert len(part.steps) == 10
    assert part.unrecorded == len(whole.steps) - 10
    assert part.heat == whole.heat
    assert [one.state for one in part.open_before(9, 3)] == [
        one.state for one in whole.open_before(9, 3)
    ]


def test_iterations_have_growing_bounds():
    watched = watch(PROBLEM, "ida-star")
    bounds = [step.bound for step in watched.steps if step.taken == 0]
    assert bounds == sorted(set(bounds))
    assert bounds[-1] == watched.result.cost
    assert {step.iteration for step in watched.steps} == set(range(1, len(bounds) + 1))


def test_hill_climbing_is_said_to_be_stuck_and_the_landscape_says_where():
    problem = Problem(sliding_tile(3, 3), (8, 6, 7, 2, 5, 4, 3, 0, 1), (1, 2, 3, 4, 5, 6, 7, 8, 0))
    for engine in ("python", "native"):
        result = solve(problem, "hill-climbing", engine=engine)
        assert (result.status, result.note) == (Status.INCOMPLETE, STUCK)
        assert "stuck in a local minimum" in result.summary()
        assert "incomplete" not in result.summary()
    watched = watch(problem, "hill-climbing")
    landscape = watched.landscape()
    assert landscape.states == len(watched.steps)
    assert landscape.plateau + landscape.minima == 1
    last = watched.nodes[watched.steps[-1].taken]
    best = min(watched.heuristic.estimate(state) for _, state in problem.successors(last.state))
    assert best >= last.h


def test_what_cannot_be_watched_is_refused():
    for name in ("auto", "bidirectional", "climb"):
        with pytest.raises(InputError, match="can be watched"):
            watch(PROBLEM, name)


def test_successors_of_ones_own_are_watched():
    problem = FunctionProblem(
        0, lambda n: n == 5, lambda n: [("one", 1, n + 1), ("back", 1, n - 1)]
    )
    watched = watch(problem, "breadth-first")
    assert watched.result.cost == 5
    assert any("made before" in one.why for place in range(6) for one in watched.dropped(place))


def test_what_is_proved_unsolvable_has_no_steps():
    problem = Problem(sliding_tile(2, 3), (1, 2, 3, 4, 5, 0), (1, 2, 3, 5, 4, 0))
    watched = watch(problem)
    assert watched.result.status is Status.UNSOLVABLE
    assert (list(watched.steps), list(watched.nodes), watched.heat) == ([], [], {})
    assert watched.landscape().states == 0


def test_a_walk_and_what_needs_its_end_are_watched_as_one_step():
    board = open_source("sokoban:2")
    problem = Problem(board.theory, board.domain.start(board.shape), board.domain.goal(board.shape))
    row = replace(ALGORITHMS["a-star"], iterated=True)
    watched = watch(problem, row, heuristic="manhattan")
    first = watched.steps[0]
    assert [one.operator.name for one in watched.made_by(first)] == [
        "right ... push-down",
        "right ... push-down",
        "down ... push-up",
        "down ... push-up",
    ]
    assert watched.dropped(0) == []
