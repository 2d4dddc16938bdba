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
from typing import TYPE_CHECKING, Any, TypeAlias

from ...rules.errors import ArcwiseError
from ...rules.term import Pattern, State
from ...search.limits import Budget, LimitReached
from ...search.result import NOT_READY, Result
from ..configuration import Configuration
from ..row import Key, Row
from ..store.rows import goal_of, goal_values
from .perform import perform
from .recipe import Recipe

if TYPE_CHECKING:
    from .logic_recipe import LogicRecipe

AnyRecipe: TypeAlias = "Recipe | LogicRecipe"


def recipe_of(values: dict[str, Any]) -> AnyRecipe:
    """The recipe of plain values: of a domain, or of a logic program."""
    if "rules_text" not in values:
        return Recipe.from_json(values)
    from .logic_recipe import LogicRecipe

    return LogicRecipe.from_json(values)


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
    recipe
        The problem's domain with its macros, or the logic program with its rules.
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
    recipe: AnyRecipe
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
        """Plain values, the recipe by its key."""
        return {
            "key": list(self.key),
            "recipe": self.recipe.key,
            "start": list(self.start),
            "goal": goal_values(self.goal),
            "configuration": self.configuration.to_json(),
            "counting": self.counting,
            "timing": self.timing,
            "fewest": self.fewest,
        }

    @classmethod
    def from_json(cls, values: dict[str, Any], recipe: AnyRecipe) -> Task:
        """The task of plain values."""
        condition, configuration, problem = values["key"]
        return cls(
            (condition, configuration, problem),
            recipe,
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
        result, others = perform(
            self.recipe, self.configuration, self.start, self.goal, report, counting=self.counting
        )
        if result.note == NOT_READY:
            return self.without_result(result.limit or "", NOT_READY, "", "")
        if self.timing and not self.counting and not others:
            result, others = timed(
                result,
                lambda: perform(self.recipe, self.configuration, self.start, self.goal, report)[0],
                self.fewest,
            )
        return Row.of(self.key, result, **others)

    def make_ready(self) -> str | None:
        """Have the arcs, pattern databases, and by a search for one expansion the compiled theory and a warm machine.

        That may take as long, and as much memory, as the search may.

        Returns
        -------
        The limit that ended it, or None.

        Raises
        ------
        InputError
            A recipe that cannot be made.
        KeyboardInterrupt
            The user's, or of a budget around this.
        """
        limits = self.configuration.limits
        quick = self.configuration.quick
        budget = Budget(limits)
        try:
            with budget:
                self.recipe.make()
                with suppress(ArcwiseError):
                    result, _ = perform(self.recipe, quick, self.start, self.goal, None)
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
