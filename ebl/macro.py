"""A macro-operator: an operator composed of others, with the explanation that it came from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from ..rules.arc import Arc
from ..rules.geometry import Shape
from ..rules.schema import Schema
from .explanation import Explanation
from .reasons import CellReason, cell_reasons


@dataclass(frozen=True)
class Macro:
    """An operator that stands for several.

    Parameters
    ----------
    operator
        What it asks for and does: a schema whose moves are the steps. A macro of one board is a schema on the whole
        board.
    explanation
        The training path that it was generalized from, as far as its window shows it; None where that is not known.
    origin
        Where the training problem stands, such as ``five_puzzle.json:4:5``; empty where not known.
    """

    operator: Schema
    explanation: Explanation | None = None
    origin: str = ""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.operator.name

    @property
    def cost(self) -> float:
        """What one use costs."""
        return self.operator.cost

    @property
    def length(self) -> int:
        """How many primitive moves one use makes."""
        return self.operator.length

    @property
    def label(self) -> str:
        """Name and cost, to stand under a picture."""
        return self.arc.label

    @property
    def arc(self) -> Arc:
        """The rule over the cells of its window, with the steps as arcs of these."""
        return self.operator.arc

    @property
    def window(self) -> Shape:
        """Rows and columns of the board, or part of a board, that it is a rule on."""
        return self.operator.window

    @property
    def steps(self) -> tuple[tuple[Schema, int], ...]:
        """The primitive operators in order, each with its place in the window."""
        return self.operator.moves

    @property
    def canonical(self) -> object:
        """Equal exactly for the same rule on the same window."""
        return self.operator.canonical

    @property
    def does_nothing(self) -> bool:
        """Whether it always ends where it began."""
        return self.arc.before == self.arc.after

    @cached_property
    def reasons(self) -> tuple[CellReason, ...]:
        """Why each cell of its pattern is a constant or a variable, by regression through its steps."""
        found = cell_reasons(self.arc.steps)
        return tuple(
            replace(reason, term=term) for reason, term in zip(found, self.arc.before, strict=True)
        )

    def __str__(self) -> str:
        return str(self.arc)

    def renamed(self, name: str) -> Macro:
        """The same macro under another name."""
        schema = self.operator
        return replace(self, operator=replace(schema, arc=replace(schema.arc, name=name)))

    def placed(self, cells: tuple[int, ...], size: int) -> Arc:
        """The macro as an arc with steps, on a board of ``size`` cells of which the window covers ``cells``."""
        return self.arc if cells == tuple(range(size)) else self.operator.placed(cells, size)
