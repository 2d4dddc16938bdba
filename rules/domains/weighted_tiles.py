"""Sliding tiles whose moves cost what the tile weighs: its number, or one divided by it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial

from ..arc import replace_arc
from ..errors import InputError
from ..family import Family
from ..geometry import GRID, Shape
from ..schema import Schema
from ..sliding_tile import random_board, tile_schemas
from ..states.solvability import tiles_solvability
from ..term import Pattern, State, Var, ground
from ..traits import Solvability, Traits
from .built_in import BuiltIn, fitting
from .sliding_tiles import board_size, tiles_in_order

WEIGHTS: Mapping[str, Callable[[int], float]] = {
    "heavy-tile": lambda tile: tile,
    "inverse-tile": lambda tile: 1 / tile,
}
"""What a tile weighs, by the name of the domain (Thayer and Ruml, IJCAI 2011)."""

MAX_CELLS = 64
"""Every tile has its own moves between all cells."""


@lru_cache(maxsize=16)
def weighted_tiles(name: str, tiles: int, order: str = "ULRD", cost: float = 1) -> Family:
    """Sliding tiles of every size, with a move of its own for every tile.

    Parameters
    ----------
    name
        ``heavy-tile`` or ``inverse-tile``.
    tiles
        How many there are on the board that is meant; on smaller boards the moves of the others never apply.
    order, cost
        As for `sliding_tile`; a move costs ``cost`` times the weight.
    """
    schemas = tuple(
        _of_tile(schema, tile, cost * WEIGHTS[name](tile))
        for tile in range(1, tiles + 1)
        for schema in tile_schemas(order, cost)
    )
    return Family(
        name,
        lambda shape: f"{name}:{shape[0]}x{shape[1]}",
        GRID,
        lambda shape: schemas,
        tiles_in_order,
        random_board,
        lambda shape: fitting(((2, 3), (3, 2), (3, 3)), shape),
        blank=0,
        traits=Traits(solvable=_solvable),
    )


def _of_tile(schema: Schema, tile: int, cost: float) -> Schema:
    def with_tile(pattern: Pattern) -> Pattern:
        return tuple(tile if isinstance(term, Var) else term for term in pattern)

    arc = schema.arc
    rule = replace_arc(arc, before=with_tile(arc.before), after=with_tile(arc.after), cost=cost)
    return Schema(rule, schema.window)


def _solvable(shape: Shape, start: State, goal: Pattern) -> Solvability | None:
    cells = ground(goal)
    return None if cells is None else tiles_solvability(shape, start, cells)


def _read(name: str, text: str, order: str, cost: float) -> tuple[Family, Shape]:
    shape = board_size(text)
    if shape[0] * shape[1] > MAX_CELLS:
        raise InputError(
            "this board is too large for tiles that weigh",
            expected=f"{MAX_CELLS} cells at most",
            found=str(shape[0] * shape[1]),
        )
    return weighted_tiles(name, shape[0] * shape[1] - 1, order.upper(), cost), shape


HEAVY_TILES, INVERSE_TILES = (
    BuiltIn(
        name,
        "ROWSxCOLUMNS",
        typical="3x3",
        small="2x3",
        summary=f"tiles; a move costs {weight}",
        cells="the tile in each cell, row by row; 0 or _ is the blank",
        states="as many as sliding tiles have",
        source="Thayer and Ruml, IJCAI 2011, for the costs",
        read=partial(_read, name),
    )
    for name, weight in (
        ("heavy-tile", "the number"),
        ("inverse-tile", "1/number"),
    )
)
