"""Two water jugs: fill one, empty one, pour one into the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import gcd
from random import Random

from ..arc import Arc
from ..checked import checked
from ..domain import Domain
from ..errors import InputError, TooLargeError
from ..geometry import Shape
from ..schema import Schema
from ..term import Atom, Pattern, State, Term, Typed, Var, leaves_open
from ..text.drawing import Drawing, Piece
from ..text.state_text import goal_cells, open_goal, open_name
from ..text.words import number
from .relational import RelationalDomain

MAX_CAPACITY = 99

SPELLING = "water-jugs:ONExOTHER=AMOUNT, such as water-jugs:5x3=4"

SHAPE: Shape = (1, 2)

HIGHEST = 12
"""Greatest height, in rows, of a jug that is drawn."""

JUGS = ("jug1", "jug2")

PDDL = """
(define (domain water-jugs)
  (:requirements :strips :typing :equality)
  (:types first second - jug measurable strange - amount jug amount)
  (:predicates (holds ?j - jug ?a - amount) (capacity ?j - jug ?a - amount) (fits ?a - amount ?j - jug)
    (beside ?j ?k - jug) (none ?a - amount) (strange ?a - amount) (sum ?a ?b ?c - amount))
  (:action fill :parameters (?j - jug ?a ?full - amount)
    :precondition (and (holds ?j ?a) (capacity ?j ?full) (not (= ?a ?full)))
    :effect (and (holds ?j ?full) (not (holds ?j ?a))))
  (:action empty :parameters (?j - jug ?a ?zero - amount)
    :precondition (and (holds ?j ?a) (none ?zero) (not (= ?a ?zero)))
    :effect (and (holds ?j ?zero) (not (holds ?j ?a))))
  (:action pour-all :parameters (?j ?k - jug ?a ?b ?both ?zero - amount)
    :precondition (and (beside ?j ?k) (holds ?j ?a) (holds ?k ?b) (none ?zero) (sum ?a ?b ?both) (fits ?both ?k)
      (not (= ?a ?zero)))
    :effect (and (holds ?j ?zero) (holds ?k ?both) (not (holds ?j ?a)) (not (holds ?k ?b))))
  (:action pour-until-full :parameters (?j ?k - jug ?a ?b ?full ?poured ?rest ?zero - amount)
    :precondition (and (beside ?j ?k) (holds ?j ?a) (holds ?k ?b) (capacity ?k ?full) (none ?zero)
      (sum ?b ?poured ?full) (sum ?rest ?poured ?a) (not (= ?poured ?zero)) (not (= ?rest ?zero)))
    :effect (and (holds ?j ?rest) (holds ?k ?full) (not (holds ?j ?a)) (not (holds ?k ?b)))))
"""
"""Amounts are objects, and what is known of numbers are facts that never change: their sums, and which of them are no multiple of
what divides both capacities, so that empty jugs never come to hold them. Each jug has a type, and so have these amounts, for
goals are of the first jug and of the others."""

PRACTISED = ((2, 3, 1), (3, 2, 1), (3, 4, 2), (4, 3, 2), (3, 5, 1), (5, 3, 4), (4, 6, 2))
"""Capacities and amounts that a policy is learned on: either jug the larger one, some with a common divisor."""


@checked
@dataclass(frozen=True)
class WaterJugs(RelationalDomain):
    """Jugs of two capacities; the goal is an amount in the first, whatever the second holds."""

    one: int
    other: int
    amount: int

    pddl = PDDL
    name = "water-jugs"
    sizes = "ONExOTHER=AMOUNT"
    typical = "5x3=4"
    small = "5x3=4"
    summary = "measure with two jugs and a tap"
    cells = "what each jug holds; in the goal ? stands for any amount"
    states = "(one+1)(other+1), of which empty jugs reach 2(one+other)/gcd; 5x3=4: 6 moves"
    source = "OEIS A180227 to A180229 for the moves; Tweedie 1939 for the states, which lie on a rectangle"
    reversible = False

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[WaterJugs, Shape]:
        return cls(*_amounts(size)), SHAPE

    def spell(self, shape: Shape) -> str:
        return f"{self.name}:{self.one}x{self.other}={self.amount}"

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        return _moves(self.one, self.other)

    def goal(self, shape: Shape) -> Pattern:
        return open_goal({0: self.amount}, 2)

    def start(self, shape: Shape) -> State:
        return (0, 0)

    def draw(self, shape: Shape, rng: Random) -> State:
        return (rng.randint(0, self.one), rng.randint(0, self.other))

    def sketch(self, shape: Shape, pattern: Pattern) -> Drawing:
        if not leaves_open(pattern, range(MAX_CAPACITY + 1)):
            return super().sketch(shape, pattern)
        return _levels((self.one, self.other), pattern)

    def fault(self, shape: Shape, state: State) -> str | None:
        for jug, (level, capacity) in enumerate(zip(state, (self.one, self.other), strict=True), 1):
            if level not in range(capacity + 1):
                return f"jug {jug} of {capacity} holds {level}"
        return None

    def objects(self, shape: Shape) -> Iterator[Typed]:
        yield from map(Typed, JUGS, ("first", "second"))
        for level in self._levels:
            yield Typed(_amount(level), "strange" if self._is_strange(level) else "measurable")

    def related(self, shape: Shape, state: State) -> Iterator[Atom]:
        yield "none", _amount(0)
        yield from (("beside", *jugs) for jugs in (JUGS, JUGS[::-1]))
        for one in self._levels:
            rest = len(self._levels) - one
            yield from (("sum", *map(_amount, (one, more, one + more))) for more in range(rest))
        for jug, capacity, level in zip(JUGS, (self.one, self.other), state, strict=True):
            yield "capacity", jug, _amount(capacity)
            yield from (("fits", _amount(one), jug) for one in range(capacity + 1))
            yield "holds", jug, _amount(level)
        yield from (("strange", _amount(one)) for one in self._levels if self._is_strange(one))

    def wanted(self, shape: Shape, goal: Pattern) -> tuple[Atom, ...]:
        said = tuple(
            ("holds", jug, _amount(level))
            for jug, level in zip(JUGS, goal, strict=True)
            if not isinstance(level, Var)
        )
        if not said or len({term for term in goal if isinstance(term, Var)}) + len(said) < len(
            JUGS
        ):
            raise InputError(
                f"a policy for {self.name} needs a goal that tells what some jug holds",
                found=" ".join(map(str, goal_cells(goal))),
            )
        return said

    def played(self, shape: Shape, state: State, call: Atom) -> tuple[str, State]:
        name, *jugs = call[0], *(JUGS.index(one) for one in call[1:] if one in JUGS)
        levels, capacities = list(map(int, state)), (self.one, self.other)
        if name in ("fill", "empty"):
            levels[jugs[0]] = capacities[jugs[0]] if name == "fill" else 0
            return f"{name}-{jugs[0] + 1}", tuple(levels)
        source, target = jugs
        poured = min(levels[source], capacities[target] - levels[target])
        levels[source] -= poured
        levels[target] += poured
        return f"pour-{source + 1}-{target + 1}", tuple(levels)

    def training(self, shape: Shape) -> tuple[tuple[Domain, Shape], ...]:
        return tuple((WaterJugs(*amounts), shape) for amounts in PRACTISED)

    def _is_strange(self, level: int) -> bool:
        """Whether no sequence of moves from empty jugs measures this level."""
        return level % gcd(self.one, self.other) > 0

    @property
    def _levels(self) -> range:
        return range(max(self.one, self.other) + 1)


def _amount(level: object) -> str:
    """Object of an amount, for relations."""
    return f"n{level}"


@lru_cache(maxsize=16)
def _moves(one: int, other: int) -> tuple[Schema, ...]:
    return tuple(Schema(arc, SHAPE) for arc in _arcs(one, other))


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


def _levels(capacities: tuple[int, int], pattern: Pattern) -> Drawing:
    """Draw the jugs, with a row for each unit if they are low enough, and their known contents below."""
    levels = [None if isinstance(level, Var) else int(level) for level in pattern]
    highest = max(capacities)
    rows = min(highest, HIGHEST)
    words = [
        open_name(level)
        if isinstance(level, Var)
        else str(level)
        if rows == highest
        else f"{level} of {capacity}"
        for level, capacity in zip(pattern, capacities, strict=True)
    ]
    width = 3 if rows == highest else len(f"{highest} of {highest}")

    def part(jug: int, row: int) -> tuple[Piece, ...]:
        if row >= -(-capacities[jug] * rows // highest):
            return (Piece(" " * width),)
        filled = row < -(-(levels[jug] or 0) * rows // highest)
        inside = Piece("~" * (width - 2), jug, "blue") if filled else Piece(" " * (width - 2))
        return Piece("|"), inside, Piece("|")

    drawn = [(*part(0, row), Piece(" "), *part(1, row)) for row in reversed(range(rows))]
    below = [
        Piece(text.center(width), jug, is_open=levels[jug] is None)
        for jug, text in enumerate(words)
    ]
    return Drawing((*drawn, (below[0], Piece(" "), below[1])))


def _amounts(text: str) -> tuple[int, int, int]:
    found = re.fullmatch(r"([0-9]+)[xX]([0-9]+)=([0-9]+)", text.strip())
    if not found:
        raise InputError("bad size", expected=SPELLING, found=repr(text))
    one, other, amount = map(number, found.groups())
    if min(one, other) < 1 or max(one, other) > MAX_CAPACITY:
        kind = TooLargeError if min(one, other) >= 1 else InputError
        raise kind("bad capacity", expected=f"1 to {MAX_CAPACITY}", found=f"{one} and {other}")
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
    return one, other, amount
