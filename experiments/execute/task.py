"""One search as plain data, which any process can do."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

from ...rules.errors import ArcwiseError
from ...rules.term import Pattern, State
from ...search.limits import Limits
from ...search.result import Result
from ..options import SearchOptions
from ..store.folder import Key
from ..store.goals import goal_of, goal_values
from .recipe import Recipe
from .ways import WAYS


@dataclass(frozen=True)
class Task:
    """A search to be made.

    Parameters
    ----------
    key
        Its arm, algorithm and problem in the run folder.
    recipe
        Where to search.
    start, goal
        What to search for.
    options
        How.
    arm
        The arm's name, to show.
    """

    key: Key
    recipe: Recipe
    start: State
    goal: Pattern
    options: SearchOptions
    arm: str = ""

    @property
    def algorithm(self) -> str:
        """Its name."""
        return self.key[1]

    def __str__(self) -> str:
        return " ".join(part for part in (self.algorithm, self.arm, f"#{self.key[2]}") if part)

    def to_json(self) -> dict[str, Any]:
        """Plain values, the recipe by its key."""
        return {
            "key": list(self.key),
            "recipe": self.recipe.key,
            "start": list(self.start),
            "goal": goal_values(self.goal),
            "options": asdict(self.options),
            "arm": self.arm,
        }

    @classmethod
    def from_json(cls, values: dict[str, Any], recipe: Recipe) -> Task:
        """The task of plain values."""
        options = values["options"]
        arm, algorithm, problem = values["key"]
        return cls(
            (arm, algorithm, problem),
            recipe,
            tuple(values["start"]),
            goal_of(values["goal"]),
            SearchOptions(**{**options, "limits": Limits(**options["limits"])}),
            values["arm"],
        )

    def do(self, report: Callable[[int], None] | None = None) -> Result:
        """Make the search in this process.

        Raises
        ------
        InputError
            A search that is not possible so.
        """
        return WAYS[self.recipe.way](self, report)

    def warm_up(self) -> None:
        """Search for one expansion: enough to compile the theory and to have the program in memory."""
        limits = replace(self.options.limits, nodes=1)
        options = replace(self.options, limits=limits)
        with suppress(ArcwiseError):
            replace(self, options=options).do()
