"""Which arcs match a state, without trying every arc."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from .arc import Applier, Arc, compile_arc
from .term import State, Symbol

LEAF_SIZE = 8
"""So many arcs are tried one by one."""

Numbered: TypeAlias = tuple[int, Arc, Applier]
"""An arc with its number and what applies it."""

Branches: TypeAlias = tuple[list[Numbered], list[int], dict[tuple[int, Symbol], "_Switch"]]
"""Arcs to be tried, the cells that are looked at, and the children by the constants there."""


class ArcIndex:
    """The arcs of a theory, found by the constants that they require: a successor generator (Helmert 2006, section 5).

    It is a tree of switch nodes. Every arc goes to the child of one (cell, constant) pair that its ``before`` requires:
    the pair that fewest arcs share. A child with many arcs is expanded, by the other pairs, when a state first meets it.
    A state then meets only the arcs below its own cells, in the theory's order. Threads may share an index.
    """

    def __init__(self, arcs: Sequence[Arc]) -> None:
        self._root = _Switch(list(enumerate(arcs)), frozenset(), 0)
        self._root.expand()

    def candidates(self, state: State) -> Sequence[Numbered]:
        """The arcs that are tried on a state, each with its number and what applies it, in the order of the arcs."""
        groups: list[list[Numbered]] = []
        waiting = [self._root]
        for switch in waiting:
            arcs, cells, children = switch.branches or switch.expand()
            if arcs:
                groups.append(arcs)
            if cells:
                waiting += [child for cell in cells if (child := children.get((cell, state[cell])))]
        if len(groups) == 1:
            return groups[0]
        return sorted((entry for group in groups for entry in group), key=_number)

    def successors(self, state: State) -> list[tuple[Arc, State]]:
        """Every (arc, successor) pair of a state, in the order of the arcs."""
        return [
            (arc, successor)
            for _, arc, apply in self.candidates(state)
            if (successor := apply(state)) is not None
        ]


class _Switch:
    """A node of the tree: arcs whose constants in some cells are known to be there."""

    __slots__ = ("branches", "known", "leaf_size", "unexpanded")

    def __init__(
        self, arcs: list[tuple[int, Arc]], known: frozenset[int], leaf_size: int = LEAF_SIZE
    ) -> None:
        self.known = known
        self.leaf_size = leaf_size
        self.unexpanded = arcs
        self.branches: Branches | None = None

    def expand(self) -> Branches:
        """Part the arcs into those to be tried and those of the children."""
        # Read first: another thread empties it, but only once there are branches.
        unexpanded = self.unexpanded
        if self.branches:
            return self.branches
        many = len(unexpanded) > self.leaf_size
        required = [self._required(arc) if many else () for _, arc in unexpanded]
        common = Counter(pair for pairs in required for pair in pairs)
        arcs: list[Numbered] = []
        parted: dict[tuple[int, Symbol], list[tuple[int, Arc]]] = {}
        for (number, arc), pairs in zip(unexpanded, required, strict=True):
            if pairs:
                key = min(pairs, key=lambda pair: (common[pair], pair[0]))
                parted.setdefault(key, []).append((number, arc))
            else:
                arcs.append((number, arc, compile_arc(arc, self.known)))
        children = {key: _Switch(some, self.known | {key[0]}) for key, some in parted.items()}
        branches = arcs, sorted({cell for cell, _ in parted}), children
        self.branches = branches
        self.unexpanded = []
        return branches

    def _required(self, arc: Arc) -> Sequence[tuple[int, Symbol]]:
        return [pair for pair in arc.conditions[0] if pair[0] not in self.known]


def _number(entry: Numbered) -> int:
    return entry[0]
