"""Parberry's greedy algorithm for sliding tiles: one tile after the other, row by row and column by column, without search.

After Parberry, "A real-time algorithm for the (n^2-1)-puzzle" (Information Processing Letters 56, 1995). It makes 8/3 n^3
moves on average, up to terms of n^2, on boards of n x n (Parberry, Algorithms 8(3), 2015). It knows the puzzle: what
learned macros are worth is measured against it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from time import perf_counter

from arcwise.rules.domain import Domain
from arcwise.rules.errors import InputError
from arcwise.rules.geometry import GRID, Shape
from arcwise.rules.schema import Schema
from arcwise.rules.term import State, Symbol
from arcwise.search.climbing.climber import checked_start
from arcwise.search.climbing.ordered import ordered_goal
from arcwise.search.plan import Plan
from arcwise.search.result import Climb, Result, SchemaUse, Statistics, Status

AROUND = 12
"""Moves of the blank around four cells after which everything is as it was."""


def parberry(domain: Domain, shape: Shape, start: State, goal: State | None = None) -> Result:
    """Solve a board of sliding tiles tile by tile.

    While more than 2 x 2 cells are left, the first row is filled, or where the board is broader than high the first
    column; the last four cells are turned around. A tile is moved by the shortest paths of the blank, each time in that
    direction towards its cell for which the blank has the shorter way, which makes its path diagonal where it can be;
    the last tile of a line enters it by nine fixed moves.

    Parameters
    ----------
    domain, shape
        Sliding tiles with two rows and two columns or more; the article's boards are square.
    start
        A state of the board.
    goal
        The wanted state, with the blank in the last cell; the domain's own if None.

    Returns
    -------
    The plan and its moves as statistics; UNSOLVABLE with the moves made until that was seen.

    Raises
    ------
    InputError
        Another domain or size, a goal with the blank elsewhere, a start that does not hold the goal's symbols.
    """
    began = perf_counter()
    wanted = domain.goal_state(shape) if goal is None else goal
    slides = domain.slides and domain.geometry is GRID
    if not slides or min(shape) < 2 or not wanted or wanted[-1] != domain.blank:
        raise InputError(
            "Parberry's greedy algorithm is for sliding tiles",
            expected="two rows and columns or more, and a goal with the blank in the last cell",
            found=domain.spell(shape),
        )
    board = _Board(domain, shape, checked_start(ordered_goal(domain, shape, wanted), start))
    (rows, columns), top, left = shape, 0, 0
    while (rows - top, columns - left) != (2, 2):
        if rows - top >= columns - left:
            first = top * columns + left
            board.fill(range(first, first + columns - left), columns, wanted)
            top += 1
        else:
            board.fill(range(top * columns + left, rows * columns, columns), 1, wanted)
            left += 1
    corner = top * columns + left
    solved = board.turn((corner, corner + 1, corner + columns + 1, corner + columns), wanted)
    moves = len(board.steps)
    schemas = domain.schemas(shape)
    used = [0] * len(schemas)
    for number, _ in board.steps:
        used[number] += 1
    steps = tuple((schemas[number], place) for number, place in board.steps)
    status = Status.SOLVED if solved else Status.UNSOLVABLE
    did = Statistics(
        expanded=moves,
        generated=moves,
        operator_applications=moves,
        elapsed=perf_counter() - began,
    )
    climb = Climb(
        plan=Plan(domain, shape, tuple(start), steps),
        uses=tuple(SchemaUse(count, count, count) for count in used),
        schemas=schemas,
    )
    return Result.of_climb(status, did, climb, algorithm="parberry")


class _Board:
    """A board that is changed move by move.

    Parameters
    ----------
    domain, shape
        Sliding tiles.
    cells
        The state to begin from.
    """

    def __init__(self, domain: Domain, shape: Shape, cells: list[Symbol]) -> None:
        self.cells = cells
        self.where = {symbol: cell for cell, symbol in enumerate(cells)}
        assert domain.blank is not None
        self.blank = domain.blank
        self.filled: set[int] = set()
        self.steps: list[tuple[int, int]] = []
        self._numbers = _numbers(domain.schemas(shape), shape[1])
        self._beside = [_beside(cell, shape) for cell in range(len(cells))]
        self._columns = shape[1]

    def move(self, cell: int) -> None:
        """Move the blank to a cell beside it."""
        hole, tile = self.where[self.blank], self.cells[cell]
        self.cells[hole], self.cells[cell] = tile, self.blank
        self.where[tile], self.where[self.blank] = hole, cell
        self.steps.append((self._numbers[cell - hole], min(cell, hole)))

    def way(self, target: int, avoid: int) -> list[int] | None:
        """The shortest way of the blank to a cell, past a tile and what is filled; None where there is none."""
        start = self.where[self.blank]
        came: dict[int, int] = {start: start}
        waiting = deque([start])
        while waiting:
            cell = waiting.popleft()
            if cell == target:
                way = []
                while cell != start:
                    way.append(cell)
                    cell = came[cell]
                return way[::-1]
            for other in self._beside[cell]:
                if other not in came and other != avoid and other not in self.filled:
                    came[other] = cell
                    waiting.append(other)
        return None

    def bring(self, tile: Symbol, target: int) -> None:
        """Move a tile to a cell, always closer."""
        while (cell := self.where[tile]) != target:
            far = self._distance(cell, target)
            paths = [
                way
                for other in self._beside[cell]
                if self._distance(other, target) < far
                and other not in self.filled
                and (way := self.way(other, cell)) is not None
            ]
            for step in (*min(paths, key=len), cell):
                self.move(step)

    def fill(self, line: Sequence[int], inward: int, goal: State) -> None:
        """Bring the tiles of a row or column to their cells, one after the other.

        Parameters
        ----------
        line
            Its cells.
        inward
            From one of them to the cell beside it that is not filled yet.
        goal
            Which tiles belong there.
        """
        *first, last = line
        for cell in first:
            self.bring(goal[cell], cell)
            self.filled.add(cell)
        tile, back = goal[last], line[-2] - last
        if self.where[tile] == last + inward and self.where[self.blank] == last:
            self.move(last + inward)
        elif self.where[tile] != last:
            self.bring(tile, last + 2 * inward)
            for cell in self.way(last, last + 2 * inward) or ():
                self.move(cell)
            # The line's last two tiles make room for this one and follow it back.
            for step in (back, inward, -back, inward, back, -inward, -inward, -back, inward):
                self.move(self.where[self.blank] + step)
        self.filled.add(last)

    def turn(self, ring: Sequence[int], goal: State) -> bool:
        """Move the blank around four cells, the shorter way, until they are right; False where they never are."""
        paths = [
            way for ahead in (ring, ring[::-1]) if (way := self._turns(ahead, goal)) is not None
        ]
        for cell in min(paths, key=len, default=()):
            self.move(cell)
        return bool(paths)

    def _turns(self, ring: Sequence[int], goal: State) -> list[int] | None:
        cells = {cell: self.cells[cell] for cell in ring}
        place = ring.index(self.where[self.blank])
        way: list[int] = []
        while any(cells[cell] != goal[cell] for cell in ring):
            if len(way) == AROUND:
                return None
            hole, place = ring[place], (place + 1) % len(ring)
            cells[hole], cells[ring[place]] = cells[ring[place]], cells[hole]
            way.append(ring[place])
        return way

    def _distance(self, one: int, other: int) -> int:
        row, column = divmod(one, self._columns)
        other_row, other_column = divmod(other, self._columns)
        return abs(row - other_row) + abs(column - other_column)


def _numbers(schemas: Sequence[Schema], columns: int) -> dict[int, int]:
    """Numbers of the schemas by the cells that they move the blank."""
    steps = {"up": -columns, "down": columns, "left": -1, "right": 1}
    return {steps[schema.name]: number for number, schema in enumerate(schemas)}


def _beside(cell: int, shape: Shape) -> tuple[int, ...]:
    (rows, columns), (row, column) = shape, divmod(cell, shape[1])
    return tuple(
        other
        for other, there in (
            (cell - columns, row > 0),
            (cell - 1, column > 0),
            (cell + 1, column + 1 < columns),
            (cell + columns, row + 1 < rows),
        )
        if there
    )
