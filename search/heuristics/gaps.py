"""Neighbours in a line that are no neighbours in the goal (Helmert 2010, for pancakes)."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.arc import Arc
from ...rules.errors import InputError
from ...rules.term import Pattern, State, Symbol, Var, ground
from ...rules.theory import Theory
from .. import _kernel
from ..denominators import common_denominator
from ..native.compiled import CompiledTheory
from .cell_sum import least_rate

Pair = tuple[int, int]
"""Two cells, or the last cell and the number of cells, which stands for a wall behind it."""


def gaps(theory: Theory, goal: Pattern, start: State = ()) -> Gaps:
    """The number of neighbouring cells whose symbols are no neighbours in the goal.

    The cells are a line, a line with a wall at its end (the plate under pancakes) or a ring, whichever says most of the
    start. An arc mends no more gaps than there are pairs of neighbours that it parts, which scales the number.

    Raises
    ------
    InputError
        A board of several rows, or a goal that is no single state.
    """
    end = ground(goal)
    if theory.shape[0] != 1 or theory.size < 2 or end is None:
        raise InputError(
            f"gaps has a meaning for lines of cells and goals that are one state, not for {theory.name}",
            remedy="misplaced, or manhattan",
        )
    last = theory.size - 1
    line = [(cell, cell + 1) for cell in range(last)]
    ring = [(last, 0)] if last > 1 else []  # two cells are neighbours once
    kinds = [Gaps(theory, end, [*line, *more]) for more in ([], [(last, last + 1)], ring)]
    return max(kinds, key=lambda kind: kind.estimate(start or end))


class Gaps:
    """Gap heuristic: pairs of neighbours that are not neighbours in the goal.

    Parameters
    ----------
    theory, goal
        The theory, whose primitive arcs say how much a gap is worth, and the state in which there is none.
    pairs
        The neighbours.
    """

    name = "gaps"
    admissible = True
    consistent = True

    def __init__(self, theory: Theory, goal: State, pairs: Sequence[Pair]) -> None:
        self.pairs = tuple(pairs)
        self.right = {frozenset((_at(goal, one), _at(goal, other))) for one, other in pairs}
        self.rate: float = least_rate(theory, lambda arc: _parted(arc, self.pairs))
        self.denominator = common_denominator([self.rate])
        self._of_cell: list[list[Pair]] = [
            [pair for pair in self.pairs if cell in pair] for cell in range(theory.size)
        ]

    def _value(self, state: State, pair: Pair) -> float:
        return (
            0 if frozenset((_at(state, pair[0]), _at(state, pair[1]))) in self.right else self.rate
        )

    def estimate(self, state: State) -> float:
        """The gaps of a state, each worth what the cheapest arc takes to mend it."""
        total: float = 0
        for pair in self.pairs:
            total += self._value(state, pair)
        return total

    def update(self, h: float, operator: Arc, state: State, successor: State) -> float:
        """The value for a successor, from the neighbours of the cells that the arc changes."""
        for pair in sorted({pair for cell in operator.changed for pair in self._of_cell[cell]}):
            h += self._value(successor, pair) - self._value(state, pair)
        return h

    def in_kernel(self, compiled: CompiledTheory) -> _kernel.PairSum:
        """The heuristic in the kernel."""
        symbols: tuple[Symbol | None, ...] = (*compiled.symbols, None)
        table = [
            0.0 if frozenset((one, other)) in self.right else float(self.rate)
            for one in symbols
            for other in symbols
        ]
        ones, others = zip(*sorted(self.pairs), strict=True)
        return _kernel.PairSum(ones, others, table)


def _at(state: State, cell: int) -> Symbol | None:
    return state[cell] if cell < len(state) else None


def _parted(arc: Arc, pairs: Sequence[Pair]) -> int:
    """How many pairs of neighbours an arc parts; neighbours afterwards may be others."""
    sources: dict[Symbol | Var | None, int | None] = {}
    for cell, term in enumerate((*arc.before, None)):
        sources[term] = None if term in sources else cell
    after = (*arc.after, None)
    where = [sources.get(term) for term in after]
    there = {frozenset(pair) for pair in pairs}
    kept = {frozenset((where[one], where[other])) for one, other in pairs} & there
    return len(there) - len(kept)
