"""The sliding-tile puzzles of every size, generated from four directions, every move at one cost.

Also here: which boards can be solved (Johnson and Story, 1879), random ones that can, and puzzles whose moves cost what the tile
weighs: its number, or one divided by it.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Self

from ..arc import Arc, replace_arc
from ..board_moves import check_cells
from ..checked import checked
from ..domain import Domain, TheoryDomain
from ..errors import InputError, refuse_more
from ..geometry import GRID, Shape
from ..record import record
from ..schema import Schema
from ..states.permutation_group import Solvability, difference, exchanged, rank
from ..states.random_states import Draw, completed
from ..term import Pattern, State, Symbol, Term, Var, ground, variable_name, variables
from ..text.words import fitting, number
from ..theory import Theory

DIRECTIONS = {"U": ("up", -1, 0), "L": ("left", 0, -1), "R": ("right", 0, 1), "D": ("down", 1, 0)}
"""Name, row change and column change of the *blank* for each letter of a move order."""


@checked
@record
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

    def usual_goals(self, shape: Shape) -> tuple[Pattern, ...]:
        """The blank behind the tiles, or before them as in Korf 1985."""
        return self.goal(shape), tuple(range(shape[0] * shape[1]))

    def draw(self, shape: Shape, rng: Random) -> State:
        return self.starts(shape, self.goal(shape))(rng)

    def practice(self, shape: Shape) -> tuple[Shape, ...]:
        return fitting(((2, 3), (3, 2), (3, 3), (4, 4)), shape)

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        wanted = ground(goal)
        return None if wanted is None else tiles_solvability(shape, start, wanted)

    def starts(self, shape: Shape, goal: Pattern) -> Draw:
        return tiles_towards(shape, goal, self.board(shape))

    @classmethod
    def adopts(cls, theory: Theory) -> TheoryDomain | None:
        return TilesRead(theory) if is_sliding_tile(theory) else None


@record
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
        state = ground(goal)
        if state is None:
            once = self.alone.symbols is not None
        else:
            once = state.count(0) == 1 and len(set(state)) == len(state)
        return tiles_towards(shape, goal, self.alone) if once else self.uniform_starts(shape, goal)


def tiles_in_order(shape: Shape) -> tuple[int, ...]:
    """The tiles row by row, the blank last."""
    return (*range(1, shape[0] * shape[1]), 0)


@checked
def sliding_tile(rows: int, columns: int, *, order: str = "ULRD", cost: float = 1) -> Theory:
    """The sliding-tile puzzle on a rows x columns board, blank 0, tiles 1 to rows*columns-1.

    Arcs are listed by the blank's cell, row by row, and for each cell in the given order of the blank's moves. The 24 arcs of
    Markov, Russell and Neller (2005) are ``sliding_tile(3, 3, cost=2)``, in their order.

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
    moves = {schema.arc.name: schema.arc for schema in tile_schemas(domain.order, domain.cost)}
    arcs = []
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        before = tuple(0 if other == cell else tile for other, tile in enumerate(tiles))
        for letter in domain.order:
            name, down, right = DIRECTIONS[letter]
            if 0 <= row + down < rows and 0 <= column + right < columns:
                target = cell + down * columns + right
                arcs.append(moves[name].between(before, _swapped(before, cell, target)))
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
        sides = re.findall(r"[1-9][0-9]?", text)
        raise InputError(
            "bad board size",
            expected="ROWSxCOLUMNS, such as 3x3",
            found=repr(text),
            remedy=f"{sides[0]}x{sides[-1]}" if 1 <= len(sides) <= 2 else None,
        )
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


def tiles_solvability(shape: Shape, start: State, goal: State) -> Solvability | None:
    """Decide whether one board of sliding tiles can become another, of any size; no theory is needed.

    A move along a row keeps the order of the tiles. A move along a column carries one tile past ``columns - 1``
    others. Where the width is odd, this leaves the number of inversions (pairs of tiles in falling order, the blank
    left out) as odd or as even as it was; where the width is even, it leaves so the number of inversions plus the
    blank's row. On boards of 2x2 and more, agreement of start and goal is also enough (Johnson and Story, 1879).

    Parameters
    ----------
    shape
        Rows and columns.
    start, goal
        One symbol for each cell, 0 for the blank.
    """
    if differ := difference(start, goal):
        return Solvability(False, f"{differ}, and no move adds or removes a symbol")
    if start.count(0) != 1 or len(set(start)) != len(start):
        return None
    if min(shape) == 1:
        return _on_a_line(start, goal, "row" if shape[0] == 1 else "column")
    return _on_a_board(start, goal, shape[1])


def _on_a_line(start: State, goal: State, line: str) -> Solvability:
    tiles, wanted = tiles_of(start), tiles_of(goal)
    wrong = [place for place, tile in enumerate(tiles) if tile != wanted[place]]
    law = f"on a single {line} no tile can pass another"
    if not wrong:
        return Solvability(True, f"{law}, and the tiles stand in the same order in start and goal")
    first = wrong[0]
    reason = (
        f"{law}, and their order differs: tile number {first + 1} along the {line} is {tiles[first]} in the start, "
        f"{wanted[first]} in the goal, so the goal cannot be reached"
    )
    twin = exchanged(start, tiles[first], tiles[wrong[1]]) if len(wrong) == 2 else None
    return Solvability(False, reason, twin)


def _on_a_board(start: State, goal: State, columns: int) -> Solvability:
    inversions = count_inversions(start), count_inversions(goal)
    facts = f"inversions: {inversions[0]} in the start, {inversions[1]} in the goal"
    if columns % 2:
        values = inversions
        invariant = "the count of inversions"
    else:
        rows = start.index(0) // columns + 1, goal.index(0) // columns + 1
        values = inversions[0] + rows[0], inversions[1] + rows[1]
        facts += f"; row of the blank: {rows[0]} and {rows[1]}; sums: {values[0]} and {values[1]}"
        invariant = "inversions plus row"
    solvable = values[0] % 2 == values[1] % 2
    law = (
        f"the width {columns} is {'odd' if columns % 2 else 'even'} and a move never changes whether {invariant} "
        f"is odd or even"
    )
    if solvable:
        return Solvability(
            True, f"{facts}; {law}; {_both(values)}, and then the goal can always be reached"
        )
    one, other = tiles_of(start)[:2]
    return Solvability(
        False, f"{facts}; {law}, so the goal cannot be reached", exchanged(start, one, other)
    )


def _both(values: tuple[int, int]) -> str:
    return "both are odd" if values[0] % 2 else "both are even"


@lru_cache(maxsize=16)
def count_inversions(state: State) -> int:
    """Number of pairs of tiles in falling order, without the blank 0; words come after numbers."""
    seen: list[tuple[bool, Symbol]] = []
    inversions = 0
    for tile in tiles_of(state):
        place = bisect(seen, rank(tile))
        inversions += len(seen) - place
        seen.insert(place, rank(tile))
    return inversions


def tiles_of(state: State) -> Sequence[Symbol]:
    """Symbols of a state without the blank."""
    return [symbol for symbol in state if symbol != 0]


def tiles_towards(shape: Shape, goal: Pattern, board: Theory) -> Draw:
    """Draw uniformly from the boards that can reach a goal, in which every symbol is to occur once.

    Raises
    ------
    InputError
        A goal that no board matches.
    """
    state = ground(goal)
    if state is None:
        completed(board, goal, Random(0))  # so that a bad goal is refused at once
        return lambda rng: tiles_towards(shape, completed(board, goal, rng), board)(rng)
    board.check(state)
    return _tiles_towards(shape, state)


def _tiles_towards(shape: Shape, goal: State) -> Draw:
    def on_a_line(rng: Random) -> State:
        tiles, cell = tiles_of(goal), rng.randrange(len(goal))
        return (*tiles[:cell], 0, *tiles[cell:])

    def on_a_board(rng: Random) -> State:
        # Swapping two tiles pairs every unsolvable board with one solvable board, so the draw stays uniform.
        cells = list(goal)
        rng.shuffle(cells)
        verdict = tiles_solvability(shape, tuple(cells), goal)
        return tuple(cells) if verdict is None or verdict.twin is None else verdict.twin

    return on_a_line if min(shape) == 1 else on_a_board


MAX_CELLS = 64
"""Greatest number of cells; every tile has its own moves between neighbouring cells."""


@record
class HeavyTiles(SlidingTiles):
    """Sliding tiles of every size, with a move of its own for every tile (Thayer and Ruml, IJCAI 2011).

    Parameters
    ----------
    order, cost
        As for `sliding_tile`; a move costs ``cost`` times the weight.
    tiles
        Number of tiles; moves of tiles that a smaller board does not have never apply.
    """

    tiles: int = 8

    name = "heavy-tile"
    typical = "3x3"
    slides = False  # what is in the cell counts
    small = "2x3"
    summary = "tiles; a move costs the number"
    states = "as many as sliding tiles have"
    source = "Thayer and Ruml, IJCAI 2011, for the costs"

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[Self, Shape]:
        shape = board_size(size)
        cells = shape[0] * shape[1]
        refuse_more(cells, MAX_CELLS, "this board is too large for tiles that weigh", "cells")
        tile_schemas(order, cost)
        return cls(order, cost, cells - 1), shape

    def weight(self, tile: int) -> float:
        """Cost of sliding a tile."""
        return tile

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        return _schemas(self)

    def theory(self, shape: Shape) -> Theory:
        return Domain.theory(self, shape)

    def practice(self, shape: Shape) -> tuple[Shape, ...]:
        return fitting(((2, 3), (3, 2), (3, 3)), shape)

    @classmethod
    def adopts(cls, theory: Theory) -> TheoryDomain | None:
        return None


@record
class InverseTiles(HeavyTiles):
    """Sliding tiles whose move costs one divided by the tile's number."""

    name = "inverse-tile"
    summary = "tiles; a move costs 1/number"

    def weight(self, tile: int) -> float:
        """Cost of sliding a tile."""
        return 1 / tile


@lru_cache(maxsize=16)
def _schemas(domain: HeavyTiles) -> tuple[Schema, ...]:
    return tuple(
        _of_tile(schema, tile, domain.cost * domain.weight(tile))
        for tile in range(1, domain.tiles + 1)
        for schema in tile_schemas(domain.order, domain.cost)
    )


def _of_tile(schema: Schema, tile: int, cost: float) -> Schema:
    def with_tile(pattern: Pattern) -> Pattern:
        return tuple(tile if isinstance(term, Var) else term for term in pattern)

    arc = schema.arc
    rule = replace_arc(arc, before=with_tile(arc.before), after=with_tile(arc.after), cost=cost)
    return Schema(rule, schema.window)
