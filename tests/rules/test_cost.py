"""Costs as exact numbers, and their sums."""

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise, permutations

import pytest
from arcwise.rules.cost import check_cost, common_unit, exact, total_cost, written_cost
from arcwise.rules.errors import InputError
from hypothesis import given
from hypothesis import strategies as st


@given(st.decimals(0, 10**6, places=6) | st.decimals(0, 10**4, places=10))
def test_a_decimal_of_few_digits_is_what_is_written(cost):
    assert exact(float(cost)) == exact(cost) == Fraction(cost)


@given(st.integers(0, 1000), st.integers(1, 1000))
def test_a_quotient_of_whole_numbers_is_that_fraction(over, under):
    assert exact(over / under) == Fraction(over, under)


@given(st.floats(0, 1e100))
def test_any_other_float_is_its_shortest_decimal_or_a_fraction_that_rounds_to_it(cost):
    assert float(exact(cost)) == cost


@pytest.mark.parametrize(
    ("cost", "wanted"),
    [
        (2**53 + 1, 2**53 + 1),
        (True, 1),
        (1e17, 10**17),
        (1e100, 10**100),
        (1e-17, Fraction(1, 10**17)),
        (0.1 + 0.2, Fraction("0.30000000000000004")),
        (Decimal("1.00000000000000000001"), Fraction("1.00000000000000000001")),
        (Fraction(4, 2), 2),
    ],
)
def test_exact_costs(cost, wanted):
    assert exact(cost) == wanted
    assert type(exact(cost)) is type(wanted)


@pytest.mark.parametrize(
    "cost",
    [-1, float("nan"), float("inf"), Decimal("NaN"), Decimal("sNaN"), 1e101, 10**4000, "1", 1j],
)
def test_what_is_no_cost_is_refused(cost):
    with pytest.raises(InputError, match="bad cost"):
        check_cost("a move", cost)


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


def test_whole_sums_are_exact_beyond_the_numbers_of_64_bits():
    assert total_cost([1e17, 1]) == 10**17 + 1
    assert total_cost([10**17, 1]) == 10**17 + 1
    assert total_cost([2**53, 0.5, 1.5, 1]) == 2**53 + 3


@given(st.lists(st.fractions(0, 100, max_denominator=50), max_size=5))
def test_costs_are_whole_multiples_of_their_common_unit(costs):
    unit = common_unit(costs)
    assert all(Fraction(cost) / unit % 1 == 0 for cost in costs if cost)
    assert (unit == 0) == (not any(costs))


def test_an_int_and_the_float_that_equals_it_are_told_apart():
    assert float(2**60) == 2**60
    assert exact(float(2**60)) == 1_152_921_504_606_847_000
    assert exact(2**60) == 2**60
    assert total_cost([2**60, 2**60]) == 2**61


@pytest.mark.parametrize("text", ["0", "0.10", "7.", "100000000000000001", "1e17", ".5"])
def test_a_cost_in_a_text_is_the_decimal_that_is_written(text):
    assert exact(written_cost(text)) == Fraction(text.removesuffix("."))


@pytest.mark.parametrize("text", ["1e101", "1e999999999", "1e-999999999", "0.29999999999999999"])
def test_a_cost_in_a_text_that_no_float_stands_for_is_none(text):
    assert written_cost(text) is None
