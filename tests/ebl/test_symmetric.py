"""Symmetric macros hold where and because the moves have the symmetry, and make every goal reachable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from arcwise.ebl import Course, Escapes, MacroLibrary, load_macros, train
from arcwise.ebl.library import image, images
from arcwise.rules import GRID, RING, Schema, SlidingTiles, TopSpin, canonical, open_source
from arcwise.rules.geometry import Shape
from arcwise.search import Climber, check_completeness, climb
from arcwise.search.climbing.completeness import check_every_goal, goals_by_blank

TILES = SlidingTiles()
BOARDS = ((3, 3), (2, 4), pytest.param((3, 4), marks=pytest.mark.slow))


@pytest.fixture(scope="module")
def learned(macro_file: Callable[..., Path]) -> MacroLibrary:
    return load_macros(macro_file("sliding-tile:3x3", "--learner", "escapes"))


def every_goal(library: MacroLibrary, shape: Shape):
    return check_every_goal(TILES, shape, lambda goal: library.climber(shape, goal=goal))


@pytest.mark.parametrize("shape", [(2, 3), (1, 4), (3, 3)])
def test_symmetries_are_the_permutations_that_keep_neighbours(shape):
    def neighbours(pair, columns):
        (row, column), (other_row, other_column) = (divmod(cell, columns) for cell in pair)
        return abs(row - other_row) + abs(column - other_column) == 1

    size = shape[0] * shape[1]
    seen = {tuple(range(size))}
    for symmetry in GRID.symmetries:
        cells = [symmetry.cell(cell, shape) for cell in range(size)]
        columns = symmetry.shape(shape)[1]
        assert sorted(cells) == list(range(size))
        for one in range(size):
            for other in range(size):
                pair = cells[one], cells[other]
                assert neighbours((one, other), shape[1]) == neighbours(pair, columns)
        moved = symmetry.moved([f"s{cell}" for cell in range(size)], shape)
        assert all(moved[cells[cell]] == f"s{cell}" for cell in range(size))
        seen.add((symmetry.shape(shape), *cells))
    assert len(seen) == (8 if shape != (1, 4) else 5)


@pytest.mark.slow
@pytest.mark.parametrize("symmetry", GRID.symmetries, ids=str)
def test_the_image_of_a_macro_does_to_the_image_of_a_state_what_the_macro_does_to_the_state(
    symmetry, learned
):
    rng = Random(str(symmetry))
    for macro in learned:
        found = image(TILES, macro, symmetry, "i")
        if found is None:
            sides = (symmetry.moved(side, macro.window) for side in macro.arc.canonical)
            assert canonical(*sides) == macro.arc.canonical
            continue
        size = len(macro.arc.before)
        for _ in range(6):
            state = tuple(rng.sample(range(size), size))
            after = macro.arc.apply(state)
            mirrored = found.arc.apply(symmetry.moved(state, macro.window))
            assert mirrored == (None if after is None else symmetry.moved(after, macro.window))
        assert found.cost == macro.cost
        assert found.explanation.start == symmetry.moved(macro.explanation.start, macro.window)
        assert found.image.of == macro.name
        assert found.image.symmetry is symmetry


@pytest.mark.slow
def test_a_closed_library_has_all_images_of_its_macros_and_says_of_what_they_are(learned):
    library = learned
    names = {macro.name for macro in library}
    for macro in library:
        for found in images(TILES, macro):
            assert found in library
        if macro.image is not None:
            assert macro.image.of in names
    origins = [macro for macro in library if macro.image is None]
    assert 1 < len(origins) < len(library) / 4


@pytest.mark.slow
@pytest.mark.parametrize("shape", BOARDS, ids=str)
def test_with_a_closed_library_climbing_reaches_every_goal(shape, learned):
    found = every_goal(learned, shape)
    assert found.complete
    assert found.goals == shape[0] * shape[1]
    assert "complete for every goal" in found.summary()


@pytest.mark.slow
@pytest.mark.parametrize("shape", [*BOARDS, (5, 5)], ids=str)
def test_random_boards_reach_random_goals_without_search(shape, learned):
    for seed in range(20):
        rng = Random(seed)
        goal = list(TILES.goal(shape))
        rng.shuffle(goal)
        start = TILES.starts(shape, tuple(goal))(rng)
        climber = learned.climber(shape, goal=tuple(goal), select=("first", "best")[seed % 2])
        found = climb(climber, start)
        assert found.solved
        assert found.climb.escapes == ()
        assert found.climb.plan.replay() == tuple(goal)


@pytest.mark.slow
@pytest.mark.parametrize("shape", BOARDS, ids=str)
def test_what_was_learned_does_not_reach_every_goal_without_its_images(shape, learned):
    alone = [macro for macro in learned if macro.image is None]
    found = every_goal(MacroLibrary(TILES, alone), shape)
    assert not found.complete
    assert "incomplete for" in found.summary()


@pytest.mark.slow
def test_without_a_macro_and_its_images_some_goal_is_out_of_reach(learned):
    library, shape = learned, (2, 3)
    needed = 0
    for macro in library:
        if macro.image is not None:
            continue
        images_of = [one.name for one in library if one.image and one.image.of == macro.name]
        less = library.without([macro.name, *images_of])
        found = every_goal(less, shape)
        needed += not found.complete
        for goal, state in found.incomplete:
            assert less.climber(shape, goal=goal).step(state) is None
            assert TILES.solvable(shape, state, goal).solvable
    assert needed > 2


@pytest.mark.slow
def test_the_proof_fails_where_a_single_macro_is_missing(learned):
    shape = (2, 3)
    holding = [macro for macro in learned if TILES.holds(macro.operator, shape)]
    needed = [
        macro.name
        for macro in holding
        if not every_goal(learned.without([macro.name]), shape).complete
    ]
    assert len(needed) > len(holding) / 2


def test_goals_by_blank_put_the_blank_into_every_cell():
    goals = list(goals_by_blank(TILES, (2, 3)))
    assert goals[0] == TILES.goal((2, 3))
    assert sorted(goal.index(0) for goal in goals) == list(range(6))
    assert all(sorted(goal) == list(range(6)) for goal in goals)
    pancakes, shape = open_source("pancake:5").sized
    assert list(goals_by_blank(pancakes, shape)) == [pancakes.goal(shape)]


@pytest.mark.slow
def test_goals_with_the_blank_in_one_cell_are_all_alike(learned):
    library = learned.without(["m1"])
    rng = Random(3)
    for goal in goals_by_blank(TILES, (2, 3)):
        tiles = rng.sample(range(1, 6), 5)
        other = tuple(0 if symbol == 0 else tiles[symbol - 1] for symbol in goal)
        one, two = (
            check_completeness(library.climber((2, 3), goal=wanted)) for wanted in (goal, other)
        )
        assert (one.complete, one.checked) == (two.complete, two.checked)


@dataclass(frozen=True)
class Downhill(SlidingTiles):
    """The blank cannot move up."""

    def schemas(self, shape):
        return tuple(schema for schema in super().schemas(shape) if schema.name != "up")


def test_what_becomes_no_move_is_no_image(learned):
    downhill = Downhill()
    macro = next(
        macro
        for macro in learned
        if {move.name for move, _ in macro.steps} >= {"up", "left", "right", "down"}
    )
    assert image(downhill, macro, GRID.symmetries[0], "i") is None
    assert list(images(downhill, macro)) == []
    left = next(schema for schema in downhill.schemas((2, 3)) if schema.name == "left")
    becomes = {
        symmetry.name: [move.name for move, _ in moves]
        for symmetry in GRID.symmetries
        if (moves := downhill.image(Schema(left.arc, left.window, ((left, 0),)), symmetry))
    }
    assert becomes == {
        "mirrored left to right": ["right"],
        "mirrored top to bottom": ["left"],
        "turned by 180 degrees": ["right"],
        "turned by 90 degrees counter-clockwise": ["down"],
        "mirrored at the other diagonal": ["down"],
    }


def test_rings_are_mirrored_too():
    domain, shape = TopSpin(4), (1, 7)
    library = MacroLibrary(domain)
    for _ in train(Escapes(), library, Course(shape, (shape,))):
        pass
    assert library.closed
    for macro in library:
        for found in images(domain, macro):
            assert found in library
            assert found.image.symmetry in RING.symmetries
            start = found.explanation.start
            assert found.arc.apply(start) == found.explanation.goal
    assert check_completeness(Climber(domain, shape, library.schemas)).complete


@pytest.mark.parametrize("name", ["pancake:5", "hanoi:3x3", "lights-out:2x2"])
def test_without_symmetries_nothing_is_closed(name):
    domain, _ = open_source(name).sized
    library = MacroLibrary(domain, closed=True)
    assert not library.closed


@pytest.mark.slow
def test_closing_adds_images_once_and_adding_brings_them_along(learned):
    library = learned
    origins = [macro for macro in library if macro.image is None]
    again = MacroLibrary(TILES, origins)
    assert len(again) == len(origins)
    again.close()
    assert {macro.canonical for macro in again} == {macro.canonical for macro in library}
    again.close()
    assert len(again) == len(library)
    third = MacroLibrary(TILES, closed=True)
    for macro in origins:
        admission = third.add(macro)
        assert all(one in third for one in admission.images)
        assert ("by symmetry" in str(admission)) == bool(admission.images)
    assert {macro.canonical for macro in third} == {macro.canonical for macro in library}
    renamed = library.without(["m2"]).renamed()
    assert {one.image.of for one in renamed if one.image} <= {macro.name for macro in library}


def test_macros_that_ask_for_tiles_by_name_have_no_images():
    domain, shape = open_source("heavy-tile:2x2").sized
    library = Escapes().library(domain)
    list(train(Escapes(), library, Course(shape, (shape,))))
    assert len(library) > 0
    assert all(macro.image is None for macro in library)
    assert check_completeness(library.climber(shape)).complete
