"""Limits on a search, and the meter that holds it to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter

from ..rules.checked import checked
from ..rules.errors import InputError
from .memory import MEASURABLE, release, reserve, resident_bytes

STRIDE = 64
"""Expansions between two looks at the process's memory."""


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
        Seconds.
    nodes
        Expansions.
    memory
        Bytes by which the process may grow during the search.
    work
        Operator applications, a macro counting its length: no node is expanded after so many.

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


ENDINGS = (KeyboardInterrupt, TimeoutError, MemoryError)
"""What ends a search in Python from outside: the user, another process that makes the successors, the system."""


def limit_of(error: BaseException) -> str:
    """The limit that one of `ENDINGS` stands for; at the end of memory there is some again."""
    if isinstance(error, MemoryError):
        release()
        return "memory"
    return "time" if isinstance(error, TimeoutError) else "interrupt"


@checked
class Meter:
    """Watches one search: time from the meter's creation, expansions, operator applications, memory grown since then.

    Whoever applies operators adds their lengths to ``applied``.

    Parameters
    ----------
    limits
        What it holds the search to.
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
        self._stride = 1 if limits.time else STRIDE
        self._next_look: float = 0
        self._most_nodes = limits.nodes or float("inf")
        self._most_work = limits.work or float("inf")
        self._most_memory = limits.memory or float("inf")
        self._base = resident_bytes()
        reserve()

    @property
    def elapsed(self) -> float:
        """Seconds since the meter was made."""
        return perf_counter() - self._began

    def exceeded(self) -> str | None:
        """The limit that forbids one more expansion, or None; otherwise the expansion is counted."""
        if self.expanded >= self._next_look and (limit := self._look()):
            return limit
        if self.applied >= self._most_work:
            return "work"
        self.expanded += 1
        return None

    def _look(self) -> str | None:
        """The limit that is reached, or None; then it says when the next look is due."""
        if self.expanded >= self._most_nodes:
            return "nodes"
        if perf_counter() >= self._deadline:
            return "time"
        if self.expanded % STRIDE == 0:
            if self.measure_memory() > self._most_memory:
                return "memory"
            if self._report is not None:
                self._report(self.expanded)
        self._next_look = min(self.expanded + self._stride, self._most_nodes)
        return None

    def measure_memory(self) -> int:
        """Bytes by which the process has grown since the meter was made."""
        grown = resident_bytes() - self._base
        self.peak_memory = max(self.peak_memory, grown)
        return grown
