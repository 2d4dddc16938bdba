"""Exchange with the kernel: a theory with its symbols numbered and its arcs as plain numbers; heuristics, limits, counters."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from ...rules.arc import Arc
from ...rules.record import record
from ...rules.sparse_arc import Axioms, Cells, SparseArc
from ...rules.term import Pattern, State, Symbol, Var, ground, symbol_order
from ...rules.theory import Theory
from .. import _kernel
from ..limits import Limits
from ..operator import denominator_of_costs
from ..result import Statistics
from .not_native import TooLargeForKernelError, not_native

MAX_CELLS = 32_767
MAX_SYMBOLS = 65_536


@record
class CompiledTheory:
    """A theory in the kernel, and the numbers that its symbols have there.

    Parameters
    ----------
    theory
        The theory it was made from.
    symbols
        The symbol of every number, from 0.
    codes
        The number of every symbol.
    handle
        The kernel's own object.
    """

    theory: Theory
    symbols: tuple[Symbol, ...]
    codes: Mapping[Symbol, int]
    handle: _kernel.Theory

    def encode(self, state: State, foreign: int | None = None) -> bytes:
        """A state as 16 bits a cell; a symbol without a number gets the number of foreign symbols, if there is one."""
        codes = self.codes
        try:
            return array("H", [codes[symbol] for symbol in state]).tobytes()
        except KeyError:
            if foreign is None:
                raise
            return array("H", [codes.get(symbol, foreign) for symbol in state]).tobytes()

    def decode(self, cells: bytes) -> State:
        """The state that `encode` made ``cells`` from."""
        symbols = self.symbols
        return tuple([symbols[code] for code in array("H", cells)])

    def encode_pattern(self, pattern: Pattern) -> list[int]:
        """A pattern as numbers: symbols 0 or more, variables -1, -2 and so on by first occurrence."""
        return _numbers(pattern, self.codes, {})


def compile_theory(
    theory: Theory, *others: Iterable[Any], conditional: bool = False
) -> CompiledTheory:
    """The theory in the kernel; made once and remembered.

    Parameters
    ----------
    theory
        A theory whose board has 32,767 cells or fewer.
    others
        States and patterns whose symbols must have numbers too.
    conditional
        Whether its arcs may have conditional effects and derived cells.

    Raises
    ------
    NotNativeError
        Conditional effects or derived cells, where these may not be.
    TooLargeForKernelError
        More cells, symbols or bits of a state than the kernel takes.
    """
    _check_size(theory, "cells", MAX_CELLS, theory.size)
    if not (conditional or theory.plain):
        raise not_native("only searches and enumerations take conditional effects or derived cells")
    known = theory.constants
    more = [pattern for pattern in others if not known.issuperset(pattern)]
    extra = {term for pattern in more for term in pattern if not isinstance(term, Var)}
    foreign = tuple(sorted(extra - known, key=symbol_order))
    compared = frozenset(cell for pattern in others for cell in _compared(pattern))
    compiled = _compiled(theory, foreign, (), compared)
    found = [ground(tuple(each)) if more else tuple(each) for each in others]
    states = tuple(each for each in found if each is not None and len(each) == theory.size)
    try:
        if all(compiled.handle.holds(compiled.encode(state)) for state in states):
            return compiled
        # all, for what is foreseen of one may not hold another
        return _compiled(theory, foreign, states, compared)
    except ValueError as error:  # states of too many bits
        raise TooLargeForKernelError(
            f"engine native cannot hold {theory.name}", found=str(error), remedy="--engine python"
        ) from None


def _compared(pattern: Iterable[Any]) -> Iterator[int]:
    """Cells that a pattern compares with other cells: each must hold the same symbol as another."""
    terms = tuple(pattern)
    times = Counter(term for term in terms if isinstance(term, Var))
    return (cell for cell, term in enumerate(terms) if times[term] > 1)


def _check_size(theory: Theory, what: str, most: int, found: int) -> None:
    if found > most:
        raise TooLargeForKernelError(
            f"engine native cannot hold {theory.name}",
            expected=f"{most} {what} at most",
            found=str(found),
            remedy="--engine python",
        )


@lru_cache(maxsize=64)
def _compiled(
    theory: Theory,
    extra: tuple[Symbol, ...],
    states: tuple[State, ...],
    compared: frozenset[int],
) -> CompiledTheory:
    first = theory.symbols or ()
    rest = sorted(theory.constants - set(first), key=symbol_order)
    symbols = (*first, *rest, *extra)
    _check_size(theory, "symbols", MAX_SYMBOLS, len(symbols))
    codes = {symbol: code for code, symbol in enumerate(symbols)}
    blank = codes.get(theory.blank, -1) if theory.blank is not None else -1
    rules = [_rule(arc, codes) for arc in theory.arcs]
    values: list[list[int]] = []
    if states or compared or theory.values is not None:
        foreseen = theory.values or ((),) * theory.size
        if compared:  # their codes are compared, so that each has all symbols
            foreseen = tuple(
                symbols if cell in compared else own for cell, own in enumerate(foreseen)
            )
        cells = zip(foreseen, *states, strict=True)
        held = ((*foreseen, *others) for foreseen, *others in cells)
        values = [[codes[symbol] for symbol in cell if symbol in codes] for cell in held]
    handle = _kernel.Theory(
        theory.size,
        max(1, len(symbols)),
        theory.symbols is not None,
        blank,
        rules,
        values,
        max(1, denominator_of_costs(theory)),
        () if theory.axioms is None else _paired(theory.axioms.cells, codes),
        () if theory.axioms is None else _axioms(theory.axioms, codes),
    )
    return CompiledTheory(theory, symbols, codes, handle)


def _rule(arc: Arc, codes: Mapping[Symbol, int]) -> _kernel.Arc:
    """An arc as the cells that it tests, changes or copies, and their terms."""
    if isinstance(arc, SparseArc):
        return _sparse_rule(arc, codes)
    tests, equal = arc.conditions
    effects = dict(arc.effects)
    source = {cell: arc.before.index(t) for cell, t in effects.items() if isinstance(t, Var)}
    compared = (cell for pair in equal for cell in pair)
    cells = sorted({*dict(tests), *compared, *effects, *source.values()})
    before = {cell: -1 - place for place, cell in enumerate(cells)}
    before.update((cell, codes[symbol]) for cell, symbol in tests)
    before.update((other, before[one]) for one, other in equal)
    made = {
        cell: before[source[cell]] if cell in source else codes[cast(Symbol, term)]
        for cell, term in effects.items()
    }
    after = [made.get(cell, before[cell]) for cell in cells]
    return _kernel.Arc(
        cells,
        [before[cell] for cell in cells],
        after,
        float(arc.cost),
        arc.length,
        not arc.is_macro,
    )


def _sparse_rule(arc: SparseArc, codes: Mapping[Symbol, int]) -> _kernel.Arc:
    """An arc that moves no symbols, and may have conditional effects or derived cells."""
    asked, made = arc.asked, arc.made
    cells = sorted({*asked, *made})
    before = [codes[asked[c]] if c in asked else -1 - n for n, c in enumerate(cells)]
    after = [codes[made[c]] if c in made else before[n] for n, c in enumerate(cells)]
    return _kernel.Arc(
        cells,
        before,
        after,
        float(arc.cost),
        arc.length,
        not arc.is_macro,
        [
            [len(one.asked), *_paired(one.asked, codes), *_paired(one.made, codes)]
            for one in arc.conditional
        ],
        arc.axioms is not None,
    )


def _axioms(axioms: Axioms, codes: Mapping[Symbol, int]) -> list[list[int]]:
    """The axioms as numbers: stratum, the cell and symbol that it makes, those that it asks for."""
    return [
        [number, *_paired(((one.cell, one.symbol), *one.asked), codes)]
        for number, stratum in enumerate(axioms.strata)
        for one in stratum
    ]


def _paired(cells: Cells, codes: Mapping[Symbol, int]) -> list[int]:
    return [number for cell, symbol in cells for number in (cell, codes[symbol])]


def _numbers(pattern: Pattern, codes: Mapping[Symbol, int], variables: dict[Var, int]) -> list[int]:
    return [
        -1 - variables.setdefault(term, len(variables)) if isinstance(term, Var) else codes[term]
        for term in pattern
    ]


def instruction_sets() -> tuple[str, ...]:
    """Instruction sets of the kernel's vector loops that this processor supports, best first; results are equal.

    Raises
    ------
    NotNativeError
        An installation without the kernel.
    """
    return tuple(_kernel.instruction_sets())


def values_by_cell(
    compiled: CompiledTheory, table: Sequence[Mapping[Symbol, float]]
) -> tuple[list[int], list[float]]:
    """The cells that have values, and a value for every symbol in each of them; 0 for a symbol that is absent."""
    cells = [cell for cell, values in enumerate(table) if values]
    symbols = compiled.symbols
    return cells, [float(table[cell].get(symbol, 0)) for cell in cells for symbol in symbols]


def kernel_limits(limits: Limits) -> _kernel.Limits:
    """Limits in the kernel's terms; on memory it counts the bytes that it holds itself."""
    counts = (limits.nodes, limits.memory, limits.work)
    return _kernel.Limits(limits.time or 0, *(min(limit or 0, 2**64 - 1) for limit in counts))


def statistics_of(counters: _kernel.Counters, elapsed: float) -> Statistics:
    """Statistics of the kernel's counters and its run time in seconds."""
    return Statistics(
        expanded=counters.expanded,
        generated=counters.generated,
        inserted=counters.inserted,
        evaluated=counters.evaluated,
        reopened=counters.reopened,
        trapped=counters.trapped,
        operator_applications=counters.operator_applications,
        peak_open=counters.peak_open,
        peak_memory=counters.peak_memory,
        elapsed=elapsed,
    )
