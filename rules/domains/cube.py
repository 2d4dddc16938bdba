"""The 2x2x2 and the 3x3x3 cube by their stickers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from random import Random
from typing import TypeAlias

from ..arc import Arc
from ..domain import Domain
from ..errors import InputError
from ..geometry import Shape
from ..schema import Schema
from ..states.permutation_group import moves_group
from ..states.random_states import rearranged, walked
from ..term import Pattern, State, Symbol, Term, Var, ground, leaves_open
from ..text.drawing import Drawing, Piece, spaced
from ..text.state_text import open_name

Sticker: TypeAlias = tuple[tuple[int, ...], int]
"""A sticker: the coordinates of its small cube, each -1, 0 or 1, and the axis that it faces."""

SIDES: Mapping[str, tuple[int, int]] = {
    "R": (0, 1), "U": (1, 1), "F": (2, 1), "L": (0, -1), "D": (1, -1), "B": (2, -1),
}  # fmt: skip
"""Axis of each face, and the face's place on it: right, up and front are at 1."""

SHAPES: Mapping[int, Shape] = {2: (4, 6), 3: (6, 9)}
"""Rows and columns of the stickers of a cube, by the number of small cubes along an edge."""

HALF = "-half"
"""Ending of a size with which half turns are moves too."""

STICKERS: tuple[Sticker, ...] = tuple(
    (corner, axis) for corner in product((1, -1), repeat=3) for axis in range(3)
)
"""Stickers of the 2x2x2 cube: three for each corner, 24 in all."""

NET = ((".", "U", ".", "."), ("L", "F", "R", "B"), (".", "D", ".", "."))
"""How the faces lie when the cube is unfolded."""

COLOURS: Mapping[str, str] = {
    "U": "white", "D": "yellow", "F": "green", "B": "blue", "L": "orange", "R": "red",
}  # fmt: skip
"""Colour of the stickers of each face."""

DIRECTIONS: Mapping[str, tuple[tuple[int, int], tuple[int, int]]] = {
    "U": ((0, 1), (2, 1)),
    "L": ((2, 1), (1, -1)),
    "F": ((0, 1), (1, -1)),
    "R": ((2, -1), (1, -1)),
    "B": ((0, -1), (1, -1)),
    "D": ((0, 1), (2, -1)),
}
"""Directions, as axis and sign, in which columns and rows of each face count up in the net."""


def _on_face(face: str) -> tuple[Sticker, ...]:
    """The nine stickers of a face of the 3x3x3 cube as the net shows them, row by row."""
    axis, end = SIDES[face]
    (across, right), (along, down) = DIRECTIONS[face]
    stickers = []
    for row, column in product((-1, 0, 1), repeat=2):
        place = [0, 0, 0]
        place[axis], place[across], place[along] = end, column * right, row * down
        stickers.append((tuple(place), axis))
    return tuple(stickers)


STICKERS_OF_3 = tuple(sticker for face in SIDES for sticker in _on_face(face))
"""Stickers of the 3x3x3 cube, face by face in the order of `SIDES`: 54, of which six never move."""


def turned(sticker: Sticker, face: str) -> Sticker:
    """Place of a sticker after a quarter turn of a face, clockwise as seen from outside."""
    (axis, end), (place, facing) = SIDES[face], sticker
    if place[axis] != end:
        return sticker
    one, other = (axis + 1) % 3, (axis + 2) % 3
    moved = list(place)
    moved[one], moved[other] = end * place[other], -end * place[one]
    return tuple(moved), {one: other, other: one}.get(facing, facing)


def _turns(
    stickers: Sequence[Sticker], faces: Sequence[str], shape: Shape, *, half: bool
) -> tuple[Schema, ...]:
    before = tuple(Var(f"X{cell}") for cell in range(len(stickers)))
    turns = []
    for face in faces:
        goes = [stickers.index(turned(sticker, face)) for sticker in stickers]
        after = tuple(before[goes.index(cell)] for cell in range(len(stickers)))
        back = tuple(before[goes[cell]] for cell in range(len(stickers)))
        twice = tuple(after[goes.index(cell)] for cell in range(len(stickers)))
        turns += [
            Schema(Arc(face, before, after), shape),
            Schema(Arc(f"{face}'", before, back), shape),
            *([Schema(Arc(f"{face}2", before, twice), shape)] if half else []),
        ]
    return tuple(turns)


@lru_cache(maxsize=8)
def _turns_of_2(shape: Shape, *, half: bool) -> tuple[Schema, ...]:
    """Turns of three faces; the corner opposite to all three never moves."""
    return _turns(STICKERS, "RUF", shape, half=half)


@lru_cache(maxsize=8)
def _turns_of_3(shape: Shape, *, half: bool) -> tuple[Schema, ...]:
    return _turns(STICKERS_OF_3, "RUFLDB", shape, half=half)


def _net(pattern: Pattern) -> Drawing:
    """The cube unfolded, each sticker as the face that it belongs to; of patterns as its number or name."""
    stickers = STICKERS if len(pattern) == len(STICKERS) else STICKERS_OF_3
    is_state = ground(pattern) is not None
    looks = [_look(stickers, term, numbered=not is_state) for term in pattern]
    width = max(len(text) for text, _ in looks)
    places = {
        sticker: Piece(text.rjust(width), cell, tint, is_open=tint is None)
        for cell, (sticker, (text, tint)) in enumerate(zip(stickers, looks, strict=True))
    }
    gap = Piece(" " * width)
    no_face = [gap] * (2 if stickers is STICKERS else 3)
    rows = []
    for faces in NET:
        for row in range(3):
            parts = [no_face if face == "." else _row(face, row, places) for face in faces]
            if any(piece.cell is not None for part in parts for piece in part):
                rows.append(tuple(piece for part in parts for piece in (gap, *part))[1:])
    return Drawing(tuple(rows)) if is_state else spaced(rows)


def _row(face: str, row: int, places: Mapping[Sticker, Piece]) -> list[Piece]:
    return [places[one] for one in _on_face(face)[3 * row : 3 * row + 3] if one in places]


def _look(stickers: Sequence[Sticker], term: Term, *, numbered: bool) -> tuple[str, str | None]:
    """Text and colour of a sticker; for an open sticker of a pattern the name of its variable."""
    if isinstance(term, Var):
        return open_name(term), None
    face = _belongs(stickers, term)
    return str(term) if numbered else face, COLOURS[face]


def _belongs(stickers: Sequence[Sticker], symbol: Symbol) -> str:
    place, axis = stickers[int(symbol) - 1]
    return next(face for face, side in SIDES.items() if side == (axis, place[axis]))


_TURN = re.compile(r"([RUFLDB])(2'?|['`\u00b4\u2018\u2019\u2032]?)")
_TURNS = re.compile(rf"(?:{_TURN.pattern}(?:\s+|$))+")
"""Quarter turns, with a prime backwards, and half turns, as speed cubers write them."""

_LIKE_TURNS = re.compile(r"[\s\[(]*[A-Za-z][\w'`\u00b4\u2018\u2019\u2032\s,:()\[\]]*")
"""Letters with what stands beside them where turns are written."""

LETTERS = "URFDLB"
"""The order of the faces where a cube is written as the letters of its stickers (Kociemba)."""


def _apart(text: str) -> str:
    """Turns with spaces between them, where commas or brackets, or primes and twos alone, tell them apart.

    Brackets that repeat what is in them, ``(R U)2``, and commutators, ``[R, U]``, stay.
    """
    if re.search(r"\)\s*[0-9'`\u00b4\u2018\u2019\u2032]", text) or "[" in text:
        return text.strip()
    words = re.split(r"[\s,()]+", text)
    turns = [
        " ".join(found[0] for found in _TURN.finditer(word))
        if re.fullmatch(rf"(?:{_TURN.pattern})+", word) and not word.isalpha()
        else word
        for word in words
    ]
    return " ".join(turns).strip()


def _after(stickers: Sequence[Sticker], state: State, goes: Callable[[Sticker], Sticker]) -> State:
    """State after each sticker has moved to another place."""
    places = {sticker: number for number, sticker in enumerate(stickers)}
    moved = dict(zip((places[goes(one)] for one in stickers), state, strict=True))
    return tuple(moved[number] for number in range(len(stickers)))


def _rotated(sticker: Sticker, axis: int) -> Sticker:
    """Place of a sticker after the whole cube was turned about an axis."""
    one, other = (axis + 1) % 3, (axis + 2) % 3
    place, facing = list(sticker[0]), sticker[1]
    place[one], place[other] = sticker[0][other], -sticker[0][one]
    return tuple(place), {one: other, other: one}.get(facing, facing)


def _held(state: State) -> State:
    """Turn the whole cube until the corner that no move turns is home; a state where that is impossible stays."""
    home = [number for number, (place, _) in enumerate(STICKERS) if place == (-1, -1, -1)]
    waiting, seen = [state], {state}
    while waiting:
        one = waiting.pop()
        if all(one[number] == number + 1 for number in home):
            return one
        for axis in range(3):
            other = _after(STICKERS, one, partial(_rotated, axis=axis))
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return state


def _of_letters(stickers: Sequence[Sticker], letters: str) -> State:
    """The state in which every sticker has the colour of the face that a letter names.

    Raises
    ------
    InputError
        A corner, edge or centre that no cube has, or one of them twice.
    """
    order = [one for face in LETTERS for one in _on_face(face) if one in set(stickers)]
    colours = dict(zip(order, letters, strict=True))
    pieces: dict[tuple[int, ...], list[Sticker]] = {}
    for sticker in stickers:
        pieces.setdefault(sticker[0], []).append(sticker)
    faces = {side: face for face, side in SIDES.items()}
    own = {
        frozenset(faces[axis, place[axis]] for place, axis in one): one for one in pieces.values()
    }
    number = {sticker: cell for cell, sticker in enumerate(stickers, 1)}
    state: dict[Sticker, int] = {}
    for one in pieces.values():
        shown = "".join(colours[sticker] for sticker in one)
        if len(set(shown)) < len(shown) or frozenset(shown) not in own:
            raise InputError(
                "no cube has such a piece",
                expected=f"stickers face by face in the order {LETTERS}, each face row by row",
                found=f"a piece with {' and '.join(shown)} in {letters}",
            )
        home = {faces[axis, place[axis]]: (place, axis) for place, axis in own[frozenset(shown)]}
        state |= {sticker: number[home[colours[sticker]]] for sticker in one}
    return tuple(state[sticker] for sticker in stickers)


@dataclass(frozen=True)
class Cube(Domain):
    """The 2x2x2 cube, whose fixed corner leaves three faces to turn, or the 3x3x3 cube, of which all six turn.

    Parameters
    ----------
    half_turns
        Whether a half turn is one move, besides quarter turns: the half-turn metric.
    """

    half_turns: bool = False

    name = "cube"
    sizes = "2 or cube:3 or cube:3-half"
    typical = "2"
    small = "2"
    summary = "Rubik's cube; -half: half turns"
    reversible = True
    cells = "the number of the sticker in each place; the picture shows the face that it belongs to"
    states = (
        "2: 3,674,160, at most 14 turns, 11 with half turns; "
        "3: 43,252,003,274,489,856,000, at most 26, 20 with half turns"
    )
    source = "Wikipedia, Pocket Cube; Rokicki and others, cube20.org"
    no_relations = "a turn moves all stickers of a side and around it at once, and rules keep what was reached while they reach more"

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[Cube, Shape]:
        edge = size.removesuffix(HALF)
        if edge not in ("2", "3"):
            raise InputError("bad size", expected=cls.spelling(), found=repr(size))
        return cls(edge != size), SHAPES[int(edge)]

    def spell(self, shape: Shape) -> str:
        return f"cube:{2 if shape == SHAPES[2] else 3}{HALF if self.half_turns else ''}"

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        turns = _turns_of_2 if shape == SHAPES[2] else _turns_of_3
        return turns(shape, half=self.half_turns)

    def goal(self, shape: Shape) -> State:
        return tuple(range(1, shape[0] * shape[1] + 1))

    def written(self, shape: Shape, text: str) -> State | None:
        """Turns from the solved cube, as in ``R U R' U'``, or the letters of all stickers face by face, U R F D L B."""
        stickers = STICKERS if shape == SHAPES[2] else STICKERS_OF_3
        word = "".join(text.split()).upper()
        centres = dict(zip(word[4::9], LETTERS, strict=False))
        if len(word) == len(STICKERS_OF_3) == len(stickers) and set(word) == set(centres):
            word = word if set(word) <= set(SIDES) else "".join(map(centres.__getitem__, word))
        turns = _apart(text)
        if len(word) == len(stickers) and set(word) <= set(SIDES):
            state = _of_letters(stickers, word)
        elif turns and _TURNS.fullmatch(turns):
            state = self.goal(shape)
            for face, times in _TURN.findall(turns):
                for _ in range({"": 1, "2": 2}.get(times[:1], 3)):
                    state = _after(stickers, state, partial(turned, face=face))
        elif _LIKE_TURNS.fullmatch(text) and len(text.split()) < len(stickers):
            raise InputError(
                "neither turns nor stickers of a cube",
                expected=f"turns such as R U' F2, of {' '.join(LETTERS)}, or the letters of all {len(stickers)} stickers",
                found=text.strip()[:200],
            )
        else:
            return None
        return _held(state) if shape == SHAPES[2] else state

    def draw(self, shape: Shape, rng: Random) -> State:
        if shape == SHAPES[2]:
            return walked(self.theory(shape), self.goal_state(shape), 100, rng)
        group = moves_group(self.theory(shape))
        assert group is not None
        return rearranged(self.goal(shape), group.random(rng))

    def sketch(self, shape: Shape, pattern: Pattern) -> Drawing:
        if not leaves_open(pattern, range(1, len(pattern) + 1)):
            return super().sketch(shape, pattern)
        return _net(pattern)
