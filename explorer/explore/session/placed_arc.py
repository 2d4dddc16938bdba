"""An arc at its place on a board, and its conditions that a state does not meet."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ....rules.arc import Arc
from ....rules.domain import Domain
from ....rules.geometry import Shape
from ....rules.schema import Schema, touched
from ....rules.term import State, Symbol

LISTED_CELLS = 4
"""Of arcs that touch more cells only the first and the last are named."""


@dataclass(frozen=True, slots=True)
class Unmet:
    """A precondition of an arc that a state does not meet; cells count from 0.

    Parameters
    ----------
    cell, found
        A cell, and what stands there.
    wanted
        The constant that must stand there; None where the cell must equal another.
    other, other_found
        That other cell, and what stands there.
    """

    cell: int
    found: Symbol
    wanted: Symbol | None = None
    other: int | None = None
    other_found: Symbol | None = None

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that it is about."""
        return (self.cell,) if self.other is None else (self.cell, self.other)

    def __str__(self) -> str:
        if self.other is None:
            return f"cell {self.cell + 1} must be {self.wanted}, is {self.found}"
        return (
            f"cells {self.cell + 1} and {self.other + 1} must be equal: "
            f"{self.found} and {self.other_found}"
        )


@dataclass(frozen=True, eq=False)
class PlacedArc:
    """A rule on some of a board's cells, spelled out over the whole board only when that is asked for.

    Parameters
    ----------
    rule
        The arc: one of the board, or a schema's on its window.
    cells
        The board's cells that the rule's cells are, in its order.
    size
        The board's number of cells.
    schema, place
        The schema, and the board's cell that its window's first cell covers; None for arcs of the board.
    """

    rule: Arc
    cells: tuple[int, ...]
    size: int
    schema: Schema | None = None
    place: int = 0

    @classmethod
    def on_board(cls, arc: Arc) -> PlacedArc:
        """An arc of the whole board."""
        size = len(arc.before)
        return cls(arc, tuple(range(size)), size)

    @property
    def name(self) -> str:
        """The arc's name."""
        return self.rule.name

    @property
    def cost(self) -> float:
        """Cost of one use."""
        return self.rule.cost

    @property
    def length(self) -> int:
        """How many primitive moves one use makes."""
        return self.rule.length

    @property
    def is_macro(self) -> bool:
        """Whether this is a macro-operator."""
        return self.rule.is_macro

    @cached_property
    def arc(self) -> Arc:
        """The arc over the whole board."""
        return self.rule if self.schema is None else self.schema.placed(self.cells, self.size)

    @cached_property
    def _preconditions(
        self,
    ) -> tuple[tuple[tuple[int, Symbol], ...], tuple[tuple[int, int], ...]]:
        constants, equal = self.rule.conditions
        cells = self.cells
        return (
            tuple((cells[cell], symbol) for cell, symbol in constants),
            tuple((cells[one], cells[other]) for one, other in equal),
        )

    def unmet(self, state: State) -> list[Unmet]:
        """Conditions of the arc that a state does not meet; none if it applies."""
        constants, equal = self._preconditions
        lacking = [
            Unmet(cell, state[cell], wanted=symbol)
            for cell, symbol in constants
            if state[cell] != symbol
        ]
        lacking += [
            Unmet(one, state[one], other=other, other_found=state[other])
            for one, other in equal
            if state[one] != state[other]
        ]
        return lacking

    def apply(self, state: State) -> State | None:
        """The successor, or None where the arc does not apply."""
        if self.schema is None:
            return self.rule.apply(state)
        window = self.rule.apply(tuple(state[cell] for cell in self.cells))
        if window is None:
            return None
        board = list(state)
        for cell, symbol in zip(self.cells, window, strict=True):
            board[cell] = symbol
        return tuple(board)

    def where(self) -> str:
        """The place in words: ``cells 1, 4`` or ``2x3 from cell 5``."""
        if self.schema is not None:
            rows, columns = self.schema.window
            return f"{rows}x{columns} from cell {self.place + 1}"
        cells = [str(cell + 1) for cell in touched(self.rule)]
        if len(cells) > LISTED_CELLS:
            return f"{len(cells)} cells from {cells[0]} to {cells[-1]}"
        return f"cell{'s' if len(cells) != 1 else ''} {', '.join(cells)}"


def everywhere(schema: Schema, domain: Domain, shape: Shape) -> list[PlacedArc]:
    """A schema at every place of a board."""
    size = shape[0] * shape[1]
    placed = []
    for place in domain.geometry.places(schema.window, shape):
        cells = domain.geometry.cells(schema.window, place, shape)
        assert cells is not None
        placed.append(PlacedArc(schema.arc, cells, size, schema, place))
    return placed
