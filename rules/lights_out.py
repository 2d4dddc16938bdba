"""The presses of Lights Out."""

from __future__ import annotations

from functools import lru_cache

from .arc import Arc
from .geometry import Shape
from .schema import Schema
from .term import Term, Var


@lru_cache(maxsize=64)
def presses(shape: Shape) -> tuple[Schema, ...]:
    """One arc for every light: it and its neighbours are swapped with their opposites.

    Parameters
    ----------
    shape
        Twice as many rows as the puzzle: the lights, then their opposites.
    """
    rows, columns = shape[0] // 2, shape[1]
    lights = rows * columns
    before: list[Term] = [Var(f"X{cell}") for cell in range(2 * lights)]
    made = []
    for light in range(lights):
        row, column = divmod(light, columns)
        after = list(before)
        for down, right in ((0, 0), (-1, 0), (0, -1), (0, 1), (1, 0)):
            if 0 <= row + down < rows and 0 <= column + right < columns:
                cell = (row + down) * columns + column + right
                after[cell], after[cell + lights] = before[cell + lights], before[cell]
        made.append(Schema(Arc(f"press{light + 1}", tuple(before), tuple(after)), shape))
    return tuple(made)
