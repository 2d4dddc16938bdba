"""Pancakes, plain and burnt: any number from the top on is turned over."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ..arc import Arc
from ..domain import Domain
from ..geometry import PREFIX, Shape
from ..schema import Schema
from ..states.moves_group import Solvability
from ..term import Pattern, State, Symbol, Var
from ..text.drawing import Drawing, Piece, bar, spaced
from ..text.sizes import whole_number

WIDEST = 24
"""Pancakes of a stack that is drawn as a stack."""


def reversal(name: str, size: int) -> Schema:
    """The order of the cells of a window turned around."""
    before = tuple(Var(f"X{cell}") for cell in range(size))
    return Schema(Arc(name, before, before[::-1]), (1, size))


def _drawn(pancakes: list[tuple[int, str, int]]) -> Drawing:
    """Pancakes of a size, drawn with a sign, each the one in a cell."""
    if len(pancakes) > WIDEST:
        return spaced([Piece(str(size), cell) for size, _, cell in row] for row in (pancakes,))
    return Drawing(tuple(bar(size, len(pancakes), sign, cell) for size, sign, cell in pancakes))


@dataclass(frozen=True)
class Pancakes(Domain):
    """The first cell is the top of the stack (Gates and Papadimitriou 1979)."""

    name = "pancake"
    typical = "7"
    small = "6"
    summary = "turn over any part from the top"
    cells = "the size of each pancake, from the top"
    states = "N!; at most 0, 1, 3, 4, 5, 7, 8, 9 flips for N = 1 to 8"
    source = "Gates and Papadimitriou 1979; OEIS A058986"
    no_relations = "a flip moves as many pancakes as it turns, and an action over parameters the same number of things always"
    geometry = PREFIX

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[Pancakes, Shape]:
        return cls(), (1, whole_number(size, 2, cls.spelling()))

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        return tuple(reversal(f"flip{size}", size) for size in range(2, shape[1] + 1))

    def goal(self, shape: Shape) -> State:
        return tuple(range(1, shape[1] + 1))

    def draw(self, shape: Shape, rng: Random) -> State:
        cells = list(self.goal(shape))
        rng.shuffle(cells)
        return tuple(cells)

    def practice(self, shape: Shape) -> tuple[Shape, ...]:
        return tuple((1, size) for size in range(4, shape[1] + 1)) or (shape,)

    def sketch(self, shape: Shape, state: State) -> Drawing:
        return _drawn([(int(pancake), "=", cell) for cell, pancake in enumerate(state)])

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        return Solvability(
            True, "two flips bring any pancake to its place, so every order is reached"
        )


@dataclass(frozen=True)
class BurntPancakes(Domain):
    """Two cells for each pancake, its upper side and its lower one, so that a flip only turns the order around."""

    name = "burnt-pancake"
    typical = "5"
    small = "4"
    summary = "pancakes with a burnt side"
    cells = "for each pancake from the top its upper and its lower side; -N is the burnt side of N"
    states = "2^N N!; at most 1, 4, 6, 8, 10, 12 flips for N = 1 to 6"
    source = "Cohen and Blum 1995; OEIS A078941"
    no_relations = "a flip moves as many pancakes as it turns, and an action over parameters the same number of things always"
    geometry = PREFIX

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[BurntPancakes, Shape]:
        return cls(), (1, 2 * whole_number(size, 1, cls.spelling()))

    def spell(self, shape: Shape) -> str:
        return f"{self.name}:{shape[1] // 2}"

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        return tuple(reversal(f"flip{size}", 2 * size) for size in range(1, shape[1] // 2 + 1))

    def goal(self, shape: Shape) -> State:
        return _sides(list(range(1, shape[1] // 2 + 1)))

    def draw(self, shape: Shape, rng: Random) -> State:
        pancakes = [rng.choice((size, -size)) for size in range(1, shape[1] // 2 + 1)]
        rng.shuffle(pancakes)
        return _sides(pancakes)

    def practice(self, shape: Shape) -> tuple[Shape, ...]:
        return tuple((1, 2 * size) for size in range(2, shape[1] // 2 + 1)) or (shape,)

    def sketch(self, shape: Shape, state: State) -> Drawing:
        upper = [int(side) for side in state[::2]]
        return _drawn(
            [(abs(side), "=" if side > 0 else "#", 2 * place) for place, side in enumerate(upper)]
        )

    def fault(self, shape: Shape, state: State) -> str | None:
        sides: list[tuple[Symbol, Symbol]] = list(zip(state[::2], state[1::2], strict=True))
        for place, (upper, lower) in enumerate(sides, 1):
            if not isinstance(upper, int) or not isinstance(lower, int) or upper + lower != 0:
                return f"cells {2 * place - 1} and {2 * place} are not two sides of one pancake"
        return None

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        return Solvability(
            True,
            "three flips bring any pancake to its place with either side up, so all is reached",
        )


def _sides(pancakes: list[int]) -> State:
    return tuple(side for pancake in pancakes for side in (pancake, -pancake))
