"""The moves of the Towers of Hanoi, as schemas on the smallest disks."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from .arc import Arc
from .schema import Schema


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
            for smaller in product(others, repeat=disk):
                arc = Arc(f"disk{disk + 1}-{goes}", (*smaller, leaves), (*smaller, goes))
                moves.append(Schema(arc, (1, disk + 1)))
    return tuple(moves)
