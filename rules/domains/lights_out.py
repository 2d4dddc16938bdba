"""Lights Out: a press changes a light and its neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from random import Random

from ..arc import Arc
from ..domain import Domain
from ..errors import TooLargeError
from ..geometry import Shape
from ..schema import Schema
from ..states.moves_group import Solvability
from ..states.random_states import walked
from ..term import Pattern, State, Symbol, Var, ground
from ..text.drawing import Drawing, Piece, spaced
from ..text.sizes import pair
from .toggles import opposites_fault, swapped, switches_solvability, with_opposites

VALUES: tuple[Symbol, Symbol] = (0, 1)
"""Off and on."""


MOST_TERMS = 8_000_000
"""Cells of all presses together: each is a rule on the whole board, of 16 bytes a cell."""


@lru_cache(maxsize=64)
def presses(shape: Shape) -> tuple[Schema, ...]:
    """One arc for every light: it and its neighbours are swapped with their opposites.

    Parameters
    ----------
    shape
        Twice as many rows as the puzzle: the lights, then their opposites.

    Raises
    ------
    InputError
        More than `MOST_TERMS`.
    """
    size = shape[0] * shape[1]
    if size * (size // 2) > MOST_TERMS:
        raise TooLargeError(
            f"lights-out:{shape[0] // 2}x{shape[1]} is too large to make its moves",
            expected=f"{isqrt(MOST_TERMS // 2):,} lights at most",
            found=f"{size // 2:,}",
        )
    before = tuple(Var(f"X{cell}") for cell in range(shape[0] * shape[1]))
    return tuple(
        Schema(Arc(f"press{light}", before, swapped(before, changed)), shape)
        for light, changed in enumerate(_pressed(shape), 1)
    )


def _pressed(shape: Shape) -> list[list[int]]:
    """The lights that the press of each light changes."""
    rows, columns = shape[0] // 2, shape[1]
    return [
        [
            (row + down) * columns + column + right
            for down, right in ((0, 0), (-1, 0), (0, -1), (0, 1), (1, 0))
            if 0 <= row + down < rows and 0 <= column + right < columns
        ]
        for row in range(rows)
        for column in range(columns)
    ]


@dataclass(frozen=True)
class LightsOut(Domain):
    """The shape has twice as many rows as the puzzle, for the opposites."""

    name = "lights-out"
    sizes = "ROWSxCOLUMNS"
    typical = "3x3"
    small = "3x3"
    summary = "a press changes neighbours too"
    reversible = True
    cells = "the lights, 1 for on, row by row, then the opposite of each"
    states = "2^(lights - deficiency); 3x3: 512; 4x4: 4,096; 5x5: 2^23"
    source = "Anderson and Feil 1998; OEIS A159257 for the deficiency"
    no_relations = "a press changes every neighbour to what it was not, and rules keep what was reached while they reach more"

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[LightsOut, Shape]:
        rows, columns = pair(size, f"{cls.spelling()}, such as lights-out:5x5")
        return cls(), (2 * rows, columns)

    def spell(self, shape: Shape) -> str:
        return f"{self.name}:{shape[0] // 2}x{shape[1]}"

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        return presses(shape)

    def goal(self, shape: Shape) -> State:
        return with_opposites([0] * (shape[0] // 2 * shape[1]), VALUES)

    def draw(self, shape: Shape, rng: Random) -> State:
        return walked(self.theory(shape), self.goal_state(shape), 4 * shape[0] * shape[1], rng)

    def sketch(self, shape: Shape, pattern: Pattern) -> Drawing:
        if (state := ground(pattern)) is None:
            return super().sketch(shape, pattern)
        rows, columns = shape[0] // 2, shape[1]
        lights = [
            Piece("*", cell, "yellow") if light else Piece(".", cell)
            for cell, light in enumerate(state[: rows * columns])
        ]
        return spaced(lights[row * columns : (row + 1) * columns] for row in range(rows))

    def fault(self, shape: Shape, state: State) -> str | None:
        return opposites_fault(VALUES, state)

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        return switches_solvability(_pressed(shape), start, goal)
