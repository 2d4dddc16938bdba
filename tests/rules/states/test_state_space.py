"""Whole state spaces: known truths, and networkx as a second opinion."""

from collections import Counter

import networkx
import pytest
from arcwise.rules import (
    Arc,
    InputError,
    Theory,
    Var,
    distances,
    layers,
    reversed_theory,
    sliding_tile,
)
from arcwise.rules.term import variables
from hypothesis import given
from hypothesis import strategies as st

from ...costs import true_costs
from ...drawing import patterns

A, B, C, D, E, F = (Var(name) for name in "ABCDEF")
FIVE = sliding_tile(2, 3)
FIVE_GOAL = (1, 2, 3, 4, 5, 0)
MACRO = Arc("macro", (A, B, C, 0, E, F), (B, E, C, A, F, 0), 1, FIVE.arcs[:4])
COPY = Theory(
    "copy", (Arc("copy", (A, B, C), (A, A, C)), Arc("turn", (A, B, C), (B, C, A))), (1, 3)
)

LAYERS_OF_THE_8_PUZZLE = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
    23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
]  # fmt: skip


@pytest.mark.slow
def test_the_8_puzzle_has_its_known_layers(eight_distances):
    assert list(Counter(eight_distances.values()).values()) == LAYERS_OF_THE_8_PUZZLE


@pytest.mark.slow
def test_the_8_puzzle_reaches_half_of_all_boards_within_31_moves(eight_distances):
    assert len(eight_distances) == 181_440
    assert max(eight_distances.values()) == 31


def test_the_5_puzzle_reaches_360_boards_within_21_moves():
    found = distances(FIVE, FIVE_GOAL)
    assert len(found) == 360
    assert max(found.values()) == 21
    assert sum(map(len, layers(FIVE, FIVE_GOAL))) == 360  # each once


def graph_of(theory):
    """All moves from the goal on as edges."""
    graph = networkx.MultiDiGraph()
    for state in distances(theory, FIVE_GOAL):
        for arc, successor in theory.successors(state):
            graph.add_edge(state, successor, cost=arc.cost)
    return graph


@pytest.mark.parametrize("theory", [FIVE, FIVE.with_macros([MACRO])])
def test_distances_are_those_of_networkx(theory):
    graph = graph_of(theory)
    expected = networkx.single_source_shortest_path_length(graph, FIVE_GOAL)
    assert distances(theory, FIVE_GOAL) == expected


@pytest.mark.parametrize("theory", [FIVE, sliding_tile(2, 3, cost=2), FIVE.with_macros([MACRO])])
def test_true_costs_are_those_of_dijkstra_in_networkx_on_the_reversed_graph(theory):
    graph = graph_of(theory).reverse()
    expected = networkx.single_source_dijkstra_path_length(graph, FIVE_GOAL, weight="cost")
    assert true_costs(theory, FIVE_GOAL) == expected


@st.composite
def theories_that_can_be_undone(draw):
    arcs = []
    for number in range(draw(st.integers(1, 5))):
        before = draw(patterns([A, B, C, 0, 1], 3))
        loose = variables(before)
        after = draw(patterns([*loose, 0, 1], 3).filter(lambda p, v=loose: set(v) <= set(p)))
        arcs.append(Arc(f"arc{number}", before, after, draw(st.sampled_from([0, 0.5, 1, 3]))))
    return Theory("random", tuple(arcs), (1, 3))


@pytest.mark.long
@given(theories_that_can_be_undone(), st.tuples(*[st.integers(0, 2)] * 3))
def test_true_costs_of_random_theories_are_those_of_networkx_over_all_states(theory, goal):
    graph = networkx.MultiDiGraph()
    graph.add_node(goal)
    for number in range(27):
        state = (number // 9, number // 3 % 3, number % 3)
        for arc in theory.arcs:
            if (successor := arc.apply(state)) is not None:
                graph.add_edge(successor, state, cost=arc.cost)
    expected = networkx.single_source_dijkstra_path_length(graph, goal, weight="cost")
    assert true_costs(theory, goal) == expected


def test_distances_come_nearest_first():
    assert list(distances(FIVE, FIVE_GOAL).values()) == sorted(distances(FIVE, FIVE_GOAL).values())


def test_a_macro_counts_as_one_arc():
    start = (4, 5, 3, 0, 1, 2)
    target = MACRO.apply(start)
    assert distances(FIVE, start)[target] == 4
    assert distances(FIVE.with_macros([MACRO]), start)[target] == 1


def test_a_board_without_moves_has_one_layer():
    theory = sliding_tile(1, 1)
    assert list(layers(theory, (0,))) == [[(0,)]]


def test_a_theory_that_forgets_is_enumerated_forwards():
    assert distances(COPY, (1, 2, 2)) == {
        (1, 2, 2): 0,
        (1, 1, 2): 1,
        (2, 2, 1): 1,
        (1, 2, 1): 2,
        (2, 1, 2): 2,
        (1, 1, 1): 3,
        (2, 1, 1): 3,
        (2, 2, 2): 3,
    }


def test_a_theory_that_forgets_cannot_be_run_backwards():
    with pytest.raises(InputError, match="theory copy cannot be run backwards") as caught:
        reversed_theory(COPY)
    assert caught.value.found == "arc copy: A B C -> A A C, cost 1"


def test_running_a_theory_backwards_twice_gives_it_back():
    assert reversed_theory(reversed_theory(FIVE)) == FIVE


def test_a_limit_that_is_just_enough_is_not_an_error():
    assert len(distances(FIVE, FIVE_GOAL, max_states=360)) == 360


def test_more_states_than_the_limit_is_an_error_that_names_it():
    with pytest.raises(InputError, match="more states than the limit") as caught:
        distances(FIVE, FIVE_GOAL, max_states=359)
    assert caught.value.expected == "359 states at most"


def test_the_limit_says_how_far_the_enumeration_got():
    with pytest.raises(InputError) as caught:
        list(layers(FIVE, FIVE_GOAL, max_states=6))
    assert caught.value.found == (
        "more within distance 3 of 1 2 3 4 5 0; all states up to distance 2 fit"
    )


def test_layers_are_made_one_at_a_time():
    found = layers(FIVE, FIVE_GOAL, max_states=3)
    assert next(found) == [FIVE_GOAL]
    assert next(found) == [(1, 2, 0, 4, 5, 3), (1, 2, 3, 4, 0, 5)]
    with pytest.raises(InputError):
        next(found)


@pytest.mark.parametrize("state", [(1, 2, 3), (1, 1, 2, 3, 4, 0)])
def test_a_start_or_goal_that_is_no_state_of_the_theory_is_refused(state):
    with pytest.raises(InputError):
        distances(FIVE, state)
