"""The 2x2x2 cube by its stickers."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from .arc import Arc
from .geometry import Shape
from .schema import Schema
from .term import State, Var

CORNERS = tuple(product((1, -1), repeat=3))
STICKERS = tuple((corner, axis) for corner in CORNERS for axis in range(3))
"""Each sticker by its corner's place and the axis that it faces; three for each corner, 24 in all."""

FACES = {"R": 0, "U": 1, "F": 2}
"""The faces that turn: those at +1 of each axis. The corner opposite to all three never moves."""


def cube_goal(shape: Shape) -> State:
    """Every sticker in its own cell, 1 to 24."""
    return tuple(range(1, len(STICKERS) + 1))


@lru_cache(maxsize=8)
def cube_turns(shape: Shape) -> tuple[Schema, ...]:
    """The quarter turns of three faces, clockwise and back (``R``, ``R'`` and so on)."""
    before = tuple(Var(f"X{cell}") for cell in range(len(STICKERS)))
    turns = []
    for name, axis in FACES.items():
        one, other = (axis + 1) % 3, (axis + 2) % 3
        goes = list(range(len(STICKERS)))
        for cell, (corner, facing) in enumerate(STICKERS):
            if corner[axis] != 1:
                continue
            moved = list(corner)
            moved[one], moved[other] = corner[other], -corner[one]
            faces = {one: other, other: one}.get(facing, facing)
            goes[cell] = STICKERS.index(((moved[0], moved[1], moved[2]), faces))
        after = tuple(before[goes.index(cell)] for cell in range(len(STICKERS)))
        back = tuple(before[goes[cell]] for cell in range(len(STICKERS)))
        turns += [
            Schema(Arc(name, before, after), shape),
            Schema(Arc(f"{name}'", before, back), shape),
        ]
    return tuple(turns)
