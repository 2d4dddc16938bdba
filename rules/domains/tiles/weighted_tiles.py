"""Sliding tiles whose moves cost what the tile weighs: its number, or one divided by it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from ...arc import replace_arc
from ...domain import Domain, TheoryDomain
from ...errors import TooLargeError
from ...geometry import Shape
from ...schema import Schema
from ...term import Pattern, Var
from ...text.sizes import fitting
from ...theory import Theory
from .sliding_tiles import SlidingTiles, board_size, tile_schemas

MAX_CELLS = 64
"""Every tile has its own moves between all cells."""


@dataclass(frozen=True)
class HeavyTiles(SlidingTiles):
    """Sliding tiles of every size, with a move of its own for every tile (Thayer and Ruml, IJCAI 2011).

    Parameters
    ----------
    order, cost
        As for `sliding_tile`; a move costs ``cost`` times the weight.
    tiles
        How many there are on the board that is meant; on smaller boards the moves of the others never apply.
    """

    tiles: int = 8

    name = "heavy-tile"
    typical = "3x3"
    slides = False  # what is in the cell counts
    small = "2x3"
    summary = "tiles; a move costs the number"
    states = "as many as sliding tiles have"
    source = "Thayer and Ruml, IJCAI 2011, for the costs"

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[Self, Shape]:
        shape = board_size(size)
        if shape[0] * shape[1] > MAX_CELLS:
            raise TooLargeError(
                "this board is too large for tiles that weigh",
                expected=f"{MAX_CELLS} cells at most",
                found=str(shape[0] * shape[1]),
            )
        tile_schemas(order, cost)
        return cls(order, cost, shape[0] * shape[1] - 1), shape

    def weight(self, tile: int) -> float:
        """Cost of sliding a tile."""
        return tile

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        return _schemas(self)

    def theory(self, shape: Shape) -> Theory:
        return Domain.theory(self, shape)

    def practice(self, shape: Shape) -> tuple[Shape, ...]:
        return fitting(((2, 3), (3, 2), (3, 3)), shape)

    @classmethod
    def adopts(cls, theory: Theory) -> TheoryDomain | None:
        return None


@dataclass(frozen=True)
class InverseTiles(HeavyTiles):
    """Sliding tiles whose move costs one divided by the tile's number."""

    name = "inverse-tile"
    summary = "tiles; a move costs 1/number"

    def weight(self, tile: int) -> float:
        """Cost of sliding a tile."""
        return 1 / tile


@lru_cache(maxsize=16)
def _schemas(domain: HeavyTiles) -> tuple[Schema, ...]:
    return tuple(
        _of_tile(schema, tile, domain.cost * domain.weight(tile))
        for tile in range(1, domain.tiles + 1)
        for schema in tile_schemas(domain.order, domain.cost)
    )


def _of_tile(schema: Schema, tile: int, cost: float) -> Schema:
    def with_tile(pattern: Pattern) -> Pattern:
        return tuple(tile if isinstance(term, Var) else term for term in pattern)

    arc = schema.arc
    rule = replace_arc(arc, before=with_tile(arc.before), after=with_tile(arc.after), cost=cost)
    return Schema(rule, schema.window)
