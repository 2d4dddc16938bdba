"""The arrow puzzle: two neighbouring arrows are turned upside down together."""

from __future__ import annotations

from functools import partial
from random import Random

from ..arc import Arc
from ..family import Family
from ..geometry import GRID, Shape
from ..schema import Schema
from ..term import Pattern, State, Symbol, Var
from ..traits import Solvability, Traits
from .built_in import BuiltIn, number
from .toggles import opposites_fault, swapped, switches_solvability, with_opposites

VALUES: tuple[Symbol, Symbol] = ("up", "down")

_CELLS = (Var("A"), Var("B"), Var("C"), Var("D"))
_FLIP = Schema(Arc("flip", _CELLS, swapped(_CELLS, (0, 1))), (2, 2))


def _goal(shape: Shape) -> State:
    return with_opposites(["up"] * shape[1], VALUES)


def _draw(shape: Shape, rng: Random) -> State:
    arrows = [rng.choice(VALUES) for _ in range(shape[1])]
    if arrows.count("down") % 2:
        arrows[-1] = "down" if arrows[-1] == "up" else "up"
    return with_opposites(arrows, VALUES)


def _arrows(shape: Shape, state: State) -> str:
    return " ".join("^" if arrow == "up" else "v" for arrow in state[: shape[1]])


def _solvable(shape: Shape, start: State, goal: Pattern) -> Solvability | None:
    return switches_solvability(((cell, cell + 1) for cell in range(shape[1] - 1)), start, goal)


ARROW = Family(
    "arrow",
    lambda shape: f"arrow:{shape[1]}",
    GRID,
    lambda shape: (_FLIP,),
    _goal,
    _draw,
    lambda shape: tuple((2, size) for size in range(3, min(shape[1], 8) + 1)) or (shape,),
    permutation=False,
    traits=Traits(_arrows, partial(opposites_fault, VALUES), _solvable),
)
"""Two rows: the arrows, then their opposites."""


def _read(text: str, order: str, cost: float) -> tuple[Family, Shape]:
    return ARROW, (2, number(text, 2, "arrow:N"))


ARROWS = BuiltIn(
    "arrow",
    "N",
    typical="8",
    small="8",
    summary="turn over two neighbours",
    cells="up or down for each arrow, then the opposite of each",
    states="2^(N-1), because the number of arrows that are down stays even or odd",
    source="Korf 1980; PSVN's arrow3 to arrow16 (Holte, Arneson and Burch 2014)",
    read=_read,
)
