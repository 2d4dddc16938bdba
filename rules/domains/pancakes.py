"""Pancakes, plain and burnt, and TopSpin: part of a stack or of a ring is turned around."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from ..arc import Arc
from ..domain import Domain
from ..errors import InputError
from ..geometry import PREFIX, RING, Shape
from ..schema import Schema
from ..states.permutation_group import Solvability
from ..states.random_states import walked
from ..term import Atom, Pattern, State, Symbol, Term, Typed, Var, ground, leaves_open
from ..text.drawing import Drawing, Piece, bar, open_bar, spaced
from ..text.state_text import ANYTHING, open_cell, open_name
from ..text.words import fitting, pair, whole_number
from .relational import RelationalDomain

PDDL = """
(define (domain NAME)
  (:requirements :strips :typing :conditional-effects)
  (:types pancake place)
  (:predicates (at ?p - pancake ?i - place) (last ?k - place) (above ?i ?k - place) (turned ?k ?i ?j - place))
  (:action flip :parameters (?k - place)
    :precondition (last ?k)
    :effect (forall (?p - pancake ?i ?j - place)
      (when (and (at ?p ?i) (above ?i ?k) (turned ?k ?i ?j))
        (and (not (at ?p ?i)) (at ?p ?j))))))
"""
"""A flip of all down to a place turns it, and every place above it, to another one. The sides of burnt pancakes are two pancakes."""

WIDEST = 24
"""Greatest number of pancakes that are drawn as a stack."""


def reversal(name: str, size: int) -> Schema:
    """The order of the cells of a window turned around."""
    before = tuple(Var(f"X{cell}") for cell in range(size))
    return Schema(Arc(name, before, before[::-1]), (1, size))


def _turns(cells: int, lasts: Sequence[int]) -> Iterator[Atom]:
    """Facts about places: which are above which, and where each flip moves them; a place is above itself."""
    places = [f"place{cell}" for cell in range(1, cells + 1)]
    for number, place in enumerate(places, 1):
        yield from (("above", above, place) for above in places[:number])
    for last in lasts:
        turned = places[:last]
        yield "last", turned[-1]
        yield from (
            ("turned", turned[-1], *pair) for pair in zip(turned, turned[::-1], strict=True)
        )


def _drawn(pancakes: list[tuple[int, str, int]]) -> Drawing:
    """Pancakes of a size, drawn with a sign, each the one in a cell; of those of size 0 the sign is the name of any."""
    most = max(len(pancakes), *(size for size, _, _ in pancakes))
    if most > WIDEST:
        row = [
            Piece(str(size) if size else sign, cell, is_open=not size)
            for size, sign, cell in pancakes
        ]
        return spaced([row])
    return Drawing(
        tuple(
            bar(size, most, sign, cell) if size else open_bar((most + 1) // 2, most, sign, cell)
            for size, sign, cell in pancakes
        )
    )


def _size(term: Term) -> tuple[int, str]:
    """The size of a pancake and how it is drawn, or 0 and a name for any."""
    return (0, open_name(term)) if isinstance(term, Var) else (int(term), "=")


@dataclass(frozen=True)
class _Stack(RelationalDomain):
    """A stack of pancakes, of which any number from the top on can be turned over."""

    reversible = True
    geometry = PREFIX
    goal_predicates = ("at",)


@dataclass(frozen=True)
class Pancakes(_Stack):
    """The pancake puzzle; the first cell is the top of the stack (Gates and Papadimitriou 1979)."""

    pddl = PDDL.replace("NAME", "pancake")
    name = "pancake"
    typical = "7"
    small = "6"
    summary = "turn over any part from the top"
    cells = "the size of each pancake, from the top"
    states = "N!; at most 0, 1, 3, 4, 5, 7, 8, 9 flips for N = 1 to 8"
    source = "Gates and Papadimitriou 1979; OEIS A058986"

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[Pancakes, Shape]:
        return cls(), (1, whole_number(size, 2, cls.spelling()))

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        return tuple(reversal(f"flip{size}", size) for size in range(2, shape[1] + 1))

    def goal(self, shape: Shape) -> State:
        return tuple(range(1, shape[1] + 1))

    def draw(self, shape: Shape, rng: Random) -> State:
        cells = list(self.goal(shape))
        rng.shuffle(cells)
        return tuple(cells)

    def practice(self, shape: Shape) -> tuple[Shape, ...]:
        return tuple((1, size) for size in range(4, shape[1] + 1)) or (shape,)

    def training(self, shape: Shape) -> tuple[tuple[Domain, Shape], ...]:
        return self.of_sizes(fitting(((1, 3), (1, 4)), shape))

    def objects(self, shape: Shape) -> Iterator[Typed]:
        yield from (Typed(f"p{size}", "pancake") for size in range(1, shape[1] + 1))
        yield from (Typed(f"place{cell}", "place") for cell in range(1, shape[1] + 1))

    def related(self, shape: Shape, state: State) -> Iterator[Atom]:
        yield from (("at", f"p{size}", f"place{cell}") for cell, size in enumerate(state, 1))
        yield from _turns(shape[1], range(2, shape[1] + 1))

    def played(self, shape: Shape, state: State, call: Atom) -> tuple[str, State]:
        last = int(call[1][5:])
        return f"flip{last}", (*state[:last][::-1], *state[last:])

    def sketch(self, shape: Shape, pattern: Pattern) -> Drawing:
        if not leaves_open(pattern, range(1, max(len(pattern), WIDEST) + 1)):
            return super().sketch(shape, pattern)
        return _drawn([(*_size(pancake), cell) for cell, pancake in enumerate(pattern)])

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        return Solvability(
            True, "two flips bring any pancake to its place, so every order is reached"
        )


@dataclass(frozen=True)
class BurntPancakes(_Stack):
    """Burnt pancakes. Each has two cells, its upper and its lower side, so that a flip only reverses the order."""

    pddl = PDDL.replace("NAME", "burnt-pancake")
    name = "burnt-pancake"
    typical = "5"
    small = "4"
    summary = "pancakes with a burnt side"
    cells = (
        "the upper side of each pancake from the top, or both its sides; -N is the burnt side of N"
    )
    states = "2^N N!; at most 1, 4, 6, 8, 10, 12 flips for N = 1 to 6"
    source = "Cohen and Blum 1995; OEIS A078941"

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[BurntPancakes, Shape]:
        return cls(), (1, 2 * whole_number(size, 1, cls.spelling()))

    def spell(self, shape: Shape) -> str:
        return f"{self.name}:{shape[1] // 2}"

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        return tuple(reversal(f"flip{size}", 2 * size) for size in range(1, shape[1] // 2 + 1))

    def goal(self, shape: Shape) -> State:
        return _sides(list(range(1, shape[1] // 2 + 1)))

    def written(self, shape: Shape, text: str) -> Pattern | None:
        """Read a state from its upper sides alone, as in ``-1 2 3``; a goal may leave some open."""
        words = re.findall(r"[^\s,;/|()\[\]]+", text)
        known = all(word == ANYTHING or re.fullmatch(r"[+-]?\d{1,9}", word) for word in words)
        if len(words) != shape[1] // 2 or not known:
            return None
        return tuple(
            open_cell(2 * place + lower) if word == ANYTHING else -int(word) if lower else int(word)
            for place, word in enumerate(words)
            for lower in (0, 1)
        )

    def draw(self, shape: Shape, rng: Random) -> State:
        pancakes = [rng.choice((size, -size)) for size in range(1, shape[1] // 2 + 1)]
        rng.shuffle(pancakes)
        return _sides(pancakes)

    def practice(self, shape: Shape) -> tuple[Shape, ...]:
        return tuple((1, 2 * size) for size in range(2, shape[1] // 2 + 1)) or (shape,)

    def training(self, shape: Shape) -> tuple[tuple[Domain, Shape], ...]:
        return self.of_sizes(fitting(((1, 4), (1, 6)), shape))

    def objects(self, shape: Shape) -> Iterator[Typed]:
        for size in range(1, shape[1] // 2 + 1):
            yield from (Typed(_side(side), "pancake") for side in (size, -size))
        yield from (Typed(f"place{cell}", "place") for cell in range(1, shape[1] + 1))

    def related(self, shape: Shape, state: State) -> Iterator[Atom]:
        yield from (("at", _side(side), f"place{cell}") for cell, side in enumerate(state, 1))
        yield from _turns(shape[1], range(2, shape[1] + 1, 2))

    def played(self, shape: Shape, state: State, call: Atom) -> tuple[str, State]:
        last = int(call[1][5:])
        return f"flip{last // 2}", (*state[:last][::-1], *state[last:])

    def sketch(self, shape: Shape, pattern: Pattern) -> Drawing:
        most = max(len(pattern), WIDEST)
        if not leaves_open(pattern, {*range(-most, 0), *range(1, most + 1)}):
            return super().sketch(shape, pattern)
        sides = zip(pattern[::2], pattern[1::2], strict=True)
        return _drawn([(*_burnt(*both), 2 * place) for place, both in enumerate(sides)])

    def fault(self, shape: Shape, state: State) -> str | None:
        sides: list[tuple[Symbol, Symbol]] = list(zip(state[::2], state[1::2], strict=True))
        for place, (upper, lower) in enumerate(sides, 1):
            if not isinstance(upper, int) or not isinstance(lower, int) or upper + lower != 0:
                return f"cells {2 * place - 1} and {2 * place} are not two sides of one pancake"
        return None

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        return Solvability(
            True,
            "three flips bring any pancake to its place with either side up, so all is reached",
        )


def _side(side: Symbol) -> str:
    """Names of the upper and the burnt side of a pancake."""
    return f"p{side}" if int(side) > 0 else f"burnt{-int(side)}"


def _burnt(upper: Term, lower: Term) -> tuple[int, str]:
    """The size of a pancake and how it is drawn, or 0 and the names of both sides."""
    if not isinstance(upper, Var) and not isinstance(lower, Var):
        return abs(int(upper)), "=" if int(upper) > 0 else "#"
    names = [open_name(side) if isinstance(side, Var) else str(side) for side in (upper, lower)]
    return 0, "/".join(dict.fromkeys(names))


def _sides(pancakes: list[int]) -> State:
    return tuple(side for pancake in pancakes for side in (pancake, -pancake))


@dataclass(frozen=True)
class TopSpin(Domain):
    """TopSpin: any ``turnstile`` neighbours on a ring of n tokens can be reversed (Chen and Skiena 1996).

    The ring itself is not turned: all n places of the turnstile are moves.
    """

    turnstile: int = 4

    name = "topspin"
    sizes = "RINGxTURNSTILE"
    typical = "8x4"
    small = "6x4"
    summary = "turn tokens around on a ring"
    reversible = True
    cells = "the tokens around the ring; the picture has the second half below, going back"
    states = (
        "N!/2 if a turn is even, such as of 4 or 5, else N!; fewer if it is odd on an even ring "
        "or leaves one token out; 8x4: 20,160"
    )
    source = "Chen and Skiena, Sorting with fixed-length reversals, 1996"
    no_relations = "where few tokens are left, every turn moves others that are in place, and rules keep what was reached while they reach more"
    geometry = RING

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[TopSpin, Shape]:
        spelling = f"{cls.spelling()}, such as topspin:8x4, the ring larger"
        ring, turnstile = pair(size, spelling)
        if not 2 <= turnstile < ring:
            raise InputError("bad size", expected=spelling, found=repr(size))
        return cls(turnstile), (1, ring)

    def spell(self, shape: Shape) -> str:
        return f"{self.name}:{shape[1]}x{self.turnstile}"

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        return (reversal("turn", self.turnstile),)

    def goal(self, shape: Shape) -> State:
        return tuple(range(1, shape[1] + 1))

    def draw(self, shape: Shape, rng: Random) -> State:
        return walked(self.theory(shape), self.goal_state(shape), 20 * shape[1], rng)

    def practice(self, shape: Shape) -> tuple[Shape, ...]:
        return tuple((1, size) for size in range(self.turnstile + 2, shape[1] + 1)) or (shape,)

    def sketch(self, shape: Shape, pattern: Pattern) -> Drawing:
        """The first half on a line, the rest below it the other way around; a part of the ring as a line."""
        state = ground(pattern)
        if state is None or set(state) != set(self.goal(shape)):
            return super().sketch(shape, pattern)
        half = (len(state) + 1) // 2
        width = max(len(str(symbol)) for symbol in state)
        tokens = [Piece(str(symbol).rjust(width), cell) for cell, symbol in enumerate(state)]
        return spaced((tokens[:half], tokens[half:][::-1]))
