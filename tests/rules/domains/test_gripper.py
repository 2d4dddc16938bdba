"""Gripper, against a simulation with sets and the published numbers."""

from collections import Counter
from random import Random

import pytest
from arcwise.rules import Gripper, InputError, distances, open_source
from arcwise.search import Problem, enumerate_layers, solve


def carried(state):
    """The states after one move, from the rules in words."""
    room, hands, balls = state[0], dict(zip(("left", "right"), state[1:3], strict=True)), state[3:]

    def made(room, balls):
        full = ["full" if hand in balls else "free" for hand in ("left", "right")]
        return (room, *full, *balls)

    yield made("b" if room == "a" else "a", balls)
    for ball, where in enumerate(balls):
        for hand, content in hands.items():
            if where == room and content == "free":
                yield made(room, (*balls[:ball], hand, *balls[ball + 1 :]))
        if where in hands:
            yield made(room, (*balls[:ball], room, *balls[ball + 1 :]))


@pytest.mark.parametrize("balls", range(1, 8))
def test_states_and_plans_are_as_many_as_published(balls):
    """Helmert and Röger 2008: 2(2^n + 2n 2^(n-1) + n(n-1) 2^(n-2)) states; with 4 balls 11 moves (AIPS 1998)."""
    domain, shape = open_source(f"gripper:{balls}").sized
    found = enumerate_layers(domain.theory(shape), domain.start(shape))
    apart = 2**balls + balls * 2**balls + balls * (balls - 1) * 2**balls // 4
    assert found.states == 2 * apart
    result = solve(
        Problem(domain.theory(shape), domain.start(shape), domain.goal(shape)), "breadth-first"
    )
    assert result.moves == 3 * balls - (balls % 2 == 0)


@pytest.mark.parametrize("balls", [1, 2, 3])
def test_moves_are_those_of_the_rules(balls):
    domain, shape = open_source(f"gripper:{balls}").sized
    theory = domain.theory(shape)
    for state in distances(theory, domain.start(shape)):
        assert Counter(after for _, after in theory.successors(state)) == Counter(carried(state))


def test_every_state_is_drawn_equally_often():
    rng = Random(2)
    drawn = Counter(Gripper().draw((1, 5), rng) for _ in range(2800))
    assert len(drawn) == 28
    assert all(60 < count < 145 for count in drawn.values())


def test_the_picture_has_a_line_for_each_room():
    state = ("b", "full", "free", "a", "left", "b")
    assert Gripper().picture(state, (1, 6)) == "a:        1\nb: R[2 .]     3"


@pytest.mark.parametrize(
    ("state", "fault"),
    [
        ("c free free a a", "the robot is in c"),
        ("a free free a 3", "ball 2 is in 3"),
        ("a full free left left", "left holds 2 balls"),
        ("a free free left a", "cell 2 should be full"),
        ("a full free a a", "cell 2 should be free"),
    ],
)
def test_what_is_no_state_is_refused_with_the_reason(state, fault):
    with pytest.raises(InputError) as caught:
        Gripper().theory((1, 5)).parse(state)
    assert fault in caught.value.problem


@pytest.mark.parametrize("size", ["0", "201", "x"])
def test_a_bad_number_of_balls_is_refused(size):
    with pytest.raises(InputError):
        open_source(f"gripper:{size}")
