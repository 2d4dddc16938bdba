"""Whether one board can be turned into another, told without a search."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import factorial

from ..errors import InputError
from ..sliding_tile import is_sliding_tile
from ..term import Pattern, State, Symbol, ground, variables
from ..theory import Theory
from ..traits import Solvability
from .permutation_group import Permutation, PermutationGroup, is_even

__all__ = [
    "Solvability",
    "count_inversions",
    "moves_group",
    "solvability",
    "tiles_solvability",
]


MAX_CELLS = 64
"""Of boards whose moves are permutations; the group of more cells takes seconds."""


def solvability(theory: Theory, start: State, goal: Pattern) -> Solvability | None:
    """Decide whether ``goal`` can be reached from ``start``, where that is known without a search.

    Known it is for what a domain's own traits decide; for sliding tiles (`tiles_solvability`); and where every move
    is a permutation of the cells and every symbol occurs once, by the group that the moves make.

    Parameters
    ----------
    theory
        The domain; macro-operators in it change nothing.
    start
        A state of the theory.
    goal
        Another, or a pattern.

    Returns
    -------
    Solvability or None
        None where reachability is not known in advance: another domain, or boards that do not hold exactly one
        blank and each tile once.

    Raises
    ------
    InputError
        A start or goal of the wrong length.
    """
    for role, state in (("start", start), ("goal", goal)):
        if len(state) != theory.size:
            raise InputError(
                f"the {role} does not fit the board of theory {theory.name}",
                expected=f"{theory.size} symbols ({theory.shape[0]}x{theory.shape[1]})",
                found=str(len(state)),
            )
    if theory.traits.solvable is not None:
        return theory.traits.solvable(theory.shape, start, goal)
    cells = ground(goal)
    if cells is None:
        return None
    if is_sliding_tile(theory):
        return tiles_solvability(theory.shape, start, cells)
    return _by_permutations(theory, start, cells)


@lru_cache(maxsize=64)
def moves_group(theory: Theory) -> PermutationGroup | None:
    """All that the moves of a theory can make of a board, if each of them is a permutation of its cells.

    None for other theories, and for boards of more than 64 cells.
    """
    if theory.size > MAX_CELLS or not theory.primitives:
        return None
    moves = []
    for arc in theory.primitives:
        move = _permutation(arc.before, arc.after)
        if move is None:
            return None
        moves.append(move)
    return PermutationGroup(theory.size, moves)


def _permutation(before: Pattern, after: Pattern) -> Permutation | None:
    """Where an arc that asks for nothing takes the symbol of every cell."""
    found = variables(before)
    if len(found) < len(before) or set(found) != set(variables(after)):
        return None
    places = {term: cell for cell, term in enumerate(after)}
    return tuple(places[term] for term in before)


def _by_permutations(theory: Theory, start: State, goal: State) -> Solvability | None:
    group = moves_group(theory)
    if group is None or len(set(start)) < len(start) or len(set(goal)) < len(goal):
        return None
    if difference := _difference(start, goal):
        return Solvability(False, f"{difference}, and no move adds or removes a symbol")
    size = len(start)
    facts = (
        f"moves make {group.order:,} arrangements of these symbols, of {factorial(size):,} in all"
    )
    if _leads(start, goal) in group:
        return Solvability(True, f"{facts}, and the goal is one of those that the start can become")
    twins = (
        _exchanged(start, start[one], start[other]) for one, other in combinations(range(size), 2)
    )
    twin = next((state for state in twins if _leads(state, goal) in group), None)
    steps = [_permutation(arc.before, arc.after) for arc in theory.primitives]
    if all(step is not None and is_even(step) for step in steps) and not is_even(
        _leads(start, goal)
    ):
        facts = "every move is an even permutation of the cells, and from start to goal it takes an odd one"
    else:
        facts += ", and the goal is none of those that the start can become"
    return Solvability(False, facts, twin)


def _leads(start: State, goal: State) -> Permutation:
    """For every cell the cell in which the goal has its symbol."""
    home = {symbol: cell for cell, symbol in enumerate(goal)}
    return tuple(home[symbol] for symbol in start)


def tiles_solvability(shape: tuple[int, int], start: State, goal: State) -> Solvability | None:
    """The same for boards of sliding tiles of any size, of which no theory is needed.

    A move along a row keeps the order of the tiles. A move along a column carries one tile past ``columns - 1``
    others. Where the width is odd, this leaves the number of inversions (pairs of tiles in falling order, the blank
    left out) as odd or as even as it was; where the width is even, it leaves so the number of inversions plus the
    blank's row. On boards of 2x2 and more, agreement of start and goal is also enough (Johnson and Story, 1879).

    Parameters
    ----------
    shape
        Rows and columns.
    start, goal
        One symbol for each cell, 0 for the blank.
    """
    if difference := _difference(start, goal):
        return Solvability(False, f"{difference}, and no move adds or removes a symbol")
    if start.count(0) != 1 or len(set(start)) != len(start):
        return None
    if min(shape) == 1:
        return _on_a_line(start, goal, "row" if shape[0] == 1 else "column")
    return _on_a_board(start, goal, shape[1])


def _difference(start: State, goal: State) -> str:
    have, want = Counter(start), Counter(goal)
    if have == want:
        return ""
    surplus, missing = (
        " ".join(map(str, sorted(more.elements(), key=_rank)))
        for more in (have - want, want - have)
    )
    return f"start and goal hold different symbols: {surplus} in the start where the goal has {missing}"


def _on_a_line(start: State, goal: State, line: str) -> Solvability:
    tiles, wanted = _tiles(start), _tiles(goal)
    wrong = [place for place, tile in enumerate(tiles) if tile != wanted[place]]
    law = f"on a single {line} no tile can pass another"
    if not wrong:
        return Solvability(True, f"{law}, and the tiles stand in the same order in start and goal")
    first = wrong[0]
    reason = (
        f"{law}, and their order differs: tile number {first + 1} along the {line} is {tiles[first]} in the start, "
        f"{wanted[first]} in the goal, so the goal cannot be reached"
    )
    twin = _exchanged(start, tiles[first], tiles[wrong[1]]) if len(wrong) == 2 else None
    return Solvability(False, reason, twin)


def _on_a_board(start: State, goal: State, columns: int) -> Solvability:
    inversions = count_inversions(start), count_inversions(goal)
    facts = f"inversions: {inversions[0]} in the start, {inversions[1]} in the goal"
    if columns % 2:
        values = inversions
        invariant = "the count of inversions"
    else:
        rows = start.index(0) // columns + 1, goal.index(0) // columns + 1
        values = inversions[0] + rows[0], inversions[1] + rows[1]
        facts += f"; row of the blank: {rows[0]} and {rows[1]}; sums: {values[0]} and {values[1]}"
        invariant = "inversions plus row"
    solvable = values[0] % 2 == values[1] % 2
    law = (
        f"the width {columns} is {'odd' if columns % 2 else 'even'} and a move never changes whether {invariant} "
        f"is odd or even"
    )
    if solvable:
        return Solvability(
            True, f"{facts}; {law}; {_both(values)}, and then the goal can always be reached"
        )
    one, other = _tiles(start)[:2]
    return Solvability(
        False, f"{facts}; {law}, so the goal cannot be reached", _exchanged(start, one, other)
    )


def _both(values: tuple[int, int]) -> str:
    return "both are odd" if values[0] % 2 else "both are even"


def count_inversions(state: State) -> int:
    """How many pairs of tiles stand in falling order, the blank 0 left out; words come after numbers."""
    seen: list[tuple[bool, Symbol]] = []
    inversions = 0
    for tile in _tiles(state):
        place = bisect(seen, _rank(tile))
        inversions += len(seen) - place
        seen.insert(place, _rank(tile))
    return inversions


def _rank(symbol: Symbol) -> tuple[bool, Symbol]:
    return isinstance(symbol, str), symbol


def _tiles(state: State) -> Sequence[Symbol]:
    return [symbol for symbol in state if symbol != 0]


def _exchanged(state: State, one: Symbol, other: Symbol) -> State:
    swap = {one: other, other: one}
    return tuple(swap.get(symbol, symbol) for symbol in state)
