"""Windows on boards: every way of placing them against what a window and a place mean."""

from itertools import product

import pytest
from arcwise.rules import GRID, RING
from arcwise.rules.geometry import PREFIX, WHOLE
from hypothesis import assume, given
from hypothesis import strategies as st

GEOMETRIES = (GRID, RING, PREFIX, WHOLE)


def sides(geometry, longest):
    """Rows and columns; rings and prefixes are of one row, but not always."""
    if geometry in (RING, PREFIX):
        return st.tuples(st.sampled_from([1, 1, 1, 2]), st.integers(1, 2 * longest))
    return st.tuples(st.integers(1, longest), st.integers(1, longest))


@st.composite
def boards(draw):
    """A geometry and a shape with at least one window."""
    geometry = draw(st.sampled_from(GEOMETRIES))
    shape = draw(sides(geometry, 5))
    assume(geometry not in (RING, PREFIX) or shape[0] == 1)
    return geometry, shape


@st.composite
def windows(draw):
    """A geometry, a shape and a window, which may be too large for it."""
    geometry = draw(st.sampled_from(GEOMETRIES))
    shape, window = draw(sides(geometry, 5)), draw(sides(geometry, 5))
    return geometry, shape, shape if geometry is WHOLE and draw(st.booleans()) else window


@st.composite
def lying_windows(draw):
    """A geometry, a shape, and a window at a place where it fits."""
    geometry, shape = draw(boards())
    return geometry, shape, *draw(st.sampled_from(all_lying(geometry, shape)))


def all_lying(geometry, shape):
    """Every window that fits, with every place of it."""
    return [
        (window, place)
        for window in product(range(1, shape[0] + 1), range(1, shape[1] + 1))
        for place in geometry.places(window, shape)
    ]


def covered(geometry, window, place, shape):
    """The cells of a window whose first cell is the place, said without arithmetic on cells."""
    if geometry is RING:
        ring = list(range(shape[1])) * 2
        return tuple(ring[place : place + window[1]])
    board = [[row * shape[1] + column for column in range(shape[1])] for row in range(shape[0])]
    top, left = next((row, line.index(place)) for row, line in enumerate(board) if place in line)
    rows = [line[left : left + window[1]] for line in board[top : top + window[0]]]
    return tuple(cell for row in rows for cell in row)


@given(lying_windows())
def test_a_placed_window_covers_its_cells_row_by_row_from_the_place_on(lying):
    geometry, shape, window, place = lying
    cells = geometry.cells(window, place, shape)
    assert cells == covered(geometry, window, place, shape)
    assert cells[0] == place
    assert len(set(cells)) == window[0] * window[1]


@pytest.mark.slow
@given(windows())
def test_places_are_those_whose_cells_are_on_the_board_each_once_in_order(example):
    geometry, shape, window = example
    around = range(-shape[1] - 2, (shape[0] + 2) * shape[1] + 2)
    fits = [place for place in around if geometry.cells(window, place, shape) is not None]
    assert list(geometry.places(window, shape)) == fits
    assert set(fits) <= set(range(shape[0] * shape[1]))


@given(windows())
def test_a_window_has_as_many_places_as_its_geometry_allows(example):
    geometry, shape, window = example
    flat = shape[0] == window[0] == 1
    fits = window[0] <= shape[0] and window[1] <= shape[1]
    expected = {
        GRID: (shape[0] - window[0] + 1) * (shape[1] - window[1] + 1) if fits else 0,
        RING: shape[1] if fits and flat else 0,
        PREFIX: 1 if fits and flat else 0,
        WHOLE: 1 if window == shape else 0,
    }
    assert len(list(geometry.places(window, shape))) == expected[geometry]


@given(windows())
def test_the_place_with_a_cell_inside_is_the_one_whose_window_has_it_there(example):
    geometry, shape, window = example
    lies = {
        (inner, cell): place
        for place in geometry.places(window, shape)
        for inner, cell in enumerate(geometry.cells(window, place, shape))
    }
    for inner in range(window[0] * window[1]):
        for cell in range(shape[0] * shape[1]):
            found = geometry.place_with(window, inner, cell, shape)
            assert found == lies.get((inner, cell)), (inner, cell)


@given(lying_windows())
def test_the_window_of_a_windows_cells_covers_the_same_cells(lying):
    geometry, shape, window, place = lying
    cells = geometry.cells(window, place, shape)
    found, corner = geometry.window(iter(cells), shape)
    assert found == window
    assert set(geometry.cells(found, corner, shape)) == set(cells)
    if not (geometry is RING and window == shape):
        assert corner == place


@pytest.mark.long
@given(boards(), st.data())
def test_the_window_of_some_cells_is_the_smallest_that_covers_them(board, data):
    geometry, shape = board
    board_cells = st.integers(0, shape[0] * shape[1] - 1)
    cells = data.draw(st.lists(board_cells, min_size=1, max_size=5))
    window, place = geometry.window(cells, shape)
    assert set(cells) <= set(geometry.cells(window, place, shape))
    smallest = min(
        height * width
        for (height, width), other in all_lying(geometry, shape)
        if set(cells) <= set(geometry.cells((height, width), other, shape))
    )
    assert window[0] * window[1] == smallest


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=lambda geometry: geometry.name)
@pytest.mark.parametrize("place", [-9, -1, 9, 10, 1000])
def test_a_place_that_is_no_cell_of_the_board_has_no_cells(geometry, place):
    for shape in ((1, 9), (3, 3)):
        for window in ((1, 1), (1, 3), shape):
            assert geometry.cells(window, place, shape) is None


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=lambda geometry: geometry.name)
@pytest.mark.parametrize(
    ("window", "shape"), [((1, 6), (1, 5)), ((2, 1), (1, 5)), ((3, 3), (2, 9))]
)
def test_a_window_that_is_larger_than_the_board_lies_nowhere(geometry, window, shape):
    assert list(geometry.places(window, shape)) == []
    assert {geometry.cells(window, place, shape) for place in range(20)} == {None}
    assert {geometry.place_with(window, 0, cell, shape) for cell in range(5)} == {None}


@pytest.mark.long
@given(lying_windows(), st.data())
def test_a_window_that_lies_inside_a_window_lies_on_the_board(lying, data):
    geometry, shape, outer, corner = lying
    within = geometry.inside(outer, shape)
    cells = geometry.cells(outer, corner, shape)
    inner, place = data.draw(st.sampled_from(all_lying(within, outer)))
    there = tuple(cells[cell] for cell in within.cells(inner, place, outer))
    assert there == geometry.cells(inner, cells[place], shape)


@pytest.mark.parametrize("size", range(2, 8))
def test_windows_inside_a_window_do_not_go_around_unless_the_window_is_the_ring(size):
    assert RING.inside((1, size), (1, size)) is RING
    for width in range(1, size):
        within = RING.inside((1, width), (1, size))
        assert list(within.places((1, 2), (1, width))) == list(range(width - 1))
        assert within.cells((1, 2), width - 1, (1, width)) is None
        assert within.window((0, width - 1), (1, width)) == ((1, width), 0)


@pytest.mark.parametrize("geometry", [GRID, PREFIX, WHOLE], ids=["grid", "prefix", "whole"])
def test_windows_inside_a_window_lie_as_on_a_board(geometry):
    assert geometry.inside((1, 2), (1, 5)) is geometry
    assert geometry.inside((1, 5), (1, 5)) is geometry


def test_a_window_on_a_grid_does_not_go_around():
    assert GRID.cells((1, 2), 2, (3, 3)) is None
    assert GRID.cells((2, 1), 7, (3, 3)) is None
    assert GRID.place_with((1, 2), 1, 3, (3, 3)) is None
    assert GRID.window((2, 3), (3, 3)) == ((2, 3), 0)


def test_a_window_on_a_grid_is_a_box_around_its_cells():
    assert GRID.cells((2, 3), 6, (4, 5)) == (6, 7, 8, 11, 12, 13)
    assert GRID.window((8, 11), (4, 5)) == ((2, 3), 6)
    assert GRID.place_with((2, 3), 3, 11, (4, 5)) == 6


def test_a_window_on_a_ring_goes_around():
    assert RING.cells((1, 4), 6, (1, 8)) == (6, 7, 0, 1)
    assert RING.window((0, 1, 6, 7), (1, 8)) == ((1, 4), 6)
    assert RING.window((7, 0), (1, 8)) == ((1, 2), 7)
    assert RING.place_with((1, 4), 3, 1, (1, 8)) == 6


@pytest.mark.parametrize("size", range(1, 7))
def test_a_window_may_be_the_full_ring_from_any_cell_on(size):
    for place in range(size):
        cells = RING.cells((1, size), place, (1, size))
        assert cells == (*range(place, size), *range(place))
        window, corner = RING.window(cells, (1, size))
        assert window == (1, size)
        assert sorted(RING.cells(window, corner, (1, size))) == list(range(size))


def test_a_window_on_a_ring_leaves_out_the_longest_stretch_of_other_cells():
    assert RING.window((0, 3, 4), (1, 10)) == ((1, 5), 0)
    assert RING.window((1, 2, 8), (1, 10)) == ((1, 5), 8)
    assert RING.window((5,), (1, 10)) == ((1, 1), 5)


def test_rings_and_prefixes_have_one_row():
    for geometry in (RING, PREFIX):
        assert geometry.cells((1, 2), 0, (2, 4)) is None
        assert geometry.cells((2, 2), 0, (2, 4)) is None
        assert list(geometry.places((2, 4), (2, 4))) == []


def test_a_prefix_begins_at_the_first_cell():
    assert PREFIX.cells((1, 3), 0, (1, 5)) == (0, 1, 2)
    assert PREFIX.cells((1, 3), 1, (1, 5)) is None
    assert PREFIX.window((2, 1), (1, 5)) == ((1, 3), 0)
    assert PREFIX.place_with((1, 3), 2, 2, (1, 5)) == 0
    assert PREFIX.place_with((1, 3), 1, 2, (1, 5)) is None


def test_without_a_geometry_the_board_is_the_only_window():
    assert WHOLE.cells((2, 2), 0, (2, 2)) == (0, 1, 2, 3)
    assert WHOLE.cells((1, 2), 0, (2, 2)) is None
    assert WHOLE.cells((4, 1), 0, (2, 2)) is None
    assert WHOLE.window((3,), (2, 2)) == ((2, 2), 0)
