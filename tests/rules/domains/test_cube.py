"""The 3x3x3 cube: its faces, its layers and what can be reached. The 2x2x2 cube is in test_sizes.py."""

from random import Random

import pytest
from arcwise.rules import Cube, layers, solvability
from arcwise.rules.domains.cube import SIDES, STICKERS_OF_3

SHAPE = (6, 9)
GOAL = tuple(range(1, 55))
AROUND = {"R": "FUBD", "U": "FLBR", "F": "URDL", "L": "UFDB", "D": "FRBL", "B": "ULDR"}
"""For each face the four beside it, in the order in which a clockwise turn carries stickers."""


@pytest.fixture(scope="module")
def arcs():
    return {arc.name: arc for arc in Cube().theory(SHAPE).arcs}


def side(place, axis):
    return next(name for name, end in SIDES.items() if end == (axis, place[axis]))


@pytest.mark.parametrize("face", AROUND)
def test_a_face_turns_clockwise_and_carries_those_beside_it(face, arcs):
    axis, end = SIDES[face]
    follows = dict(zip(AROUND[face], AROUND[face][1:] + AROUND[face][0], strict=True)) | {
        face: face
    }
    turned = arcs[face].apply(GOAL)
    for cell, sticker in enumerate(turned):
        (was, faced), (place, facing) = STICKERS_OF_3[sticker - 1], STICKERS_OF_3[cell]
        if place[axis] == end:
            assert side(place, facing) == follows[side(was, faced)]
        else:
            assert sticker == cell + 1


def test_each_small_cube_stays_in_one_piece(arcs):
    pieces = {}
    for cell, (place, _) in enumerate(STICKERS_OF_3):
        pieces.setdefault(place, set()).add(cell + 1)
    for arc in arcs.values():
        state = arc.apply(GOAL)
        for cells in pieces.values():
            assert {state[cell - 1] for cell in cells} in pieces.values()


def test_the_middles_never_move_and_four_turns_are_none(arcs):
    start = Cube().draw(SHAPE, Random(2))
    middles = [cell for cell, (place, _) in enumerate(STICKERS_OF_3) if place.count(0) == 2]
    assert len(middles) == 6
    for arc in arcs.values():
        assert not set(middles) & set(arc.changed)
        state = start
        for _ in range(4):
            state = arc.apply(state)
        assert state == start


def test_positions_within_four_quarter_turns_are_as_many_as_published():
    """Jerry Bryan's results in the quarter turn metric: 1, 12, 114, 1068, 10011, 93840, ..."""
    found = layers(Cube().theory(SHAPE), GOAL)
    assert [len(next(found)) for _ in range(5)] == [1, 12, 114, 1068, 10_011]


def test_six_times_right_up_back_and_back_is_none(arcs):
    """The commutator R U R' U' has order 6, and R U has order 105."""

    def order(names):
        state, count = GOAL, 0
        while count == 0 or state != GOAL:
            for name in names:
                state = arcs[name].apply(state)
            count += 1
        return count

    assert order(["R", "U", "R'", "U'"]) == 6
    assert order(["R", "U"]) == 105


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_drawn_cubes_are_solvable_and_a_twisted_corner_or_a_flipped_edge_is_not(seed):
    theory, state = Cube().theory(SHAPE), Cube().draw(SHAPE, Random(seed))
    assert solvability(theory, state, GOAL).solvable
    for size in (3, 2):
        cells = [
            cell
            for cell, (place, _) in enumerate(STICKERS_OF_3)
            if place == (1, 1, 1 if size == 3 else 0)
        ]
        assert len(cells) == size
        twisted = list(state)
        for one, other in zip(cells, cells[1:] + cells[:1], strict=True):
            twisted[one] = state[other]
        verdict = solvability(theory, tuple(twisted), GOAL)
        assert not verdict.solvable
        assert "43,252,003,274,489,856,000" in verdict.reason


def test_the_picture_is_the_cube_unfolded(arcs):
    solved = Cube().picture(GOAL, SHAPE).splitlines()
    assert solved[0] == "    UUU"
    assert solved[3:6] == ["LLL FFF RRR BBB"] * 3
    assert solved[8] == "    DDD"
    turned = Cube().picture(arcs["U"].apply(GOAL), SHAPE).splitlines()
    assert turned[:4] == ["    UUU", "    UUU", "    UUU", "FFF RRR BBB LLL"]
    turned = Cube().picture(arcs["F"].apply(GOAL), SHAPE).splitlines()
    assert turned[2:7] == [
        "    LLL",
        "LLD FFF URR BBB",
        "LLD FFF URR BBB",
        "LLD FFF URR BBB",
        "    RRR",
    ]


def test_the_small_cube_is_unfolded_in_the_same_way():
    arcs = {arc.name: arc for arc in Cube().theory((4, 6)).arcs}
    turned = Cube().picture(arcs["U"].apply(Cube().goal((4, 6))), (4, 6))
    assert turned == "   UU\n   UU\nFF RR BB LL\nLL FF RR BB\n   DD\n   DD"
