"""Blocks world: a clear block is put on another clear block, or on the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from random import Random

from ..arc import Arc
from ..errors import refuse_more
from ..geometry import Shape
from ..schema import Schema
from ..states.permutation_group import Solvability
from ..term import Atom, Pattern, State, Term, Typed, Var, leaves_open, variables
from ..text.drawing import Drawing, Piece, spaced
from ..text.state_text import ANYTHING
from ..text.words import counted, whole_number
from .relational import RelationalDomain

TABLE = 0

PDDL = """
(define (domain blocks)
  (:requirements :strips :equality)
  (:predicates (on ?b ?under) (on-table ?b) (clear ?b))
  (:action move :parameters (?b ?from ?to)
    :precondition (and (clear ?b) (on ?b ?from) (clear ?to) (not (= ?b ?to)) (not (= ?from ?to)))
    :effect (and (on ?b ?to) (clear ?from) (not (on ?b ?from)) (not (clear ?to))))
  (:action put-down :parameters (?b ?from)
    :precondition (and (clear ?b) (on ?b ?from))
    :effect (and (on-table ?b) (clear ?from) (not (on ?b ?from))))
  (:action put-on :parameters (?b ?to)
    :precondition (and (clear ?b) (on-table ?b) (clear ?to) (not (= ?b ?to)))
    :effect (and (on ?b ?to) (not (on-table ?b)) (not (clear ?to)))))
"""

MAX_BLOCKS = 30
"""Greatest number of blocks; N blocks have about N^3 moves."""


@lru_cache(maxsize=16)
def _moves(shape: Shape) -> tuple[Schema, ...]:
    """All moves. The first row of a state has what each block stands on, the second which blocks are clear."""
    blocks = range(1, shape[1] + 1)
    kinds = [
        *((block, TABLE, onto) for block, onto in permutations(blocks, 2)),
        *((block, off, TABLE) for block, off in permutations(blocks, 2)),
        *permutations(blocks, 3),
    ]
    return tuple(Schema(_move(shape[1], *kind), shape) for kind in sorted(kinds))


def _move(count: int, block: int, off: int, onto: int) -> Arc:
    before: list[Term] = [Var(f"X{cell}") for cell in range(2 * count)]
    after = list(before)
    under, clear = block - 1, count - 1
    before[under], after[under] = off, onto
    before[clear + block] = after[clear + block] = 1
    if off != TABLE:
        before[clear + off], after[clear + off] = 0, 1
    if onto != TABLE:
        before[clear + onto], after[clear + onto] = 1, 0
    place = "the-table" if onto == TABLE else onto
    return Arc(f"{block}-onto-{place}", tuple(before), tuple(after))


def _state(under: list[int]) -> State:
    """The state in which each block stands on what the list says."""
    return (*under, *(int(block not in under) for block in range(1, len(under) + 1)))


def _towers(under: Pattern, ground: Term = TABLE) -> list[list[int]]:
    """The towers from the table up, or from what is told apart from it; blocks in a circle are in none."""
    on = {below: block for block, below in enumerate(under, 1) if below != ground}
    towers: list[list[int]] = []
    for block, below in enumerate(under, 1):
        if below == ground:
            towers.append([block])
            while (above := on.get(towers[-1][-1])) is not None:
                towers[-1].append(above)
    return towers


def _fault(shape: Shape, state: State) -> str | None:
    count = shape[1]
    under = state[:count]
    for block in range(1, count + 1):
        if under[block - 1] not in range(count + 1):
            return f"block {block} stands on {under[block - 1]}"
        if under.count(block) > 1:
            return f"block {block} carries {counted(under.count(block), 'block')}"
        if state[count + block - 1] != int(block not in under):
            return f"cell {count + block} should be {int(block not in under)}, whether block {block} is clear"
    if sum(map(len, _towers(under))) < count:
        return "some blocks stand on each other in a circle"
    return None


def _towers_drawn(shape: Shape, pattern: Pattern) -> Drawing:
    """The towers side by side, with as much room above and beside as other towers may need.

    A tower of a pattern has a ``?`` where the pattern does not say what is under or on it.
    """
    count = shape[1]
    width = len(str(count))
    under = pattern[:count]

    def drawn(tower: list[int]) -> list[Piece]:
        pieces = [Piece(str(block).rjust(width), block - 1) for block in tower]
        top = count + tower[-1] - 1
        return [*pieces, unsaid(top)] if isinstance(pattern[top], Var) else pieces

    def unsaid(cell: int) -> Piece:
        return Piece(ANYTHING.rjust(width), cell, is_open=True)

    towers = [drawn(tower) for tower in _towers(under)]
    for block, below in enumerate(under, 1):
        if isinstance(below, Var):
            towers.append([unsaid(block - 1), *drawn(_towers(under, below)[0])])
    high = max(count, *map(len, towers))
    places = [*towers, *([[]] * (count - len(towers)))]
    return spaced(
        [tower[level] if level < len(tower) else Piece(" " * width) for tower in places]
        for level in reversed(range(high))
    )


def _stands(shape: Shape, pattern: Pattern) -> bool:
    """Whether towers show all that a pattern says."""
    under, clear = pattern[: shape[1]], pattern[shape[1] :]
    carrying = [block for block in under if block != TABLE]
    grounds: tuple[Term, ...] = (TABLE, *variables(under))
    standing = [tower for ground in grounds for tower in _towers(under, ground)]
    return (
        len(set(carrying)) == len(carrying)
        and sum(map(len, standing)) == len(under)
        and all(
            isinstance(said, Var) or said == int(block not in carrying)
            for block, said in enumerate(clear, 1)
        )
    )


@lru_cache(maxsize=512)
def _arrangements(loose: int, standing: int) -> int:
    """Number of arrangements of the towers not placed yet, given the number of towers on the table."""
    if not loose:
        return 1
    return _arrangements(loose - 1, standing + 1) + (loose - 1 + standing) * _arrangements(
        loose - 1, standing
    )


def _draw(shape: Shape, rng: Random) -> State:
    """Draw a state, each equally likely (Slaney and Thiébaux, Artificial Intelligence 125, 2001, section 2)."""
    under = [TABLE] * shape[1]
    loose = [[block] for block in range(1, shape[1] + 1)]
    standing: list[list[int]] = []
    while loose:
        tower = loose.pop()
        ground = _arrangements(len(loose), len(standing) + 1)
        if rng.randrange(_arrangements(len(loose) + 1, len(standing))) < ground:
            standing.append(tower)
            continue
        other = rng.choice([*loose, *standing])
        under[tower[0] - 1] = other[-1]
        other.extend(tower)
    return _state(under)


@dataclass(frozen=True)
class Blocks(RelationalDomain):
    """Blocks world: the first row has what each block stands on, the second which blocks are clear."""

    pddl = PDDL
    goal_predicates = ("on", "on-table")
    name = "blocks"
    typical = "4"
    small = "4"
    summary = "blocks world: towers of blocks"
    reversible = True
    cells = (
        "on what each block stands, 0 for the table; then for each 1 if nothing is on it, else 0"
    )
    states = "1, 3, 13, 73, 501, 4,051 for N = 1 to 6; at most 2(N-1) moves to the goal tower"
    source = "Slaney and Thiébaux 2001; OEIS A000262"
    no_calls = "what a block is taken from, only the state says"

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[Blocks, Shape]:
        count = whole_number(size, 1, cls.spelling())
        refuse_more(count, MAX_BLOCKS, "too many blocks")
        return cls(), (2, count)

    def spell(self, shape: Shape) -> str:
        return f"{self.name}:{shape[1]}"

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        return _moves(shape)

    def goal(self, shape: Shape) -> State:
        return _state([*range(2, shape[1] + 1), TABLE])

    def draw(self, shape: Shape, rng: Random) -> State:
        return _draw(shape, rng)

    def sketch(self, shape: Shape, pattern: Pattern) -> Drawing:
        if not leaves_open(pattern, range(shape[1] + 1)) or not _stands(shape, pattern):
            return super().sketch(shape, pattern)
        return _towers_drawn(shape, pattern)

    def fault(self, shape: Shape, state: State) -> str | None:
        return _fault(shape, state)

    def objects(self, shape: Shape) -> Iterator[Typed]:
        return (Typed(f"b{block}") for block in range(1, shape[1] + 1))

    def related(self, shape: Shape, state: State) -> Iterator[Atom]:
        for block, under in enumerate(state[: shape[1]], 1):
            yield ("on-table", f"b{block}") if under == TABLE else ("on", f"b{block}", f"b{under}")
        for block, clear in enumerate(state[shape[1] :], 1):
            if clear:
                yield "clear", f"b{block}"

    def played(self, shape: Shape, state: State, call: Atom) -> tuple[str, State]:
        block, onto = int(call[1][1:]), TABLE if call[0] == "put-down" else int(call[-1][1:])
        under: list[int] = [int(one) for one in state[: shape[1]]]
        under[block - 1] = onto
        return f"{block}-onto-{onto or 'the-table'}", _state(under)

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        return Solvability(
            True, "all blocks can be put on the table, and any towers built from there"
        )
