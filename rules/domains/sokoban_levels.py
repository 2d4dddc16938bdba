"""Sokoban levels in the common text format (XSB): read, and which squares are neighbours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..errors import InputError, Place

ROW = re.compile(r"(?=.*#)[#@+$*. _-]+|[-_]+")
"""A line of a level: its signs with a wall among them, or an empty row inside, which has to be written."""

PLAYER, BOX, GOAL, WALL = "@+", "$*", ".+*", "#"

STEPS = {"up": (-1, 0), "left": (0, -1), "right": (0, 1), "down": (1, 0)}

Square = tuple[int, int]


@dataclass(frozen=True)
class Level:
    """A level.

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
    """The level of a text that has a number, from 1; the others need not be well formed.

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
    for number, line in enumerate([*text.splitlines(), ""], 1):
        line = line.expandtabs().rstrip()
        if ROW.fullmatch(line) and (rows or WALL in line):
            first = first if rows else number
            rows.append(line)
        elif rows:
            yield first, rows
            rows = []


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
            found=f"{len(boxes)} boxes and {len(goals)} goals"
            + (f", {len(lost)} boxes out of reach" if lost else ""),
        )
    plain = str.maketrans("@+$*-_", " . .  ")
    return Level(
        tuple(line.translate(plain).rstrip() for line in rows),
        squares,
        goals,
        boxes,
        squares.index(players[0]),
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
