"""Operators of a search: arcs, macro-operators, and the plain moves of problems without arcs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

from ..rules.arc import check_cost
from ..rules.errors import InputError


class Operator(Protocol):
    """An operator from a state to a successor: an `Arc`, a macro-operator or a plain `Move`."""

    @property
    def name(self) -> str:
        """Name for people."""

    @property
    def cost(self) -> float:
        """Cost of one use in the search."""

    @property
    def length(self) -> int:
        """How many primitive moves it makes."""

    @property
    def primitives(self) -> tuple[Operator, ...]:
        """The primitive moves it makes, in order."""


@dataclass(unsafe_hash=True, slots=True)  # frozen ones take three times as long to make
class Move:
    """An operator of a problem that has no arcs: a name and a cost, 0 or more.

    Raises
    ------
    InputError
        A cost that is none, a name that is no string.
    """

    name: str
    cost: float = 1

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise InputError("bad name of a move", expected="a string", found=f"{self.name!r:.80}")
        check_cost(f"move {self.name}", self.cost)

    length: ClassVar[int] = 1

    @property
    def primitives(self) -> tuple[Operator, ...]:
        """The move itself."""
        return (self,)
