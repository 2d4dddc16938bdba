"""Plans of a blank that slides over a grid, as the kernel has them: one byte a move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from ...rules.domain import Domain
from ...rules.geometry import GRID, Shape
from ...rules.schema import Schema
from ...rules.term import Symbol, Var

Move: TypeAlias = tuple[Schema, int]


@dataclass(frozen=True)
class Slides:
    """The moves of a blank, each by one cell and whatever tile is there.

    Parameters
    ----------
    schemas
        In the order in which they are tried.
    ways
        Rows and columns by which each moves the blank.
    columns
        Of the board.
    """

    schemas: tuple[Schema, ...]
    ways: tuple[tuple[int, int], ...]
    columns: int

    def written(self, moves: Iterable[Move]) -> bytes:
        """The moves as numbers of ways."""
        numbers = {schema.canonical: number for number, schema in enumerate(self.schemas)}
        known: dict[int, int] = {}
        written = bytearray()
        for schema, _ in moves:
            number = known.get(id(schema))
            if number is None:
                number = known[id(schema)] = numbers[schema.canonical]
            written.append(number)
        return bytes(written)

    def cancelled(self, moves: bytes) -> bytes:
        """Remove moves that the next one undoes, as occur where macros meet."""
        undone = {number: self._inverse(way) for number, way in enumerate(self.ways)}
        left = bytearray()
        for number in moves:
            if left and left[-1] == undone[number]:
                left.pop()
            else:
                left.append(number)
        return bytes(left)

    def _inverse(self, way: tuple[int, int]) -> int:
        back = -way[0], -way[1]
        return self.ways.index(back) if back in self.ways else -1

    def read(self, moves: bytes, blank: int) -> tuple[Move, ...]:
        """Moves as placed schemas, beginning at the blank."""
        steps = [
            (schema, down * self.columns + right)
            for schema, (down, right) in zip(self.schemas, self.ways, strict=True)
        ]
        read: list[Move] = []
        for number in moves:
            schema, step = steps[number]
            read.append((schema, blank if step > 0 else blank + step))
            blank += step
        return tuple(read)


@lru_cache(maxsize=64)
def slides_of(domain: Domain, shape: Shape) -> Slides | None:
    """The moves of a domain, if all of them slide a blank over a grid."""
    if domain.blank is None or domain.geometry is not GRID or not domain.permutes(shape):
        return None
    schemas = domain.schemas(shape)
    ways = [_way(schema, domain.blank) for schema in schemas]
    if not schemas or len(set(ways)) < len(ways) or None in ways:
        return None
    return Slides(tuple(schemas), tuple(way for way in ways if way is not None), shape[1])


def _way(schema: Schema, blank: Symbol) -> tuple[int, int] | None:
    before, after = schema.arc.before, schema.arc.after
    if len(before) != 2 or after != before[::-1] or before.count(blank) != 1:
        return None
    anchor = before.index(blank)
    if not isinstance(before[1 - anchor], Var):
        return None
    step = 1 - 2 * anchor
    return (step, 0) if schema.window == (2, 1) else (0, step)
