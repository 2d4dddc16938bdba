"""The arrow puzzle: two neighbouring arrows are turned upside down together."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ..arc import Arc
from ..domain import Domain
from ..geometry import GRID, Shape
from ..schema import Schema
from ..states.moves_group import Solvability
from ..term import Pattern, State, Symbol, Var, ground
from ..text.drawing import Drawing, Piece, spaced
from ..text.sizes import whole_number
from .toggles import opposites_fault, swapped, switches_solvability, with_opposites

VALUES: tuple[Symbol, Symbol] = ("up", "down")

_CELLS = (Var("A"), Var("B"), Var("C"), Var("D"))
_FLIP = Schema(Arc("flip", _CELLS, swapped(_CELLS, (0, 1))), (2, 2))


@dataclass(frozen=True)
class Arrows(Domain):
    """The arrow puzzle; two rows: the arrows, then their opposites."""

    name = "arrow"
    typical = "8"
    small = "8"
    summary = "turn over two neighbours"
    reversible = True
    cells = "up or down for each arrow, then the opposite of each"
    states = "2^(N-1), because the number of arrows that are down stays even or odd"
    source = "Korf 1980; PSVN's arrow3 to arrow16 (Holte, Arneson and Burch 2014)"
    no_relations = "a move changes both neighbours to what they were not, and rules keep what was reached while they reach more"
    geometry = GRID

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[Arrows, Shape]:
        return cls(), (2, whole_number(size, 2, cls.spelling()))

    def spell(self, shape: Shape) -> str:
        return f"{self.name}:{shape[1]}"

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        return (_FLIP,)

    def goal(self, shape: Shape) -> State:
        return with_opposites(["up"] * shape[1], VALUES)

    def draw(self, shape: Shape, rng: Random) -> State:
        arrows = [rng.choice(VALUES) for _ in range(shape[1])]
        if arrows.count("down") % 2:
            arrows[-1] = "down" if arrows[-1] == "up" else "up"
        return with_opposites(arrows, VALUES)

    def practice(self, shape: Shape) -> tuple[Shape, ...]:
        return tuple((2, size) for size in range(3, min(shape[1], 8) + 1)) or (shape,)

    def sketch(self, shape: Shape, pattern: Pattern) -> Drawing:
        if (state := ground(pattern)) is None:
            return super().sketch(shape, pattern)
        arrows = state[: shape[1]]
        return spaced(
            [Piece("^" if arrow == "up" else "v", cell) for cell, arrow in enumerate(row)]
            for row in (arrows,)
        )

    def fault(self, shape: Shape, state: State) -> str | None:
        return opposites_fault(VALUES, state)

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        return switches_solvability(((cell, cell + 1) for cell in range(shape[1] - 1)), start, goal)
