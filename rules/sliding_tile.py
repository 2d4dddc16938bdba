"""The sliding-tile puzzles of every size, generated from four directions."""

from __future__ import annotations

import re
from bisect import bisect
from functools import lru_cache
from random import Random

from .arc import Arc
from .errors import InputError
from .geometry import Shape
from .schema import Schema
from .term import Pattern, State, Term, Var, variable_name, variables
from .theory import Theory

DIRECTIONS = {"U": ("up", -1, 0), "L": ("left", 0, -1), "R": ("right", 0, 1), "D": ("down", 1, 0)}
"""Name, row change and column change of the *blank* for each letter of a move order."""

MAX_CELLS = 1024
"""A theory spells every arc out cell by cell, so its size grows with the square of the board."""


@lru_cache(maxsize=64)
def sliding_tile(rows: int, columns: int, *, order: str = "ULRD", cost: float = 1) -> Theory:
    """The sliding-tile puzzle on a rows x columns board, blank 0, tiles 1 to rows*columns-1.

    Arcs are listed by the blank's cell, row by row, and for each cell in the given order of the blank's moves, as in
    Markov, Russell and Neller (2005), whose 24 arcs are ``sliding_tile(3, 3, cost=2)``.

    Parameters
    ----------
    rows, columns
        1 or more each.
    order
        The letters U, L, R, D once each: the order in which the blank's moves are tried.
    cost
        The cost of one move.

    Raises
    ------
    InputError
        A board without cells, one of more than 1024 cells, or an order that is not a permutation of ULRD.
    """
    if rows < 1 or columns < 1 or rows * columns > MAX_CELLS:
        raise InputError(
            "bad board size",
            expected=f"rows and columns of 1 or more, {MAX_CELLS} cells at most",
            found=f"{rows}x{columns}",
        )
    _check_order(order)
    tiles: list[Term] = [Var(variable_name(cell)) for cell in range(rows * columns)]
    arcs = []
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        before = tuple(0 if other == cell else tile for other, tile in enumerate(tiles))
        for letter in order.upper():
            name, down, right = DIRECTIONS[letter]
            if 0 <= row + down < rows and 0 <= column + right < columns:
                target = cell + down * columns + right
                arcs.append(Arc(name, before, _swapped(before, cell, target), cost))
    return Theory(
        name=f"sliding-tile:{rows}x{columns}",
        arcs=tuple(arcs),
        shape=(rows, columns),
        blank=0,
        symbols=tuple(range(rows * columns)),
    )


def _check_order(order: str) -> None:
    if sorted(order.upper()) != sorted(DIRECTIONS):
        raise InputError(
            "bad move order",
            expected="the letters U, L, R and D once each, such as ULRD",
            found=order or "nothing",
        )


@lru_cache(maxsize=64)
def tile_schemas(order: str = "ULRD", cost: float = 1) -> tuple[Schema, ...]:
    """The puzzle of every size: four moves of the blank, each on a window of two cells.

    Parameters
    ----------
    order, cost
        As for `sliding_tile`.
    """
    _check_order(order)
    tile = Var("A")
    schemas = []
    for letter in order.upper():
        name, down, right = DIRECTIONS[letter]
        window = (2, 1) if down else (1, 2)
        before: Pattern = (0, tile) if down + right > 0 else (tile, 0)
        schemas.append(Schema(Arc(name, before, before[::-1], cost), window))
    return tuple(schemas)


def random_board(shape: Shape, rng: Random) -> State:
    """A board drawn uniformly from those that can reach the tiles in order with the blank last; of any size."""
    rows, columns = shape
    tiles = list(range(1, rows * columns))
    if min(shape) > 1:
        rng.shuffle(tiles)
    cell = rng.randrange(rows * columns)
    if min(shape) > 1 and (_inversions(tiles) + (columns - 1) * (rows - 1 - cell // columns)) % 2:
        tiles[0], tiles[1] = tiles[1], tiles[0]
    return (*tiles[:cell], 0, *tiles[cell:])


def _inversions(tiles: list[int]) -> int:
    seen: list[int] = []
    count = 0
    for tile in tiles:
        place = bisect(seen, tile)
        count += len(seen) - place
        seen.insert(place, tile)
    return count


def _swapped(pattern: Pattern, one: int, other: int) -> Pattern:
    cells = list(pattern)
    cells[one], cells[other] = cells[other], cells[one]
    return tuple(cells)


def parse_size(text: str) -> tuple[int, int]:
    """Rows and columns of a size written ``3x3``.

    Raises
    ------
    InputError
        Anything else.
    """
    found = re.fullmatch(r"([0-9]{1,6})[xX]([0-9]{1,6})", text.strip())
    if not found:
        raise InputError("bad board size", expected="ROWSxCOLUMNS, such as 3x3", found=repr(text))
    return int(found.group(1)), int(found.group(2))


@lru_cache(maxsize=64)
def is_sliding_tile(theory: Theory) -> bool:
    """Whether a theory's primitive arcs are those of the sliding-tile puzzle of its shape, in any order.

    True for a theory read from Prolog as for the built-in one: what counts is the rules.
    """
    columns = theory.shape[1]
    expected = {
        (cell, cell + step)
        for cell in range(theory.size)
        for step, fits in ((1, (cell + 1) % columns != 0), (columns, cell + columns < theory.size))
        if fits
    }
    expected |= {(target, cell) for cell, target in expected}
    if theory.blank != 0 or len(theory.primitives) != len(expected):
        return False
    return {_blank_move(arc) for arc in theory.primitives} == expected


def _blank_move(arc: Arc) -> tuple[int, int] | None:
    """The cells between which an arc moves the blank of an otherwise unknown board, or None for another rule."""
    before, after = arc.before, arc.after
    if before.count(0) != 1 or len(set(variables(before))) != len(before) - 1:
        return None
    cell = before.index(0)
    target = after.index(0) if 0 in after else cell
    return (cell, target) if after == _swapped(before, cell, target) else None
