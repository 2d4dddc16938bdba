"""Sums over cells of what the symbol there has still to do.

Along an arc only the cells that it changes are looked at. The sums are scaled by what the theory's *primitive* arcs can
achieve per unit of cost, so that they stay admissible for every arc cost, and a macro at its true cost can never make them
wrong. The blank is never counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from math import floor

from ...rules.arc import Arc
from ...rules.term import Pattern, State, Symbol, Var
from ...rules.theory import Theory
from .. import _kernel
from ..native.border import values_by_cell
from ..native.compiled import CompiledTheory


class CellSum:
    """A sum over cells, looked up by cell and symbol.

    Parameters
    ----------
    table
        For every cell a mapping from symbol to its contribution; a symbol that is absent contributes 0.
    denominator
        Makes whole numbers of all contributions; 0 where none is known.
    """

    def __init__(
        self,
        name: str,
        table: Sequence[Mapping[Symbol, float]],
        *,
        admissible: bool = True,
        denominator: int = 0,
    ) -> None:
        self.name = name
        self.admissible = admissible
        self.consistent = admissible
        self.table = table
        self.denominator = denominator
        self._in_kernel: tuple[CompiledTheory | None, _kernel.CellSum | None] = None, None

    def estimate(self, state: State) -> float:
        """The sum for a state."""
        total: float = 0
        for values, symbol in zip(self.table, state, strict=True):
            total += values.get(symbol, 0)
        return total

    def update(self, h: float, operator: Arc, state: State, successor: State) -> float:
        """The sum for a successor, from the cells that the arc changes."""
        table = self.table
        for cell in operator.changed:
            values = table[cell]
            h += values.get(successor[cell], 0) - values.get(state[cell], 0)
        return h

    def in_kernel(self, compiled: CompiledTheory) -> _kernel.CellSum:
        """The sum in the kernel; the one of the last theory is kept."""
        known, made = self._in_kernel
        if made is None or known is not compiled:
            made = _kernel.CellSum(*values_by_cell(compiled, self.table))
            self._in_kernel = compiled, made
        return made


def least_rate(theory: Theory, work: Callable[[Arc], int | None]) -> float:
    """The least cost per unit of progress over the primitive arcs, rounded down to a multiple of 2^-20.

    Sums of such values are exact, in whatever order they are added up.
    """
    rates = [arc.cost / done for arc in theory.primitives if (done := work(arc))]
    least = floor(min(rates, default=0.0) * 2**20) / 2**20
    return int(least) if least == int(least) else least


def symbols_of(theory: Theory, goal: Pattern, start: State) -> tuple[Symbol, ...]:
    """The symbols that states may hold, the blank aside."""
    named = (*start, *(theory.symbols or ()), *(t for t in goal if not isinstance(t, Var)))
    in_arcs = (symbol for arc in theory.primitives for symbol in arc.symbols)
    return tuple(dict.fromkeys(s for s in chain(named, in_arcs) if s != theory.blank))
