"""Which arcs match a state, without trying every arc."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .arc import Applier, Arc, compile_arc
from .term import State, Symbol


class ArcIndex:
    """The arcs of a theory, found by one constant each.

    Every arc is filed under one (cell, constant) pair that its ``before`` requires: the pair that fewest arcs
    share. A state then meets only the arcs filed under its own cells, in the theory's order.
    """

    def __init__(self, arcs: Sequence[Arc]) -> None:
        needed = [arc.conditions[0] for arc in arcs]
        common = Counter(pair for pairs in needed for pair in pairs)
        filed: dict[tuple[int, Symbol], list[tuple[int, Arc, Applier]]] = {}
        self._always: list[tuple[int, Arc, Applier]] = []
        for number, (arc, pairs) in enumerate(zip(arcs, needed, strict=True)):
            if pairs:
                key = min(pairs, key=lambda pair: (common[pair], pair[0]))
                filed.setdefault(key, []).append((number, arc, compile_arc(arc, known=key[0])))
            else:
                self._always.append((number, arc, compile_arc(arc)))
        self._filed = filed
        self._cells = sorted({cell for cell, _ in filed})

    def candidates(self, state: State) -> Sequence[tuple[int, Arc, Applier]]:
        """The arcs that are tried on a state, each with its number and what applies it, in the order of the arcs."""
        filed = self._filed
        groups = [
            group for cell in self._cells if (group := filed.get((cell, state[cell]))) is not None
        ]
        if self._always:
            groups.append(self._always)
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


def _number(entry: tuple[int, Arc, Applier]) -> int:
    return entry[0]
