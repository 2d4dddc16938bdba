"""Sokoban: boxes are pushed to the goals of a level. One cell for each square inside the walls.

Also here: a reader of levels in the common text format (XSB).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from ..arc import Arc
from ..checked import checked
from ..errors import InputError, Place, refuse_more
from ..geometry import Shape
from ..schema import Schema
from ..states.state_space import reversed_theory
from ..term import Atom, Pattern, State, Symbol, Term, Typed, Var, leaves_open
from ..text.drawing import Drawing, Piece
from ..text.state_text import ANYTHING, open_goal
from ..text.text_file import read_text
from ..text.words import counted
from ..theory import Theory
from .relational import RelationalDomain

FLOOR, MAN, CRATE = ".", "@", "$"

MAX_SQUARES = 400
"""Greatest number of squares; each has about eight moves, and a move names all squares."""

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

PDDL = """
(define (domain sokoban)
  (:requirements :strips :typing)
  (:types square)
  (:predicates (player ?a - square) (box ?a - square) (free ?a - square) (next ?a ?b - square)
    (line ?a ?b ?c - square))
  (:action walk :parameters (?a ?b - square)
    :precondition (and (player ?a) (free ?b) (next ?a ?b))
    :effect (and (player ?b) (not (player ?a))))
  (:action push :parameters (?a ?b ?c - square)
    :precondition (and (player ?a) (box ?b) (free ?c) (line ?a ?b ?c))
    :effect (and (player ?b) (box ?c) (free ?b) (not (player ?a)) (not (box ?b)) (not (free ?c)))))
"""
"""A square is free where no box is."""

SPELLING = "sokoban:LEVEL, one of 1 to 3, or sokoban:FILE or sokoban:FILE#LEVEL"


@checked
@dataclass(frozen=True)
class Sokoban(RelationalDomain):
    """Sokoban: one level is one size.

    Parameters
    ----------
    level
        Map of the level.
    argument
        How people name it.

    Raises
    ------
    InputError
        A level that is too large.
    """

    level: Level
    argument: str

    pddl = PDDL
    no_policy = "which box is pushed to which goal, and in what order, is decided by search"
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
        refuse_more(len(self.level.squares), MAX_SQUARES, "this level is too large", "squares")

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

    def objects(self, shape: Shape) -> Iterator[Typed]:
        yield from (Typed(_named(square), "square") for square in range(len(self.level.squares)))

    def related(self, shape: Shape, state: State) -> Iterator[Atom]:
        for way in neighbours(self.level).values():
            for square, ahead in way.items():
                yield "next", _named(square), _named(ahead)
                if ahead in way:
                    yield "line", _named(square), _named(ahead), _named(way[ahead])
        for square, symbol in enumerate(state):
            yield ("box" if symbol == CRATE else "free"), _named(square)
            if symbol == MAN:
                yield "player", _named(square)

    def wanted(self, shape: Shape, goal: Pattern) -> tuple[Atom, ...]:
        said: dict[Symbol, str] = {CRATE: "box", MAN: "player", FLOOR: "free"}
        each = enumerate(goal)
        return tuple((said[term], _named(n)) for n, term in each if not isinstance(term, Var))

    def called(self, shape: Shape, arc: Arc) -> Atom:
        square = next(cell for cell, symbol in arc.asked.items() if symbol == MAN)
        ahead = next(cell for cell, symbol in arc.made.items() if symbol == MAN)
        beyond = [cell for cell, symbol in arc.made.items() if symbol == CRATE]
        return ("push" if beyond else "walk", *map(_named, (square, ahead, *beyond)))

    def played(self, shape: Shape, state: State, call: Atom) -> tuple[str, State]:
        for arc, after in self.theory(shape).successors(state):
            if self.called(shape, arc) == call:
                return arc.name, after
        raise InputError(f"no move is {' '.join(call)}", found=self.theory(shape).format(state))

    def sketch(self, shape: Shape, pattern: Pattern) -> Drawing:
        if not leaves_open(pattern, (FLOOR, MAN, CRATE)):
            return super().sketch(shape, pattern)
        return _map(self.level, pattern)

    def fault(self, shape: Shape, state: State) -> str | None:
        return _fault(self.level, state)

    def place(self, shape: Shape, cell: int) -> str:
        row, column = self.level.squares[cell]
        return f"row {row + 1} column {column + 1}"


def _named(square: int) -> str:
    """Object of a square, from 1, for relations."""
    return f"s{square + 1}"


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
    """Draw a start by pulling boxes at random from their goals, so that it can be solved; not uniform."""
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
        return f"{counted(men, 'player')} and {counted(crates, 'box', 'boxes')} instead of 1 and {len(level.goals)}"
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


ROW = re.compile(r"(?=.*#)[#@+$*. _-]+|[-_]+")
"""A line of a level: its signs with a wall among them, or an empty row inside, which has to be written."""

PLAYER, BOX, GOAL, WALL = "@+", "$*", ".+*", "#"

STEPS = {"up": (-1, 0), "left": (0, -1), "right": (0, 1), "down": (1, 0)}

Square = tuple[int, int]


@dataclass(frozen=True)
class Level:
    """A level: walls, goals, boxes and player.

    Parameters
    ----------
    rows
        The map without player and boxes: walls as ``#``, goals as ``.``, all else as a blank.
    squares
        Row and column of every square that the player could walk to if there were no boxes, row by row.
    goals, boxes
        Numbers of squares, from 0.
    player
        The number of the player's square.
    """

    rows: tuple[str, ...]
    squares: tuple[Square, ...]
    goals: frozenset[int]
    boxes: frozenset[int]
    player: int


def read_level(text: str, source: str, number: int) -> Level:
    """Read the level with a given number, from 1; other levels of the text may be malformed.

    Raises
    ------
    InputError
        No such level, or one that is not well formed, with its place.
    """
    maps = _some_maps(text, source)
    if not 1 <= number <= len(maps):
        raise InputError(
            f"there is no level {number}",
            place=Place(source),
            expected=f"1 to {len(maps)}",
            found=str(number),
        )
    line, rows = maps[number - 1]
    return _level(rows, Place(source, line, 1))


def _some_maps(text: str, source: str) -> list[tuple[int, list[str]]]:
    maps = list(_maps(text))
    if not maps:
        raise InputError(
            "no Sokoban level",
            place=Place(source),
            expected="lines of # wall, @ player, $ box, . goal, * box on goal, + player on goal",
            found="no line with a wall",
        )
    return maps


def _maps(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines of each level with the number of the first."""
    rows: list[str] = []
    first = 0
    for number, line in _lines(text):
        if ROW.fullmatch(line) and (rows or WALL in line):
            first = first if rows else number
            rows.append(line)
        elif rows:
            yield first, rows
            rows = []


_RUNS = re.compile(r"(?=.*[#\d])(?:\d*[#@+$*. _\-pPbBo]|[|;])+")
"""Line in which signs may be letters, and a number repeats the sign behind it; ``|`` ends a row."""

_SIGNS = str.maketrans("pPbBo", "@+$*.")
"""The letters that stand for signs: player, box and goal."""


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Every row of a text with the number of its line; a last one that is empty."""
    for number, line in enumerate([*text.splitlines(), ""], 1):
        line = line.expandtabs().rstrip()
        if ROW.fullmatch(line) or not _RUNS.fullmatch(line):
            yield number, line
            continue
        whole = re.sub(r"(\d{1,4})(.)", lambda run: int(run[1]) * run[2], line)
        rows = re.split(r"[|;]", whole.translate(_SIGNS))
        yield from ((number, row) for row in rows if row)


def _level(rows: list[str], place: Place) -> Level:
    width = max(map(len, rows))
    cells = {
        (row, column): sign
        for row, line in enumerate(rows)
        for column, sign in enumerate(line.ljust(width))
    }
    players = [square for square, sign in cells.items() if sign in PLAYER]
    if len(players) != 1:
        raise InputError(
            "a level needs one player", place=place, expected="one @ or +", found=str(len(players))
        )
    squares = _inside(cells, players[0], place)
    boxes = frozenset(number for number, square in enumerate(squares) if cells[square] in BOX)
    goals = frozenset(number for number, square in enumerate(squares) if cells[square] in GOAL)
    lost = [square for square, sign in cells.items() if sign == "$" and square not in squares]
    if len(boxes) != len(goals) or not boxes or lost:
        raise InputError(
            "boxes and goals of a level do not fit",
            place=place,
            expected="as many boxes as goals in reach of the player, one or more",
            found=f"{counted(len(boxes), 'box', 'boxes')} and {counted(len(goals), 'goal')}"
            + (f", {counted(len(lost), 'box', 'boxes')} out of reach" if lost else ""),
        )
    return Level(_plain(rows, set(squares)), squares, goals, boxes, squares.index(players[0]))


def _plain(rows: list[str], within: set[Square]) -> tuple[str, ...]:
    """Rows without player and boxes, which stand on squares within."""
    plain = str.maketrans("@+$*-_", " . .  ")
    return tuple(
        "".join(
            sign.translate(plain) if (row, column) in within or sign in "-_" else sign
            for column, sign in enumerate(line)
        ).rstrip()
        for row, line in enumerate(rows)
    )


def _inside(cells: dict[Square, str], player: Square, place: Place) -> tuple[Square, ...]:
    """Squares that the player could walk to; walls must be all around."""
    found, edge = {player}, [player]
    while edge:
        row, column = edge.pop()
        for down, right in STEPS.values():
            square = row + down, column + right
            if square not in cells:
                raise InputError(
                    "a level is not closed",
                    place=Place(place.source, place.line + row, column + 1),
                    expected="walls around all that the player could walk to",
                )
            if square not in found and cells[square] != WALL:
                found.add(square)
                edge.append(square)
    return tuple(sorted(found))


def neighbours(level: Level) -> dict[str, dict[int, int]]:
    """For each direction, the square next to each square that has one there."""
    numbers = {square: number for number, square in enumerate(level.squares)}
    return {
        name: {
            number: numbers[row + down, column + right]
            for (row, column), number in numbers.items()
            if (row + down, column + right) in numbers
        }
        for name, (down, right) in STEPS.items()
    }
