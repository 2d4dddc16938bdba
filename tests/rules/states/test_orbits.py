"""Orbits of successive stabilizers, against groups that are spelt out element by element."""

from math import factorial, prod

import pytest
from arcwise.rules import distances, open_source
from arcwise.rules.states.permutation_group import stabilizer_orbits
from arcwise.search import enumerate_layers, ordered_goal
from hypothesis import given
from hypothesis import strategies as st


def group(moves, size):
    """All products of some permutations, by plain closure."""
    seen = {tuple(range(size))}
    todo = list(seen)
    for element in todo:
        for move in moves:
            after = tuple(move[cell] for cell in element)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return seen


def spelt_out(elements, base):
    """The orbits, from the list of all elements."""
    orbits = []
    for number, cell in enumerate(base):
        fixing = [e for e in elements if all(e[other] == other for other in base[:number])]
        orbits.append(frozenset(element[cell] for element in fixing))
    return orbits


def moves_of(spelling):
    """A puzzle's moves: for every cell the cell to which its symbol goes."""
    domain, shape = open_source(spelling).sized
    cells = tuple(range(shape[0] * shape[1]))
    made = [arc.apply(cells) for arc in domain.theory(shape).arcs]
    return [tuple(after.index(cell) for cell in cells) for after in made]


def order_of(spelling):
    return ordered_goal(*open_source(spelling).sized).order


def sizes(moves, base):
    return [len(orbit) for orbit in stabilizer_orbits(moves, base)]


@st.composite
def groups(draw):
    """Some permutations of up to six cells, and some or all of the cells in an order."""
    size = draw(st.integers(1, 6))
    moves = draw(st.lists(st.permutations(range(size)).map(tuple), max_size=4))
    base = draw(st.permutations(range(size)))
    return moves, size, base[: draw(st.integers(0, size))]


@pytest.mark.slow
@given(groups())
def test_the_orbits_are_those_of_the_group_spelt_out(case):
    moves, size, base = case
    assert stabilizer_orbits(moves, base) == spelt_out(group(moves, size), base)


@pytest.mark.slow
@given(groups(), st.randoms(use_true_random=False))
def test_over_all_cells_the_product_is_the_size_of_the_group_in_any_order(case, rng):
    moves, size, _ = case
    count = len(group(moves, size))
    for _ in range(3):
        base = list(range(size))
        rng.shuffle(base)
        assert prod(sizes(moves, base)) == count


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spelling", "states"),
    [
        ("cube:2", 3_674_160), ("topspin:8x4", 20_160), ("topspin:7x3", 5_040),
        ("topspin:6x3", 36), ("topspin:6x4", 360), ("topspin:6x2", 720), ("topspin:7x4", 2_520),
        ("topspin:9x4", 181_440), ("topspin:9x8", 18), ("pancake:2", 2), ("pancake:7", 5_040),
        ("pancake:9", 362_880), ("lights-out:3x3", 512), ("lights-out:2x3", 16),
    ],
)  # fmt: skip
def test_the_product_is_the_number_of_states_that_are_enumerated(spelling, states):
    domain, shape = open_source(spelling).sized
    found = enumerate_layers(domain.theory(shape), domain.goal(shape))
    assert found.limit is None
    assert found.states == states
    assert prod(sizes(moves_of(spelling), order_of(spelling))) == states


@pytest.mark.parametrize("spelling", ["topspin:6x3", "topspin:6x4", "topspin:5x2", "pancake:5"])
def test_a_symbol_gets_exactly_to_the_cells_in_which_some_state_has_it(spelling):
    domain, shape = open_source(spelling).sized
    goal, order = domain.goal(shape), order_of(spelling)
    states = distances(domain.theory(shape), goal)
    assert stabilizer_orbits(moves_of(spelling), order) == [
        frozenset(
            state.index(goal[cell])
            for state in states
            if all(state[other] == goal[other] for other in order[:number])
        )
        for number, cell in enumerate(order)
    ]


def cycles(size, *points):
    """A permutation by its cycles, which count from 1."""
    goes = list(range(size))
    for cycle in points:
        for one, other in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
            goes[one - 1] = other - 1
    return tuple(goes)


def test_the_mathieu_groups_have_their_known_sizes():
    turn = cycles(12, range(1, 12))
    swap = cycles(12, (3, 7, 11, 8), (4, 10, 5, 6))
    flip = cycles(12, (1, 12), (2, 11), (3, 6), (4, 8), (5, 9), (7, 10))
    assert sizes([turn, swap, flip], range(12)) == [
        12,
        11,
        10,
        9,
        8,
        *[1] * 7,
    ]  # sharply 5-transitive
    assert prod(sizes([turn, swap], range(12))) == 7_920


@pytest.mark.slow
@pytest.mark.parametrize("size", [3, 8, 15, 20])
def test_rotations_and_reflections_and_all_even_and_all_permutations(size):
    turn = (*range(1, size), 0)
    mirror = tuple(reversed(range(size)))
    assert prod(sizes([turn], range(size))) == size
    assert prod(sizes([turn, mirror], range(size))) == 2 * size
    triples = [cycles(size, (1, 2, third)) for third in range(3, size + 1)]
    assert prod(sizes(triples, range(size))) == factorial(size) // 2
    assert prod(sizes([turn, cycles(size, (1, 2))], range(size))) == factorial(size)


def test_without_moves_everything_stays():
    assert stabilizer_orbits([], [2, 0, 1]) == [frozenset({2}), frozenset({0}), frozenset({1})]
    assert stabilizer_orbits([(0, 1, 2)], [2, 0]) == [frozenset({2}), frozenset({0})]
    assert stabilizer_orbits([(1, 0)], []) == []


def test_inverses_and_repetitions_among_the_moves_change_nothing():
    moves = moves_of("cube:2")
    order = order_of("cube:2")
    assert stabilizer_orbits(moves[::2], order) == stabilizer_orbits([*moves, *moves], order)
