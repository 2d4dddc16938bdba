"""What searches tell besides their rows, kept in the run before the row is: whoever finds the row finds this too."""

from __future__ import annotations

from types import TracebackType

from ..execute.pool import Done, Pool
from ..execute.task import Task
from .folder import Key, RunFolder


def setting_of(key: Key) -> str:
    """Where a search's words are kept."""
    return "told {} {} {}".format(*key)


class KeepingPool:
    """A pool whose searches' words are kept; see `Pool`."""

    def __init__(self, pool: Pool, folder: RunFolder) -> None:
        self._pool, self._folder = pool, folder

    @property
    def room(self) -> int:
        """See `Pool`."""
        return self._pool.room

    def give(self, task: Task) -> None:
        """See `Pool`."""
        self._pool.give(task)

    def take(self, patience: float) -> list[Done]:
        """See `Pool`."""
        finished = self._pool.take(patience)
        for done in finished:
            told = done.row.get("told")
            if told is not None:
                self._folder.put(setting_of(done.task.key), told)
        return finished

    def __enter__(self) -> KeepingPool:
        self._pool.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._pool.__exit__(kind, error, trace)
