"""Progress of an experiment, as its callers show it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

Tick = Callable[..., None]
"""Called with steps done and what they were."""

Progress = Callable[..., AbstractContextManager[Tick]]
"""Of a number of steps, or None, and what is being done: a context with a `Tick`."""


def no_tick(steps: int = 1, detail: str = "") -> None:
    """Say nothing."""


@contextmanager
def no_progress(total: int | None, doing: str) -> Iterator[Tick]:
    """Show nothing."""
    yield no_tick
