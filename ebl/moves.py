"""What macros are made of."""

from __future__ import annotations

from typing import Any, Protocol

from ..rules.geometry import Geometry, Shape
from ..rules.schema import Schema
from ..rules.theory import Theory


class Moves(Protocol):
    """What macros are made of: the moves of one board (`Theory`), or of boards of every size (`Domain`)."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def every_size(self) -> bool:
        """Whether macros may be placed on boards of other sizes than their own."""

    @property
    def lifted(self) -> bool:
        """Whether they are actions over parameters rather than rules on boards."""

    @property
    def geometry(self) -> Geometry:
        """How windows lie on its boards."""

    def schemas(self, shape: Shape, /) -> tuple[Schema, ...]:
        """The primitive moves on boards of a shape."""

    def holds(self, schema: Schema, shape: Shape) -> bool:
        """Whether every step of a schema is a move on boards of that shape."""

    def move_like(self, operator: Any, /) -> str | None:
        """The name of the move that does the same as a macro's operator; None where there is none."""

    def window(self, window: Shape) -> Theory:
        """What a window looks like."""
