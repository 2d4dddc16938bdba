"""What crosses the border to the kernel: heuristics and limits there, what it counted back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...rules.term import Symbol
from .. import _kernel
from ..limits import Limits
from ..result import Statistics
from .compiled import CompiledTheory


def values_by_cell(
    compiled: CompiledTheory, table: Sequence[Mapping[Symbol, float]]
) -> list[float]:
    """A value for every cell and symbol, cell after cell; 0 for a symbol that is absent."""
    return [float(values.get(symbol, 0)) for values in table for symbol in compiled.symbols]


def kernel_limits(limits: Limits) -> _kernel.Limits:
    """Limits in the kernel's terms; on memory it counts the bytes that it holds itself."""
    nodes, memory = (min(limit or 0, 2**64 - 1) for limit in (limits.nodes, limits.memory))
    return _kernel.Limits(limits.time or 0, nodes, memory)


def statistics_of(counters: _kernel.Counters, elapsed: float) -> Statistics:
    """What the kernel counted, and the seconds that it took."""
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
