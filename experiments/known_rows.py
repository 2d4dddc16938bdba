"""The rows of a run as its writer knows them: those that were there, its own, and in the end those of others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from .execute.pool import Done, Pool, work_off
from .execute.task import Task
from .row import Key, Row
from .store.run_folder import RunFolder


class KnownRows:
    """Makes searches, and knows the rows of all that are made.

    Parameters
    ----------
    folder, pool
        Where to write down what, and who searches.
    """

    def __init__(self, folder: RunFolder, pool: Pool) -> None:
        self.folder = folder
        self._pool = pool
        self._rows: dict[Key, Row] = {}
        self.refresh()

    def refresh(self) -> None:
        """Read what stands in the run now."""
        self._rows = {row.key: row for row in self.folder.read().searches}

    def get(self, key: Key) -> Row | None:
        """The row of a search, if it is known."""
        return self._rows.get(key)

    @property
    def keys(self) -> Collection[Key]:
        """The searches that have a row, as far as is known."""
        return self._rows.keys()

    def enter(self, row: Row) -> None:
        """Write down what was done here without a task, unless it has a row."""
        if row.key not in self._rows:
            self.folder.record(row)
            self._rows[row.key] = row

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
                self._rows[task.key] = done.row
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
