"""Sokoban: boxes are pushed to the goals of a level. One cell for each square inside the walls."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from ..arc import Arc
from ..domain import Domain
from ..errors import InputError, TooLargeError
from ..geometry import Shape
from ..schema import Schema
from ..states.state_space import reversed_theory
from ..term import Pattern, State, Symbol, Term, Var, leaves_open
from ..text.drawing import Drawing, Piece
from ..text.state_text import ANYTHING, open_goal
from ..text.text_file import read_text
from ..theory import Theory
from .sokoban_levels import Level, neighbours, read_level

FLOOR, MAN, CRATE = ".", "@", "$"

MAX_SQUARES = 400
"""There are some eight moves for each square, and a move names them all."""

LEVELS = """
; 1
#####
#@$.#
#####

; 2
######
#@   #
# $$ #
#  ..#
######

; 3
#######
#  .  #
# $#$ #
#  .@ #
#######
"""
"""Levels that need no file."""

SPELLING = "sokoban:LEVEL, one of 1 to 3, or sokoban:FILE or sokoban:FILE#LEVEL"


@dataclass(frozen=True)
class Sokoban(Domain):
    """Sokoban: one level is one size.

    Parameters
    ----------
    level
        Its map.
    argument
        How people name it.

    Raises
    ------
    InputError
        One that is too large.
    """

    level: Level
    argument: str

    name = "sokoban"
    sizes = "LEVEL or FILE or FILE#LEVEL"
    typical = "2"
    small = "2"
    summary = "push boxes to their goals"
    cells = (
        "each square that the player could reach, row by row: @ player, $ box, . neither; "
        "in the goal ? stands for anything. Files have levels in the common text format (XSB)"
    )
    states = "as the level has it; #@$.# has 3, and one push solves it"
    source = "the format: Sokoban Wiki, sokobano.de; the tests count with a simulation of their own"
    reversible = False
    levels = True

    def __post_init__(self) -> None:
        size = len(self.level.squares)
        if size > MAX_SQUARES:
            raise TooLargeError(
                "this level is too large",
                expected=f"{MAX_SQUARES} squares at most",
                found=str(size),
            )

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[Sokoban, Shape]:
        if re.fullmatch(r"[0-9]{1,6}", size):
            level = read_level(LEVELS, "the built-in levels", int(size))
        else:
            file, _, number = size.rpartition("#")
            if not file or not re.fullmatch(r"[0-9]{1,6}", number):
                file, number = size, "1"
            if not file:
                raise InputError("bad level", expected=SPELLING, found="nothing")
            level = read_level(read_text(file), file, int(number))
        return cls(level, size), (1, len(level.squares))

    def spell(self, shape: Shape) -> str:
        return f"{self.name}:{self.argument}"

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        return _schemas(self.level)

    def goal(self, shape: Shape) -> Pattern:
        return open_goal(dict.fromkeys(self.level.goals, CRATE), len(self.level.squares))

    def start(self, shape: Shape) -> State:
        return _state(self.level, self.level.player, self.level.boxes)

    def draw(self, shape: Shape, rng: Random) -> State:
        return _draw(self.theory(shape), self.level, rng)

    def sketch(self, shape: Shape, pattern: Pattern) -> Drawing:
        if not leaves_open(pattern, (FLOOR, MAN, CRATE)):
            return super().sketch(shape, pattern)
        return _map(self.level, pattern)

    def fault(self, shape: Shape, state: State) -> str | None:
        return _fault(self.level, state)

    def place(self, shape: Shape, cell: int) -> str:
        row, column = self.level.squares[cell]
        return f"row {row + 1} column {column + 1}"


@lru_cache(maxsize=16)
def _schemas(level: Level) -> tuple[Schema, ...]:
    return tuple(Schema(arc, (1, len(level.squares))) for arc in _arcs(level))


def _arcs(level: Level) -> list[Arc]:
    cells = tuple(Var(f"X{cell}") for cell in range(len(level.squares)))

    def arc(name: str, was: dict[int, Term], becomes: dict[int, Term]) -> Arc:
        before = tuple(was.get(cell, other) for cell, other in enumerate(cells))
        return Arc(
            name, before, tuple(becomes.get(cell, other) for cell, other in enumerate(cells))
        )

    arcs = []
    for square in range(len(level.squares)):
        for name, way in neighbours(level).items():
            if (ahead := way.get(square)) is None:
                continue
            arcs.append(arc(name, {square: MAN, ahead: FLOOR}, {square: FLOOR, ahead: MAN}))
            if (beyond := way.get(ahead)) is not None:
                was: dict[int, Term] = {square: MAN, ahead: CRATE, beyond: FLOOR}
                becomes: dict[int, Term] = {square: FLOOR, ahead: MAN, beyond: CRATE}
                arcs.append(arc(f"push-{name}", was, becomes))
    return arcs


def _state(level: Level, player: int, boxes: frozenset[int]) -> State:
    return tuple(
        MAN if cell == player else CRATE if cell in boxes else FLOOR
        for cell in range(len(level.squares))
    )


def _draw(theory: Theory, level: Level, rng: Random) -> State:
    """Boxes pulled about at random from their goals, so that pushing them back is a solution; not uniform."""
    backwards = reversed_theory(theory)
    free = [cell for cell in range(len(level.squares)) if cell not in level.goals]
    state = _state(level, rng.choice(free), level.goals)
    for _ in range(20 * len(level.squares) + rng.randrange(20)):
        moves = backwards.successors(state)
        pulls = [move for move in moves if move[0].name.startswith("push")]
        if not moves:
            break
        state = rng.choice(pulls if pulls and rng.random() < 0.5 else moves)[1]
    return state


def _fault(level: Level, state: State) -> str | None:
    for cell, symbol in enumerate(state, 1):
        if symbol not in (FLOOR, MAN, CRATE):
            return f"square {cell} is {symbol}, none of . @ $"
    men, crates = state.count(MAN), state.count(CRATE)
    if men != 1 or crates != len(level.goals):
        return f"{men} players and {crates} boxes instead of 1 and {len(level.goals)}"
    return None


def _map(level: Level, pattern: Pattern) -> Drawing:
    rows = [[Piece(sign) for sign in row.rstrip()] for row in level.rows]
    for number, (row, column) in enumerate(level.squares):
        on_goal = number in level.goals
        signs: dict[Symbol, str] = {FLOOR: " .", MAN: "@+", CRATE: "$*"}
        line = rows[row]
        line.extend([Piece(" ")] * (column + 1 - len(line)))
        term = pattern[number]
        is_open = isinstance(term, Var)
        line[column] = Piece(
            ANYTHING if isinstance(term, Var) else signs[term][on_goal], number, is_open=is_open
        )
    return Drawing(tuple(map(tuple, rows)))
