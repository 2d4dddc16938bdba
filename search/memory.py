"""How much memory this process holds."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def _from_proc() -> Callable[[], int]:
    page = os.sysconf("SC_PAGE_SIZE")
    statm = Path("/proc/self/statm")
    statm.read_bytes()
    return lambda: int(statm.read_bytes().split()[1]) * page


def _from_peak() -> Callable[[], int]:
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def _reader() -> Callable[[], int] | None:
    for attempt in (_from_proc, _from_peak):
        try:
            return attempt()
        except (OSError, ImportError, AttributeError, ValueError):
            continue
    return None


_read = _reader()

MEASURABLE = _read is not None
"""Whether this system tells how much memory a process holds."""


def resident_bytes() -> int:
    """Bytes the process holds now; the most it ever held where only that is told; 0 where nothing is."""
    return _read() if _read is not None else 0


RESERVE = 4 * 2**20
"""Bytes that are kept back, so that a search at the end of memory can still tell what it did."""

BLOCK = 2**16
"""Bytes of one piece of it: where there is less left than all of it, or no such hole, what there is is kept."""

_reserve: list[bytearray] = []


def reserve() -> None:
    """Keep some memory back, if there is any."""
    with suppress(MemoryError):
        while len(_reserve) * BLOCK < RESERVE:
            _reserve.append(bytearray(BLOCK))


def release() -> None:
    """Release the memory held in reserve."""
    _reserve.clear()


def available_bytes() -> int | None:
    """Bytes that this machine could still give to a process; None where the system does not tell."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    return None
