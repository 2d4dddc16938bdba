"""Things that turn out to be one: sets that are joined, each with a thing that stands for all of it (Tarjan 1975)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

Thing = TypeVar("Thing", bound=Hashable)


class UnionFind(Generic[Thing]):
    """Disjoint sets; a thing that was never joined is a set of its own."""

    def __init__(self) -> None:
        self._above: dict[Thing, Thing] = {}

    def root(self, thing: Thing) -> Thing:
        """The thing that stands for the set of another."""
        above = self._above
        while thing in above:
            higher = above[thing]
            if higher in above:
                above[thing] = above[higher]
            thing = higher
        return thing

    def join(self, kept: Thing, other: Thing) -> None:
        """Make two sets one, for which the root of ``kept`` stands."""
        one, two = self.root(kept), self.root(other)
        if one != two:
            self._above[two] = one
