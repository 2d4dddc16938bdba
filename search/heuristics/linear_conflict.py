"""Manhattan distance with linear conflicts (Hansson, Mayer and Yung 1992)."""

from __future__ import annotations

from bisect import bisect_left

from ...rules.arc import Arc
from ...rules.domains.table import domain_of
from ...rules.errors import InputError
from ...rules.term import Pattern, State
from ...rules.theory import Theory
from .. import _kernel
from ..native.border import values_by_cell
from ..native.compiled import CompiledTheory
from .cell_sum import CellSum
from .manhattan import Homes, homes_of, manhattan, move_rate


def linear_conflict(theory: Theory, goal: Pattern, start: State = ()) -> LinearConflict:
    """Manhattan distance with linear conflicts.

    Raises
    ------
    InputError
        A theory that is not a sliding-tile puzzle.
    """
    if not domain_of(theory).slides:
        raise InputError(
            f"linear-conflict holds for sliding tiles only, not for {theory.name}",
            remedy="misplaced or manhattan",
        )
    return LinearConflict(
        manhattan(theory, goal, start), theory, homes_of(theory, goal, start), move_rate(theory)
    )


class LinearConflict:
    """Manhattan distance plus two moves for every tile that must leave its line (Hansson, Mayer, Yung 1992).

    In a row or column the tiles that belong there and stand in the wrong order cannot all stay: those outside a
    longest increasing subsequence of their goal places must step aside and come back.
    """

    name = "linear-conflict"
    admissible = True
    consistent = True

    def __init__(self, manhattan: CellSum, theory: Theory, homes: Homes, scale: float) -> None:
        self.manhattan = manhattan
        self.denominator = manhattan.denominator
        home = {tile: cells[0] for tile, cells in homes if len(cells) == 1}
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

    def in_kernel(self, compiled: CompiledTheory) -> _kernel.LinearConflict:
        """The heuristic in the kernel."""
        return _kernel.LinearConflict(
            *values_by_cell(compiled, self.manhattan.table),
            [list(line) for line in self.lines],
            [list(lines) for lines in self.lines_of],
            [[place.get(symbol, -1) for symbol in compiled.symbols] for place in self.place],
            self.detour,
        )


def _longest_increasing(order: list[int]) -> int:
    ends: list[int] = []
    for place in order:
        spot = bisect_left(ends, place)
        ends[spot : spot + 1] = [place]
    return len(ends)
