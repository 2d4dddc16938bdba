"""Peg solitaire: a peg jumps over its neighbour into a hole, and the one that is jumped over is taken off.

Boards are cells of a grid, of which some are outside and stay so: one theory serves every board, and macros and traps that are
learned on a small one hold on the English board.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, permutations
from random import Random

from ..arc import Arc
from ..checked import checked
from ..domain import Domain
from ..errors import InputError, refuse_more
from ..geometry import GRID, Shape
from ..schema import Schema
from ..states.permutation_group import Solvability
from ..states.state_space import reversed_theory
from ..term import Pattern, State, Symbol, Var, ground, leaves_open
from ..text.drawing import Drawing, Piece, spaced
from ..text.state_text import ANYTHING, open_cell
from ..theory import Theory

PEG, HOLE, OUTSIDE = "o", ".", "#"

MAPS = {
    "english": "##ooo####ooo##" + "o" * 21 + "##ooo####ooo##",
    "european": "##ooo###ooooo#" + "o" * 21 + "#ooooo###ooo##",
}
"""Boards with a name, of 7 rows and 7 columns."""

MAX_CELLS = 144
"""Greatest number of cells; each has up to six jumps, and a jump names all cells."""

WAYS = {
    "up": ((3, 1), (2, 1, 0)),
    "left": ((1, 3), (2, 1, 0)),
    "right": ((1, 3), (0, 1, 2)),
    "down": ((3, 1), (0, 1, 2)),
}
"""Window of each jump, and its cells: from, over, to."""

SLANTED = {"up-left": ((3, 3), (8, 4, 0)), "down-right": ((3, 3), (0, 4, 8))}
"""The other two of a triangle, whose rows are drawn from the left."""

SIGNS = {
    **dict.fromkeys("o1*O", PEG),
    **dict.fromkeys(".0_", HOLE),
    ANYTHING: ANYTHING,
}
"""Ways to write pegs and holes where the cells outside are left out."""


@checked
@dataclass(frozen=True)
class PegSolitaire(Domain):
    """Peg solitaire on the English and the European board, on rectangles and on triangles.

    Parameters
    ----------
    kind
        ``english``, ``european``, ``triangle`` or ``rectangle``.
    """

    kind: str = "english"

    name = "peg-solitaire"
    sizes = "BOARD"
    typical = "english"
    small = "triangle5"
    summary = "jump until one peg is left"
    cells = "row by row: o peg, . hole, # outside; those outside may be left out. In the goal ? stands for anything"
    states = "english: 1, 2, 8, 39, 171, 719 after 1 to 6 jumps, up to symmetry"
    source = (
        "OEIS A112737; Beasley 1985, The Ins and Outs of Peg Solitaire; Bell 2008 for triangles"
    )
    reversible = False
    geometry = GRID

    @classmethod
    def spelling(cls) -> str:
        return f"{cls.name}:BOARD, which is english, european, triangle5 or another triangle, or rows and columns as in 4x5"

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[PegSolitaire, Shape]:
        meant = size.lower()
        if meant in MAPS:
            return cls(meant), (7, 7)
        found = re.fullmatch(r"(triangle)([0-9]{1,6})|([0-9]{1,6})x([0-9]{1,6})", meant)
        if found is None:
            raise InputError("bad board", expected=cls.spelling(), found=repr(size))
        side = found[2] or "0"
        rows, columns = int(found[3] or side), int(found[4] or side)
        if rows * columns < 3:
            raise InputError("a board without a jump", expected=cls.spelling(), found=repr(size))
        refuse_more(rows * columns, MAX_CELLS, "this board is too large", "cells")
        return cls(found[1] or "rectangle"), (rows, columns)

    def spell(self, shape: Shape) -> str:
        rows, columns = shape
        size = {"rectangle": f"{rows}x{columns}", "triangle": f"triangle{rows}"}
        return f"{self.name}:{size.get(self.kind, self.kind)}"

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        return _jumps(self.kind == "triangle")

    def start(self, shape: Shape) -> State:
        """All pegs, except in the hole that the last peg comes to, or beside it where colours forbid that."""
        return _ends(self, shape)[0]

    def goal(self, shape: Shape) -> State:
        return _ends(self, shape)[1]

    def draw(self, shape: Shape, rng: Random) -> State:
        return _draw(self.theory(shape), self.goal(shape), rng)

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        return _solvable(self, shape, start, goal)

    def fault(self, shape: Shape, state: State) -> str | None:
        for cell, (symbol, board) in enumerate(zip(state, self.start(shape), strict=True)):
            if symbol not in (PEG, HOLE, OUTSIDE):
                return f"cell {cell + 1} is {symbol}, none of {PEG} {HOLE} {OUTSIDE}"
            if (symbol == OUTSIDE) != (board == OUTSIDE):
                is_outside = "outside" if board == OUTSIDE else "on the board"
                return f"{self.place(shape, cell)} is {is_outside}"
        return None

    def written(self, shape: Shape, text: str) -> Pattern | None:
        """Read a board whose cells outside are left out, as it is drawn."""
        signs = [SIGNS.get(one) for one in text if not one.isspace()]
        inside = [cell for cell, one in enumerate(self.start(shape)) if one != OUTSIDE]
        if None in signs or len(signs) != len(inside):
            return None
        cells: list[Symbol | Var] = [OUTSIDE] * (shape[0] * shape[1])
        for cell, sign in zip(inside, signs, strict=True):
            cells[cell] = open_cell(cell) if sign == ANYTHING else str(sign)
        return tuple(cells)

    def sketch(self, shape: Shape, pattern: Pattern) -> Drawing:
        if not leaves_open(pattern, (PEG, HOLE, OUTSIDE)):
            return super().sketch(shape, pattern)
        pieces = [_piece(term, cell) for cell, term in enumerate(pattern)]
        rows, columns = shape
        return spaced(pieces[row * columns : (row + 1) * columns] for row in range(rows))

    def place(self, shape: Shape, cell: int) -> str:
        row, column = divmod(cell, shape[1])
        return f"row {row + 1} column {column + 1}"


def _piece(term: object, cell: int) -> Piece:
    if isinstance(term, Var):
        return Piece(ANYTHING, cell, is_open=True)
    return Piece(" ") if term == OUTSIDE else Piece(str(term), cell)


@lru_cache(maxsize=2)
def _jumps(slanted: bool) -> tuple[Schema, ...]:
    return tuple(
        Schema(_jump(name, window, cells), window)
        for name, (window, cells) in {**WAYS, **(SLANTED if slanted else {})}.items()
    )


def _jump(name: str, window: Shape, cells: tuple[int, ...]) -> Arc:
    others = [Var(f"X{cell}") for cell in range(window[0] * window[1])]
    was, becomes = (
        dict(zip(cells, (PEG, PEG, HOLE), strict=True)),
        dict(zip(cells, (HOLE, HOLE, PEG), strict=True)),
    )
    return Arc(
        name,
        tuple(was.get(cell, other) for cell, other in enumerate(others)),
        tuple(becomes.get(cell, other) for cell, other in enumerate(others)),
    )


@lru_cache(maxsize=64)
def _ends(domain: PegSolitaire, shape: Shape) -> tuple[State, State]:
    """The usual start and goal: a hole and a last peg that colours allow, in the middle or at the top."""
    rows, columns = shape
    if domain.kind in MAPS:
        cells = list(MAPS[domain.kind])
    elif domain.kind == "triangle":
        cells = [PEG if column <= row else OUTSIDE for row in range(rows) for column in range(rows)]
    else:
        cells = [PEG] * (rows * columns)
    middle = 0 if domain.kind == "triangle" else (rows - 1) // 2 * columns + (columns - 1) // 2
    inside = sorted(
        (cell for cell, one in enumerate(cells) if one != OUTSIDE),
        key=lambda cell: sum(
            abs(a - b) for a, b in zip(divmod(cell, columns), divmod(middle, columns), strict=True)
        ),
    )
    pairs = [(one, one) for one in inside[:1]] + list(permutations(inside, 2))
    found = (
        (
            tuple(HOLE if cell == hole else one for cell, one in enumerate(cells)),
            tuple(
                PEG if cell == last else OUTSIDE if one == OUTSIDE else HOLE
                for cell, one in enumerate(cells)
            ),
        )
        for hole, last in pairs
    )
    first = next(found)
    allowed = (ends for ends in chain((first,), found) if not _forbidden(domain.kind, shape, *ends))
    return next(allowed, first)


def _draw(theory: Theory, goal: State, rng: Random) -> State:
    """Draw a start by random jumps backwards from the goal, each of which adds a peg; not uniform."""
    backwards = reversed_theory(theory)
    state = goal
    for _ in range(rng.randrange(1, max(2, goal.count(HOLE)))):
        moves = backwards.successors(state)
        if not moves:
            break
        state = rng.choice(moves)[1]
    return state


def _solvable(
    domain: PegSolitaire, shape: Shape, start: State, goal: Pattern
) -> Solvability | None:
    """Whether numbers of pegs forbid to reach a goal: each jump takes one off, and changes the numbers of all three colours.

    Cells have three colours in turn along each way of a jump, so that a jump touches one cell of each (Reiss 1857). A board with
    jumps in two directions can be coloured in two ways, a triangle in one.
    """
    wanted = ground(goal)
    if wanted is None or wanted == start:
        return None
    if start.count(PEG) <= wanted.count(PEG):
        return Solvability(False, "each jump takes off a peg, and the goal has as many or more")
    why = _forbidden(domain.kind, shape, start, wanted)
    return Solvability(False, why) if why else None


def _forbidden(kind: str, shape: Shape, start: State, goal: State) -> str | None:
    """Why the colours of the cells forbid to reach a goal; None where they do not."""
    for way, colours in _colourings(kind, shape):
        differ = Counter(
            colour for colour, one, other in zip(colours, start, goal, strict=True) if one != other
        )
        first, second, third = (differ[colour] for colour in range(3))
        if len({first % 2, second % 2, third % 2}) > 1:
            return (
                f"start and goal differ in {first}, {second} and {third} cells of three colours that alternate {way}; "
                "a jump changes one cell of each colour, so these numbers are all even or all odd"
            )
    return None


def _colourings(kind: str, shape: Shape) -> Iterator[tuple[str, list[int]]]:
    places = [(row, column) for row in range(shape[0]) for column in range(shape[1])]
    yield "down and to the right", [(row + column) % 3 for row, column in places]
    if kind != "triangle":
        yield "down and to the left", [(row - column) % 3 for row, column in places]
