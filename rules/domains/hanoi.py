"""The Towers of Hanoi with any number of pegs and disks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import log
from random import Random

from ..arc import Arc
from ..errors import InputError, TooLargeError, refuse_more
from ..geometry import PREFIX, Shape
from ..room import most_that_fit
from ..schema import Schema
from ..states.permutation_group import Solvability
from ..term import Atom, Pattern, State, Typed, Var, ground, leaves_open
from ..text.drawing import Drawing, Piece, bar, open_bar
from ..text.state_text import piles
from ..text.words import fitting, pair
from .relational import RelationalDomain

MAX_DISKS = 64
"""Greatest number of disks: that of the legend."""

MOST_MOVES = 100_000
"""Moves that are spelled out whatever the memory, each for an arrangement of the smaller disks; more where they fit."""

MOVE_BYTES = 6_000
"""Bytes of each move, as an arc and in a search."""

PDDL = """
(define (domain hanoi)
  (:requirements :strips :typing :equality)
  (:types disk peg - place)
  (:predicates (on ?d - disk ?p - place) (clear ?p - place) (smaller ?d - disk ?p - place))
  (:action move
    :parameters (?d - disk ?from ?to - place)
    :precondition (and (clear ?d) (on ?d ?from) (clear ?to) (smaller ?d ?to) (not (= ?from ?to)))
    :effect (and (on ?d ?to) (clear ?from) (not (on ?d ?from)) (not (clear ?to)))))
"""
"""A disk, and an empty peg, is a place for every smaller disk."""

MOST_PRACTISED = 10_000
"""States of the largest tower that is practised, or five disks."""


@lru_cache(maxsize=64)
def hanoi_moves(pegs: int, disks: int) -> tuple[Schema, ...]:
    """Every move of every disk: all smaller ones stand on pegs that it neither leaves nor goes to.

    Parameters
    ----------
    pegs
        3 or more; pegs are 1 to ``pegs``.
    disks
        1 or more. The window of a move of disk d is the disks 1 to d.
    """
    moves = []
    for disk in range(disks):
        for leaves, goes in product(range(1, pegs + 1), repeat=2):
            if leaves == goes:
                continue
            others = [peg for peg in range(1, pegs + 1) if peg not in (leaves, goes)]
            arc = Arc(f"disk{disk + 1}-{goes}", (leaves,), (goes,))
            moves += [
                Schema(arc.between((*smaller, leaves), (*smaller, goes)), (1, disk + 1))
                for smaller in product(others, repeat=disk)
            ]
    return tuple(moves)


WIDEST = 60
"""Greatest width, in characters, of pegs whose disks are drawn as bars."""


def _drawn(pegs: int, pattern: Pattern) -> Drawing:
    """The pegs side by side with their disks, as bars if there is room; disks whose peg is open stand beside them."""
    count = len(pattern)
    wide = 2 * count + len(str(count))
    as_bars = pegs * wide <= WIDEST
    peg_alone = (Piece("|".center(wide) if as_bars else "|".rjust(len(str(count)))),)
    towers: list[list[tuple[Piece, ...]]] = []
    for peg in range(1, pegs + 1):
        disks = [disk for disk, on in enumerate(pattern, 1) if on == peg]
        tower = [_disk(disk, count, as_bars) for disk in disks]
        towers.append([peg_alone] * (count - len(disks)) + tower)
    if ground(pattern) is None:
        no_peg = (Piece(" " * len(peg_alone[0].text)),)
        loose = enumerate(pattern, 1)
        towers.append(
            [
                _loose_disk(disk, count, as_bars) if isinstance(on, Var) else no_peg
                for disk, on in loose
            ]
        )
    return Drawing(
        tuple(
            tuple(piece for part in row for piece in (Piece(" "), *part))[1:]
            for row in zip(*towers, strict=True)
        )
    )


def _disk(disk: int, count: int, as_bars: bool) -> tuple[Piece, ...]:
    if as_bars:
        return bar(disk, count, "=", disk - 1)
    return (Piece(str(disk).rjust(len(str(count))), disk - 1),)


def _loose_disk(disk: int, count: int, as_bars: bool) -> tuple[Piece, ...]:
    if as_bars:
        return open_bar(disk, count, str(disk), disk - 1)
    return (Piece(str(disk).rjust(len(str(count))), disk - 1, is_open=True),)


@dataclass(frozen=True)
class Hanoi(RelationalDomain):
    """The Towers of Hanoi: cell d says on which peg disk d stands, the smallest first."""

    pegs: int = 3

    pddl = PDDL
    goal_predicates = ("on",)
    name = "hanoi"
    sizes = "PEGSxDISKS"
    typical = "3x4"
    small = "3x5"
    summary = "towers of disks on pegs"
    reversible = True
    cells = "the peg of each disk, the smallest disk first, or the disks of each peg as in [[3,2,1],[],[]]"
    states = "pegs^disks; 3 pegs: 2^disks - 1 moves for a tower; 4: 1, 3, 5, 9, 13, 17"
    source = "Frame and Stewart 1941, Bousch 2014 (OEIS A007664)"
    geometry = PREFIX
    ends = ("smallest disk", "largest disk")
    no_calls = "on which disk or peg a disk lies, only the state says"

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[Hanoi, Shape]:
        spelling = f"{cls.spelling()}, such as hanoi:3x5, with 3 pegs or more"
        pegs, disks = pair(size, spelling)
        if pegs < 3:
            raise InputError("bad size", expected=spelling, found=repr(size))
        refuse_more(disks, MAX_DISKS, "too many disks")
        moves = pegs * (pegs - 1) * sum((pegs - 2) ** disk for disk in range(disks))
        most = most_that_fit(MOST_MOVES, MOVE_BYTES)
        if moves > most:
            raise TooLargeError(
                "too many moves to spell out",
                expected=f"{most:,} at most, for which there is memory",
                found=f"{moves:,} for {pegs} pegs and {disks} disks",
            )
        return cls(pegs), (1, disks)

    def spell(self, shape: Shape) -> str:
        return f"{self.name}:{self.pegs}x{shape[1]}"

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        return hanoi_moves(self.pegs, shape[1])

    def goal(self, shape: Shape) -> State:
        return (self.pegs,) * shape[1]

    def start(self, shape: Shape) -> State:
        return (1,) * shape[1]

    def written(self, shape: Shape, text: str) -> State | None:
        """The disks of each peg, as in ``[[3,2,1],[],[]]``, where this can be no list of pegs.

        Raises
        ------
        InputError
            Lists of several lengths that are not this, or a disk that stands on a smaller one.
        """
        split = list if shape[1] < 10 else lambda word: [word]  # disks may be run together
        pegs = [[disk for word in words for disk in split(word)] for words in piles(text)]
        disks = {disk: peg for peg, found in enumerate(pegs, 1) for disk in found}
        wanted = list(map(str, range(1, shape[1] + 1)))
        is_each_once = disks.keys() == set(wanted) and sum(map(len, pegs)) == len(wanted)
        if len(pegs) != self.pegs or not is_each_once:
            if text.lstrip()[:1] in ("[", "(") and len(set(map(len, pegs))) > 1:
                raise InputError(
                    "not the disks of each peg",
                    expected=f"{self.pegs} lists, with each disk from 1 to {shape[1]} in one of them",
                    found=text.strip()[:200],
                )
            return None
        if all(len(found) == 1 for found in pegs):
            return None
        for found in pegs:
            by_size = sorted(found, key=int)
            if found not in (by_size, by_size[::-1]):
                raise InputError(
                    "a disk stands on a smaller one",
                    expected="the disks of each peg in the order of their sizes",
                    found=text.strip()[:200],
                )
        return tuple(disks[disk] for disk in wanted)

    def draw(self, shape: Shape, rng: Random) -> State:
        return tuple(rng.randrange(1, self.pegs + 1) for _ in range(shape[1]))

    def practice(self, shape: Shape) -> tuple[Shape, ...]:
        most = max(5, int(log(MOST_PRACTISED, self.pegs)))
        return fitting(tuple((1, disks) for disks in range(2, most + 1)), shape)

    def sketch(self, shape: Shape, pattern: Pattern) -> Drawing:
        if not leaves_open(pattern, range(1, self.pegs + 1)):
            return super().sketch(shape, pattern)
        return _drawn(self.pegs, pattern)

    def fault(self, shape: Shape, state: State) -> str | None:
        for disk, peg in enumerate(state, 1):
            if peg not in range(1, self.pegs + 1):
                return f"disk {disk} stands on {peg}, which is none of the pegs 1 to {self.pegs}"
        return None

    def objects(self, shape: Shape) -> Iterator[Typed]:
        yield from (Typed(f"peg{peg}", "peg") for peg in range(1, self.pegs + 1))
        yield from (Typed(f"disk{disk}", "disk") for disk in range(1, shape[1] + 1))

    def related(self, shape: Shape, state: State) -> Iterator[Atom]:
        """The disks on each other, what is clear, and which disk is smaller than which place."""
        tops = {peg: f"peg{peg}" for peg in range(1, self.pegs + 1)}
        for disk, peg in reversed(list(enumerate(state, 1))):
            yield "on", f"disk{disk}", tops[int(peg)]
            tops[int(peg)] = f"disk{disk}"
            yield from (("smaller", f"disk{disk}", f"peg{one}") for one in tops)
            yield from (("smaller", f"disk{one}", f"disk{disk}") for one in range(1, disk))
        yield from (("clear", top) for top in tops.values())

    def played(self, shape: Shape, state: State, call: Atom) -> tuple[str, State]:
        disk, place = int(call[1][4:]), call[3]
        peg = int(place[3:]) if place.startswith("peg") else state[int(place[4:]) - 1]
        return f"disk{disk}-{peg}", (*state[: disk - 1], peg, *state[disk:])

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        return Solvability(True, "with three pegs or more, disks can be brought to any pegs")
