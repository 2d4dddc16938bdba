"""Lights Out: a press changes a light and its neighbours."""

from __future__ import annotations

from functools import lru_cache, partial

from ..arc import Arc
from ..family import Family, scrambled_by
from ..geometry import WHOLE, Shape
from ..schema import Schema
from ..term import Pattern, State, Symbol, Var
from ..traits import Solvability, Traits
from .built_in import BuiltIn, pair
from .toggles import opposites_fault, swapped, switches_solvability, with_opposites

VALUES: tuple[Symbol, Symbol] = (0, 1)
"""Off and on."""


@lru_cache(maxsize=64)
def presses(shape: Shape) -> tuple[Schema, ...]:
    """One arc for every light: it and its neighbours are swapped with their opposites.

    Parameters
    ----------
    shape
        Twice as many rows as the puzzle: the lights, then their opposites.
    """
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


def _goal(shape: Shape) -> State:
    return with_opposites([0] * (shape[0] // 2 * shape[1]), VALUES)


def _lights(shape: Shape, state: State) -> str:
    rows, columns = shape[0] // 2, shape[1]
    signs = ["*" if light else "." for light in state[: rows * columns]]
    return "\n".join(" ".join(signs[row * columns : (row + 1) * columns]) for row in range(rows))


def _solvable(shape: Shape, start: State, goal: Pattern) -> Solvability | None:
    return switches_solvability(_pressed(shape), start, goal)


LIGHTS: Family = Family(
    "lights-out",
    lambda shape: f"lights-out:{shape[0] // 2}x{shape[1]}",
    WHOLE,
    presses,
    _goal,
    lambda shape, rng: scrambled_by(LIGHTS, shape, 4 * shape[0] * shape[1], rng),
    lambda shape: (shape,),
    permutation=False,
    traits=Traits(_lights, partial(opposites_fault, VALUES), _solvable),
)
"""The shape has twice as many rows as the puzzle, for the opposites."""


def _read(text: str, order: str, cost: float) -> tuple[Family, Shape]:
    rows, columns = pair(text, "lights-out:ROWSxCOLUMNS, such as lights-out:5x5")
    return LIGHTS, (2 * rows, columns)


LIGHTS_OUT = BuiltIn(
    "lights-out",
    "ROWSxCOLUMNS",
    typical="3x3",
    small="3x3",
    summary="a press changes neighbours too",
    cells="the lights, 1 for on, row by row, then the opposite of each",
    states="2^(lights - deficiency); 3x3: 512; 4x4: 4,096; 5x5: 2^23",
    source="Anderson and Feil 1998; OEIS A159257 for the deficiency",
    read=_read,
)
