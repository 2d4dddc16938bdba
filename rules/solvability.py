"""Whether one board can be turned into another, told without a search."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .errors import InputError
from .sliding_tile import is_sliding_tile
from .term import State, Symbol
from .theory import Theory


@dataclass(frozen=True, slots=True)
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


def solvability(theory: Theory, start: State, goal: State) -> Solvability | None:
    """Decide whether ``goal`` can be reached from ``start``, for any two boards of the sliding-tile puzzle.

    A move along a row keeps the order of the tiles. A move along a column carries one tile past ``columns - 1``
    others. Where the width is odd, this leaves the number of inversions (pairs of tiles in falling order, the blank
    left out) as odd or as even as it was; where the width is even, it leaves so the number of inversions plus the
    blank's row. On boards of 2x2 and more, agreement of start and goal is also enough (Johnson and Story, 1879).

    Parameters
    ----------
    theory
        The domain; macro-operators in it change nothing.
    start, goal
        States of the theory, one symbol a cell.

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
    return tiles_solvability(theory.shape, start, goal) if is_sliding_tile(theory) else None


def tiles_solvability(shape: tuple[int, int], start: State, goal: State) -> Solvability | None:
    """The same for boards of sliding tiles of any size, of which no theory is needed.

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
