"""Which arcs match a state, without trying every arc."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from .arc import Applier, Arc, compile_arc
from .term import State, Symbol

FEW = 8
"""So many arcs are tried one by one."""

Filed: TypeAlias = tuple[int, Arc, Applier]
"""An arc with its number and what applies it."""


class ArcIndex:
    """The arcs of a theory, found by the constants that they require (after Helmert 2006, section 5).

    Every arc is filed under one (cell, constant) pair that its ``before`` requires: the pair that fewest arcs
    share. Many arcs under one pair are filed once more, under another pair each, when a state first meets them. A state
    then meets only the arcs filed under its own cells, in the theory's order.
    """

    def __init__(self, arcs: Sequence[Arc]) -> None:
        self._top = _Drawer(list(enumerate(arcs)), frozenset(), 0)
        self._top.sort()

    def candidates(self, state: State) -> Sequence[Filed]:
        """The arcs that are tried on a state, each with its number and what applies it, in the order of the arcs."""
        groups: list[list[Filed]] = []
        waiting = [self._top]
        for drawer in waiting:
            if drawer.unsorted:
                drawer.sort()
            if drawer.arcs:
                groups.append(drawer.arcs)
            if drawer.cells:
                below = drawer.below
                waiting += [
                    found for cell in drawer.cells if (found := below.get((cell, state[cell])))
                ]
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


class _Drawer:
    """Arcs whose constants in some cells are known to be there."""

    __slots__ = ("arcs", "below", "cells", "few", "known", "unsorted")

    def __init__(self, arcs: list[tuple[int, Arc]], known: frozenset[int], few: int = FEW) -> None:
        self.known = known
        self.few = few
        self.unsorted = arcs
        self.arcs: list[Filed] = []  # to be tried
        self.below: dict[tuple[int, Symbol], _Drawer] = {}
        self.cells: list[int] = []  # of what is below

    def sort(self) -> None:
        """File the arcs."""
        arcs, self.unsorted = self.unsorted, []
        asked = [self._asked(arc) for _, arc in arcs] if len(arcs) > self.few else [()] * len(arcs)
        common = Counter(pair for pairs in asked for pair in pairs)
        filed: dict[tuple[int, Symbol], list[tuple[int, Arc]]] = {}
        for (number, arc), pairs in zip(arcs, asked, strict=True):
            if pairs:
                key = min(pairs, key=lambda pair: (common[pair], pair[0]))
                filed.setdefault(key, []).append((number, arc))
            else:
                self.arcs.append((number, arc, compile_arc(arc, self.known)))
        self.below = {key: _Drawer(some, self.known | {key[0]}) for key, some in filed.items()}
        self.cells = sorted({cell for cell, _ in filed})

    def _asked(self, arc: Arc) -> Sequence[tuple[int, Symbol]]:
        return [pair for pair in arc.conditions[0] if pair[0] not in self.known]


def _number(entry: Filed) -> int:
    return entry[0]
