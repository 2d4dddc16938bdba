"""The rows of a run as its writer knows them: those that were there, its own, and in the end those of others."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from typing import Any

from ..execute.batch import work_off
from ..execute.pool import Done, Pool
from ..execute.task import Task
from .folder import Key, RunFolder
from .picture import SearchRow, read_run
from .tables import SEARCH_COLUMNS
from .told import KeepingPool, setting_of

JSON_COLUMNS = ("path", "arcs", "primitive_moves")


class KnownRows:
    """Makes searches, and knows the rows of all that are made.

    Parameters
    ----------
    folder, pool
        Where to write down what, and who searches.
    """

    def __init__(self, folder: RunFolder, pool: Pool) -> None:
        self.folder = folder
        self._pool = KeepingPool(pool, folder)
        self._rows: dict[Key, SearchRow] = {}
        self._settings: dict[str, Any] = {}
        self.refresh()

    def refresh(self) -> None:
        """Read what stands in the folder now."""
        run = read_run(self.folder.path)
        numbers = {arm.name: arm.id for arm in run.arms}
        self._settings = run.settings
        self._rows = {(numbers[row.arm], row.algorithm, row.problem): row for row in run.searches}

    def get(self, key: Key) -> SearchRow | None:
        """The row of a search, if it is known."""
        return self._rows.get(key)

    @property
    def keys(self) -> Collection[Key]:
        """The searches that have a row, as far as is known."""
        return self._rows.keys()

    def told(self, key: Key) -> Any:
        """What a search told besides its row; None if nothing."""
        return self._settings.get(setting_of(key))

    def make(
        self,
        tasks: Sequence[Task],
        seen: Callable[[Task, bool], None] = lambda task, here: None,
        begun: Callable[[Task], None] = lambda task: None,
    ) -> None:
        """Make the searches that have no row yet; at the end all rows are known.

        Parameters
        ----------
        tasks
            The searches.
        seen
            Called for each that has a row, and with whether it was made here and now.
        begun
            Called for each that is begun here.

        Raises
        ------
        KeyboardInterrupt
            The user's; what was finished is known.
        """

        def finished(task: Task, done: Done | None) -> None:
            if done is not None:
                self._rows[task.key] = _search_row(task, done.row)
                if done.row.get("told") is not None:
                    self._settings[setting_of(task.key)] = done.row["told"]
            elif task.key not in self._rows:
                self.refresh()
            seen(task, done is not None)

        unknown = []
        for task in tasks:
            if task.key in self._rows:
                seen(task, False)
            else:
                unknown.append(task)
        if unknown:
            work_off(self.folder, unknown, self._pool, finished, begun)


def _search_row(task: Task, row: dict[str, Any]) -> SearchRow:
    values: list[Any] = [
        json.dumps(row[column]) if column in JSON_COLUMNS else row[column]
        for column in SEARCH_COLUMNS
    ]
    values[SEARCH_COLUMNS.index("optimal")] = bool(row["optimal"])
    return SearchRow(task.arm, task.key[1], task.key[2], *values)
