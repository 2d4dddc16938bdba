"""Long work in a thread of its own, which tells how far it is and can be called off."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic
from typing import Generic, TypeVar

from ....rules.errors import ArcwiseError

Outcome = TypeVar("Outcome")


class Progress:
    """Progress of a running job; pass it to a search as its ``report``."""

    def __init__(self) -> None:
        self.doing = ""
        self.count = 0
        self._called_off = threading.Event()

    def __call__(self, count: int) -> None:
        """Note how far the work is.

        Raises
        ------
        KeyboardInterrupt
            When the job was called off: a search ends then as it does on Ctrl-C, with a result.
        """
        self.count = count
        if self._called_off.is_set():
            raise KeyboardInterrupt

    def call_off(self) -> None:
        """Have the next report end the work."""
        self._called_off.set()

    @property
    def called_off(self) -> bool:
        """Whether that was asked for."""
        return self._called_off.is_set()


class Job(Generic[Outcome]):
    """A function of a `Progress` that runs in a thread.

    Parameters
    ----------
    work
        What to do. An `ArcwiseError` or a want of memory is kept as ``trouble``, in words; any other exception is
        raised again by ``outcome``.
    """

    def __init__(self, work: Callable[[Progress], Outcome]) -> None:
        self.progress = Progress()
        self.trouble = ""
        self._work = work
        self._outcome: Outcome | None = None
        self._failure: BaseException | None = None
        self._began = monotonic()
        # A thread that hangs must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._outcome = self._work(self.progress)
        except KeyboardInterrupt:
            self.trouble = "called off"
        except ArcwiseError as error:
            self.trouble = str(error)
        except MemoryError:
            self.trouble = "out of memory"
        except BaseException as error:
            self._failure = error

    @property
    def elapsed(self) -> float:
        """Seconds since the job was made."""
        return monotonic() - self._began

    @property
    def running(self) -> bool:
        """Whether the job is still running."""
        return self._thread.is_alive()

    @property
    def outcome(self) -> Outcome | None:
        """Its result; None while it runs, and where there was trouble."""
        if self._failure is not None:
            raise self._failure
        return self._outcome

    def call_off(self, wait: float = 0) -> None:
        """Cancel the work at its next report, and wait some seconds for that."""
        self.progress.call_off()
        self._thread.join(wait)
