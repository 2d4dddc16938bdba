"""A grid with keys and doors: the map is the state, so that one theory serves every map of a size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from ..arc import Arc
from ..domain import Domain
from ..errors import InputError, refuse_more
from ..geometry import GRID, Shape
from ..schema import Schema
from ..states.permutation_group import Solvability
from ..term import Atom, Pattern, State, Symbol, Typed, Var, leaves_open
from ..text.drawing import Drawing, Piece
from ..text.state_text import ANYTHING, goal_cells, open_goal
from ..text.words import fitting, pair
from .relational import RelationalDomain

FLOOR, WALL, EXIT, HOME = ".", "#", ">", "home"
KEYS = ("a", "b")
DOORS = {"=a": "a", "=b": "b"}
"""Each door's key. Not capital letters, which in rules are variables; in pictures they are."""

WALKERS = {"@": "", "@a": "a", "@b": "b", "@ab": "ab"}
"""Who walks, with the keys that are carried."""

DIRECTIONS = {"up": (-1, 0), "left": (0, -1), "right": (0, 1), "down": (1, 0)}

MAX_CELLS = 256
"""Greatest number of cells; each has about sixty moves, and a move names all cells."""

PRACTISED = ((2, 3), (3, 3), (3, 4))
"""Maps small enough for a policy to be tried from all of their states."""

PDDL = """
(define (domain keys)
  (:requirements :strips :typing)
  (:types cell key)
  (:predicates (at ?c - cell) (next ?c ?d - cell) (open ?c - cell) (lies ?k - key ?c - cell) (has ?k - key)
    (locked ?c - cell ?k - key) (exit ?c - cell) (home ?c - cell))
  (:action walk :parameters (?c ?d - cell)
    :precondition (and (at ?c) (next ?c ?d) (open ?d))
    :effect (and (at ?d) (not (at ?c))))
  (:action pick-up :parameters (?k - key ?c ?d - cell)
    :precondition (and (at ?c) (next ?c ?d) (lies ?k ?d))
    :effect (and (at ?d) (has ?k) (open ?d) (not (at ?c)) (not (lies ?k ?d))))
  (:action unlock :parameters (?k - key ?c ?d - cell)
    :precondition (and (at ?c) (next ?c ?d) (locked ?d ?k) (has ?k))
    :effect (and (at ?d) (open ?d) (not (at ?c)) (not (locked ?d ?k))))
  (:action leave :parameters (?c ?d - cell)
    :precondition (and (at ?c) (next ?c ?d) (exit ?d))
    :effect (and (home ?d) (not (at ?c)) (not (exit ?d)))))
"""
"""A cell is open where there is nothing but floor; what a step finds on its cell is another action."""

TRIES = 1000
"""Maps that are thrown away in the search for one in which a door must be opened."""


def _steps() -> Iterator[tuple[str, str, str]]:
    """A walker, what lies ahead, and what is there after the step."""
    with_keys = {keys: walker for walker, keys in WALKERS.items()}
    for walker, keys in WALKERS.items():
        yield walker, FLOOR, walker
        for key in KEYS:
            yield walker, key, with_keys["".join(sorted({*keys, key}))]
        for door, key in DOORS.items():
            if key in keys:
                yield walker, door, walker
        yield walker, EXIT, HOME


@lru_cache(maxsize=1)
def _schemas() -> tuple[Schema, ...]:
    schemas = []
    for name, (down, right) in DIRECTIONS.items():
        window = (2, 1) if down else (1, 2)
        for walker, ahead, after in _steps():
            pairs = (walker, ahead), (FLOOR, after)
            was, becomes = pairs if down + right > 0 else (pairs[0][::-1], pairs[1][::-1])
            schemas.append(Schema(Arc(name, was, becomes), window))
    return tuple(schemas)


def _draw(shape: Shape, rng: Random) -> State:
    """A map with a way out, most often one on which a door must be opened; not uniform over all maps."""
    size = shape[0] * shape[1] - 1
    kinds = min(2, size // 5)
    things: list[Symbol] = ["@", *list(DOORS)[:kinds], *KEYS[:kinds]]
    state: State = (*things, *[FLOOR] * (size - len(things)), EXIT)
    for tries in range(100 * TRIES):
        walls = rng.randrange(size // 4 + 1)
        cells = [*things, *[WALL] * min(walls, size - len(things))]
        cells += [FLOOR] * (size - len(cells))
        rng.shuffle(cells)
        state = (*cells, EXIT)
        if _way_out(shape, state) and (
            tries >= TRIES or not kinds or not _way_out(shape, state, "")
        ):
            break
    return state


def _way_out(shape: Shape, state: State, usable: str = "ab") -> bool:
    """Whether the exit can be reached: keys are never lost, so whatever can be reached stays so.

    Parameters
    ----------
    usable
        The keys that may be picked up.
    """
    place = next((cell for cell, symbol in enumerate(state) if symbol in WALKERS), None)
    if place is None:
        return False
    keys = set(WALKERS[str(state[place])])
    reached, edge, closed = {place}, [place], set[int]()
    while edge:
        for cell in _around(shape, edge.pop()):
            symbol = state[cell]
            if cell in reached or symbol == WALL:
                continue
            if symbol in DOORS and DOORS[str(symbol)] not in keys:
                closed.add(cell)
                continue
            if symbol == EXIT:
                if cell == len(state) - 1:
                    return True
                continue
            reached.add(cell)
            edge.append(cell)
            if symbol in KEYS and symbol in usable:
                keys.add(str(symbol))
                opened = {door for door in closed if DOORS[str(state[door])] in keys}
                closed -= opened
                reached |= opened
                edge += opened
    return False


def _around(shape: Shape, cell: int) -> Iterator[int]:
    row, column = divmod(cell, shape[1])
    for down, right in DIRECTIONS.values():
        if 0 <= row + down < shape[0] and 0 <= column + right < shape[1]:
            yield (row + down) * shape[1] + column + right


def _solvable(shape: Shape, start: State, goal: Pattern) -> Solvability | None:
    open_cells = [isinstance(term, Var) for term in goal[:-1]]
    if goal[-1] != HOME or not all(open_cells):
        return None
    if start[-1] == HOME:
        return Solvability(True, "the exit is reached already")
    if _way_out(shape, start):
        return Solvability(True, "a way to the exit opens, every key in reach picked up")
    return Solvability(False, "the exit cannot be reached even with every key in reach picked up")


_SYMBOLS = frozenset({*WALKERS, *KEYS, *DOORS, FLOOR, WALL, EXIT, HOME})


def _fault(state: State) -> str | None:
    for cell, symbol in enumerate(state, 1):
        if symbol not in _SYMBOLS:
            return f"cell {cell} is {symbol}, none of {' '.join(sorted(_SYMBOLS))}"
    walkers = sum(symbol in WALKERS or symbol == HOME for symbol in state)
    return None if walkers == 1 else f"{walkers} walkers instead of one"


def _map(shape: Shape, pattern: Pattern) -> Drawing:
    drawn = {**dict.fromkeys(WALKERS, "@"), HOME: "*", **{d: k.upper() for d, k in DOORS.items()}}
    signs = [
        Piece(ANYTHING, cell, is_open=True)
        if isinstance(term, Var)
        else Piece(drawn.get(str(term), str(term)), cell)
        for cell, term in enumerate(pattern)
    ]
    rows = [tuple(signs[cell : cell + shape[1]]) for cell in range(0, len(signs), shape[1])]
    carried = [WALKERS[str(term)] for term in pattern if term in WALKERS]
    if any(carried):
        rows.append((Piece(f"has {' '.join(carried[0])}"),))
    return Drawing(tuple(rows))


@dataclass(frozen=True)
class Keys(RelationalDomain):
    """A grid with keys and doors. A key that is picked up stays with the walker and opens every door of its letter."""

    pddl = PDDL
    name = "keys"
    sizes = "ROWSxCOLUMNS"
    typical = "4x5"
    small = "3x4"
    summary = "a grid with keys and doors"
    cells = (
        "the map, row by row: @ walker (@a, @b, @ab with keys), a b keys, =a =b doors (drawn as "
        "A and B), # wall, . floor, > exit in the last cell (home once reached); in the goal ? stands "
        "for anything"
    )
    states = "one for each place and set of keys and open doors that can be met on a map"
    source = "none published; the tests count with a simulation of their own"
    geometry = GRID
    reversible = False
    no_calls = "the map is part of each state, and the walker is another symbol with each set of keys, so one action is several moves"

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[Keys, Shape]:
        spelling = f"{cls.spelling()}, such as keys:4x5, of 2 cells or more"
        shape = pair(size, spelling)
        if shape[0] * shape[1] < 2:
            raise InputError("bad size", expected=spelling, found=repr(size))
        refuse_more(shape[0] * shape[1], MAX_CELLS, "this map is too large", "cells")
        return cls(), shape

    def spell(self, shape: Shape) -> str:
        return f"{self.name}:{shape[0]}x{shape[1]}"

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        return _schemas()

    def goal(self, shape: Shape) -> Pattern:
        last = shape[0] * shape[1] - 1
        return open_goal({last: HOME}, last + 1)

    def draw(self, shape: Shape, rng: Random) -> State:
        return _draw(shape, rng)

    def training(self, shape: Shape) -> tuple[tuple[Domain, Shape], ...]:
        return self.of_sizes(fitting(PRACTISED, shape))

    def objects(self, shape: Shape) -> Iterator[Typed]:
        yield from (Typed(key, "key") for key in KEYS)
        yield from (Typed(f"cell{cell}", "cell") for cell in range(1, shape[0] * shape[1] + 1))

    def related(self, shape: Shape, state: State) -> Iterator[Atom]:
        """Facts of neighbouring cells, walls apart, and of the content of each cell."""
        for cell, symbol in enumerate(state):
            if symbol == WALL:
                continue
            here = f"cell{cell + 1}"
            yield from (
                ("next", here, f"cell{other + 1}")
                for other in _around(shape, cell)
                if state[other] != WALL
            )
            if symbol in WALKERS:
                yield from (("at", here), ("open", here))
                yield from (("has", key) for key in WALKERS[str(symbol)])
            elif symbol in KEYS:
                yield "lies", str(symbol), here
            elif symbol in DOORS:
                yield "locked", here, DOORS[str(symbol)]
            else:
                yield {FLOOR: "open", EXIT: "exit", HOME: "home"}[str(symbol)], here

    def wanted(self, shape: Shape, goal: Pattern) -> tuple[Atom, ...]:
        said = [cell for cell, term in enumerate(goal) if not isinstance(term, Var)]
        if [goal[cell] for cell in said] != [HOME]:
            raise InputError(
                f"a policy for {self.name} needs a goal that says where home is and nothing else",
                found=" ".join(map(str, goal_cells(goal))),
            )
        return (("home", f"cell{said[0] + 1}"),)

    def played(self, shape: Shape, state: State, call: Atom) -> tuple[str, State]:
        here, there = (int(name[4:]) - 1 for name in call[-2:])
        walker, ahead = str(state[here]), str(state[there])
        step = (there // shape[1] - here // shape[1], there % shape[1] - here % shape[1])
        name = next(name for name, way in DIRECTIONS.items() if way == step)
        after = next(last for own, found, last in _steps() if (own, found) == (walker, ahead))
        cells = list(state)
        cells[here], cells[there] = FLOOR, after
        return name, tuple(cells)

    def sketch(self, shape: Shape, pattern: Pattern) -> Drawing:
        if not leaves_open(pattern, _SYMBOLS):
            return super().sketch(shape, pattern)
        return _map(shape, pattern)

    def fault(self, shape: Shape, state: State) -> str | None:
        return _fault(state)

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        return _solvable(shape, start, goal)
