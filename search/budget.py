"""One budget for all that is done inside of it: reading, grounding and making ready count as searching does."""

from __future__ import annotations

import gc
import signal
import sys
import threading
import weakref
from dataclasses import replace
from math import inf
from pathlib import Path
from time import monotonic
from types import FrameType, TracebackType
from typing import Any, Self

from .limits import Limits

SOON = 0.001
"""Seconds after which time is said to be over where it could not be said now."""

EARLIER = 0.95
"""The part of what is left of a budget that a search in it may take, so that it can tell what it did."""

SLACK = 64 * 2**20
"""Bytes of Python itself, beyond a limit on memory; the kernel keeps its own account of what it takes."""

LOOK = 0.02
"""Seconds between two looks at the memory of a budget that limits it."""

RESERVE = 16 * 2**20
"""Bytes that are left when memory is said to be over: to raise an error at its very end, Python itself may lack some."""


class LimitReached(KeyboardInterrupt):
    """A budget is spent: whatever is done ends as with Ctrl-C, and what is done so far is kept.

    Attributes
    ----------
    limit
        ``time`` or ``memory``.
    budget
        The one that is spent.
    """

    def __init__(self, limit: str, budget: Budget) -> None:
        self.limit = limit
        self.budget = budget
        super().__init__(f"stopped by {limit}")


class Budget:
    """Limits on time and memory that count from when it was made.

    As a context manager it ends what is done inside, wherever it is, when one is reached: once, so that what clears up is
    not disturbed. That is for the main thread of a Unix process; elsewhere only searches keep their limits.

    Parameters
    ----------
    limits
        That on nodes is for searches alone.

    Attributes
    ----------
    reached
        The limit that was reached, or None.

    Raises
    ------
    LimitReached
        On leaving, where a limit ended what was done inside.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.reached: str | None = None
        self._began = monotonic()
        self._memory: tuple[int, int] | None = None
        self._most = inf

    @property
    def holds(self) -> bool:
        """Whether this is inside of it."""
        return self in _open

    @property
    def out_of_memory(self) -> bool:
        """Whether the process has taken nearly all the memory that it may."""
        return self._most < inf and _data_bytes() > self._most - RESERVE

    @property
    def elapsed(self) -> float:
        """Seconds since the budget began."""
        return monotonic() - self._began

    @property
    def left(self) -> Limits:
        """Remaining limits, a little below the remaining limits of the budget around it, so that a search ends by
        itself.
        """
        left = self.limits.after(self.elapsed)
        for around in _open:
            other = around.limits.after(around.elapsed).time
            if around is not self and other is not None:
                left = replace(left, time=min(left.time or inf, other * EARLIER))
        return left

    def __enter__(self) -> Self:
        if (self.limits.time or self.limits.memory) and _can_be_held():
            if self.limits.memory is not None:
                self._most = _data_bytes() + self.limits.memory + SLACK
                self._memory = _hold(int(self._most))
            _open.append(self)
            _watch()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        if self in _open:
            _open.remove(self)
            _watch()
        if self._memory is not None:
            _let_go(self._memory)
            self._memory = None
        if isinstance(error, MemoryError) and self.limits.memory is not None:
            self.reached = "memory"
            raise LimitReached("memory", self) from None
        became = isinstance(error, KeyboardInterrupt) and not isinstance(error, LimitReached)
        if self.reached and became:  # on its way here
            raise LimitReached(self.reached, self) from None


_open: list[Budget] = []
"""Those that hold now, the outermost first."""


def end_of_memory() -> None:
    """Say that the memory of the budgets that hold now is spent, as a search without a limit of its own has met the end.

    Raises
    ------
    LimitReached
        Where one of them has a limit on memory.
    """
    for one in _open:
        if one.limits.memory is not None:
            one.reached = "memory"
            raise LimitReached("memory", one)


_before: list[Any] = []
"""What took alarms and dropped exceptions before the first of them."""


def _can_be_held() -> bool:
    main = threading.current_thread() is threading.main_thread()
    return main and hasattr(signal, "setitimer")


def _watch() -> None:
    """Have an alarm when the first of them is spent."""
    limited = any(one.limits.time or one.limits.memory for one in _open)
    if limited and not _before:
        _before[:] = [signal.signal(signal.SIGALRM, _alarm), sys.unraisablehook]
        sys.unraisablehook = _again
    left = [one.limits.time - one.elapsed for one in _open if one.limits.time and not one.reached]
    left += [LOOK for one in _open if one.limits.memory and not one.reached]
    if _before:
        signal.setitimer(signal.ITIMER_REAL, max(min(left), 1e-6) if left else 0)
    if _before and not _open:
        handler, sys.unraisablehook = _before
        _before.clear()
        signal.signal(signal.SIGALRM, handler)


def _alarm(number: int, frame: FrameType | None) -> None:
    if _is_deaf(frame):
        if _open:
            signal.setitimer(signal.ITIMER_REAL, SOON)
        return
    for one in _open:
        if one.limits.time and not one.reached and one.elapsed >= one.limits.time:
            one.reached = "time"
            _watch()
            raise LimitReached("time", one)
        if not one.reached and one.out_of_memory:
            one.reached = "memory"
            _watch()
            raise LimitReached("memory", one)
    _watch()


def _is_deaf(frame: FrameType | None) -> bool:
    """Whether this is inside of what Python calls in passing, whose exceptions it drops, or where a budget ends."""
    deaf = {getattr(one, "__code__", None) for one in gc.callbacks}
    deaf |= {one.__code__ for one in (Budget.__enter__, Budget.__exit__, weakref.finalize.__call__)}
    while frame is not None:
        if frame.f_code.co_name == "__del__" or frame.f_code in deaf:
            return True
        frame = frame.f_back
    return False


def _again(dropped: Any) -> None:
    """Say once more that a limit is reached, where Python has dropped that."""
    error = dropped.exc_value
    if not isinstance(error, LimitReached):
        (_before[1] if _before else sys.__unraisablehook__)(dropped)
    elif error.budget in _open:
        error.budget.reached = None
        signal.setitimer(signal.ITIMER_REAL, SOON)


def _hold(most: int) -> tuple[int, int]:
    """Set the process's memory limit in bytes if the system supports it; returns the earlier limit."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    known = [one for one in (soft, hard) if one != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_DATA, (min([most, *known]), hard))
    return soft, hard


def _let_go(before: tuple[int, int]) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, before)


def _data_bytes() -> int:
    """The writable memory of this process, as RLIMIT_DATA counts it; 0 where the system does not tell."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmData:"))
