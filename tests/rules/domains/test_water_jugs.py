"""Two water jugs, against a simulation and the published numbers of steps."""

from collections import Counter
from itertools import product
from math import gcd

import pytest
from arcwise.rules import InputError, distances, open_source
from arcwise.search import Problem, solve

STEPS = {
    1: ((1,), (2, -1), (2, 2, -1), (2, -1, 2, -1), (2, 4, 6, 2, -1), (2, -1, -1, -1, 2, -1),
        (2, 6, 4, 6, 10, 2, -1)),
    2: ((-1,), (1, 1), (2, 2, -1), (4, 2, 6, -1), (4, 2, 2, 6, -1), (4, 2, -1, 2, 6, -1),
        (4, 2, 8, 8, 2, 6, -1)),
    3: ((-1,), (-1, -1), (1, 1, 1), (2, -1, 2, -1), (4, 2, 2, 6, -1), (6, -1, 2, -1, 10, -1),
        (6, 4, 2, 2, 6, 10, -1)),
}  # fmt: skip
"""For so many litres in the first jug, by row for its capacity A and by B up to A; -1 where it is not possible.

OEIS A180227, A180228 and A180229.
"""


def poured(state, one, other):
    """The other states that one step makes."""
    left, right = state
    over, back = min(left, other - right), min(right, one - left)
    states = [
        (one, right), (left, other), (0, right), (left, 0),
        (left - over, right + over), (left + back, right - back),
    ]  # fmt: skip
    return [after for after in states if after != state]


@pytest.mark.slow
@pytest.mark.parametrize("amount", STEPS)
def test_an_amount_takes_as_many_steps_as_published(amount):
    for one, row in enumerate(STEPS[amount], 1):
        for other, steps in enumerate(row, 1):
            spelling = f"water-jugs:{one}x{other}={amount}"
            if steps < 0:
                with pytest.raises(InputError):
                    open_source(spelling)
                continue
            domain, shape = open_source(spelling).sized
            problem = Problem(domain.theory(shape), (0, 0), domain.goal(shape))
            assert solve(problem, "breadth-first").moves == steps


@pytest.mark.parametrize(("one", "other"), [(1, 1), (4, 3), (5, 3), (3, 5), (6, 4), (9, 6), (7, 7)])
def test_empty_jugs_lead_to_the_states_on_the_rim(one, other):
    domain, shape = open_source(f"water-jugs:{one}x{other}=0").sized
    found = set(distances(domain.theory(shape), (0, 0)))
    step = gcd(one, other)
    assert len(found) == 2 * (one + other) // step
    assert found == {
        (x, y)
        for x, y in product(range(0, one + 1, step), range(0, other + 1, step))
        if x in (0, one) or y in (0, other)
    }


@pytest.mark.parametrize(("one", "other"), [(1, 1), (2, 3), (5, 3)])
def test_moves_are_those_of_the_rules_and_each_changes_something(one, other):
    domain, shape = open_source(f"water-jugs:{one}x{other}={one}").sized
    theory = domain.theory(shape)
    for state in product(range(one + 1), range(other + 1)):
        found = [after for _, after in theory.successors(state)]
        assert Counter(found) == Counter(poured(state, one, other))


@pytest.mark.parametrize(("one", "other"), [(4, 6), (5, 3), (3, 8)])
def test_each_amount_that_the_jugs_measure_is_measured_in_the_first(one, other):
    for amount in range(one + 1):
        if amount % gcd(one, other) == 0:
            domain, shape = open_source(f"water-jugs:{one}x{other}={amount}").sized
            problem = Problem(domain.theory(shape), (0, 0), domain.goal(shape))
            assert solve(problem, "breadth-first").solved


def test_the_picture_shows_how_full_the_jugs_are():
    domain, shape = open_source("water-jugs:3x2=1").sized
    assert domain.picture((2, 1), shape) == "| |\n|~| | |\n|~| |~|\n 2   1"
    domain, shape = open_source("water-jugs:30x20=10").sized
    assert domain.picture((2, 1), shape).endswith("\n|~~~~~~| |~~~~~~|\n2 of 30  1 of 20")


@pytest.mark.parametrize(
    ("size", "problem"),
    [
        ("5x3", "bad size"),
        ("5=3", "bad size"),
        ("5x3=6", "the first jug is too small"),
        ("6x3=4", "jugs of 6 and 3 never measure 4"),
        ("0x3=0", "bad capacity"),
        ("100x3=1", "bad capacity"),
    ],
)
def test_jugs_that_cannot_do_it_are_refused(size, problem):
    with pytest.raises(InputError, match=problem):
        open_source(f"water-jugs:{size}")


def test_a_jug_holds_no_more_than_it_can():
    domain, shape = open_source("water-jugs:5x3=4").sized
    with pytest.raises(InputError, match="jug 2 of 3 holds 4"):
        domain.theory(shape).parse("0 4")
