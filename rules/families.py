"""The built-in families, by the name that an argument begins with."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from random import Random

from .arc import Arc
from .cube import cube_goal, cube_turns
from .errors import InputError
from .family import Family, scrambled_by
from .geometry import GRID, PREFIX, RING, WHOLE, Shape
from .hanoi import hanoi_moves
from .lights_out import presses
from .schema import Schema
from .sliding_tile import parse_size, random_board, tile_schemas
from .term import State, Var


def sliding_tiles(order: str = "ULRD", cost: float = 1) -> Family:
    """The sliding-tile puzzle of every size; see `sliding_tile` for its arguments."""
    return _sliding_tiles(order.upper(), cost)


@lru_cache(maxsize=16)
def _sliding_tiles(order: str, cost: float) -> Family:
    def schemas(shape: Shape) -> tuple[Schema, ...]:
        return tile_schemas(order, cost)

    return Family(
        "sliding-tile",
        lambda shape: f"sliding-tile:{shape[0]}x{shape[1]}",
        GRID,
        schemas,
        lambda shape: (*range(1, shape[0] * shape[1]), 0),
        random_board,
        lambda shape: _fitting(((2, 3), (3, 2), (3, 3), (4, 4)), shape),
        blank=0,
    )


def _fitting(sizes: tuple[Shape, ...], shape: Shape) -> tuple[Shape, ...]:
    """Those that are no larger than a shape, or the shape itself."""
    fitting = tuple(size for size in sizes if size[0] <= shape[0] and size[1] <= shape[1])
    return fitting or (shape,)


def _shuffled(goal: State, rng: Random) -> State:
    cells = list(goal)
    rng.shuffle(cells)
    return tuple(cells)


def _in_order(shape: Shape) -> State:
    return tuple(range(1, shape[1] + 1))


def _reversal(name: str, size: int) -> Schema:
    before = tuple(Var(f"X{cell}") for cell in range(size))
    return Schema(Arc(name, before, before[::-1]), (1, size))


def pancakes() -> Family:
    """Pancakes: turn over any number from the top (the first cell) on (Gates and Papadimitriou 1979)."""
    return Family(
        "pancake",
        lambda shape: f"pancake:{shape[1]}",
        PREFIX,
        lambda shape: tuple(_reversal(f"flip{size}", size) for size in range(2, shape[1] + 1)),
        _in_order,
        lambda shape, rng: _shuffled(_in_order(shape), rng),
        lambda shape: tuple((1, size) for size in range(4, shape[1] + 1)) or (shape,),
    )


@lru_cache(maxsize=16)
def top_spin(turnstile: int) -> Family:
    """TopSpin: any ``turnstile`` neighbours on a ring of n may be reversed (Chen and Skiena 1996).

    The ring itself is not turned: all n places of the turnstile are moves.
    """
    family = Family(
        "topspin",
        lambda shape: f"topspin:{shape[1]}x{turnstile}",
        RING,
        lambda shape: (_reversal("turn", turnstile),),
        _in_order,
        lambda shape, rng: scrambled_by(family, shape, 20 * shape[1], rng),
        lambda shape: tuple((1, size) for size in range(turnstile + 2, shape[1] + 1)) or (shape,),
    )
    return family


@lru_cache(maxsize=16)
def hanoi(pegs: int) -> Family:
    """The Towers of Hanoi: cell d says on which peg disk d stands, the smallest first."""

    def draw(shape: Shape, rng: Random) -> State:
        return tuple(rng.randrange(1, pegs + 1) for _ in range(shape[1]))

    return Family(
        "hanoi",
        lambda shape: f"hanoi:{pegs}x{shape[1]}",
        PREFIX,
        lambda shape: hanoi_moves(pegs, shape[1]),
        lambda shape: (pegs,) * shape[1],
        draw,
        lambda shape: _fitting(tuple((1, disks) for disks in range(2, 6)), shape),
        permutation=False,
    )


def lights_out() -> Family:
    """Lights Out: each light is a pair of cells, itself above and its opposite below, which a press swaps.

    Written so, a press is one arc without constants. The shape has twice as many rows as the puzzle.
    """

    def goal(shape: Shape) -> State:
        half = shape[0] // 2 * shape[1]
        return (0,) * half + (1,) * half

    family = Family(
        "lights-out",
        lambda shape: f"lights-out:{shape[0] // 2}x{shape[1]}",
        WHOLE,
        presses,
        goal,
        lambda shape, rng: scrambled_by(family, shape, 4 * shape[0] * shape[1], rng),
        lambda shape: (shape,),
        permutation=False,
    )
    return family


def cube() -> Family:
    """The 2x2x2 cube by its 24 stickers, quarter turns of three faces, one corner held still."""
    family = Family(
        "cube",
        lambda shape: "cube:2",
        WHOLE,
        cube_turns,
        cube_goal,
        lambda shape, rng: scrambled_by(family, shape, 100, rng),
        lambda shape: (shape,),
    )
    return family


LIGHTS_OUT = lights_out()
PANCAKE = pancakes()
CUBE = cube()


MAX_DISKS = 64
"""As many as the legend has."""

MAX_HANOI_MOVES = 100_000
"""The moves of a disk are spelled out for every arrangement of the smaller ones."""


def _number(text: str, least: int, spelling: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text) or int(text) < least:
        raise InputError("bad size", expected=f"{spelling}, {least} or more", found=repr(text))
    return int(text)


def _pair(text: str, spelling: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,4})[xX]([0-9]{1,4})", text.strip())
    if not found or 0 in (int(found.group(1)), int(found.group(2))):
        raise InputError("bad size", expected=spelling, found=repr(text))
    return int(found.group(1)), int(found.group(2))


def _sliding(text: str, order: str, cost: float) -> tuple[Family, Shape]:
    shape = parse_size(text)
    if min(shape) < 1:
        raise InputError("bad board size", expected="rows and columns of 1 or more", found=text)
    tile_schemas(order, cost)
    return sliding_tiles(order, cost), shape


def _pancake(text: str, order: str, cost: float) -> tuple[Family, Shape]:
    return PANCAKE, (1, _number(text, 2, "pancake:N"))


def _top_spin(text: str, order: str, cost: float) -> tuple[Family, Shape]:
    spelling = "topspin:RINGxTURNSTILE, such as topspin:8x4, the ring larger"
    size, turnstile = _pair(text, spelling)
    if not 2 <= turnstile < size:
        raise InputError("bad size", expected=spelling, found=repr(text))
    return top_spin(turnstile), (1, size)


def _hanoi(text: str, order: str, cost: float) -> tuple[Family, Shape]:
    spelling = "hanoi:PEGSxDISKS, such as hanoi:3x5, with 3 pegs or more"
    pegs, disks = _pair(text, spelling)
    if pegs < 3:
        raise InputError("bad size", expected=spelling, found=repr(text))
    if disks > MAX_DISKS:
        raise InputError("too many disks", expected=f"{MAX_DISKS} at most", found=str(disks))
    moves = pegs * (pegs - 1) * sum((pegs - 2) ** disk for disk in range(disks))
    if moves > MAX_HANOI_MOVES:
        raise InputError(
            "too many moves to spell out",
            expected=f"{MAX_HANOI_MOVES:,} at most",
            found=f"{moves:,} for {pegs} pegs and {disks} disks",
        )
    return hanoi(pegs), (1, disks)


def _lights_out(text: str, order: str, cost: float) -> tuple[Family, Shape]:
    rows, columns = _pair(text, "lights-out:ROWSxCOLUMNS, such as lights-out:5x5")
    return LIGHTS_OUT, (2 * rows, columns)


def _cube(text: str, order: str, cost: float) -> tuple[Family, Shape]:
    if text != "2":
        raise InputError("bad size", expected="cube:2", found=repr(text))
    return CUBE, (4, 6)


Reader = Callable[[str, str, float], tuple[Family, Shape]]

FAMILIES: Mapping[str, Reader] = {
    "sliding-tile": _sliding,
    "pancake": _pancake,
    "topspin": _top_spin,
    "hanoi": _hanoi,
    "lights-out": _lights_out,
    "cube": _cube,
}
"""What reads the rest of an argument such as ``sliding-tile:3x3``, by its beginning."""

TYPICAL: Mapping[str, str] = {
    "sliding-tile": "4x4",
    "pancake": "7",
    "topspin": "8x4",
    "hanoi": "3x4",
    "lights-out": "3x3",
    "cube": "2",
}
"""The size that a name alone stands for."""

SPELLINGS = (
    "sliding-tile:ROWSxCOLUMNS, pancake:N, topspin:RINGxTURNSTILE, hanoi:PEGSxDISKS, "
    "lights-out:ROWSxCOLUMNS, cube:2"
)
"""How the built-in domains are written."""


def read_family(
    argument: str, *, order: str = "ULRD", cost: float = 1
) -> tuple[Family, Shape] | None:
    """The family and size that an argument such as ``pancake:8`` names; None where it names none.

    Raises
    ------
    InputError
        A known name with a bad size.
    """
    name, colon, size = argument.partition(":")
    if name not in FAMILIES:
        return None
    return FAMILIES[name](size if colon else TYPICAL[name], order, cost)
