"""Arcs on wide boards that look at few of the cells."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from ...arc import Arc
from ...term import Pattern, Symbol


class SparseArc(Arc):
    """An arc that holds only the cells that it tests or sets; its patterns are made whenever they are asked for.

    Of an arc on 2,500 cells each pattern takes 20 kB, and a planning problem may have 10,000 arcs.

    Parameters
    ----------
    name, cost, steps
        As for `Arc`.
    blank
        A variable of its own for every cell, shared by all arcs of a board.
    asked, made
        The symbols that cells must hold, and those that they get.
    """

    blank: Pattern
    asked: Mapping[int, Symbol]
    made: Mapping[int, Symbol]

    def __init__(
        self,
        name: str,
        blank: Pattern,
        asked: Mapping[int, Symbol],
        made: Mapping[int, Symbol],
        cost: float = 1,
        steps: tuple[Arc, ...] = (),
    ) -> None:
        tested = dict(sorted(asked.items()))
        changed = {cell: made[cell] for cell in sorted(made) if made[cell] != tested.get(cell)}
        # As the frozen class would set them one by one, which takes several times as long.
        self.__dict__.update(
            name=name, blank=blank, asked=tested, made=changed, cost=cost, steps=steps
        )
        self.check()

    def __reduce__(self) -> tuple[object, ...]:
        values = (self.name, self.blank, self.asked, self.made, self.cost, self.steps)
        return (SparseArc, values)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, SparseArc) and other.blank == self.blank:
            return (self.name, self.asked, self.made, self.cost, self.steps) == (
                other.name, other.asked, other.made, other.cost, other.steps
            )  # fmt: skip
        if not isinstance(other, Arc):
            return NotImplemented
        return (self.name, self.before, self.after, self.cost, self.steps) == (
            other.name, other.before, other.after, other.cost, other.steps
        )  # fmt: skip

    __hash__ = Arc.__hash__

    @property
    def before(self) -> Pattern:
        """The pattern that it applies to."""
        return self._pattern(self.asked)

    @property
    def after(self) -> Pattern:
        """The pattern that it leads to."""
        return self._pattern({**self.asked, **self.made})

    def _pattern(self, cells: Mapping[int, Symbol]) -> Pattern:
        terms = list(self.blank)
        for cell, symbol in cells.items():
            terms[cell] = symbol
        return tuple(terms)

    @property
    def size(self) -> int:
        """The number of cells of a state."""
        return len(self.blank)

    @property
    def conditions(self) -> tuple[tuple[tuple[int, Symbol], ...], tuple[tuple[int, int], ...]]:
        """The cells that it tests, with their symbols; none must be equal to another."""
        return tuple(self.asked.items()), ()

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """The symbols of both patterns."""
        return (*self.asked.values(), *self.made.values())

    @property
    def effects(self) -> tuple[tuple[int, Symbol], ...]:
        """The cells that it sets, with their symbols."""
        return tuple(self.made.items())

    @cached_property
    def changed(self) -> tuple[int, ...]:
        """The cells whose symbol it may change."""
        return tuple(self.made)
