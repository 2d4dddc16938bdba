"""The sliding-tile puzzles of every size, generated from four directions, every move at one cost."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from ...arc import Arc
from ...board_moves import check_cells
from ...checked import checked
from ...domain import Domain, TheoryDomain
from ...errors import InputError
from ...geometry import GRID, Shape
from ...schema import Schema
from ...states.moves_group import Solvability, rank
from ...states.random_states import Draw, single
from ...term import Pattern, State, Term, Var, ground, variable_name, variables
from ...text.sizes import fitting, number
from ...theory import Theory
from .tile_parity import tiles_solvability, tiles_towards

DIRECTIONS = {"U": ("up", -1, 0), "L": ("left", 0, -1), "R": ("right", 0, 1), "D": ("down", 1, 0)}
"""Name, row change and column change of the *blank* for each letter of a move order."""


@checked
@dataclass(frozen=True)
class SlidingTiles(Domain):
    """The sliding-tile puzzle; see `sliding_tile` for its arguments."""

    order: str = "ULRD"
    cost: float = 1

    name = "sliding-tile"
    sizes = "ROWSxCOLUMNS"
    typical = "4x4"
    small = "2x3"
    summary = "the 8-puzzle, the 15-puzzle ..."
    reversible = True
    cells = "the tile in each cell, row by row; 0 or _ is the blank"
    states = "(rows x columns)!/2; 3x3: 181,440, at most 31 moves apart; 2x3: 360, 21"
    source = "Reinefeld, IJCAI 1993 (OEIS A089473, A090034); Johnson and Story 1879 for the half"
    geometry = GRID
    blank = 0
    slides = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "order", self.order.upper())

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[SlidingTiles, Shape]:
        shape = board_size(size)
        tile_schemas(order, cost)
        return cls(order, cost), shape

    def spell(self, shape: Shape) -> str:
        return f"{self.name}:{shape[0]}x{shape[1]}"

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        return tile_schemas(self.order, self.cost)

    def theory(self, shape: Shape) -> Theory:
        return _theory(self, shape)

    def goal(self, shape: Shape) -> State:
        return tiles_in_order(shape)

    def draw(self, shape: Shape, rng: Random) -> State:
        return self.starts(shape, self.goal(shape))(rng)

    def practice(self, shape: Shape) -> tuple[Shape, ...]:
        return fitting(((2, 3), (3, 2), (3, 3), (4, 4)), shape)

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        wanted = ground(goal)
        return None if wanted is None else tiles_solvability(shape, start, wanted)

    def starts(self, shape: Shape, goal: Pattern) -> Draw:
        state = single(goal)
        self.board(shape).check(state)
        return tiles_towards(shape, state)

    @classmethod
    def adopts(cls, theory: Theory) -> TheoryDomain | None:
        return TilesRead(theory) if is_sliding_tile(theory) else None


@dataclass(frozen=True)
class TilesRead(TheoryDomain):
    """Sliding tiles that were read from somewhere; there may be words on them."""

    slides = True

    def goal(self, shape: Shape) -> Pattern:
        if self.own_goals:
            return super().goal(shape)
        symbols = range(self.alone.size) if self.alone.symbols is None else self.alone.symbols
        return self.alone.check((*sorted((s for s in symbols if s != 0), key=rank), 0))

    def goals(self, shape: Shape) -> tuple[Pattern, ...]:
        return self.own_goals or (self.goal(shape),)

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        wanted = ground(goal)
        return None if wanted is None else tiles_solvability(shape, start, wanted)

    def starts(self, shape: Shape, goal: Pattern) -> Draw:
        state = self.alone.check(single(goal))
        if state.count(0) == 1 and len(set(state)) == len(state):
            return tiles_towards(shape, state)
        return self.uniform_starts(shape, goal)


def tiles_in_order(shape: Shape) -> tuple[int, ...]:
    """The tiles row by row, the blank last."""
    return (*range(1, shape[0] * shape[1]), 0)


@checked
def sliding_tile(rows: int, columns: int, *, order: str = "ULRD", cost: float = 1) -> Theory:
    """The sliding-tile puzzle on a rows x columns board, blank 0, tiles 1 to rows*columns-1.

    Arcs are listed by the blank's cell, row by row, and for each cell in the given order of the blank's moves, as in
    Markov, Russell and Neller (2005), whose 24 arcs are ``sliding_tile(3, 3, cost=2)``.

    Parameters
    ----------
    rows, columns
        1 or more each.
    order
        The letters U, L, R, D once each: the order in which the blank's moves are tried.
    cost
        The cost of one move.

    Raises
    ------
    InputError
        A board without cells, one of more than 1024 cells, or an order that is not a permutation of ULRD.
    """
    _check_order(order)
    return _theory(SlidingTiles(order, cost), (rows, columns))


@lru_cache(maxsize=64)
def _theory(domain: SlidingTiles, shape: Shape) -> Theory:
    rows, columns = shape
    if rows < 1 or columns < 1:
        raise InputError(
            "bad board size", expected="rows and columns of 1 or more", found=f"{rows}x{columns}"
        )
    check_cells(domain, shape)
    tiles: list[Term] = [Var(variable_name(cell)) for cell in range(rows * columns)]
    arcs = []
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        before = tuple(0 if other == cell else tile for other, tile in enumerate(tiles))
        for letter in domain.order:
            name, down, right = DIRECTIONS[letter]
            if 0 <= row + down < rows and 0 <= column + right < columns:
                target = cell + down * columns + right
                arcs.append(Arc(name, before, _swapped(before, cell, target), domain.cost))
    return replace(domain.board(shape), arcs=tuple(arcs))


def _check_order(order: str) -> None:
    if sorted(order.upper()) != sorted(DIRECTIONS):
        raise InputError(
            "bad move order",
            expected="the letters U, L, R and D once each, such as ULRD",
            found=order or "nothing",
        )


@lru_cache(maxsize=64)
def tile_schemas(order: str = "ULRD", cost: float = 1) -> tuple[Schema, ...]:
    """The puzzle of every size: four moves of the blank, each on a window of two cells.

    Parameters
    ----------
    order, cost
        As for `sliding_tile`.
    """
    _check_order(order)
    tile = Var("A")
    schemas = []
    for letter in order.upper():
        name, down, right = DIRECTIONS[letter]
        window = (2, 1) if down else (1, 2)
        before: Pattern = (0, tile) if down + right > 0 else (tile, 0)
        schemas.append(Schema(Arc(name, before, before[::-1], cost), window))
    return tuple(schemas)


def _swapped(pattern: Pattern, one: int, other: int) -> Pattern:
    cells = list(pattern)
    cells[one], cells[other] = cells[other], cells[one]
    return tuple(cells)


def parse_size(text: str) -> tuple[int, int]:
    """Rows and columns of a size written ``3x3``.

    Raises
    ------
    InputError
        Anything else.
    """
    found = re.fullmatch(r"([0-9]+)[xX]([0-9]+)", text.strip())
    if not found:
        raise InputError("bad board size", expected="ROWSxCOLUMNS, such as 3x3", found=repr(text))
    return number(found.group(1)), number(found.group(2))


def board_size(text: str) -> Shape:
    """A board of 1x1 or more.

    Raises
    ------
    InputError
        Anything else.
    """
    shape = parse_size(text)
    if min(shape) < 1:
        raise InputError("bad board size", expected="rows and columns of 1 or more", found=text)
    return shape


@lru_cache(maxsize=64)
def is_sliding_tile(theory: Theory) -> bool:
    """Whether a theory's primitive arcs are those of the sliding-tile puzzle of its shape, in any order.

    True for a theory read from Prolog as for the built-in one: what counts is the rules.
    """
    columns = theory.shape[1]
    expected = {
        (cell, cell + step)
        for cell in range(theory.size)
        for step, fits in ((1, (cell + 1) % columns != 0), (columns, cell + columns < theory.size))
        if fits
    }
    expected |= {(target, cell) for cell, target in expected}
    if theory.blank != 0 or len(theory.primitives) != len(expected):
        return False
    return {_blank_move(arc) for arc in theory.primitives} == expected


def _blank_move(arc: Arc) -> tuple[int, int] | None:
    """The cells between which an arc moves the blank of an otherwise unknown board, or None for another rule."""
    before, after = arc.before, arc.after
    if before.count(0) != 1 or len(set(variables(before))) != len(before) - 1:
        return None
    cell = before.index(0)
    target = after.index(0) if 0 in after else cell
    return (cell, target) if after == _swapped(before, cell, target) else None
