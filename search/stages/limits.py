"""Searches of one problem, one after the other, within limits that they share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import ceil, inf
from time import perf_counter
from typing import TypeAlias

from ...rules.room import available_bytes
from ..algorithms import Algorithm
from ..heuristic import Heuristic
from ..limits import MEASURABLE, Limits
from ..result import Result, Statistics, Status

FIRST_LOOK = 2_000
"""Expansions of the first look."""

NARROWEST, SHORT = 100, 200
"""Nodes in a level of a narrow beam, and full levels that a beam needs to find a plan."""

MOST, NEARLY_ALL = 7 / 8, 19 / 20
"""Share of few expansions that is spent on finding some solution, and of very few; more of them hardly raise the bound."""

HOPEFUL, CLOSEST = 5, 20
"""Least expansions of a greedy search for each step of h, if the heuristic takes seconds, and the least number of steps.
"""

LITTLE_MEMORY = ("batched-ida-star", "ida-star")

ATTEMPT_SHARE = 1 / 3
"""Share of a limit on time that making a heuristic may take; without such a limit only work bounds it."""

SearchFunction: TypeAlias = Callable[[Algorithm, Heuristic, Limits], Result]
"""Runs an algorithm with a heuristic within limits."""

Make: TypeAlias = Callable[[str, Limits], Heuristic | None]
"""Makes a more informed heuristic by name; None where it has no meaning or limits end it."""


class Attempts:
    """Searches of one problem, one after the other, which share limits.

    Parameters
    ----------
    limits
        Limits on all searches together.
    run
        Runs one search.
    applications
        Operator applications that an expansion takes, before any is counted.
    """

    def __init__(self, limits: Limits, run: SearchFunction, applications: int = 1) -> None:
        self._limits = limits
        self._run = run
        self._began = perf_counter()
        self._applications = applications
        self.done = self.latest = Statistics()
        self.bound: float | None = None
        self.short_of_memory = False

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
        self.latest = result.statistics
        self.done = self.done.plus(self.latest)
        self.short_of_memory |= result.limit == "memory" and algorithm.loop != "iterative"
        if result.bound is not None:
            self.bound = max(self.bound or 0.0, result.bound)
        if not result.solved and result.status is not Status.UNSOLVABLE:
            result = replace(result, bound=self.bound)
        if seconds is not None and result.limit == "time" and not self._out_of_time:
            result = replace(result, limit="nodes")
        if result.limit in ("nodes", "work"):
            result = replace(result, limit=self.counted or result.limit)
        if result.status is Status.STOPPED and result.limit != "interrupt":
            own = result.limit == "nodes" and self.counted != "nodes"
            limit = "its share of the expansions" if own else f"the limit on {result.limit}"
            reason += f"; {limit} ended it"
        return replace(result, statistics=self.done).noted(f"chosen because {reason}")

    def make(self, make: Make, name: str) -> Heuristic | None:
        """A heuristic that is made within the limits; making it counts as part of the search."""
        began = perf_counter()
        left = self._limits.after(self.spent)
        made = make(name, Limits(time=self.share, memory=left.memory))
        seconds = self.done.preparation + perf_counter() - began
        self.done = replace(self.done, preparation=seconds)
        return made

    @property
    def spent(self) -> float:
        """Seconds since the first attempt began, with all work between attempts."""
        return perf_counter() - self._began

    @property
    def share(self) -> float | None:
        """Seconds for making a heuristic; None without a limit on time."""
        return self.seconds(ATTEMPT_SHARE)

    def seconds(self, share: float) -> float | None:
        """A share of the time left; None without a limit on time."""
        left = self._limits.after(self.spent).time
        return None if left is None else share * left

    def part(self, nodes: float, share: float) -> int | None:
        """At most ``nodes`` expansions, and at most a share of those left, since later attempts need the rest; None for no limit."""
        left = self._expansions
        most = nodes if left is None else min(nodes, left * share)
        return None if most == inf else max(1, int(most))

    @property
    def scarce(self) -> bool:
        """Whether the limits on counts are too small for a beam of `NARROWEST` states."""
        left = self._expansions
        return left is not None and left * MOST < NARROWEST * SHORT

    @property
    def look(self) -> float:
        """Share of the expansions for the first look: an easy problem is solved there."""
        left = self._expansions
        if left is not None and left < HOPEFUL * CLOSEST:
            return 1 / 2
        return 1 - (NEARLY_ALL if self.scarce else MOST)

    @property
    def _expansions(self) -> float | None:
        """Expansions left, as far as is known by how many operator applications one takes; None without such limits."""
        done, limits = self.done, self._limits
        left = [] if limits.nodes is None else [float(limits.nodes - done.expanded)]
        if limits.work is not None:
            left.append((limits.work - done.operator_applications) / self._each)
        return min(left, default=None)

    @property
    def _each(self) -> float:
        """Average number of operator applications of one expansion."""
        done = self.done
        return (
            max(1, done.operator_applications / done.expanded)
            if done.expanded
            else self._applications
        )

    def too_few(self, limit: str | None) -> str:
        """Say of a search that a limit ended without a solution what limit a beam would need, as far as is known."""
        done = self.done
        beam = NARROWEST * SHORT / MOST / MOST
        each = {
            "nodes": (1, "{:,} expansions"),
            "work": (self._each, "{:,} operator applications"),
            "memory": (done.peak_memory / max(1, done.expanded), "{:,} bytes"),
            "time": (done.elapsed / max(1, done.expanded) / ATTEMPT_SHARE * 2, "{:,} seconds"),
        }
        if limit not in each:
            return ""
        if not done.expanded:
            return "no solution was found"
        one, words = each[limit]
        needed = round(beam * one, 2) if limit == "time" else ceil(beam * one)
        had = getattr(self._limits, limit)
        if had is None or needed <= had:
            return "no solution was found"
        return f"no solution was found; a beam of {NARROWEST} states would look for one in {words.format(needed)}"

    @property
    def _out_of_time(self) -> bool:
        return self._limits.time is not None and self.spent >= self._limits.time

    @property
    def counted(self) -> str | None:
        """The limit on expansions or operator applications that is reached, if one is."""
        return self._limits.counted(self.done.expanded, self.done.operator_applications)

    @property
    def out_of_nodes(self) -> bool:
        """Whether no expansion is left, or no operator application."""
        return self.counted is not None

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
