"""Where symbols can get to while others stay: the orbits of successive stabilizers (Schreier's lemma, Sims's filter)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

Permutation: TypeAlias = tuple[int, ...]
"""For every cell the cell to which its symbol goes."""


def stabilizer_orbits(moves: Sequence[Permutation], base: Sequence[int]) -> list[frozenset[int]]:
    """For each cell of ``base``, the cells to which its symbol can be brought while those of the cells before it stay.

    Parameters
    ----------
    moves
        Permutations of n cells; with their inverses they make all states. The work grows with the fifth power of n.
    base
        Cells in order. If it has all cells, the product of the orbits' sizes is the number of states.
    """
    orbits = []
    generators = list(moves)
    for cell in base:
        carriers = _carriers(generators, cell)
        orbits.append(frozenset(carriers))
        generators = _filtered(
            _after(_inverse(carriers[generator[reached]]), _after(generator, carrier))
            for reached, carrier in carriers.items()
            for generator in generators
        )
    return orbits


def _carriers(generators: Sequence[Permutation], cell: int) -> dict[int, Permutation]:
    """For each cell of an orbit a permutation that leads there from ``cell``."""
    size = len(generators[0]) if generators else cell + 1
    carriers = {cell: tuple(range(size))}
    waiting = [cell]
    while waiting:
        reached = waiting.pop()
        for generator in generators:
            image = generator[reached]
            if image not in carriers:
                carriers[image] = _after(generator, carriers[reached])
                waiting.append(image)
    return carriers


def _filtered(permutations: Iterable[Permutation]) -> list[Permutation]:
    """Permutations that make the same group, at most one for each first moved cell and its image."""
    kept: dict[tuple[int, int], Permutation] = {}
    seen: set[Permutation] = set()
    for permutation in permutations:
        if permutation in seen:
            continue
        seen.add(permutation)
        while True:
            moved = next((cell for cell, image in enumerate(permutation) if cell != image), None)
            if moved is None:
                break
            present = kept.setdefault((moved, permutation[moved]), permutation)
            if present is permutation:
                break
            permutation = _after(_inverse(present), permutation)
    return list(kept.values())


def _after(second: Permutation, first: Permutation) -> Permutation:
    return tuple([second[cell] for cell in first])


def _inverse(permutation: Permutation) -> Permutation:
    back = [0] * len(permutation)
    for cell, image in enumerate(permutation):
        back[image] = cell
    return tuple(back)
