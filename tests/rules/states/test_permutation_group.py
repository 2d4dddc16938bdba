"""Groups of permutations, against all products made one by one and against published orders."""

from collections import Counter
from itertools import permutations
from math import factorial
from random import Random

import pytest
from arcwise.rules import open_source
from arcwise.rules.states.permutation_group import PermutationGroup, is_even, moves_group
from hypothesis import given
from hypothesis import strategies as st


def products(generators, size):
    """Every product of some permutations, by making them all."""
    found, edge = {tuple(range(size))}, [tuple(range(size))]
    while edge:
        one = edge.pop()
        for other in generators:
            product = tuple(other[cell] for cell in one)
            if product not in found:
                found.add(product)
                edge.append(product)
    return found


@given(st.integers(1, 6).flatmap(lambda n: st.lists(st.permutations(range(n)), max_size=3)))
def test_a_group_has_exactly_the_products_of_its_generators(generators):
    generators = [tuple(generator) for generator in generators]
    size = len(generators[0]) if generators else 4
    group, expected = PermutationGroup(size, generators), products(generators, size)
    assert group.order == len(expected)
    assert {one for one in permutations(range(size)) if one in group} == expected


@given(
    st.lists(st.permutations(range(6)), min_size=1, max_size=2),
    st.permutations("aabbbc"),
    st.permutations("aabbbc"),
)
def test_a_permutation_that_makes_one_state_of_another_is_found_if_there_is_one(
    generators, start, goal
):
    group = PermutationGroup(6, map(tuple, generators))
    leading = {
        one
        for one in products([tuple(one) for one in generators], 6)
        if all(goal[to] == symbol for symbol, to in zip(start, one, strict=True))
    }
    found = group.leading(tuple(start), tuple(goal))
    assert found in leading if leading else found is None


@given(st.permutations(range(7)))
def test_a_permutation_is_even_if_it_has_an_even_number_of_inversions(permutation):
    pairs = sum(a > b for i, a in enumerate(permutation) for b in permutation[i + 1 :])
    assert is_even(tuple(permutation)) == (pairs % 2 == 0)


def test_each_permutation_is_drawn_equally_often():
    group = PermutationGroup(4, [(1, 2, 3, 0), (1, 0, 2, 3)])
    rng = Random(1)
    drawn = Counter(group.random(rng) for _ in range(2400))
    assert len(drawn) == group.order == 24
    assert all(60 < count < 145 for count in drawn.values())


@pytest.mark.parametrize(
    ("spelling", "order"),
    [
        ("cube:2", 3_674_160),
        ("cube:3", 43_252_003_274_489_856_000),
        ("pancake:12", factorial(12)),
        ("burnt-pancake:9", 2**9 * factorial(9)),
        ("topspin:20x4", factorial(20) // 2),
        ("topspin:9x4", factorial(9) // 2),
        ("topspin:12x5", factorial(6) ** 2 // 2),
        ("topspin:9x6", factorial(9)),
        ("topspin:8x7", 8),
    ],
)
def test_moves_make_as_many_arrangements_as_published(spelling, order):
    """The cubes: Wikipedia, Pocket Cube and Rubik's Cube; reversals on a ring: Chen and Skiena 1996."""
    domain, shape = open_source(spelling).sized
    assert moves_group(domain.theory(shape)).order == order


def test_too_many_points_are_refused():
    with pytest.raises(ValueError, match="256 at most"):
        PermutationGroup(257, [])
