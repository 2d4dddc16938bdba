"""Completeness of climbing on square boards of every size, by the lemma of docs/every_size.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.geometry import GRID, Shape
from ...rules.later import Later
from ...rules.schema import Schema
from ...rules.term import State
from ...rules.view import Viewed
from .climber import Climber
from .completeness import local_minimum, positional


@dataclass(frozen=True)
class EverySize(Viewed):
    """Result of a completeness check for square boards of every size.

    Parameters
    ----------
    situations
        Irreducible situations that were looked at.
    reach
        Rows or columns of the largest window.
    minimum
        A local minimum and the size of its board, or None.
    """

    _view = Later("explorer.views.domain", "sentence_view")

    situations: int
    reach: int
    minimum: tuple[State, Shape] | None = None

    @property
    def complete(self) -> bool:
        """Whether climbing solves every problem on every N x N."""
        return self.minimum is None

    @property
    def bound(self) -> int:
        """Rows of the largest board that has irreducible situations."""
        return largest_irreducible(self.reach)

    def summary(self) -> str:
        """The result in a sentence."""
        if self.minimum is not None:
            rows, columns = self.minimum[1]
            return f"incomplete: a local minimum on {rows}x{columns}"
        return (
            f"complete on every N x N (proved: all {self.situations:,} irreducible situations looked at, on boards up to "
            f"{self.bound}x{self.bound}; larger boards have none, because no window has more than {self.reach} rows or "
            f"columns and {self.bound} = 5 x {self.reach} + 1: lemma in docs/every_size.md)"
        )


def largest_irreducible(reach: int) -> int:
    """Rows of the largest square board with irreducible situations, for windows up to a size."""
    return 5 * reach + 1


def check_every_size(
    domain: Domain,
    macros: Iterable[Schema],
    *,
    report: Callable[[int, int], None] | None = None,
) -> EverySize:
    """Whether climbing solves every square board of a domain that slides on a grid: proved.

    Parameters
    ----------
    domain, macros
        The schemas.
    report
        Called for every size with it and with the number of situations so far.

    Raises
    ------
    InputError
        Where the lemma does not hold: other moves than those of a blank on a grid, macros that ask for more than the blank,
        a goal that does not have the blank in the last cell, another order of subgoals.
    """
    schemas = tuple(macros)
    _suppose(domain, "sliding tiles", domain.slides and domain.geometry is GRID)
    asked = (schema.arc.conditions for schema in schemas)
    _suppose(
        domain,
        "macros that test no cell but the blank's",
        all(not equal and {symbol for _, symbol in one} == {domain.blank} for one, equal in asked),
    )
    smallest = domain.schemas((2, 2))
    reach = max(max(schema.window) for schema in (*smallest, *schemas))
    looked_at = 0
    for size in range(2, largest_irreducible(reach) + 1):
        climber = Climber(domain, (size, size), schemas)
        _check_board(climber, smallest)
        for filled, focus, blank in irreducible_situations(size, reach):
            looked_at += 1
            state = local_minimum(climber, filled, focus, blank)
            if state is not None:
                return EverySize(looked_at, reach, (state, (size, size)))
        if report is not None:
            report(size, looked_at)
    return EverySize(looked_at, reach)


def _suppose(domain: Domain, expected: str, holds: bool) -> None:
    """Raise InputError for a domain or macros that the lemma does not cover."""
    if not holds:
        raise InputError(f"no argument for larger boards of {domain.name}", expected=expected)


def _check_board(climber: Climber, smallest: tuple[Schema, ...]) -> None:
    """Raise InputError for a board that the lemma does not cover."""
    goal, placements = climber.goal, climber.placements
    domain, (size, _) = placements.domain, placements.shape
    in_turn = [row * size + column for (row, column), _, _ in subgoals(size)]
    same = domain.schemas(placements.shape) == smallest
    _suppose(domain, "the same moves on every board", same)
    _suppose(
        domain, "every tile once, and moves that test no cell but the blank's", positional(climber)
    )
    _suppose(domain, "a goal with the blank in the last cell", goal.goal[-1] == domain.blank)
    _suppose(domain, "rows and columns filled in turn", list(goal.order) == in_turn)


def subgoals(size: int) -> Iterator[tuple[tuple[int, int], int, int]]:
    """The cells of a square board in the order in which they are filled: row 0, column 0, row 1, and so on, without the last.

    Yields
    ------
    Row and column of the cell, and how many rows and columns are filled before it.
    """
    for line in range(size - 1):
        for column in range(line, size):
            yield (line, column), line, line
        for row in range(line + 1, size):
            yield (row, line), line + 1, line


def irreducible_situations(size: int, reach: int) -> Iterator[tuple[int, int, int]]:
    """The situations of a square board from which no row and column can be taken out.

    Parameters
    ----------
    size
        Rows of the board.
    reach
        Rows or columns of the largest window.

    Yields
    ------
    The number of filled cells, and the cells of the next symbol and of the blank.
    """
    for filled, (target, rows, columns) in enumerate(subgoals(size)):
        if columns >= reach:
            return  # the first row and column can be taken out
        row_pairs = list(_pairs(rows, target[0], size, reach))
        column_pairs = list(_pairs(columns, target[1], size, reach))
        for focus_row, blank_row, tight in row_pairs:
            for focus_column, blank_column, also in column_pairs:
                if not tight and not also:
                    continue
                focus, blank = (focus_row, focus_column), (blank_row, blank_column)
                if (
                    focus not in (blank, target)
                    and _free(focus, target, rows, columns)
                    and _free(blank, target, rows, columns)
                ):
                    yield (
                        filled,
                        focus_row * size + focus_column,
                        blank_row * size + blank_column,
                    )


def _pairs(first: int, target: int, size: int, reach: int) -> Iterator[tuple[int, int, bool]]:
    """The lines of the next symbol and of the blank, and whether no line far from all that matters can be taken out."""
    for focus in range(first, size):
        for blank in range(first, size):
            matter = sorted({first, target, focus, blank, size - 1})
            yield focus, blank, all(after - line <= reach for line, after in pairwise(matter))


def _free(cell: tuple[int, int], target: tuple[int, int], rows: int, columns: int) -> bool:
    """Whether a cell below the filled rows and right of the filled columns is not filled, ``target`` being the next."""
    if rows == columns:
        return cell[0] > rows or cell[1] >= target[1]
    return cell[1] > columns or cell[0] >= target[0]
