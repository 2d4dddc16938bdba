"""Sliding tiles on boards of any shape, every move at one cost."""

from __future__ import annotations

from functools import lru_cache

from ..errors import InputError
from ..family import Family
from ..geometry import GRID, Shape
from ..schema import Schema
from ..sliding_tile import parse_size, random_board, tile_schemas
from .built_in import BuiltIn, fitting


def sliding_tiles(order: str = "ULRD", cost: float = 1) -> Family:
    """The sliding-tile puzzle of every size; see `sliding_tile` for its arguments."""
    return _sliding_tiles(order.upper(), cost)


@lru_cache(maxsize=16)
def _sliding_tiles(order: str, cost: float) -> Family:
    def schemas(shape: Shape) -> tuple[Schema, ...]:
        return tile_schemas(order, cost)

    return Family(
        "sliding-tile",
        lambda shape: f"sliding-tile:{shape[0]}x{shape[1]}",
        GRID,
        schemas,
        tiles_in_order,
        random_board,
        lambda shape: fitting(((2, 3), (3, 2), (3, 3), (4, 4)), shape),
        blank=0,
    )


def tiles_in_order(shape: Shape) -> tuple[int, ...]:
    """The tiles row by row, the blank last."""
    return (*range(1, shape[0] * shape[1]), 0)


def board_size(text: str) -> Shape:
    """A board of 1x1 or more.

    Raises
    ------
    InputError
        Anything else.
    """
    shape = parse_size(text)
    if min(shape) < 1:
        raise InputError("bad board size", expected="rows and columns of 1 or more", found=text)
    return shape


def _read(text: str, order: str, cost: float) -> tuple[Family, Shape]:
    shape = board_size(text)
    tile_schemas(order, cost)
    return sliding_tiles(order, cost), shape


SLIDING_TILES = BuiltIn(
    "sliding-tile",
    "ROWSxCOLUMNS",
    typical="4x4",
    small="2x3",
    summary="the 8-puzzle, the 15-puzzle ...",
    cells="the tile in each cell, row by row; 0 or _ is the blank",
    states="(rows x columns)!/2; 3x3: 181,440, at most 31 moves apart; 2x3: 360, 21",
    source="Reinefeld, IJCAI 1993 (OEIS A089473, A090034); Johnson and Story 1879 for the half",
    read=_read,
)
