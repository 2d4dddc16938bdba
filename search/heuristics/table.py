"""Heuristics: lower bounds on the cost to the goal, made for one theory and one goal.

All are sums over cells of what the symbol there has still to do, so along an arc only the cells that it changes
are looked at. They are scaled by what the theory's *primitive* arcs can achieve per unit of cost, so that they stay
admissible for every arc cost, and a macro at its true cost can never make them wrong. The blank is never counted.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Protocol

from ...rules.arc import Arc
from ...rules.errors import InputError
from ...rules.sliding_tile import is_sliding_tile
from ...rules.term import Pattern, State, Symbol, Var
from ...rules.theory import Theory


class Heuristic(Protocol):
    """An estimate of the cost from a state to the goal."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def admissible(self) -> bool:
        """Whether it never overestimates."""

    @property
    def consistent(self) -> bool:
        """Whether along an arc it never falls by more than the arc's cost."""

    def estimate(self, state: Any) -> float:
        """h of a state."""

    def update(self, h: float, operator: Any, state: Any, successor: Any) -> float:
        """h of ``successor``, given h of ``state`` and the operator between them."""


class FunctionHeuristic:
    """A heuristic that is a plain function of the state.

    Parameters
    ----------
    name, function
        What it is.
    admissible, consistent
        What its author vouches for.
    """

    def __init__(
        self,
        name: str,
        function: Callable[[Any], float],
        *,
        admissible: bool = False,
        consistent: bool = False,
    ) -> None:
        self.name = name
        self.admissible = admissible
        self.consistent = consistent
        self.estimate = function

    def update(self, h: float, operator: Any, state: Any, successor: Any) -> float:
        """The function's value for the successor."""
        return self.estimate(successor)


ZERO = FunctionHeuristic("zero", lambda state: 0, admissible=True, consistent=True)
"""The heuristic that knows nothing."""


class CellSum:
    """A sum over cells, looked up by cell and symbol.

    Parameters
    ----------
    table
        For every cell a mapping from symbol to its contribution; a symbol that is absent contributes 0.
    """

    def __init__(
        self,
        name: str,
        table: list[Mapping[Symbol, float]],
        *,
        admissible: bool = True,
    ) -> None:
        self.name = name
        self.admissible = admissible
        self.consistent = admissible
        self.table = table

    def estimate(self, state: State) -> float:
        """The sum for a state."""
        total: float = 0
        for values, symbol in zip(self.table, state, strict=True):
            total += values.get(symbol, 0)
        return total

    def update(self, h: float, operator: Arc, state: State, successor: State) -> float:
        """The sum for a successor, from the cells that the arc changes."""
        table = self.table
        for cell in operator.changed:
            values = table[cell]
            h += values.get(successor[cell], 0) - values.get(state[cell], 0)
        return h


class LinearConflict:
    """Manhattan distance plus two moves for every tile that must leave its line (Hansson, Mayer, Yung 1992).

    In a row or column the tiles that belong there and stand in the wrong order cannot all stay: those outside a
    longest increasing subsequence of their goal places must step aside and come back.
    """

    name = "linear-conflict"
    admissible = True
    consistent = True

    def __init__(
        self, manhattan: CellSum, theory: Theory, homes: Mapping[Symbol, list[int]], scale: float
    ) -> None:
        self.manhattan = manhattan
        home = {tile: cells[0] for tile, cells in homes.items() if len(cells) == 1}
        self.detour = 2 * scale
        rows, columns = theory.shape
        self.lines = [
            *(tuple(range(row * columns, (row + 1) * columns)) for row in range(rows)),
            *(tuple(range(column, theory.size, columns)) for column in range(columns)),
        ]
        self.lines_of = [(cell // columns, rows + cell % columns) for cell in range(theory.size)]
        self.place = [
            {tile: line.index(cell) for tile, cell in home.items() if cell in line}
            for line in self.lines
        ]
        self._known: dict[tuple[int, State], float] = {}

    def _conflict(self, line: int, state: State) -> float:
        tiles = tuple([state[cell] for cell in self.lines[line]])
        cost = self._known.get((line, tiles))
        if cost is None:
            place = self.place[line]
            order = [place[tile] for tile in tiles if tile in place]
            cost = self.detour * (len(order) - _longest_increasing(order))
            self._known[line, tiles] = cost
        return cost

    def estimate(self, state: State) -> float:
        """Manhattan distance plus the conflicts of all lines."""
        conflicts: float = 0
        for line in range(len(self.lines)):
            conflicts += self._conflict(line, state)
        return self.manhattan.estimate(state) + conflicts

    def update(self, h: float, operator: Arc, state: State, successor: State) -> float:
        """The value for a successor, from the lines that the arc touches."""
        h = self.manhattan.update(h, operator, state, successor)
        for line in sorted({line for cell in operator.changed for line in self.lines_of[cell]}):
            h += self._conflict(line, successor) - self._conflict(line, state)
        return h


def _longest_increasing(order: list[int]) -> int:
    ends: list[int] = []
    for place in order:
        spot = bisect_left(ends, place)
        ends[spot : spot + 1] = [place]
    return len(ends)


def _symbols(theory: Theory, goal: Pattern, start: State) -> tuple[Symbol, ...]:
    named = (*start, *(theory.symbols or ()), *(t for t in goal if not isinstance(t, Var)))
    in_arcs = (t for arc in theory.primitives for t in (*arc.before, *arc.after))
    return tuple(
        dict.fromkeys(s for s in (*named, *in_arcs) if not isinstance(s, Var) and s != theory.blank)
    )


def zero(theory: Theory, goal: Pattern, start: State = ()) -> Heuristic:
    """h = 0."""
    return ZERO


def misplaced(theory: Theory, goal: Pattern, start: State = ()) -> CellSum:
    """The number of cells that hold a wrong symbol, the blank aside (Hamming distance).

    A cell that the goal leaves open is never wrong.
    """
    scale = _scale(theory, lambda arc: _cells_mended(arc, theory.blank))
    symbols = _symbols(theory, goal, start)
    table: list[Mapping[Symbol, float]] = [
        {} if isinstance(term, Var) else {s: scale for s in symbols if s != term} for term in goal
    ]
    return CellSum("misplaced", table)


def manhattan(theory: Theory, goal: Pattern, start: State = ()) -> CellSum:
    """The sum of each tile's row and column distance to its nearest goal cell, the blank aside.

    Raises
    ------
    InputError
        A theory whose arcs make or destroy symbols, where distance has no meaning.
    """
    return CellSum("manhattan", _manhattan_table(theory, goal, start, _manhattan_scale(theory)))


def linear_conflict(theory: Theory, goal: Pattern, start: State = ()) -> LinearConflict:
    """Manhattan distance with linear conflicts.

    Raises
    ------
    InputError
        A theory that is not a sliding-tile puzzle.
    """
    if not is_sliding_tile(theory):
        raise InputError(
            f"linear-conflict holds for sliding tiles only, not for {theory.name}",
            remedy="misplaced or manhattan",
        )
    scale = _manhattan_scale(theory)
    base = CellSum("manhattan", _manhattan_table(theory, goal, start, scale))
    return LinearConflict(base, theory, _homes(theory, goal, start), scale)


def misplaced_plus_manhattan(theory: Theory, goal: Pattern, start: State = ()) -> CellSum:
    """Misplaced tiles plus Manhattan distance: inadmissible, so solutions may be suboptimal."""
    parts = zip(
        misplaced(theory, goal, start).table, manhattan(theory, goal, start).table, strict=True
    )
    table: list[Mapping[Symbol, float]] = [
        {symbol: one.get(symbol, 0) + other.get(symbol, 0) for symbol in {**one, **other}}
        for one, other in parts
    ]
    return CellSum("misplaced+manhattan", table, admissible=False)


def _homes(theory: Theory, goal: Pattern, start: State) -> dict[Symbol, list[int]]:
    """The goal cells of every symbol that must end in one of them, the blank aside."""
    homes: dict[Symbol, list[int]] = {}
    for cell, term in enumerate(goal):
        if not isinstance(term, Var) and term != theory.blank:
            homes.setdefault(term, []).append(cell)
    if theory.symbols is None and any(isinstance(term, Var) for term in goal):
        # Where a symbol stands more often than the goal names it, the others may end in any open cell.
        return {s: cells for s, cells in homes.items() if start.count(s) == len(cells)}
    return homes


def _manhattan_table(
    theory: Theory, goal: Pattern, start: State, scale: float
) -> list[Mapping[Symbol, float]]:
    homes = _homes(theory, goal, start)
    columns = theory.shape[1]
    return [
        {
            symbol: scale * min(_distance(cell, home, columns) for home in cells)
            for symbol, cells in homes.items()
        }
        for cell in range(theory.size)
    ]


def _distance(one: int, other: int, columns: int) -> int:
    rows = abs(one // columns - other // columns)
    return rows + abs(one % columns - other % columns)


def _scale(theory: Theory, work: Callable[[Arc], int | None]) -> float:
    """The least cost per unit of progress over the primitive arcs."""
    rates = [arc.cost / done for arc in theory.primitives if (done := work(arc))]
    least = min(rates, default=0.0)
    return int(least) if least == int(least) else least


def _cells_mended(arc: Arc, blank: Symbol | None) -> int:
    return sum(1 for cell in arc.changed if arc.before[cell] != blank)


@lru_cache(maxsize=64)
def _manhattan_scale(theory: Theory) -> float:
    columns = theory.shape[1]

    def travelled(arc: Arc) -> int:
        total = 0
        keeps_symbols = Counter(arc.before) == Counter(arc.after)
        for cell in arc.changed:
            term = arc.before[cell]
            places = [place for place, other in enumerate(arc.after) if other == term]
            if not keeps_symbols or (term != theory.blank and len(places) != 1):
                raise InputError(
                    f"manhattan has no meaning here: arc {arc.name} makes or destroys symbols",
                    found=str(arc),
                    remedy="misplaced or zero",
                )
            if term != theory.blank:
                total += _distance(cell, places[0], columns)
        return total

    return _scale(theory, travelled)


HEURISTICS: dict[str, Callable[[Theory, Pattern, State], Heuristic]] = {
    "zero": zero,
    "misplaced": misplaced,
    "manhattan": manhattan,
    "linear-conflict": linear_conflict,
    "misplaced+manhattan": misplaced_plus_manhattan,
}
"""The heuristics by name; each makes one for a theory, a goal and a start."""
