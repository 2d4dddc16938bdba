"""Room in memory: limits on what is made from a file depend on it, not on a number alone; its collector may rest."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_FEW_OBJECTS = 10_000
"""Number of new objects among which looking for cycles takes no time that anybody notices."""


def available_bytes() -> int | None:
    """Bytes that this process could still take, by the machine and by its own limits; None where the system does not tell."""
    free = [left for left in (_of_machine(), *_of_process()) if left is not None]
    return max(0, min(free)) if free else None


def most_that_fit(least: int, size: int) -> int:
    """Number of things of `size` bytes that half of the available memory holds, but no fewer than `least`."""
    free = available_bytes()
    return least if free is None else max(least, free // 2 // size)


@contextmanager
def no_collection() -> Iterator[None]:
    """Collect no cycles meanwhile: looking for some among hundreds of thousands of new objects takes as long as making them.

    Afterwards they count as old ones, among which cycles are seldom looked for.
    """
    enabled = gc.isenabled()
    try:
        gc.disable()
        yield
    finally:
        if enabled:
            # Counting what others froze takes as long as there is of it: of few new objects nobody asks.
            if gc.get_count()[0] > _FEW_OBJECTS and not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()
            gc.enable()


def _of_machine() -> int | None:
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    return None


def _of_process() -> list[int]:
    """Bytes left below `ulimit -v` and below that on data, which a budget of memory sets."""
    try:
        import resource

        pages = Path("/proc/self/statm").read_text().split()
        taken = ((resource.RLIMIT_AS, int(pages[0])), (resource.RLIMIT_DATA, int(pages[5])))
        limits = [(resource.getrlimit(kind)[0], held) for kind, held in taken]
        page = resource.getpagesize()
        return [most - held * page for most, held in limits if most != resource.RLIM_INFINITY]
    except (ImportError, OSError, ValueError, IndexError):
        return []
