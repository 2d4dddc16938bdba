"""Keys and doors, against a walker simulated with sets."""

from collections import Counter, deque
from random import Random

import pytest
from arcwise.rules import InputError, Keys, distances, open_source, solvability
from arcwise.search import Problem, solve

MAPS = [
    ((1, 2), "@ >"),
    ((2, 3), "@ a =a / . # >"),
    ((3, 4), "@ . b # / # =b # . / a . =a >"),
    ((3, 4), ". a . =b / . @ # . / b =a . >"),
    ((3, 3), "@ab =a . / # =b a / . . >"),
]


def walked(state, shape):
    """The states after one step."""
    rows, columns = shape
    place = next((cell for cell, sign in enumerate(state) if sign.startswith("@")), None)
    if place is None:
        return
    keys = set(state[place][1:])
    for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        row, column = place // columns + down, place % columns + right
        if not (0 <= row < rows and 0 <= column < columns):
            continue
        cell = row * columns + column
        sign = state[cell]
        if sign == "#" or (sign[0] == "=" and sign[1] not in keys):
            continue
        now = keys | ({sign} if sign in "ab" else set())
        cells = list(state)
        cells[place] = "."
        cells[cell] = "home" if sign == ">" else "@" + "".join(sorted(now))
        yield tuple(cells)


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "text"), MAPS)
def test_steps_are_those_of_the_rules(shape, text):
    theory = Keys().theory(shape)
    for state in distances(theory, theory.parse(text)):
        found = Counter(after for _, after in theory.successors(state))
        assert found == Counter(walked(state, shape))


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "text"), MAPS)
def test_a_map_has_its_states_and_its_shortest_way_out(shape, text):
    theory = Keys().theory(shape)
    start = theory.parse(text)
    far, waiting = {start: 0}, deque([start])
    while waiting:
        state = waiting.popleft()
        for after in walked(state, shape):
            if after not in far:
                far[after] = far[state] + 1
                waiting.append(after)
    assert distances(theory, start) == far
    result = solve(Problem(theory, start, Keys().goal(shape)), "breadth-first")
    assert result.moves == min(moves for state, moves in far.items() if state[-1] == "home")


def test_one_theory_serves_every_map_of_a_size():
    theory = Keys().theory((2, 3))
    assert theory.parse("@ a =a . # >") == theory.parse("@ a =a / . # >")
    for text in ("@ . . . . >", "# # @ # # >"):
        assert solve(Problem(theory, theory.parse(text), Keys().goal((2, 3)))).solved


def test_a_door_behind_its_own_key_is_known_to_stay_closed():
    theory = Keys().theory((1, 4))
    start, goal = theory.parse("@ =a a >"), Keys().goal((1, 4))
    verdict = solvability(theory, start, goal)
    assert not verdict.solvable
    assert "even with every key in reach" in verdict.reason
    other = (*goal[:2], ".", goal[3])
    assert solvability(theory, start, other) is None


@pytest.mark.slow
def test_drawn_maps_of_ten_cells_or_more_need_a_key():
    without = 0
    for seed in range(40):
        state = Keys().draw((4, 5), Random(seed))
        assert {"a", "b", "=a", "=b", "@", ">"} <= set(state)
        locked = tuple("#" if sign[0] == "=" else sign for sign in state)
        verdict = solvability(Keys().theory((4, 5)), locked, Keys().goal((4, 5)))
        without += verdict.solvable
    assert without == 0


def test_the_picture_is_the_map_and_what_the_walker_has():
    state = Keys().theory((2, 3)).parse("@ab . # / =a b >")
    assert Keys().picture(state, (2, 3)) == "@.#\nAb>\nhas a b"
    assert Keys().picture((".", "home"), (1, 2)) == ".*"


@pytest.mark.parametrize(
    ("state", "fault"),
    [
        (". . . >", "0 walkers instead of one"),
        ("@ @a . >", "2 walkers"),
        ("@ x . >", "cell 2 is x"),
    ],
)
def test_what_is_no_map_is_refused_with_the_reason(state, fault):
    with pytest.raises(InputError) as caught:
        Keys().theory((1, 4)).parse(state)
    assert fault in caught.value.problem


@pytest.mark.parametrize("size", ["1x1", "3", "0x4", "16x17"])
def test_a_bad_size_is_refused(size):
    with pytest.raises(InputError, match=r"bad size|too large"):
        open_source(f"keys:{size}")
