"""Which boards of sliding tiles can be turned into each other (Johnson and Story, 1879), and a random one that can."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from random import Random

from ...geometry import Shape
from ...states.moves_group import Solvability, difference, exchanged, rank
from ...states.random_states import Draw
from ...term import State, Symbol


def tiles_solvability(shape: Shape, start: State, goal: State) -> Solvability | None:
    """Decide whether one board of sliding tiles can become another, of any size; no theory is needed.

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
    if differ := difference(start, goal):
        return Solvability(False, f"{differ}, and no move adds or removes a symbol")
    if start.count(0) != 1 or len(set(start)) != len(start):
        return None
    if min(shape) == 1:
        return _on_a_line(start, goal, "row" if shape[0] == 1 else "column")
    return _on_a_board(start, goal, shape[1])


def _on_a_line(start: State, goal: State, line: str) -> Solvability:
    tiles, wanted = tiles_of(start), tiles_of(goal)
    wrong = [place for place, tile in enumerate(tiles) if tile != wanted[place]]
    law = f"on a single {line} no tile can pass another"
    if not wrong:
        return Solvability(True, f"{law}, and the tiles stand in the same order in start and goal")
    first = wrong[0]
    reason = (
        f"{law}, and their order differs: tile number {first + 1} along the {line} is {tiles[first]} in the start, "
        f"{wanted[first]} in the goal, so the goal cannot be reached"
    )
    twin = exchanged(start, tiles[first], tiles[wrong[1]]) if len(wrong) == 2 else None
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
    one, other = tiles_of(start)[:2]
    return Solvability(
        False, f"{facts}; {law}, so the goal cannot be reached", exchanged(start, one, other)
    )


def _both(values: tuple[int, int]) -> str:
    return "both are odd" if values[0] % 2 else "both are even"


@lru_cache(maxsize=16)
def count_inversions(state: State) -> int:
    """How many pairs of tiles stand in falling order, the blank 0 left out; words come after numbers."""
    seen: list[tuple[bool, Symbol]] = []
    inversions = 0
    for tile in tiles_of(state):
        place = bisect(seen, rank(tile))
        inversions += len(seen) - place
        seen.insert(place, rank(tile))
    return inversions


def tiles_of(state: State) -> Sequence[Symbol]:
    """Symbols of a state without the blank."""
    return [symbol for symbol in state if symbol != 0]


def tiles_towards(shape: Shape, goal: State) -> Draw:
    """Draw uniformly from the boards that can reach a goal, in which every symbol is to occur once."""

    def on_a_line(rng: Random) -> State:
        tiles, cell = tiles_of(goal), rng.randrange(len(goal))
        return (*tiles[:cell], 0, *tiles[cell:])

    def on_a_board(rng: Random) -> State:
        # Swapping two tiles pairs every unsolvable board with one solvable board, so the draw stays uniform.
        cells = list(goal)
        rng.shuffle(cells)
        verdict = tiles_solvability(shape, tuple(cells), goal)
        return tuple(cells) if verdict is None or verdict.twin is None else verdict.twin

    return on_a_line if min(shape) == 1 else on_a_board
