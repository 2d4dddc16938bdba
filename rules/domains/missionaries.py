"""Missionaries and cannibals cross a river in one boat; nowhere may missionaries be outnumbered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from random import Random

from ..arc import Arc
from ..checked import checked
from ..domain import Domain
from ..errors import TooLargeError
from ..geometry import Shape
from ..schema import Schema
from ..states.state_space import distances
from ..term import Atom, Pattern, State, Typed, ground
from ..text.drawing import Drawing, Piece
from ..text.words import counted, pair
from .relational import RelationalDomain

SPELLING = "missionaries:PAIRSxBOAT, such as missionaries:3x2, with a boat for 1 to 20"
MAX_PAIRS, MAX_BOAT = 20, 20

SHAPE: Shape = (1, 3)

BANKS = ("left", "right")

PRACTISED = ((3, 4), (4, 4), (5, 4), (6, 4), (5, 5))
"""Pairs and places in the boat that a policy is learned on: with fewer than four places there are few sizes with a solution."""

PDDL = """
(define (domain missionaries)
  (:requirements :strips :typing)
  (:types bank number)
  (:predicates (boat ?b - bank) (missionaries ?b - bank ?n - number) (cannibals ?b - bank ?n - number)
    (across ?b ?c - bank) (load ?m ?c - number) (safe ?m ?c - number) (sum ?a ?b ?c - number)
    (none ?n - number) (one ?n - number) (two ?n - number))
  (:action cross
    :parameters (?b ?c - bank ?m ?n - number ?stay-m ?all-m ?stay-n ?all-n ?there-m ?then-m ?there-n ?then-n - number)
    :precondition (and (boat ?b) (across ?b ?c) (load ?m ?n)
      (missionaries ?b ?all-m) (cannibals ?b ?all-n) (missionaries ?c ?there-m) (cannibals ?c ?there-n)
      (sum ?m ?stay-m ?all-m) (sum ?n ?stay-n ?all-n) (sum ?m ?there-m ?then-m) (sum ?n ?there-n ?then-n)
      (safe ?stay-m ?stay-n) (safe ?then-m ?then-n))
    :effect (and (boat ?c) (not (boat ?b))
      (missionaries ?b ?stay-m) (not (missionaries ?b ?all-m)) (cannibals ?b ?stay-n) (not (cannibals ?b ?all-n))
      (missionaries ?c ?then-m) (not (missionaries ?c ?there-m)) (cannibals ?c ?then-n) (not (cannibals ?c ?there-n)))))
"""


def _safe(missionaries: int, cannibals: int) -> bool:
    return missionaries == 0 or missionaries >= cannibals


def _safe_banks(pairs: int, missionaries: int, cannibals: int) -> bool:
    """Whether nobody is outnumbered on either bank, by the numbers on the left one."""
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


@checked
@dataclass(frozen=True)
class Missionaries(RelationalDomain):
    """Missionaries and cannibals in equal number, all on the left bank, and a boat of limited size."""

    pairs: int
    boat: int

    pddl = PDDL
    name = "missionaries"
    sizes = "PAIRSxBOAT"
    typical = "3x2"
    small = "3x2"
    summary = "cross a river with cannibals"
    reversible = True
    cells = "missionaries and cannibals on the left bank; the boat, left or right"
    states = "3x2: 16 reached, 11 crossings; 4x2: none; 4x3: 9, 5x3: 11, 6x4: 9"
    source = "OEIS A356480; Fraley, Cooke and Detrick 1966; Amarel 1968"

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[Missionaries, Shape]:
        pairs, boat = pair(size, SPELLING)
        if boat > MAX_BOAT or pairs > MAX_PAIRS:
            raise TooLargeError(
                "too many to cross",
                expected=f"{MAX_PAIRS} pairs and a boat of {MAX_BOAT} at most",
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

    def written(self, shape: Shape, text: str) -> State | None:
        """Read a state with the boat's bank as 1 or L and 0 or R, as in ``(3,3,1)`` (Amarel 1968)."""
        found = re.fullmatch(
            r"[\s(\[]*(\d{1,4})[\s,;]+(\d{1,4})[\s,;]+([01lr])[\s)\]]*\.?", text.lower()
        )
        if found is None:
            return None
        return int(found[1]), int(found[2]), "left" if found[3] in "1l" else "right"

    def draw(self, shape: Shape, rng: Random) -> State:
        return rng.choice(_solvable_states(self))

    def sketch(self, shape: Shape, pattern: Pattern) -> Drawing:
        if (state := ground(pattern)) is None:
            return super().sketch(shape, pattern)
        return _river(self.pairs, state)

    def fault(self, shape: Shape, state: State) -> str | None:
        return _fault(self.pairs, state)

    def objects(self, shape: Shape) -> Iterator[Typed]:
        yield from (Typed(bank, "bank") for bank in BANKS)
        yield from (Typed(_number(one), "number") for one in self._numbers)

    def related(self, shape: Shape, state: State) -> Iterator[Atom]:
        numbers = self._numbers
        yield from (("across", *banks) for banks in (BANKS, BANKS[::-1]))
        yield from zip(("none", "one", "two"), map(_number, numbers), strict=False)
        for one, other in product(numbers, repeat=2):
            atom = _number(one), _number(other)
            if one + other in numbers:
                yield "sum", *atom, _number(one + other)
            if _safe(one, other):
                yield "safe", *atom
                if 1 <= one + other <= self.boat:
                    yield "load", *atom
        yield "boat", str(state[2])
        for name, there in zip(("missionaries", "cannibals"), map(int, state[:2]), strict=True):
            yield name, "left", _number(there)
            yield name, "right", _number(self.pairs - there)

    def wanted(self, shape: Shape, goal: Pattern) -> tuple[Atom, ...]:
        there_m, there_c, side = self.closed(goal)
        return (
            ("missionaries", "left", _number(there_m)),
            ("cannibals", "left", _number(there_c)),
            ("boat", str(side)),
        )

    def played(self, shape: Shape, state: State, call: Atom) -> tuple[str, State]:
        goes = call[2]
        missionaries, cannibals = (int(name[1:]) for name in call[3:5])
        sign = -1 if goes == "right" else 1
        after = (int(state[0]) + sign * missionaries, int(state[1]) + sign * cannibals, goes)
        return "M" * missionaries + "C" * cannibals + f"-{goes}", after

    def training(self, shape: Shape) -> tuple[tuple[Domain, Shape], ...]:
        if self.pairs < PRACTISED[0][0]:
            return ((self, shape),)
        return tuple((Missionaries(*size), shape) for size in PRACTISED)

    @property
    def _numbers(self) -> range:
        return range(self.pairs + 1)


def _number(one: object) -> str:
    """Object of a number, for relations."""
    return f"n{one}"


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
    for one in (there_m, there_c):
        if not isinstance(one, int):
            return f"{one} on the left bank is no number"
    if there_m not in numbers or there_c not in numbers:
        return f"{counted(int(there_m), 'missionary', 'missionaries')} and {counted(int(there_c), 'cannibal')} on the left bank, of {pairs} each"
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
