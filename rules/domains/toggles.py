"""Puzzles of switches: each is a cell above its opposite, and a move swaps some switches with their opposites.

Written so, a move is one arc without constants. Which switches a set of moves changes is a sum modulo 2, so that what can
be reached is a question of linear algebra.

In this file:

- Lights Out: a press changes a light and its neighbours.
- The arrow puzzle: two neighbouring arrows are turned upside down together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from random import Random

from ..arc import Arc
from ..domain import Domain
from ..errors import InputError, TooLargeError
from ..geometry import GRID, Shape
from ..schema import Schema
from ..states.permutation_group import Solvability
from ..states.random_states import walked
from ..term import Pattern, State, Symbol, Var, ground
from ..text.drawing import Drawing, Piece, spaced
from ..text.state_text import ANYTHING, open_cell
from ..text.words import counted, pair, whole_number


def swapped(cells: Sequence[Var], switches: Iterable[int]) -> Pattern:
    """The cells, first all switches and then all opposites, after some of the switches have changed."""
    half = len(cells) // 2
    after = list(cells)
    for switch in switches:
        after[switch], after[switch + half] = cells[switch + half], cells[switch]
    return tuple(after)


def with_opposites(switches: Sequence[Symbol], values: tuple[Symbol, Symbol]) -> State:
    """A state, given its upper half and the two symbols of a switch."""
    one, other = values
    return (*switches, *(other if value == one else one for value in switches))


def written_switches(text: str, shape: Shape, values: tuple[Symbol, Symbol]) -> Pattern | None:
    """A state or goal of which the text has the upper half alone; None of any other text.

    Raises
    ------
    InputError
        A text with a word for each switch, of which one is no value of a switch.
    """
    half = shape[0] * shape[1] // 2
    words = re.findall(r"[^\s,;/|()\[\]]+", text)
    known = {str(value): value for value in values}
    known |= {sign: value for value in values for sign in SIGNS.get(value, "").split()}
    if len(words) < half:  # run together, perhaps row by row
        words = list("".join(words))
    if len(words) != half:
        return None
    for number, word in enumerate(words, 1):
        if word not in known and word != ANYTHING:
            raise InputError(
                f"switch {number} is {word}",
                expected=f"{values[0]}, {values[1]} or, in a goal, {ANYTHING} for each of {half} switches",
                found=text.strip()[:200],
            )
    upper = [known.get(word) for word in words]
    opposite = {values[0]: values[1], values[1]: values[0]}
    lower = [None if value is None else opposite[value] for value in upper]
    return tuple(
        open_cell(cell) if value is None else value for cell, value in enumerate(upper + lower)
    )


def opposites_fault(values: tuple[Symbol, Symbol], state: State) -> str | None:
    """Reason why the lower half of a state is not the opposite of its upper half."""
    half = len(state) // 2
    for cell, value in enumerate(state):
        if value not in values:
            return f"cell {cell + 1} is {value}, neither {values[0]} nor {values[1]}"
    for cell in range(half):
        if state[cell] == state[cell + half]:
            return f"cells {cell + 1} and {cell + half + 1} are not opposites"
    return None


def switches_solvability(
    moves: Iterable[Iterable[int]], start: State, goal: Pattern
) -> Solvability | None:
    """Whether some moves change exactly the switches in which start and goal differ.

    Parameters
    ----------
    moves
        The switches that each move changes.
    start, goal
        A state with opposites, and a state or a pattern. Of a pattern with a variable twice, another symbol or a switch that
        equals its opposite nothing is said.
    """
    half, named = len(start) // 2, [one for one in goal if isinstance(one, Var)]
    kept, left = 0, 0  # the switches that the goal names, and of them those that differ
    for cell, wanted in enumerate(goal):
        if not isinstance(wanted, Var):
            bit = 1 << cell % half
            differs = bit * (wanted != start[cell])
            if wanted not in (start[cell], start[(cell + half) % len(start)]):
                return None
            if kept & bit and left & bit != differs:
                return None
            kept |= bit
            left |= differs
    if len(set(named)) < len(named):
        return None
    rank, differ = 0, left.bit_count()
    leading: dict[int, int] = {}
    for move in moves:
        vector = _reduced(sum(1 << cell for cell in move) & kept, leading)
        if vector:
            leading[vector.bit_length()] = vector
            rank += 1
    solvable = _reduced(left, leading) == 0
    return Solvability(
        solvable,
        f"start and goal differ in {counted(differ, 'switch', 'switches')}; moves can change 2^{rank} "
        f"of the 2^{kept.bit_count()} sets of switches, {'also' if solvable else 'but not'} this one",
    )


def _reduced(vector: int, leading: dict[int, int]) -> int:
    """Reduce a vector over the field of two elements by elimination."""
    kept = 0
    while vector:
        top = vector.bit_length()
        if top in leading:
            vector ^= leading[top]
        else:
            kept |= 1 << (top - 1)
            vector ^= 1 << (top - 1)
    return kept


VALUES: tuple[Symbol, Symbol] = (0, 1)
"""Off and on."""

SIGNS: dict[Symbol, str] = {
    0: "off False . \u25a1 \u2b1c \u26aa",
    1: "on True # X \u25a0 \u2b1b \u26ab",
    "up": "^ U \u2191",
    "down": "v D \u2193",
}
"""Other signs of lights that are off and on, and of arrows."""


MOST_TERMS = 8_000_000
"""Greatest number of cells of all presses together; a press is a rule on the whole board, of 16 bytes a cell."""


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
    """Lights Out; the shape has twice as many rows as the puzzle, for the opposites."""

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

    def written(self, shape: Shape, text: str) -> Pattern | None:
        return written_switches(text, shape, VALUES)

    def fault(self, shape: Shape, state: State) -> str | None:
        return opposites_fault(VALUES, state)

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        return switches_solvability(_pressed(shape), start, goal)


HEADS: tuple[Symbol, Symbol] = ("up", "down")

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
    cells = "up or down for each arrow, and then, if wanted, the opposite of each"
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

    def written(self, shape: Shape, text: str) -> Pattern | None:
        return written_switches(text, shape, HEADS)

    def goal(self, shape: Shape) -> State:
        return with_opposites(["up"] * shape[1], HEADS)

    def draw(self, shape: Shape, rng: Random) -> State:
        arrows = [rng.choice(HEADS) for _ in range(shape[1])]
        if arrows.count("down") % 2:
            arrows[-1] = "down" if arrows[-1] == "up" else "up"
        return with_opposites(arrows, HEADS)

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
        return opposites_fault(HEADS, state)

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        return switches_solvability(((cell, cell + 1) for cell in range(shape[1] - 1)), start, goal)
