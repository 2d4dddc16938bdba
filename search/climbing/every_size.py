"""Abstract situations: how one looks from close by, which is all that decides whether climbing goes on, whatever the size of the board.

On a grid, where schemas ask for nothing but the blank, a schema leads from a situation to a better one or not depending on

- how far the blank is from each border, as far as a window reaches;
- which cells around the blank are filled, as far as a window reaches;
- where the next symbol lies from the blank, exactly if near, and otherwise in which direction;
- in which direction its cell lies from the next symbol, exactly if near.

Two situations that look alike are local minima both or neither, on whatever boards they occur. On a large board there are
rows and columns far from the blank, from the next symbol, from its cell and from the edge of what is filled; without one such
row and one such column the board is smaller and the situation looks the same. So once a further row and column bring
nothing that looks new, completeness carries over to all larger boards of that proportion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.geometry import GRID, Shape
from ...rules.schema import Schema
from ...rules.term import State
from .climber import Climber
from .completeness import local_minimum, positional, situations

AbstractSituation: TypeAlias = tuple[tuple[int, ...], int, tuple[int, ...]]
"""Borders; the filled cells around the blank, as bits; the two directions."""


@dataclass(frozen=True)
class EverySize:
    """What was found out about boards of every size.

    Parameters
    ----------
    complete
        Whether no local minimum was found.
    situations
        Abstract situations, each of which was tried.
    largest
        Rows and columns of the largest board looked at; it and the one before it showed nothing new.
    minimum
        A local minimum and the size of its board, or None.
    """

    complete: bool
    situations: int
    largest: int
    minimum: tuple[State, Shape] | None = None

    def summary(self) -> str:
        """One line for people."""
        if self.minimum is not None:
            rows, columns = self.minimum[1]
            return f"incomplete: a local minimum on {rows}x{columns}"
        return (
            f"complete on every N x N: all {self.situations:,} kinds of situations were tried; beyond {self.largest - 2}x"
            f"{self.largest - 2} no new ones appear (looked at up to {self.largest}x{self.largest})"
        )


def check_every_size(
    domain: Domain,
    macros: Iterable[Schema],
    *,
    report: Callable[[int, int], None] | None = None,
    most: int = 30,
) -> EverySize:
    """Whether climbing solves every square board of a domain that slides on a grid.

    Parameters
    ----------
    domain, macros
        The schemas.
    report
        Called for every size with it and with the number of abstract situations so far.
    most
        The largest size to look at before giving up.

    Raises
    ------
    InputError
        No grid with a blank, schemas that ask for more than the blank, or new abstract situations on every size up to ``most``.
    """
    schemas = tuple(macros)
    passed: set[AbstractSituation] = set()
    unreachable: set[AbstractSituation] = set()
    quiet = 0
    for size in range(2, most + 1):
        climber = Climber(domain, (size, size), schemas)
        before = len(passed) + len(unreachable)
        for abstract, (filled, focus, blank) in abstract_situations(climber):
            if abstract in passed:
                continue
            if climber.leads_on(filled, focus, blank):
                passed.add(abstract)
                continue
            state = local_minimum(climber, filled, focus, blank)
            if state is not None:
                return EverySize(False, len(passed), size, (state, (size, size)))
            unreachable.add(abstract)
        if report is not None:
            report(size, len(passed))
        quiet = quiet + 1 if len(passed) + len(unreachable) == before else 0
        if quiet == 2:
            return EverySize(True, len(passed) + len(unreachable), size)
    raise InputError(f"new kinds of situations still appear on {most}x{most}")


def abstract_situations(
    climber: Climber,
) -> Iterator[tuple[AbstractSituation, tuple[int, int, int]]]:
    """Every situation on the climber's board, with how it looks.

    Raises
    ------
    InputError
        A board that is no grid with a blank that is approached, or schemas that ask for more than the blank.
    """
    goal, placements = climber.goal, climber.placements
    if placements.domain.geometry is not GRID or goal.blank is None or not positional(climber):
        raise InputError(
            f"no argument for larger boards of {placements.domain.name}",
            expected="a grid with a blank, and macros that ask for nothing but the blank",
        )
    rows, columns = placements.shape
    reach = max(max(schema.window) for schema in climber.schemas)
    around = [
        (down, right)
        for down in range(1 - reach, reach)
        for right in range(1 - reach, reach)
        if down or right
    ]
    filled_before = -1
    known: dict[int, tuple[tuple[int, ...], int]] = {}
    for filled, focus, blank in situations(climber):
        if filled != filled_before:
            filled_before, known = filled, {}
        row, column = divmod(blank, columns)
        if blank not in known:
            borders = (
                min(row, reach),
                min(rows - 1 - row, reach),
                min(column, reach),
                min(columns - 1 - column, reach),
            )
            bits = 0
            for down, right in around:
                there = 0 <= row + down < rows and 0 <= column + right < columns
                cell = (row + down) * columns + column + right
                bits = 2 * bits + (there and goal.rank[cell] < filled)
            known[blank] = (borders, bits)
        focus_row, focus_column = divmod(focus, columns)
        target_row, target_column = divmod(goal.order[filled], columns)
        directions = (
            _clamped(focus_row - row, 2 * reach),
            _clamped(focus_column - column, 2 * reach),
            _clamped(target_row - focus_row, reach),
            _clamped(target_column - focus_column, reach),
        )
        yield (*known[blank], directions), (filled, focus, blank)


def _clamped(steps: int, most: int) -> int:
    return max(-most, min(most, steps))
