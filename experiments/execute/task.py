"""One search as plain data, which any process can do.

Times that can be believed: short searches are made again until the clock can see them together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from statistics import median
from time import process_time
from typing import Any

from ...rules.errors import ArcwiseError
from ...rules.source import Source, SourceTexts
from ...rules.term import Pattern, State, goal_of, goal_values
from ...search.limits import Budget, LimitReached
from ...search.result import NOT_READY, Result
from ..configuration import Configuration
from ..row import Key, Row

LONG_ENOUGH = 0.001
"""Seconds of searching that the clock sees to one part in a thousand and better."""

LONG_FROM_COLD = 0.05
"""Seconds of a search from which on cold caches at its start do not matter."""

PATIENCE = 0.0008
"""CPU seconds for each of the fewest repetitions of one search, overhead included."""

FEWEST = 5
"""Least number of repetitions, so that one that was interrupted by other work does not matter."""

ENOUGH = 1_000
"""Repetitions of searches that differ by their problems only, after which fewer of each do: the mean evens them out."""


def repetitions_among(problems: int) -> int:
    """Least number of repetitions of each short search, by the number of problems of an experiment."""
    return max(1, min(FEWEST, ENOUGH // max(1, problems)))


@dataclass(frozen=True)
class Task:
    """A search to be made.

    Parameters
    ----------
    key
        Its condition, configuration and problem.
    source
        The texts of what is searched, and of what was learned for it.
    start, goal
        What to connect; of a logic program the goal's text alone.
    configuration
        How to search.
    counting
        Whether to count the uses of each macro, or to name the rules of a proof.
    timing
        Whether its time matters, so that a short search is made again and again.
    fewest
        Least number of repetitions then.
    """

    key: Key
    source: SourceTexts
    start: State
    goal: Pattern
    configuration: Configuration
    counting: bool = False
    timing: bool = True
    fewest: int = FEWEST

    @property
    def algorithm(self) -> str:
        """Name of the algorithm."""
        return self.configuration.algorithm

    def __str__(self) -> str:
        return f"{self.key[1]}, {self.key[0]}, problem {self.key[2]}"

    def to_json(self) -> dict[str, Any]:
        """Plain values, the source by its key."""
        return {
            "key": list(self.key),
            "source": self.source.key,
            "start": list(self.start),
            "goal": goal_values(self.goal),
            "configuration": self.configuration.to_json(),
            "counting": self.counting,
            "timing": self.timing,
            "fewest": self.fewest,
        }

    @classmethod
    def from_json(cls, values: dict[str, Any], source: SourceTexts) -> Task:
        """The task of plain values."""
        condition, configuration, problem = values["key"]
        return cls(
            (condition, configuration, problem),
            source,
            tuple(values["start"]),
            goal_of(values["goal"]),
            Configuration.from_json(values["configuration"]),
            values["counting"],
            values["timing"],
            values["fewest"],
        )

    def do(self, report: Callable[[int], None] | None = None) -> Row:
        """Make the search in this process, again and again if it is short for the clock; its row.

        Raises
        ------
        InputError
            A search that is not possible so.
        """
        result, others = self._solved(self.configuration, report, counting=self.counting)
        if result.note == NOT_READY:
            return self.without_result(result.limit or "", NOT_READY, "", "")
        if self.timing and not self.counting and not others:
            result, others = timed(
                result,
                lambda: self._solved(self.configuration, report)[0],
                self.fewest,
            )
        return Row.of(self.key, result, **others)

    def _solved(
        self,
        configuration: Configuration,
        report: Callable[[int], None] | None = None,
        *,
        counting: bool = False,
    ) -> tuple[Result, dict[str, Any]]:
        source: Source = self.source.open()
        return source.solve(self.start, self.goal, configuration, report, counting=counting)

    def try_out(self) -> None:
        """Refuse a search that is not possible: one expansion is tried.

        Raises
        ------
        InputError
            Such a search.
        """
        self._solved(self.configuration.quick)

    def make_ready(self) -> str | None:
        """Have the arcs, pattern databases, and by a search for one expansion the compiled theory and a warm machine.

        That may take as long, and as much memory, as the search may.

        Returns
        -------
        The limit that ended it, or None.

        Raises
        ------
        InputError
            A source that cannot be opened.
        KeyboardInterrupt
            The user's, or of a budget around this.
        """
        limits = self.configuration.limits
        budget = Budget(limits)
        try:
            with budget:
                self.source.open()
                with suppress(ArcwiseError):
                    result, _ = self._solved(self.configuration.quick)
                    if result.limit == "interrupt":
                        raise KeyboardInterrupt
        except LimitReached as reached:
            if reached.budget is not budget:
                raise
        return budget.reached

    def never_ready(self, limit: str, started: str, worker: str) -> Row:
        """The row of a search that a limit ended before it began."""
        return self.without_result(limit, NOT_READY, started, worker)

    def without_result(
        self, stopped_by: str, note: str, started: str, worker: str, elapsed: float | None = None
    ) -> Row:
        """The row of a search that died, with what was asked for; see `Row.without_result`."""
        asked = {"algorithm": self.algorithm, "heuristic": self.configuration.asked_heuristic}
        return Row.without_result(
            self.key, stopped_by, note, started, worker, elapsed=elapsed, **asked
        )


def in_random_order(tasks: Sequence[Task], seed: int = 0) -> list[Task]:
    """The searches of one problem in a random order, so that whatever changes slowly meets all of them alike."""
    return Random(f"{seed}:{tasks[0].key[1:]}").sample(tasks, len(tasks)) if tasks else []


def timed(
    result: Result, again: Callable[[], Result], least: int = FEWEST
) -> tuple[Result, dict[str, Any]]:
    """A search with the median time of its repetitions.

    Parameters
    ----------
    result
        The search as it was made first; its time, in which everything is cold, counts only where it was long.
    again
        Makes the same search.
    least
        Least number of repetitions of a short search.

    Returns
    -------
    The result with its time; how many searches that is the median of, and their median deviation as a share of it.
    """
    if (
        result.statistics.elapsed >= LONG_FROM_COLD
        or result.limit is not None
        or result.engine is None
    ):
        return result, {"repetitions": 1}
    began = process_time()
    times = [again().statistics.elapsed]
    # Either of the first two may have been held up by other work of the machine.
    while min(result.statistics.elapsed, times[0]) < LONG_ENOUGH and (
        len(times) < least
        or (sum(times) < LONG_ENOUGH and process_time() - began < least * PATIENCE)
    ):
        times.append(again().statistics.elapsed)
    middle = median(times)
    statistics = replace(result.statistics, elapsed=middle)
    told: dict[str, Any] = {"repetitions": len(times)}
    if middle > 0:
        several = times if len(times) > 1 else [*times, result.statistics.elapsed]
        told["elapsed_spread"] = median(abs(time - median(several)) for time in several) / middle
    return replace(result, statistics=statistics), told
