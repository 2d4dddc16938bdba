"""Limits on a search, and the meter that holds it to them.

In this file:

- How much memory this process holds.
- One budget for all that is done inside of it: reading, grounding and making ready count as searching does.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import weakref
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from time import monotonic, perf_counter
from types import FrameType, TracebackType
from typing import Any, Self

from ..rules.checked import checked
from ..rules.errors import InputError

STRIDE = 128
"""Expansions between two looks at the process's memory, and at the clock at most."""

NO_LIMIT = {"time": 1e9, "memory": 2**60}
"""Seconds and bytes above which there is no limit: clocks, systems and run folders do not take every number."""

BRIEF = 0.002
"""Seconds between two looks at the clock: after fewer, the next comes after twice as many expansions, else after one."""


class LimitError(InputError):
    """A limit that does not suffice to make ready what a search needs.

    Parameters
    ----------
    limit
        ``time`` or ``memory``.
    problem, expected, found, remedy
        See `InputError`.
    """

    def __init__(self, problem: str, *, limit: str, expected: str, found: str, remedy: str) -> None:
        self.limit = limit
        super().__init__(problem, expected=expected, found=found, remedy=remedy)


@checked
@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a search; None is no limit.

    Parameters
    ----------
    time
        Seconds; more than 1e9 are no limit.
    nodes
        Expansions.
    memory
        Bytes by which the process may grow during the search.
    work
        Operator applications, a macro counting its length, after which no node is expanded.

    Raises
    ------
    InputError
        A limit that is not positive, or one on memory where the system does not tell memory.
    """

    time: float | None = None
    nodes: int | None = None
    memory: int | None = None
    work: int | None = None

    def __post_init__(self) -> None:
        for name, most in NO_LIMIT.items():
            if (getattr(self, name) or 0) > most:
                object.__setattr__(self, name, None)
        for name in ("time", "nodes", "memory", "work"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise InputError(
                    f"bad limit on {name}", expected="a number above 0", found=str(value)
                )
        if self.memory is not None and not MEASURABLE:
            raise InputError(
                "this system does not tell how much memory a process holds",
                remedy="a limit on nodes instead",
            )

    def after(self, elapsed: float) -> Limits:
        """Remaining limits after some seconds; the time stays above zero."""
        return self if self.time is None else replace(self, time=max(1e-6, self.time - elapsed))

    def rest(self, elapsed: float, expanded: int, applications: int) -> Limits | None:
        """Remaining limits after some seconds, expansions and operator applications; None if one is used up."""
        if self.counted(expanded, applications) is not None:
            return None
        left = self.after(elapsed)
        nodes = None if left.nodes is None else left.nodes - expanded
        return replace(
            left, nodes=nodes, work=None if left.work is None else left.work - applications
        )

    def part(self, share: float) -> Limits:
        """A share of the limits on time, nodes, one at least, and work; the whole memory."""
        nodes, work = (one and max(1, int(one * share)) for one in (self.nodes, self.work))
        return replace(self, time=self.time and self.time * share, nodes=nodes, work=work)

    def counted(self, expanded: int, applications: int) -> str | None:
        """Counted limit reached by numbers of expansions and operator applications; None if none is."""
        if self.nodes is not None and expanded >= self.nodes:
            return "nodes"
        return "work" if self.work is not None and applications >= self.work else None

    def within(self, other: Limits) -> Limits:
        """The tighter of both, each limit by itself."""
        both = ((getattr(self, name), getattr(other, name)) for name in self.__slots__)
        return Limits(*(min(filter(None, pair), default=None) for pair in both))


NO_LIMITS = Limits()

WITHIN: list[Callable[[float | None], AbstractContextManager[None]]] = []
"""Contexts that limit, for some seconds or None, what other processes may take that make the successors of a search in Python."""


ENDINGS = (KeyboardInterrupt, TimeoutError, MemoryError)
"""Exceptions that end a search in Python from outside: by the user, another process that makes the successors, the system."""


def limit_of(error: BaseException) -> str:
    """The limit that one of `ENDINGS` stands for; at the end of memory there is some again."""
    if isinstance(error, MemoryError):
        release()
        return "memory"
    return "time" if isinstance(error, TimeoutError) else "interrupt"


@checked
class Meter:
    """Watches one search: time from the meter's creation, expansions, operator applications, memory grown since then.

    The caller that applies operators adds their lengths to ``applied``.

    Parameters
    ----------
    limits
        Limits of the search.
    report
        Called now and then with the number of expansions so far, to show progress.
    """

    def __init__(
        self, limits: Limits = NO_LIMITS, report: Callable[[int], None] | None = None
    ) -> None:
        self._report = report
        self.expanded = 0
        self.applied = 0
        self.peak_memory = 0
        self._began = perf_counter()
        self._deadline = self._began + limits.time if limits.time else float("inf")
        self._stride = 1 if limits.time or limits.work else STRIDE
        self._next_look: float = 0
        self._last_look = self._began
        self.most_nodes = limits.nodes or float("inf")
        self.most_work = limits.work or float("inf")
        self.most_memory = limits.memory or float("inf")
        self._base = resident_bytes()
        reserve()

    @property
    def elapsed(self) -> float:
        """Seconds since the meter was made."""
        return perf_counter() - self._began

    @property
    def used(self) -> float:
        """The part that is used up of the limit on time, expansions or operator applications that is nearest."""
        return max(
            self.elapsed / (self._deadline - self._began),
            self.expanded / self.most_nodes,
            self.applied / self.most_work,
        )

    def exceeded(self) -> str | None:
        """The limit that forbids one more expansion, or None; otherwise the expansion is counted."""
        if self.expanded >= self._next_look and (limit := self._look()):
            return limit
        self.expanded += 1
        return None

    def overdue(self) -> str | None:
        """``time`` if that is over: for work between two expansions."""
        return "time" if perf_counter() >= self._deadline else None

    def _look(self) -> str | None:
        """The limit that is reached, or None; then it says when the next look is due."""
        if self.expanded >= self.most_nodes:
            return "nodes"
        if self.applied >= self.most_work:
            return "work"
        now = perf_counter()
        if now >= self._deadline:
            return "time"
        if self.expanded % STRIDE == 0:
            if self.measure_memory() > self.most_memory:
                return "memory"
            if self._report is not None:
                self._report(self.expanded)
        if self.most_work == inf:
            quick = now - self._last_look < BRIEF
            self._stride = min(2 * self._stride, STRIDE) if quick else 1
            self._last_look = now
        ahead = min(self._stride, STRIDE - self.expanded % STRIDE)
        self._next_look = min(self.expanded + ahead, self.most_nodes)
        return None

    def measure_memory(self) -> int:
        """Bytes by which the process has grown since the meter was made."""
        grown = resident_bytes() - self._base
        self.peak_memory = max(self.peak_memory, grown)
        return grown


def _from_proc() -> Callable[[], int]:
    page = os.sysconf("SC_PAGE_SIZE")

    def read() -> int:  # without what makes files convenient: it is a tenth of a short search
        file = os.open("/proc/self/statm", os.O_RDONLY)
        try:
            return int(os.read(file, 256).split()[1]) * page
        finally:
            os.close(file)

    read()
    return read


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
"""Whether this system reports the memory of a process."""


def resident_bytes() -> int:
    """Bytes that the process holds now; its peak if the system tells only that, 0 if it tells nothing."""
    return _read() if _read is not None else 0


MEMORY_RESERVE = 4 * 2**20
"""Bytes that are kept back, so that a search at the end of memory can still tell what it did."""

BLOCK = 2**16
"""Bytes of one piece of the reserve: if less memory than the whole reserve is left, fewer pieces are kept."""

_reserve: list[bytearray] = []


def reserve() -> None:
    """Keep some memory back, if there is any."""
    with suppress(MemoryError):
        while len(_reserve) * BLOCK < MEMORY_RESERVE:
            _reserve.append(bytearray(BLOCK))


def release() -> None:
    """Release the memory held in reserve."""
    _reserve.clear()


SOON = 0.001
"""Seconds until the next try to end a search, where the first try could not."""

EARLIER = 0.95
"""The part of what is left of a budget that a search in it may take, so that it can tell what it did."""

SLACK = 64 * 2**20
"""Bytes of Python itself, beyond a limit on memory; the kernel keeps its own account of what it takes."""

AGAIN = 0.1
"""Seconds from an alarm that was not seen to the next."""

LOOK = 0.02
"""Seconds between two looks at the memory of a budget that limits it."""

BUDGET_RESERVE = 16 * 2**20
"""Bytes that are left when memory is said to be over: to raise an error at its very end, Python itself may lack some."""


class LimitReached(KeyboardInterrupt):
    """A budget is spent: the work ends as with Ctrl-C, and finished parts are kept.

    Attributes
    ----------
    limit
        ``time`` or ``memory``.
    budget
        The budget that is spent.
    """

    def __init__(self, limit: str, budget: Budget) -> None:
        self.limit = limit
        self.budget = budget
        super().__init__(f"stopped by {limit}")


class Budget:
    """Limits on time and memory that count from when it was made.

    As a context manager it ends the work inside when a limit is reached, once, so that the clean-up is not disturbed. That
    works in the main thread of a Unix process; elsewhere only searches keep their limits.

    Parameters
    ----------
    limits
        Limits; the one on nodes is for searches alone.

    Attributes
    ----------
    reached
        The limit that was reached, or None.

    Raises
    ------
    LimitReached
        On leaving the context, if a limit ended the work inside.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.reached: str | None = None
        self._began = monotonic()
        self.most = inf

    @property
    def holds(self) -> bool:
        """Whether the calling code runs inside the budget."""
        return self in _open

    @property
    def out_of_memory(self) -> bool:
        """Whether the process has taken nearly all the memory that it may."""
        return self.most < inf and _data_bytes() > self.most - BUDGET_RESERVE

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
                self.most = _data_bytes() + self.limits.memory + SLACK
            _open.append(self)
            _hold()
            _watch()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        if self in _open:
            _open.remove(self)
            _watch()
            _hold()
        if isinstance(error, MemoryError) and self.limits.memory is not None:
            self.reached = "memory"
            raise LimitReached("memory", self) from None
        became = isinstance(error, KeyboardInterrupt) and not isinstance(error, LimitReached)
        if self.reached and became:  # on its way here
            raise LimitReached(self.reached, self) from None


GRACE = 0.1
"""Seconds beyond a search's own limit on time after which a step of it is ended that takes long."""


def backstop(limits: Limits) -> Budget:
    """A budget that ends a single step of a search in Python at its limits, such as a user's function that does not return.

    The search looks at its limits itself between two steps, and so ends earlier where all of them are short.
    """
    return Budget(Limits(time=limits.time and limits.time + GRACE, memory=limits.memory))


_open: list[Budget] = []
"""Budgets that hold now, the outermost first."""


def end_of_memory() -> None:
    """Mark the memory of the current budgets as spent, since a search without its own limit ran out of memory.

    Raises
    ------
    LimitReached
        A current budget with a limit on memory.
    """
    for one in _open:
        if one.limits.memory is not None:
            one.reached = "memory"
            raise LimitReached("memory", one)


_before: list[Any] = []
"""Handlers of alarms and of dropped exceptions from before the first budget."""


def _can_be_held() -> bool:
    main = threading.current_thread() is threading.main_thread()
    return main and hasattr(signal, "setitimer")


def _watch() -> None:
    """Set an alarm for the time when the first of the current budgets is spent."""
    limited = any(one.limits.time or one.limits.memory for one in _open)
    if limited and not _before:
        _before[:] = [signal.signal(signal.SIGALRM, _alarm), sys.unraisablehook]
        sys.unraisablehook = _again
    left = [one.limits.time - one.elapsed for one in _open if one.limits.time and not one.reached]
    left += [LOOK for one in _open if one.limits.memory and not one.reached]
    if _before:  # again and again: an alarm just before a call of the system that waits does not end the wait
        signal.setitimer(signal.ITIMER_REAL, max(min(left), 1e-6) if left else 0, AGAIN)
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
    """Whether a frame is inside a callback whose exceptions Python drops, such as ``__del__``, or inside the end of a budget."""
    deaf = {getattr(one, "__code__", None) for one in gc.callbacks}
    deaf |= {one.__code__ for one in (Budget.__enter__, Budget.__exit__, weakref.finalize.__call__)}
    while frame is not None:
        if frame.f_code.co_name == "__del__" or frame.f_code in deaf:
            return True
        frame = frame.f_back
    return False


def _again(dropped: Any) -> None:
    """Raise again that a limit is reached, if Python has dropped the exception."""
    error = dropped.exc_value
    if not isinstance(error, LimitReached):
        (_before[1] if _before else sys.__unraisablehook__)(dropped)
    elif error.budget in _open:
        error.budget.reached = None
        signal.setitimer(signal.ITIMER_REAL, SOON)


_unheld: list[tuple[int, int]] = []
"""The process's limits on memory from before the first budget that limits it."""


def _hold() -> None:
    """Set the process's limit on memory to the least of the open budgets, which end in any order; else to the one before them."""
    most = min((one.most for one in _open), default=inf)
    if most == inf and not _unheld:
        return
    import resource

    if not _unheld:
        _unheld.append(resource.getrlimit(resource.RLIMIT_DATA))
    soft, hard = _unheld[0]
    known = [one for one in (soft, hard) if one != resource.RLIM_INFINITY]
    held = soft if most == inf else min([int(most), *known])
    resource.setrlimit(resource.RLIMIT_DATA, (held, hard))
    if most == inf:
        _unheld.clear()


def _data_bytes() -> int:
    """The writable memory of this process, as RLIMIT_DATA counts it; 0 where the system does not tell."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmData:"))
