"""Windows of schemas on boards: they slide where the geometry says so, and what lies nowhere is told."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

import arcwise as aw
import pytest
from arcwise.rules import GRID, RING, Arc, Domain, Geometry, InputError, Schema, Var
from arcwise.rules.geometry import PREFIX, WHOLE, Grid, Shape

A, B = Var("A"), Var("B")
SWAP = Schema(Arc("swap", (A, B), (B, A)), (1, 2))
LIFT = Schema(Arc("lift", (A, B), (B, A)), (2, 1))


def swaps(geometry: Geometry | None = None, schemas: tuple[Schema, ...] = (SWAP,)) -> type[Domain]:
    """A class of domain with some schemas, and a geometry if one is given."""

    class Swaps(Domain):
        name = "test-swaps"
        sizes = "RxC"
        typical = "1x3"

        def schemas(self, shape: Shape) -> tuple[Schema, ...]:
            return schemas

        def goal(self, shape: Shape) -> tuple[int, ...]:
            return tuple(range(1, shape[0] * shape[1] + 1))

    if geometry is not None:
        Swaps.geometry = geometry
    return Swaps


def test_a_window_smaller_than_the_board_without_a_geometry_is_told_with_what_to_write() -> None:
    with pytest.raises(InputError) as told:
        aw.solve(swaps()(), "2 1 3", "1 2 3")
    assert str(told.value) == (
        "the window of schema swap lies nowhere on test-swaps:3\n"
        "  expected: a window of the whole board, 1x3\n"
        "  found:    a window of 1x2, and no geometry, which tells where smaller windows lie\n"
        "  try:      geometry = GRID in the class, of arcwise.rules: windows lie anywhere on rows and columns; RING: around a ring"
    )


@pytest.mark.parametrize("algorithm", ["auto", "climb", "breadth-first"])
def test_a_window_that_lies_nowhere_is_told_by_every_algorithm(algorithm: str) -> None:
    with pytest.raises(InputError, match="the window of schema swap lies nowhere"):
        aw.solve(swaps()(), "2 1 3", "1 2 3", algorithm=algorithm)


@pytest.mark.parametrize(
    ("geometry", "start", "moves"), [(GRID, "2 1 3", 1), (GRID, "3 2 1", 3), (RING, "3 2 1", 1)]
)
def test_windows_slide_where_the_geometry_says_so(
    geometry: Geometry, start: str, moves: int
) -> None:
    found = aw.solve(swaps(geometry)(), start, "1 2 3")
    assert (found.moves, found.optimal) == (moves, True)


def test_every_permutation_of_a_sliding_window_takes_as_many_moves_as_it_has_inversions() -> None:
    for state in permutations((1, 2, 3, 4)):
        pairs = ((state[one], state[other]) for one in range(4) for other in range(one + 1, 4))
        theory = swaps(GRID)().theory((1, 4))
        found = aw.solve(aw.Problem(theory, state, (1, 2, 3, 4)), "breadth-first")
        assert found.moves == sum(one > other for one, other in pairs)


def test_windows_of_different_sizes_lie_where_they_fit() -> None:
    domain = swaps(GRID, (SWAP, LIFT))()
    assert [len(domain.theory(shape).arcs) for shape in ((1, 3), (3, 1), (2, 3))] == [2, 2, 7]


@pytest.mark.parametrize(
    ("geometry", "window", "shape"),
    [(GRID, LIFT, (1, 3)), (RING, LIFT, (2, 3)), (PREFIX, LIFT, (1, 3)), (RING, SWAP, (2, 2))],
)
def test_windows_that_fit_no_place_of_a_board_are_told(
    geometry: Geometry, window: Schema, shape: Shape
) -> None:
    with pytest.raises(InputError, match=f"lies nowhere on .*\n.*geometry {geometry.name}"):
        swaps(geometry, (window,))().theory(shape)


def test_a_window_larger_than_the_board_is_told_beside_one_that_is_the_board() -> None:
    with pytest.raises(InputError, match="schema lift lies nowhere"):
        swaps(WHOLE, (SWAP, LIFT))().theory((1, 2))


class Walls(Grid):
    """A grid on which no window lies across the wall behind the second column."""

    name = "walls"

    def places(self, window: Shape, shape: Shape) -> Iterable[int]:
        for place in super().places(window, shape):
            cells = self.cells(window, place, shape)
            if cells and {cell % shape[1] < 2 for cell in cells} != {True, False}:
                yield place


class Torus(Grid):
    """A grid whose last row and column are followed by the first."""

    name = "torus"

    def cells(self, window: Shape, place: int, shape: Shape) -> tuple[int, ...] | None:
        (height, width), (rows, columns) = window, shape
        row, column = divmod(place, columns)
        return tuple(
            (row + down) % rows * columns + (column + right) % columns
            for down in range(height)
            for right in range(width)
        )

    def places(self, window: Shape, shape: Shape) -> Iterable[int]:
        return range(shape[0] * shape[1])


def test_walls_and_wrapping_around_are_a_geometry_of_one_s_own() -> None:
    assert len(swaps(Walls())().theory((2, 4)).arcs) == 4
    wrapped = swaps(Torus(), (SWAP, LIFT))().theory((3, 3))
    assert len(wrapped.arcs) == 18
    found = aw.solve(aw.Problem(wrapped, (3, 2, 1, 4, 5, 6, 7, 8, 9), tuple(range(1, 10))))
    assert found.moves == 1


def test_a_geometry_that_puts_a_window_on_one_cell_twice_is_told() -> None:
    with pytest.raises(InputError, match=r"puts a window of 1x2 where it does not fit") as told:
        swaps(Torus())().theory((3, 1))
    assert "2 different cells from 0 to 2" in str(told.value)


class Careless(Grid):
    """A grid whose places are not looked at."""

    name = "careless"

    def places(self, window: Shape, shape: Shape) -> Iterable[int]:
        return range(shape[0] * shape[1])


def test_a_geometry_with_a_place_that_has_no_cells_is_told() -> None:
    with pytest.raises(InputError, match=r"found:    place 2, cells None"):
        swaps(Careless())().theory((1, 3))


@pytest.mark.slow
def test_boards_of_one_row_and_of_one_cell_stay_as_they_are() -> None:
    assert aw.solve("sliding-tile:1x3", "1 0 2", "1 2 0").moves == 1
    assert aw.solve("sliding-tile:1x1", "0", "0").moves == 0
