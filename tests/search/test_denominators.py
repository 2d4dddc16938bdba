"""Sums of fractions: exact for whatever is written with few digits or as one over a whole number, else as they come."""

from fractions import Fraction
from itertools import pairwise, permutations
from math import inf, lcm

import pytest
from arcwise.rules import read_domain, sliding_tile
from arcwise.search.operator import common_denominator, denominator_of_costs, total_cost
from hypothesis import given
from hypothesis import strategies as st


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(1, 90)), min_size=1, max_size=3))
def test_a_denominator_makes_whole_numbers_of_fractions(parts):
    wanted = lcm(*(Fraction(*part).denominator for part in parts))
    found = common_denominator([one / other for one, other in parts], most=10**6, rounding=1e-13)
    assert found == (wanted if wanted <= 10**6 else 0)


@pytest.mark.parametrize("values", [[inf], [2**0.5], [1 / 361], [1 / 7, 1 / 11, 1 / 13]])
def test_there_is_none_for_other_numbers_nor_a_large_one(values):
    assert common_denominator(values) == 0


def test_of_costs():
    inverse, shape = read_domain("inverse-tile:3x4")
    assert denominator_of_costs(inverse.theory(shape)) == lcm(*range(1, 12))
    inverse, shape = read_domain("inverse-tile:5x5")
    assert denominator_of_costs(inverse.theory(shape)) == lcm(*range(1, 25)) == 5_354_228_880
    assert denominator_of_costs(sliding_tile(2, 2)) == 1
    assert denominator_of_costs(sliding_tile(2, 2, cost=0.7)) == 10
    assert denominator_of_costs(sliding_tile(2, 2, cost=2**0.5)) == 0


def test_a_sum_does_not_hang_on_the_order():
    costs = (0.1, 0.1, 0.1, 0.25, 1 / 3, 1.7)
    sums = {total_cost(order) for order in permutations(costs)}
    assert sums == {2.5833333333333335}
    assert total_cost([1.7] * 3 + [1, 1, 1]) == 8.1
    assert len({sum(order) for order in permutations(costs)}) > 1


def test_whole_numbers_stay_what_they_are():
    assert str(total_cost([1, 2])) == "3"
    assert str(total_cost([])) == "0"
    assert str(total_cost([1.0, 2])) == "3.0"
    assert total_cost([2**0.5, 1]) == 2**0.5 + 1
    assert all(one < other for one, other in pairwise([total_cost([0.1] * n) for n in range(9)]))
