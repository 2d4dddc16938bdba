"""Burnt pancakes, against stacks of signed numbers and the published numbers of flips."""

from collections import Counter
from math import factorial
from random import Random

import pytest
from arcwise.rules import BurntPancakes, InputError, Pancakes, distances
from arcwise.search import distance_table


@pytest.mark.slow
@pytest.mark.parametrize(("count", "flips"), [(1, 1), (2, 4), (3, 6), (4, 8), (5, 10), (6, 12)])
def test_burnt_pancakes_need_as_many_flips_as_published(count, flips):
    """OEIS A078941 for all stacks, A078942 for the one in order with every burnt side up."""
    shape = (1, 2 * count)
    goal = BurntPancakes().goal(shape)
    table = distance_table(BurntPancakes().theory(shape), goal)
    assert len(table) == 2**count * factorial(count)
    assert len(table.layers) - 1 == flips
    assert table[tuple(-side for side in goal)] == flips


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_flip_turns_the_order_and_every_side(count):
    theory = BurntPancakes().theory((1, 2 * count))
    for state in distances(theory, BurntPancakes().goal((1, 2 * count))):
        signed = state[::2]
        flipped = [
            (*(-one for one in signed[:size][::-1]), *signed[size:]) for size in range(1, count + 1)
        ]
        assert [after[::2] for _, after in theory.successors(state)] == flipped


def test_every_stack_is_drawn_equally_often():
    rng = Random(3)
    drawn = Counter(BurntPancakes().draw((1, 4), rng) for _ in range(800))
    assert len(drawn) == 8
    assert all(65 < count < 140 for count in drawn.values())


def test_a_burnt_side_that_is_up_is_drawn_in_another_sign():
    assert BurntPancakes().picture((2, -2, -1, 1), (1, 4)) == "==2==\n #1#"
    assert Pancakes().picture((2, 1, 3), (1, 3)) == " ==2==\n  =1=\n===3==="


def test_two_cells_are_the_sides_of_one_pancake():
    with pytest.raises(InputError, match="cells 1 and 2 are not two sides of one pancake"):
        BurntPancakes().theory((1, 4)).parse("1 -2 2 -1")
