"""Missionaries and cannibals, against the rules in words and the published numbers of crossings."""

from collections import Counter

import pytest
from arcwise.rules import (
    InputError,
    TooLargeError,
    distances,
    open_source,
    shortest_path_count,
    solvability,
)
from arcwise.search import Problem, Status, solve

CROSSINGS = [1, 5, 11, 9, 11, 9, 11, 13, 15]
"""For 1, 2, ... pairs, in the smallest boat that will do: OEIS A356480; Fraley, Cooke and Detrick 1966."""
BOATS = [2, 2, 2, 3, 3, 4, 4, 4, 4]


def crossed(state, pairs, boat):
    """The states after one crossing: nowhere more cannibals than missionaries, if there are missionaries."""
    here = (state[0], state[1]) if state[2] == "left" else (pairs - state[0], pairs - state[1])
    for m in range(here[0] + 1):
        for c in range(here[1] + 1):
            left = (here[0] - m, here[1] - c)
            groups = [(m, c), left, (pairs - left[0], pairs - left[1])]
            if 1 <= m + c <= boat and all(a >= b for a, b in groups if a):
                if state[2] == "left":
                    yield (*left, "right")
                else:
                    yield (pairs - left[0], pairs - left[1], "left")


@pytest.mark.parametrize(
    ("pairs", "boat", "crossings"),
    [(n, boat, least) for n, (boat, least) in enumerate(zip(BOATS, CROSSINGS, strict=True), 1)],
)
def test_a_river_is_crossed_in_as_few_crossings_as_published(pairs, boat, crossings):
    domain, shape = open_source(f"missionaries:{pairs}x{boat}").sized
    problem = Problem(domain.theory(shape), domain.start(shape), domain.goal(shape))
    assert solve(problem, "breadth-first").moves == crossings


@pytest.mark.parametrize(("pairs", "boat"), [(1, 1), (4, 2), (6, 3), (9, 3)])
def test_a_boat_that_is_too_small_is_found_out(pairs, boat):
    domain, shape = open_source(f"missionaries:{pairs}x{boat}").sized
    problem = Problem(domain.theory(shape), domain.start(shape), domain.goal(shape))
    assert solve(problem, "a-star").status is Status.UNSOLVABLE


def test_the_classic_has_sixteen_states_and_four_shortest_solutions():
    """Of the 20 safe states 16 are met (Amarel 1968)."""
    domain, shape = open_source("missionaries:3x2").sized
    theory = domain.theory(shape)
    start, goal = domain.start(shape), domain.goal(shape)
    assert len(distances(theory, start)) == 16
    assert shortest_path_count(theory, start, goal) == 4


@pytest.mark.parametrize(("pairs", "boat"), [(1, 2), (3, 2), (4, 3), (5, 4)])
def test_moves_are_those_of_the_rules(pairs, boat):
    domain, shape = open_source(f"missionaries:{pairs}x{boat}").sized
    theory = domain.theory(shape)
    for state in distances(theory, domain.goal(shape)):
        found = [after for _, after in theory.successors(state)]
        assert Counter(found) == Counter(crossed(state, pairs, boat))


def test_crossings_are_named_by_who_crosses():
    domain, shape = open_source("missionaries:3x2").sized
    theory = domain.theory(shape)
    names = {arc.name for arc, _ in theory.successors((3, 3, "left"))}
    assert names == {"C-right", "CC-right", "MC-right"}
    assert solvability(theory, (3, 3, "left"), (0, 0, "right")) is None


def test_the_picture_has_the_river_between_the_banks():
    domain, shape = open_source("missionaries:3x2").sized
    assert domain.picture((3, 1, "right"), shape) == "  MMMC ~~~<_> CC"


@pytest.mark.parametrize(
    ("state", "fault"),
    [
        ("4 3 left", "4 missionaries and 3 cannibals on the left bank, of 3 each"),
        ("3 3 up", "the boat is up, neither left nor right"),
        ("1 2 left", "missionaries are outnumbered"),
        ("left 3 left", "left on the left bank is no number"),
    ],
)
def test_what_is_no_state_is_refused_with_the_reason(state, fault):
    domain, shape = open_source("missionaries:3x2").sized
    with pytest.raises(InputError) as caught:
        domain.theory(shape).parse(state)
    assert fault in caught.value.problem


@pytest.mark.parametrize("size", ["3", "0x2", "3x0"])
def test_a_bad_size_is_refused(size):
    with pytest.raises(InputError, match="bad size"):
        open_source(f"missionaries:{size}")


@pytest.mark.parametrize("size", ["21x2", "3x21"])
def test_a_size_that_is_too_large_is_refused_as_such(size):
    with pytest.raises(TooLargeError, match="too many"):
        open_source(f"missionaries:{size}")
