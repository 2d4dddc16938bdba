"""Two water jugs: fill one, empty one, pour one into the other."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from itertools import product
from math import gcd

from ..arc import Arc
from ..errors import InputError
from ..family import Family
from ..geometry import WHOLE, Shape
from ..schema import Schema
from ..state_text import open_goal
from ..term import State, Symbol, Term, Var
from ..traits import Traits
from .built_in import BuiltIn

MAX_CAPACITY = 99

SPELLING = "water-jugs:ONExOTHER=AMOUNT, such as water-jugs:5x3=4"

SHAPE: Shape = (1, 2)


@lru_cache(maxsize=16)
def water_jugs(one: int, other: int, amount: int) -> Family:
    """Jugs of two capacities; the goal is an amount in the first, whatever the second holds."""
    moves = tuple(Schema(arc, SHAPE) for arc in _arcs(one, other))
    return Family(
        "water-jugs",
        lambda shape: f"water-jugs:{one}x{other}={amount}",
        WHOLE,
        lambda shape: moves,
        lambda shape: open_goal({0: amount}, 2),
        lambda shape, rng: (rng.randint(0, one), rng.randint(0, other)),
        lambda shape: (shape,),
        permutation=False,
        start=lambda shape: (0, 0),
        reversible=False,
        traits=Traits(partial(_levels, one, other), partial(_fault, one, other)),
    )


def _arcs(one: int, other: int) -> list[Arc]:
    """Moves that change something, with the amounts that they change as constants."""
    x, y = Var("X"), Var("Y")
    pouring = [(left, right) for left, right in product(range(one + 1), range(other + 1))]
    made: list[tuple[str, tuple[Term, ...], tuple[Term, ...]]] = [
        *(("fill-1", (level, y), (one, y)) for level in range(one)),
        *(("fill-2", (x, level), (x, other)) for level in range(other)),
        *(("empty-1", (level, y), (0, y)) for level in range(1, one + 1)),
        *(("empty-2", (x, level), (x, 0)) for level in range(1, other + 1)),
    ]
    for left, right in pouring:
        for name, poured in (
            ("pour-1-2", min(left, other - right)),
            ("pour-2-1", -min(right, one - left)),
        ):
            if poured:
                made.append((name, (left, right), (left - poured, right + poured)))
    return [Arc(name, before, after) for name, before, after in made]


def _fault(one: int, other: int, shape: Shape, state: State) -> str | None:
    for jug, (level, capacity) in enumerate(zip(state, (one, other), strict=True), 1):
        if level not in range(capacity + 1):
            return f"jug {jug} of {capacity} holds {level}"
    return None


def _levels(one: int, other: int, shape: Shape, state: State) -> str:
    height = max(one, other)
    if height > 12:
        return f"{state[0]} of {one}, {state[1]} of {other}"

    def cell(level: Symbol, capacity: int, row: int) -> str:
        if row >= capacity:
            return "   "
        return "|~|" if isinstance(level, int) and row < level else "| |"

    rows = [
        f"{cell(state[0], one, row)} {cell(state[1], other, row)}".rstrip()
        for row in reversed(range(height))
    ]
    return "\n".join([*rows, f"{state[0]:^3} {state[1]:^3}".rstrip()])


def _read(text: str, order: str, cost: float) -> tuple[Family, Shape]:
    found = re.fullmatch(r"([0-9]{1,4})[xX]([0-9]{1,4})=([0-9]{1,4})", text.strip())
    if not found:
        raise InputError("bad size", expected=SPELLING, found=repr(text))
    one, other, amount = map(int, found.groups())
    if min(one, other) < 1 or max(one, other) > MAX_CAPACITY:
        raise InputError(
            "bad capacity", expected=f"1 to {MAX_CAPACITY}", found=f"{one} and {other}"
        )
    if amount > one:
        raise InputError(
            "the first jug is too small", expected=f"an amount of 0 to {one}", found=str(amount)
        )
    if amount % gcd(one, other):
        raise InputError(
            f"jugs of {one} and {other} never measure {amount}",
            expected=f"an amount that {gcd(one, other)}, which divides both, divides too",
            found=str(amount),
        )
    return water_jugs(one, other, amount), SHAPE


WATER_JUGS = BuiltIn(
    "water-jugs",
    "ONExOTHER=AMOUNT",
    typical="5x3=4",
    small="5x3=4",
    summary="measure with two jugs and a tap",
    cells="what each jug holds; in the goal ? stands for any amount",
    states="(one+1)(other+1), of which empty jugs reach 2(one+other)/gcd; 5x3=4: 6 moves",
    source="OEIS A180227 to A180229 for the moves; Tweedie 1939 for the states, which lie on a rectangle",
    read=_read,
)
