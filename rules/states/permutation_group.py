"""Groups of permutations, by a chain of stabilizers: how many there are, which belong, a random one (Sims 1970)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from random import Random
from typing import TypeAlias

Permutation: TypeAlias = tuple[int, ...]
"""For every cell the cell to which its symbol goes."""

MAX_POINTS = 256
"""A permutation is held as bytes, so that composing two is one call of `bytes.translate`."""


class PermutationGroup:
    """All products of some permutations, made as in Knuth, *Efficient representation of perm groups* (1991).

    Parameters
    ----------
    size
        How many points the permutations move, 256 at most.
    generators
        Permutations of them.
    """

    def __init__(self, size: int, generators: Iterable[Permutation]) -> None:
        if size > MAX_POINTS:
            raise ValueError(f"{size} points, {MAX_POINTS} at most")
        self._size = size
        self._rest = bytes(range(size, MAX_POINTS))
        identity = bytes(range(MAX_POINTS))
        self._carriers: list[dict[int, bytes]] = [{point: identity} for point in range(size)]
        self._back: list[dict[int, bytes]] = [{point: identity} for point in range(size)]
        self._strong: list[list[bytes]] = [[] for _ in range(size)]
        for generator in generators:
            self._insert(0, bytes(generator) + self._rest)

    @property
    def order(self) -> int:
        """How many permutations there are."""
        return prod(len(carriers) for carriers in self._carriers)

    @property
    def orbits(self) -> list[frozenset[int]]:
        """For each point, where it can go while all points before it stay."""
        return [frozenset(carriers) for carriers in self._carriers]

    @property
    def chain(self) -> list[dict[int, Permutation]]:
        """For each point, by where it can go while all points before it stay, a permutation that brings it there.

        The first is the identity. Every permutation of the group is one product of such permutations, one of each
        point, that of the last point applied first.
        """
        return [
            {point: tuple(carrier[: self._size]) for point, carrier in carriers.items()}
            for carriers in self._carriers
        ]

    @property
    def levels(self) -> list[tuple[int, list[Permutation]]]:
        """Points that move while those before them stay, each with the permutations of `chain`."""
        return [
            (point, list(carriers.values()))
            for point, carriers in enumerate(self.chain)
            if len(carriers) > 1
        ]

    def __contains__(self, permutation: Permutation) -> bool:
        return self._holds(0, bytes(permutation) + self._rest)

    def random(self, rng: Random) -> Permutation:
        """A permutation, each equally likely."""
        chosen = bytes(range(MAX_POINTS))
        for carriers in reversed(self._carriers):
            chosen = chosen.translate(rng.choice(list(carriers.values())))
        return tuple(chosen[: self._size])

    def _holds(self, level: int, permutation: bytes) -> bool:
        for point in range(level, self._size):
            back = self._back[point].get(permutation[point])
            if back is None:
                return False
            permutation = permutation.translate(back)
        return True

    def _insert(self, level: int, permutation: bytes) -> None:
        """Add a permutation that leaves the points before ``level`` alone."""
        if self._holds(level, permutation):
            return
        carriers, back, strong = self._carriers[level], self._back[level], self._strong[level]
        strong.append(permutation)
        waiting = [(carrier, permutation) for carrier in carriers.values()]
        while waiting:
            carrier, generator = waiting.pop()
            product = carrier.translate(generator)
            known = back.get(product[level])
            if known is not None:
                self._insert(level + 1, product.translate(known))
                continue
            carriers[product[level]] = product
            back[product[level]] = _inverse(product)
            waiting += [(product, other) for other in strong]


def stabilizer_chain(
    moves: Sequence[Permutation], base: Sequence[int]
) -> list[dict[int, Permutation]]:
    """For each cell of ``base``, by the cells to which its symbol can be brought, moves that do so.

    Parameters
    ----------
    moves
        Permutations of n cells; with their inverses they make all states.
    base
        Cells in order; the symbols of those before it stay.
    """
    if not moves:
        return [{} for _ in base]
    points = [*base, *(cell for cell in range(len(moves[0])) if cell not in base)]
    number = {cell: point for point, cell in enumerate(points)}
    renamed = [tuple(number[move[cell]] for cell in points) for move in moves]
    chain = PermutationGroup(len(points), renamed).chain[: len(base)]
    cells = range(len(points))
    return [
        {
            points[point]: tuple(points[carrier[number[cell]]] for cell in cells)
            for point, carrier in carriers.items()
        }
        for carriers in chain
    ]


def stabilizer_orbits(moves: Sequence[Permutation], base: Sequence[int]) -> list[frozenset[int]]:
    """For each cell of ``base``, the cells to which its symbol can be brought while those of the cells before it stay.

    If the base has all cells, the product of the orbits' sizes is the number of states. See `stabilizer_chain`.
    """
    chain = stabilizer_chain(moves, base)
    return [
        frozenset(carriers) or frozenset({cell}) for cell, carriers in zip(base, chain, strict=True)
    ]


def staying(moves: Sequence[Permutation], point: int) -> list[int]:
    """The points that stay where they are under all products of some moves that leave ``point`` alone."""
    size = len(moves[0])
    swapped = list(range(size))
    swapped[0], swapped[point] = point, 0
    renamed = [tuple(swapped[move[swapped[number]]] for number in range(size)) for move in moves]
    later = PermutationGroup(size, renamed)._strong[1:]
    return [
        swapped[number]
        for number in range(1, size)
        if all(move[number] == number for strong in later for move in strong)
    ]


def _inverse(permutation: bytes) -> bytes:
    back = bytearray(len(permutation))
    for point, image in enumerate(permutation):
        back[image] = point
    return bytes(back)


def is_even(permutation: Permutation) -> bool:
    """Whether an even number of exchanges makes it."""
    even, seen = True, [False] * len(permutation)
    for point in range(len(permutation)):
        length = 0
        while not seen[point]:
            seen[point] = True
            point = permutation[point]
            length += 1
        even ^= length > 0 and length % 2 == 0
    return even
