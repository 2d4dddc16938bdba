"""The lemma of docs/every_size.md, against boards looked at in full; and what it proves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import islice

import pytest
from arcwise.ebl import Escapes, MacroLibrary, schematize
from arcwise.rules import InputError, SlidingTiles, open_source
from arcwise.search import Climber, check_completeness
from arcwise.search.climbing import every_size
from arcwise.search.climbing.completeness import situations
from arcwise.search.climbing.every_size import (
    check_every_size,
    irreducible_situations,
    largest_irreducible,
    subgoals,
)

from ...ebl.learners.lessons import complete, learn_escapes

TILES = SlidingTiles()
SIZES = ((2, 3), (3, 2), (3, 3))


@cache
def learned() -> MacroLibrary:
    library = Escapes().library(TILES)
    list(learn_escapes(library, SIZES, seed=1))
    list(complete(library, SIZES))
    return library


def cut(steps: int, most: int) -> int:
    return max(-most, min(most, steps))


def view(climber: Climber, reach: int, situation: tuple[int, int, int]) -> object:
    """How a situation looks from close by, as the page defines it."""
    filled, focus, blank = situation
    (rows, columns), goal = climber.placements.shape, climber.goal
    row, column = divmod(blank, columns)
    focus_row, focus_column = divmod(focus, columns)
    target_row, target_column = divmod(goal.order[filled], columns)
    near = range(1 - reach, reach)
    shown = tuple(
        0 <= row + down < rows
        and 0 <= column + right < columns
        and goal.rank[(row + down) * columns + column + right] < filled
        for down in near
        for right in near
    )
    borders = (row, rows - 1 - row, column, columns - 1 - column)
    ways = (
        *(focus_row - row, focus_column - column),
        *(target_row - focus_row, target_column - focus_column),
    )
    return (
        tuple(min(cells, reach - 1) for cells in borders),
        shown,
        tuple(cut(way, reach) for way in ways),
    )


@pytest.mark.long
def test_situations_with_the_same_view_are_left_both_or_neither():
    fewer = learned().schemas[25:]
    reach = max(max(schema.window) for schema in (*fewer, *TILES.schemas((2, 2))))
    goes_on: dict[object, bool] = {}
    met_again = 0
    for shape in [(4, 4), (5, 5), (3, 6)]:
        climber = Climber(TILES, shape, fewer)
        for situation in situations(climber):
            seen = view(climber, reach, situation)
            found = climber.leads_on(*situation)
            met_again += seen in goes_on
            assert goes_on.setdefault(seen, found) == found, (shape, situation)
    assert met_again > 1000


@pytest.mark.parametrize("size", range(2, 9))
def test_cells_are_filled_row_and_column_in_turn(size):
    order = Climber(TILES, (size, size)).goal.order
    found = list(subgoals(size))
    assert [row * size + column for (row, column), _, _ in found] == list(order)
    done: set[tuple[int, int]] = set()
    for cell, rows, columns in found:
        whole = {
            (row, column)
            for row in range(size)
            for column in range(size)
            if row < rows or column < columns
        }
        assert whole <= done
        assert all(row == cell[0] or column == cell[1] for row, column in done - whole)
        done.add(cell)


@pytest.mark.long
@pytest.mark.parametrize("reach", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_no_situation_is_irreducible_on_boards_beyond_the_bound(reach):
    bound = largest_irreducible(reach)
    assert any(True for _ in irreducible_situations(bound, reach))
    for size in range(bound + 1, bound + 2):
        assert not any(True for _ in irreducible_situations(size, reach))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "reach"), [(4, 2), (5, 2), (6, 2), (6, 3), pytest.param(7, 2, marks=pytest.mark.slow)]
)
def test_what_is_reducible_looks_like_a_situation_of_a_smaller_board(size, reach):
    smaller, larger = Climber(TILES, (size - 1, size - 1)), Climber(TILES, (size, size))
    known = {view(smaller, reach, one) for one in situations(smaller)}
    every, left = list(situations(larger)), set(irreducible_situations(size, reach))
    assert left < set(every)
    reducible = [one for one in every if one not in left]
    assert reducible
    for situation in reducible:
        assert view(larger, reach, situation) in known, situation


def test_the_irreducible_situations_of_small_boards_are_all_of_them():
    for size in (2, 3):
        every = set(situations(Climber(TILES, (size, size))))
        assert set(irreducible_situations(size, 3)) == every


FAR = 5
"""Of the situations of larger boards, most of which look like those of smaller ones, `make figures` looks at all."""


@pytest.mark.long
def test_the_learned_macros_are_complete_on_every_size(monkeypatch):
    def some(size, reach):
        return islice(irreducible_situations(size, reach), 0, None, 1 if size <= FAR else 97)

    monkeypatch.setattr(every_size, "irreducible_situations", some)
    reports = []
    found = check_every_size(
        TILES, learned().schemas, report=lambda size, seen: reports.append((size, seen))
    )
    assert found.complete
    assert [size for size, _ in reports] == list(range(2, 17))
    assert reports[-1][1] == found.situations
    assert "16 = 5 x 3 + 1: lemma in docs/every_size.md" in found.summary()


@pytest.mark.long
@pytest.mark.parametrize("closed", [False, True])
def test_a_missing_macro_is_found_on_some_size(closed):
    library = learned()
    origins = [macro.name for macro in library if macro.image is None]
    images = [macro.name for macro in library if macro.image is not None]
    examples = 0
    for name in (origins if closed else images)[::8]:
        if examples == 2:
            break
        dropped = [one.name for one in library if one.image and one.image.of == name]
        fewer = library.without([name, *dropped]).schemas
        small = [(n, n) for n in range(2, 7)]
        incomplete = (
            one
            for one in small
            if not check_completeness(Climber(TILES, one, fewer), most_minima=1).complete
        )
        smallest = next(incomplete, None)
        if smallest is None:
            continue
        examples += 1
        found = check_every_size(TILES, fewer)
        assert not found.complete
        state, shape = found.minimum
        assert shape == smallest
        assert Climber(TILES, shape, fewer).step(state) is None
        assert TILES.solvable(shape, state, TILES.goal(shape)).solvable
        assert "incomplete" in found.summary()
    assert examples


def test_without_macros_a_small_board_is_a_counterexample():
    found = check_every_size(TILES, ())
    assert not found.complete
    state, shape = found.minimum
    assert Climber(TILES, shape).step(state) is None
    assert TILES.solvable(shape, state, TILES.goal(shape)).solvable
    assert found.summary() == f"incomplete: a local minimum on {shape[0]}x{shape[1]}"


@pytest.mark.parametrize("name", ["pancake:5", "topspin:6x4", "hanoi:3x3", "lights-out:2x2"])
def test_only_sliding_tiles_have_the_lemma(name):
    domain, _ = open_source(name).sized
    with pytest.raises(InputError, match="no argument for larger boards"):
        check_every_size(domain, ())


@dataclass(frozen=True)
class BlankFirst(SlidingTiles):
    """The blank belongs into the first cell."""

    def goal(self, shape):
        return tuple(range(shape[0] * shape[1]))


@dataclass(frozen=True)
class Backwards(SlidingTiles):
    """Cells are filled in another order."""

    def subgoals(self, shape, goal):
        return tuple(reversed(super().subgoals(shape, goal)))


@pytest.mark.parametrize(
    ("domain", "expected"),
    [(BlankFirst(), "the blank in the last cell"), (Backwards(), "filled in turn")],
)
def test_another_goal_or_order_is_refused(domain, expected):
    with pytest.raises(InputError, match="no argument for larger boards") as caught:
        check_every_size(domain, ())
    assert expected in str(caught.value.expected)


def test_macros_that_ask_for_a_tile_are_refused():
    (left,) = (schema for schema in TILES.schemas((2, 2)) if schema.name == "left")
    macro = schematize(TILES, (1, 3), (1, 2, 0), [(left, 1), (left, 0)], "m").schema
    arc = macro.arc
    before = tuple(5 if term == arc.before[0] else term for term in arc.before)
    after = tuple(5 if term == arc.before[0] else term for term in arc.after)
    asks = type(macro)(type(arc)("asks", before, after, 2), macro.window)
    with pytest.raises(InputError, match="no argument for larger boards"):
        check_every_size(TILES, [asks])
