"""What the search tests share: boards moved without arcs, true distances, macros, and the replay of a path."""

from functools import cache, reduce
from random import Random

import networkx as nx
import pytest
from arcwise.ebl import compose
from arcwise.rules import sliding_tile
from arcwise.search import Problem, solve

STEPS = {"up": (-1, 0), "left": (0, -1), "right": (0, 1), "down": (1, 0)}


def moved(state, rows, columns):
    """Every (name, successor) of a board, said without arcs."""
    blank = state.index(0)
    row, column = divmod(blank, columns)
    for name, (down, right) in STEPS.items():
        if 0 <= row + down < rows and 0 <= column + right < columns:
            target = blank + down * columns + right
            cells = list(state)
            cells[blank], cells[target] = cells[target], cells[blank]
            yield name, tuple(cells)


def board_graph(rows, columns, start, costs):
    """All boards that can be reached, as a networkx graph with the costs of the moves by name."""
    graph = nx.DiGraph()
    todo = [start]
    graph.add_node(start)
    for state in todo:
        for name, successor in moved(state, rows, columns):
            if successor not in graph:
                todo.append(successor)
            graph.add_edge(state, successor, weight=costs[name])
    return graph


@pytest.fixture(scope="session")
def true_cost():
    """A function: the exact cost from every 2x3 board to a goal, by networkx, for given costs by move name."""

    @cache
    def to_goal(goal, **costs):
        graph = board_graph(2, 3, goal, dict.fromkeys(STEPS, 1) | costs)
        return nx.single_source_dijkstra_path_length(graph.reverse(), goal)

    return to_goal


@pytest.fixture(scope="session")
def eight_sample(eight_distances):
    """A function: some 3x3 starts whose distance lies in a range, the same every time."""

    def sample(count, low, high):
        fitting = [state for state, far in eight_distances.items() if low <= far <= high]
        return Random(7).sample(fitting, count)

    return sample


@pytest.fixture(scope="session")
def macros():
    """A function: macro-operators of a theory, cut from the solution of a problem and folded by composition."""

    def cut(theory, start, goal, lengths):
        operators = solve(Problem(theory, start, goal)).operators
        made, begin = [], 0
        for length in lengths:
            made.append(reduce(compose, operators[begin : begin + length]))
            begin += length
        assert all(macro is not None and macro.length > 1 for macro in made)
        return made

    return cut


@pytest.fixture(scope="session")
def five_with_macros(macros):
    """The 2x3 theory with four macro-operators of two to six moves in front."""
    theory = sliding_tile(2, 3)
    return theory.with_macros(macros(theory, (4, 5, 3, 0, 1, 2), (1, 2, 3, 4, 5, 0), (4, 2, 6, 3)))


@pytest.fixture(scope="session")
def replay():
    """A function: follow a result from start to goal, by its arcs and again by primitive arcs only."""

    def follow(problem, result):
        assert result.path[0] == problem.start
        assert problem.is_goal(result.path[-1])
        assert len(result.path) == result.steps + 1
        arcs = {id(arc) for arc in problem.theory.arcs}
        for before, arc, after in zip(result.path, result.operators, result.path[1:], strict=False):
            assert id(arc) in arcs
            assert arc.apply(before) == after
        state = problem.start
        for move in result.primitives:
            assert move in problem.theory.primitives
            state = move.apply(state)
            assert state is not None
        assert state == result.path[-1]
        assert result.moves == len(result.primitives)
        assert result.cost == pytest.approx(sum(move.cost for move in result.primitives), rel=1e-12)

    return follow
