"""Runs of powers of one move, as three quarter turns of a face, replaced by the fewest moves with the same effect."""

from __future__ import annotations

from functools import lru_cache

from ...rules.states.permutation_group import Permutation
from .board_permutations import BoardPermutations

Word = tuple[int, ...]

MOST_POWERS = 256
"""Moves of a higher order are left as they are."""


def reduced(moves: BoardPermutations, word: Word) -> Word:
    """A word with every run of powers of one move as short as powers of that move make it.

    Moves of a run may have others between them with which those after them commute.

    Parameters
    ----------
    moves
        The board's. Of moves of a blank none can be repeated, and the word is returned as it is.
    word
        Moves by their numbers.
    """
    if moves.home >= 0:
        return word
    found: list[int] = []
    for move in word:
        found.append(move)
        cycle = _cycle(moves, move)
        run, place = [len(found) - 1], len(found) - 2
        while cycle is not None and place >= 0:
            if found[place] in cycle.exponents:
                run.insert(0, place)
            elif not all(commute(moves, found[place], found[one]) for one in run):
                break
            place -= 1
        if cycle is None or len(run) == 1:
            continue
        total = sum(cycle.exponents[found[one]] for one in run) % cycle.order
        shorter = cycle.words[total]
        if len(shorter) < len(run):
            for one in reversed(run):
                del found[one]
            found[run[0] : run[0]] = shorter
    return tuple(found)


class _Cycle:
    """Powers of a move: the moves that are powers, and the shortest product for each power."""

    def __init__(self, moves: BoardPermutations, powers: list[Permutation]) -> None:
        number = {power: exponent for exponent, power in enumerate(powers)}
        self.order = len(powers)
        self.exponents = {
            move: number[goes] for move, goes in enumerate(moves.goes) if goes in number
        }
        self.words: dict[int, Word] = {0: ()}
        waiting = [0]
        for total in waiting:
            for move, exponent in self.exponents.items():
                after = (total + exponent) % self.order
                if after not in self.words:
                    self.words[after] = (*self.words[total], move)
                    waiting.append(after)


@lru_cache(maxsize=8)
def _cycles(moves: BoardPermutations) -> dict[int, _Cycle]:
    """For every move the powers of the move with most of them of which it is one."""
    found: dict[int, _Cycle] = {}
    powers = [_powers(goes) for goes in moves.goes]
    for number in sorted(range(len(powers)), key=lambda n: (-len(powers[n]), n)):
        if number not in found and powers[number]:
            cycle = _Cycle(moves, powers[number])
            for move in cycle.exponents:
                found.setdefault(move, cycle)
    return found


def _cycle(moves: BoardPermutations, move: int) -> _Cycle | None:
    return _cycles(moves).get(move)


def _powers(goes: Permutation) -> list[Permutation]:
    """All powers from the one that does nothing; none where they are too many."""
    found = [tuple(range(len(goes)))]
    while len(found) <= MOST_POWERS:
        further = tuple([goes[cell] for cell in found[-1]])
        if further == found[0]:
            return found
        found.append(further)
    return []


def commute(moves: BoardPermutations, one: int, other: int) -> bool:
    """Whether two moves do the same in either order."""
    first, then = moves.goes[one], moves.goes[other]
    return all(then[cell] == first[then[n]] for n, cell in enumerate(first))
