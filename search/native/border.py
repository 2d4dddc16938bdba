"""Conversions between Python and the kernel: heuristics, limits and counters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...rules.term import Symbol
from .. import _kernel
from ..limits import Limits
from ..result import Statistics
from .compiled import CompiledTheory


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
        operator_applications=counters.operator_applications,
        peak_open=counters.peak_open,
        peak_memory=counters.peak_memory,
        elapsed=elapsed,
    )
