"""Lights Out and the arrow puzzle: linear algebra against exhaustive search."""

from collections import Counter
from itertools import product
from random import Random

import pytest
from arcwise.rules import Arrows, InputError, LightsOut, Var, distances, solvability
from arcwise.rules.domains.toggles import with_opposites
from arcwise.rules.text.state_text import open_goal
from arcwise.search import enumerate_layers


@pytest.mark.parametrize("shape", [(2, 1), (2, 4), (2, 5), (4, 2), (6, 2), (6, 3), (4, 5)])
def test_lights_that_can_be_put_out_are_those_that_presses_reach(shape):
    theory, goal = LightsOut().theory(shape), LightsOut().goal(shape)
    reached = distances(theory, goal)
    for lights in product((0, 1), repeat=shape[0] // 2 * shape[1]):
        state = with_opposites(lights, (0, 1))
        assert solvability(theory, state, goal).solvable == (state in reached)


@pytest.mark.parametrize("domain", [LightsOut(), Arrows()])
def test_goals_that_leave_switches_open_are_decided_as_presses_reach_them(domain):
    shape = (2, 4)
    theory, own = domain.theory(shape), domain.goal(shape)
    values = own[0], own[4], None
    start = with_opposites([own[4], *own[1:4]], (own[0], own[4]))
    reached = distances(theory, start)
    for named in product(values, repeat=4):
        for side in (0, 4):  # the goal names switches, or their opposites
            goal = open_goal({k + side: one for k, one in enumerate(named) if one is not None}, 8)
            asked = [(cell, one) for cell, one in enumerate(goal) if not isinstance(one, Var)]
            wanted = any(all(state[cell] == one for cell, one in asked) for state in reached)
            assert solvability(theory, start, goal).solvable == wanted
    twice = (Var("X"), Var("X"), *open_goal({}, 6))
    assert domain.solvable(shape, start, twice) is None


@pytest.mark.slow
def test_of_four_by_four_lights_one_set_in_sixteen_can_be_put_out():
    """OEIS A159257: the deficiency is 4."""
    theory, goal = LightsOut().theory((8, 4)), LightsOut().goal((8, 4))
    rng = Random(1)
    states = (with_opposites([rng.randrange(2) for _ in range(16)], (0, 1)) for _ in range(1600))
    solvable = sum(solvability(theory, state, goal).solvable for state in states)
    assert 60 < solvable < 140


def test_the_reason_says_how_many_sets_of_lights_can_be_changed():
    theory, goal = LightsOut().theory((10, 5)), LightsOut().goal((10, 5))
    start = with_opposites([1] + [0] * 24, (0, 1))
    assert solvability(theory, start, goal).reason == (
        "start and goal differ in 1 switch; moves can change 2^23 of the 2^25 sets of switches, "
        "but not this one"
    )


def test_what_a_switch_cannot_be_is_told_by_its_number():
    with pytest.raises(InputError, match=r"switch 2 is 7[\s\S]*0, 1 or, in a goal, \?"):
        LightsOut().theory((4, 2)).parse_goal("0 7 0 0")


@pytest.mark.parametrize("count", range(2, 13))
def test_arrows_have_half_of_all_states(count):
    shape = (2, count)
    assert enumerate_layers(Arrows().theory(shape), Arrows().goal(shape)).states == 2 ** (count - 1)


@pytest.mark.parametrize("count", [2, 3, 6])
def test_arrows_can_be_turned_up_if_an_even_number_is_down(count):
    theory, goal = Arrows().theory((2, count)), Arrows().goal((2, count))
    reached = distances(theory, goal)
    for arrows in product(("up", "down"), repeat=count):
        state = with_opposites(arrows, ("up", "down"))
        even = arrows.count("down") % 2 == 0
        assert solvability(theory, state, goal).solvable == even == (state in reached)


def test_a_flip_turns_two_neighbours():
    theory = Arrows().theory((2, 4))
    turn = {"up": "down", "down": "up"}
    for state in distances(theory, Arrows().goal((2, 4))):
        found = [after[:4] for _, after in theory.successors(state)]
        one = state[:4]
        assert found == [
            (*one[:k], turn[one[k]], turn[one[k + 1]], *one[k + 2 :]) for k in range(3)
        ]


def test_all_rows_of_arrows_are_drawn_equally_often():
    rng = Random(4)
    drawn = Counter(Arrows().draw((2, 4), rng) for _ in range(800))
    assert len(drawn) == 8
    assert all(65 < count < 140 for count in drawn.values())


def test_switches_are_drawn_without_their_opposites():
    assert LightsOut().picture((1, 0, 0, 1, 0, 1, 1, 0), (4, 2)) == "* .\n. *"
    assert Arrows().picture(("up", "down", "down", "up"), (2, 2)) == "^ v"


@pytest.mark.parametrize(
    ("state", "fault"),
    [
        ("up up up down", "cells 1 and 3 are not opposites"),
        ("up left down down", "cell 2 is left, neither up nor down"),
    ],
)
def test_what_is_no_state_is_refused_with_the_reason(state, fault):
    with pytest.raises(InputError, match="not a state of arrow:2") as caught:
        Arrows().theory((2, 2)).parse(state)
    assert fault in caught.value.problem
