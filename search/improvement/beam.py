"""Beams over the climb, each wider than the one before: other plans to improve. The kernel makes them, where it climbs."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from ...rules.term import State
from .. import _kernel
from ..climbing.climber import Climber
from ..climbing.native_climb import KernelSteps, for_kernel
from ..limits import Limits
from ..native.border import kernel_limits
from ..native.not_native import NotNativeError

WIDEST = 2**20
"""No beam is wider."""


class Beams:
    """Plans of one start, made by wider and wider beams.

    Of all states with as many cells right, those go on after which least seems left to do; from each the best few steps are
    tried, and climbed from until one more cell is right.

    Parameters
    ----------
    climber
        What climbs; None, and one that the kernel does not know, makes no plans.
    start
        A state of the board.

    Attributes
    ----------
    width
        Of the last beam.
    expanded
        States whose steps, or moves, were looked at, in all beams.
    """

    def __init__(self, climber: Climber | None, start: State) -> None:
        self.width = self.expanded = 0
        self._took = 0.0
        self._serves = False
        if climber is None:
            return
        self._schemas = climber.schemas
        try:
            self._task, self._start = for_kernel(climber, start)
            self._serves = True
        except NotNativeError:
            pass

    def takes(self, wider: float) -> float:
        """Expected seconds for a beam wider by a factor; infinite if there is none."""
        if not self._serves or self.width * wider > WIDEST:
            return float("inf")
        return self._took * wider

    def next(
        self, wider: float, time: float, report: Callable[[], None]
    ) -> tuple[KernelSteps | None, str | None]:
        """Steps of a plan found by a beam wider by a factor, if any, and the limit that ended it.

        Parameters
        ----------
        wider
            How many times; the first is so wide itself.
        time
            Seconds that it may take.
        report
            Called now and then.
        """
        began = perf_counter()
        self.width = max(1, int((self.width or 1) * wider))
        limits = kernel_limits(Limits(None if time == float("inf") else max(1e-6, time)))
        found = _kernel.beam(self._task, self._start, self.width, limits, lambda _: report())
        self._took = perf_counter() - began
        self.expanded += found.counters.expanded
        if found.limit == "memory":
            self._serves = False
        if found.status != "solved":
            return None, found.limit
        return KernelSteps(self._schemas, found.schemas, found.places), None
