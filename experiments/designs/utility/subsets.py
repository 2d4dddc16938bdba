"""Searching with some of a library's macros, to find out what each of them does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from ...condition import Condition
from ...configuration import Configuration
from ...counting import Tally
from ...execute.perform import tallies_of_row
from ...execute.task import Task, in_random_order
from ...experiment import Experiment
from ...problem_set import Instance
from ...result_set import AFTER
from ...row import Row
from ...store.run_folder import RunFolder

Make = Callable[[Sequence[Task]], list[Row]]
"""Makes searches, or finds them made; their rows. Raises KeyboardInterrupt, the user's."""


class Subsets:
    """Every subset of a library is a condition of its own.

    Parameters
    ----------
    experiment, folder, make
        In what to search, where the conditions are entered, and who searches.
    configuration
        How to search.
    plain, whole
        The conditions without macros and with all of them.
    names
        The macros.
    problems
        What to search.
    """

    def __init__(
        self,
        experiment: Experiment,
        folder: RunFolder,
        make: Make,
        configuration: Configuration,
        plain: Condition,
        whole: Condition,
        names: Sequence[str],
        problems: Sequence[Instance],
    ) -> None:
        self._experiment, self._folder, self._make = experiment, folder, make
        self._configuration = configuration
        self._plain, self._whole = plain, whole
        self.names, self.problems = tuple(dict.fromkeys(names)), tuple(problems)
        self.spent = 0

    def ahead(self, *, counting: bool) -> None:
        """Search all problems without macros and with all, problem by problem in random order, at once."""
        tasks = []
        for problem in self.problems:
            both = [*self._tasks([problem], ()), *self._tasks([problem], self.names)]
            tasks += in_random_order(both)
            if counting:
                tasks.append(self._counting(problem))
        with suppress(KeyboardInterrupt):  # what is missing is missed when it is asked for
            self._make(tasks)

    def rows(self, problems: Sequence[Instance], kept: Collection[str]) -> list[Row]:
        """The searches of some problems with these macros only.

        Raises
        ------
        KeyboardInterrupt
            The user's.
        """
        rows = self._make(self._tasks(problems, kept))
        self.spent += sum(map(work, rows))
        return rows

    def count(self, problem: Instance) -> Mapping[str, Tally] | None:
        """Uses of each macro in a search with all of them; macros never tried may be missing.

        It is None where the search died and the counts with it.
        """
        (row,) = self._make([self._counting(problem)])
        self.spent += work(row)
        return tallies_of_row(row)

    def _tasks(self, problems: Sequence[Instance], kept: Collection[str]) -> list[Task]:
        chosen = tuple(name for name in self.names if name in kept)
        timing = len(chosen) in (0, len(self.names))
        if not chosen:
            condition = self._plain
        elif len(chosen) == len(self.names):
            condition = self._whole
        else:
            condition = self._subset(chosen)
        return [
            replace(self._experiment.task(condition, self._configuration, problem), timing=timing)
            for problem in problems
        ]

    def _subset(self, chosen: tuple[str, ...]) -> Condition:
        dropped = [name for name in self.names if name not in chosen]
        words = f"without {', '.join(dropped)}"
        if len(chosen) < len(dropped):
            words = f"with {', '.join(chosen)}"
        facts = {"label": words, "seed": self._whole.facts.get("seed"), "judging": True}
        name = words if self._whole.name == AFTER else f"{self._whole.name}, {words}"
        condition = self._whole.only(chosen, name, **facts)
        self._folder.ensure_condition(condition)
        return condition

    def _counting(self, problem: Instance) -> Task:
        facts = {**self._whole.facts, "label": "counted", "of": self._whole.name, "judging": True}
        condition = replace(self._whole, name=f"{self._whole.name}, counted", facts=facts)
        self._folder.ensure_condition(condition)
        task = self._experiment.task(condition, self._configuration, problem)
        return replace(task, counting=True)


def work(row: Row) -> int:
    """Work of a search in operator applications."""
    return row.operator_applications or 0
