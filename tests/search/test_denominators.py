"""Common denominators of costs and of values of heuristics."""

from dataclasses import replace
from fractions import Fraction
from math import inf, lcm

import pytest
from arcwise.rules import open_source, sliding_tile
from arcwise.search.operator import common_denominator, costs_of, denominator_of_costs
from hypothesis import given
from hypothesis import strategies as st


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(1, 90)), min_size=1, max_size=3))
def test_a_denominator_makes_whole_numbers_of_fractions(parts):
    wanted = lcm(*(Fraction(*part).denominator for part in parts))
    found = common_denominator([one / other for one, other in parts])
    assert found == (wanted if wanted <= 360 else 0)


@pytest.mark.parametrize("values", [[inf], [2**0.5], [1 / 361], [1 / 7, 1 / 11, 1 / 13]])
def test_there_is_none_for_other_numbers_nor_a_large_one(values):
    assert common_denominator(values) == 0


def test_of_costs():
    inverse, shape = open_source("inverse-tile:3x4").sized
    assert denominator_of_costs(inverse.theory(shape)) == lcm(*range(1, 12))
    inverse, shape = open_source("inverse-tile:5x5").sized
    assert denominator_of_costs(inverse.theory(shape)) == lcm(*range(1, 25)) == 5_354_228_880
    assert denominator_of_costs(sliding_tile(2, 2)) == 1
    assert denominator_of_costs(sliding_tile(2, 2, cost=0.7)) == 10
    assert denominator_of_costs(sliding_tile(2, 2, cost=2**0.5)) == 0


@pytest.mark.parametrize("costs", [(1, 1e-17), (1e9, 1e-12), (0.1 + 0.2, 1)])
def test_a_cost_that_is_small_beside_another_is_not_taken_for_nothing(costs):
    arcs = [replace(arc, cost=costs[at % 2]) for at, arc in enumerate(sliding_tile(2, 2).arcs)]
    theory = replace(sliding_tile(2, 2), arcs=tuple(arcs))
    assert costs_of(theory) == {Fraction(repr(cost)) for cost in costs}
    assert denominator_of_costs(theory) == 0
