"""Searches of one problem, one after the other, within limits that they share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import TypeAlias

from ..heuristic import Heuristic
from ..limits import Limits
from ..memory import MEASURABLE, available_bytes
from ..result import Result, Statistics, Status
from ..specification import Algorithm

LITTLE_MEMORY = ("batched-ida-star", "ida-star")

SHARE = 1 / 3
"""Of a limit on time, the part that making a heuristic may take; without one only work bounds it."""

Run: TypeAlias = Callable[[Algorithm, Heuristic, Limits], Result]
"""Runs an algorithm with a heuristic within limits."""

Make: TypeAlias = Callable[[str, Limits], Heuristic | None]
"""Makes a heuristic that says more, by name; None where it has no meaning or limits end it."""


class Attempts:
    """Searches of one problem, one after the other, which share limits.

    Parameters
    ----------
    limits
        On all of them together.
    run
        Runs one.
    """

    def __init__(self, limits: Limits, run: Run) -> None:
        self._limits = limits
        self._run = run
        self.done = Statistics()
        self.bound: float | None = None

    def search(
        self,
        algorithm: Algorithm,
        heuristic: Heuristic,
        reason: str,
        nodes: int | None = None,
        *,
        seconds: float | None = None,
    ) -> Result:
        """Run an algorithm within limits on expansions and seconds. The result has the work of all attempts so far, the
        reason for the choice and, if a limit ended it, the largest bound that any attempt proved.

        Raises
        ------
        NotNativeError
            An algorithm that needs the kernel, which cannot run it.
        """
        left = self._left(nodes, algorithm.name not in LITTLE_MEMORY)
        if seconds is not None:
            left = left.within(Limits(time=max(1e-6, seconds)))
        result = self._run(algorithm, heuristic, left)
        self.done = self.done.plus(result.statistics)
        if result.bound is not None:
            self.bound = max(self.bound or 0.0, result.bound)
        if not result.solved and result.status is not Status.UNSOLVABLE:
            result = replace(result, bound=self.bound)
        if seconds is not None and result.limit == "time" and not self._out_of_time:
            result = replace(result, limit="nodes")
        if result.status is Status.STOPPED and result.limit != "interrupt":
            reason += f"; the limit on {result.limit} ended it"
        return replace(result, statistics=self.done).noted(f"chosen because {reason}")

    def make(self, make: Make, name: str) -> Heuristic | None:
        """A heuristic that is made within the limits; what it takes counts as searching does."""
        began = perf_counter()
        left = self._limits.after(self.spent)
        made = make(name, Limits(time=self.share, memory=left.memory))
        seconds = self.done.preparation + perf_counter() - began
        self.done = replace(self.done, preparation=seconds)
        return made

    @property
    def spent(self) -> float:
        """Seconds spent so far."""
        return self.done.elapsed + self.done.preparation

    @property
    def share(self) -> float | None:
        """Seconds for one part of all that is done, of what is left of a limit on time; None without such a limit."""
        left = self._limits.after(self.spent).time
        return None if left is None else SHARE * left

    def part(self, nodes: int, share: float = 1 / 2) -> int:
        """So many expansions, or a share of those that are left, where these are fewer: the others are for what follows."""
        if self._limits.nodes is None:
            return nodes
        return max(1, min(nodes, int((self._limits.nodes - self.done.expanded) * share)))

    @property
    def _out_of_time(self) -> bool:
        return self._limits.time is not None and self.spent >= self._limits.time

    @property
    def out_of_nodes(self) -> bool:
        """Whether no expansion is left, or no operator application."""
        done = self.done
        return self._limits.counted(done.expanded, done.operator_applications) is not None

    def _left(self, nodes: int | None, roomy: bool) -> Limits:
        """Remaining limits; memory at most half of the machine's free memory."""
        left = self._limits.after(self.spent)
        most = [one for one in (nodes, left.nodes and left.nodes - self.done.expanded) if one]
        work = left.work and max(1, left.work - self.done.operator_applications)
        left = replace(left, nodes=min(most, default=None), work=work)
        spare = available_bytes() if roomy and nodes is None else None
        if MEASURABLE and spare is not None and left.memory is None:
            left = replace(left, memory=max(1, spare // 2))
        return left
