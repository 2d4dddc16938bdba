"""One budget for all that a command does: reading, grounding and making ready count as the search does."""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from types import FrameType

from ...search.limits import Limits

AGAIN = 0.5
"""Seconds after which time is said to be over once more, where Python has dropped that."""

SLACK = 64 * 2**20
"""Bytes of Python itself, beyond a limit on memory; the kernel keeps its own account of what it takes."""


class LimitReached(BaseException):
    """A limit ended what was made ready for a search; no fallback catches it.

    Attributes
    ----------
    limit
        ``time`` or ``memory``.
    """

    def __init__(self, limit: str) -> None:
        self.limit = limit
        super().__init__(f"stopped by {limit}")


class Budget:
    """Limits that count from when it was made."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._began = monotonic()

    @property
    def elapsed(self) -> float:
        """Seconds since then."""
        return monotonic() - self._began

    @property
    def left(self) -> Limits:
        """What is left of them."""
        return self._limits.after(self.elapsed)

    @contextmanager
    def over(self) -> Iterator[None]:
        """End what is done inside, wherever it is, when a limit is reached; for the main thread of a Unix process.

        Raises
        ------
        LimitReached
            It was.
        """
        if not hasattr(signal, "setitimer") or (
            threading.current_thread() is not threading.main_thread()
        ):
            yield
            return
        with _memory(self._limits.memory):
            before = signal.signal(signal.SIGALRM, _time_is_over)
            try:
                if self._limits.time is not None:
                    signal.setitimer(signal.ITIMER_REAL, self.left.time or 1e-6, AGAIN)
                yield
            except MemoryError:
                raise LimitReached("memory") from None
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)


def _time_is_over(number: int, frame: FrameType | None) -> None:
    if not _drops_exceptions(frame):
        raise LimitReached("time")
    signal.setitimer(signal.ITIMER_REAL, 0.001, AGAIN)


def _drops_exceptions(frame: FrameType | None) -> bool:
    """Whether this is inside of what Python calls in passing, whose exceptions it drops."""
    callbacks = {getattr(one, "__code__", None) for one in gc.callbacks}
    while frame is not None:
        if frame.f_code.co_name == "__del__" or frame.f_code in callbacks:
            return True
        frame = frame.f_back
    return False


@contextmanager
def _memory(limit: int | None) -> Iterator[None]:
    """Let the process take so many bytes more, where the system holds it to that."""
    if limit is None:
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = _data_bytes() + limit + SLACK
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (wanted, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _data_bytes() -> int:
    """The writable memory of this process, as RLIMIT_DATA counts it; 0 where the system does not tell."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmData:"))
