"""Heuristics of boards, which look at cells alone.

In this file:

- Manhattan distance: rows and columns between every tile and its place.
- Cells that hold a wrong symbol (Hamming distance).
- The heuristic that knows nothing.
- Misplaced tiles plus Manhattan distance, which may overestimate.
- Manhattan distance with linear conflicts (Hansson, Mayer and Yung 1992).
- Neighbours in a line that are no neighbours in the goal (Helmert 2010, for pancakes).
- Sums over cells of what the symbol there has still to do.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from math import floor, lcm
from typing import TypeAlias

from ...rules.arc import Arc
from ...rules.domains.domain_table import domain_of
from ...rules.errors import InputError
from ...rules.geometry import Shape
from ...rules.term import Pattern, State, Symbol, Var, ground
from ...rules.theory import Theory
from .. import _kernel
from ..heuristic import ZERO, Heuristic
from ..native.compiled import CompiledTheory, values_by_cell
from ..operator import common_denominator

GoalCells: TypeAlias = tuple[tuple[Symbol, tuple[int, ...]], ...]
"""Symbols, each with the cells in which it may end."""


def manhattan(theory: Theory, goal: Pattern, start: State = ()) -> CellSum:
    """The sum of each tile's row and column distance to its nearest goal cell, the blank aside.

    Raises
    ------
    InputError
        A theory whose arcs make or destroy symbols, where distance has no meaning.
    """
    return _of_board(theory.shape, homes_of(theory, goal, start), move_rate(theory))


def manhattan_of_board(board: Theory, goal: Pattern, start: State) -> CellSum:
    """Make the distances of a board whose moves are not known: each step counts 1, so that the sum is no lower bound."""
    table = _of_board(board.shape, homes_of(board, goal, start), 1).table
    return CellSum("manhattan", table, admissible=False, denominator=1)


def homes_of(theory: Theory, goal: Pattern, start: State) -> GoalCells:
    """Every symbol that must end in a goal cell, with these cells, the blank aside."""
    homes = _named_in(goal, theory.blank)
    if theory.symbols is None and any(isinstance(term, Var) for term in goal):
        # Where a symbol stands more often than the goal names it, the others may end in any open cell.
        return tuple((s, cells) for s, cells in homes if start.count(s) == len(cells))
    return homes


@lru_cache(maxsize=16)
def _named_in(goal: Pattern, blank: Symbol | None) -> GoalCells:
    homes: dict[Symbol, list[int]] = {}
    for cell, term in enumerate(goal):
        if not isinstance(term, Var) and term != blank:
            homes.setdefault(term, []).append(cell)
    return tuple((symbol, tuple(cells)) for symbol, cells in homes.items())


@lru_cache(maxsize=16)
def _of_board(shape: Shape, homes: GoalCells, rate: float) -> CellSum:
    """The sum for a goal; most searches have the goal of the one before."""
    rows, columns = shape
    table = tuple(
        {
            symbol: rate * min(_distance(cell, home, columns) for home in cells)
            for symbol, cells in homes
        }
        for cell in range(rows * columns)
    )
    return CellSum("manhattan", table, denominator=common_denominator([rate]))


def _distance(one: int, other: int, columns: int) -> int:
    rows = abs(one // columns - other // columns)
    return rows + abs(one % columns - other % columns)


@lru_cache(maxsize=64)
def move_rate(theory: Theory) -> float:
    """The least cost of moving a tile by one row or column."""
    columns = theory.shape[1]

    def travelled(arc: Arc) -> int:
        total = 0
        for cell in arc.changed:
            term = arc.before[cell]
            made = arc.after.count(term)
            if made != arc.before.count(term) or (term != theory.blank and made != 1):
                raise InputError(
                    f"manhattan has no meaning here: arc {arc.name} makes or destroys symbols",
                    found=str(arc),
                    remedy="misplaced or zero",
                )
            if term != theory.blank:
                total += _distance(cell, arc.after.index(term), columns)
        return total

    return least_rate(theory, travelled)


def misplaced(
    theory: Theory, goal: Pattern, start: State = (), against: str | None = None
) -> CellSum:
    """The number of cells that hold a wrong symbol, the blank aside (Hamming distance).

    A cell that the goal leaves open is never wrong. Counted ``against`` another state, as in ``misplaced:1 2 3 0``, it
    ignores the goal and is not admissible.

    Raises
    ------
    InputError
        A state to count against that is not a state of the theory.
    """
    if against is not None:
        counted = misplaced(theory, theory.parse(against))
        return CellSum(
            f"misplaced:{against}", counted.table, admissible=False, denominator=counted.denominator
        )
    scale = least_rate(theory, lambda arc: _cells_mended(arc, theory.blank))
    table = _table(theory, goal, start, scale)
    return CellSum("misplaced", table, denominator=common_denominator([scale]))


def misplaced_of_board(board: Theory, goal: Pattern, start: State) -> CellSum:
    """Count the wrong cells of a board whose moves are not known, which gives no lower bound."""
    return CellSum("misplaced", _table(board, goal, start, 1), admissible=False, denominator=1)


def _table(
    theory: Theory, goal: Pattern, start: State, scale: float
) -> list[Mapping[Symbol, float]]:
    symbols = symbols_of(theory, goal, start)
    return [
        {} if isinstance(term, Var) else {s: scale for s in symbols if s != term} for term in goal
    ]


def _cells_mended(arc: Arc, blank: Symbol | None) -> int:
    return sum(1 for cell in arc.changed if arc.before[cell] != blank)


def zero(theory: Theory, goal: Pattern, start: State = ()) -> Heuristic:
    """The heuristic that is 0 for every state."""
    return ZERO


def misplaced_plus_manhattan(theory: Theory, goal: Pattern, start: State = ()) -> CellSum:
    """Misplaced tiles plus Manhattan distance: inadmissible, so solutions may be suboptimal."""
    parts = misplaced(theory, goal, start), manhattan(theory, goal, start)
    table: list[Mapping[Symbol, float]] = [
        {symbol: one.get(symbol, 0) + other.get(symbol, 0) for symbol in {**one, **other}}
        for one, other in zip(*(part.table for part in parts), strict=True)
    ]
    denominator = lcm(*(part.denominator for part in parts))
    return CellSum("misplaced+manhattan", table, admissible=False, denominator=denominator)


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

    def __init__(self, manhattan: CellSum, theory: Theory, homes: GoalCells, scale: float) -> None:
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


Pair = tuple[int, int]
"""Two neighbouring cells; the last cell and the number of cells stand for a wall behind it."""


def gaps(theory: Theory, goal: Pattern, start: State = ()) -> Gaps:
    """The number of neighbouring cells whose symbols are no neighbours in the goal.

    The cells are a line, a line with a wall at its end (the plate under pancakes) or a ring, whichever says most of the
    start. An arc mends no more gaps than there are pairs of neighbours that it parts, which scales the number.

    Raises
    ------
    InputError
        A board of several rows, or a goal that is no single state.
    """
    end = ground(goal)
    if theory.shape[0] != 1 or theory.size < 2 or end is None:
        raise InputError(
            f"gaps has a meaning for lines of cells and goals that are one state, not for {theory.name}",
            remedy="misplaced, or manhattan",
        )
    last = theory.size - 1
    line = [(cell, cell + 1) for cell in range(last)]
    ring = [(last, 0)] if last > 1 else []  # two cells are neighbours once
    kinds = [Gaps(theory, end, [*line, *more]) for more in ([], [(last, last + 1)], ring)]
    return max(kinds, key=lambda kind: kind.estimate(start or end))


class Gaps:
    """Gap heuristic: pairs of neighbours that are not neighbours in the goal.

    Parameters
    ----------
    theory, goal
        The theory, whose primitive arcs say how much a gap is worth, and the state in which there is none.
    pairs
        The neighbours.
    """

    name = "gaps"
    admissible = True
    consistent = True

    def __init__(self, theory: Theory, goal: State, pairs: Sequence[Pair]) -> None:
        self.pairs = tuple(pairs)
        self.right = {frozenset((_at(goal, one), _at(goal, other))) for one, other in pairs}
        self.rate: float = least_rate(theory, lambda arc: _parted(arc, self.pairs))
        self.denominator = common_denominator([self.rate])
        self._of_cell: list[list[Pair]] = [
            [pair for pair in self.pairs if cell in pair] for cell in range(theory.size)
        ]

    def _value(self, state: State, pair: Pair) -> float:
        return (
            0 if frozenset((_at(state, pair[0]), _at(state, pair[1]))) in self.right else self.rate
        )

    def estimate(self, state: State) -> float:
        """The gaps of a state, each worth what the cheapest arc takes to mend it."""
        total: float = 0
        for pair in self.pairs:
            total += self._value(state, pair)
        return total

    def update(self, h: float, operator: Arc, state: State, successor: State) -> float:
        """The value for a successor, from the neighbours of the cells that the arc changes."""
        for pair in sorted({pair for cell in operator.changed for pair in self._of_cell[cell]}):
            h += self._value(successor, pair) - self._value(state, pair)
        return h

    def in_kernel(self, compiled: CompiledTheory) -> _kernel.PairSum:
        """The heuristic in the kernel."""
        symbols: tuple[Symbol | None, ...] = (*compiled.symbols, None)
        table = [
            0.0 if frozenset((one, other)) in self.right else float(self.rate)
            for one in symbols
            for other in symbols
        ]
        ones, others = zip(*sorted(self.pairs), strict=True)
        return _kernel.PairSum(ones, others, table)


def _at(state: State, cell: int) -> Symbol | None:
    return state[cell] if cell < len(state) else None


def _parted(arc: Arc, pairs: Sequence[Pair]) -> int:
    """Number of pairs of neighbours that an arc parts."""
    sources: dict[Symbol | Var | None, int | None] = {}
    for cell, term in enumerate((*arc.before, None)):
        sources[term] = None if term in sources else cell
    after = (*arc.after, None)
    where = [sources.get(term) for term in after]
    there = {frozenset(pair) for pair in pairs}
    kept = {frozenset((where[one], where[other])) for one, other in pairs} & there
    return len(there) - len(kept)


class CellSum:
    """A sum over cells, looked up by cell and symbol.

    Parameters
    ----------
    table
        For every cell a mapping from symbol to its contribution; a symbol that is absent contributes 0.
    denominator
        Makes whole numbers of all contributions; 0 where none is known.
    """

    def __init__(
        self,
        name: str,
        table: Sequence[Mapping[Symbol, float]],
        *,
        admissible: bool = True,
        denominator: int = 0,
    ) -> None:
        self.name = name
        self.admissible = admissible
        self.consistent = admissible
        self.table = table
        self.denominator = denominator
        self._in_kernel: tuple[CompiledTheory | None, _kernel.CellSum | None] = None, None

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

    def in_kernel(self, compiled: CompiledTheory) -> _kernel.CellSum:
        """The sum in the kernel; the one of the last theory is kept."""
        known, made = self._in_kernel
        if made is None or known is not compiled:
            made = _kernel.CellSum(*values_by_cell(compiled, self.table))
            self._in_kernel = compiled, made
        return made


def least_rate(theory: Theory, work: Callable[[Arc], int | None]) -> float:
    """The least cost per unit of progress over the primitive arcs, rounded down to a multiple of 2^-20.

    Sums of such values are exact, in whatever order they are added up.
    """
    rates = [arc.cost / done for arc in theory.primitives if (done := work(arc))]
    least = floor(min(rates, default=0.0) * 2**20) / 2**20
    return int(least) if least == int(least) else least


def symbols_of(theory: Theory, goal: Pattern, start: State) -> tuple[Symbol, ...]:
    """The symbols that states may hold, the blank aside."""
    named = (*start, *(theory.symbols or ()), *(t for t in goal if not isinstance(t, Var)))
    in_arcs = (symbol for arc in theory.primitives for symbol in arc.symbols)
    return tuple(dict.fromkeys(s for s in chain(named, in_arcs) if s != theory.blank))
