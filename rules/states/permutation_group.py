"""Groups of permutations, by a chain of stabilizers: how many there are, which belong, a random one (Sims 1970).

Disjoint sets that can be joined, each with a representative (union-find, Tarjan 1975).

The permutation group of a board's moves, which decides which states can be reached.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import factorial, prod
from random import Random
from typing import Generic, TypeAlias, TypeVar

from ..arc import Arc
from ..record import record
from ..term import Pattern, State, Symbol, Var
from ..theory import Theory

Permutation: TypeAlias = tuple[int, ...]
"""For every cell the cell to which its symbol goes."""

MAX_POINTS = 256
"""A permutation is held as bytes, so that composing two is one call of `bytes.translate`."""

MOST_TRIED = 100_000
"""Greatest number of choices that are tried to turn one state into another."""


class PermutationGroup:
    """The group of all products of some permutations, built as in Knuth, *Efficient representation of perm groups* (1991).

    Parameters
    ----------
    size
        Number of points that the permutations move, 256 at most.
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
        """Number of permutations in the group."""
        return prod(len(carriers) for carriers in self._carriers)

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

    def leading(self, start: State, goal: State, most: int = MOST_TRIED) -> Permutation | None:
        """A permutation that turns one state into another; symbols may occur more than once.

        Point after point it is chosen where a symbol goes; where none of the cells that are left holds it in the goal, the
        choice before is changed.

        Parameters
        ----------
        start, goal
            A symbol for each point.
        most
            Greatest number of choices that are tried.

        Returns
        -------
        None where there is none, or none is found.
        """
        trail = [bytes(range(MAX_POINTS))]
        waiting: list[Iterator[bytes]] = []
        while most and len(trail) <= self._size:
            if len(waiting) < len(trail):
                waiting.append(iter(self._carriers[len(waiting)].values()))
            point, so_far = len(trail) - 1, trail[-1]
            for carrier in waiting[-1]:
                if goal[so_far[carrier[point]]] == start[point]:
                    most -= 1
                    trail.append(carrier.translate(so_far))
                    break
            else:
                waiting.pop()
                trail.pop()
                if not trail:
                    return None
        return tuple(trail[-1][: self._size]) if len(trail) > self._size else None

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
            back[product[level]] = bytes(inverse(product))
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
    """For each cell of ``base``: cells that its symbol can reach while the symbols of earlier cells stay.

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


def inverse(permutation: Sequence[int]) -> Permutation:
    """The permutation that undoes another."""
    back = [0] * len(permutation)
    for point, image in enumerate(permutation):
        back[image] = point
    return tuple(back)


def is_even(permutation: Permutation) -> bool:
    """Whether a permutation is a product of an even number of exchanges."""
    even, seen = True, [False] * len(permutation)
    for point in range(len(permutation)):
        length = 0
        while not seen[point]:
            seen[point] = True
            point = permutation[point]
            length += 1
        even ^= length > 0 and length % 2 == 0
    return even


Thing = TypeVar("Thing", bound=Hashable)


class UnionFind(Generic[Thing]):
    """Disjoint sets; a thing that was never joined is a set of its own."""

    def __init__(self) -> None:
        self._above: dict[Thing, Thing] = {}

    def root(self, thing: Thing) -> Thing:
        """Representative of the set that contains a thing."""
        above = self._above
        while thing in above:
            higher = above[thing]
            if higher in above:
                above[thing] = above[higher]
            thing = higher
        return thing

    def join(self, kept: Thing, other: Thing) -> None:
        """Make two sets one, for which the root of ``kept`` stands."""
        one, two = self.root(kept), self.root(other)
        if one != two:
            self._above[two] = one


MAX_CELLS = 64
"""Greatest number of cells of a board whose group is computed; for more cells that takes seconds."""


@record
class Solvability:
    """Whether a start can reach a goal, and why.

    Parameters
    ----------
    solvable
        Whether some sequence of moves leads from the start to the goal.
    reason
        The argument in plain words, with its numbers.
    twin
        For an unsolvable start, the same start with two tiles swapped that can reach the goal; None for a solvable
        start, and where no such swap exists.
    """

    solvable: bool
    reason: str
    twin: State | None = None


@lru_cache(maxsize=64)
def moves_group(theory: Theory) -> PermutationGroup | None:
    """The group that the moves of a theory generate, if each of them is a permutation of the cells.

    None for other theories, and for boards of more than 64 cells.
    """
    if theory.size > MAX_CELLS or not theory.primitives or not theory.plain:
        return None
    moves = []
    for arc in theory.primitives:
        move = free_permutation_of(arc)
        if move is None:
            return None
        moves.append(move)
    return PermutationGroup(theory.size, moves)


def permutation_of(arc: Arc) -> Permutation | None:
    """The permutation of cells that an arc makes; None for an arc that makes, copies or forgets symbols."""
    places = {term: cell for cell, term in enumerate(arc.after)}
    if len(set(arc.before)) < arc.size or places.keys() != set(arc.before):
        return None
    return tuple(places[term] for term in arc.before)


def free_permutation_of(arc: Arc) -> Permutation | None:
    """The permutation of cells that an arc makes of every state; None for an arc with conditions, too."""
    return permutation_of(arc) if all(isinstance(term, Var) for term in arc.before) else None


def by_permutations(theory: Theory, start: State, goal: State) -> Solvability | None:
    """Decide whether a start can become a goal, both with every symbol once; None for other boards and other moves."""
    group = moves_group(theory)
    if group is None or len(set(start)) < len(start) or len(set(goal)) < len(goal):
        return None
    if differ := difference(start, goal):
        return Solvability(False, f"{differ}, and no move adds or removes a symbol")
    size = len(start)
    facts = (
        f"moves make {group.order:,} arrangements of these symbols, of {factorial(size):,} in all"
    )
    if leads(start, goal) in group:
        return Solvability(True, f"{facts}, and the goal is one of those that the start can become")
    twins = (
        exchanged(start, start[one], start[other]) for one, other in combinations(range(size), 2)
    )
    twin = next((state for state in twins if leads(state, goal) in group), None)
    steps = [free_permutation_of(arc) for arc in theory.primitives]
    if all(step is not None and is_even(step) for step in steps) and not is_even(
        leads(start, goal)
    ):
        facts = "every move is an even permutation of the cells, and from start to goal it takes an odd one"
    else:
        facts += ", and the goal is none of those that the start can become"
    return Solvability(False, facts, twin)


def leads(start: State, goal: Pattern) -> Permutation:
    """For every cell the cell in which the goal has its symbol; the goal names all."""
    home = {symbol: cell for cell, symbol in enumerate(goal)}
    return tuple(home[symbol] for symbol in start)


def difference(start: State, goal: State) -> str:
    """Symbols of the start that the goal lacks, in words; empty if there are none."""
    once = len(set(start)) == len(start) == len(goal)  # as on most boards
    if once and set(start) == set(goal):
        return ""
    have, want = Counter(start), Counter(goal)
    if have == want:
        return ""
    surplus, missing = (
        " ".join(map(str, sorted(more.elements(), key=rank))) for more in (have - want, want - have)
    )
    return f"start and goal hold different symbols: {surplus} in the start where the goal has {missing}"


def rank(symbol: Symbol) -> tuple[bool, Symbol]:
    """Numbers before words, each in order."""
    return isinstance(symbol, str), symbol


def exchanged(state: State, one: Symbol, other: Symbol) -> State:
    """A state with two of its symbols swapped."""
    swap = {one: other, other: one}
    return tuple(swap.get(symbol, symbol) for symbol in state)
