"""Missionaries and cannibals cross a river in one boat; nowhere may missionaries be outnumbered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from random import Random

from ..arc import Arc
from ..domain import Domain
from ..errors import InputError
from ..geometry import Shape
from ..schema import Schema
from ..states.state_space import distances
from ..term import Pattern, State, ground
from ..text.drawing import Drawing, Piece
from ..text.sizes import pair

SPELLING = "missionaries:PAIRSxBOAT, such as missionaries:3x2, with a boat for 1 to 20"
MAX_PAIRS, MAX_BOAT = 20, 20

SHAPE: Shape = (1, 3)


def _safe(missionaries: int, cannibals: int) -> bool:
    return missionaries == 0 or missionaries >= cannibals


def _safe_banks(pairs: int, missionaries: int, cannibals: int) -> bool:
    """Whether all is well with so many on the left bank and the others on the right."""
    return _safe(missionaries, cannibals) and _safe(pairs - missionaries, pairs - cannibals)


def _arcs(pairs: int, boat: int) -> Iterator[Arc]:
    """Each crossing from each safe state to another, spelled out: nothing else compares numbers."""
    banks = [bank for bank in product(range(pairs + 1), repeat=2) if _safe_banks(pairs, *bank)]
    for leaves, goes in (("left", "right"), ("right", "left")):
        for missionaries, cannibals in product(range(boat, -1, -1), repeat=2):
            if not 1 <= missionaries + cannibals <= boat or not _safe(missionaries, cannibals):
                continue
            name = "M" * missionaries + "C" * cannibals + f"-{goes}"
            sign = 1 if goes == "right" else -1
            for there_m, there_c in reversed(banks):
                after = (there_m - sign * missionaries, there_c - sign * cannibals)
                if after in banks:
                    yield Arc(name, (there_m, there_c, leaves), (*after, goes))


@dataclass(frozen=True)
class Missionaries(Domain):
    """So many missionaries and as many cannibals, all on the left bank, and a boat for so many people."""

    pairs: int
    boat: int

    name = "missionaries"
    sizes = "PAIRSxBOAT"
    typical = "3x2"
    small = "3x2"
    summary = "cross a river with cannibals"
    cells = "missionaries and cannibals on the left bank; the boat, left or right"
    states = "3x2: 16 reached, 11 crossings; 4x2: none; 4x3: 9, 5x3: 11, 6x4: 9"
    source = "OEIS A356480; Fraley, Cooke and Detrick 1966; Amarel 1968"
    no_relations = "who is safe is a matter of counting, and relations do not count"
    permutation = False

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[Missionaries, Shape]:
        pairs, boat = pair(size, SPELLING)
        if boat > MAX_BOAT or pairs > MAX_PAIRS:
            raise InputError(
                "bad size",
                expected=f"{SPELLING}, and {MAX_PAIRS} pairs at most",
                found=repr(size),
            )
        return cls(pairs, boat), SHAPE

    def spell(self, shape: Shape) -> str:
        return f"{self.name}:{self.pairs}x{self.boat}"

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        return _crossings(self.pairs, self.boat)

    def goal(self, shape: Shape) -> State:
        return (0, 0, "right")

    def start(self, shape: Shape) -> State:
        return (self.pairs, self.pairs, "left")

    def draw(self, shape: Shape, rng: Random) -> State:
        return rng.choice(_solvable_states(self))

    def sketch(self, shape: Shape, pattern: Pattern) -> Drawing:
        if (state := ground(pattern)) is None:
            return super().sketch(shape, pattern)
        return _river(self.pairs, state)

    def fault(self, shape: Shape, state: State) -> str | None:
        return _fault(self.pairs, state)


@lru_cache(maxsize=16)
def _crossings(pairs: int, boat: int) -> tuple[Schema, ...]:
    return tuple(Schema(arc, SHAPE) for arc in _arcs(pairs, boat))


@lru_cache(maxsize=16)
def _solvable_states(domain: Missionaries) -> tuple[State, ...]:
    # Every crossing can be made the other way, so what the goal reaches can reach the goal.
    return tuple(distances(domain.theory(SHAPE), domain.goal(SHAPE)))


def _fault(pairs: int, state: State) -> str | None:
    there_m, there_c, side = state
    numbers = range(pairs + 1)
    if there_m not in numbers or there_c not in numbers:
        return f"{there_m} missionaries and {there_c} cannibals on the left bank, of {pairs} each"
    if side not in ("left", "right"):
        return f"the boat is {side}, neither left nor right"
    if not _safe_banks(pairs, int(there_m), int(there_c)):
        return "missionaries are outnumbered"
    return None


def _river(pairs: int, state: State) -> Drawing:
    """Who is on which bank, and between them the river with the boat."""
    there_m, there_c, side = int(state[0]), int(state[1]), state[2]
    left = [Piece("M", 0)] * there_m + [Piece("C", 1)] * there_c
    right = [Piece("M", 0)] * (pairs - there_m) + [Piece("C", 1)] * (pairs - there_c)
    gap, boat, water = Piece(" "), Piece("<_>", 2), [Piece("~")] * 3
    river = [boat, *water] if side == "left" else [*water, boat]
    return Drawing(((*[gap] * len(right), *left, gap, *river, gap, *right, *[gap] * len(left)),))
