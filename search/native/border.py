"""Limits to the kernel, and what it counted."""

from __future__ import annotations

from .. import _kernel
from ..limits import Limits
from ..result import Statistics


def kernel_limits(limits: Limits) -> _kernel.Limits:
    """Limits in the kernel's terms; on memory it counts the bytes that it holds itself."""
    return _kernel.Limits(limits.time or 0, limits.nodes or 0, limits.memory or 0)


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
