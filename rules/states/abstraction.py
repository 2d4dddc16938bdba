"""Abstractions of a theory: some cells left out, some symbols taken for one (PSVN's own kind of abstraction).

An abstraction of a theory is a theory: wherever an arc leads from one state to another, an arc of it leads from the one's
abstract state to the other's, or they are the same. Costs there are lower bounds here (Culberson and Schaeffer 1998;
Hernadvolgyi and Holte 2000).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from ..arc import Arc
from ..errors import TooLargeError
from ..term import (
    Pattern,
    State,
    Symbol,
    Term,
    Var,
    canonical,
    substitute,
    symbol_order,
    variables,
)
from ..theory import Theory

Values = tuple[tuple[Symbol, ...], ...]
"""Symbols that each cell may hold."""

MOST_ARCS = 50_000
"""Greatest number of arcs of an abstraction; a symbol from a cell that is left out can be any, with an arc for each."""


@dataclass(frozen=True)
class Abstraction:
    """Projection of states: the cells and symbols that are kept.

    Parameters
    ----------
    cells
        The cells that are kept, in order.
    images
        Pairs of a symbol and what it becomes; other symbols stay what they are.
    """

    cells: tuple[int, ...]
    images: tuple[tuple[Symbol, Symbol], ...] = ()

    @cached_property
    def _image(self) -> dict[Symbol, Symbol]:
        return dict(self.images)

    def symbol(self, symbol: Symbol) -> Symbol:
        """Abstract symbol of a symbol."""
        return self._image.get(symbol, symbol)

    def pattern(self, pattern: Pattern) -> Pattern:
        """A pattern, abstract."""
        return tuple(
            term if isinstance(term, Var) else self.symbol(term)
            for term in (pattern[cell] for cell in self.cells)
        )

    def state(self, state: State) -> State:
        """A state, abstract."""
        return tuple(self.symbol(state[cell]) for cell in self.cells)

    def values(self, values: Values) -> Values:
        """Abstract values of each kept cell."""
        return tuple(tuple(dict.fromkeys(map(self.symbol, values[cell]))) for cell in self.cells)

    def theory(
        self,
        theory: Theory,
        values: Values,
        *,
        backwards: bool = False,
        cost: Callable[[Arc], float] = lambda arc: arc.cost,
    ) -> Theory:
        """A theory's primitive arcs, abstract; those that change nothing are left out, of equal ones the cheapest stays.

        Parameters
        ----------
        theory
            The theory to abstract.
        values
            Values of each cell, see `cell_values`.
        backwards
            Whether to make the reversed arcs, which lead from each abstract state to its predecessors.
        cost
            Cost of an arc here.

        Raises
        ------
        InputError
            More than `MOST_ARCS` arcs.
        """
        best: dict[tuple[Pattern, ...], Arc] = {}
        kept = frozenset(self.cells)
        for arc in theory.primitives:
            if kept.isdisjoint(arc.changed):
                continue
            for before, after in self._abstract(arc, values, backwards):
                key = canonical(before, after) if variables(before) else (before, after)
                known = best.get(key)
                if before != after and (known is None or cost(arc) < known.cost):
                    best[key] = Arc(arc.name, before, after, cost(arc))
                if len(best) > MOST_ARCS:
                    raise TooLargeError(
                        f"an abstraction of {theory.name} has too many arcs",
                        expected=f"{MOST_ARCS:,} at most",
                        remedy="keep the cells from which symbols are brought",
                    )
        name = f"{theory.name} ({len(self.cells)} cells)"
        return Theory(name, tuple(best.values()), (1, len(self.cells)))

    def _abstract(
        self, arc: Arc, values: Values, backwards: bool
    ) -> Iterator[tuple[Pattern, Pattern]]:
        """Abstract arcs of an arc: one for every choice of symbols that come from cells that are not kept."""
        left, right = self.pattern(arc.before), self.pattern(arc.after)
        source, target = (right, left) if backwards else (left, right)
        known = set(source)
        loose = [var for var in variables(target) if var not in known]
        choices = [sorted(self._choices(arc, var, values), key=symbol_order) for var in loose]
        for chosen in product(*choices):
            bound: dict[Var, Term] = dict(zip(loose, chosen, strict=True))
            yield source, substitute(target, bound)

    def _choices(self, arc: Arc, var: Var, values: Values) -> set[Symbol]:
        """Abstract symbols that a variable may stand for."""
        cells = [cell for cell, term in enumerate(arc.before) if term == var]
        common = set.intersection(*(set(values[cell]) for cell in cells))
        return {self.symbol(symbol) for symbol in common}


def cell_values(theory: Theory, *patterns: Sequence[Term]) -> Values:
    """Values of each cell in states that arcs reach from those patterns, forwards or backwards.

    The values that the theory states; else constants of the arcs and patterns, carried along the arcs either way.
    """
    if theory.values is not None:
        return theory.values
    if theory.symbols is not None:
        return (theory.symbols,) * theory.size
    held: list[dict[Symbol, None]] = [{} for _ in range(theory.size)]
    brought: set[tuple[int, int]] = set()
    sides = (side for arc in theory.primitives for side in (arc.before, arc.after))
    for pattern in (*patterns, *sides):
        for cell, term in enumerate(pattern):
            if not isinstance(term, Var):
                held[cell][term] = None
    for arc in theory.primitives:
        brought |= set(transfers(arc))
    changed = True
    while changed:
        changed = False
        for one, other in brought:
            missing = [symbol for symbol in held[one] if symbol not in held[other]]
            held[other].update(dict.fromkeys(missing))
            changed |= bool(missing)
    return tuple(tuple(sorted(symbols, key=symbol_order)) for symbols in held)


def transfers(arc: Arc) -> Iterable[tuple[int, int]]:
    """The pairs of cells between which an arc brings a symbol, each both ways around."""
    where: dict[Term, int] = {}
    for cell, term in enumerate(arc.before):
        where.setdefault(term, cell)
    for cell in arc.changed:
        source = where.get(arc.after[cell])
        if source is not None and source != cell and isinstance(arc.after[cell], Var):
            yield source, cell
            yield cell, source


def reference_cell(arc: Arc, shared: Iterable[Symbol] = ()) -> int:
    """The cell that an arc's cost is counted for where costs are divided among abstractions (Yang and others 2008).

    The first that it changes and that does not hold one of the ``shared`` symbols before; -1 where there is none.
    """
    kept = frozenset(shared)
    return next((cell for cell in arc.changed if arc.before[cell] not in kept), -1)
